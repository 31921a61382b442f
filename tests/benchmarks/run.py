"""Measure cardlab beside its peers, in one process on one core, and print the result as a page.

    pip install -e ".[bench]"
    python tests/benchmarks/run.py > tests/benchmarks/README.md

A peer that is not installed, or a missing C compiler, leaves its rows out. The figures of a machine are its
own: what counts are the ratios. All contestants take turns in each round, the rate is decisions a second of
processor time, and a ratio is the median of the ratios of the rounds.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # so that a bare clone measures itself

from cardlab.game import find_game, new_game
from cardlab.games.toepen.vectorised import play_chunks, play_deals
from cardlab.notation import DEAL

HERE = Path(__file__).resolve().parent
ROUNDS = 15
SECONDS = 0.4
"""So long each contestant plays in a round, about."""

Play = Callable[[int], float]
"""Play at least so many decisions with a seed of one's own, and say how many they were."""


# ------------------------------------------------------------------------------------- ours


def vectorised(decisions: int) -> float:
    """Toepen, four seats, dealing included: sixteen decisions a deal."""
    deals = max(decisions // 16, 1)
    for _ in play_chunks(deals, seed=decisions):
        pass
    return 16 * deals


def engine(game: str) -> Play:
    """One decision at a time: the legal list, a random one of it, apply; and dealing whenever that is due."""
    rules = find_game(game).rules()

    def play(decisions: int) -> float:
        rng, done, seed = Random(decisions), 0, 0
        state = new_game(rules, seed)
        while done < decisions:
            legal = state.legal_actions()
            if not legal:
                seed += 1
                state = new_game(rules, seed)
            elif legal[0] == DEAL:
                state = state.apply(DEAL)
            else:
                state = state.apply(legal[int(rng.random() * len(legal))])
                done += 1
        return done

    return play


def engine_dealt(game: str) -> Play:
    """The same from deals that were dealt before."""
    rules = find_game(game).rules()
    dealt = [new_game(rules, seed) for seed in range(100)]

    def play(decisions: int) -> float:
        rng, done, number = Random(decisions), 0, 0
        while done < decisions:
            state = dealt[number % len(dealt)]
            number += 1
            while state.to_act is not None:
                legal = state.legal_actions()
                state = state.apply(legal[int(rng.random() * len(legal))])
                done += 1
        return done

    return play


# ------------------------------------------------------------------------------------- peers


def c_loop() -> Play:
    """The same deals in plain C, compiled here with -O3."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise ImportError("there is no C compiler")
    with TemporaryDirectory() as folder:
        library = Path(folder) / "toepen.so"
        subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", library, HERE / "toepen.c"], check=True)
        loaded = ctypes.CDLL(str(library))
    won = (ctypes.c_int64 * 16)()

    def play(decisions: int) -> float:
        deals = max(decisions // 16, 1)
        loaded.play(ctypes.c_int64(deals), 4, ctypes.c_uint64(decisions), won)
        return 16 * deals

    deals = 200_000  # Is it the same work? Then the first leader wins as many first and last tricks.
    play(16 * deals)
    ours = (play_deals(deals).tricks == 0).mean(axis=1)
    if max(abs(ours[0] - won[0] / deals), abs(ours[3] - won[12] / deals)) > 0.007:
        raise AssertionError("The C loop and the vectorised deals play by different rules.")
    return play


def dealt(game: object, rng: Random) -> object:
    """The first state of a game of OpenSpiel in which a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    return state


def play_on(state: object, rng: Random) -> int:
    """Play a state of OpenSpiel at random to its end; the number of decisions."""
    done = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            done += 1
    return done


def open_spiel_rollouts(name: str) -> Play:
    """Random playouts wholly in C++, from one dealt state: the rollouts that evaluate a single search."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = dealt(game, Random(1))
    rng = Random(2)
    length = sum(play_on(state.clone(), rng) for _ in range(300)) / 300

    def play(decisions: int) -> float:
        rollouts = max(int(decisions / length), 1)
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).mcts_search(state)
        return rollouts * length

    return play


def open_spiel_driven(name: str) -> Play:
    """A game written in C++, one decision at a time from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(decisions: int) -> float:
        rng, done = Random(decisions), 0
        while done < decisions:
            done += play_on(dealt(game, rng), rng)
        return done

    return play


def rlcard_run(name: str) -> Play:
    """RLCard's own loop with its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions)] * env.num_players)

    def play(decisions: int) -> float:
        done = 0
        while done < decisions:
            trajectories, _ = env.run(is_training=False)
            done += sum(len(one) // 2 for one in trajectories)
        return done

    return play


def pettingzoo_loop() -> Play:
    """PettingZoo's own loop over the agents, with its masks."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # it would greet in the middle of the page
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()

    def play(decisions: int) -> float:
        done = 0
        rng = Random(decisions)
        while done < decisions:
            env.reset(seed=done)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                action = None
                if not (terminated or truncated):
                    legal = [one for one, able in enumerate(observation["action_mask"]) if able]
                    action = legal[int(rng.random() * len(legal))]
                    done += 1
                env.step(action)
        return done

    return play


C, EUCHRE = "plain C loop, cc -O3", "OpenSpiel rollouts in C++, euchre"
HEARTS, GIN, LEDUC = "OpenSpiel from Python, hearts", "RLCard env.run, gin rummy", "PettingZoo, leduc"
CONTESTANTS: dict[str, Callable[[], Play]] = {
    "vectorised Toepen, 4 seats": lambda: vectorised,
    "Toepen": lambda: engine("toepen"),
    "Hole Cards": lambda: engine("hole_cards"),
    "Hand and Foot": lambda: engine("hand_and_foot"),
    "Toepen, dealt before": lambda: engine_dealt("toepen"),
    "Hole Cards, dealt before": lambda: engine_dealt("hole_cards"),
    "Hand and Foot, dealt before": lambda: engine_dealt("hand_and_foot"),
    C: c_loop,
    EUCHRE: lambda: open_spiel_rollouts("euchre"),
    HEARTS: lambda: open_spiel_driven("hearts"),
    GIN: lambda: rlcard_run("gin-rummy"),
    LEDUC: pettingzoo_loop,
}
RATIOS = [
    ("vectorised Toepen, 4 seats", C, 0.25),
    ("vectorised Toepen, 4 seats", EUCHRE, 1.0),
    ("Toepen", GIN, 3.0),
    ("Hole Cards", GIN, 3.0),
    ("Hand and Foot", GIN, 1.0),
    ("Toepen, dealt before", GIN, 3.0),
    ("Hole Cards, dealt before", GIN, 3.0),
    ("Hand and Foot, dealt before", GIN, 1.0),
    ("Toepen", HEARTS, None),
    ("Hole Cards", HEARTS, None),
    ("Hand and Foot", HEARTS, None),
    ("Toepen", LEDUC, None),
]


# ------------------------------------------------------------------------------------- measuring


def measure() -> tuple[dict[str, list[float]], dict[str, str]]:
    """The rates of each contestant, round by round, and why others did not take part."""
    plays: dict[str, Play] = {}
    absent: dict[str, str] = {}
    for name, make in CONTESTANTS.items():
        try:
            plays[name] = make()
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            absent[name] = str(error)
    sizes = {name: enough(play) for name, play in plays.items()}
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(ROUNDS):
        for name, play in plays.items():
            rates[name].append(rate(play, sizes[name]))
    return rates, absent


def rate(play: Play, decisions: int) -> float:
    start = process_time()
    done = play(decisions)
    return done / (process_time() - start)


def enough(play: Play) -> int:
    """So many decisions that they take about `SECONDS`."""
    decisions = 1000
    rate(play, decisions)  # the first time, things are still being loaded
    while True:
        now = rate(play, decisions)
        if decisions / now > SECONDS / 4:
            return int(now * SECONDS)
        decisions *= 4


GROWTH = """
import re, sys
from pathlib import Path
from time import process_time
{code}
n = int(sys.argv[1])
start = process_time()
run(n)
seconds = process_time() - start
status = Path("/proc/self/status")
peak = re.search("VmHWM:\\s+([0-9]+) kB", status.read_text()) if status.exists() else None
print(seconds, int(peak.group(1)) / 1024 if peak else float("nan"))
"""
ESTIMATES = {
    "`play_chunks`: does the first leader win?": """
from cardlab.games.toepen.vectorised import play_chunks
run = lambda n: sum(int((deals.winner == 0).sum()) for deals in play_chunks(n, seed=1)) / n
""",
    "`share_of_deals`: may a hand be exchanged?": """
from cardlab.games.toepen.vectorised import may_exchange
from cardlab.games.toepen.rules import PACK
from cardlab.probability.deals import share_of_deals
run = lambda n: share_of_deals(may_exchange, PACK, cards=4, n=n, seed=1)
""",
    "`estimate`, one shuffled pack a trial: the same": """
from cardlab.cards import shuffled
from cardlab.games.toepen.rules import PACK, is_honest
from cardlab.probability.monte_carlo import estimate
run = lambda n: estimate(lambda rng: is_honest(shuffled(PACK.cards, rng)[:4]), n=n, seed=1)
""",
}
SIZES = [10**4, 10**5, 10**6, 10**7]
LONGEST = 10**6
"""No more trials of plain Python than this."""


def growth(code: str, n: int) -> tuple[float, float]:
    """Seconds and peak megabytes of an estimate of so many deals, in a process of its own."""
    command = [sys.executable, "-c", GROWTH.format(code=code), str(n)]
    done = subprocess.run(command, cwd=HERE.parents[1], check=True, capture_output=True, text=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


# ------------------------------------------------------------------------------------- the page


def page() -> str:
    """The whole page, in Markdown."""
    rates, absent = measure()
    lines = [
        HEAD,
        machine(),
        "",
        "| ours | beside | ratio | lowest to highest | target | |",
        "|---|---|--:|--:|--:|---|",
    ]
    for ours, peer, target in RATIOS:
        if peer in rates:
            ratios = [a / b for a, b in zip(rates[ours], rates[peer], strict=True)]
            wanted = f"{target:g}" if target else "reported"
            met = "" if target is None else "met" if median(ratios) >= target else "missed"
            spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
            lines.append(f"| {ours} | {peer} | {median(ratios):.2f} | {spread} | {wanted} | {met} |")
    lines += [f"\nNot measured: {name} ({why})." for name, why in absent.items()]
    lines += ["", "| contestant | decisions a second, median |", "|---|--:|"]
    lines += [f"| {name} | {rounded(median(found))} |" for name, found in rates.items()]
    lines += [
        GROWTH_HEAD,
        "| estimate | " + " | ".join(f"{n:,} deals".replace(",", " ") for n in SIZES) + " |",
    ]
    lines += ["|---" + "|--:" * len(SIZES) + "|"]
    for name, code in ESTIMATES.items():
        cells = []
        for n in SIZES:
            if n > LONGEST and "estimate(" in code:
                cells.append("")
                continue
            seconds, megabytes = growth(code, n)
            cells.append(f"{seconds:.2f} s, {seconds / n * 1e6:.2f} µs each, {megabytes:.0f} MB")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def rounded(rate: float) -> str:
    """Two digits are as many as such a figure deserves."""
    digits = 10 ** max(len(str(int(rate))) - 2, 0)
    return f"{round(rate / digits) * digits:,}".replace(",", " ")


def machine() -> str:
    names = ["numpy", "open_spiel", "rlcard", "pettingzoo"]
    found = []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except ImportError:
            continue
    return (
        f"{platform.system()} {platform.machine()}, CPython {platform.python_version()}, {', '.join(found)}."
    )


HEAD = """# Speed beside the peers

This page is what `python tests/benchmarks/run.py` printed; the peers come with `pip install -e ".[bench]"`.
All contestants take turns in one process on one core. A rate is decisions a second of processor time,
dealing included (but not for the rollouts in C++, which start from one dealt state); a ratio is the median
of the ratios of the rounds. "Dealt before" is the decision alone (legal list, choice, apply), for which the
targets are set; the rows with dealing are held to them too. At Hole Cards random players knock after two or
three decisions, and nearly half of the time goes into seeding, shuffling and dealing.
"""
GROWTH_HEAD = """
Time and memory of an estimate, each in a process of its own (Python and NumPy themselves take some 40 MB).
Deals are made in chunks of 16 384, so the first column pays for a whole chunk.
"""

if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(page())
