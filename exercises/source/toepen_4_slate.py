"""The teacher's part of toepen-4-slate: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb

from cardlab.checking.exercise import Key

Slate = tuple[int, ...]


def tail(deals: int, least: int) -> Fraction:
    """The chance to win so many of some fair deals, or more."""
    return Fraction(sum(comb(deals, won) for won in range(max(least, 0), deals + 1)), 2**deals)


def race(p: Fraction | int, deals: int) -> Fraction:
    """The chance to win so many deals before losing as many."""
    return sum(
        (
            comb(deals - 1 + lost, lost) * Fraction(p) ** deals * (1 - Fraction(p)) ** lost
            for lost in range(deals)
        ),
        Fraction(0),
    )


def walk(n: int, next_slates: Callable[[Slate], list[Slate]], is_over: Callable[[Slate], bool]) -> Fraction:
    """The mean number of deals, if each slate leads to one of some others with equal chances."""
    slates, mean = {(0,) * n: Fraction(1)}, Fraction(0)
    while slates:
        mean += sum(slates.values())
        after: dict[Slate, Fraction] = {}
        for slate, chance in slates.items():
            following = next_slates(slate)
            for new in following:
                if not is_over(new):
                    key = tuple(sorted(new))
                    after[key] = after.get(key, Fraction(0)) + chance / len(following)
        slates = after
    return mean


def all_but_one(slate: Slate) -> list[Slate]:
    return [tuple(lost + (seat != won) for seat, lost in enumerate(slate)) for won in range(len(slate))]


def first_exit(n: int, limit: int) -> Fraction:
    return walk(n, all_but_one, lambda slate: max(slate) >= limit)


def one_stroke(n: int, limit: int) -> Fraction:
    """One player who is still in gets the stroke of the deal."""

    def next_slates(slate: Slate) -> list[Slate]:
        hit = [
            tuple(lost + (seat == loser) for seat, lost in enumerate(slate)) for loser in range(len(slate))
        ]
        return [tuple(lost for lost in new if lost < limit) for new in hit]

    return walk(n, next_slates, lambda slate: len(slate) < 2)


KEYS = {
    "q1": Key(
        inputs=[(10, 10), (19, 10), (18, 10), (1, 1), (4, 2), (7, 4), (30, 10)],
        wrong={
            "one player": lambda d, limit: Fraction(comb(d - 1, limit - 1) * (d < 2 * limit), 2**d),
            "last stroke anywhere": lambda d, limit: Fraction(2 * comb(d, limit) * (d < 2 * limit), 2**d),
            "too late": lambda d, limit: Fraction(2 * comb(d - 1, limit - 1), 2**d),
        },
    ),
    "q2": Key(
        inputs=[(3, 6, 10), (6, 3, 10), (0, 9, 10), (9, 0, 10), (0, 4, 5), (7, 8, 15)],
        wrong={
            "one deal short": lambda mine, his, limit: tail(2 * limit - mine - his - 2, limit - his),
            "the other player": lambda mine, his, limit: tail(2 * limit - mine - his - 1, limit - mine),
        },
    ),
    "q3": Key(
        inputs=[(4, 15), (2, 4), (5, 5), (6, 20)],
        wrong={
            "no correction": lambda n, d: 1 - n * Fraction(n - 1, n) ** d,
            "independent": lambda n, d: (1 - Fraction(n - 1, n) ** d) ** n,
            "one player": lambda n, d: 1 - Fraction(n - 1, n) ** d,
            "the opposite": lambda n, d: (
                1 - sum((-1) ** none * comb(n, none) * Fraction(n - none, n) ** d for none in range(n + 1))
            ),
        },
    ),
    "q4": Key(
        inputs=[(4, 10), (5, 3), (6, 2)],
        wrong={"first exit": first_exit, "one stroke a deal": one_stroke},
    ),
    "q5": Key(
        inputs=[(Fraction(2, 3), 4), (Fraction(3, 5), 5), (Fraction(1, 3), 6), (Fraction(3, 5), 10)],
        wrong={
            "rounded down": lambda p, s: race(p, 10 // s),
            "stake forgotten": lambda p, s: race(p, 10),
            "without a loss": lambda p, s: Fraction(p) ** ceil(Fraction(10, s)),
            "the other player": lambda p, s: 1 - race(p, ceil(Fraction(10, s))),
        },
    ),
}
