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
from cardlab.game import Game, Rules, State, begin, option_values
from cardlab.notation import read_json, to_json
from cardlab.refused import Refused
from cardlab.widgets.session import PERSON, Player

AS_NOW = "as now"
"""The player of a seat whose bot has no name, being a function of somebody's own."""

MOST_CHOICES = 12
"""An option with more values than these is typed, not chosen from a list."""

PLAYERS, POSITION = "Players", "Position"
"""The parts of the form beside the house rules, as a refusal names them."""

EXAMPLE = '{"hands": {"You": "QH AS"}}'
"""A position, as it may be typed."""


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
        "question": _question(item),
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


def _question(item: Field[Any]) -> str:
    """The question of a house rule as a refusal names it: without the full stop, and what comes after."""
    return str(item.metadata["doc"]).split(";")[0].rstrip(".")


def read_form(
    game: Game, filled: Mapping[str, Any], seats: Mapping[str, Player], seed: int
) -> tuple[State, dict[str, Player]]:
    """The state and the players that a filled form asks for.

    Raises Refused for what is wrong, named as the form names it.
    """
    taken = [(name, player) for name, player in filled["seats"] if name]
    typed, known = filled["options"], fields(game.rules)
    try:
        options = {item.name: _typed(item, typed[item.name]) for item in known if item.name in typed}
        rules = game.rules.from_options({"players": len(taken), **options})
    except Refused as refused:
        labels = {item.name: _question(item) for item in known} | {"players": PLAYERS}
        raise Refused(labels.get(refused.field, refused.field), refused.sentence) from refused
    try:
        state = begin(game.name, rules, [name for name, _ in taken], _position(filled["position"]), seed)
    except Refused as refused:
        label = {"seats": PLAYERS, "position": POSITION}.get(refused.field, f"{POSITION}, {refused.field}")
        raise Refused(label, refused.sentence) from refused
    return state, {name: seats.get(name, PERSON) if player == AS_NOW else player for name, player in taken}


def _typed(item: Field[Any], text: str) -> Any:
    """A house rule as a person types it: as Python or JSON, numbers with spaces or commas, or nothing."""
    try:
        return _read(text)
    except ValueError:
        numbers = text.replace(",", " ").split()
        if all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
            return list(map(int, numbers))
        raise Refused(
            item.name, f"{text!r} is not possible here; right would be {option_values(item)}."
        ) from None


def _position(text: str) -> Any:
    try:
        position = _read(text)
    except ValueError:
        right = f"right would be fields with their values, such as {EXAMPLE}."
        raise Refused("position", f"{text!r} cannot be read; {right}") from None
    return {} if position is None else position


_BRACKETS = str.maketrans("()'", '[]"')


def _read(text: str) -> Any:
    """A value written as JSON, or as Python writes the same; nothing is None. Raises ValueError."""
    if text.strip().lower() in ("", "none"):
        return None
    try:
        return read_json(text)
    except ValueError:
        return read_json(text.translate(_BRACKETS))
