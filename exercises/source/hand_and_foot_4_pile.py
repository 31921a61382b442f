"""The teacher's part of hand-and-foot-4-pile: further inputs, and mistakes that would give answers away."""

from fractions import Fraction
from math import comb

from cardlab.checking.exercise import Key
from cardlab.probability.exact import hypergeometric


def at_least_two(cards: int, copies: int, unseen: int) -> Fraction:
    return 1 - hypergeometric(0, cards, copies, unseen) - hypergeometric(1, cards, copies, unseen)


def aside_once(cards: int, decks: int) -> Fraction:
    """Red threes among the first cards, and among as many that replace them; then no more."""
    red, pack = 2 * decks, 54 * decks
    total = Fraction(0)
    for first in range(min(cards, red) + 1):
        chance = hypergeometric(first, cards, red, pack)
        total += chance * (first + Fraction(first * (red - first), pack - cards))
    return total


VALUES = (
    {"Joker": 50, "2": 20, "A": 20} | dict.fromkeys("8 9 10 J Q K".split(), 10) | dict.fromkeys("34567", 5)
)


def natural_points(*texts: str) -> int:
    """The points of natural cards only."""
    ranks = [card[:-1] for text in texts for card in text.split() if card != "Joker"]
    return sum(VALUES[rank] for rank in ranks if rank != "2")


def points(*texts: str) -> int:
    cards = [card for text in texts for card in text.split()]
    return sum(VALUES[card if card == "Joker" else card[:-1]] for card in cards)


KEYS = {
    "q1": Key(
        inputs=[(11, 19, 269), (2, 3, 53), (5, 4, 20), (1, 4, 5), (22, 23, 323)],
        wrong={
            "top card counted": lambda cards, copies, unseen: at_least_two(cards, copies + 1, unseen + 1),
            "exactly two": lambda cards, copies, unseen: hypergeometric(2, cards, copies, unseen),
            "one is enough": lambda cards, copies, unseen: 1 - hypergeometric(0, cards, copies, unseen),
            "the opposite": lambda cards, copies, unseen: 1 - at_least_two(cards, copies, unseen),
        },
    ),
    "q2": Key(
        inputs=[(kept,) for kept in (2, 4, 6, 7, 11)],
        wrong={
            "own cards ignored": lambda kept: 1 - at_least_two(11, 23, 323),
            "only kings seen": lambda kept: 1 - at_least_two(11, 23 - kept, 323 - kept),
            "discard forgotten": lambda kept: 1 - at_least_two(11, 24 - kept, 312),
            "the opposite": lambda kept: at_least_two(11, 23 - kept, 312),
        },
    ),
    "q3": Key(
        inputs=[(3, 2, 3, 7), (2, 11, 23, 323), (5, 11, 23, 323), (3, 11, 19, 269), (4, 3, 2, 20)],
        wrong={
            "added up": lambda seats, cards, copies, unseen: seats * at_least_two(cards, copies, unseen),
            "independent": lambda seats, cards, copies, unseen: (
                1 - (1 - at_least_two(cards, copies, unseen)) ** seats
            ),
            "one big hand": lambda seats, cards, copies, unseen: at_least_two(seats * cards, copies, unseen),
            "the opposite": lambda seats, cards, copies, unseen: sum(
                Fraction(
                    comb(seats, one) * cards**one * comb(unseen - cards * seats, copies - one),
                    comb(unseen, copies),
                )
                for one in range(min(seats, copies) + 1)
            ),
        },
    ),
    "q4": Key(
        inputs=[(11, 5), (1, 1), (13, 6), (52, 1)],
        wrong={
            "no replacement": lambda cards, decks: Fraction(cards * 2, 54),
            "put back": lambda cards, decks: Fraction(cards * 2, 52),
            "a chance": lambda cards, decks: 1 - hypergeometric(0, cards, 2 * decks, 54 * decks),
            "replaced once": aside_once,
        },
    ),
    "q5": Key(
        inputs=[
            ("9S 9H", "9S", "QS QH QD", ""),
            ("JS JH", "JC", "JD JD 2S", "2S 3S"),
            ("4S 4H", "4D", "", "AS"),
        ],
        wrong={
            "top card forgotten": lambda pair, top, extra, six: points(pair, extra),
            "wild cards forgotten": lambda pair, top, extra, six: natural_points(pair, top, extra),
            "extra forgotten": lambda pair, top, extra, six: points(pair, top),
        },
    ),
}
