"""The referee: does a scenario come out as it expects?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.cards import Card, parse_cards
from cardlab.game import RuleViolation, State
from cardlab.notation import read_json
from cardlab.play import Record
from cardlab.refused import Refused, did_you_mean
from cardlab.render import shown_cards

UNORDERED = ("hands", "melds", "public")
"""Facts whose cards have no order."""


@dataclass(frozen=True)
class Report:
    """What a scenario's expectations and the engine disagree on; nothing when all is well."""

    id: str
    differences: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Did everything come out as expected?"""
        return not self.differences

    def __str__(self) -> str:
        return f"{self.id}: {'ok' if self.ok else '; '.join(self.differences)}"


def referee(scenario: Mapping[str, Any], name: str = "scenario") -> Report:
    """Play a scenario and compare what came out with what it expects.

    Raises nothing: a scenario that cannot be read or played is a difference like any other. The name, such
    as that of its file, is for a scenario without an id.

    >>> print(referee({"id": "lead", "game": "toepen", "seats": ["A", "B"], "options": {"players": 2},
    ...     "position": {"dealer": "B", "phase": "play", "hands": {"A": "9H", "B": "KH"}},
    ...     "moves": ["A plays 9H"], "expect": {"to_act": "B", "not_legal": ["B folds"]}}))
    lead: ok
    """
    fault = _why_no_scenario(scenario)
    if isinstance(scenario, Mapping) and isinstance(scenario.get("id"), str):
        name = " ".join(scenario["id"].split())
    if fault:
        return Report(name, (fault,))
    expect = scenario.get("expect", {})
    try:
        record = Record(
            game=scenario["game"],
            seats=scenario["seats"],
            seed=scenario.get("seed", 0),
            options=scenario.get("options", {}),
            position=scenario.get("position", {}),
            moves=tuple(scenario.get("moves", ())),
        )
        states = record.states()
    except Refused as error:
        if error.field == expect.get("error"):
            return Report(name, ())
        return Report(name, (f"refused: {error}",))
    except RuleViolation as error:
        return Report(name, (f"a move is illegal: {error}",))
    if "error" in expect:
        return Report(name, (f"expected a refusal of {expect['error']!r}, but the position was accepted",))
    return Report(name, tuple(_differences(states[-1], expect)))


def _why_no_scenario(scenario: Any) -> str:
    """What is wrong with the form of a scenario, in words; empty if nothing is."""
    if not isinstance(scenario, Mapping):
        return f"a scenario is an object with fields, not {_short(scenario)}"
    for field in ("game", "seats"):
        if scenario.get(field) is None:
            return f"the scenario has no {field!r}"
    moves, expect = scenario.get("moves", ()), scenario.get("expect", {})
    if not isinstance(moves, list | tuple) or not all(isinstance(move, str) for move in moves):
        return f"moves: {_short(moves)} is not possible; right would be a list of moves as text"
    if not isinstance(expect, Mapping):
        return f"expect: {_short(expect)} is not possible; right would be facts with their values"
    return ""


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:50]} ..."


def _differences(state: State, expect: Mapping[str, Any]) -> list[str]:
    found = []
    facts = state.facts()
    for key, wanted in expect.items():
        try:
            found += _wrong(state, facts, key, wanted)
        except ValueError as error:  # Refused is a ValueError
            found.append(f"{key}: this cannot be read: {error}")
        except (KeyError, TypeError, AttributeError):
            found.append(f"{key}: {_short(wanted)} is not what can be expected of it")
    return found


def _wrong(state: State, facts: Mapping[str, Any], key: str, wanted: Any) -> list[str]:
    found = []
    match key:
        case "legal" | "not_legal":
            for move in wanted:
                violation = state.why_illegal(move)
                if key == "legal" and violation is not None:
                    found.append(f"{move!r} should be legal, but {violation}")
                if key == "not_legal" and violation is None:
                    found.append(f"{move!r} should not be legal")
        case "illegal":
            for item in wanted if isinstance(wanted, list) else [wanted]:
                found += _wrong_refusal(state, item)
        case "view":
            found += _wrong_view(state, wanted)
        case _ if key not in facts:
            found.append(f"there is no fact {key!r}. {did_you_mean(key, list(facts))}")
        case _ if not _agree(key, wanted, facts[key]):
            found.append(f"{key}: expected {json.dumps(wanted, ensure_ascii=False)}, got {facts[key]}")
    return found


def _wrong_refusal(state: State, item: Mapping[str, Any]) -> list[str]:
    violation = state.why_illegal(item["move"])
    if violation is None:
        return [f"{item['move']!r} should be refused"]
    rules = item.get("rule", violation.clause)
    if violation.clause not in (rules if isinstance(rules, list) else [rules]):
        return [f"{item['move']!r} is refused by {violation.clause}, expected {rules}"]
    return []


def _wrong_view(state: State, wanted: Mapping[str, Any]) -> list[str]:
    shown = shown_cards(state.view(wanted["seat"]))
    found = []
    for text in wanted.get("hides", ()):
        forms = [form for form, cards in shown.items() if Card.parse(text) in cards]
        if forms:
            found.append(f"the view of {wanted['seat']} shows {text} ({', '.join(forms)})")
    for text in wanted.get("shows", ()):
        forms = [form for form, cards in shown.items() if Card.parse(text) not in cards]
        if forms:
            found.append(f"the view of {wanted['seat']} does not show {text} ({', '.join(forms)})")
    return found


def _agree(key: str, wanted: Any, got: Any) -> bool:
    """Equal as the scenario format says: named keys only, cards by value, some facts in any order."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        return all(name in got and _agree(key, value, got[name]) for name, value in wanted.items())
    if isinstance(wanted, list | tuple) and isinstance(got, list | tuple):
        if key in UNORDERED:
            return sorted(map(_cards, wanted)) == sorted(map(_cards, got))
        return len(wanted) == len(got) and all(_agree(key, a, b) for a, b in zip(wanted, got, strict=True))
    if isinstance(wanted, str) and isinstance(got, str) and wanted != got:
        try:
            one, two = parse_cards(wanted), parse_cards(got)
        except ValueError:
            return False
        return Counter(one) == Counter(two) if key in UNORDERED else one == two
    return bool(wanted == got)


def _cards(text: str) -> list[str]:
    return sorted(map(str, parse_cards(text)))


def scenario_files(path: Path) -> list[Path]:
    """The file, or all scenario files below the folder."""
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def read_scenario(file: Path) -> Any:
    """What a scenario file holds. Raises Refused when that cannot be read."""
    try:
        return read_json(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise Refused(str(file), f"This is not a readable scenario: {error}") from error


def read_scenarios(path: Path) -> list[Mapping[str, Any]]:
    """The scenarios of a file or of all files below a folder. Raises Refused when one cannot be read."""
    return [read_scenario(file) for file in scenario_files(path)]


def referee_files(path: Path) -> Iterator[Report]:
    """A report on the scenario of a file, or of each file below a folder; on one that cannot be read, too."""
    files = scenario_files(path)
    if not files:
        yield Report(str(path), ("there is no scenario in this folder",))
    for file in files:
        try:
            scenario = read_scenario(file)
        except Refused as refused:
            yield Report(str(file), (refused.sentence,))
        else:
            yield referee(scenario, str(file))
