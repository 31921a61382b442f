"""Setting a position of Hole Cards, as scenario files describe it; an empty one is the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cardlab.cards import Card, shuffled
from cardlab.games.hole_cards.engine import HoleCardsState, deal_hands
from cardlab.games.hole_cards.fits import Cards
from cardlab.games.hole_cards.rules import HAND_SIZE, PACK, HoleCardsRules
from cardlab.notation import Event
from cardlab.position import PositionReader
from cardlab.refused import Refused

FIELDS = ("dealer", "hands", "stock", "pile", "to_act", "knocked_by", "wins")


def from_position(
    rules: HoleCardsRules, seats: tuple[str, ...], position: Mapping[str, Any], seed: int
) -> HoleCardsState:
    """The state that a position describes; what it does not say is as at the start of a deal.

    Raises Refused with the name of the field when the position cannot be.

    >>> from_position(HoleCardsRules(players=2), ("A", "B"), {"to_act": "B", "pile": "9H"}, seed=1).pile
    (9♥,)
    """
    read = PositionReader(seats, position, FIELDS)
    dealer = read.seat("dealer")
    if dealer is None:
        dealer = int(Random(f"{seed}:dealer").random() * len(seats))
    knocker = read.seat("knocked_by")
    turn = read.seat("to_act")
    if turn is None:
        turn = (dealer + 1 if knocker is None else knocker + 1) % len(seats)
    if knocker is not None and rules.after_knock == "reveal":
        raise Refused("knocked_by", "Here a knock ends the deal; there is no last lap.")
    if turn == knocker:
        raise Refused("to_act", f"{seats[turn]} has knocked; the last lap ends before that turn.")
    state = HoleCardsState(
        game="hole_cards",
        rules=rules,
        seats=seats,
        seed=seed,
        phase="play",
        dealer=dealer,
        turn=turn,
        dealt=(),
        pile=(),
        wins=read.numbers("wins", rules.match_to - 1),
        hands=(),
        stock=(),
        drawn=(),
    )
    hands, stock, pile = _cards(read, state)
    state = state._begin(hands, stock, pile)
    if knocker is None:
        return state
    return state._with(phase="last_turn", knocked_by=knocker, log=(*state.log, Event("knock", knocker)))


def _cards(read: PositionReader, state: HoleCardsState) -> tuple[tuple[Cards, ...], Cards, Cards | None]:
    """Hands, stock and pile: named cards where they are named, the others dealt from the seed."""
    if not read.position:
        return *_deal(state, {}, PACK.cards), None  # The first deal of a match (hot path).
    hands = read.hands()
    for seat, hand in hands.items():
        if not hand:
            raise Refused("hands", f"{read.names[seat]} holds no cards, so the deal would be over.")
    stock = read.cards("stock")
    pile = read.cards("pile") if "pile" in read.position else None
    if pile == () and state.rules.start == "turn_up":
        raise Refused("pile", "The pile is never empty: one card is turned up at the start.")
    named: list[Card] = []
    rest = PACK.cards
    held = [card for hand in hands.values() for card in hand]
    for field, cards in (("hands", held), ("stock", stock), ("pile", pile or ())):
        if cards:
            named += cards
            rest = read.left_of(PACK, named, field)
    dealt, rest = _deal(state, hands, rest)
    stock += rest
    if pile is None and not stock and state.rules.start == "turn_up":
        raise Refused("pile", "All cards are named, and none is left to be turned up.")
    return dealt, stock, pile


def _deal(state: HoleCardsState, hands: dict[int, Cards], rest: Cards) -> tuple[tuple[Cards, ...], Cards]:
    """The hands with those that are lacking dealt from the rest, shuffled; and what is left of it."""
    lacking = tuple([seat for seat in state.clockwise(state.dealer + 1) if seat not in hands])
    if len(rest) < HAND_SIZE * len(lacking):
        raise Refused("hands", "So many cards are named that not enough are left for the other hands.")
    dealt, left = deal_hands(shuffled(rest, Random(f"{state.seed}:1")), lacking)
    dealt |= hands
    return tuple([dealt[seat] for seat in range(len(state.seats))]), left
