"""The replay of a record: any move of it, all hands or one seat's view, the rule behind each move.

The kernel keeps the states; the browser is sent what one moment shows to the chosen eyes, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import anywidget
from traitlets import Bool, Dict, Int, List, Unicode, observe, validate

from cardlab.drawing import card_art
from cardlab.game import GAMES, Pile, Scene, State, find_game
from cardlab.notation import show_event
from cardlab.play import Record, record_of
from cardlab.refused import Refused, check_number, did_you_mean
from cardlab.render import picture_html, scene_json, text
from cardlab.widgets.front import read_front
from cardlab.widgets.still import Still
from cardlab.widgets.words import second_person, spoken_to

ALL = "all hands"
"""The eyes of a teacher after the game: every hand lies open."""


class Replay(Still, anywidget.AnyWidget):
    """A record to look at move by move, for a screen in class.

    ``record`` is a record, its text (whose lines that begin with # are shown as comments on the move before
    them), or a state. ``eyes`` is the name of a seat, or "all hands". Raises Refused for a record that cannot
    be replayed or a seat that is not in it.

    >>> from cardlab.game import new_game
    >>> state = new_game("toepen", seed=1, seats=["Ann", "Ben"]).apply("Ann keeps")
    >>> replay = Replay(record_of(state).to_text() + "\\n# Would you?", at=1)
    >>> replay.comment, replay.moves[-1]
    ('Would you?', [1, 'Ann keeps the hand.', 'TA2'])
    >>> replay.close()
    """

    _esm = read_front("scene.js", "replay.js")
    _css = read_front("table.css", "replay.css")

    art = Dict().tag(sync=True)
    scene = Dict().tag(sync=True)
    """What this moment shows to the chosen eyes."""
    sheet: List[Any] = List().tag(sync=True)
    moves: List[Any] = List().tag(sync=True)
    """The public log, to the end for all eyes, else to this moment: after how many moves, the sentence, its
    clause, which a heading has not."""
    at = Int().tag(sync=True)
    """After so many moves."""
    last = Int().tag(sync=True)
    eyes = Unicode(ALL).tag(sync=True)
    all_eyes: List[Any] = List().tag(sync=True)
    comment = Unicode().tag(sync=True)
    clauses = Dict().tag(sync=True)
    """The rules behind the moves, by their numbers."""
    large = Bool().tag(sync=True)
    four_colours = Bool().tag(sync=True)
    motion = Bool(True).tag(sync=True)

    def __init__(
        self,
        record: Record | State | str,
        *,
        eyes: str = ALL,
        at: int = 0,
        large: bool = False,
        four_colours: bool = False,
        motion: bool = True,
    ) -> None:
        self.record = _read(record)
        self._states = self.record.states()
        self._game = find_game(self.record.game)
        self._check(at=at, eyes=eyes)
        self._told = list(self._tell())
        super().__init__(
            art=card_art(),
            clauses={clause: self._game.clauses().get(clause, "") for _, _, clause in self._told if clause},
            last=len(self.record.moves),
            all_eyes=[ALL, *self.record.seats],
            eyes=eyes,
            at=at,
            large=large,
            four_colours=four_colours,
            motion=motion,
        )
        self._show()

    @property
    def state(self) -> State:
        """The state of this moment, hidden cards and all; it stays in the kernel."""
        return self._states[self.at]

    def _check(self, at: int = 0, eyes: str = ALL) -> None:
        check_number("at", at, 0, len(self.record.moves))
        known = [ALL, *self.record.seats]
        if eyes not in known:
            raise Refused("eyes", f"Nobody is called {eyes!r}. {did_you_mean(eyes, known)}")

    @validate("at", "eyes")
    def _possible(self, proposal: Any) -> Any:
        self._check(**{proposal["trait"].name: proposal["value"]})
        return proposal["value"]

    @observe("at", "eyes")
    def _moved(self, _: Any) -> None:
        self._show()

    def _show(self) -> None:
        shown = scene_json(self._view(), self._scene())
        with self.hold_sync():
            self.scene = {name: shown[name] for name in ("title", "status", "facts", "places", "middle")}
            self.sheet = shown["sheet"]
            # A seat has not seen yet what will be played.
            self.moves = [line for line in self._told if self.eyes == ALL or line[0] <= self.at]
            self.comment = self.record.comments.get(self.at, "")

    def _view(self) -> Any:
        return self.state.view(None if self.eyes == ALL else self.record.seats.index(self.eyes))

    def _scene(self) -> Scene:
        """What a bystander sees and every hand, or what one seat sees; hands lie beside the names."""
        scene = self._view().scene()
        places = list(scene.places)
        for seat, name in enumerate(self.record.seats):
            if self.eyes in (ALL, name):
                hand = self.state.view(seat).scene().hand
                place = places[seat]
                piles = (Pile("Hand", hand), *place.piles) if hand else place.piles
                places[seat] = place._replace(closed=-1, piles=piles)
        return spoken_to(replace(scene, places=tuple(places), hand=(), hand_name=""))

    def _tell(self) -> Iterator[list[Any]]:
        """The public log of the whole record."""
        before: tuple[Any, ...] | None = None
        for number, state in enumerate(self._states):
            log = state.view(None).log
            if before is None or log[: len(before)] != before:
                yield [number, state.view(None).scene().title, ""]
                before = ()
            for event in log[len(before) :]:
                sentence, clause = show_event(self._game.words, state.seats, event)
                yield [number, second_person(sentence), clause]
            before = log

    def __repr__(self) -> str:
        return text(self._scene())

    def _picture(self) -> str:
        note = f"A picture of the record after {self.at} of {self.last} moves. Run this cell to replay it."
        return picture_html(self._scene(), note, self.four_colours)


def _read(record: Record | State | str) -> Record:
    if isinstance(record, State):
        return record_of(record)
    if isinstance(record, str) and record in GAMES:
        raise Refused(
            "record", f"{record!r} is the name of a game; right would be a state or a saved record."
        )
    return record if isinstance(record, Record) else Record.from_text(record)
