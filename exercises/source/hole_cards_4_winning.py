"""The teacher's part of hole-cards-4-winning: further inputs, and mistakes that would give answers away."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from cardlab.checking.exercise import Key

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
HALF = Fraction(1, 2)
Seats = list[int]


def points(hand: str, ace: int = 14) -> int:
    """The total of a hand."""
    return sum(ace if card[:-1] == "A" else RANKS.index(card[:-1]) + 2 for card in hand.split())


def settle(
    out: Callable[[Seats, int], bool], keep: Callable[[tuple[str, ...], Seats], Seats]
) -> Callable[..., list[Fraction]]:
    """Shares of a win, if the knocker is out by one rule, and others of the tied by another."""

    def shares(hands: tuple[str, ...], knocker: int) -> list[Fraction]:
        playing = [seat for seat in range(len(hands)) if seat != knocker or not out(fewest(hands), knocker)]
        least = min(len(hands[seat].split()) for seat in playing)
        winners = keep(hands, [seat for seat in playing if len(hands[seat].split()) == least])
        return [Fraction(seat in winners, len(winners)) for seat in range(len(hands))]

    return shares


def fewest(hands: tuple[str, ...]) -> Seats:
    counts = [len(hand.split()) for hand in hands]
    return [seat for seat, count in enumerate(counts) if count == min(counts)]


def tied(seats: Seats, knocker: int) -> bool:
    return len(seats) > 1


def lowest(hands: tuple[str, ...], seats: Seats, ace: int = 14) -> Seats:
    least = min(points(hands[seat], ace) for seat in seats)
    return [seat for seat in seats if points(hands[seat], ace) == least]


def highest(hands: tuple[str, ...], seats: Seats) -> Seats:
    most = max(points(hands[seat]) for seat in seats)
    return [seat for seat in seats if points(hands[seat]) == most]


@cache
def compared(ranks: str, c: int, packs: int = 1) -> tuple[Fraction, Fraction]:
    """How likely the first hand is lower, and how likely both are equal."""
    pack = [(rank + suit) for rank in ranks.split() for suit in "SHDC"]
    found: Counter[int] = Counter()
    for ben in combinations(pack, c):
        rest = pack if packs == 2 else [card for card in pack if card not in ben]
        mine = points(" ".join(ben))
        for cas in combinations(rest, c):
            yours = points(" ".join(cas))
            found[(mine > yours) - (mine < yours)] += 1
    return Fraction(found[-1], found.total()), Fraction(found[0], found.total())


def totals(ranks: str, c: int) -> int:
    pack = [rank + suit for rank in ranks.split() for suit in "SHDC"]
    return len({points(" ".join(hand)) for hand in combinations(pack, c)})


@cache
def value(a: int, b: int, n: int, p: Fraction) -> Fraction:
    if n in (a, b):
        return Fraction(a == n)
    return p * value(a + 1, b, n, p) + (1 - p) * value(a, b + 1, n, p)


@cache
def left(a: int, b: int, n: int, p: Fraction) -> Fraction:
    if n in (a, b):
        return Fraction(0)
    return 1 + p * left(a + 1, b, n, p) + (1 - p) * left(a, b + 1, n, p)


def worth(a: int, b: int, n: int, p: Fraction) -> Fraction:
    return value(a + 1, b, n, p) - value(a, b + 1, n, p)


KEYS = {
    "q1": Key(
        inputs=[
            (("7H 2D", "4C 5S", "9D", "KS"), 2),
            (("7H 2D", "4C 5S", "AD 3C"), 2),
            (("QH", "QD", "QS", "QC"), 3),
            (("AH", "2D", "JC 3C"), 1),
        ],
        wrong={
            "knocker stays in": settle(lambda seats, knocker: False, lowest),
            "knocker always out": settle(lambda seats, knocker: True, lowest),
            "totals not used": settle(tied, lambda hands, seats: seats),
            "high total": settle(tied, highest),
            "ace low": settle(tied, lambda hands, seats: lowest(hands, seats, ace=1)),
            "not shared": settle(tied, lambda hands, seats: lowest(hands, seats)[:1]),
        },
    ),
    "q2": Key(
        inputs=[("J Q K A", 2), ("9 10", 3), ("2 3 4 5", 1)],
        wrong={
            "equal": lambda ranks, c: compared(ranks, c)[1],
            "not higher": lambda ranks, c: sum(compared(ranks, c)),
            "either of them": lambda ranks, c: 1 - compared(ranks, c)[1],
            "two packs": lambda ranks, c: compared(ranks, c, packs=2)[0],
            "totals alike": lambda ranks, c: (1 - Fraction(1, totals(ranks, c))) / 2,
        },
    ),
    "q3": Key(
        inputs=[
            (1, 1, 3, HALF),
            (2, 0, 3, Fraction(2, 3)),
            (0, 0, 1, Fraction(3, 5)),
            (3, 1, 5, Fraction(1, 4)),
        ],
        wrong={
            "my wins only": lambda a, b, n, p: (n - a) / p,
            "longest": lambda a, b, n, p: 2 * n - 1 - a - b,
            "lengths alike": lambda a, b, n, p: Fraction(min(n - a, n - b) + 2 * n - 1 - a - b, 2),
            "all deals": lambda a, b, n, p: a + b + left(a, b, n, p),
            "p ignored": lambda a, b, n, p: left(a, b, n, HALF),
            "from the start": lambda a, b, n, p: left(0, 0, n, p),
        },
    ),
    "q4": Key(
        inputs=[(1, 1, 3, HALF), (2, 2, 3, HALF), (0, 1, 2, Fraction(3, 5)), (3, 1, 5, Fraction(1, 4))],
        wrong={
            "after a win": lambda a, b, n, p: value(a + 1, b, n, p),
            "against now": lambda a, b, n, p: value(a + 1, b, n, p) - value(a, b, n, p),
            "chance to win": value,
            "turned round": lambda a, b, n, p: -worth(a, b, n, p),
            "p ignored": lambda a, b, n, p: worth(a, b, n, HALF),
        },
    ),
    "q5": Key(
        inputs=[(2, Fraction(1, 3)), (4, Fraction(2, 3)), (7, Fraction(1, 2)), (1, Fraction(2, 7))],
        wrong={
            "ended before": lambda n, p: sum(comb(k, n) * p**n * (1 - p) ** (k - n) for k in range(n, 2 * n)),
            "the opposite": lambda n, p: 1 - value(0, 0, n, p),
        },
    ),
}
