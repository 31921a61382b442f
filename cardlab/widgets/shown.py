"""What the browser is given of a session: plain values, made from the view of the person at the screen."""

from __future__ import annotations

from typing import Any

from cardlab.cards import Card
from cardlab.game import View
from cardlab.render import scene_json
from cardlab.widgets.session import Session
from cardlab.widgets.words import second_person, spoken_to


def shown(session: Session) -> dict[str, Any]:
    """The scene, the score sheet, the log, and what can be done in this step.

    >>> from cardlab.game import new_game
    >>> found = shown(Session(new_game("toepen", seed=1, seats=["You", "Ben"]), {}))
    >>> found["turn"]["cover"], found["scene"]["hand"]
    (['You'], [])
    """
    view, seats = session.view(), session.state.seats
    scene = scene_json(view, spoken_to(view.scene()))
    scene["hand"] = list(map(str, session.hand))
    rest = [card for card in dict.fromkeys(view.hand) if str(card) not in scene["legal"]]
    scene["legal"] += [str(card) for card in rest if _will_do(session, view, card)]
    turn = {
        "step": session.step,
        "match": session.first_step,
        "clock": session.clock,
        "seat": "" if view.seat is None else seats[view.seat],
        "cover": [seats[person] for person in session.cover],
        "pass_on": session.may_pass_on,
        "card_verb": session.card_verb(),
        "buttons": [button._asdict() for button in session.buttons(view)],
        "staging": _staging(session, view),
        "undo": not session.no_undo,
        "bots": bool(session.bots),
    }
    return {"story": scene.pop("log"), "sheet": scene.pop("sheet"), "scene": scene, "turn": turn}


def _will_do(session: Session, view: View, card: Card) -> bool:
    """Is a card as good as one of its rank that a legal move names? Of equal ranks only one may be listed."""
    return any(
        move.cards[0].rank is card.rank and session.state.why_illegal(move._replace(cards=(card,))) is None
        for move in view.legal
        if len(move.cards) == 1 and not move.melds
    )


def _staging(session: Session, view: View) -> dict[str, Any]:
    """The melds put down so far, each with what the game says of it, and what they amount to."""
    if not session.staged:
        return {"open": bool(session.laying_verb), "groups": [], "total": ""}
    move, weigh = session.put_together(), session.game.weigh
    groups = [*([move.cards] if move.cards else []), *move.melds]
    parts, total = weigh(view, move) if weigh else ([("", "")] * len(groups), "")
    numbers, found = list(range(len(groups))), []
    for group, (note, clause) in zip(groups, parts, strict=True):
        number = next(number for number in numbers if session.staged[number] == group)
        numbers.remove(number)  # with several packs two groups can be alike
        cards = list(map(str, group))
        found.append({"cards": cards, "number": number, "note": second_person(note), "clause": clause})
    return {"open": True, "groups": found, "total": total}
