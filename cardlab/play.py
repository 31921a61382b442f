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

from cardlab.game import Bot, State, check_seats, find_game
from cardlab.notation import DEAL, Action, show_action, to_json
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

    def start(self) -> State:
        """The state before the first move. Raises Refused for impossible options or positions."""
        game = find_game(self.game)
        rules = game.rules.from_options(self.options)
        return game.from_position(rules, check_seats(rules, self.seats), self.position, self.seed)

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
        return "\n".join([*head, "", *self.moves])

    @staticmethod
    def from_text(text: str) -> Record:
        """Read a record; lines that begin with # are comments. Raises Refused.

        >>> Record.from_text("Game: toepen\\nSeats: A B\\n\\nA keeps").moves
        ('A keeps',)
        """
        head: dict[str, str] = {}
        moves: list[str] = []
        for line in map(str.strip, text.splitlines()):
            name, colon, value = line.partition(": ")
            if not line or line.startswith("#"):
                continue
            if (
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
                seed=int(head.get("seed", 0)),
                options=json.loads(head.get("options", "{}")),
                position=json.loads(head.get("position", "{}")),
                moves=tuple(moves),
                is_open=head.get("open") == "yes",
            )
        except KeyError as error:
            raise Refused("record", f"The line '{str(error)[1:-1].title()}: ...' is missing.") from error
        except ValueError as error:
            raise Refused("record", f"The head of the record cannot be read: {error}.") from error


def record_of(state: State, position: Mapping[str, Any] | None = None) -> Record:
    """The record of a match so far; the position is what the first deal was set to, if it was set."""
    game = find_game(state.game)
    return Record(
        game=state.game,
        seats=state.seats,
        seed=state.seed,
        options={name: to_json(value) for name, value in state.rules.changed().items()},
        position=position or {},
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
