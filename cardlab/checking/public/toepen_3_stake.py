"""The public part of exercise toepen-3-stake: expected lives, the last card, break-even, and bluffs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from cardlab.cards import Card, parse_cards
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.games.toepen.rules import ORDER, PACK
from cardlab.probability.arrays import np
from cardlab.probability.deals import chunk_generator, deal_cards
from cardlab.probability.monte_carlo import Estimate

TITLE = "Toepen 3: stay or fold?"
DEALS, SEED = 100_000, 3

# ---------------------------------------------------------------------------------- experiments


def _stayed(p: Fraction, s: int) -> Estimate:
    """Stay so many times, and win with chance p."""
    rng = Random(SEED)
    lost = sum(rng.random() >= p for _ in range(DEALS)) * (s + 1)
    return Estimate.of_mean(lost, lost * (s + 1), DEALS, SEED)


def _last_trick(card: str, seen: str, leading: bool) -> Estimate:
    """Draw his last card from those that are not seen."""
    mine = Card.parse(card)
    unseen = [his for his in PACK.cards if his not in (mine, *parse_cards(seen))]
    won = np.array([_wins(mine, his) if leading else not _wins(his, mine) for his in unseen])
    drawn = deal_cards(chunk_generator(SEED, 0), len(unseen), 1, DEALS)[0]
    return Estimate.of_share(int(won[drawn].sum()), DEALS, SEED)


def _wins(led: Card, card: Card) -> bool:
    return card.suit != led.suit or ORDER[card.rank] < ORDER[led.rank]


# ------------------------------------------------------------------------------------ properties

USUAL = "9H 7H KD QD 8C JC"
LASTS = (
    ("10S", USUAL, False),
    ("10S", USUAL, True),
    ("JS", USUAL, False),
    ("JS", USUAL, True),
    ("7S", USUAL, False),
    ("7S", USUAL, True),
    ("8S", "10S 9S AS KD", False),
)
STAKES = (1, 2, 3)


def _both_cost_the_same(break_even: Callable[..., Any]) -> str:
    """Put the answer back: at break-even, staying is as good as folding."""
    for both in (False, True):
        for s in STAKES:
            p = break_even(s, both)
            tried = f"{call(break_even, (s, both))} gave {shown(p)}"
            if both:
                stay, fold = p * (s + 1) - (1 - p) * (s + 1), -s
                told = f"his losses minus yours are {shown(stay)} if you stay and {fold} if you fold"
            else:
                stay, fold = (1 - p) * (s + 1), s
                told = f"staying costs you {shown(stay)} and folding {fold}"
            if stay != fold:
                return f"{tried}: then {told}. Both must be equal."
    return ""


def _knock_is_even(folds_needed: Callable[..., Any]) -> str:
    for s in STAKES:
        f = folds_needed(s)
        knock = f * s - (1 - f) * (s + 1)
        if knock != -s:
            tried = f"{call(folds_needed, (s,))} gave {shown(f)}"
            return (
                f"{tried}: then the knock is worth {shown(knock)} on average, and none {-s}. Are these equal?"
            )
    return ""


LIVES = [(lost, stake, 10) for lost in range(10) for stake in range(1, 10)] + [(9, 1, 15), (12, 2, 15)]


def _settled(may_knock: Callable[..., Any]) -> str:
    """Who may knock may do so with fewer lives lost too, and at a lower stake."""
    for stake in range(1, 10):
        for less, more in pairwise(range(10)):
            if may_knock(more, stake, 10) and not may_knock(less, stake, 10):
                return f"At stake {stake} and limit 10 you may knock with {more} lost, but not with {less}."
    for lost in range(10):
        for lower, higher in pairwise(range(1, 10)):
            if may_knock(lost, higher, 10) and not may_knock(lost, lower, 10):
                return f"With {lost} of 10 lost you may knock at stake {higher}, but not at {lower}."
    return ""


def _planted(lost: int, stake: int, limit: int) -> bool:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return lost + stake + 1 < limit


HALF = Fraction(1, 2)
COSTS = ((0, 1), (1, 1), (1, 3), (HALF, 1), (Fraction(7, 25), 1), (HALF, 3))

QUESTIONS = (
    Question(
        id="q1",
        name="cost_of_staying",
        title="Fill the blank: what staying costs",
        returns=Fraction,
        inputs=COSTS,
        tests=(
            gives((0, 1), 2, "You lose for sure, and after the knock the stake is 2."),
            gives((1, 1), 0, "You win for sure, and the winner pays nothing (T13)."),
            gives((1, 3), 0, "You win for sure, and the winner pays nothing (T13)."),
            falls(
                [(0, 1), (Fraction(7, 25), 1), (HALF, 1), (1, 1)], "The likelier you win, the less it costs."
            ),
            rises([(HALF, 1), (HALF, 3)], "A higher stake costs more."),
            *(
                agrees((p, s), partial(_stayed, p, s), "the lives that staying cost")
                for p, s in ((Fraction(7, 25), 1), (HALF, 3))
            ),
        ),
        mistakes=(
            Mistake(
                "old stake",
                "Which stake does a loser pay who has stayed (T17)?",
                seen={(0, 1): 1.0, (HALF, 3): 1.5},
            ),
            Mistake(
                "minus the fold",
                "You have taken the price of folding away. Asked is what staying costs.",
                seen={(0, 1): 1.0, (1, 1): -1.0},
            ),
            Mistake(
                "his lives too",
                "You count his losses against yours. Asked are the lives that you lose.",
                seen={(0, 1): 2.0, (1, 1): -2.0},
            ),
            Mistake(
                "p is of losing", "Is p the chance of winning or of losing?", seen={(0, 1): 0.0, (1, 1): 2.0}
            ),
        ),
        hints=(
            "Before the knock the stake was s. What is it now?",
            "If you win you pay nothing. If you lose, what do you pay after having stayed?",
            "A knock raises the stake by one, and who stays and loses pays the new stake.",
        ),
    ),
    Question(
        id="q2",
        name="p_last",
        title="What is the last card worth?",
        returns=Fraction,
        inputs=LASTS,
        tests=(
            chances(LASTS),
            gives(("10S", USUAL, True), 1, "Nothing beats a ten that is led."),
            gives(("JS", USUAL, False), 0, "A jack beats no card."),
            *(
                agrees(
                    last, partial(_last_trick, *last), f"{last[0]} won, {'leading' if last[2] else 'second'}"
                )
                for last in LASTS
                if last not in (("10S", USUAL, True), ("JS", USUAL, False))
            ),
        ),
        mistakes=(
            Mistake(
                "leading and second swapped",
                "Who leads, and who must beat whom? You have the two cases the wrong way round.",
                seen={("10S", USUAL, False): 1.0, ("10S", USUAL, True): 0.28},
            ),
            Mistake(
                "as if leading",
                "He leads: what if you do not have the suit that he leads?",
                seen={("10S", USUAL, False): 1.0, ("10S", USUAL, True): 1.0},
            ),
            Mistake(
                "as if second",
                "You lead: what happens if he does not have your suit?",
                seen={("JS", USUAL, False): 0.0, ("JS", USUAL, True): 0.0},
            ),
            Mistake(
                "seen forgotten",
                "Which cards have you already seen? He cannot hold these.",
                seen={("10S", USUAL, False): 0.22581, ("JS", USUAL, True): 0.77419},
            ),
            Mistake(
                "own card among his",
                "You let him hold your own card. How many cards do you not see?",
                seen={("10S", USUAL, False): 0.26923, ("JS", USUAL, True): 0.73077},
            ),
            Mistake(
                "suit ignored",
                "Which suit was led? A card of another suit never wins, however high (T11).",
                seen={("10S", USUAL, False): 0.88, ("JS", USUAL, True): 0.08},
            ),
        ),
        hints=(
            "How many cards can he hold? Your own card and those that you have seen are none of them.",
            "Go through these cards one by one: with which of them does he lose?",
            "Leading you win where beats(his, card) is not so; otherwise where beats(card, his) is so.",
        ),
    ),
    Question(
        id="q3",
        name="break_even",
        title="Break-even, by two counts",
        returns=Fraction,
        inputs=[(s, both) for both in (False, True) for s in STAKES],
        tests=(chances([(s, both) for both in (False, True) for s in STAKES]), _both_cost_the_same),
        mistakes=(
            Mistake(
                "half",
                "Only as the favourite? Put it back at stake 2: what do both choices cost?",
                lambda s, both: HALF,
            ),
            Mistake(
                "always your own",
                "Whose lives count if both is True? You use it nowhere.",
                seen={(1, False): 0.5, (1, True): 0.5, (2, True): 0.33333},
            ),
            Mistake(
                "always both",
                "Whose lives count if both is False? You use it nowhere.",
                seen={(1, False): 0.25, (1, True): 0.25, (2, True): 0.16667},
            ),
            Mistake(
                "counts swapped",
                "You have the two counts the wrong way round. Which one asks for a better chance?",
                seen={(1, False): 0.25, (1, True): 0.5, (2, False): 0.16667},
            ),
            Mistake("of losing", "Is that the chance of winning or of losing?"),
            Mistake(
                "old stake at risk",
                "What do you pay if you stay and lose? Put it back into both sides.",
                seen={(1, False): 1.0, (2, False): 0.5},
            ),
        ),
        hints=(
            "Write down what folding costs and what staying costs, with a letter p for the chance.",
            "Set both equal and solve for p. For both players, a win counts + (s + 1) and a fold - s.",
            "Your own: (1 - p)(s + 1) = s. Both: (2p - 1)(s + 1) = -s. Solve each for p.",
        ),
    ),
    Question(
        id="q4",
        name="may_knock",
        title="Bug hunt: may I knock?",
        returns=bool,
        inputs=LIVES,
        tests=(
            *(
                gives((9, stake, 10), False, "With nine of ten lost nobody may knock (T29).")
                for stake in range(1, 10)
            ),
            gives((8, 1, 10), True, "With eight of ten lost the first knock is still allowed (T30)."),
            gives((8, 2, 10), False, "With eight of ten lost the second knock is not allowed (T30)."),
            gives((7, 3, 10), False, "With seven of ten lost the third knock is not allowed (T30)."),
            gives((9, 1, 15), True, "The limit is 15 here, and there are lives enough."),
            _settled,
        ),
        mistakes=(
            Mistake(
                "one too few",
                "That is the planted bug. Try the last life allowed: may the sum reach the limit (TA17)?",
                _planted,
            ),
            Mistake(
                "stake before the knock",
                "Which stake is to be added: the one before the knock, or the one after (TA17)?",
                seen={(9, 1, 10): True, (8, 2, 10): True, (8, 3, 10): False},
            ),
            Mistake(
                "the last life only",
                "That is T29. What does T30 say of the second knock with eight lives lost?",
                seen={(9, 1, 10): False, (8, 2, 10): True, (8, 3, 10): True},
            ),
            Mistake(
                "ten always",
                "Some play to 15. Where does the limit come in?",
                seen={(8, 1, 10): True, (9, 1, 15): False},
            ),
        ),
        hints=(
            "With eight of ten lives lost, is the first knock allowed? Read T30, and ask the function.",
            "The sum may be no more than the limit. May it be equal to the limit?",
            "One sign in the function is wrong: it asks for less than the limit.",
        ),
    ),
    Question(
        id="q5",
        name="folds_needed",
        title="Target practice: a knock that cannot win",
        returns=Fraction,
        inputs=[(s,) for s in STAKES],
        tests=(
            chances([(s,) for s in STAKES]),
            falls([(s,) for s in STAKES], "At a higher stake his fold is worth more to you."),
            _knock_is_even,
        ),
        mistakes=(
            Mistake(
                "your own lives",
                "You count your own lives only. What does he lose when he folds?",
                seen={(1,): 0.5, (2,): 0.33333},
            ),
            Mistake(
                "his fold forgotten",
                "What do you lose if you do not knock at all? Put it back and compare.",
                seen={(2,): 0.4, (3,): 0.42857},
            ),
            Mistake(
                "chance of staying",
                "Is that the chance that he folds, or that he stays?",
            ),
            Mistake(
                "no loss without a knock",
                "You compare the knock with nothing. Without it you lose the trick and pay s.",
                seen={(1,): 0.66667, (2,): 0.6},
            ),
            Mistake(
                "knock free",
                "That is break-even for a stay. What are his losses minus yours if he folds?",
                seen={(1,): 0.25, (2,): 0.16667},
            ),
        ),
        hints=(
            "There are three numbers: if he folds, if he stays, and if you do not knock. Which?",
            "They are + s, - (s + 1) and - s. Call the chance of a fold f, and write the knock's mean.",
            "Solve f s - (1 - f)(s + 1) = -s for f.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: a pattern to explain",
        kind="text",
        hints=(
            "What does a fold cost you if it is your last life? And if you have plenty?",
            "Put in i = j = 4, then i = 1, then i = 5 and j = 2. Who should be bold?",
            "A good answer makes a claim, gives two numbers for it, and says what it takes for granted.",
        ),
    ),
)
