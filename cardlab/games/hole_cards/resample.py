"""What one seat of Hole Cards cannot see, dealt anew so that it fits everything the seat has watched.

What it has watched is more than numbers. Who drew could play nothing that he held (K7, KA26); a card that
was played lay in that hand before; and after a reshuffle (KA9) the cards drawn are cards that lay on the
pile. So not the hands are dealt anew but the whole history: which card came to which place, where a place
is one card dealt to a seat, one draw, or one card left in the stock. A matching of cards to places gives a
first history; then cards change places at random, so that any other that fits may come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.cards import Card, shuffled
from cardlab.games.hole_cards.fits import Cards, card_fits, plays
from cardlab.games.hole_cards.rules import PACK, sort_hand
from cardlab.notation import Event
from cardlab.probability.matching import random_matching
from cardlab.refused import Refused

if TYPE_CHECKING:
    from cardlab.games.hole_cards.engine import HoleCardsView

MOST_TRIES = 1000
"""So many histories are begun at most; of a hundred true views a few need a second."""
SWAPS = 5
"""So often, on average, each card in a hand is offered another place."""


class Place(NamedTuple):
    """Where one hidden card came to lie."""

    stage: int
    """0 until the first reshuffle, 1 until the second ...: from this stage's stock it comes."""
    seat: int | None
    """None for a card that is left in the stock."""
    since: int = -1
    """Which entry of the log was the draw; -1 for a card that was dealt."""
    then: str = ""
    """After a draw where KA27 holds: "play", "keep" if it could be played, "end" if it could not."""


class Moment(NamedTuple):
    """An entry of the log that tells of a hand: "play", "draw", or "stuck", when it could play nothing."""

    what: str
    time: int
    pile: Cards
    cards: Cards = ()
    place: int = -1


def hidden_cards(view: HoleCardsView, rng: Random) -> dict[str, Any]:
    """The hidden fields of a state that the seat could not tell from the true one.

    Histories that fit are equally likely when enough places have been changed; what a choice tells of the
    one who made it is not taken into account.
    """
    seats = range(len(view.seats))
    if view.shown:
        drawn = tuple([view.drawn if seat == view.seat else () for seat in seats])
        return {"hands": view.shown, "stock": shuffled(view.unseen, rng), "drawn": drawn}
    history = History(view)
    for _ in range(MOST_TRIES):
        history.begin(rng)
        if history.change(rng):
            break
    else:
        raise Refused("view", "No deal was found that fits what this seat has seen.")
    hands = [view.hand if seat == view.seat else history.held(seat) for seat in seats]
    drawn = tuple([view.drawn if seat == view.seat else history.held(seat, since=0) for seat in seats])
    return {
        "hands": tuple(map(sort_hand, hands)),
        "stock": shuffled(history.held(None), rng),
        "drawn": drawn,
    }


class History:
    """What a view tells of the places of the hidden cards, and one way to fill them."""

    def __init__(self, view: HoleCardsView) -> None:
        self.rules = view.rules
        others = [seat for seat in range(len(view.seats)) if seat != view.seat]
        self.moments: dict[int, list[Moment]] = {seat: [] for seat in others}
        self.places = [Place(0, seat) for seat in others for _ in range(view.dealt[seat])]
        self.cards: list[Card] = []
        """The card in each place."""
        self.fates: list[dict[Card, tuple[float, int]]] = [{}]
        """For each stage, when and by whom a card was played first."""
        pools = self._read(view)
        for stage, pool in enumerate(pools):
            pools[stage] = tuple([card for card in pool if not self._is_own(view, card, stage)])
        left = len(pools[-1]) - sum([place.stage == len(pools) - 1 for place in self.places])
        self.places += [Place(len(pools) - 1, None)] * left
        allowed = {
            place: dict.fromkeys([card for card in pools[place.stage] if self._may(card, place)])
            for place in dict.fromkeys(self.places)
        }
        self.allowed: list[Mapping[Card, None]] = [allowed[place] for place in self.places]
        """For each place the cards that may have come there, as far as single cards tell."""
        self.stages = [
            [number for number, place in enumerate(self.places) if place.stage == stage]
            for stage in range(len(pools))
        ]

    def _read(self, view: HoleCardsView) -> list[Cards]:
        """Read the log into places, moments and fates; what comes back is the stock of each stage."""
        pools: list[Cards] = [PACK.cards]
        pile: Cards = ()
        for time, (what, seat, cards, _, _) in enumerate(view.log):
            if what == "start":
                pile = cards
                pools[0] = PACK.without(pile)
            elif what == "reshuffle":
                pools.append(pile[:-1])
                self.fates.append({})
            elif seat is not None:
                # What the seat does itself tells it nothing new: those moments are dropped.
                moments = self.moments.get(seat, [])
                if what == "pass" or (what == "draw" and self.rules.draw == "only_if_unable"):
                    moments.append(Moment("stuck", time, pile))
                if what == "draw":
                    if view.log[time - 1].what == "reshuffle":
                        pile = pile[-1:]
                    moments.append(Moment("draw", time, pile, place=len(self.places)))
                    if seat != view.seat:
                        self.places.append(Place(len(pools) - 1, seat, time, _what_then(view, time)))
                elif what == "play":
                    moments.append(Moment("play", time, pile, cards))
                    pile += cards
                    for fates in self.fates:
                        for card in cards:
                            fates.setdefault(card, (time, seat))
        return pools

    def _is_own(self, view: HoleCardsView, card: Card, stage: int) -> bool:
        """Did this card of the stage's stock come to the seat itself?"""
        fate = self.fates[stage].get(card)
        return card in view.hand if fate is None else fate[1] == view.seat

    def _may(self, card: Card, place: Place) -> bool:
        """May the card have come to this place, as far as single cards tell?"""
        until, player = self.fates[place.stage].get(card, (inf, place.seat))
        if player != place.seat or until <= place.since or (place.then == "play" and until > place.since + 1):
            return False
        return not any(
            card_fits(self.rules, moment.pile, card)
            for moment in self.moments.get(-1 if place.seat is None else place.seat, ())
            if (moment.what == "stuck" and place.since < moment.time < until)
            or (place.then == "end" and moment.what == "draw" and moment.time == place.since)
        )

    def held(self, seat: int | None, since: int = -1) -> Cards:
        """The cards that a seat (or the stock) has and has not played; since 0: the drawn ones, in order."""
        return tuple(
            [
                card
                for card, place in zip(self.cards, self.places, strict=True)
                if place.seat == seat and place.since >= since and card not in self.fates[place.stage]
            ]
        )

    def begin(self, rng: Random) -> None:
        """Fill the places, each with a card that may have come there."""
        self.cards = []
        for numbers in self.stages:
            found = random_matching([self.allowed[number] for number in numbers], rng)
            assert found is not None, "The true history fits, so one can be found."
            self.cards += found

    def change(self, rng: Random) -> bool:
        """Let cards change places at random; False if that leads to no history in which groups fit too."""
        faults = {seat: self._faults(seat) for seat in self.moments}
        in_hands = [number for number, place in enumerate(self.places) if place.seat is not None]
        enough = SWAPS * len(in_hands)
        for tries in range(10 * enough):
            if tries >= enough and not any(faults.values()):
                return True
            one = rng.choice(in_hands)
            other = rng.choice(self.stages[self.places[one].stage])
            if self.cards[other] not in self.allowed[one] or self.cards[one] not in self.allowed[other]:
                continue
            seats = [seat for seat in faults if seat in (self.places[one].seat, self.places[other].seat)]
            self._swap(one, other)
            now = {seat: self._faults(seat) for seat in seats}
            if sum(now.values()) > sum([faults[seat] for seat in seats]):
                self._swap(one, other)
            else:
                faults |= now
        return False

    def _swap(self, one: int, other: int) -> None:
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]

    def _faults(self, seat: int) -> int:
        """How often this hand would have let the seat do something else, groups and all (KA26, KA27)."""
        hand = [
            card
            for card, place in zip(self.cards, self.places, strict=True)
            if place.seat == seat and place.since < 0
        ]
        faults = 0
        for moment in self.moments[seat]:
            if moment.what == "stuck":
                faults += bool(plays(self.rules, moment.pile, tuple(hand)))
            elif moment.what == "play":
                for card in moment.cards:
                    hand.remove(card)
            else:
                card, place = self.cards[moment.place], self.places[moment.place]
                hand.append(card)
                if place.then in ("keep", "end"):
                    fits = any(card in cards for cards in plays(self.rules, moment.pile, tuple(hand)))
                    faults += fits != (place.then == "keep")
        return faults


def _what_then(view: HoleCardsView, time: int) -> str:
    """What became of a card drawn, where it might be played at once."""
    if not view.rules.play_drawn:
        return ""
    following = view.log[time + 1 : time + 2] or [Event("keep" if view.has_drawn else "end", view.turn)]
    same = following[0].seat == view.log[time].seat and following[0].what in ("play", "keep")
    return following[0].what if same else "end"
