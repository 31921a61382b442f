"""What one seat of Toepen cannot see, dealt anew so that it fits everything the seat knows."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card, Rank, Suit, sort_cards
from cardlab.games.toepen.rules import HAND_SIZE, ORDER
from cardlab.probability.unseen import Unseen, deal_unseen
from cardlab.refused import Refused

if TYPE_CHECKING:
    from cardlab.games.toepen.engine import ToepenView

Hands = list[tuple[Card, ...]]
MOST_TRIES = 10_000
"""Far more than a true view needs: what was announced can be given in 64 ways at most, and one is right."""


def unseen_cards(view: ToepenView, rng: Random) -> dict[str, Any]:
    """The hidden fields of a state: hands, stock, discards and who is still to announce.

    It fits the numbers of cards, every old hand turned up, the suits that a seat could not follow (T32)
    and the announcements (T36 to T41). Deals that fit are equally likely, except that after a whistle
    three tens and three jacks are taken as equally likely, whatever is left of them.
    """
    seats = range(len(view.seats))
    played: Hands = [()] * len(view.seats)
    barred = barred_suits(view)
    discards: list[tuple[int, tuple[Card, ...]]] = []
    for event in view.log:
        if event.seat is None:
            continue
        if event.what == "play":
            played[event.seat] += event.cards
        elif event.what == "exchange":
            discards.append((event.seat, ()))
        elif event.what == "challenge":
            discards[-1] = (discards[-1][0], event.cards)
    own = list(view.own_discards)
    discards = [(seat, own.pop(0) if seat == view.seat else cards) for seat, cards in discards]

    unseen = list(view.unseen)
    others = [seat for seat in seats if seat != view.seat]
    closed = [number for number, (_, old) in enumerate(discards) if not old]
    for _ in range(MOST_TRIES):
        hands: Hands = [()] * len(view.seats)
        if view.seat is not None:
            hands[view.seat] = view.hand
        for seat, cards in _announced_cards(view, played, barred, unseen, rng):
            hands[seat] = cards
        given = [card for seat in others for card in hands[seat]]
        try:
            dealt = deal_unseen(
                [card for card in unseen if card not in given],
                [Unseen(view.held[seat] - len(hands[seat]), frozenset(barred[seat])) for seat in others]
                + [Unseen(HAND_SIZE)] * len(closed),
                rng,
            )
        except ValueError:
            continue  # The cards given for an announcement left no deal: give others.
        for seat, cards in zip(others, dealt, strict=False):
            hands[seat] += cards
        announcing = _announcing(view, hands)
        if _fits(view, [hand + more for hand, more in zip(hands, played, strict=True)], announcing):
            break
    else:
        raise Refused("view", "No deal was found that fits what this seat has seen.")
    for number, cards in zip(closed, dealt[len(others) :], strict=False):
        discards[number] = (discards[number][0], cards)
    return {
        "hands": tuple(sort_cards(hand, ORDER) for hand in hands),
        "stock": dealt[-1],
        "discards": tuple(discards),
        "announcing": announcing,
    }


def barred_suits(view: ToepenView) -> list[set[Suit]]:
    """For each seat the suits that it could not follow, and so does not hold (T32)."""
    barred: list[set[Suit]] = [set() for _ in view.seats]
    led: Suit | None = None
    for event in view.log:
        if event.what == "play" and event.seat is not None:
            suit = event.cards[0].suit
            led = led or suit
            if led is not None and suit != led:
                barred[event.seat].add(led)
        elif event.what == "trick":
            led = None
    return barred


def _count(hand: tuple[Card, ...], rank: Rank) -> int:
    return sum(card.rank is rank for card in hand)


def _announced_cards(
    view: ToepenView, played: Hands, barred: list[set[Suit]], unseen: list[Card], rng: Random
) -> list[tuple[int, tuple[Card, ...]]]:
    """Tens or jacks for the seats that have announced them, and jacks for one that is being asked."""
    wanted: list[tuple[int, int, tuple[Rank, ...]]] = [
        (seat, 4 if what == "stand" else 3, (Rank.TEN, Rank.JACK)) for seat, what in view.announced
    ]
    if view.phase == "announce" and view.to_act is None:
        others = [seat for seat in view.alive if seat != view.seat]
        wanted.append((rng.choice(others), 3 if rng.random() < 0.98 else 4, (Rank.JACK,)))
    given: list[tuple[int, tuple[Card, ...]]] = []
    for seat, number, ranks in wanted:
        if seat == view.seat:
            continue
        taken = [card for _, cards in given for card in cards]
        options = []
        for rank in ranks:
            need = number - _count(played[seat], rank)
            free = [c for c in unseen if c.rank is rank and c.suit not in barred[seat] and c not in taken]
            if 0 <= need <= min(len(free), view.held[seat]):
                options.append(tuple(rng.sample(free, need)))
        if options:
            given.append((seat, rng.choice(options)))
    return given


def _announcing(view: ToepenView, hands: Hands) -> tuple[int, ...]:
    """In the phase of the announcements: the seat that must be the one asked, and those after it."""
    if view.phase != "announce":
        return ()
    order = view.alive_from(view.dealer + 1)
    asked = view.to_act
    if asked is None:
        silent = [
            seat for seat in order if seat != view.seat and all(seat != other for other, _ in view.announced)
        ]
        asked = next((seat for seat in silent if _count(hands[seat], Rank.JACK) >= 3), None)
    return () if asked is None else order[order.index(asked) :]


def _fits(view: ToepenView, dealt: Hands, announcing: tuple[int, ...]) -> bool:
    """Would these hands have been announced as they were (TA35)?"""
    if view.phase == "announce" and not announcing:
        return False
    if not view.rules.announcements or (
        not any(event.what == "lead" for event in view.log) and not announcing
    ):
        return True
    announced = dict(view.announced)
    exchanging = takewhile(lambda event: event.what != "lead", view.log)
    gone = [event.seat for event in exchanging if event.what == "out"]  # before it had anything to announce
    for seat, hand in enumerate(dealt):
        if seat in gone or seat in announcing or len(hand) < HAND_SIZE:
            if seat in announcing and seat in announced:
                return False
            continue
        tens, jacks = _count(hand, Rank.TEN), _count(hand, Rank.JACK)
        right = {"whistle": 3, "sing": 3, "stand": 4}.get(announced.get(seat, ""))
        if (right is None and tens >= 3) or (right is not None and right not in (tens, jacks)):
            return False
    return True
