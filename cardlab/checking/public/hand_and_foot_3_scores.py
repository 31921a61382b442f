"""The public part of exercise hand-and-foot-3-scores: scores, the variance of a sum, and waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.probability.arrays import np
from cardlab.probability.deals import chunk_generator, deal_cards
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hand and Foot 3: what is a round worth?"
DEALS, SEED = 100_000, 3

# ---------------------------------------------------------------------------------- experiments


def _squares(values: tuple[int, ...], cards: int) -> Estimate:
    """How far the sum of some cards is from its mean, squared."""
    dealt = deal_cards(chunk_generator(SEED, 0), size=len(values), cards=cards, n=DEALS)
    sums = np.array(values)[dealt].sum(axis=0)
    squares = (sums - cards * sum(values) / len(values)) ** 2
    return Estimate.of_mean(float(squares.sum()), float((squares**2).sum()), DEALS, SEED)


def _first_place(unseen: int, copies: int) -> Estimate:
    """The places of the kings are dealt; the first of them counts."""
    places = deal_cards(chunk_generator(SEED, 0), size=unseen, cards=copies, n=DEALS)
    first = places.min(axis=0).astype(float) + 1
    return Estimate.of_mean(float(first.sum()), float((first**2).sum()), DEALS, SEED)


# ------------------------------------------------------------------------------------ properties

PARTS = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 260, 0), (0, 0, 0, 35))


def _adds_up(round_score: Callable[..., Any]) -> str:
    whole, parts = round_score(1, 1, 260, 35), sum(round_score(*part) for part in PARTS)
    if whole == parts:
        return ""
    told = f"{call(round_score, (1, 1, 260, 35))} gave {shown(whole)}"
    return f"{told}. Its two books, cards laid and cards left, each scored alone, make {shown(parts)}."


def _loss_counts(round_score: Callable[..., Any]) -> str:
    got = round_score(0, 0, 0, 244)
    if got < 0:
        return ""
    return f"round_score(0, 0, 0, 244) gave {shown(got)}. What are cards that are left (H49)?"


def _joker_for_two(book_points: Callable[..., Any]) -> str:
    """The values of wild cards are their own."""
    one, other = ("K", 4, 1, 2), ("K", 4, 2, 1)
    if book_points(*other) - book_points(*one) == 30:
        return ""
    first, second = call(book_points, one), call(book_points, other)
    return (
        f"{first} gave {shown(book_points(*one))} and {second} gave {shown(book_points(*other))}. "
        "How much more is a joker worth than a two?"
    )


def _sums_are_possible(points_pmf: Callable[..., Any]) -> str:
    for values, cards in TABLES:
        pmf, tried = points_pmf(values, cards), call(points_pmf, (values, cards))
        if sum(pmf.values()) != 1:
            return f"{tried}: the chances add up to {shown(sum(pmf.values()))}. All together must be 1."
        mean = sum(points * chance for points, chance in pmf.items())
        if mean != Fraction(cards * sum(values), len(values)):
            return f"{tried}: the mean is {shown(mean)}. It must be {cards} times the mean of one card."
        for points in pmf:
            if not _can_be(points, values, cards):
                return f"{tried} has the sum {shown(points)}. Which {cards} of the cards have it?"
    return ""


def _can_be(points: int, values: tuple[int, ...], cards: int) -> bool:
    """Is there a set of so many of the cards with this sum?"""
    held = Counter(values)
    kinds = list(held)
    taken = product(*(range(held[kind] + 1) for kind in kinds))
    return any(
        sum(numbers) == cards and sum(n * kind for n, kind in zip(numbers, kinds, strict=True)) == points
        for numbers in taken
    )


def _planted(values: tuple[int, ...], cards: int) -> dict[int, Fraction]:
    """The function of the bug hunt, as it stands in the student's notebook."""
    sums = [sum(taken) for taken in product(values, repeat=cards)]
    return {points: Fraction(sums.count(points), len(sums)) for points in sorted(set(sums))}


FOUR = (5, 10, 20, 50)
TINY = (10,) * 8 + (50,) * 2
TABLES = (((10, 10, 50), 1), ((10, 10, 50), 2), (FOUR, 2), ((5, 5, 10, 10, 50), 3))

QUESTIONS = (
    Question(
        id="q1",
        name="round_score",
        title="Fill the blank: the score of a round",
        returns=int,
        inputs=((1, 1, 260, 35), (2, 1, 400, 15), (0, 0, 0, 244), (0, 0, 0, 0), *PARTS),
        tests=(
            gives((0, 0, 0, 0), 0, "No books, no cards: nothing to score."),
            _loss_counts,
            rises([(0, 1, 0, 0), (1, 0, 0, 0)], "A clean book is worth more than a dirty one."),
            _adds_up,
        ),
        mistakes=(
            Mistake(
                "left added",
                "You add the cards that are left. What does HA32 say of them?",
                seen={(0, 0, 0, 244): 244, (1, 1, 260, 35): 1095},
            ),
            Mistake(
                "books swapped",
                "Which books are worth more, the clean or the dirty ones (H29, H30)?",
                seen={(1, 0, 0, 0): 300, (0, 1, 0, 0): 500, (2, 1, 400, 15): 1485},
            ),
            Mistake(
                "cards laid forgotten",
                "The cards that were laid count, too, besides the books (H48).",
                seen={(1, 1, 260, 35): 765, (0, 0, 260, 0): 0},
            ),
            Mistake(
                "never below zero",
                "May a score fall below zero? See HA35.",
                seen={(0, 0, 0, 244): 0, (0, 0, 0, 35): 0, (0, 0, 260, 0): 260},
            ),
        ),
        hints=(
            "Which of the four numbers help the team, and which harm it?",
            "Each clean book counts 500, each dirty one 300. Cards laid are added.",
            "Add 500 for each clean and 300 for each dirty book and the cards laid; take off the cards left.",
        ),
    ),
    Question(
        id="q2",
        name="book_points",
        title="What a book brings",
        returns=int,
        inputs=(
            ("4", 7, 0, 0),
            ("K", 7, 0, 0),
            ("A", 7, 0, 0),
            ("K", 6, 0, 1),
            ("K", 4, 1, 2),
            ("K", 4, 2, 1),
            ("A", 4, 3, 0),
        ),
        tests=(
            gives(("A", 4, 3, 0), 530, "The lesson counts it: 300, four aces and three jokers."),
            rises([("4", 7, 0, 0), ("K", 7, 0, 0), ("A", 7, 0, 0)], "Fours, kings and aces differ in value."),
            rises([("K", 6, 0, 1), ("K", 7, 0, 0)], "With a seventh king instead of the two it is clean."),
            _joker_for_two,
        ),
        mistakes=(
            Mistake(
                "wild as its rank",
                "You count a wild card like the rank that it stands for. It has a value of its own (H3, H4).",
                seen={("K", 6, 0, 1): 370, ("K", 4, 1, 2): 370},
            ),
            Mistake(
                "always clean",
                "You give each book the same bonus. What if there are wild cards in it (H30)?",
                seen={("K", 6, 0, 1): 580, ("A", 4, 3, 0): 730},
            ),
            Mistake(
                "bonus only",
                "That is the bonus alone. What about the cards in the book (H48, HA34)?",
                seen={("K", 6, 0, 1): 300, ("A", 7, 0, 0): 500},
            ),
            Mistake(
                "twos like jokers",
                "You count a two like a joker. What is a two worth (H4)?",
                seen={("K", 6, 0, 1): 410, ("K", 4, 1, 2): 490},
            ),
        ),
        hints=(
            "A book counts twice: once as a book, and then its cards.",
            "When is it clean? And what is each natural card, each joker and each two worth?",
            "500 if naturals is 7, else 300; then the natural cards, 50 for each joker, 20 for each two.",
        ),
    ),
    Question(
        id="q3",
        name="variance_of_sum",
        title="How much a sum varies",
        returns=Fraction,
        inputs=((FOUR, 4), (FOUR, 1), (FOUR, 2), (FOUR, 3), (TINY, 5), ((20, 20, 20), 2)),
        tests=(
            gives((FOUR, 4), 0, "All four cards always have the same sum."),
            gives(((20, 20, 20), 2), 0, "If all cards are alike, every sum is the same."),
            *(
                agrees(
                    (values, cards),
                    partial(_squares, values, cards),
                    "the squared distance from the mean sum",
                )
                for values, cards in ((FOUR, 1), (FOUR, 2), (FOUR, 3), (TINY, 5))
            ),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Does a card that you took go back?",
                seen={(FOUR, 2): 609.375, (FOUR, 4): 1218.75},
            ),
            Mistake(
                "one card times number",
                "You square the number of cards. Is a sum of some cards one card, so many times?",
                seen={(FOUR, 2): 812.5, (FOUR, 4): 0.0},
            ),
            Mistake(
                "one card",
                "That is the variance of one card. Does a sum of more cards vary as much?",
                seen={(FOUR, 2): 304.6875, (FOUR, 4): 304.6875},
            ),
            Mistake(
                "N in the factor",
                "Look at the factor again, with one card: then nothing should change.",
                seen={(FOUR, 2): 304.6875, (FOUR, 4): 0.0},
            ),
        ),
        hints=(
            "Begin with one card: mean, and then the mean of the squared distances from it.",
            "Of independent cards the variances add up. Here high cards are followed by lower ones.",
            "Take the variance of one card, times the number of cards, times the factor of the lesson.",
        ),
    ),
    Question(
        id="q4",
        name="mean_wait",
        title="Target practice: the first king",
        returns=Fraction,
        inputs=((10, 10), (7, 2), (264, 4), (264, 8), (264, 18)),
        tests=(
            gives((10, 10), 1, "If all cards are kings, the first card is one."),
            falls([(264, 4), (264, 8), (264, 18)], "The more kings, the sooner one comes."),
            agrees((7, 2), partial(_first_place, 7, 2), "the place of the first king"),
            agrees((264, 18), partial(_first_place, 264, 18), "the place of the first king"),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Does a card that was turned up go back?",
                seen={(7, 2): 3.5, (264, 18): 14.66667},
            ),
            Mistake(
                "cards before",
                "So many cards come before the king. Is the king itself counted?",
                seen={(7, 2): 1.66667, (264, 18): 12.94737},
            ),
            Mistake(
                "as many gaps as kings",
                "Into how many gaps do the kings cut the other cards? Do not forget the one behind the last.",
                seen={(7, 2): 4.0, (264, 18): 14.72222},
            ),
            Mistake(
                "half the spacing",
                "You take half of the usual distance. Do the kings lie at equal distances?",
                seen={(7, 2): 1.75, (264, 18): 7.33333},
            ),
        ),
        hints=(
            "Take few cards, say three with one king, and list at which place it can lie.",
            "The kings cut the other cards into gaps: before, between and behind, equally long on average.",
            "There is one gap more than kings. The first king comes just after the first gap.",
        ),
    ),
    Question(
        id="q5",
        name="points_pmf",
        title="Bug hunt: how likely is each sum?",
        returns=dict,
        inputs=TABLES,
        tests=(_sums_are_possible,),
        mistakes=(
            Mistake(
                "planted",
                "That is the planted bug: may the same card be taken twice?",
                _planted,
            ),
            Mistake(
                "sums equally likely",
                "You take all sums as equally likely. How many ways has each?",
                seen={((10, 10, 50), 2): {20: Fraction(1, 2), 60: Fraction(1, 2)}},
            ),
            Mistake(
                "sets over orders",
                "You count sets of cards, but divide by the number of orders. Count both in the same way.",
                seen={((10, 10, 50), 2): {20: Fraction(1, 6), 60: Fraction(1, 3)}},
            ),
            Mistake(
                "like cards once",
                "Two cards of the same value are still two cards. Do you count them once?",
                seen={((10, 10, 50), 2): {60: Fraction(1)}},
            ),
        ),
        hints=(
            "List by hand which pairs can be taken from 10, 10 and 50, and then what the function lists.",
            "product lists a card together with itself. You take the cards at once, from the table.",
            "combinations(values, cards) lists each set of different cards once, equal values included.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: close or wait?",
        kind="text",
        hints=(
            "What do you have for sure if you close now? Which wild card would you use?",
            "What is waiting worth if the king comes with chance p, and what if it does not come?",
            "A good answer gives the chance at which both are equal, and says what it takes for granted.",
        ),
    ),
)
