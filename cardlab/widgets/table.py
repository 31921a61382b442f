"""The table: a widget at which persons play seats and bots the rest, the same for every game.

The front end (table.js and its neighbours) draws what it is given and sends messages back; it is also the
clock, so that the kernel is free between two moves and a person can act at any time. It is given the view of
the person at the screen and nothing else. Each message names the step of the table that it answers to: a
message for another step, such as the second half of a double click, is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any, cast

import anywidget
from traitlets import Bool, Dict, Enum, Int, List

from cardlab.cards import Card
from cardlab.drawing import card_art
from cardlab.game import RuleViolation, Scene, State, View, find_game, new_game
from cardlab.notation import Action, show_action
from cardlab.play import Record, record_of
from cardlab.refused import Refused, did_you_mean
from cardlab.render import picture_html, text
from cardlab.widgets.front import read_front
from cardlab.widgets.hints import Hints
from cardlab.widgets.session import AGAIN, Player, Session, find_bots, seated
from cardlab.widgets.settings import form, read_form
from cardlab.widgets.shown import shown
from cardlab.widgets.still import Still
from cardlab.widgets.words import second_person, spoken_to

PLAIN = ("seat", "cards", "undo", "record")
"""The fields whose refusals speak of what a person did, and need no name of a field."""

OF_THE_MATCH = ("new deal", "same deal", "form", "begin", "save", "load", "rule")
"""Messages that stay good while the bots play on."""

SPEEDS = ("slow", "normal", "fast", "step")


class Table(Still, anywidget.AnyWidget):
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

    _esm = read_front("scene.js", "staging.js", "hints.js", "settings.js", "table.js")
    _css = read_front("table.css")

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
    large = Bool(False).tag(sync=True)
    """Is it drawn large, to be projected?"""
    four_colours = Bool(False).tag(sync=True)
    """Has each suit its own colour, or are there red and black ones only?"""
    motion = Bool(True).tag(sync=True)
    """Do cards move a little when they are laid? Where the system asks for no motion they do not."""
    heard = Int(0).tag(sync=True)
    """How many messages were answered, so that the browser knows that the kernel is there."""

    def __init__(
        self,
        game: str | None = None,
        seats: Mapping[str, Player] | None = None,
        *,
        seed: int = 0,
        position: Mapping[str, Any] | None = None,
        state: State | None = None,
        speed: str = "normal",
        large: bool = False,
        four_colours: bool = False,
        motion: bool = True,
        **options: Any,
    ) -> None:
        if speed not in SPEEDS:
            raise Refused("speed", f"There is no speed {speed!r}. {did_you_mean(speed, SPEEDS)}")
        if seats is not None and not isinstance(seats, Mapping):
            raise Refused("seats", f"{seats!r} is not possible; right would be names, each with its player.")
        if state is None:
            game = "toepen" if game is None else game
            found = find_game(game)
            seats = seats or seated(found, found.rules.from_options(options).players)
            state = new_game(game, seed, list(seats), position, **options)
        else:
            _check_state(state, game=game, position=position, seed=seed or None, **options)
        if seats is None:
            players = seated(find_game(state.game), len(state.seats)).values()
            seats = dict(zip(state.seats, players, strict=True))
        elif tuple(seats) != state.seats:
            raise Refused("seats", f"The seats of this state are {', '.join(state.seats)}, in this order.")
        self._start, self._seats = state, seats
        self.session = Session(state, find_bots(find_game(state.game), seats))
        self._lock = RLock()  # JupyterLab lets a click be answered while a cell runs
        self.fault: Exception | None = None
        """What went wrong when the table last said that something did."""
        self._heard, self._hints = 0, cast("Hints | None", None)
        self._say("")
        looks = {"speed": speed, "large": large, "four_colours": four_colours, "motion": motion}
        super().__init__(art=card_art(), **looks, **self._shown())
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
        return record_of(self.state).to_text()

    def act(self, action: Action | str) -> None:
        """Make a move, such as ``"You play 10H"``.

        Raises RuleViolation or Refused, and then nothing has changed.
        """
        with self._lock:
            self._play(action)
            self._show()

    def next(self) -> Action | None:
        """Let a bot make the next move; None when a person is due (or the deal is over) and no bot knocks."""
        with self._lock:
            action = self.session.next()
            if action is not None:
                self._hints = None
            self._show()
            return action

    def run(self) -> None:
        """Let the bots play until a person is due or the deal is over."""
        while self.next() is not None:
            pass

    def undo(self) -> None:
        """Take the last move back. Raises Refused when something hidden has been seen since."""
        with self._lock:
            self.session.undo()
            self._changed()
            self._show()

    def new_deal(self) -> None:
        """Begin another match with the same players and house rules, with the seed after this one."""
        state = new_game(self._start.rules, self._start.seed + 1, list(self._seats))
        self._begin(state, self._seats)

    def same_deal(self) -> None:
        """Begin again where this table began."""
        self._begin(self._start, self._seats)

    def load(self, record: str) -> None:
        """Go on where a record ends. Raises Refused or RuleViolation for a record that cannot be."""
        read = Record.from_text(record)
        if read.game != self.state.game:
            raise Refused(
                "game", f"This is a record of {read.game}, and this table is one of {self.state.game}."
            )
        end = read.states()[-1]
        seats = self._seats
        if tuple(seats) != end.seats:
            players = seated(find_game(read.game), len(end.seats)).values()
            seats = dict(zip(end.seats, players, strict=True))
        self._begin(end, seats, read.start())

    def _begin(
        self,
        state: State,
        seats: Mapping[str, Player],
        start: State | None = None,
    ) -> None:
        """Go on with another match, if its players can be found."""
        bots = find_bots(find_game(state.game), seats)
        with self._lock:
            self._start, self._seats = start or state, seats
            self.session.begin(state, bots)
            self._changed()
            self._show()

    def close(self) -> None:
        """Close the widget with all that belongs to it."""
        if self.comm is not None:
            self.on_msg(self._handle, remove=True)
            self.unobserve_all()
        super().close()

    # --------------------------------------------------------------------------------- from the browser

    def _handle(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """The one guard: whatever goes wrong is said on the table, for nobody reads a kernel's log."""
        with self._lock:
            try:
                self.receive(message)
            except Exception as error:
                self.fault = error
                kind = type(error).__name__
                self._show(f"Something in the program went wrong ({kind}). The table is as it was before.")

    def receive(self, message: Mapping[str, Any]) -> None:
        """Do what a message from the browser asks; what the rules refuse is said. Other errors are raised."""
        session = self.session
        # A move is meant for the step that was seen; what is asked of the match, for the match.
        oldest = session.first_step if message["kind"] in OF_THE_MATCH else session.step
        if message["step"] not in range(oldest, session.step + 1):
            return
        self._heard += 1
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
                    self._changed()
                case "stage":
                    session.stage(_cards(message))
                    self._changed()
                case "unstage":
                    session.unstage(message["number"])
                    self._changed()
                case "uncover":
                    session.uncover(self.state.seat_number(message["seat"]))
                    self._changed()
                case "pass on":
                    session.pass_on()
                    self._changed()
                case "rule":
                    self._say(session.game.clauses()[message["clause"]], message["clause"])
                case "hints":
                    if not message["open"]:
                        self._hints = None
                    elif self._hints is None:
                        self._hints = Hints(session.game, self.view)
                case "think":
                    if self._hints:
                        self._hints.think()
                case "form":
                    self.send({"kind": "form", "form": form(session.game, self.state.rules, self._seats)})
                case "begin":
                    self._begin_as(message["form"])
                case "new deal":
                    self.new_deal()
                case "same deal":
                    self.same_deal()
                case "save":
                    self._send_record()
                case "load":
                    self.load(message["record"])
        except RuleViolation as violation:
            if message["kind"] == "next":
                raise  # It is the fault of a bot; the person has done nothing that the rules refuse.
            self._say(violation.case, violation.clause, violation.rule)
        except Refused as refused:
            self._say(refused.sentence if refused.field in PLAIN else str(refused))
        self._show()

    def _begin_as(self, filled: Mapping[str, Any]) -> None:
        self._begin(*read_form(self.session.game, filled, self._seats, self._start.seed))

    def _send_record(self) -> None:
        if self.state.to_act is not None:
            raise Refused("record", "A record tells hidden cards; it can be saved when the deal is over.")
        self.send({"kind": "record", "record": self.record})

    def _act_on(self, message: Mapping[str, Any]) -> None:
        """A button or a card: make the move that is meant, or ask which one."""
        session, verb, name = self.session, message["verb"], message.get("seat")
        if verb == AGAIN:
            self.new_deal()
            return
        seat = session.screen
        if name:
            seat = self.state.seat_number(name)
            if seat not in session.persons or not session.game.verbs[verb].interrupts:
                raise Refused("seat", f"{name} has to sit at the screen for that.")
        meanings = session.meanings(seat, verb, _cards(message))
        if len(meanings) == 1:
            self._play(meanings[0])
        else:
            self._say("Which of these do you mean?", choices=meanings)

    def _play(self, action: Action | str) -> None:
        self.session.act(action)
        self._changed()

    def _changed(self) -> None:
        """What was said of the table as it was holds no more."""
        self._hints = None
        self._say("")

    # ------------------------------------------------------------------------------------- showing

    def _say(self, text: str, clause: str = "", rule: str = "", choices: Sequence[Action] = ()) -> None:
        """What the message line says from now on: a sentence, the clause behind it, moves to choose from."""
        self._choices = choices
        verbs, seats = self.session.game.verbs, self.state.seats
        moves = [second_person(show_action(verbs, seats, action)) for action in choices]
        self._said = {"text": text, "clause": clause, "rule": rule, "choices": moves}

    def _show(self, error: str = "") -> None:
        with self.hold_sync():
            for name, value in self._shown(error).items():
                setattr(self, name, value)

    def _shown(self, error: str = "") -> dict[str, Any]:
        """All that the browser is given."""
        found = shown(self.session)
        found["turn"] |= {
            "said": self._said,
            "hints": self._hints.shown() if self._hints else {},
            "error": error,
        }
        return found | {"heard": self._heard}

    def _still(self) -> Scene:
        """What a saved notebook shows: the view of the one person, or what everybody may see."""
        persons = self.session.persons
        return spoken_to(self.state.view(persons[0] if len(persons) == 1 else None).scene())

    def __repr__(self) -> str:
        return text(self._still())

    def _picture(self) -> str:
        note = "A picture of the table. Run this cell to play."
        return picture_html(self._still(), note, self.four_colours)


def _cards(message: Mapping[str, Any]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, message.get("cards", ())))


def _check_state(state: State, **given: Any) -> None:
    """Refuse what a state says already, such as a position; its game may be named once more."""
    if not isinstance(state, State):
        raise Refused("state", f"{state!r} is not possible; right would be a state, as new_game makes one.")
    for name, value in given.items():
        if value is not None and (name, value) != ("game", state.game):
            raise Refused(name, "The state says this already; right would be to leave it out.")
