"""A view of Hand and Foot laid out for drawing: the places with their teams' melds, the pile, the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.game import Pile, Place, Scene
from cardlab.games.hand_and_foot.rules import WORDS, is_wild
from cardlab.games.hand_and_foot.scoring import Meld, top_of_book
from cardlab.melds import BOOK
from cardlab.notation import show_event

if TYPE_CHECKING:
    from cardlab.games.hand_and_foot.engine import HandAndFootView


def layout(view: HandAndFootView) -> Scene:
    """The scene of a view."""
    who = (
        ""
        if view.seat is None
        else f"{'Foot' if view.in_foot[view.seat] else 'Hand'} of {view.seats[view.seat]}"
    )
    return Scene(
        title=f"Hand and Foot, round {view.deal} of {len(view.rules.minimums)}",
        status=_status(view),
        facts=(("Minimum", str(view.minimum)),),
        places=tuple(_place(view, seat) for seat in range(len(view.seats))),
        middle=(
            _packet("Stock", view.stock_count),
            Pile("Pile", () if view.top is None else (view.top,), note=_number(view.pile_count)),
        ),
        hand_name=who,
        hand=view.hand,
        sheet=_sheet(view),
        log=tuple(show_event(WORDS, view.seats, event) for event in view.log),
    )


def _number(cards: int) -> str:
    return f"{cards} card{'s' * (cards != 1)}"


def _packet(name: str, cards: int) -> Pile:
    """Cards that lie closed in one packet."""
    return Pile(name, (None,) * (cards > 0), note=_number(cards))


def _place(view: HandAndFootView, seat: int) -> Place:
    """A seat; the melds of a team lie before the first of its players."""
    team = view.rules.team_of[seat]
    notes = ["dealer"] if seat == view.dealer else []
    if view.partners(seat):
        notes.append(f"with {' and '.join([view.seats[other] for other in view.partners(seat)])}")
    if view.in_foot[seat]:
        notes.append("in the foot")
    if seat == view.went_out:
        notes.append("went out")
    piles = [] if view.in_foot[seat] else [_packet("Foot", view.foot_counts[seat])]
    if view.turned_up:
        hand, foot = view.turned_up[seat]
        piles += [
            Pile(name, cards) for name, cards in (("Left over", hand), ("Left in the foot", foot)) if cards
        ]
    if seat == view.team_seats[team][0]:
        piles += map(_meld, view.melds[team])
        if view.red_threes[team]:
            piles.append(Pile("Red threes", view.red_threes[team]))
    return Place(
        name=view.seats[seat],
        closed=view.held[seat],
        notes=tuple(notes),
        piles=tuple(piles),
        is_turn=seat == view.to_act,
    )


def _meld(meld: Meld) -> Pile:
    """A meld; in a book the card that marks it stands first (H28, H44)."""
    rank = meld[0].rank.value
    if len(meld) < BOOK:
        return Pile(f"Meld of {rank}", meld)
    top = top_of_book(meld)
    place = meld.index(top)
    kind = "Dirty" if any(map(is_wild, meld)) else "Clean"
    return Pile(f"{kind} book of {rank}", (top, *meld[:place], *meld[place + 1 :]))


def _sheet(view: HandAndFootView) -> tuple[tuple[str, ...], ...]:
    """The score sheet as players write it: of each round the books, the cards, what is left, and the sum."""
    lines = {"books": "books", "cards": "cards", "left": "cards left"}
    if view.rules.red_three_value:
        lines["red_threes"] = "red threes"
    if view.rules.going_out_bonus:
        lines["bonus"] = "going out"
    rows = [("Score", *map(view.team_name, range(len(view.melds))))]
    if any(view.carried):
        rows.append(("Before", *map(str, view.carried)))
    for number, scores in enumerate(view.sheet, view.first_round):
        rows += [
            (f"{number} {line}", *(str(getattr(score, field)) for score in scores))
            for field, line in lines.items()
        ]
        rows.append((f"Round {number}", *(str(score.total) for score in scores)))
    rows.append(("Total", *map(str, view.totals)))
    return tuple(rows)


def _status(view: HandAndFootView) -> str:
    """Who has to do what; or how the round ended."""
    if view.to_act is None:
        if view.winners:
            names = " and ".join(map(view.team_name, view.winners))
            return f"The game is over: {names} won with {max(view.totals)} points."
        if view.went_out is None:
            return "The stock is used up, and the round is over."
        return f"{view.seats[view.went_out]} went out, and the round is over."
    who = view.seats[view.to_act]
    match view.phase:
        case "ask":
            return f"{who}: may {view.seats[view.turn]} go out?"
        case "draw":
            return f"{who} is to draw or to take the pile."
    return f"{who} is to meld and to discard."
