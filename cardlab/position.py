"""Reading the fields of a position, as scenario files write them, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.cards import Card, Pack, parse_cards
from cardlab.refused import Refused, did_you_mean
from cardlab.tricks import Play


class PositionReader:
    """Reads the fields of a position and refuses what cannot be, by the field's name."""

    def __init__(self, names: tuple[str, ...], position: Mapping[str, Any], known: Sequence[str]) -> None:
        if not isinstance(position, Mapping):
            raise Refused(
                "position", f"{position!r} is not possible; right would be fields with their values."
            )
        for field in position:
            if field not in known:
                raise Refused(field, f"A position here has no {field!r}. {did_you_mean(field, known)}")
        self.names = names
        self.position = position

    def _number_of(self, field: str, name: Any) -> int:
        if name not in self.names:
            raise Refused(field, f"There is no seat {name!r}. {did_you_mean(str(name), self.names)}")
        return self.names.index(name)

    def seat(self, field: str) -> int | None:
        name = self.position.get(field)
        return None if name is None else self._number_of(field, name)

    def seats(self, field: str) -> tuple[int, ...]:
        return tuple(self._number_of(field, name) for name in self._list(field, "seats"))

    def number(self, field: str, default: int, least: int) -> int:
        value = self.position.get(field, default)
        if type(value) is not int or value < least:
            raise Refused(field, f"{value!r} is not possible; right would be a whole number from {least}.")
        return value

    def numbers(self, field: str, most: int) -> tuple[int, ...]:
        if field not in self.position:  # hot path
            return (0,) * len(self.names)
        found = [0] * len(self.names)
        for seat, value in self.by_seat(field).items():
            if type(value) is not int or not 0 <= value <= most:
                raise Refused(
                    field,
                    f"{self.names[seat]} has {value!r}; right would be a whole number from 0 to {most}.",
                )
            found[seat] = value
        return tuple(found)

    def truths(self, field: str, default: bool) -> tuple[bool, ...]:
        """Yes or no for each seat."""
        found = [default] * len(self.names)
        for seat, value in self.by_seat(field).items():
            if type(value) is not bool:
                raise Refused(field, f"{self.names[seat]} has {value!r}; right would be true or false.")
            found[seat] = value
        return tuple(found)

    def choice(self, field: str, choices: Sequence[str], default: str) -> str:
        """One of some words."""
        value = self.position.get(field, default)
        if value not in choices:
            raise Refused(field, f"{value!r} is not possible here. {did_you_mean(str(value), choices)}")
        return str(value)

    def cards(self, field: str) -> tuple[Card, ...]:
        return self.parse(field, self.position.get(field, ""))

    def left_of(self, pack: Pack, named: Sequence[Card], field: str) -> tuple[Card, ...]:
        """The cards of the pack that are not named; the field is to blame if one is named too often."""
        try:
            return pack.without(named)
        except ValueError as error:
            raise Refused(field, str(error)) from error

    def by_seat(self, field: str) -> dict[int, Any]:
        """What a field says of some of the seats."""
        given = self.position.get(field, {})
        if not isinstance(given, Mapping):
            raise Refused(field, f"{given!r} is not possible; right would be a value for each seat named.")
        return {self._number_of(field, name): value for name, value in given.items()}

    def hands(self, field: str = "hands") -> dict[int, tuple[Card, ...]]:
        """Cards of some of the seats."""
        return {seat: self.parse(field, text) for seat, text in self.by_seat(field).items()}

    def plays(self, field: str) -> tuple[Play, ...]:
        """Cards, each with the seat that played it."""
        found = []
        for play in self._list(field, "pairs of a seat and its card"):
            if not isinstance(play, list | tuple) or len(play) != 2:
                raise Refused(field, f"{play!r} is not possible; right would be a seat and its card.")
            cards = self.parse(field, play[1])
            if len(cards) != 1:
                raise Refused(field, f"{play[0]} has played {len(cards)} cards; right would be one.")
            found.append((self._number_of(field, play[0]), cards[0]))
        return tuple(found)

    def _list(self, field: str, what: str) -> Sequence[Any]:
        given = self.position.get(field, ())
        if not isinstance(given, list | tuple):
            raise Refused(field, f"{given!r} is not possible; right would be a list of {what}.")
        return given

    def parse(self, field: str, text: Any) -> tuple[Card, ...]:
        """Cards in a text that stands in this field."""
        if not isinstance(text, str):
            raise Refused(field, f"{text!r} is not possible; right would be cards with spaces between them.")
        try:
            return parse_cards(text)
        except ValueError as error:
            raise Refused(field, str(error)) from error
