"""Dealing the cards that somebody does not see, so that the deal fits what he does know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple

from cardlab.cards import Card, Suit, shuffled


class Unseen(NamedTuple):
    """A place for hidden cards: how many lie there, and the suits that it is known not to hold."""

    size: int
    barred: frozenset[Suit] = frozenset()


def deal_unseen(cards: Sequence[Card], places: Sequence[Unseen], rng: Random) -> tuple[tuple[Card, ...], ...]:
    """Deal cards to hidden places; every deal that keeps the barred suits out is equally likely.

    The places that bar a suit are served first: how many cards of each suit one gets is drawn in
    proportion to the number of ways in which the rest can then be dealt (by counting, so nothing is
    dealt and thrown away). The other places and the cards left over come from what remains, shuffled.
    Returns the cards of each place and, last, the cards left over. Raises ValueError if no deal fits.

    >>> hearts_only = Unseen(1, frozenset({Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS}))
    >>> from cardlab.cards import parse_cards
    >>> deal_unseen(parse_cards("9S 9H 9D"), [Unseen(1), hearts_only], Random(1))[1]
    (9♥,)
    """
    pools = {
        suit: list(shuffled([card for card in cards if card.suit == suit], rng)) for suit in (*Suit, None)
    }
    names = list(pools)
    picky = [number for number, place in enumerate(places) if place.barred]

    def splits(size: int, barred: frozenset[Suit], left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All ways to take so many cards from the suits that are left."""
        if not left:
            if size == 0:
                yield ()
            return
        most = 0 if names[len(names) - len(left)] in barred else min(size, left[0])
        for number in range(most + 1):
            for rest in splits(size - number, barred, left[1:]):
                yield (number, *rest)

    @cache
    def ways(index: int, left: tuple[int, ...]) -> int:
        """In how many ways the picky places from this one on can be dealt."""
        if index == len(picky):
            return 1
        return sum(weight for _, weight in weighted(index, left))

    @cache
    def weighted(index: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        found = []
        place = places[picky[index]]
        for split in splits(place.size, place.barred, left):
            weight = ways(index + 1, tuple(a - b for a, b in zip(left, split, strict=True)))
            for have, take in zip(left, split, strict=True):
                weight *= comb(have, take)
            found.append((split, weight))
        return found

    dealt: list[tuple[Card, ...]] = [()] * len(places)
    for index, number in enumerate(picky):
        choices = weighted(index, tuple(map(len, pools.values())))
        total = sum(weight for _, weight in choices)
        if total == 0:
            raise ValueError("No deal of these cards keeps the barred suits out.")
        (split,) = rng.choices([split for split, _ in choices], [weight for _, weight in choices])
        dealt[number] = tuple(
            pool.pop() for pool, take in zip(pools.values(), split, strict=True) for _ in range(take)
        )
    rest = shuffled([card for pool in pools.values() for card in pool], rng)
    for number, place in enumerate(places):
        if not place.barred:
            dealt[number], rest = rest[: place.size], rest[place.size :]
            if len(dealt[number]) < place.size:
                raise ValueError("There are fewer cards than the places hold.")
    return (*dealt, rest)
