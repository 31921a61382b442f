"""The public part of exercise across-2-one-rule: common deals, the sign test, and clear against large."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from cardlab.cards import Pack
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives
from cardlab.checking.question import Mistake, Question
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import below, chunk_generator, share_of_deals
from cardlab.probability.monte_carlo import Estimate

TITLE = "Across games 2: one rule changed"
DEALS, SEED = 100_000, 6

# ---------------------------------------------------------------------------------- experiments


def _changed_only(h: int) -> Estimate:
    """A top card and h cards: is it a 2 that none of them fits by the usual rule?"""
    pack = Pack()
    suits = np.array(["SHDC".index(str(card.suit)) for card in pack.cards])
    twos = np.array([card.rank == "2" for card in pack.cards])

    def event(cards: Numbers) -> Truths:
        top, hand = cards[0], cards[1:]
        stuck: Truths = twos[top] & ~np.any(twos[hand] | (suits[hand] == suits[top]), axis=0)
        return stuck

    return share_of_deals(event, pack, h + 1, DEALS, SEED)


def _as_uneven(b: int, c: int) -> Estimate:
    heads = below(chunk_generator(SEED, 0), (2,) * (b + c), DEALS).sum(axis=0).astype(int)
    uneven = np.maximum(heads, b + c - heads) >= max(b, c)
    return Estimate.of_share(int(uneven.sum()), DEALS, SEED)


# ------------------------------------------------------------------------------------ properties

SIGNS = ((0, 0), (5, 0), (0, 5), (9, 1), (1, 9), (6, 4), (5, 5))


def _either_rule(sign_test: Callable[..., Any]) -> str:
    for one in SIGNS:
        other = (one[1], one[0])
        if other in SIGNS and sign_test(*one) != sign_test(*other):
            told = " and ".join(
                f"{call(sign_test, way)} gave {shown(sign_test(*way))}" for way in (one, other)
            )
            return f"{told}. Does it matter which of the rules is called the first?"
    return ""


SHARES = (Fraction(264, 21385), Fraction(12, 221), Fraction(4, 33), Fraction(1, 2))


def _enough_and_no_more(pairs: Callable[..., Any]) -> str:
    """By the definition: d is at least two standard errors with n deals, and not with one less."""
    for d in SHARES:
        n = pairs(d)
        tried = f"{call(pairs, (d,))} gave {shown(n)}"
        if n < 1 or d**2 * n < 4 * d * (1 - d):
            return f"{tried}. With so few deals, two standard errors are still more than d."
        if d**2 * (n - 1) >= 4 * d * (1 - d):
            return f"{tried}. One deal less would be enough, too."
    return ""


SHIFT = ((5, 7, 6, 9), (4, 6, 5, 8))
NESTED = ((1, 0, 1, 1, 0, 1, 0, 1), (1, 0, 0, 1, 0, 1, 0, 1))
MIXED = ((3, 8, 2, 4, 4), (1, 9, 2, 0, 1))
MIXED_TURNED = (MIXED[1], MIXED[0])
MIXED_SHIFTED = ((13, 18, 12, 14, 14), MIXED[1])


def _turned_and_shifted(paired: Callable[..., Any]) -> str:
    (mean, error), turned, shifted = (paired(*one) for one in (MIXED, MIXED_TURNED, MIXED_SHIFTED))
    tried = call(paired, MIXED)
    if mean != Fraction(sum(MIXED[0]) - sum(MIXED[1]), len(MIXED[0])):
        return (
            f"{tried} gave the mean difference {shown(mean)}. That is not the mean of x less the mean of y."
        )
    if turned != (-mean, error):
        return f"If x and y change places, only the sign of the mean changes; {tried} and back do not agree."
    if shifted != (mean + 10, error):
        return f"If all of x is 10 more, only the mean changes; this is not so with {tried}."
    return ""


DELTA = Fraction(1, 50)
ERRORS = (2, 3, 10, 60)
"""In thousandths, as the differences; no bar ends at an edge of the band."""


def _case(thousandths: int, error: int) -> tuple[Fraction, Fraction, Fraction]:
    return Fraction(thousandths, 1000), Fraction(error, 1000), DELTA


RESULTS = (
    *(_case(d, se) for d in (25, 12, 30, 90, -12, -25, -90) for se in ERRORS),
    _case(0, 0),
)
WORDS = ("matters", "too small", "cannot tell")


def _one_of_three(verdict: Callable[..., Any]) -> str:
    for one in RESULTS:
        if verdict(*one) not in WORDS:
            return f"{call(verdict, one)} gave {shown(verdict(*one))}, which is none of the three texts."
    return ""


def _either_way(verdict: Callable[..., Any]) -> str:
    for d, se, delta in RESULTS:
        if (-d, se, delta) in RESULTS and verdict(d, se, delta) != verdict(-d, se, delta):
            first, second = call(verdict, (d, se, delta)), call(verdict, (-d, se, delta))
            return f"{first} and {second} differ. Is a fall no change?"
    return ""


def _surer(verdict: Callable[..., Any]) -> str:
    """What can be told with a larger error can be told with a smaller one."""
    for d in (-90, -25, -12, 12, 25, 30, 90):
        for small, large in pairwise(ERRORS):
            surer, vaguer = (verdict(*_case(d, se)) for se in (small, large))
            if vaguer != "cannot tell" and surer != vaguer:
                first, second = call(verdict, _case(d, large)), call(verdict, _case(d, small))
                return f"{first} and {second} differ, though the second only has a smaller error."
    return ""


def _planted(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """The function of the bug hunt, as it stands in the student's notebook."""
    (mean_x, variance_x), (mean_y, variance_y) = _mean_and_variance(x), _mean_and_variance(y)
    return mean_x - mean_y, (variance_x + variance_y) / len(x)


def _mean_and_variance(values: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    mean = Fraction(sum(values), len(values))
    return mean, sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


QUESTIONS = (
    Question(
        id="q1",
        name="gain",
        title="Fill the blank: what a rule changes",
        returns=Fraction,
        inputs=((1,), (2,), (5,), (51,)),
        tests=(
            chances([(1,), (2,), (5,)]),
            gives((51,), 0, "With all other cards in the hand some card always fits."),
            falls([(1,), (2,), (5,)], "With more cards one is seldom stuck."),
            *(
                agrees((h,), partial(_changed_only, h), "only the changed rule let the hand play")
                for h in (1, 2, 5)
            ),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Does a dealt card go back?",
                seen={(2,): 0.03833, (5,): 0.01348},
            ),
            Mistake(
                "as on other cards",
                "You count the other twos twice: as twos, and as cards of the same rank. Each is one card.",
                seen={(1,): 0.04977},
            ),
            Mistake(
                "the opposite",
                "These hands can play by both rules. Which hands gain?",
                seen={(1,): 0.02262},
            ),
            Mistake(
                "own suit only",
                "You let only the suit fit. Which cards fit besides on a 2?",
                seen={(1,): 0.05882},
            ),
        ),
        hints=(
            "A 2 is on top. Which of the other 51 cards fit on it by the usual rule?",
            "Its suit has twelve cards more, and there are three other twos. All others are misfits.",
            "stuck: the ways to choose h misfits, divided by the ways to choose any h of 51 cards.",
        ),
    ),
    Question(
        id="q2",
        name="sign_test",
        title="The sign test",
        returns=Fraction,
        inputs=SIGNS,
        tests=(
            chances(SIGNS),
            gives((5, 0), Fraction(1, 16), "The lesson counts it: of 32 rows, two have all signs alike."),
            gives((0, 0), 1, "With no deal that differs, nothing is more even or uneven."),
            _either_rule,
            *(
                agrees(one, partial(_as_uneven, *one), "fair coins fell at least as unevenly")
                for one in ((9, 1), (6, 4))
            ),
        ),
        mistakes=(
            Mistake(
                "one side",
                "You count one rule's success only. Could the other rule have led as well?",
                seen={(9, 1): 0.01074, (5, 0): 0.03125},
            ),
            Mistake(
                "this result only",
                "That is this very result. Which others are at least as uneven?",
                seen={(9, 1): 0.01953, (5, 0): 0.0625},
            ),
            Mistake(
                "more than one",
                "Look at an even result: you count it for both rules. May a chance pass 1?",
                seen={(5, 5): 1.24609},
            ),
        ),
        hints=(
            "List the results of b + c coins that are as uneven as this one, or more so.",
            "Ten coins, 9 to 1: 9 to 1 and 10 to 0 count, and so do 1 to 9 and 0 to 10.",
            "Add comb(n, k) for k from the larger number to n, double it, divide by 2**n; never more than 1.",
        ),
    ),
    Question(
        id="q3",
        name="pairs",
        title="Target practice: how many deals?",
        returns=int,
        inputs=tuple((d,) for d in SHARES),
        tests=(
            falls([(d,) for d in SHARES[:3]], "A larger difference shows itself sooner."),
            _enough_and_no_more,
        ),
        mistakes=(
            Mistake(
                "rounded down",
                "You round down. Is that number of deals already enough?",
                seen={(SHARES[0],): 320, (SHARES[1],): 69},
            ),
            Mistake(
                "one minus d forgotten",
                "You take d for the variance of one difference. It is 1 or 0: what is its variance?",
                seen={(SHARES[0],): 325, (SHARES[1],): 74},
            ),
            Mistake(
                "one error",
                "That is for one standard error. How many are asked for?",
                seen={(SHARES[0],): 81, (SHARES[1],): 18},
            ),
            Mistake(
                "two not squared",
                "You have squared one side. What becomes of the 2 on the other?",
                seen={(SHARES[0],): 161, (SHARES[1],): 35},
            ),
        ),
        hints=(
            "Write down: d is at least two times the root of d(1 - d)/n.",
            "Square both sides, and solve for n.",
            "n is at least 4(1 - d)/d; a number of deals is whole, so round up.",
        ),
    ),
    Question(
        id="q4",
        name="paired",
        title="Bug hunt: the same deals",
        returns=tuple,
        inputs=(NESTED, SHIFT, MIXED, MIXED_TURNED, MIXED_SHIFTED),
        tests=(
            gives(SHIFT, (1, 0), "In every deal the difference is 1: nothing varies, so there is no error."),
            _turned_and_shifted,
        ),
        mistakes=(
            Mistake(
                "planted",
                "That is the planted bug: x and y go up and down together. What varies from deal to deal?",
                _planted,
            ),
            Mistake(
                "divided by n",
                "You divide the sum of squares by n. By what does the estimate of a variance divide?",
                seen={NESTED: (Fraction(1, 8), Fraction(7, 512))},
            ),
            Mistake(
                "one deal",
                "That is the variance of one difference. Asked is that of the mean of all.",
                seen={NESTED: (Fraction(1, 8), Fraction(1, 8))},
            ),
        ),
        hints=(
            "Both rules get the same deals. Which numbers vary from deal to deal?",
            "First take the difference of each deal; then its mean and its variance.",
            "Hand the differences to mean_and_variance, and divide the variance by the number of deals.",
        ),
    ),
    Question(
        id="q5",
        name="verdict",
        title="What do we say?",
        returns=str,
        inputs=RESULTS,
        tests=(
            _one_of_three,
            gives(_case(0, 0), "too small", "No difference at all, and no error: that lies inside the band."),
            _either_way,
            _surer,
        ),
        mistakes=(
            Mistake(
                "clear is enough",
                "You compare the bar with 0 only. It may be clear; but is it large?",
                seen={_case(12, 2): "matters", _case(25, 3): "matters", _case(12, 10): "cannot tell"},
            ),
            Mistake(
                "a fall is small",
                "A large fall is a change, too. Where else does the band end?",
                seen={_case(-90, 2): "too small", _case(90, 2): "matters"},
            ),
            Mistake(
                "one error",
                "Your bar is too short: how many standard errors go either way?",
                seen={_case(25, 3): "matters", _case(12, 3): "too small", _case(25, 10): "cannot tell"},
            ),
            Mistake(
                "error ignored",
                "You compare d with the band and leave the error out. How long is the bar?",
                seen={_case(25, 60): "matters", _case(12, 60): "too small"},
            ),
        ),
        hints=(
            "Draw the band and the bar. Where are their ends?",
            "The bar ends at d - 2 se and d + 2 se, the band at -delta and delta. Do not forget falls.",
            "A fall counts like a rise: use abs(d). Take 2 se away for 'matters', add it for 'too small'.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: a plan",
        kind="text",
        hints=(
            "Which number would make you change the rule at your own table? That is δ.",
            "How many deals do you need so that the bar is shorter than the band?",
            "A good answer fixes question, δ, n and seed beforehand, and says what each case would mean.",
        ),
    ),
)
