"""A view of Hand and Foot laid out for drawing: the places with their teams' melds, the pile, the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.cards import Card
from cardlab.game import Pile, Place, RuleViolation, Scene, Weighed
from cardlab.games.hand_and_foot.laying import lay, why_not_taken, worth
from cardlab.games.hand_and_foot.rules import WORDS, is_wild, points_of
from cardlab.games.hand_and_foot.scoring import Meld, top_of_book
from cardlab.melds import BOOK
from cardlab.notation import Action, show_event

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


def weigh(view: HandAndFootView, action: Action) -> Weighed:
    """What the cards of a lay-down amount to so far: each meld, and all of them against the minimum.

    The ``cards`` of a move that takes the pile come first, and with them the top of the pile.
    """
    parts, laid, top = [], action._replace(cards=(), melds=()), None
    if action.verb == "take":
        top = view.top
        why = why_not_taken(view.hand, action.cards[:2], top)
        if why is None:
            laid = laid._replace(cards=action.cards)
            why = _why_not(view, laid, top)
        if why is not None:
            laid, top = laid._replace(verb="meld", cards=()), None
        parts.append(why)
    for meld in action.melds:
        more = laid._replace(melds=(*laid.melds, meld))
        why = _why_not(view, more, top)
        laid = more if why is None else laid
        parts.append(why)
    points = worth(laid, top)
    if view.melds_of(view.turn):
        total = f"{_points(points)}; your team has melded, so any number will do."
    elif points < view.minimum:
        total = f"{_points(points)} of at least {view.minimum}: {view.minimum - points} more."
    else:
        total = f"{_points(points)}, and the minimum is {view.minimum}."
    groups = [action.cards] * (action.verb == "take") + [*action.melds]
    said = [
        (_points(points_of(group)), "") if why is None else (why.case, why.clause)
        for group, why in zip(groups, parts, strict=True)
    ]
    return Weighed(tuple(said), total)


def _why_not(view: HandAndFootView, laid: Action, top: Card | None) -> RuleViolation | None:
    try:
        lay(view, view.turn, laid, top)
    except RuleViolation as violation:
        return violation
    return None


def _points(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"


def _number(cards: int) -> str:
    return f"{cards} card{'s' * (cards != 1)}"


def _packet(name: str, cards: int) -> Pile:
    """Cards that lie closed in one packet."""
    return Pile(name, (None,) * (cards > 0), note=_number(cards))


def _place(view: HandAndFootView, seat: int) -> Place:
    """A seat; the melds of a team lie before the first of its players, the books first."""
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
        piles += map(_meld, sorted(view.melds[team], key=lambda meld: len(meld) < BOOK))
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
    """A meld; a book is squared up, and the card that marks it lies on top (H28, H44)."""
    rank = meld[0].rank.value
    if len(meld) < BOOK:
        return Pile(f"Meld of {rank}", meld)
    kind = "Dirty" if any(map(is_wild, meld)) else "Clean"
    return Pile(f"{kind} book of {rank}", (top_of_book(meld),))


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
            (f"Round {number}: {line}", *(str(getattr(score, field)) for score in scores))
            for field, line in lines.items()
        ]
        rows.append((f"Round {number}: total", *(str(score.total) for score in scores)))
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
