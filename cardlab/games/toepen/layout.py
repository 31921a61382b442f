"""A view of Toepen laid out for drawing: the trick, the places, the slate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.game import Pile, Place, Scene
from cardlab.games.toepen.rules import WORDS
from cardlab.notation import show_event

if TYPE_CHECKING:
    from cardlab.games.toepen.engine import ToepenView

OWED = {"drinks": "Rounds owed", "kitty": "Owed to the kitty", "chips": "Chips owed"}
"""T27, TA38: what the slate calls the price of going out."""


def strokes(number: int) -> str:
    """Strokes on the slate in groups of five (T42, T44).

    >>> strokes(8)
    '||||| |||'
    """
    return " ".join(["|||||"] * (number // 5) + ["|" * (number % 5)] * (number % 5 > 0))


def layout(view: ToepenView) -> Scene:
    """The scene of a view."""
    name = view.seats
    return Scene(
        title=f"Toepen, deal {view.deal}",
        status=_status(view),
        facts=(
            ("Stake", str(view.stake)),
            ("Trick", f"{min(4, 1 + _tricks_done(view))} of 4"),
            ("Stock", f"{view.stock_count} cards"),
        ),
        places=tuple(_place(view, seat) for seat in range(len(name))),
        middle=_middle(view),
        hand_name="" if view.seat is None else f"Hand of {name[view.seat]}",
        hand=view.hand,
        sheet=(
            ("Slate", "Strokes", "Lives lost", "Rubbers", OWED[view.rules.tally]),
            *(
                (name[seat], strokes(lost), str(lost), str(view.rubbers[seat]), str(view.rounds_owed[seat]))
                for seat, lost in enumerate(view.lives)
            ),
        ),
        log=tuple(show_event(WORDS, name, event) for event in view.log),
    )


def _tricks_done(view: ToepenView) -> int:
    """From the cards still held: a position may begin at a later trick."""
    held = [view.held[seat] for seat in view.alive if all(seat != other for other, _ in view.trick)]
    return 4 - held[0] if held else 4 - view.held[view.alive[0]] - 1


def _place(view: ToepenView, seat: int) -> Place:
    notes = []
    if seat == view.dealer:
        notes.append("deals next" if view.phase == "over" else "dealer")
    if seat in view.eliminated:
        notes.append("out")
    elif seat not in view.alive:
        notes.append("folded")
    elif seat in view.in_pelt:
        notes.append("in pelt")
    if view.exchanges[seat]:
        notes.append("exchanged" if view.exchanges[seat] == 1 else f"exchanged {view.exchanges[seat]} times")
    notes += [
        {"stand": "stood up", "whistle": "whistled", "sing": "sang"}[what]
        for who, what in view.announced
        if who == seat
    ]
    if seat == view.last_knocker:
        notes.append("knocked last")
    won = view.tricks.count(seat)
    if won:
        notes.append(f"{won} trick{'s' * (won > 1)}")
    return Place(
        name=view.seats[seat],
        closed=view.held[seat],
        notes=tuple(notes),
        piles=tuple(Pile("Old hand", old) for who, old in view.turned_up if who == seat),
        is_turn=seat == view.to_act,
        is_out=seat not in view.alive,
    )


def _middle(view: ToepenView) -> tuple[Pile, ...]:
    """The trick, or the one before when the next has not begun; the last one wins the deal."""
    plays, is_last = view.trick, False
    if not plays:
        for event in view.log:
            if event.what == "play" and event.seat is not None:
                plays = (*(() if is_last else plays), (event.seat, event.cards[0]))
                is_last = False
            elif event.what == "trick":
                is_last = True
    return (
        Pile(
            "Trick" if not is_last else "Last trick" if view.phase == "over" else "Trick before",
            tuple(card for _, card in plays),
            tuple(view.seats[seat] for seat, _ in plays),
            note="" if plays else "no card yet",
        ),
    )


def _status(view: ToepenView) -> str:
    """Who has to do what; or how the deal ended."""
    name = view.seats
    if view.deal_winner is not None:
        said = f"{name[view.deal_winner]} wins the deal."
        if view.kings:
            return said + f" {' and '.join(name[seat] for seat in view.kings)}: king of toepen!"
        if view.rubber_winners:
            return said + f" The rubber goes to {' and '.join(name[seat] for seat in view.rubber_winners)}."
        return said
    if view.to_act is None:
        return "Somebody may have something to announce."
    who = name[view.to_act]
    match view.phase:
        case "exchange":
            return f"{who}: exchange the hand or keep it?"
        case "challenge":
            return f"{who}: challenge the exchange of {name[view.exchanging[0]]}?"
        case "announce":
            return f"{who}: announce your jacks or stay silent?"
        case "pelt":
            return f"{who}: stay for {view.stake}, or fold and lose 1?"
        case "answer":
            return f"{who}: stay for {view.stake}, or fold and lose {view.stake - 1}?"
    return f"{who} is to lead." if not view.trick else f"{who} is to play."
