"""The form of a table: who plays, the house rules, a position; made from the rules object of the game.

The browser gets it when somebody opens it, and sends it back as words. Neither the seed nor the position
of now is in it: both would tell hidden cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from cardlab.bots import bots_of
from cardlab.exploration import said
from cardlab.game import Game, Rules, State, new_game, option_values
from cardlab.notation import read_json, to_json
from cardlab.refused import Refused
from cardlab.widgets.session import PERSON, Player

AS_NOW = "as now"
"""The player of a seat whose bot has no name, being a function of somebody's own."""

MOST_CHOICES = 12
"""An option with more values than these is typed, not chosen from a list."""


def form(game: Game, rules: Rules, seats: Mapping[str, Player]) -> dict[str, Any]:
    """The form with what holds now, as plain values.

    >>> from cardlab.game import find_game
    >>> game = find_game("hole_cards")
    >>> found = form(game, game.rules(players=2), {"You": "person", "Ben": "random"})
    >>> found["seats"], found["most"]
    ([['You', 'person'], ['Ben', 'random']], 6)
    >>> found["options"][0]["choices"]
    [['"suit"', 'suit'], ['"colour"', 'colour']]
    """
    numbers = next(item for item in fields(game.rules) if item.name == "players").metadata["numbers"]
    players = [PERSON, *bots_of(game)]
    if any(callable(player) for player in seats.values()):
        players.append(AS_NOW)
    return {
        "seats": [[name, AS_NOW if callable(player) else player] for name, player in seats.items()],
        "players": players,
        "most": max(numbers),
        "example": EXAMPLE,
        "options": [
            _field(item, getattr(rules, item.name)) for item in fields(rules) if item.name != "players"
        ],
    }


def _field(item: Field[Any], value: Any) -> dict[str, Any]:
    """One house rule: its question, the clause behind it, and a list to choose from or a text to type."""
    meta = item.metadata
    known = dict.fromkeys((item.default, *meta["values"], *(meta["numbers"] or ())[:MOST_CHOICES]))
    is_list = meta["test"] is None and (meta["numbers"] is None or len(meta["numbers"]) <= MOST_CHOICES)
    values = sorted(known) if is_list and meta["numbers"] is not None and _are_numbers(known) else known
    return {
        "name": item.name,
        "doc": meta["doc"],
        "clause": meta["clause"],
        "value": _json(value) if is_list or value is not None else "",
        "choices": [[_json(choice), _said(choice, item)] for choice in values] if is_list else [],
        "right": option_values(item),
    }


def _said(value: Any, item: Field[Any]) -> str:
    """A value in words; None is "as usual" only where it is what is usual."""
    return "none" if value is None and item.default is not None else said(value)


def _are_numbers(values: Any) -> bool:
    return all(type(value) is int for value in values)


def _json(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


_BRACKETS = str.maketrans("()'", '[]"')


def read_form(
    game: Game, filled: Mapping[str, Any], seats: Mapping[str, Player], seed: int
) -> tuple[State, dict[str, Player]]:
    """The state and the players that a filled form asks for.

    Raises Refused for what is wrong, named by the question of the form.
    """
    taken = [(name, player) for name, player in filled["seats"] if name]
    options: dict[str, Any] = {"players": len(taken)}
    try:
        for item in fields(game.rules):
            if item.name in filled["options"]:
                value = _typed(item, filled["options"][item.name])
                if value != to_json(item.default):
                    options[item.name] = value
        position = _position(filled["position"])
        state = new_game(game.name, seed, [name for name, _ in taken], position, **options)
    except Refused as refused:
        questions = {item.name: item.metadata["doc"] for item in fields(game.rules)}
        asked = questions.get(refused.field, refused.field).split(";")[0].rstrip(".")
        raise Refused(asked, refused.sentence) from refused
    return state, {name: seats.get(name, PERSON) if player == AS_NOW else player for name, player in taken}


def _typed(item: Field[Any], text: str) -> Any:
    """A house rule as a person types it: as Python or JSON, numbers with spaces or commas, or nothing."""
    text = text.translate(_BRACKETS).strip()
    if text.lower() in ("", "none", "null"):
        return None
    try:
        return read_json(text)
    except ValueError:
        numbers = text.replace(",", " ").split()
        if all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
            return list(map(int, numbers))
        raise Refused(
            item.name, f"{text!r} is not possible here; right would be {option_values(item)}."
        ) from None


EXAMPLE = '{"hands": {"You": "QH AS"}}'


def _position(text: str) -> Any:
    try:
        return read_json(text or "{}")
    except ValueError:
        raise Refused(
            "position",
            f"{text!r} cannot be read; right would be fields with their values, such as {EXAMPLE}.",
        ) from None
