"""Playing: one deal, a match, a tournament; and the record of a match, which can be played again.

A record is what is needed to play a match again: game, options, seats, the seed or the position it began
with, and the moves. Its text is for people; a scenario file is a record with expectations.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cardlab.game import Bot, State, begin, find_game
from cardlab.notation import DEAL, Action, read_json, show_action, to_json
from cardlab.refused import Refused


@dataclass(frozen=True, kw_only=True)
class Record:
    """A match that can be played again: where it began and every move since."""

    game: str
    seats: tuple[str, ...]
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    is_open: bool = False
    """Was a deal still being played? Then it tells hidden cards and stays with the kernel."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """Somebody's words, by the number of moves after which they stand."""

    def start(self) -> State:
        """The state before the first move. Raises Refused for impossible options or positions."""
        rules = find_game(self.game).rules.from_options(self.options)
        return begin(self.game, rules, self.seats, self.position, self.seed)

    def states(self) -> list[State]:
        """The states from the first to the last, one more than there are moves."""
        found = [self.start()]
        for move in self.moves:
            found.append(found[-1].apply(move))
        return found

    def to_text(self) -> str:
        """The record as a page that a person can read, the opposite of `from_text`.

        >>> print(Record(game="toepen", seats=("A", "B"), seed=3, moves=("A keeps",)).to_text())
        Game: toepen
        Seats: A B
        Seed: 3
        <BLANKLINE>
        A keeps
        """
        head = [f"Game: {self.game}", f"Seats: {' '.join(self.seats)}", f"Seed: {self.seed}"]
        if self.options:
            head.append(f"Options: {json.dumps(dict(self.options))}")
        if self.position:
            head.append(f"Position: {json.dumps(dict(self.position), ensure_ascii=False)}")
        if self.is_open:
            head.append("Open: yes")
        lines = [*head, ""]
        for number, move in enumerate(("", *self.moves)):
            lines += [move] if number else []
            lines += [f"# {line}" for line in filter(None, self.comments.get(number, "").split("\n"))]
        return "\n".join(lines)

    @staticmethod
    def from_text(text: str) -> Record:
        """Read a record; a line that begins with # is a comment on the move before it. Raises Refused.

        >>> Record.from_text("Game: toepen\\nSeats: A B\\n\\nA keeps").moves
        ('A keeps',)
        """
        head: dict[str, str] = {}
        moves: list[str] = []
        comments: dict[int, list[str]] = {}
        if not isinstance(text, str):
            raise Refused("record", f"{text!r} is not possible; right would be the text of a record.")
        # Not splitlines, which would break a line at signs that JSON leaves as they are.
        for line in map(str.strip, text.removeprefix("\ufeff").replace("\r", "\n").split("\n")):
            name, colon, value = line.partition(": ")
            if not line:
                continue
            if line.startswith("#"):
                comments.setdefault(len(moves), []).append(line[1:].strip())
            elif (
                colon
                and not moves
                and name.lower() in ("game", "seats", "seed", "options", "position", "open")
            ):
                head[name.lower()] = value
            else:
                moves.append(line)
        try:
            return Record(
                game=head["game"],
                seats=tuple(head["seats"].split()),
                seed=_seed(head.get("seed", "0")),
                options=_mapping(head, "options"),
                position=_mapping(head, "position"),
                moves=tuple(moves),
                is_open=head.get("open") == "yes",
                comments={number: "\n".join(lines) for number, lines in comments.items()},
            )
        except KeyError as error:
            raise Refused("record", f"The line '{str(error)[1:-1].title()}: ...' is missing.") from error
        except ValueError as error:
            raise Refused("record", f"The head of the record cannot be read: {error}.") from error


def _mapping(head: Mapping[str, str], name: str) -> Mapping[str, Any]:
    """A line of the head that holds a JSON object. Raises ValueError."""
    try:
        value = read_json(head.get(name, "{}"))
    except ValueError:
        value = None  # the parser's own words would say nothing to who wrote the record
    if not isinstance(value, dict):
        raise ValueError(f"after '{name.title()}:' stands no JSON object")
    return value


def _seed(text: str) -> int:
    """The number after ``Seed:``. Raises ValueError."""
    try:
        return int(text)
    except ValueError:
        raise ValueError("after 'Seed:' stands no whole number") from None


def record_of(state: State) -> Record:
    """The record of a match so far. Raises Refused for a state imagined from a view: it has no beginning."""
    game = find_game(state.game)
    if state.start is None:
        raise Refused("state", "This state was imagined from a view, and so it has no beginning to record.")
    return Record(
        game=state.game,
        seats=state.seats,
        seed=state.seed,
        options={name: to_json(value) for name, value in state.rules.changed().items()},
        position=json.loads(state.start),
        moves=tuple(show_action(game.verbs, state.seats, action) for action in state.history),
        is_open=state.to_act is not None,
    )


# ------------------------------------------------------------------------------------------ the bots


def next_action(state: State, bots: Mapping[int, Bot]) -> Action | None:
    """What the bots do next: an interrupt, else the move of the seat that is due; None if a person is.

    Before a move the bots are asked in turn, from the seat that is due, whether they interrupt (knock);
    the first that does closes the window. A bot's chance comes from the seed of the match and the number
    of moves made, so a match of bots is the same each time, and taking back changes nothing later.
    """
    if state.to_act is None:
        return None
    verbs = find_game(state.game).verbs
    due = None
    for seat in state.interrupt_order() or (state.to_act,):
        view = state.view(seat)
        if seat in bots and view.legal:
            action = bots[seat](view, Random(f"{state.seed}:{len(state.past)}:{len(state.moves)}:{seat}"))
            if action is not None and verbs[action.verb].interrupts:
                return action
            if seat == state.to_act:
                due = action
    return due


def play_deal(state: State, bots: Mapping[int, Bot]) -> State:
    """Let the bots play to the end of this deal. Raises ValueError when a seat that is due has no bot."""
    while state.to_act is not None:
        action = next_action(state, bots)
        if action is None:
            raise ValueError(f"{state.seats[state.to_act]} is due and has no bot, or its bot named no move.")
        state = state.apply(action)
    return state


def play_match(state: State, bots: Mapping[int, Bot], most_deals: int = 1000) -> State:
    """Let the bots play until the match is over (or so many deals are played)."""
    state = play_deal(state, bots)
    while not state.is_over and state.deal < most_deals:
        state = play_deal(state.apply(DEAL), bots)
    return state
