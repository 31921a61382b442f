"""Who wins when the cards are shown, and what the cards count when that is a tie."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cards import Card
from cardlab.games.hole_cards.rules import ORDER


def total(hand: Sequence[Card]) -> int:
    """The total of a hand: ace 14, king 13, queen 12, jack 11, the rest their number (K12, KA17).

    >>> from cardlab.cards import parse_cards
    >>> total(parse_cards("2H AS"))
    16
    """
    return sum([ORDER[card.rank] + 2 for card in hand])


def lowest(counts: Sequence[int]) -> tuple[int, ...]:
    """The seats that hold the fewest cards (K11).

    >>> lowest([3, 4, 3])
    (0, 2)
    """
    fewest = min(counts)
    return tuple([seat for seat, count in enumerate(counts) if count == fewest])


def winners(
    hands: Sequence[Sequence[Card]], knocker: int | None = None, knock_tie: str = "knocker_loses"
) -> tuple[int, ...]:
    """The seats that win when these hands are shown; more than one seat shares the win.

    The fewest cards win (K11). A knocker who ties does not win (KA18), and the lowest total decides among
    the others (KA17); with ``knock_tie="shared"`` all who tie share instead (KA29).

    >>> from cardlab.cards import parse_cards
    >>> winners([parse_cards(hand) for hand in ("3H 4H", "KH KD", "2H AS")], knocker=0)
    (2,)
    """
    tied = lowest(list(map(len, hands)))
    if len(tied) == 1 or knock_tie == "shared":
        return tied
    totals = {seat: total(hands[seat]) for seat in tied if seat != knocker}
    least = min(totals.values())
    return tuple([seat for seat, points in totals.items() if points == least])
