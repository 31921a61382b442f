"""The table: a widget at which persons play seats and bots the rest, the same for every game.

The front end (table.js) draws what it is given and sends messages back; it is also the clock, so that the
kernel is free between two moves and a person can act at any time. It is given the view of the person at the
screen and nothing else. Each message names the step of the table that it answers to: a message for another
step, such as the second half of a double click, is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Dict, Enum, List

from cardlab.cards import Card
from cardlab.drawing import card_art
from cardlab.game import RuleViolation, Scene, State, View, find_game, new_game
from cardlab.notation import Action, show_action
from cardlab.play import record_of
from cardlab.refused import Refused
from cardlab.render import picture_html, scene_json, text
from cardlab.widgets.session import Player, Session, find_bots, seated
from cardlab.widgets.words import second_person, spoken_to

SPEEDS = ("slow", "normal", "fast", "step")


class Table(anywidget.AnyWidget):
    """A game to play in a notebook: persons at the seats marked "person", bots at the others.

    ``seats`` names the seats clockwise, each with "person", the name of a bot of the game, or a bot; without
    it, you play against the bots of the game. A ``position``, as scenario files describe it, or a ``state``
    begins in the middle. Raises Refused for an option, seat or position that cannot be.

    >>> table = Table("toepen", seed=1, seats={"Ann": "person", "Thijs": "thijs"})
    >>> table.act("Ann keeps")
    >>> table.message
    ''
    >>> table.close()
    """

    _esm = Path(__file__).with_name("table.js")
    _css = Path(__file__).with_name("table.css")

    art = Dict().tag(sync=True)
    """How cards are drawn and named; see `card_art`."""
    scene = Dict().tag(sync=True)
    """What lies on the table and what the person at the screen holds."""
    sheet: List[Any] = List().tag(sync=True)
    """The slate."""
    story: List[Any] = List().tag(sync=True)
    """The log of the deal. (`log` is the name of every widget's logger.)"""
    turn = Dict().tag(sync=True)
    """The step, and what can be done in it."""
    speed = Enum(SPEEDS, default_value="normal").tag(sync=True)
    """How fast bots play; at "step" each of their moves waits for a button."""

    def __init__(
        self,
        game: str = "toepen",
        seats: Mapping[str, Player] | None = None,
        *,
        seed: int = 0,
        position: Mapping[str, Any] | None = None,
        state: State | None = None,
        speed: str = "normal",
        four_colours: bool = False,
        **options: Any,
    ) -> None:
        if state is None:
            found = find_game(game)
            seats = seats or seated(found, found.rules.from_options(options).players)
            state = new_game(game, seed, list(seats), position, **options)
        elif seats is None:
            players = seated(find_game(state.game), len(state.seats)).values()
            seats = dict(zip(state.seats, players, strict=True))
        elif tuple(seats) != state.seats:
            raise Refused("seats", f"The seats of this state are {', '.join(state.seats)}, in this order.")
        self.session = Session(state, find_bots(find_game(state.game), seats))
        self.fault: Exception | None = None
        """What went wrong when the table last said that something did."""
        self._position = position
        self._four_colours = four_colours
        self._say("")
        super().__init__(art=card_art(four_colours), speed=speed, **self._shown())
        self.on_msg(self._handle)

    # ---------------------------------------------------------------------------------- from Python

    @property
    def state(self) -> State:
        """The whole truth, hidden cards and all; it stays in the kernel."""
        return self.session.state

    @property
    def view(self) -> View:
        """What the screen shows now."""
        return self.session.view()

    @property
    def message(self) -> str:
        """The last sentence that the table said to the person, such as why a move is illegal."""
        return str(self._said["text"])

    @property
    def record(self) -> str:
        """The record of the match so far, as text; while a deal is played it tells hidden cards."""
        return record_of(self.state, self._position).to_text()

    def act(self, action: Action | str) -> None:
        """Make a move, such as ``"You play 10H"``.

        Raises RuleViolation or Refused, and then nothing has changed.
        """
        self._play(action)
        self._show()

    def next(self) -> Action | None:
        """Let a bot make the next move; None when a person is due (or the deal is over) and no bot knocks."""
        action = self.session.next()
        self._show()
        return action

    def run(self) -> None:
        """Let the bots play until a person is due or the deal is over."""
        while self.next() is not None:
            pass

    def undo(self) -> None:
        """Take the last move back. Raises Refused when something hidden has been seen since."""
        self.session.undo()
        self._say("")
        self._show()

    def close(self) -> None:
        """Close the widget with all that belongs to it."""
        if self.comm is not None:
            self.on_msg(self._handle, remove=True)
            self.unobserve_all()
            self.layout.close()
        super().close()

    # --------------------------------------------------------------------------------- from the browser

    def _handle(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """The one guard: whatever goes wrong is said on the table, for nobody reads a kernel's log."""
        try:
            self.receive(message)
        except Exception as error:
            self.fault = error
            kind = type(error).__name__
            self._show(f"Something in the program went wrong ({kind}). The table is as it was before.")

    def receive(self, message: Mapping[str, Any]) -> None:
        """Do what a message from the browser asks; what the rules refuse is said. Other errors are raised."""
        session = self.session
        if message["step"] != session.step:
            return
        try:
            match message["kind"]:
                case "act":
                    self._act_on(message)
                case "choose":
                    self._play(self._choices[message["number"]])
                case "next":
                    self.next()
                    return
                case "undo":
                    session.undo()
                    self._say("")
                case "uncover":
                    session.uncover()
                    self._say("")
                case "rule":
                    self._say(session.game.clauses()[message["clause"]], message["clause"])
        except RuleViolation as violation:
            if message["kind"] == "next":
                raise  # It is the fault of a bot; the person has done nothing that the rules refuse.
            self._say(violation.case, violation.clause, violation.rule)
        except Refused as refused:
            self._say(refused.sentence)
        self._show()

    def _act_on(self, message: Mapping[str, Any]) -> None:
        """A button or a card: make the move that is meant, or ask which one."""
        session, verb, name = self.session, message["verb"], message.get("seat")
        seat = session.screen
        if name:
            seat = self.state.seat_number(name)
            if seat not in session.persons or not session.game.verbs[verb].interrupts:
                raise Refused("seat", f"{name} has to sit at the screen for that.")
        cards = tuple(map(Card.parse, message.get("cards", ())))
        meanings = session.meanings(seat, verb, cards)
        if len(meanings) == 1:
            self._play(meanings[0])
        else:
            self._say("Which of these do you mean?", choices=meanings)

    def _play(self, action: Action | str) -> None:
        self.session.act(action)
        self._say("")

    # ------------------------------------------------------------------------------------- showing

    def _say(self, text: str, clause: str = "", rule: str = "", choices: Sequence[Action] = ()) -> None:
        """What the message line says from now on: a sentence, the clause behind it, moves to choose from."""
        self._choices = choices
        verbs, seats = self.session.game.verbs, self.state.seats
        shown = [second_person(show_action(verbs, seats, action)) for action in choices]
        self._said = {"text": text, "clause": clause, "rule": rule, "choices": shown}

    def _show(self, error: str = "") -> None:
        with self.hold_sync():
            for name, value in self._shown(error).items():
                setattr(self, name, value)

    def _shown(self, error: str = "") -> dict[str, Any]:
        """All that the browser is given."""
        session, view = self.session, self.view
        scene = scene_json(view, spoken_to(view.scene()))
        turn = {
            "step": session.step,
            "clock": session.clock,
            "seat": "" if view.seat is None else self.state.seats[view.seat],
            "cover": "" if session.cover is None else self.state.seats[session.cover],
            "card_verb": session.card_verb(),
            "buttons": [button._asdict() for button in session.buttons(view)],
            "undo": not session.no_undo,
            "bots": bool(session.bots),
            "said": self._said,
            "error": error,
        }
        return {"story": scene.pop("log"), "sheet": scene.pop("sheet"), "scene": scene, "turn": turn}

    def _still(self) -> Scene:
        """What a saved notebook shows: the view of the one person, or what everybody may see."""
        persons = self.session.persons
        return spoken_to(self.state.view(persons[0] if len(persons) == 1 else None).scene())

    def __repr__(self) -> str:
        return text(self._still())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            note = "A picture of the table. Run this cell to play."
            bundle[0]["text/html"] = picture_html(self._still(), note, self._four_colours)
        return bundle
