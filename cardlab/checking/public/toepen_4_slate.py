"""The public part of exercise toepen-4-slate: how long a rubber is, and who wins it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.probability.monte_carlo import Estimate

TITLE = "Toepen 4: how long is a rubber, and who wins it?"
RUBBERS, SEED = 20_000, 4

# ---------------------------------------------------------------------------------- experiments


def _length(d: int, limit: int) -> Estimate:
    """Two players: in which share of rubbers is deal d the last?"""
    rng = Random(SEED)
    return Estimate.of_share(sum(_rubber(rng, [0, 0], limit)[0] == d for _ in range(RUBBERS)), RUBBERS, SEED)


def _won(mine: int, his: int, limit: int, p: float = 0.5, s: int = 1) -> Estimate:
    """Two players: in which share of rubbers is the first one left?"""
    rng = Random(SEED)
    won = sum(_rubber(rng, [mine, his], limit, p, s)[1] for _ in range(RUBBERS))
    return Estimate.of_share(won, RUBBERS, SEED)


def _rubber(rng: Random, slate: list[int], limit: int, p: float = 0.5, s: int = 1) -> tuple[int, bool]:
    """The deals of a rubber of two, and whether the first one has won it."""
    lost, deals = list(slate), 0
    while max(lost) < limit:
        lost[rng.random() < p] += s
        deals += 1
    return deals, lost[0] < limit


def _all_won(n: int, d: int) -> Estimate:
    rng = Random(SEED)
    everybody = sum(len({int(rng.random() * n) for _ in range(d)}) == n for _ in range(RUBBERS))
    return Estimate.of_share(everybody, RUBBERS, SEED)


def _mean_length(n: int, limit: int) -> Estimate:
    rng, total, squares = Random(SEED), 0, 0
    for _ in range(RUBBERS):
        slate, deals = [0] * n, 0
        while len(slate) > 1:
            winner = int(rng.random() * len(slate))
            lives = [lost + (seat != winner) for seat, lost in enumerate(slate)]
            slate = [lost for lost in lives if lost < limit]
            deals += 1
        total += deals
        squares += deals * deals
    return Estimate.of_mean(total, squares, RUBBERS, SEED)


# ------------------------------------------------------------------------------------ properties

HALF, BETTER = Fraction(1, 2), Fraction(3, 5)
LENGTHS = [(d, 3) for d in range(2, 7)] + [(d, 5) for d in range(4, 11)]


def _add_up(p_length: Callable[..., Any]) -> str:
    for limit, lengths in ((3, range(2, 7)), (5, range(4, 11))):
        total = sum(p_length(d, limit) for d in lengths)
        if total != 1:
            told = f"With limit {limit} the chances of deals {lengths[0]} to {lengths[-1]} add up to"
            return f"{told} {shown(total)}. Every rubber is over in one of them."
    return ""


SLATES = [(mine, his, 3) for mine in range(3) for his in range(3)] + [(3, 6, 10), (8, 2, 10), (2, 8, 10)]


def _one_wins(p_win: Callable[..., Any]) -> str:
    for mine, his, limit in SLATES:
        if (his, mine, limit) in SLATES:
            first, second = p_win(mine, his, limit), p_win(his, mine, limit)
            if first + second != 1:
                calls = f"{call(p_win, (mine, his, limit))} and {call(p_win, (his, mine, limit))}"
                return f"{calls} add up to {shown(first + second)}. One of the two players wins the rubber."
    return ""


def _between_neighbours(p_win: Callable[..., Any]) -> str:
    for mine, his in ((0, 0), (0, 1), (1, 0), (1, 1)):
        now, win, lose = p_win(mine, his, 3), p_win(mine, his + 1, 3), p_win(mine + 1, his, 3)
        if 2 * now != win + lose:
            told = f"{call(p_win, (mine, his, 3))} gave {shown(now)}. After a deal it is {shown(win)} or"
            return f"{told} {shown(lose)}, each half of the time. Do they fit?"
    return ""


STAKES = (2, 3, 4)
"""Not 1: ten deals are too many for those who try every way that a rubber can go, which is right too."""
RUBBER = [(p, s) for p in (Fraction(2, 5), HALF, BETTER) for s in STAKES] + [(0, 2), (1, 2)]


def _fair_is_fair(p_rubber: Callable[..., Any]) -> str:
    for s in STAKES:
        first, second = p_rubber(BETTER, s), p_rubber(1 - BETTER, s)
        if first + second != 1:
            calls = f"{call(p_rubber, (BETTER, s))} and {call(p_rubber, (1 - BETTER, s))}"
            return f"{calls} add up to {shown(first + second)}. One of the two players wins the rubber."
    return ""


def _planted(n: int, limit: int) -> Fraction:
    """The function of the bug hunt, as it stands in the student's notebook."""
    slates, mean = {(0,) * n: Fraction(1)}, Fraction(0)
    while slates:
        mean += sum(slates.values())
        after: dict[tuple[int, ...], Fraction] = {}
        for slate, chance in slates.items():
            for winner in range(len(slate)):
                lives = [min(lost + (seat != winner), limit) for seat, lost in enumerate(slate)]
                new = tuple(sorted(lives))
                after[new] = after.get(new, Fraction(0)) + chance / len(slate)
        slates = {slate: chance for slate, chance in after.items() if slate[1] < limit}
    return mean


QUESTIONS = (
    Question(
        id="q1",
        name="p_length",
        title="Fill the blank: how long do two play?",
        returns=Fraction,
        inputs=LENGTHS,
        tests=(
            chances(LENGTHS),
            gives((2, 3), 0, "Nobody has three strokes after two deals."),
            gives((6, 3), 0, "After five deals somebody has three strokes, so there is no sixth."),
            gives((10, 5), 0, "After nine deals somebody has five strokes, so there is no tenth."),
            _add_up,
            *(
                agrees((d, 5), partial(_length, d, 5), f"a rubber to 5 was over in deal {d}")
                for d in (5, 7, 9)
            ),
        ),
        mistakes=(
            Mistake(
                "one player",
                "Could either player be the one who goes out?",
                seen={(3, 3): 0.125, (4, 3): 0.1875},
            ),
            Mistake(
                "last stroke anywhere",
                "Which deal must the loser lose? The last stroke falls in deal d itself.",
                seen={(4, 3): 0.5, (5, 3): 0.625},
            ),
            Mistake(
                "too late",
                "How many deals can there be before somebody is out? You count rows that were over before.",
                seen={(3, 3): 0.25, (4, 3): 0.375, (6, 3): 0.3125},
            ),
            Mistake(
                "all alike",
                "Not every length is equally likely: count the rows of each.",
                lambda d, limit: Fraction(int(limit <= d < 2 * limit), limit),
            ),
        ),
        hints=(
            "Write out the rows of three deals, and of four, for limit 3. In which is it over just then?",
            "The last letter is fixed by who goes out. The strokes before it fall in any deals before.",
            "Choose limit - 1 of d - 1 deals, for either player; and nothing if d is 2 * limit or more.",
        ),
    ),
    Question(
        id="q2",
        name="p_win",
        title="From here on",
        returns=Fraction,
        inputs=SLATES,
        tests=(
            chances(SLATES),
            gives((2, 2, 3), HALF, "Both are one stroke from the limit, and equally strong."),
            _one_wins,
            _between_neighbours,
            *(
                agrees(slate, partial(_won, *slate), "you won the rubber")
                for slate in ((0, 1, 3), (3, 6, 10), (8, 2, 10))
            ),
        ),
        mistakes=(
            Mistake(
                "lives left",
                "Lives left are not chances. Who wins the next few deals?",
                lambda mine, his, limit: Fraction(limit - mine, 2 * limit - mine - his),
            ),
            Mistake(
                "always a half",
                "Each deal is fair, but the slate is not. Who has more lives left?",
                lambda mine, his, limit: HALF,
            ),
            Mistake(
                "one deal short",
                "How many deals can there be at most, until one of you is out? Count once more.",
                seen={(1, 2, 3): 0.5, (3, 6, 10): 0.74609},
            ),
            Mistake("the other player", "Whose chance is that, yours or his?"),
        ),
        hints=(
            "From 2 to 2 it is a half. What is it one deal before, from 1 to 2?",
            "Each value is the mean of two: with a stroke more for him, and with a stroke more for you.",
            "At the limit it is 0 or 1; before, the mean of p_win with mine + 1 and p_win with his + 1.",
        ),
    ),
    Question(
        id="q3",
        name="p_all_won",
        title="Has everybody won?",
        returns=Fraction,
        inputs=((1, 1), (3, 2), (3, 3), (3, 6), (4, 10), (2, 3)),
        tests=(
            chances([(3, 3), (3, 6), (4, 10), (2, 3)]),
            gives((1, 1), 1, "One player alone has won the only deal."),
            gives((3, 2), 0, "Two deals are too few for three winners."),
            rises([(3, 2), (3, 3), (3, 6)], "The more deals, the likelier everybody has won one."),
            *(
                agrees(one, partial(_all_won, *one), "everybody had won a deal")
                for one in ((3, 3), (3, 6), (4, 10), (2, 3))
            ),
        ),
        mistakes=(
            Mistake(
                "no correction",
                "Two players can both be without a win. Were some rows taken off twice?",
                seen={(3, 3): 0.11111, (4, 10): 0.77475},
            ),
            Mistake(
                "independent",
                "You multiply as if each had deals of their own. If I have won them all, have you won any?",
                seen={(3, 3): 0.34847},
            ),
            Mistake(
                "one player",
                "That is for one named player. How many must have won?",
                seen={(3, 3): 0.7037, (4, 10): 0.94369},
            ),
            Mistake("the opposite", "That is the chance that somebody has won none."),
        ),
        hints=(
            "How likely has one named player won none of d deals?",
            "Take that off for each player. What have you then done twice with two who both won none?",
            "Take off for each player, add for each pair, take off for each three, and so on.",
        ),
    ),
    Question(
        id="q4",
        name="mean_length",
        title="Bug hunt: a walk from slate to slate",
        returns=Fraction,
        inputs=((2, 1), (2, 3), (3, 1), (3, 3), (4, 4)),
        tests=(
            gives((2, 1), 1, "With limit 1 the first deal ends a rubber of two."),
            gives((3, 1), 1, "With limit 1 the first deal leaves only its winner."),
            *(
                agrees(one, partial(_mean_length, *one), "the deals of a rubber")
                for one in ((2, 3), (3, 3), (4, 4))
            ),
        ),
        mistakes=(
            Mistake(
                "the dead win",
                "That is the planted bug. Do players who are out still win deals?",
                _planted,
            ),
            Mistake(
                "first exit",
                "You stop when the first player is out. When is a rubber over (T18, TA29)?",
                seen={(3, 3): 3.22222},
            ),
            Mistake(
                "one stroke a deal",
                "You write one stroke a deal. Who gets no stroke (T13), and who does?",
                seen={(2, 3): 4.125, (3, 3): 7.32562},
            ),
        ),
        hints=(
            "Who can win a deal after the first player is out? And whom does the function let win it?",
            "Keep on the slate only those who are still in.",
            "Leave out of `new` all who have reached the limit; a slate of one player needs no deal more.",
        ),
    ),
    Question(
        id="q5",
        name="p_rubber",
        title="Target practice: does a higher stake help?",
        returns=Fraction,
        inputs=RUBBER,
        tests=(
            chances(RUBBER),
            *(gives((HALF, s), HALF, "Two equal players win equally often.") for s in STAKES),
            gives((0, 2), 0, "Who wins no deal goes out."),
            gives((1, 2), 1, "Who wins every deal wins the rubber."),
            _fair_is_fair,
            falls([(BETTER, s) for s in STAKES], "Fewer deals leave more to luck."),
            *(
                agrees((BETTER, s), partial(_won, 0, 0, 10, 0.6, s), "the better player won the rubber")
                for s in STAKES
            ),
        ),
        mistakes=(
            Mistake(
                "one deal",
                "That is the chance for one deal. A rubber has more of them.",
                lambda p, s: Fraction(p),
            ),
            Mistake(
                "rounded down",
                "Half a deal cannot be played: with 9 lost of 10 a player is still in.",
                seen={(HALF, 3): 0.5, (BETTER, 2): 0.73343, (BETTER, 3): 0.68256},
            ),
            Mistake(
                "stake forgotten",
                "Where does the stake come in? At stake 2 five lost deals are enough.",
                seen={(BETTER, 2): 0.81391, (BETTER, 3): 0.81391},
            ),
            Mistake(
                "without a loss",
                "Can the winner of the rubber lose a deal between?",
                seen={(BETTER, 2): 0.07776, (BETTER, 3): 0.1296},
            ),
            Mistake("the other player", "Whose chance is that: of the one who wins a deal with chance p?"),
        ),
        hints=(
            "How many deals must a player lose to be out, at stake 1, 2 and 3?",
            "It is a race: who first loses so many deals is out. The winner may lose fewer deals on the way.",
            "Add up over the deals that the winner loses: 0, 1, 2 and so on. His last win ends the rubber.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: should they fold?",
        kind="text",
        hints=(
            "What chance do you need to play a deal for 2 in place of 1? What chance do you have?",
            "Compare the chances of all four players to win the rubber, if nobody folds and if all do.",
            "A good answer makes a claim, gives two numbers for it, and says what it takes for granted.",
        ),
    ),
)
