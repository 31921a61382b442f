"""What a move is worth by experiment: deals that fit the view, played to the end by bots after the move.

Each trial deals what the seat cannot see anew (`View.resample`) and plays every legal move on that same
deal. The bots see views and do not peek, but the one who asks is treated as if he would know later what he
sees later: this is what "determinized" means, and why such a number is a good guess and no proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from cardlab.game import Bot, State, View
from cardlab.notation import Action
from cardlab.play import play_deal
from cardlab.probability.monte_carlo import Estimate, trial_rng


class Prospect(NamedTuple):
    """What one move promises to the seat that makes it."""

    action: Action
    best: Estimate
    """The share of the deals in which no seat does better than this one."""
    mean: Estimate
    """What the rest of the deal changes in its `State.standing`, on average."""


class Prospects:
    """What the legal moves of a view promise, the more surely the more deals are tried.

    >>> from cardlab.bots import uniform
    >>> from cardlab.game import new_game
    >>> two_cards = {"phase": "play", "leader": "A", "hands": {"A": "10H 7S"}}
    >>> view = new_game("toepen", seats=["A", "B"], position=two_cards).view("A")
    >>> looked = Prospects(view, {0: uniform, 1: uniform}, seed=1)
    >>> looked.add(100)
    >>> for one in looked.found():
    ...     print(one.action.verb, *one.action.cards, one.best)
    knock 1.000 ± 0.005 (n = 100)
    play 10♥ 0.890 ± 0.031 (n = 100)
    play 7♠ 0.930 ± 0.026 (n = 100)
    """

    def __init__(self, view: View, bots: Mapping[int, Bot], seed: int) -> None:
        self.view = view
        self.bots = bots
        self.seed = seed
        self.n = 0
        self._sums: dict[Action, tuple[int, float, float]] = dict.fromkeys(view.legal, (0, 0.0, 0.0))

    def add(self, n: int = 1) -> None:
        """Try so many deals more."""
        goal, work = self.n + n, self.trying()
        while self.n < goal:
            next(work)

    def trying(self) -> Iterator[None]:
        """Try deal after deal; who waits for it may stop after any move, since only whole deals count."""
        while True:
            start = self.view.resample(trial_rng(self.seed, self.n))
            tried: list[Sequence[float]] = []
            for action in self._sums:
                tried.append(_changes(start, action, self.bots))
                if len(tried) == len(self._sums):
                    self._count(tried)
                yield

    def _count(self, tried: Sequence[Sequence[float]]) -> None:
        seat = self.view.seat
        for (action, (best, total, squares)), changes in zip(list(self._sums.items()), tried, strict=True):
            mine = changes[seat] if seat is not None else 0.0
            self._sums[action] = (best + (mine == max(changes)), total + mine, squares + mine * mine)
        self.n += 1

    def found(self) -> list[Prospect]:
        """What was found so far, the move of the best mean first; nothing before the first deal."""
        found = [
            Prospect(
                action,
                Estimate.of_share(best, self.n, self.seed),
                Estimate.of_mean(total, squares, self.n, self.seed),
            )
            for action, (best, total, squares) in self._sums.items()
            if self.n
        ]
        return sorted(found, key=lambda one: -one.mean.value)


def _changes(start: State, action: Action, bots: Mapping[int, Bot]) -> list[float]:
    """What a move and all that bots play after it change for each seat, to the end of the deal."""
    end = play_deal(start.apply(action), bots)
    return [after - before for before, after in zip(start.standing, end.standing, strict=True)]


class Determinized:
    """A bot that plays the move of the best mean, found in n deals that fit its view; it never interrupts.

    >>> from cardlab.bots import uniform
    >>> from cardlab.game import new_game
    >>> state = new_game("toepen", seed=1, seats=["A", "B"], position={"phase": "play", "dealer": "B"})
    >>> Determinized(uniform, n=5)(state.view("A"), Random(1)) in state.legal_actions("A")
    True
    """

    def __init__(self, bot: Bot, n: int) -> None:
        self.bot = bot
        self.n = n

    def __call__(self, view: View, rng: Random) -> Action | None:
        if view.seat != view.to_act:
            return None
        looked = Prospects(view, dict.fromkeys(range(len(view.seats)), self.bot), rng.getrandbits(32))
        looked.add(self.n)
        return looked.found()[0].action
