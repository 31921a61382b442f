"""The teacher's part of hand-and-foot-3-scores: further inputs, and mistakes that would give answers away."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import perm

from cardlab.checking.exercise import Key

LOW = ("4", "5", "6", "7")


def value(rank: str) -> int:
    return 20 if rank == "A" else 5 if rank in LOW else 10


def book(
    rank: str, naturals: int, jokers: int, twos: int, *, joker: int = 50, two: int = 20, dirty: int = 300
) -> int:
    return (500 if naturals == 7 else dirty) + value(rank) * naturals + joker * jokers + two * twos


def variance(values: tuple[int, ...]) -> Fraction:
    mean = Fraction(sum(values), len(values))
    return sum((one - mean) ** 2 for one in values) / len(values)


def factor(values: tuple[int, ...], cards: int) -> Fraction:
    return Fraction(len(values) - cards, len(values) - 1)


def shares(sums: Iterable[int], ways: int = 0) -> dict[int, Fraction]:
    """Each sum with its share of the ways; by default all sums are the ways."""
    counts = Counter(sums)
    return {points: Fraction(count, ways or counts.total()) for points, count in sorted(counts.items())}


def all_sums(values: Iterable[int], cards: int) -> list[int]:
    return [sum(taken) for taken in combinations(values, cards)]


SIX_PACKS = (50,) * 12 + (20,) * 48 + (10,) * 144 + (5,) * 120

KEYS = {
    "q1": Key(
        inputs=[(1, 2, 300, 0), (3, 0, 505, 60), (0, 1, 15, 245), (0, 2, 150, 150)],
        wrong={
            "left added": lambda clean, dirty, laid, left: 500 * clean + 300 * dirty + laid + left,
            "books swapped": lambda clean, dirty, laid, left: 300 * clean + 500 * dirty + laid - left,
            "cards laid forgotten": lambda clean, dirty, laid, left: 500 * clean + 300 * dirty - left,
            "never below zero": lambda clean, dirty, laid, left: max(
                0, 500 * clean + 300 * dirty + laid - left
            ),
        },
    ),
    "q2": Key(
        inputs=[
            ("8", 7, 0, 0),
            ("10", 6, 1, 0),
            ("7", 5, 2, 0),
            ("A", 4, 0, 3),
            ("A", 6, 0, 1),
            ("4", 4, 3, 0),
        ],
        wrong={
            "wild as its rank": lambda rank, naturals, jokers, twos: book(
                rank, naturals, jokers, twos, joker=value(rank), two=value(rank)
            ),
            "always clean": lambda rank, naturals, jokers, twos: book(
                rank, naturals, jokers, twos, dirty=500
            ),
            "bonus only": lambda rank, naturals, jokers, twos: 500 if naturals == 7 else 300,
            "twos like jokers": lambda rank, naturals, jokers, twos: book(
                rank, naturals, jokers, twos, two=50
            ),
        },
    ),
    "q3": Key(
        inputs=[(SIX_PACKS, 11), (SIX_PACKS[::6], 11), ((5, 5, 20), 2), ((10,) * 5 + (20,) * 4, 3)],
        wrong={
            "put back": lambda values, cards: cards * variance(values),
            "one card times number": lambda values, cards: (
                cards**2 * variance(values) * factor(values, cards)
            ),
            "one card": lambda values, cards: variance(values),
            "N in the factor": lambda values, cards: (
                cards * variance(values) * Fraction(len(values) - cards, len(values))
            ),
        },
    ),
    "q4": Key(
        inputs=[(52, 4), (10, 1), (30, 29), (313, 12)],
        wrong={
            "put back": lambda unseen, copies: Fraction(unseen, copies),
            "cards before": lambda unseen, copies: Fraction(unseen - copies, copies + 1),
            "as many gaps as kings": lambda unseen, copies: Fraction(unseen + 1, copies),
            "half the spacing": lambda unseen, copies: Fraction(unseen, 2 * copies),
        },
    ),
    "q5": Key(
        inputs=[((5, 5, 5, 50), 2), ((20, 50), 2), ((5, 10, 10, 20, 20), 3), ((5, 10, 20, 50), 3)],
        wrong={
            "sums equally likely": lambda values, cards: shares(set(all_sums(values, cards))),
            "sets over orders": lambda values, cards: shares(
                all_sums(values, cards), perm(len(values), cards)
            ),
            "like cards once": lambda values, cards: shares(all_sums(dict.fromkeys(values), cards)),
        },
    ),
}
