"""Hints, for a person who asks: the legal moves each with its rule, and what each of them promises."""

from __future__ import annotations

from time import monotonic
from typing import Any

from cardlab.bots import Prospects, bots_of
from cardlab.game import Game, View
from cardlab.notation import Action, show_action
from cardlab.widgets.words import second_person

MOST = 12
"""So many moves are listed; there can be fifty lay-downs."""
ENOUGH = 400
"""So many deals are tried at most."""
LONGEST = 20.0
"""Seconds of thinking after which it is left at that."""
SLICE = 0.15
"""Seconds for which the kernel thinks before it looks at its messages again."""


class Hints:
    """The legal moves of a view, and after `think` the chance of each, found by experiment.

    >>> from cardlab.game import find_game, new_game
    >>> view = new_game("hole_cards", seed=1, seats=["A", "B"]).view("A")
    >>> [(hint["text"], hint["clause"]) for hint in Hints(find_game("hole_cards"), view).rows()]
    [('A plays 8♠', 'K5'), ('A knocks', 'K9')]
    """

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.moves = view.legal[:MOST]
        self.more = len(view.legal) - len(self.moves)
        """How many legal moves are not listed."""
        self.by, bot = next(iter(bots_of(game).items()))
        """The name of the bot that plays on after each move."""
        bots = dict.fromkeys(range(len(view.seats)), bot)
        self.seats = view.seats
        self._prospects = Prospects(view._with(legal=self.moves), bots, seed=0)
        self._work = self._prospects.trying()
        self._spent = 0.0
        self.is_thinking = False

    def think(self) -> None:
        """Try some moves more, for a moment."""
        began = monotonic()
        while monotonic() < began + SLICE and self._prospects.n < ENOUGH and self.moves:
            next(self._work)
        self._spent += monotonic() - began
        self.is_thinking = self._prospects.n < ENOUGH and self._spent < LONGEST and bool(self.moves)

    def rows(self) -> list[dict[str, Any]]:
        """Each move with its clause and, once something was tried, what it promises; the best one first."""
        if not self._prospects.n:
            return [self._row(action) for action in self.moves]
        return [
            {
                **self._row(one.action),
                "best": f"{one.best.value:.0%} ± {one.best.error:.0%}",
                "mean": f"{one.mean.value:+.2f} ± {one.mean.standard_error:.2f}",
            }
            for one in self._prospects.found()
        ]

    def shown(self) -> dict[str, Any]:
        """All that the browser is given of them."""
        rows = [row | {"text": second_person(row["text"])} for row in self.rows()]
        n, more = self._prospects.n, self.more
        return {"rows": rows, "more": more, "n": n, "by": self.by, "thinking": self.is_thinking}

    def _row(self, action: Action) -> dict[str, Any]:
        _, clause = self.game.words.get(action.verb, ("", ""))
        return {
            "text": show_action(self.game.verbs, self.seats, action),
            "clause": clause,
            "best": "",
            "mean": "",
        }
