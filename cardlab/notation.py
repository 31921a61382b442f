"""Moves and events as plain values and as text, in both directions, and any frozen value as JSON.

A move is written as a sentence, ``Tim plays 10♥``; which verbs a game has is the game's own table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from cardlab.cards import Card, Rank, Suit, parse_cards, parse_rank, show_cards
from cardlab.refused import Refused, did_you_mean


class Action(NamedTuple):
    """One move of a seat, as a plain value: the verb and the cards it names, if any."""

    seat: int | None
    """None for the deal, which belongs to nobody."""
    verb: str
    cards: tuple[Card, ...] = ()
    melds: tuple[tuple[Card, ...], ...] = ()
    rank: Rank | None = None


DEAL = Action(None, "deal")


class Verb(NamedTuple):
    """How a move is written, what its button says, and in which phases it is offered.

    In the phrase ``{cards}``, ``{melds}`` and ``{rank}`` stand for what the move names; a part in
    brackets is left out when its melds are empty.
    """

    phrase: str
    button: str
    phases: tuple[str, ...]
    one_card: bool = False
    """It takes exactly one card."""
    interrupts: bool = False
    """A seat may do it out of turn."""
    option: str = ""
    """The option of the rules without which nobody ever does it, if there is one."""

    @property
    def takes_cards(self) -> bool:
        """Does the player choose cards for it?"""
        return "{cards}" in self.phrase or "{melds}" in self.phrase


class Event(NamedTuple):
    """Something that everybody saw: an entry of the public log."""

    what: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    number: int | None = None
    other: int | None = None


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase of a verb as a regular expression."""
    pattern = re.escape(phrase).replace(r"\[", "(?:").replace(r"\]", ")?")
    for name, piece in (
        ("cards", r"(?P<cards>\S.*?)"),
        ("melds", r"(?P<melds>\S.*)"),
        ("rank", r"(?P<rank>\S+)"),
    ):
        pattern = pattern.replace(r"\{" + name + r"\}", piece)
    return re.compile(pattern)


def parse_action(title: str, verbs: Mapping[str, Verb], seats: Sequence[str], text: str) -> Action:
    """Read a move such as ``A plays 10H`` or ``deal``.

    Raises Refused with the field ``move`` (or ``cards``) when it cannot be read. Whether the move is
    legal is the state's business.

    >>> verbs = {"play": Verb("plays {cards}", "Play", ("play",))}
    >>> parse_action("Toepen", verbs, ("A", "B"), "B plays 10H")
    Action(seat=1, verb='play', cards=(10♥,), melds=(), rank=None)
    """
    text = " ".join(text.split())
    if text == "deal":
        return DEAL
    name, _, rest = text.partition(" ")
    if name not in seats:
        raise Refused("move", f"{text!r} begins with no seat. {did_you_mean(name, seats)}")
    for verb, form in verbs.items():
        match = _pattern(form.phrase).fullmatch(rest)
        if match is None:
            continue
        found = match.groupdict()
        try:
            return Action(
                seats.index(name),
                verb,
                parse_cards(found.get("cards") or ""),
                tuple(map(parse_cards, re.split(" and ", found["melds"]))) if found.get("melds") else (),
                parse_rank(found["rank"]) if found.get("rank") else None,
            )
        except ValueError as error:
            raise Refused("move", f"{text!r}: {error}") from error
    phrases = [form.phrase for form in verbs.values()]
    raise Refused("move", f"{text!r} is not a move of {title}. {did_you_mean(rest, phrases)}")


def check_action(title: str, verbs: Mapping[str, Verb], action: Action) -> None:
    """Raise Refused for what is no move of the game at all: another verb, or more than the verb names.

    The parts must be of their types too: a move is compared, written and remembered as it stands.

    >>> verbs = {"play": Verb("plays {cards}", "Play", ("play",))}
    >>> check_action("Toepen", verbs, Action(0, "fly"))
    Traceback (most recent call last):
    cardlab.refused.Refused: move: Toepen has no move 'fly'. Known are: play, deal.
    """
    if not isinstance(action, Action):
        raise Refused("move", f"{action!r} is no move; right would be an Action, or text such as 'A knocks'.")
    seat, verb, cards, melds, rank = action
    if not isinstance(verb, str) or (verb not in verbs and verb != DEAL.verb):
        raise Refused("move", f"{title} has no move {verb!r}. {did_you_mean(verb, [*verbs, DEAL.verb])}")
    phrase = verbs[verb].phrase if verb in verbs else DEAL.verb
    if (
        (seat is None) != (verb == DEAL.verb)
        or (cards and "{cards}" not in phrase)
        or (melds and "{melds}" not in phrase)
        or (rank is not None and "{rank}" not in phrase)
    ):
        raise Refused("move", f"The move {verb!r} is written '{'' if seat is None else 'A '}{phrase}'.")
    if not _are_cards(cards) or type(melds) is not tuple or not all(map(_are_cards, melds)):
        # The cards are not named here: what is no card may not even have a text.
        raise Refused("move", f"The cards of the move {verb!r} have to stand in a tuple, each one a Card.")
    if rank is not None and type(rank) is not Rank:
        raise Refused("move", f"{rank!r} is not possible; right would be a Rank, such as {Rank.KING!s}.")


def _are_cards(cards: Any) -> bool:
    if type(cards) is not tuple:
        return False
    for card in cards:
        if type(card) is not Card or type(card.rank) is not Rank:
            return False
        if card.suit is not None if card.rank is Rank.JOKER else type(card.suit) is not Suit:
            return False
    return True


def show_action(verbs: Mapping[str, Verb], seats: Sequence[str], action: Action, ascii: bool = False) -> str:
    """Write a move, the opposite of `parse_action`.

    >>> verbs = {"play": Verb("plays {cards}", "Play", ("play",))}
    >>> show_action(verbs, ("A", "B"), Action(1, "play", parse_cards("10H")))
    'B plays 10♥'
    """
    if action.seat is None:
        return action.verb
    phrase = verbs[action.verb].phrase
    phrase = phrase.replace("[", "").replace("]", "") if action.melds else re.sub(r"\[.*\]", "", phrase)
    return f"{seats[action.seat]} " + phrase.format(
        cards=show_cards(action.cards, ascii),
        melds=" and ".join(show_cards(meld, ascii) for meld in action.melds),
        rank=action.rank,
    )


def show_event(words: Mapping[str, tuple[str, str]], seats: Sequence[str], event: Event) -> tuple[str, str]:
    """An entry of the public log as a sentence, and the number of its clause.

    >>> show_event({"knock": ("{seat} knocks.", "T16")}, ("A", "B"), Event("knock", 1))
    ('B knocks.', 'T16')
    """
    sentence, clause = words[event.what]
    names = [None if seat is None else seats[seat] for seat in (event.seat, event.other)]
    return sentence.format(
        seat=names[0], other=names[1], cards=show_cards(event.cards), number=event.number
    ), clause


# -------------------------------------------------------------------------------------------- JSON


def to_json(value: Any) -> Any:
    """A card, move, rules object, view or state as plain JSON values, the opposite of `from_json`.

    >>> to_json(Action(0, "play", parse_cards("10H")))
    {'seat': 0, 'verb': 'play', 'cards': ['10♥'], 'melds': [], 'rank': None}
    """
    if isinstance(value, Card):
        return str(value)
    if is_dataclass(value):
        return {item.name: to_json(getattr(value, item.name)) for item in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: to_json(item) for name, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


def from_json(kind: Any, data: Any) -> Any:
    """Read a value of the given type from what `to_json` made of it.

    >>> move = Action(0, "play", parse_cards("10H"))
    >>> from_json(Action, to_json(move)) == move
    True
    """
    if kind is Card:
        return Card.parse(data)
    if data is None or kind is Any:
        return data
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return from_json(next(option for option in inner if option is not NoneType), data)
    if origin is tuple:
        kinds = [inner[0]] * len(data) if inner[-1] is Ellipsis else inner
        return tuple(from_json(one, item) for one, item in zip(kinds, data, strict=True))
    if isinstance(data, dict):
        hints = _hints(kind)
        return kind(**{name: from_json(hints[name], item) for name, item in data.items()})
    return kind(data)


_hints = cache(get_type_hints)


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises ValueError for what is none, or is nested out of all reason.

    >>> read_json('{"A": [1, 2]}')
    {'A': [1, 2]}
    """
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    level = [value]
    for _ in range(MOST_NESTED):
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    if level:
        raise ValueError("it is nested too deeply")
    return value


MOST_NESTED = 20
"""Far more levels than a position or a scenario has."""
