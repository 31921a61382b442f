"""The contract that every game keeps: rules, table, state, view, action, refusal, and the list of games.

A game is three classes over one set of open facts:

* a `Table` holds what lies open: everybody at the table knows it;
* a `State` is a table and what is hidden (hands, stock): the whole truth, for the referee alone;
* a `View` is a table and what one seat knows besides: what players, bots and screens are given.

A view is built from the table and one seat's cards; it never passes through the state, and so it cannot
leak by something forgotten.
"""

from __future__ import annotations

import importlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import cache
from importlib import resources
from operator import index
from random import Random
from typing import Any, NamedTuple, Self, TypeVar

from cardlab.cards import Card
from cardlab.notation import DEAL, Action, Event, Verb, check_action, parse_action, show_event
from cardlab.refused import Refused, Sentence, did_you_mean

T = TypeVar("T")

# ---------------------------------------------------------------------------------------- refusals


class RuleViolation(Sentence):
    """A move that the rules do not allow: the clause, its sentence, and a sentence about this case."""

    def __init__(self, game: str, clause: str, case: str) -> None:
        super().__init__(game, clause, case)
        self.game = game
        self.clause = clause
        self.case = case

    @property
    def rule(self) -> str:
        """The clause as the game's rules.md states it, without its options."""
        return find_game(self.game).clauses().get(self.clause, "").split(" Option `")[0]

    def __str__(self) -> str:
        return f"{self.case} ({self.clause}: {self.rule})"


# ----------------------------------------------------------------------------------------- options


def option(
    default: Any,
    clause: str,
    doc: str,
    *,
    also: Sequence[Any] = (),
    numbers: range | None = None,
    test: Callable[[Any], bool] | None = None,
    right: str = "",
) -> Any:
    """A field of a `Rules` class: its default, where it comes from, and what else it may be.

    The value may be the default, one of ``also``, a whole number in ``numbers``, or whatever ``test``
    accepts; ``right`` says in words what would be right when a list of values would not.
    """
    values = (*also,) if default in also else (default, *also)
    return field(
        default=default,
        metadata={
            "clause": clause,
            "doc": doc,
            "values": values,
            "numbers": numbers,
            "test": test,
            "right": right,
        },
    )


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of a game; each field is made by `option`, and a wrong value is refused by name."""

    players: int
    """The number of seats."""

    def __post_init__(self) -> None:
        for item in fields(self):
            _check_option(item, getattr(self, item.name))

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Make the rules from a dictionary, as a scenario file has them.

        Raises Refused for a name that is not an option or a value that is none of its values.
        """
        if not isinstance(options, Mapping):
            raise Refused(
                "options", f"{options!r} is not possible; right would be options with their values."
            )
        names = [item.name for item in fields(cls)]
        for name in options:
            if name not in names:
                raise Refused(name, f"There is no option {name!r}. {did_you_mean(name, names)}")
        return cls(**{name: _frozen(value) for name, value in options.items()})

    def changed(self) -> dict[str, Any]:
        """The options that differ from their default: the house rules."""
        return {
            item.name: getattr(self, item.name)
            for item in fields(self)
            if getattr(self, item.name) != item.default
        }


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def option_values(item: Field[Any]) -> str:
    """What an option may be, in words; for messages, forms and tables."""
    meta = item.metadata
    if meta["right"]:
        return str(meta["right"])
    words = [repr(value) for value in meta["values"] if meta["numbers"] is None or type(value) is not int]
    if meta["numbers"] is not None:
        low, high = meta["numbers"][0], meta["numbers"][-1]
        words.append(f"a whole number from {low}" + (f" to {high}" if high < 10**6 else ""))
    return " or ".join(words)


def _check_option(item: Field[Any], value: Any) -> None:
    meta = item.metadata
    if any(type(value) is type(known) and value == known for known in meta["values"]):
        return
    if meta["numbers"] is not None and type(value) is int and value in meta["numbers"]:
        return
    if meta["test"] is not None and meta["test"](value):
        return
    raise Refused(item.name, f"{value!r} is not possible here; right would be {option_values(item)}.")


# ------------------------------------------------------------------------------ table, state, view


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A copy with one value changed, such as one seat's.

    >>> put((5, 5, 5), 1, 4)
    (5, 4, 5)
    """
    return (*values[:place], value, *values[place + 1 :])


@dataclass(frozen=True, kw_only=True, repr=False)
class Table:
    """What lies open: known to every seat, the base of a game's state and of its view."""

    game: str
    rules: Rules
    seats: tuple[str, ...]
    phase: str
    deal: int = 1
    """The number of this deal in the match, from 1."""
    log: tuple[Event, ...] = ()
    """What everybody saw since the start of the deal."""

    def _with(self, **changes: Any) -> Self:
        """A copy with some fields changed (as `dataclasses.replace`, without its checks; hot path)."""
        new: Self = object.__new__(type(self))
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new

    def _open_as(self, kind: type[T], **more: Any) -> T:
        """The same table as a game's view or state, with what that knows besides (hot path).

        Only what lies open is taken over: the fields of the game's table, which is the first base of both.
        """
        new = object.__new__(kind)
        facts = self.__dict__
        open_facts = {name: facts[name] for name in _open_names(kind.__bases__[0])}
        object.__setattr__(new, "__dict__", open_facts | more)
        return new

    def seat_number(self, seat: int | str) -> int:
        """The number of a seat given by its name or its number, 0 for the first.

        Raises Refused when there is no such seat.
        """
        if isinstance(seat, str) and seat in self.seats:
            return self.seats.index(seat)
        if type(seat) is int and 0 <= seat < len(self.seats):
            return seat
        raise Refused("seat", f"There is no seat {seat!r}. {did_you_mean(str(seat), self.seats)}")

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats in clockwise order, beginning with the given one."""
        n = len(self.seats)
        return tuple([(first + step) % n for step in range(n)])


@cache
def _open_names(table: type[Table]) -> tuple[str, ...]:
    return tuple(item.name for item in fields(table))


@dataclass(frozen=True, kw_only=True, repr=False)
class State(Table, ABC):
    """The whole truth of a match at one moment. Frozen: a move makes a new state.

    Its repr shows no hidden card and no seed; what a player may see is a `View`.
    """

    seed: int = 0
    start: str | None = None
    """The position that the match began with, as JSON; None in a state that was imagined from a view."""
    past: tuple[tuple[Action, ...], ...] = ()
    """The moves of the finished deals."""
    moves: tuple[Action, ...] = ()
    """The moves of this deal."""

    @property
    def history(self) -> tuple[Action, ...]:
        """All moves since the beginning, the deals between them too."""
        return tuple([action for deal in self.past for action in (*deal, DEAL)]) + self.moves

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat that has to act; None when a deal has ended."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Is the match over? Then no move is left, not even `deal`."""

    @property
    @abstractmethod
    def outcome(self) -> tuple[float, ...] | None:
        """One number a seat when the match is over, by the formula of the game's rules.md; else None."""

    @property
    @abstractmethod
    def standing(self) -> tuple[float, ...]:
        """One number a seat: how it stands in the match so far, the more the better.

        What a deal is worth to a seat is the difference between its end and its beginning.
        """

    @abstractmethod
    def why_illegal(self, action: Action | str) -> RuleViolation | None:
        """None for a legal move, else the clause that forbids it and a sentence about this case."""

    @abstractmethod
    def legal_actions(self, seat: int | str | None = None) -> tuple[Action, ...]:
        """The legal moves of the seat to act; of another seat its interrupts, such as a knock.

        When a deal has ended and the match has not, this is the move `deal`.
        """

    @abstractmethod
    def view(self, seat: int | str | None) -> View:
        """What a seat knows; None is a bystander who sees nobody's cards."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """The state in the words of scenario files, hidden cards and all; for the referee and tests."""

    @abstractmethod
    def _after(self, action: Action) -> Self:
        """The state after a legal move."""

    def apply(self, action: Action | str) -> Self:
        """The state after a move, which may be given as text, such as ``"Tim plays 10H"``.

        Raises RuleViolation when the move is not legal; nothing has changed then, for a state never does.
        """
        if isinstance(action, str):
            action = self.read(action)
        violation = self.why_illegal(action)
        if violation is not None:
            raise violation
        return self._after(action)

    def read(self, move: Action | str) -> Action:
        """The move that a text means, or the move itself. Raises Refused for what is no move of this game."""
        game = find_game(self.game)
        if isinstance(move, str):
            return parse_action(game.title, game.verbs, self.seats, move)
        check_action(game.title, game.verbs, move)
        seat = move.seat
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.seats)):
            most = len(self.seats) - 1
            raise Refused("seat", f"{seat!r} is not the number of a seat; right would be 0 to {most}.")
        return move

    def interrupt_order(self) -> tuple[int, ...]:
        """The seats in the order in which they are asked whether they interrupt; none in most games."""
        return ()

    def __repr__(self) -> str:
        who = "nobody" if self.to_act is None else self.seats[self.to_act]
        return f"<{type(self).__name__}: deal {self.deal}, {self.phase}, {who} to act>"


@dataclass(frozen=True, kw_only=True, repr=False)
class View(Table, ABC):
    """What one seat may know, and nothing else: what people, bots and screens are given."""

    seat: int | None
    hand: tuple[Card, ...] = ()
    to_act: int | None = None
    legal: tuple[Action, ...] = ()
    """The seat's own legal moves now: its turn, or its interrupts."""

    def scene(self) -> Scene:
        """The view laid out for drawing; text, HTML, SVG and the widget are all made from it.

        This plain one has the seats, the own hand and the log; a game adds what lies on its table.
        """
        game = find_game(self.game)
        log = tuple([show_event(game.words, self.seats, event) for event in self.log])
        ending = log[-1][0] if log else "The deal is over."
        return Scene(
            title=f"{game.title}, deal {self.deal}",
            status=ending if self.to_act is None else f"{self.seats[self.to_act]} is to act.",
            facts=(),
            places=tuple(
                [Place(name, -1, is_turn=seat == self.to_act) for seat, name in enumerate(self.seats)]
            ),
            middle=(),
            hand_name="" if self.seat is None else f"Hand of {self.seats[self.seat]}",
            hand=self.hand,
            log=log,
        )

    @abstractmethod
    def resample(self, rng: Random) -> State:
        """A full state that this seat could not tell from the true one."""

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from cardlab.render import mimebundle

        return mimebundle(self)

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def __repr__(self) -> str:
        from cardlab.render import text

        return text(self.scene())


Bot = Callable[[Any, Random], Action | None]
"""A bot is a function of a view and a generator: one of ``view.legal``, or None to let an interrupt pass."""


# ------------------------------------------------------------------------------------------ scenes


class Pile(NamedTuple):
    """Some cards on the table under a name; None is a card that lies face down."""

    name: str
    cards: tuple[Card | None, ...]
    captions: tuple[str, ...] = ()
    """One for each card, such as who played it."""
    note: str = ""


class Place(NamedTuple):
    """One seat as the others see it."""

    name: str
    closed: int
    """How many cards it holds face down; -1 when the rules leave that unsaid."""
    notes: tuple[str, ...] = ()
    piles: tuple[Pile, ...] = ()
    is_turn: bool = False
    is_out: bool = False


class Weighed(NamedTuple):
    """What the cards of a move that is still being put together amount to."""

    parts: tuple[tuple[str, str], ...]
    """For each group of cards a sentence, and the clause that forbids it; none where it fits."""
    total: str
    """What they are worth together, and what they have to be, in one sentence."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A view laid out: plain words and cards, the same for every game."""

    title: str
    status: str
    """Who has to do what, or how it ended, in one sentence."""
    facts: tuple[tuple[str, str], ...]
    places: tuple[Place, ...]
    middle: tuple[Pile, ...]
    hand_name: str = ""
    hand: tuple[Card, ...] = ()
    sheet: tuple[tuple[str, ...], ...] = ()
    """The slate or score sheet: a head row and rows."""
    log: tuple[tuple[str, str], ...] = ()
    """Sentences, each with the number of its clause."""


# ---------------------------------------------------------------------------------------- registry


@dataclass(frozen=True, kw_only=True)
class Game:
    """All that the rest of the package needs to know of a game."""

    name: str
    title: str
    rules: type[Rules]
    from_position: Callable[[Any, tuple[str, ...], Mapping[str, Any], int], State]
    """Rules, seats, position (see scenarios) and seed to a state; an empty position is the first deal."""
    verbs: Mapping[str, Verb]
    words: Mapping[str, tuple[str, str]]
    """For each event of the log a sentence and the number of its clause."""
    bots: Mapping[str, Bot]
    text: str = ""
    """What rules.md would say of a game that has no folder, such as one written in a notebook."""
    weigh: Callable[[Any, Action], Weighed] | None = None
    """In a game of melds: from a view and a move to what the cards of the move amount to so far."""
    explorations: Mapping[str, Any] = field(default_factory=dict)
    """Its questions of chance with numbers to change, by name; see `cardlab.exploration`."""

    def clauses(self) -> Mapping[str, str]:
        """The numbered sentences of the game's rules.md."""
        return _clauses(self.rules_text())

    def rules_text(self) -> str:
        """The whole rules.md."""
        where = GAMES[self.name]
        return _rules_md(where) if isinstance(where, str) else self.text


GAMES: dict[str, str | Game] = {
    "toepen": "cardlab.games.toepen",
    "hole_cards": "cardlab.games.hole_cards",
    "hand_and_foot": "cardlab.games.hand_and_foot",
}
"""The registry: a game's name and the module that holds its `GAME`, or the game itself.

A game written in a notebook joins by ``GAMES["lantern"] = Game(name="lantern", ...)``.
"""


def find_game(name: str) -> Game:
    """The game of a name. Raises Refused for an unknown one.

    >>> find_game("toepen").title
    'Toepen'
    """
    if not isinstance(name, str) or name not in GAMES:
        raise Refused("game", f"There is no game {name!r}. {did_you_mean(name, list(GAMES))}")
    found = GAMES[name]
    return _of_module(found) if isinstance(found, str) else found


@cache
def _of_module(name: str) -> Game:
    found: Game = importlib.import_module(name).GAME
    return found


@cache
def _rules_md(module: str) -> str:
    return resources.files(module).joinpath("rules.md").read_text(encoding="utf-8")


@cache
def _clauses(text: str) -> Mapping[str, str]:
    return dict(re.findall(r"^- \*\*([A-Z]+\d+)\*\* (.+)$", text, re.MULTILINE))


def new_game(
    game: str | Rules,
    seed: int = 0,
    seats: Sequence[str] | None = None,
    position: Mapping[str, Any] | None = None,
    **options: Any,
) -> State:
    """The first deal of a match, from the name of a game (with its options) or from a rules object.

    The seats are named A, B, C ... unless names are given, one word each, clockwise; with names the number
    of players need not be said. A position, as scenario files describe it, begins in the middle of a deal.
    Raises Refused.

    >>> new_game("toepen", seed=1, players=3)
    <ToepenState: deal 1, exchange, A to act>
    >>> last_trick = {"hands": {"Ann": "9H", "Ben": "KH"}, "leader": "Ben"}
    >>> new_game("toepen", seats=["Ann", "Ben"], position=last_trick)
    <ToepenState: deal 1, play, Ben to act>
    """
    if isinstance(game, Rules):
        name = next((name for name in GAMES if find_game(name).rules is type(game)), type(game).__name__)
        rules = game
        if options:
            raise Refused(
                next(iter(options)), "The rules are given as an object; no option can stand beside it."
            )
    else:
        if seats is not None:
            options = {"players": len(_names(seats)), **options}
        name, rules = game, find_game(game).rules.from_options(options)
    return begin(name, rules, seats, {} if position is None else position, seed)


def begin(
    game: str, rules: Rules, seats: Sequence[str] | None, position: Mapping[str, Any], seed: int
) -> State:
    """The state that a match begins with, which remembers how it began. Raises Refused."""
    state = find_game(game).from_position(rules, check_seats(rules, seats), position, check_seed(seed))
    text = json.dumps(position, ensure_ascii=False, default=dict) if position else "{}"  # hot path
    return state._with(start=text)


def check_seats(rules: Rules, seats: Sequence[str] | None) -> tuple[str, ...]:
    """The names of the seats: one word each, no two alike, as many as there are players. Raises Refused.

    A record would take a line that begins with # for a comment, and "Seed: draws" for a part of its head.
    """
    if seats is None:
        return tuple("ABCDEFGH"[: rules.players])
    names = _names(seats)
    if len(names) != rules.players:
        raise Refused("seats", f"{len(names)} names are given, but there are {rules.players} players.")
    for name in names:
        if not isinstance(name, str):
            raise Refused("seats", f"{name!r} is not possible: each seat needs one word of its own.")
    _check_names(names)
    return names


@cache  # hot path: many games are played by the same names
def _check_names(names: tuple[str, ...]) -> None:
    for name in names:
        if not re.fullmatch(r"\S+", name) or names.count(name) > 1:
            raise Refused("seats", f"{name!r} is not possible: each seat needs one word of its own.")
        if name.startswith("#") or name.endswith(":"):
            raise Refused("seats", f"{name!r} is not possible: no # in front, please, and no colon behind.")


def _names(seats: Sequence[str]) -> tuple[str, ...]:
    if type(seats) is tuple:  # hot path
        return seats
    if not isinstance(seats, Sequence | Mapping) or isinstance(seats, bytes):
        raise Refused("seats", f"{seats!r} is not possible; right would be a list of names.")
    return tuple(seats)


MOST_DIGITS = 100


def check_seed(seed: int) -> int:
    """The seed as a plain whole number; other whole numbers, such as NumPy's, will do. Raises Refused.

    >>> check_seed("x")
    Traceback (most recent call last):
    cardlab.refused.Refused: seed: 'x' is not possible; right would be a whole number.
    """
    try:
        number = index(seed)
    except TypeError:
        number = None
    if number is None or isinstance(seed, bool):
        raise Refused("seed", f"{seed!r} is not possible; right would be a whole number.")
    if abs(number) >= 10**MOST_DIGITS:
        raise Refused("seed", f"The number is too long; right would be at most {MOST_DIGITS} digits.")
    return number
