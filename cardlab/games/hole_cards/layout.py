"""A view of Hole Cards laid out for drawing: the pile, the places, the deals won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.game import Pile, Place, Scene
from cardlab.games.hole_cards.rules import PACK, WORDS
from cardlab.notation import show_event

if TYPE_CHECKING:
    from cardlab.games.hole_cards.engine import HoleCardsView

TOP = 4
"""So many cards of the pile lie side by side: no rule looks deeper (K16)."""


def layout(view: HoleCardsView) -> Scene:
    """The scene of a view."""
    name = view.seats
    return Scene(
        title=f"Hole Cards, deal {view.deal}",
        status=_status(view),
        facts=_facts(view),
        places=tuple(_place(view, seat) for seat in range(len(name))),
        middle=_middle(view),
        hand_name="" if view.seat is None else f"Hole cards of {name[view.seat]}",
        hand=view.hand,
        sheet=(
            ("Match", "Deals won", "To win"),
            *((name[seat], str(won), str(view.rules.match_to)) for seat, won in enumerate(view.wins)),
        ),
        log=tuple(show_event(WORDS, name, event) for event in view.log),
    )


def _facts(view: HoleCardsView) -> tuple[tuple[str, str], ...]:
    if view.knocked_by is not None:
        return (("Knocked", view.seats[view.knocked_by]),)
    return (("Matching", f"rank or {view.rules.match}"),)


def _middle(view: HoleCardsView) -> tuple[Pile, ...]:
    """The pile and the stock, whose number of cards is as telling as the others' counts (KA21)."""
    cards = view.pile[-TOP:]
    number = len(view.pile)
    note = "empty" if not cards else f"{number} cards, the top one last" if number > 1 else ""
    left = PACK.size - number - sum(view.counts)
    stock = Pile("Stock", (None,), note=f"{left} cards" * view.rules.show_counts) if left else None
    return (Pile("Pile", cards, note=note), stock or Pile("Stock", (), note="empty"))


def _place(view: HoleCardsView, seat: int) -> Place:
    notes = []
    if seat == view.dealer:
        notes.append("dealer")
    if seat == view.knocked_by:
        notes.append("knocked")
    if seat in view.winners:
        notes.append("won the deal")
    said = not view.shown and (view.rules.show_counts or seat == view.seat)
    return Place(
        name=view.seats[seat],
        closed=view.counts[seat] if said else -1,
        notes=tuple(notes),
        piles=(Pile("Shows", view.shown[seat]),) if view.shown else (),
        is_turn=seat == view.to_act,
    )


def _status(view: HoleCardsView) -> str:
    """Who has to do what; or how the deal ended."""
    if view.to_act is None:
        return _result(view)
    who = view.seats[view.to_act]
    if view.has_drawn:
        return f"{who}: play the drawn card or pass?"
    if view.knocked_by is not None:
        return f"{who} has one last turn."
    # The others do not know what it could do; the seat itself is told what it may.
    verbs = list(dict.fromkeys([move.verb for move in view.legal])) or ["play", "draw", "knock"]
    return f"{who} is to {' or '.join([', '.join(verbs[:-1]), verbs[-1]] if verbs[1:] else verbs)}."


def _result(view: HoleCardsView) -> str:
    who = " and ".join(view.seats[seat] for seat in view.winners)
    how = "is out of cards" if view.ended_by == "out" else "had the fewest cards"
    if sum(len(hand) == min(map(len, view.shown)) for hand in view.shown) > 1:
        how = "comes out of the tie for the fewest cards"
    said = f"{who} share the deal." if len(view.winners) > 1 else f"{who} {how} and wins the deal."
    champions = [view.seats[seat] for seat in view.champions]
    if view.rules.match_to == 1 or not champions:
        return said
    return said + f" {' and '.join(champions)} {'win' if len(champions) > 1 else 'wins'} the match."
