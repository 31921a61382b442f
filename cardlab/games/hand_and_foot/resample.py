"""What one seat of Hand and Foot cannot see, dealt anew so that it fits everything the seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card, remove_cards, shuffled
from cardlab.games.hand_and_foot.rules import is_red_three, sort_hand

if TYPE_CHECKING:
    from cardlab.games.hand_and_foot.engine import HandAndFootView

MOST_TRIES = 10_000
"""So many deals are tried at most: only where the pile must be taken is one ever thrown away (HA41)."""


def unseen_cards(view: HandAndFootView, rng: Random) -> dict[str, Any]:
    """The hidden fields of a state: hands, feet, stock and pile.

    It fits the numbers of cards and the discards that everybody saw: those still in the pile, those that a
    seat has picked up, and those that were reshuffled, which lie in the stock or in a hand that has drawn
    since. No red three is in a hand that has had a turn. A seat that can only take the pile holds a pair for
    it (HA41). Deals that fit are equally likely, except that of equal cards, some reshuffled and some never
    seen, any may be taken for either, and that a pair dealt for the pile comes first.
    """
    told = Told(view)
    seats = range(len(view.seats))
    hands: list[tuple[Card, ...]] = told.picked_up
    feet: list[tuple[Card, ...]] = [()] * len(seats)
    if view.turned_up:
        hands, feet = [hand for hand, _ in view.turned_up], [foot for _, foot in view.turned_up]
    elif view.seat is not None:
        hands[view.seat] = view.hand
    lying = chain(*chain(*view.melds), *view.red_threes, *hands, *feet, told.pile)
    hidden = shuffled(view.rules.pack.without(lying), rng)
    red = [card for card in hidden if is_red_three(card)]
    plain = [card for card in hidden if not is_red_three(card)]

    below = view.pile_count - len(told.pile)
    lacking = [view.held[seat] - len(hands[seat]) for seat in seats]
    if _must_take(view) and view.top is not None:
        held = sum([card.rank is view.top.rank for card in hands[view.turn]])
        pair = [card for card in plain if card.rank is view.top.rank][: max(0, 2 - held)]
        hands[view.turn] += tuple(pair)
        lacking[view.turn] -= len(pair)
        plain = list(remove_cards(plain, pair))
    feet_lacking = [view.foot_counts[seat] - len(feet[seat]) for seat in seats]
    # Feet, and hands not looked at yet, may hold red threes; the others may not, nor may the pile.
    closed = sum(feet_lacking) + sum(lacking[seat] for seat in seats if seat not in told.begun)
    if told.reshuffled:
        again = _common(plain, told.reshuffled)
        for card in again:
            plain.remove(card)
        stock, again = again[: view.stock_count], again[view.stock_count :]
        for seat in seats:
            drawn = again[: min(lacking[seat], told.drawn[seat])]
            del again[: len(drawn)]
            hands[seat] += tuple(drawn)
            lacking[seat] -= len(drawn)
        order = [*red, *plain, *again]
        unlooked, plain = list(shuffled(order[:closed], rng)), order[closed:]
    else:
        looked_at = below + sum(lacking) + sum(feet_lacking) - closed
        rest = list(shuffled([*red, *plain[looked_at:]], rng))
        unlooked, stock = rest[:closed], rest[closed:]

    def deal(cards: list[Card], number: int) -> tuple[Card, ...]:
        dealt = cards[:number]
        del cards[:number]
        return tuple(dealt)

    return {
        "pile": (*deal(plain, below), *told.pile),
        "hands": tuple(
            [
                sort_hand((*hands[seat], *deal(plain if seat in told.begun else unlooked, lacking[seat])))
                for seat in seats
            ]
        ),
        "feet": tuple([sort_hand((*feet[seat], *deal(unlooked, feet_lacking[seat]))) for seat in seats]),
        "stock": tuple(stock),
    }


def _must_take(view: HandAndFootView) -> bool:
    """Is another seat due that can do nothing but take the pile, or ask whether it may (HA41)?"""
    can_draw = view.stock_count or (view.rules.stock_out == "reshuffle" and view.pile_count > 1)
    return view.phase == "draw" and view.turn != view.seat and not can_draw


class Told:
    """What the public log tells of cards that lie closed now."""

    def __init__(self, view: HandAndFootView) -> None:
        self.pile: list[Card] = []
        """The upper part of the pile, as far as it is known; the top card last."""
        self.picked_up: list[tuple[Card, ...]] = [()] * len(view.seats)
        """What each seat has taken from the pile and not played since."""
        self.reshuffled: list[Card] = []
        """The discards that became the present stock, if all were known."""
        self.drawn = [0] * len(view.seats)
        """How many cards each seat has drawn from that stock."""
        self.begun = {view.turn}
        """The seats that have had a turn."""
        before = None
        for event in view.log:
            seat, cards = event.seat, event.cards
            match event.what:
                case "start" | "lies":
                    self.pile += cards
                case "reshuffle":
                    below = self.pile[:-1]
                    self.reshuffled = below if len(below) == event.number else []
                    self.drawn = [0] * len(view.seats)
                    if before is not None and before.what == "red three" and before.seat is not None:
                        self.drawn[before.seat] = len(before.cards)
                    self.pile = self.pile[-1:]
                case "red three" if seat is not None:
                    self.drawn[seat] += len(cards)
                case "draw" if seat is not None and event.number is not None:
                    self.begun.add(seat)
                    self.drawn[seat] += event.number
                case "take" if seat is not None:
                    self.begun.add(seat)
                    del self.pile[-1:]
                    self.picked_up[seat] += cards
                case "rest" if seat is not None and event.number is not None:
                    self.picked_up[seat] += tuple(self.pile[-event.number :])
                    del self.pile[-event.number :]
                case "meld" | "add" | "discard" if seat is not None:
                    kept = list(self.picked_up[seat])
                    for card in _common(kept, cards):
                        kept.remove(card)
                    self.picked_up[seat] = tuple(kept)
                    if event.what == "discard":
                        self.pile += cards
            before = event
        if view.top is not None and not self.pile:
            self.pile = [view.top]


def _common(cards: Iterable[Card], others: Iterable[Card]) -> list[Card]:
    """The cards that are among the others too, equal cards counted; in their order."""
    left = list(others)
    found = []
    for card in cards:
        if card in left:
            left.remove(card)
            found.append(card)
    return found
