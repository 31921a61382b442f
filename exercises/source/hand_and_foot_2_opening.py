"""The teacher's part of hand-and-foot-2-opening: further inputs, and mistakes that give answers away."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb

from cardlab.checking.exercise import Key
from cardlab.probability.exact import hypergeometric

VALUES = {"4": 5, "5": 5, "6": 5, "7": 5, "8": 10, "9": 10, "10": 10, "J": 10, "Q": 10, "K": 10, "A": 20}


def best(naturals: Mapping[str, int], jokers: int, twos: int, room: Callable[[int], int]) -> int:
    """The best lay-down, if beside so many naturals there is room for so many wild cards."""
    wilds, most = [50] * jokers + [20] * twos, 0
    for laid in product(*(range(number + 1) for number in naturals.values())):
        rooms = [room(number) for number in laid if number]
        for filled in product(*(range(most_wilds + 1) for most_wilds in rooms)):
            sizes = [number + wild for number, wild in zip(filter(None, laid), filled, strict=True)]
            if sum(filled) <= len(wilds) and all(3 <= size <= 7 for size in sizes):
                points = sum(VALUES[rank] * number for rank, number in zip(naturals, laid, strict=True))
                most = max(most, points + sum(wilds[: sum(filled)]))
    return most


ROOM = {
    "A": lambda naturals: 7 - naturals if naturals >= 4 else 0,
    "B": lambda naturals: min(naturals - 1, 7 - naturals),
    "C": lambda naturals: 2 if naturals in (4, 5) else 1 if naturals >= 2 else 0,
}
TINY = [f"9{place}" for place in range(4)] + [f"K{place}" for place in range(4)] + ["X1", "X2"]


def rows() -> dict[tuple[int, int, int], int]:
    """How many hands of five cards of the tiny pack have so many nines, kings and jokers."""
    found: dict[tuple[int, int, int], int] = {}
    for hand in combinations(TINY, 5):
        row = tuple(sum(card[0] == rank for card in hand) for rank in "9KX")
        found[row] = found.get(row, 0) + 1  # type: ignore[index, arg-type]
    return found


ROWS = rows()


def tiny(row: tuple[int, int, int], rule: str) -> int:
    return best({"9": row[0], "K": row[1]}, row[2], 0, ROOM[rule])


def without_triple(cards: int, copies: int, ranks: int, pack: int) -> int:
    ways = {0: 1}
    for _ in range(ranks):
        ways = {
            used: sum(ways.get(used - n, 0) * comb(copies, n) for n in range(3))
            for used in range(max(ways) + 3)
        }
    return sum(
        number * comb(pack - ranks * copies, cards - used) for used, number in ways.items() if used <= cards
    )


def tail(cards: int, copies: int, pack: int) -> Fraction:
    return 1 - sum(hypergeometric(n, cards, copies, pack) for n in range(min(3, cards + 1)))


KEYS = {
    "q1": Key(
        inputs=[(2, 6), (11, 5), (13, 6), (7, 1), (1, 3), (54, 2)],
        wrong={
            "the opposite": lambda cards, decks: (
                1 - Fraction(comb(48 * decks, cards), comb(54 * decks, cards))
            ),
            "one pack": lambda cards, decks: Fraction(comb(48, cards), comb(54, cards)),
        },
    ),
    "q2": Key(
        inputs=[(3, 20, 270, 11), (2, 4, 10, 5), (2, 4, 52, 5), (1, 4, 52, 13), (4, 4, 5, 4), (3, 7, 9, 6)],
        wrong={
            "exactly": lambda k, copies, pack, cards: Fraction(
                comb(copies, k) * comb(pack - copies, cards - k), comb(pack, cards)
            ),
            "more than": lambda k, copies, pack, cards: sum(
                Fraction(comb(copies, n) * comb(pack - copies, cards - n), comb(pack, cards))
                for n in range(k + 1, cards + 1)
            ),
        },
    ),
    "q3": Key(
        inputs=[
            ({"9": 4}, 0, 1),
            ({"9": 3}, 1, 0),
            ({"K": 4, "A": 3}, 1, 3),
            ({"8": 2, "K": 1}, 2, 1),
            ({"4": 6, "7": 5}, 2, 2),
            ({"4": 6, "A": 4}, 2, 1),
            ({"J": 5, "4": 6, "6": 3}, 3, 1),
            ({}, 2, 0),
        ],
        wrong={
            "rule B": lambda naturals, jokers, twos: best(naturals, jokers, twos, ROOM["B"]),
        },
    ),
    "q4": Key(
        inputs=[(minimum, rule) for minimum in (30, 40, 60, 70, 80, 100, 130) for rule in "ABC"],
        wrong={
            "rows equal": lambda minimum, rule: Fraction(
                sum(tiny(row, rule) >= minimum for row in ROWS), len(ROWS)
            ),
            "all cards": lambda minimum, rule: Fraction(
                sum(
                    ways * (10 * row[0] + 10 * row[1] + 50 * row[2] >= minimum) for row, ways in ROWS.items()
                ),
                comb(10, 5),
            ),
            "more than": lambda minimum, rule: Fraction(
                sum(ways for row, ways in ROWS.items() if tiny(row, rule) > minimum), comb(10, 5)
            ),
        },
    ),
    "q5": Key(
        inputs=[(11, 20, 11, 270), (11, 4, 11, 54), (13, 24, 11, 324), (6, 8, 3, 30)],
        wrong={
            "added up": lambda cards, copies, ranks, pack: ranks * tail(cards, copies, pack),
            "independent": lambda cards, copies, ranks, pack: 1 - (1 - tail(cards, copies, pack)) ** ranks,
            "one rank": lambda cards, copies, ranks, pack: tail(cards, copies, pack),
            "the opposite": lambda cards, copies, ranks, pack: Fraction(
                without_triple(cards, copies, ranks, pack), comb(pack, cards)
            ),
        },
    ),
}
