"""The form of a table: who plays, the house rules, a position; made from the rules object of the game.

The browser gets it when somebody opens it, and sends it back as words. Neither the seed nor the position
of now is in it: both would tell hidden cards.
"""

from __future__ import annotations

import json
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
        "choices": [[_json(choice), said(choice)] for choice in values] if is_list else [],
        "right": option_values(item),
    }


def _are_numbers(values: Any) -> bool:
    return all(type(value) is int for value in values)


def _json(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


_BRACKETS = str.maketrans("()'", '[]"')


def read_form(
    game: Game, filled: Mapping[str, Any], seats: Mapping[str, Player], seed: int
) -> tuple[State, dict[str, Player]]:
    """The state and the players that a filled form asks for. Raises Refused for a field that is wrong."""
    taken = [(name, player) for name, player in filled["seats"] if name]
    options: dict[str, Any] = {"players": len(taken)}
    for item in fields(game.rules):
        if item.name in filled["options"]:
            # Typed as Python or as JSON; nothing stands for None.
            value = _read(item.name, filled["options"][item.name].translate(_BRACKETS) or "null")
            if value != to_json(item.default):
                options[item.name] = value
    position = _read("position", filled["position"] or "{}")
    state = new_game(game.name, seed, [name for name, _ in taken], position, **options)
    return state, {name: seats.get(name, PERSON) if player == AS_NOW else player for name, player in taken}


def _read(field: str, text: str) -> Any:
    try:
        return read_json(text)
    except ValueError as error:
        raise Refused(field, f"{text!r} cannot be read: {error}.") from error
