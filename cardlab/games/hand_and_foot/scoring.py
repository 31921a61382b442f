"""Scoring a round as players write it: first the books, then the cards, then what is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardlab.cards import Card
from cardlab.games.hand_and_foot.rules import CLEAN, DIRTY, HandAndFootRules, is_wild, points_of
from cardlab.melds import BOOK

Meld = tuple[Card, ...]


class RoundScore(NamedTuple):
    """What a team scores in one round, line by line.

    >>> RoundScore(books=800, cards=230, left=-45).total
    985
    """

    books: int = 0
    """500 for each clean book and 300 for each dirty one (H29, H30, H47)."""
    cards: int = 0
    """The cards melded, those in books too (H48, HA34)."""
    left: int = 0
    """The cards left in hands and feet, counted against (H49, HA32): never above 0."""
    red_threes: int = 0
    bonus: int = 0

    @property
    def total(self) -> int:
        """All lines together; it may be below zero (HA35)."""
        return sum(self)


def count_books(melds: Iterable[Meld]) -> tuple[int, int]:
    """How many of the melds are clean books, how many dirty ones (H26, H28).

    >>> from cardlab.cards import parse_cards
    >>> count_books([parse_cards("KS KH KD KC KS KH 2S"), parse_cards("9S 9H 9D")])
    (0, 1)
    """
    dirty = [any(map(is_wild, meld)) for meld in melds if len(meld) == BOOK]
    return dirty.count(False), dirty.count(True)


def top_of_book(meld: Meld) -> Card:
    """The card that lies on top of a book: a red one if it is clean, a black one if it is dirty (H28, H44).

    Where a book has no card of that colour, its last card does.

    >>> from cardlab.cards import parse_cards
    >>> top_of_book(parse_cards("KS KH KD KC KS KH KD")), top_of_book(parse_cards("KH KH KD KH KS 2H 2H"))
    (K♥, K♠)
    """
    colour = "black" if any(map(is_wild, meld)) else "red"
    return next((card for card in meld if card.suit is not None and card.suit.colour == colour), meld[-1])


def score_round(
    rules: HandAndFootRules,
    melds: Iterable[Meld],
    left: Iterable[Card],
    red_threes: int = 0,
    went_out: bool = False,
) -> RoundScore:
    """What a team scores with these melds when these cards are left to its players (H47 to H49).

    >>> from cardlab.cards import parse_cards
    >>> score_round(HandAndFootRules(), [parse_cards("AS AH AD AC AS AH AD")], parse_cards("Joker 9S"))
    RoundScore(books=500, cards=140, left=-60, red_threes=0, bonus=0)
    """
    melds = list(melds)
    clean, dirty = count_books(melds)
    return RoundScore(
        books=CLEAN * clean + DIRTY * dirty,
        cards=sum(map(points_of, melds)),
        left=-points_of(left),
        red_threes=rules.red_three_value * red_threes,
        bonus=rules.going_out_bonus if went_out else 0,
    )
