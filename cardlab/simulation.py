"""Many whole games played by bots, as a table with one row for each deal and seat.

Game number k begins from a seed of its own, made from the seed of the simulation and k. So two rules or
two line-ups with the same seed meet the same deals, and any game can be played again alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from math import nan
from random import Random
from typing import Any

from cardlab.bots import find_bot
from cardlab.game import Bot, Rules, State, View, find_game, new_game
from cardlab.notation import DEAL
from cardlab.play import play_deal, play_match
from cardlab.probability.monte_carlo import Trial, trial_rng
from cardlab.probability.spread import run_many
from cardlab.refused import Refused


class Rows(dict[str, Any]):
    """A table as a dictionary: each column's name and its NumPy array."""

    def to_pandas(self) -> Any:
        """The table as a DataFrame. Raises ImportError where pandas is not installed."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("pandas is not installed here; `pip install pandas` would do it.") from error
        return pandas.DataFrame(self)


def simulate(
    game: str | Rules,
    bots: Sequence[Bot | str],
    n: int,
    seed: int,
    *,
    most_deals: int = 1000,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: bool = False,
) -> Rows:
    """Let bots play n whole games (or so many deals of each): one row for each deal and seat.

    ``game`` is a name, or rules with other options; ``bots`` has one for each seat, a function or the name
    of one of the game's own. The columns: the numbers of the ``game`` (from 0), the ``deal`` (from 1) and
    the ``seat`` (from 0), its ``bot``, what the deal changed in its `State.standing` (``result``), the
    ``moves`` of the deal, and the ``outcome`` of the game for the seat (not a number if it was cut short).
    The executor, the chunks and the progress bar are those of `estimate`. Raises Refused.

    >>> rows = simulate("toepen", ["thomas", "tim"], n=20, seed=1, most_deals=1)
    >>> rows["result"][rows["bot"] == "tim"].mean().item()
    -1.9
    """
    import numpy as np

    rules, players = _line_up(game, bots)
    names = [bot if isinstance(bot, str) else getattr(bot, "__name__", repr(bot)) for bot in bots]
    task = partial(_play_game, rules, players, seed, most_deals)
    found = [
        (number, deal, seat, names[seat], result, moves, outcome[seat])
        for number, (deals, outcome) in enumerate(
            run_many(task, n, executor=executor, chunk=chunk, progress=progress)
        )
        for deal, moves, results in deals
        for seat, result in enumerate(results)
    ]
    columns = "game", "deal", "seat", "bot", "result", "moves", "outcome"
    return Rows(zip(columns, map(np.array, zip(*found, strict=True)), strict=True))


def replay(
    game: str | Rules, bots: Sequence[Bot | str], seed: int, number: int, *, most_deals: int = 1000
) -> State:
    """One game of a simulation played again alone: its last state, whose record tells every move.

    >>> from cardlab.play import record_of
    >>> record_of(replay("toepen", ["thomas", "tim"], seed=1, number=7)).moves[:3]
    ('A keeps', 'B keeps', 'A knocks')
    """
    rules, players = _line_up(game, bots)
    return play_match(_start(rules, trial_rng(seed, number)), players, most_deals)


def deal_trial(game: str | Rules, bots: Sequence[Bot | str], seat: int) -> Trial:
    """A trial for `estimate` and `compare`: one deal, and what it changed in a seat's `State.standing`.

    The deal is the first one of the game of the same number and seed.

    >>> from cardlab.probability.monte_carlo import compare
    >>> compare(*[deal_trial("toepen", [bot, "random"], 0) for bot in ("stan", "tim")], n=100, seed=1)
    -0.280 ± 0.154 (n = 100 common random deals; on separate deals ± 0.169)
    """
    rules, players = _line_up(game, bots)
    return partial(_play_first, rules, players, seat)


def view_trial(view: View, event: Callable[[Any], Any]) -> Trial:
    """A trial for `estimate`: deal anew what a seat does not see, and ask something of that full state.

    It answers what a seat may wonder where counting would not do: every deal fits all that the seat knows.

    >>> from cardlab.probability.monte_carlo import estimate
    >>> stuck = {"dealer": "B", "hands": {"A": "KS KC QS QC JS"}, "pile": "9H"}
    >>> view = new_game("hole_cards", players=2, position=stuck).apply("A draws").view("B")
    >>> holds_a_heart = lambda state: any(card.suit == "H" for card in state.hands[0])
    >>> estimate(view_trial(view, holds_a_heart), n=200, seed=1)
    0.275 ± 0.032 (n = 200)
    """
    return partial(_ask, view, event)


def _ask(view: View, event: Callable[[Any], Any], rng: Random) -> Any:
    return event(view.resample(rng))


def _line_up(game: str | Rules, bots: Sequence[Bot | str]) -> tuple[Rules, dict[int, Bot]]:
    """The rules and the bot of each seat."""
    known = find_game(new_game(game).game)
    rules = game if isinstance(game, Rules) else known.rules(players=len(bots))
    if rules.players != len(bots):
        raise Refused("bots", f"{len(bots)} are given, but there are {rules.players} players.")
    return rules, {
        seat: find_bot(known, bot) if isinstance(bot, str) else bot for seat, bot in enumerate(bots)
    }


def _start(rules: Rules, rng: Random) -> State:
    return new_game(rules, rng.getrandbits(53))


def _play_first(rules: Rules, bots: dict[int, Bot], seat: int, rng: Random) -> float:
    start = _start(rules, rng)
    return play_deal(start, bots).standing[seat] - start.standing[seat]


Deal = tuple[int, int, tuple[float, ...]]
"""Its number, how many moves it had, and what it changed for each seat."""


def _play_game(
    rules: Rules, bots: dict[int, Bot], seed: int, most_deals: int, number: int
) -> tuple[list[Deal], tuple[float, ...]]:
    """The deals of one game, and the outcome for each seat."""
    start = _start(rules, trial_rng(seed, number))
    deals: list[Deal] = []
    while True:
        end = play_deal(start, bots)
        changed = [after - before for before, after in zip(start.standing, end.standing, strict=True)]
        deals.append((end.deal, len(end.moves), tuple(changed)))
        if end.is_over or end.deal >= most_deals:
            return deals, end.outcome or (nan,) * len(bots)
        start = end.apply(DEAL)
