"""Exact chances by counting: every function gives a `Fraction`, and every card is as likely as another.

The names are those of the field. A pack falls into classes (high and low cards, the four suits, tens and
all others); ``sizes`` says how many cards each class has, ``counts`` how many of each class were drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod

from cardlab.refused import Refused


def hypergeometric(number: int, drawn: int, marked: int, population: int) -> Fraction:
    """The chance that among the cards drawn exactly this number are marked.

    C(K, k) C(N - K, n - k) / C(N, n) with k the number, n drawn, K marked, N the population; 0 for a
    number that cannot be. Raises Refused with the name of the argument.

    >>> hypergeometric(2, drawn=4, marked=16, population=32)  # two high cards in a hand of Toepen
    Fraction(360, 899)
    """
    return multivariate_hypergeometric(
        (number, drawn - number), (_part("marked", marked, population), population - marked)
    )


def at_least(number: int, drawn: int, marked: int, population: int) -> Fraction:
    """The chance that among the cards drawn this number or more are marked. Raises Refused.

    >>> at_least(1, drawn=4, marked=4, population=32)  # a ten in a hand of Toepen
    Fraction(3097, 7192)
    """
    numbers = range(max(number, 0), drawn + 1)
    return sum((hypergeometric(one, drawn, marked, population) for one in numbers), Fraction(0))


def multivariate_hypergeometric(counts: Sequence[int], sizes: Sequence[int]) -> Fraction:
    """The chance that a draw holds exactly these counts of the classes.

    The product of C(size, count) over the classes, divided by C(all cards, all drawn). Raises Refused
    with the name of the argument.

    >>> multivariate_hypergeometric((1, 1, 1, 1), (8, 8, 8, 8))  # one card of each suit
    Fraction(512, 4495)
    """
    if len(counts) != len(sizes):
        raise Refused("counts", f"{len(counts)} counts are given for {len(sizes)} classes.")
    if min(sizes, default=0) < 0:
        raise Refused("sizes", f"A class of {min(sizes)} cards is not possible.")
    drawn = _part("drawn", sum(counts), sum(sizes))
    return Fraction(_ways(counts, sizes), comb(sum(sizes), drawn))


def count_draws(drawn: int, sizes: Sequence[int], may_hold: Callable[[int, int], bool]) -> int:
    """In how many ways can so many cards be drawn that hold of each class a number that is allowed?

    ``may_hold`` is told the place of the class in ``sizes`` and the number of its cards. Class after class it
    is counted in how many ways so many cards come from those so far: the product of their generating
    functions. Raises Refused.

    >>> count_draws(4, [4] * 8, lambda rank, number: number < 3)  # no three of a rank in a hand of Toepen
    35056
    """
    _part("drawn", drawn, sum(sizes))
    ways = [1] + [0] * drawn
    for place, size in enumerate(sizes):
        factor = [comb(size, number) * may_hold(place, number) for number in range(min(size, drawn) + 1)]
        ways = [
            sum([factor[number] * ways[cards - number] for number in range(min(cards + 1, len(factor)))])
            for cards in range(drawn + 1)
        ]
    return ways[drawn]


def some_hand_marked(players: int, hand: int, marked: int, population: int) -> Fraction:
    """The chance that at least one of several hands from one pack consists of marked cards alone.

    By inclusion and exclusion over disjoint hands: the sum over k from 1 of (-1)^(k+1) C(players, k) times
    the chance C(K, k h) / C(N, k h) that k named hands, k h cards together, are all marked (h cards a hand,
    K marked, N the population). Raises Refused with the name of the argument.

    >>> some_hand_marked(players=2, hand=4, marked=16, population=32)
    Fraction(1, 10)
    """
    _part("marked", marked, population)
    _check_hands(players, hand, population)
    total = Fraction(0)
    for k in range(1, players + 1):
        total -= (-1) ** k * comb(players, k) * Fraction(comb(marked, k * hand), comb(population, k * hand))
    return total


def some_hand(
    players: int, hand: int, sizes: Sequence[int], event: Callable[[tuple[int, ...]], bool]
) -> Fraction:
    """The chance that at least one of several hands from one pack has an event, told from its counts.

    One hand after the other is dealt in every way: the chance that nobody has it is the sum over the hands
    without it, each with its multivariate hypergeometric chance, times the same for one player less and
    the cards that are left. Raises Refused with the name of the argument.

    >>> some_hand(2, 4, (16, 16), lambda counts: counts[0] == 4)
    Fraction(1, 10)
    """
    _check_hands(players, hand, sum(sizes))

    @cache
    def nobody(players: int, left: tuple[int, ...]) -> Fraction:
        if players == 0:
            return Fraction(1)
        return sum(
            (
                multivariate_hypergeometric(counts, left) * nobody(players - 1, _minus(left, counts))
                for counts in splits(hand, left)
                if not event(counts)
            ),
            Fraction(0),
        )

    return 1 - nobody(players, tuple(sizes))


def splits(drawn: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All counts in which so many cards can be drawn from the classes.

    >>> list(splits(2, (1, 2)))
    [(0, 2), (1, 1)]
    """
    if not sizes:
        if drawn == 0:
            yield ()
        return
    for count in range(min(drawn, sizes[0]) + 1):
        for rest in splits(drawn - count, sizes[1:]):
            yield (count, *rest)


def _ways(counts: Sequence[int], sizes: Sequence[int]) -> int:
    if min(counts, default=0) < 0:
        return 0
    return prod(map(comb, sizes, counts))


def _minus(left: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    return tuple([have - take for have, take in zip(left, counts, strict=True)])


def _part(name: str, number: int, population: int) -> int:
    if not 0 <= number <= population:
        raise Refused(name, f"{number} cards are not possible; right would be 0 to {population}.")
    return number


def _check_hands(players: int, hand: int, population: int) -> None:
    if not 0 <= players * hand <= population:
        raise Refused("players", f"{players} hands of {hand} cards cannot be dealt from {population} cards.")
