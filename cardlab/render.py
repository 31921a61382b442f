"""A view as text."""

from __future__ import annotations

import json
import re

from cardlab.cards import Card, show_cards
from cardlab.game import Pile, Scene, View
from cardlab.notation import to_json


def text(scene: Scene) -> str:
    """The scene as lines of plain text."""
    lines = [scene.title, scene.status, "; ".join(f"{name}: {value}" for name, value in scene.facts)]
    for place in scene.places:
        mark = ">" if place.is_turn else " "
        cards = f"{place.closed} cards" if place.closed != 1 else "1 card"
        lines.append(
            f"{mark} {', '.join([place.name, *([cards] if place.closed >= 0 else []), *place.notes])}"
        )
        lines += [f"    {_pile(pile)}" for pile in place.piles]
    lines += [_pile(pile) for pile in scene.middle]
    if scene.hand_name:
        lines.append(f"{scene.hand_name}: {show_cards(scene.hand) or 'no cards'}")
    return "\n".join(lines)


def _pile(pile: Pile) -> str:
    shown = [str(card) if card else "face down" for card in pile.cards]
    if pile.captions:
        shown = [f"{card} ({caption})" for card, caption in zip(shown, pile.captions, strict=True)]
    return f"{pile.name}: {', '.join([*shown, *([pile.note] if pile.note else [])])}"


def mimebundle(view: View) -> dict[str, str]:
    """What Jupyter shows of a view."""
    return {"text/plain": text(view.scene())}


_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]|Joker")


def shown_cards(view: View) -> dict[str, set[Card]]:
    """The cards that each form of a view shows face up, its log of public moves left aside."""
    view = view._with(log=())
    forms = {**mimebundle(view), "application/json": json.dumps(to_json(view), ensure_ascii=False)}
    return {form: set(map(Card.parse, _CARD.findall(shown))) for form, shown in forms.items()}
