"""Dealing the cards that somebody does not see, so that the deal fits what he knows; counting such deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, prod
from random import Random
from typing import NamedTuple

from cardlab.cards import Card, Suit, shuffled
from cardlab.probability.exact import splits


class Unseen(NamedTuple):
    """A place for hidden cards: how many lie there, and the suits that it is known not to hold."""

    size: int
    barred: frozenset[Suit] = frozenset()


_CLASSES = (*Suit, None)
"""The suits, and None for the jokers."""


def count_deals(cards: Sequence[Card], places: Sequence[Unseen]) -> int:
    """In how many ways can hidden places be served so that each keeps its barred suits out?

    Which card lies in which place counts, the order within a place does not. The cards left over go nowhere.

    >>> from cardlab.cards import parse_cards
    >>> no_heart = Unseen(1, frozenset({Suit.HEARTS}))
    >>> count_deals(parse_cards("9S 9H 9D"), [Unseen(1), no_heart])
    4
    """
    left = tuple(sum(card.suit == suit for card in cards) for suit in _CLASSES)
    # The places that bar nothing come last: they need no count by suits.
    return _ways(left, tuple(sorted(places, key=lambda place: not place.barred)))


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
    pools = [list(shuffled([card for card in cards if card.suit == suit], rng)) for suit in _CLASSES]
    picky = [number for number, place in enumerate(places) if place.barred]
    dealt: list[tuple[Card, ...]] = [()] * len(places)
    for index, number in enumerate(picky):
        choices = _choices(tuple(map(len, pools)), tuple(places[later] for later in picky[index:]))
        if not any(weight for _, weight in choices):
            raise ValueError("No deal of these cards keeps the barred suits out.")
        (split,) = rng.choices([split for split, _ in choices], [weight for _, weight in choices])
        dealt[number] = tuple(
            pool.pop() for pool, take in zip(pools, split, strict=True) for _ in range(take)
        )
    rest = shuffled([card for pool in pools for card in pool], rng)
    for number, place in enumerate(places):
        if not place.barred:
            dealt[number], rest = rest[: place.size], rest[place.size :]
            if len(dealt[number]) < place.size:
                raise ValueError("There are fewer cards than the places hold.")
    return (*dealt, rest)


@lru_cache(maxsize=100_000)
def _ways(left: tuple[int, ...], places: tuple[Unseen, ...]) -> int:
    """In how many ways the places can be served from so many cards of each suit."""
    if not places:
        return 1
    if not places[0].barred:
        cards, ways = sum(left), 1
        for place in places:
            ways *= comb(max(cards, 0), place.size)
            cards -= place.size
        return ways
    return sum(weight for _, weight in _choices(left, places))


def _choices(left: tuple[int, ...], places: tuple[Unseen, ...]) -> list[tuple[tuple[int, ...], int]]:
    """What the first place may get of each suit, each with the number of ways to serve all places so."""
    first, rest = places[0], places[1:]
    room = [0 if suit in first.barred else have for suit, have in zip(_CLASSES, left, strict=True)]
    return [
        (
            split,
            prod(map(comb, left, split))
            * _ways(tuple([have - take for have, take in zip(left, split, strict=True)]), rest),
        )
        for split in splits(first.size, room)
    ]
