"""Tricks: which suit was led, which cards may be played, who wins. No game's own rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardlab.cards import Card, Rank, Suit

Play = tuple[int, Card]
"""A seat and the card it played."""


def suit_led(trick: Sequence[Play]) -> Suit | None:
    """The suit of the first card of the trick, or None before the lead.

    >>> suit_led([(0, Card.parse("9H")), (1, Card.parse("KS"))])
    <Suit.HEARTS: 'H'>
    """
    return trick[0][1].suit if trick else None


def may_play(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """The cards of the hand that follow the suit led; all of them for the leader or without that suit.

    >>> hand = (Card.parse("9H"), Card.parse("KS"))
    >>> may_play(hand, Suit.HEARTS), may_play(hand, Suit.CLUBS), may_play(hand, None)
    ((9♥,), (9♥, K♠), (9♥, K♠))
    """
    return tuple([card for card in hand if card.suit == led]) or tuple(hand)


def trick_winner(trick: Sequence[Play], order: Mapping[Rank, int], alive: Collection[int]) -> int:
    """The seat that wins the trick: the highest card of the suit led among the seats still in.

    A card of a seat that is no longer in (it has folded) cannot win. If no seat still in has played the
    suit led, the suit of the earliest card of a seat still in counts instead. At least one is still in.

    >>> trick = [(0, Card.parse("10H")), (1, Card.parse("7H")), (2, Card.parse("QH"))]
    >>> order = {rank: strength for strength, rank in enumerate(Rank)}
    >>> trick_winner(trick, order, alive=(0, 1, 2)), trick_winner(trick, order, alive=(1,))
    (2, 1)
    """
    able = [play for play in trick if play[0] in alive]
    led = suit_led(trick)
    if all(card.suit != led for _, card in able):
        led = suit_led(able)
    return max((order[card.rank], seat) for seat, card in able if card.suit == led)[1]
