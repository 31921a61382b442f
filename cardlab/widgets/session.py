"""A match at one screen: who sits at it, who is due, what a button means, what may be taken back.

Plain Python, so that all of it can be tested without a browser; `Table` shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardlab.bots import bots_of
from cardlab.cards import Card, remove_cards
from cardlab.game import Bot, Game, State, View, find_game
from cardlab.notation import DEAL, Action
from cardlab.play import next_action
from cardlab.refused import Refused, did_you_mean
from cardlab.widgets.words import YOU, base_form

PERSON = "person"
AGAIN = "again"
"""What a button offers when the match is over; no game has a verb of this name."""

Player = str | Bot
"""Who plays a seat: a person, a bot by its name, or a bot."""


def seated(game: Game, number: int) -> dict[str, Player]:
    """A person named You and so many bots of the game that all seats are taken.

    >>> seated(find_game("toepen"), 3)
    {'You': 'person', 'Thijs': 'thijs', 'Tim': 'tim'}
    """
    names = list(bots_of(game))
    found: dict[str, Player] = {YOU: PERSON}
    for seat in range(number - 1):
        name = names[seat % len(names)]
        found[f"{name.capitalize()}{seat // len(names) + 1 if seat >= len(names) else ''}"] = name
    return found


def find_bots(game: Game, seats: Mapping[str, Player]) -> dict[int, Bot]:
    """The bots by the numbers of their seats; a person's seat has none.

    Raises Refused for a player that is neither.
    """
    known = bots_of(game)
    found: dict[int, Bot] = {}
    for seat, (name, player) in enumerate(seats.items()):
        if callable(player):
            found[seat] = player
        elif player in known:
            found[seat] = known[player]
        elif player != PERSON:
            meant = did_you_mean(str(player), [PERSON, *known])
            raise Refused("seats", f"{name} cannot be played by {player!r}. {meant}")
    return found


class Button(NamedTuple):
    """A move that a button offers: of the person at the screen, or an interrupt of another person."""

    verb: str
    label: str
    seat: str
    """Whose move it is, when it is not the move of the person at the screen."""
    legal: bool


class Session:
    """A match, the bots in it, and the persons who share a screen.

    One person sits at the screen always. Several pass it on: when another one is due it is covered, and
    shows what a bystander sees, until that person says that he is there.
    """

    def __init__(self, state: State, bots: Mapping[int, Bot]) -> None:
        self.step = -1
        """How often the table has changed. Never goes back, so that no two situations have the same one."""
        self.begin(state, bots)

    def begin(self, state: State, bots: Mapping[int, Bot]) -> None:
        """Go on with another match, or with another moment of this one."""
        self.state = state
        self.game = find_game(state.game)
        self.bots = bots
        self.persons = tuple(seat for seat in range(len(state.seats)) if seat not in bots)
        self.screen = self.persons[0] if len(self.persons) == 1 else None
        """The person who sits at the screen."""
        self.cover: tuple[int, ...] = ()
        """The persons to one of whom the screen is to be passed."""
        self.staged: tuple[tuple[Card, ...], ...] = ()
        """Cards put down in groups, for a move that lays down several melds at once."""
        self.no_undo = "There is nothing to take back."
        """Why the last move cannot be taken back; empty when it can."""
        self._before: list[State] = []
        self._asked = -1
        self.step += 1
        self.first_step = self.step
        """The step at which this match, or this moment of it, was begun."""
        self._answer_in_secret()
        self._pass_screen()

    # -------------------------------------------------------------------------------- what is shown

    def view(self) -> View:
        """What the screen may show."""
        return self.state.view(self.screen)

    def card_verb(self) -> str:
        """The move that a click on a card makes at once; none when cards are chosen for a button first."""
        verbs = self.game.verbs
        now = [name for name, verb in verbs.items() if verb.takes_cards and self.state.phase in verb.phases]
        # Where no card is due, a click still asks for one: the refusal says what is due instead.
        found = now or [name for name, verb in verbs.items() if verb.one_card]
        return found[0] if len(found) == 1 and verbs[found[0]].one_card else ""

    def buttons(self, view: View) -> Iterator[Button]:
        """The moves of this phase, legal or not, and the interrupts of persons who are not at the screen."""
        if self.state.to_act is None:
            yield (
                Button(AGAIN, "New game", "", True)
                if self.state.is_over
                else Button(DEAL.verb, "Next deal", "", True)
            )
            return
        at_once, rules = self.card_verb(), self.state.rules
        for name, verb in self.game.verbs.items():
            known = not verb.option or getattr(rules, verb.option)
            if view.seat is not None and self.state.phase in verb.phases and name != at_once and known:
                yield Button(name, verb.button, "", self._is_legal(view, name))
        for seat in self.persons:
            if seat not in (self.screen, *self.cover):
                for name in dict.fromkeys(action.verb for action in self.state.legal_actions(seat)):
                    verb = self.game.verbs[name]
                    if verb.interrupts:
                        who = self.state.seats[seat]
                        yield Button(name, f"{who}: {verb.button}", who, True)

    def _is_legal(self, view: View, verb: str) -> bool:
        if self.staged and verb == self.laying_verb:
            return self.state.why_illegal(self.put_together()) is None
        return any(action.verb == verb for action in view.legal)

    @property
    def clock(self) -> str:
        """What time brings: "bots" when a bot is due, "ask" when one may interrupt the person who is due."""
        due = self.state.to_act
        if due in self.bots:
            return "bots"
        waiting = due is not None and self._asked != self.step
        return "ask" if waiting and any(self.state.legal_actions(seat) for seat in self.bots) else ""

    # -------------------------------------------------------------------------------------- moves

    def read(self, text: str) -> Action:
        """The move that a text means; ``You play 10H`` is read too. Raises Refused."""
        words = text.split(" ", 2)
        for verb in self.game.verbs.values():
            says = verb.phrase.split(" ")[0]
            if words[1:] and words[0] == YOU and words[1] == base_form(says):
                words[1] = says
        return self.state.read(" ".join(words))

    def meanings(self, seat: int | None, verb: str, cards: tuple[Card, ...]) -> list[Action]:
        """The moves that a button can mean with these cards chosen: one, or several to choose from.

        Which cards form which meld the player does not say: the legal moves with the same cards are meant.
        When there is none, the one move that is given is for its refusal. Raises Refused.
        """
        if verb == DEAL.verb:
            return [DEAL]
        if seat is None:
            raise Refused("seat", "Nobody sits at the screen.")
        if not self.game.verbs[verb].takes_cards:
            return [Action(seat, verb)]  # cards that were chosen before are not meant
        if self.staged and verb == self.laying_verb:
            return [self.put_together(cards)]
        phrase = self.game.verbs[verb].phrase
        if "{melds}" not in phrase and "{rank}" not in phrase:
            return [Action(seat, verb, cards)]
        chosen = Counter(cards)
        legal = [action for action in self.state.legal_actions(seat) if action.verb == verb]
        found = [action for action in legal if Counter(_all_cards(action)) == chosen]
        if found:
            return found
        rank = cards[0].rank if cards and "{rank}" in phrase else None
        if "{cards}" in phrase:
            return [Action(seat, verb, cards, rank=rank)]
        return [Action(seat, verb, melds=(cards,) if cards else ())]

    def act(self, action: Action | str) -> None:
        """Make a move. Raises RuleViolation or Refused, and then nothing has changed."""
        before = self.state
        if isinstance(action, str):
            action = self.read(action)
        self.state = before.apply(action)
        self._answer_in_secret()
        self.staged = ()
        self.step += 1
        self._remember(before, action)
        self._pass_screen()

    def next(self) -> Action | None:
        """Let a bot make the next move; None when a person is due and no bot interrupts.

        Raises ValueError when a bot that is due names no move.
        """
        action = self._next_of_bots()
        if action is not None:
            self.act(action)
        else:
            self._asked = self.step
        return action

    def _next_of_bots(self) -> Action | None:
        action, due = next_action(self.state, self.bots), self.state.to_act
        if action is None and due is not None and due in self.bots:
            raise ValueError(f"{self.state.seats[due]} is due and names no move")
        return action

    def _answer_in_secret(self) -> None:
        """A bot that is asked what nobody may know of answers at once: a pause would tell of it."""
        while self.state.to_act in self.bots and self.state.view(None).to_act is None:
            action = self._next_of_bots()
            assert action is not None
            self.state = self.state.apply(action)

    # ----------------------------------------------------------------------- melds put down one by one

    @property
    def laying_verb(self) -> str:
        """The move that lays down melds, if the person at the screen is due to make one; else none."""
        if self.screen is None or self.screen != self.state.to_act:
            return ""
        verbs = self.game.verbs.items()
        laying = (
            name for name, verb in verbs if "{melds}" in verb.phrase and self.state.phase in verb.phases
        )
        return next(laying, "")

    def stage(self, cards: tuple[Card, ...]) -> None:
        """Put cards of the hand down as one group. Raises Refused."""
        if not self.laying_verb:
            raise Refused("cards", "No melds can be laid down now.")
        if not cards:
            raise Refused("cards", "First choose the cards of the meld.")
        try:
            remove_cards(self.hand, cards)
        except ValueError as error:
            raise Refused("cards", "Not all of these cards are in the hand.") from error
        self.staged = (*self.staged, cards)
        self.step += 1

    def unstage(self, number: int) -> None:
        """Take the group of this number back into the hand."""
        self.staged = (*self.staged[:number], *self.staged[number + 1 :])
        self.step += 1

    @property
    def hand(self) -> tuple[Card, ...]:
        """What the person at the screen holds, without what is put down."""
        return remove_cards(self.view().hand, [card for group in self.staged for card in group])

    def put_together(self, chosen: tuple[Card, ...] = ()) -> Action:
        """The move that the groups make, and with them the cards that are chosen still.

        Which group stands for the ``{cards}`` of the move, such as the pair that takes a pile, the player
        does not say: it is one that makes the move legal, else one with which most of the groups fit.
        """
        groups, verb, seat = (*self.staged, *([chosen] if chosen else [])), self.laying_verb, self.screen
        if "{cards}" not in self.game.verbs[verb].phrase:
            return Action(seat, verb, melds=groups)
        moves = [
            Action(seat, verb, group, (*groups[:place], *groups[place + 1 :]))
            for place, group in enumerate(groups)
        ]
        return min(moves, key=self._faults)

    def _faults(self, action: Action) -> int:
        """How many groups of a move do not fit; fewer than none when it is legal."""
        if self.state.why_illegal(action) is None:
            return -1
        weighed = self.game.weigh and self.game.weigh(self.view(), action)
        return sum(bool(clause) for _, clause in weighed.parts) if weighed else 0

    # ------------------------------------------------------------------------------ one screen for all

    @property
    def _is_secret(self) -> bool:
        """Would it tell something to say which person is due? As when one is asked about his jacks."""
        return (
            len(self.persons) > 1
            and self.state.to_act in self.persons
            and self.state.view(None).to_act is None
        )

    @property
    def may_pass_on(self) -> bool:
        """Must the screen go round, since nobody may know whose turn it is?"""
        return self.screen is not None and self._is_secret

    def pass_on(self) -> None:
        """Cover the screen, so that another person can look."""
        if self.may_pass_on:
            self.screen, self.cover, self.step = None, self.persons, self.step + 1

    def _pass_screen(self) -> None:
        """Cover the screen when a person is due who does not sit at it."""
        due = self.state.to_act
        self.cover = ()
        if self._is_secret:
            self.cover = self.persons
        elif due is not None and due in self.persons and due != self.screen:
            self.cover = (due,)
        if self.cover:
            self.screen = None

    def uncover(self, seat: int) -> None:
        """A person to whom the screen was to be passed is there."""
        if seat in self.cover:
            self.screen, self.cover = seat, ()
            self.step += 1

    # --------------------------------------------------------------------------------------- undo

    def undo(self) -> None:
        """Take the last move back. Raises Refused with the reason when that may not be."""
        if self.no_undo:
            raise Refused("undo", self.no_undo)
        self.state = self._before.pop()
        self.staged = ()
        self.step += 1
        if not self._before:
            self.no_undo = "There is nothing to take back."
        self._pass_screen()

    def _remember(self, before: State, action: Action) -> None:
        """Keep the state before a person's move, unless it must stand."""
        if before.history and before.history[-1].seat != action.seat:
            self._before.clear()
        self.no_undo = self._why_final(before, action.seat)
        if self.no_undo:
            self._before.clear()
        else:
            self._before.append(before)

    def _why_final(self, before: State, seat: int | None) -> str:
        """Why a move that was just made must stand: it is not a person's, or it has brought news."""
        if seat is None:
            return "The cards have been dealt."
        if seat not in self.persons:
            return f"{self.state.seats[seat]} has moved since."
        old, new = before.view(seat), self.state.view(seat)
        if Counter(_face_up(new)) - Counter(_face_up(old)):
            return "That move has shown you a card."
        if len(new.log) > len(old.log) + 1:
            return "The game has gone on since that move."
        return ""


def _all_cards(action: Action) -> Iterator[Card]:
    yield from action.cards
    for meld in action.melds:
        yield from meld


def _face_up(view: View) -> Iterator[Card]:
    """Every card that a view shows on the table or in the hand."""
    scene = view.scene()
    yield from scene.hand
    for pile in (*scene.middle, *(pile for place in scene.places for pile in place.piles)):
        yield from filter(None, pile.cards)
