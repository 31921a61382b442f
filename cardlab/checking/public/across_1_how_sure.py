"""The public part of exercise across-1-how-sure: standard errors, and how many deals they cost."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, disagreement, falls, gives
from cardlab.checking.question import Mistake, Question
from cardlab.probability.monte_carlo import Estimate

TITLE = "Across games 1: how sure is a simulation?"
RUNS, SEED = 10_000, 6

# ---------------------------------------------------------------------------------- experiments


def _shares(p: Fraction, n: int) -> list[float]:
    """The share of hits in n trials, found so many times."""
    rng, chance = Random(SEED), float(p)
    return [sum(rng.random() < chance for _ in range(n)) / n for _ in range(RUNS)]


def _mean(values: list[float]) -> Estimate:
    return Estimate.of_mean(sum(values), sum(value * value for value in values), len(values), SEED)


def _squared_distance(p: Fraction, n: int) -> Estimate:
    return _mean([(share - float(p)) ** 2 for share in _shares(p, n)])


def _within_two(n: int, p: Fraction) -> Estimate:
    far = 4 * float(p * (1 - p)) / n + 1e-12  # at exactly two errors it is still within
    return Estimate.of_share(sum((share - float(p)) ** 2 <= far for share in _shares(p, n)), RUNS, SEED)


def _squared_gain(suit: Fraction, colour: Fraction) -> Estimate:
    """The squared distance of colour minus suit from its mean; one random number judges both."""
    rng, gain = Random(SEED), float(colour - suit)
    drawn = [rng.random() for _ in range(RUNS)]
    return _mean([((u < float(colour)) - (u < float(suit)) - gain) ** 2 for u in drawn])


CARDS = [rank + suit for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split() for suit in "SHDC"]


def _can_play(rng: Random) -> bool:
    """One deal, as it stands in the student's notebook."""
    top, *hand = rng.sample(CARDS, 6)
    return any(card[-1] == top[-1] or card[:-1] in (top[:-1], "2") for card in hand)


def _plays() -> Estimate:
    rng = Random(SEED)
    return Estimate.of_share(sum(_can_play(rng) for _ in range(RUNS)), RUNS, SEED)


# ------------------------------------------------------------------------------------ properties

HALF, RARE, OFTEN = Fraction(1, 2), Fraction(1, 17), Fraction(9, 10)
PLANS = (
    (HALF, HALF),
    (HALF, Fraction(1, 100)),
    (RARE, Fraction(1, 100)),
    (OFTEN, Fraction(1, 100)),
    (OFTEN, Fraction(1, 7)),
    (HALF, Fraction(1, 98)),  # with floats the bound comes out a little too large
)


def _just_enough(deals: Callable[..., Any]) -> str:
    """So many deals are enough, and one less is not."""
    for p, error in PLANS:
        n, tried = deals(p, error), call(deals, (p, error))
        if n < 1:
            return f"{tried} gave {shown(n)}. It takes one deal at least."
        if p * (1 - p) > n * error**2:
            return f"{tried} gave {shown(n)}. With so many deals the standard error is still too large."
        if n > 1 and p * (1 - p) <= (n - 1) * error**2:
            return f"{tried} gave {shown(n)}. One deal less would be enough, too."
    return ""


SEEDS = range(1, 21)
LONGER = range(101, 107)


def _no_certainty(share: Callable[..., Any]) -> str:
    for seed in SEEDS:
        value = share(100, seed)
        if value in (0, 1):
            tried = f"{call(share, (100, seed))} gave {shown(value)}"
            return f"{tried}. In 100 different deals one can play in some, and not in others."
    return ""


def _seeds_differ(share: Callable[..., Any]) -> str:
    found = {share(100, seed) for seed in SEEDS}
    if len(found) == 1:
        return f"share(100, seed) gave {shown(found.pop())} for all of 20 seeds. Is the seed used?"
    return ""


def _repeatable(share: Callable[..., Any]) -> str:
    for n, more in pairwise(LONGER):
        hits, more_hits = share(n, 7) * n, share(more, 7) * more
        if more_hits - hits not in (0, 1):
            told = f"With seed 7 you found {shown(hits)} hits in {n} deals and {shown(more_hits)} in {more}"
            return f"{told}. One deal more is one hit more, or none: does the seed decide all chance?"
    return ""


def _spread_as_it_should(share: Callable[..., Any]) -> str:
    """The squared distances of 20 shares from their mean, in squared standard errors, are 19 or so."""
    shares = [float(share(100, seed)) for seed in SEEDS]
    mean = sum(shares) / len(shares)
    squares = sum((value - mean) ** 2 for value in shares) * 100 / (mean * (1 - mean))
    if not 4 < squares < 50:
        much = "less" if squares < 19 else "more"
        return f"For 20 seeds, your shares of 100 deals differ much {much} than their standard error says."
    return ""


def _right_on_average(share: Callable[..., Any]) -> str:
    mean = sum(share(100, seed) for seed in SEEDS) / len(SEEDS)
    found = _plays()
    theirs = found.standard_error**2 + found.value * (1 - found.value) / (100 * len(SEEDS))
    wider = Estimate(found.value, theirs**0.5, RUNS, SEED, is_share=True)
    return disagreement("share(100, seed), on average over 20 seeds,", mean, wider, "a card could be played")


def _planted(n: int, seed: int) -> Fraction:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return Fraction(int(_can_play(Random(seed))))


def _hits(n: int, generators: Callable[[int], Random]) -> Fraction:
    return Fraction(sum(_can_play(generators(trial)) for trial in range(n)), n)


def _one_seed(n: int, seed: int) -> Fraction:
    rng = Random(1)
    return _hits(n, lambda trial: rng)


SMALL = (Fraction(8, 11), Fraction(9, 11))
NEVER, ALWAYS = Fraction(0), Fraction(1)
EVENTS = ((HALF, 4), (HALF, 8), (NEVER, 5), (ALWAYS, 5), (RARE, 10), (OFTEN, 3))

QUESTIONS = (
    Question(
        id="q1",
        name="variance",
        title="Fill the blank: the variance of a share",
        returns=Fraction,
        inputs=EVENTS,
        tests=(
            gives((NEVER, 5), 0, "What never happens is never found: the share is always right."),
            gives((ALWAYS, 5), 0, "What always happens is always found: the share is always right."),
            gives((HALF, 4), Fraction(1, 16), "That is the table of the lesson, four start cards."),
            falls([(HALF, 4), (HALF, 8)], "More trials bring the share nearer to the truth."),
            *(
                agrees((p, n), partial(_squared_distance, p, n), "the squared distance from p")
                for p, n in ((HALF, 8), (RARE, 10), (OFTEN, 3))
            ),
        ),
        mistakes=(
            Mistake(
                "of one trial",
                "That is the variance of a single trial. Where is n?",
                seen={(HALF, 4): 0.25, (HALF, 8): 0.25},
            ),
            Mistake(
                "n twice",
                "Does n come in once or twice? The mean of four has a quarter of the variance of one.",
                seen={(HALF, 4): 0.01562, (HALF, 8): 0.00391},
            ),
            Mistake(
                "p alone",
                "What if p is 1? Then the share is always right, and the variance is 0.",
                seen={(ALWAYS, 5): 0.2, (HALF, 4): 0.125},
            ),
            Mistake(
                "of the sum",
                "That is the variance of the number of hits. Asked is the share, the mean of the trials.",
                seen={(HALF, 4): 1.0, (HALF, 8): 2.0},
            ),
        ),
        hints=(
            "A single trial gives 1 with chance p, or 0. How far are these from p, squared, on average?",
            "The variance of one trial is p times something. What must it be at p = 1?",
            "One trial has the variance p * (1 - p); the mean of n trials has one n-th of that.",
        ),
    ),
    Question(
        id="q2",
        name="deals",
        title="How many deals?",
        returns=int,
        inputs=PLANS,
        tests=(gives(PLANS[0], 1, "A single trial at one half is off by one half."), _just_enough),
        mistakes=(
            Mistake(
                "rounded down",
                "Is that enough? Put it back: the standard error must not be larger than was asked.",
                seen={PLANS[2]: 553, PLANS[1]: 2500},
            ),
            Mistake(
                "p is a half",
                "You plan as if p were 1/2. Where does your p come in?",
                seen={PLANS[1]: 2500, PLANS[2]: 2500},
            ),
            Mistake(
                "p left out",
                "Where is p? An event that happens nearly always needs fewer deals.",
                seen={PLANS[1]: 10_000, PLANS[2]: 10_000},
            ),
            Mistake(
                "no square",
                "Under the root stands n: a tenth of the error takes a hundred times the deals.",
                seen={PLANS[1]: 25, PLANS[0]: 1},
            ),
        ),
        hints=(
            "Write down the standard error of n deals. It must be at most the error: square both sides.",
            "Solve for n. If that is no whole number, which way must you round?",
            "n must be at least p * (1 - p) / error ** 2; round up.",
        ),
    ),
    Question(
        id="q3",
        name="within",
        title="Within two errors",
        returns=Fraction,
        inputs=((1, HALF), (4, HALF), (9, HALF), (16, HALF), (10, RARE), (20, OFTEN)),
        tests=(
            chances([(1, HALF), (4, HALF), (9, HALF), (16, HALF), (10, RARE), (20, OFTEN)]),
            gives((1, HALF), 1, "One trial at one half is always off by just one standard error."),
            gives((4, HALF), 1, "In the lesson's table no share of red is off by more than 1/2."),
            *(
                agrees(one, partial(_within_two, *one), "the share was within two standard errors")
                for one in ((9, HALF), (16, HALF), (10, RARE), (20, OFTEN))
            ),
        ),
        mistakes=(
            Mistake(
                "edge left out",
                "Does the edge count? At exactly two standard errors the share is still within.",
                seen={(4, HALF): 0.875, (16, HALF): 0.92319},
            ),
            Mistake(
                "one error",
                "Is that one standard error or two? Squares of distances grow fourfold.",
                seen={(4, HALF): 0.875, (16, HALF): 0.78989},
            ),
            Mistake(
                "a rule of thumb",
                "95 of 100 is for large n. Count: how likely is each number of hits?",
                lambda n, p: Fraction(19, 20),
            ),
            Mistake("outside", "That is the chance to be further off than two standard errors."),
        ),
        hints=(
            "How likely are exactly k hits in n trials? The lesson uses it in its last check.",
            "Go through all k from 0 to n, and keep those with a squared distance that is small enough.",
            "Add comb(n, k) * p**k * (1 - p)**(n - k) where (k/n - p) squared is at most 4 p (1 - p) / n.",
        ),
    ),
    Question(
        id="q4",
        name="share",
        title="Bug hunt: a very sure simulation",
        returns=Fraction,
        inputs=[*((100, seed) for seed in SEEDS), *((n, 7) for n in LONGER)],
        tests=(
            chances([(100, seed) for seed in SEEDS]),
            _seeds_differ,
            _no_certainty,
            _repeatable,
            _right_on_average,
            _spread_as_it_should,
        ),
        mistakes=(
            Mistake(
                "the same deal for ever",
                "That is the planted bug. How many different deals does it see?",
                _planted,
            ),
            Mistake(
                "seed not used",
                "Another seed must bring other deals. Where does the seed go?",
                _one_seed,
            ),
            Mistake(
                "neighbouring seeds",
                "Seed 1 and seed 2 then share nearly all of their deals. One generator is enough for a run.",
                lambda n, seed: _hits(n, lambda trial: Random(seed + trial)),
            ),
        ),
        hints=(
            "Print the hand in each deal. What do you see?",
            "A generator goes on from where it is, unless it is made anew. How often is it made here?",
            "Make the generator once, before the loop, from the seed.",
        ),
    ),
    Question(
        id="q5",
        name="common",
        title="Common deals",
        returns=Fraction,
        inputs=(SMALL, (HALF, HALF), (0, 1), (Fraction(1, 5), Fraction(4, 5))),
        tests=(
            gives((HALF, HALF), 0, "Then both rules always agree, and the difference is always 0."),
            gives((0, 1), 0, "Then the difference is always 1, and never off."),
            *(
                agrees(
                    one, partial(_squared_gain, *one), "the squared distance of the difference from its mean"
                )
                for one in (SMALL, (Fraction(1, 5), Fraction(4, 5)))
            ),
        ),
        mistakes=(
            Mistake(
                "separate deals",
                "Variances add if the deals are separate. Are these two independent?",
                seen={SMALL: 0.34711, (HALF, HALF): 0.5},
            ),
            Mistake(
                "variances subtracted",
                "Do variances subtract? List the twelve cards: in which is the difference 1?",
                seen={SMALL: 0.04959},
            ),
            Mistake(
                "the mean",
                "Is that the mean of the difference or its variance?",
                seen={SMALL: 0.09091, (0, 1): 1.0},
            ),
            Mistake(
                "the mean squared",
                "The variance is a mean of squares, not the square of the mean.",
                seen={SMALL: 0.00826},
            ),
        ),
        hints=(
            "The difference is 1 if only colour lets you play, and otherwise 0. How likely is it 1?",
            "So it is like a single trial with a chance of its own. What is the variance of a single trial?",
            "With the gain g = colour - suit as that chance, use what you found in question 1 for one trial.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: which bot is better?",
        kind="text",
        hints=(
            "How far off is each of the two shares, typically? And their difference?",
            "For a difference of 0.06 a standard error of 0.03 would do. How many games is that?",
            "A good answer makes a claim, gives two numbers for it, and says what it takes for granted.",
        ),
    ),
)
