"""The public part of exercise hole-cards-3-race: two players race, and somebody knocks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives, rises
from cardlab.checking.question import Mistake, Question, Test
from cardlab.probability.arrays import Numbers, np
from cardlab.probability.deals import below, chunk_generator, deal_cards
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hole Cards 3: the race to knock"
DEALS, SEED = 100_000, 3
Chances = tuple[Fraction, ...]

# ---------------------------------------------------------------------------------- experiments


def _first_stuck(p: Chances, q: Chances) -> Numbers:
    """For each race the turn (0, 1, ...) at which somebody is stuck, or the number of turns if nobody is."""
    turns = [chance for pair in zip(p[:0:-1], q[:0:-1], strict=True) for chance in pair][:-1]
    drawn = below(chunk_generator(SEED, 0), [chance.denominator for chance in turns], DEALS)
    stuck = drawn >= np.array([chance.numerator for chance in turns])[:, None]
    first: Numbers = np.where(stuck.any(axis=0), stuck.argmax(axis=0), len(turns))
    return first


def _first_wins(p: Chances, q: Chances) -> Estimate:
    return Estimate.of_share(int((_first_stuck(p, q) % 2 == 1).sum()), DEALS, SEED)


def _mean_turns(p: Chances) -> Estimate:
    """The stuck one's draw and the other's knock end a race; if nobody is stuck, there are no more turns."""
    stuck = _first_stuck(p, p)
    turns = np.where(stuck < 2 * len(p) - 3, stuck + 2, stuck)
    return Estimate.of_mean(float(turns.sum()), float((turns * turns).sum()), DEALS, SEED)


def _knock_wins(h: int, f: int) -> Estimate:
    """Deal Ben h cards and one more of 51; where the first h are misfits: is the last one, too?"""
    misfit = deal_cards(chunk_generator(SEED, 0), 51, h + 1, DEALS) >= f
    stuck = np.all(misfit[:h], axis=0)
    return Estimate.of_share(int((stuck & misfit[h]).sum()), int(stuck.sum()), SEED)


# ------------------------------------------------------------------------------------ properties


def _by_name(test: Test) -> Test:
    """The same test, but it calls the chances of a race by the name that they have in the notebook."""

    def named(function: Callable[..., Any]) -> str:
        told = test(function)
        for name, p in NAMED.items():
            told = told.replace(shown(p), name)
        return told

    return named


def _at_most_one(should_knock: Callable[..., Any]) -> str:
    for counts in TABLES:
        seats = [seat for seat in range(len(counts)) if should_knock(counts, seat)]
        if len(seats) > 1:
            told = f"With {shown(counts)} cards the seats {shown(seats)} all knock."
            return f"{told} Can each of them win for sure?"
    return ""


def _seats_alike(should_knock: Callable[..., Any]) -> str:
    """Seen from the other end of the table it is the same."""
    for counts, me in KNOCKS:
        other = counts[::-1], len(counts) - 1 - me
        if should_knock(counts, me) != should_knock(*other):
            one, two = call(should_knock, (counts, me)), call(should_knock, other)
            return f"{one} and {two}, the same table from the other end, do not give the same."
    return ""


def _within(mean_turns: Callable[..., Any]) -> str:
    """Who is stuck at once loses on the next turn; and there are at most two turns for each card."""
    for (p,) in RACES:
        cards = len(p) - 1
        least, most = min(cards, 2), 2 * cards
        value = mean_turns(p)
        if not least <= value <= most:
            told = f"{call(mean_turns, (p,))} gave {shown(value)}."
            return f"{told} With so many cards a race has from {least} to {most} turns."
    return ""


def _adds_up(step: Callable[..., Any]) -> str:
    for a, p in STEPS:
        after = step(a, p)
        if sum(after.values()) != 1:
            told = f"{call(step, (a, p))}: the chances add up to {shown(sum(after.values()))}."
            return f"{told} Something always happens, so it must be 1."
    return ""


def _one_more_or_less(step: Callable[..., Any]) -> str:
    """A turn changes the hand by one card."""
    for a, p in STEPS:
        for cards in step(a, p):
            if abs(cards - a) != 1:
                told = f"{call(step, (a, p))} says that you may hold {shown(cards)} after your turn."
                return f"{told} What is in the hand after a card is laid, and after one is drawn?"
    return ""


def _lay_is_likelier(step: Callable[..., Any]) -> str:
    """One who lays more easily has fewer cards more often."""
    for a in SIZES:
        hard, easy = (step(a, p).get(a - 1, 0) for p in (Fraction(1, 10), Fraction(9, 10)))
        if hard >= easy:
            return (
                f"From {a} to {a - 1} the chance is {shown(hard)} if p is 1/10, {shown(easy)} if it is 9/10. "
                "But p is the chance to lay a card."
            )
    return ""


def _planted(a: int, p: Fraction) -> dict[int, Fraction]:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return {a - 1: p, a: 1 - p}


# -------------------------------------------------------------------------------------- questions


def _chances(*each: str) -> Chances:
    return (Fraction(0), *map(Fraction, each))


ONE = _chances("1/3")
COIN = _chances("1/2", "1/2")
PENCIL = _chances("1/3", "3/5", "3/4", "5/6", "9/10")
DIE = _chances("1/6", "1/3", "1/2", "2/3", "5/6")
SURE = _chances("1", "1", "1", "1", "1")
NAMED = {"one": ONE, "coin": COIN, "pencil": PENCIL, "die": DIE, "sure": SURE}
RACES = [(p,) for p in NAMED.values()]

TABLES = ((3, 4, 5), (3, 3, 5), (4, 3, 8), (4, 5, 3), (5, 3, 4, 3), (2, 2))
KNOCKS = [
    (counts, me)
    for counts in dict.fromkeys([*TABLES, *(counts[::-1] for counts in TABLES)])
    for me in range(len(counts))
]
SIZES = (1, 2, 5)
STEPS = list(product(SIZES, (Fraction(1, 10), Fraction(1, 3), Fraction(9, 10))))

QUESTIONS = (
    Question(
        id="q1",
        name="first_wins",
        title="Fill the blank: unlike players",
        returns=Fraction,
        inputs=(
            (ONE, ONE),
            (COIN, COIN),
            (SURE, SURE),
            (PENCIL, PENCIL),
            (PENCIL, DIE),
            (DIE, PENCIL),
            (PENCIL, SURE),
            (SURE, PENCIL),
        ),
        tests=[
            _by_name(test)
            for test in (
                chances([(COIN, COIN), (PENCIL, PENCIL), (PENCIL, DIE), (DIE, PENCIL), (SURE, PENCIL)]),
                gives((ONE, ONE), Fraction(1, 3), "With one card each, the first player wins by laying it."),
                gives((SURE, SURE), 1, "If nobody is ever stuck, the first player is out first."),
                gives((SURE, PENCIL), 1, "The first player is never stuck here, and so cannot lose."),
                falls(
                    [(PENCIL, DIE), (PENCIL, PENCIL), (PENCIL, SURE)],
                    "The better the second player's chances, the worse for the first.",
                ),
                *(
                    agrees((p, q), partial(_first_wins, p, q), "the first player won")
                    for p, q in ((COIN, COIN), (PENCIL, PENCIL), (PENCIL, DIE), (DIE, PENCIL))
                ),
            )
        ],
        mistakes=(
            Mistake(
                "no second player",
                "That is the chance that the first player is never stuck. Where are the other's turns?",
                seen={(PENCIL, PENCIL): 0.1125, (PENCIL, DIE): 0.1125},
            ),
            Mistake(
                "only by going out",
                "That is the chance that nobody is stuck. Does the first player win only by going out?",
                seen={(PENCIL, PENCIL): 0.03797, (COIN, COIN): 0.125},
            ),
            Mistake(
                "one card less",
                "You give the second player one card less. How many cards has the second player now?",
                seen={(PENCIL, PENCIL): 0.54531},
            ),
            Mistake(
                "p twice",
                "Both play with the chances p. Where should q come in?",
                seen={(PENCIL, DIE): 0.42188, (DIE, PENCIL): 0.38895},
            ),
            Mistake(
                "still going",
                "A race that has ended goes on here: if the second is stuck, `going` must get smaller.",
                seen={(COIN, COIN): 0.5},
            ),
            Mistake("the opposite", "Whose chance is this?"),
        ),
        hints=(
            "What happens on the second player's turn if the second player is stuck, and what if not?",
            "If stuck, the first player has won: that part of `going` belongs to `wins`.",
            "Add going * (1 - the chance to lay) to wins; then multiply going by the chance to lay.",
        ),
    ),
    Question(
        id="q2",
        name="should_knock",
        title="When is a knock sure?",
        returns=bool,
        inputs=KNOCKS,
        tests=(
            gives(((3, 4, 5), 0), True, "All others have more cards."),
            gives(((3, 4, 5), 2), False, "Both others have fewer cards."),
            _at_most_one,
            _seats_alike,
        ),
        mistakes=(
            Mistake(
                "below the average",
                "Is it enough to be below the average? Look at the lowest of the others.",
                seen={((4, 3, 8), 0): True},
            ),
            Mistake(
                "one other seat",
                "Have you looked at every other seat?",
                seen={((4, 5, 3), 0): True, ((4, 5, 3), 2): True},
            ),
            Mistake(
                "a tie is enough",
                "Who wins a tie, the knocker or the others (KA18)?",
                seen={((3, 3, 5), 0): True, ((3, 3, 5), 1): True},
            ),
            Mistake(
                "first of the lowest",
                "You find the first seat with the fewest cards. What if another seat has as few?",
                seen={((3, 3, 5), 0): True, ((3, 3, 5), 1): False},
            ),
        ),
        hints=(
            "Compare your number with each of the others. What must hold?",
            "A knocker who ties does not win (KA18): fewer, or as few?",
            "Go through all seats but your own: your number must be smaller each time.",
        ),
    ),
    Question(
        id="q3",
        name="mean_turns",
        title="How long is a race?",
        returns=Fraction,
        inputs=RACES,
        tests=[
            _by_name(test)
            for test in (
                _within,
                gives(
                    (ONE,),
                    Fraction(5, 3),
                    "A third of the races have one turn, the others two.",
                ),
                gives((SURE,), 9, "Nobody is ever stuck: the first player is out with the ninth turn."),
                rises([(DIE,), (PENCIL,), (SURE,)], "The easier it is to lay, the longer it goes on."),
                *(
                    agrees((p,), partial(_mean_turns, p), "so many turns a race had")
                    for p in (COIN, PENCIL, DIE)
                ),
            )
        ],
        mistakes=(
            Mistake(
                "no knock",
                "Is a knock a turn? It is the last one, after somebody was stuck.",
                seen={(PENCIL,): 4.98953, (COIN,): 1.75},
            ),
            Mistake(
                "nobody fails",
                "That is the longest way out. Is nobody ever stuck?",
                seen={(PENCIL,): 9.0, (COIN,): 3.0},
            ),
            Mistake(
                "all lengths alike",
                "That is the mean of the possible lengths. Are all of them equally likely?",
                seen={(PENCIL,): 5.5, (COIN,): 2.5},
            ),
            Mistake(
                "not out",
                "You add up the races that end by a knock. What of those in which nobody is stuck?",
                seen={(COIN,): 2.25, (SURE,): 0.0},
            ),
        ),
        hints=(
            "Make a table: at which turn may somebody be stuck, and how many turns has the race then?",
            "Multiply each length with its chance, and add. One row is left: nobody is stuck.",
            "Who is stuck at turn t: then there are t + 1 turns. If nobody is, there are 2n - 1.",
        ),
    ),
    Question(
        id="q4",
        name="knock_wins",
        title="A knock that can fail",
        returns=Fraction,
        inputs=((1, 18), (3, 18), (5, 18), (5, 15), (3, 0), (2, 29)),
        tests=(
            chances([(1, 18), (3, 18), (5, 18), (5, 15), (2, 29)]),
            gives((3, 0), 1, "If no card fits, Ben is stuck again."),
            falls(
                [(h, 18) for h in (1, 3, 5)], "The more misfits Ben holds, the more fits are left to draw."
            ),
            *(
                agrees((h, f), partial(_knock_wins, h, f), "the knock won (of deals in which Ben was stuck)")
                for h, f in ((1, 18), (5, 18), (5, 15), (2, 29))
            ),
        ),
        mistakes=(
            Mistake(
                "nothing known",
                "You draw from all 51 cards. Can a fit be among Ben's old cards?",
                seen={(5, 18): 0.64706, (1, 18): 0.64706},
            ),
            Mistake(
                "random cards",
                "You take all of Ben's cards as random. Are his old cards random?",
                seen={(5, 18): 0.0615, (1, 18): 0.41412},
            ),
            Mistake(
                "sure",
                "Does Ben get another turn after the knock? By this rule he does.",
                lambda h, f: Fraction(1),
            ),
            Mistake(
                "one card too many",
                "You take one card too many from those that Ben can draw. How many did he hold before?",
                seen={(5, 18): 0.6, (1, 18): 0.63265},
            ),
            Mistake("the opposite", "The chance of what is this?"),
        ),
        hints=(
            "Ben was stuck. What does that tell of his old cards?",
            "Only the card that he drew can fit. Among how many cards was it, and how many of those fit?",
            "It is one of 51 - h cards, and all f fits are among these. You win if it is none of them.",
        ),
    ),
    Question(
        id="q5",
        name="step",
        title="Bug hunt: one step of the chain",
        returns=dict,
        inputs=STEPS,
        tests=(_adds_up, _one_more_or_less, _lay_is_likelier),
        mistakes=(
            Mistake(
                "planted",
                "That is the planted bug: the rows add up to 1, but look at the hand after a draw.",
                _planted,
            ),
            Mistake(
                "the rest left out",
                "You say what happens if a card is laid. Where did the rest go?",
                lambda a, p: {a - 1: p},
            ),
            Mistake(
                "turned round",
                "Which is the lucky move: to lay a card, or to draw one?",
                seen={(5, Fraction(1, 10)): {4: Fraction(9, 10), 6: Fraction(1, 10)}},
            ),
            Mistake(
                "half and half",
                "Both have the same chance here. Where should p come in?",
                lambda a, p: {a - 1: Fraction(1, 2), a + 1: Fraction(1, 2)},
            ),
        ),
        hints=(
            "What may happen on a turn? Play one with real cards, and count your hand after it.",
            "Who lays has one card less. And who is stuck?",
            "Who is stuck draws, and so has one card more. One of the two keys is wrong.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: how far ahead?",
        kind="text",
        hints=(
            "What may go wrong if you knock one card ahead, and what if you are two ahead?",
            "A larger lead makes a knock surer, and comes more seldom. Which numbers show both?",
            "A good answer names a rule, has numbers with their errors, and says what it takes for granted.",
        ),
    ),
)
