"""The public part of exercise toepen-2-bluff: counting hands, the exchange, and Bayes' rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import comb
from random import Random
from typing import Any

from cardlab.cards import Card
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, chances, disagreement, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.games.toepen.rules import HAND_SIZE, LOW, PACK
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import marks, share_of_deals
from cardlab.probability.monte_carlo import Estimate

TITLE = "Toepen 2: does he bluff?"
DEALS, SEED = 100_000, 2

# ---------------------------------------------------------------------------------- experiments


def _is_low(card: Card) -> bool:
    return card.rank in LOW


def _all_low(cards: Numbers) -> Truths:
    all_low: Truths = np.all(marks(PACK, _is_low)[cards], axis=0)
    return all_low


def _some_hand_low(players: int) -> Estimate:
    """Four cards each for some players: is anybody's hand all low?"""

    def event(cards: Numbers) -> Truths:
        hands = marks(PACK, _is_low)[cards].reshape(players, HAND_SIZE, -1)
        somebody: Truths = np.any(np.all(hands, axis=1), axis=0)
        return somebody

    return share_of_deals(event, PACK, HAND_SIZE * players, DEALS, SEED)


def _his_hand_low(mine: int) -> Estimate:
    """Two hands: of the deals in which mine has so many low cards, the share in which his is all low."""

    def given(cards: Numbers) -> Truths:
        found: Truths = marks(PACK, _is_low)[cards[:HAND_SIZE]].sum(axis=0) == mine
        return found

    def both(cards: Numbers) -> Truths:
        return given(cards) & _all_low(cards[HAND_SIZE:])

    deals, hits = (share_of_deals(event, PACK, 2 * HAND_SIZE, DEALS, SEED) for event in (given, both))
    return Estimate.of_share(round(hits.value * DEALS), round(deals.value * DEALS), SEED)


@cache
def _honest_exchanges(low: int, unseen: int, cards: int, bluff: Fraction) -> Estimate:
    """He draws his hand from the unseen cards and exchanges each honest one, and some of the others."""
    rng, exchanges, honest = Random(SEED), 0, 0
    rate = float(bluff)
    for _ in range(DEALS):
        is_honest = all(rng.random() * (unseen - drawn) < low - drawn for drawn in range(cards))
        if is_honest or rng.random() < rate:
            exchanges += 1
            honest += is_honest
    return Estimate.of_share(honest, exchanges, SEED)


# -------------------------------------------------------------------------------------- questions

HALF = Fraction(1, 2)
PRIOR = Fraction(1, 20)
RATES = (Fraction(0), Fraction(1, 30), Fraction(1, 24), Fraction(1, 16), Fraction(1, 12), Fraction(1))
LOWS = range(HAND_SIZE + 1)
HANDS = {low: comb(16, low) * comb(16, HAND_SIZE - low) for low in LOWS}
"""How many hands hold so many low cards."""


def _settled(challenge: Callable[..., Any]) -> str:
    """Whoever challenges goes on doing so when bluffs get likelier, by a higher rate or by his own cards."""
    for rate in RATES:
        for low, more in pairwise(LOWS):
            if challenge(rate, low) and not challenge(rate, more):
                return (
                    f"At the rate {rate} it challenges with {low} low cards of its own, but not with {more}."
                )
    for low in LOWS:
        for rate, higher in pairwise(RATES):
            if challenge(rate, low) and not challenge(higher, low):
                return f"With {low} low cards it challenges at the rate {rate}, but not at {higher}."
    if all(challenge(rate, low) == challenge(rate, 0) for rate in RATES for low in LOWS):
        return "At every rate that was tried, your own cards change nothing. Do they tell nothing about his?"
    return ""


def _planted(b: Fraction, k: int) -> bool:
    """The function of the bug hunt, as it stands in the student's notebook."""
    honest = comb(16, 4)
    return b * (comb(32, 4) - honest) > honest


def _own_numbers(rng: Random) -> Mapping[str, int]:
    return {"one_in": rng.randint(4, 15), "low": rng.randint(0, 3)}


def _own_chance(check: Callable[..., Any], one_in: int, low: int) -> str:
    found = _honest_exchanges(16 - low, 28, HAND_SIZE, Fraction(1, one_in))
    return disagreement("my_chance", check(), found, "an exchange was honest")


def _balanced(plan: Callable[[], Any]) -> str:
    shares = plan()
    for low, share in shares.items():
        if type(low) is not int or low not in range(HAND_SIZE):
            return f"plan() bluffs with {shown(low)} low cards; right would be keys 0, 1, 2 or 3."
        if type(share) not in (int, Fraction) or not 0 <= share <= 1:
            return f"plan() bluffs with {shown(share)} of the hands; right would be a Fraction from 0 to 1."
    bluffs = sum(share * HANDS[low] for low, share in shares.items())
    if bluffs == HANDS[HAND_SIZE]:
        return ""
    gains = "challenge you every time" if bluffs > HANDS[HAND_SIZE] else "never challenge you"
    return f"With plan() you bluff with {shown(bluffs)} hands in all. An opponent would then {gains}."


QUESTIONS = (
    Question(
        id="q1",
        name="p_all_low",
        title="Fill the blank: an honest hand",
        returns=Fraction,
        inputs=((16, 32, 4), (4, 4, 2), (1, 8, 2), (5, 12, 3)),
        tests=(
            chances([(16, 32, 4), (5, 12, 3)]),
            gives((4, 4, 2), 1, "Where all cards are low, every hand is."),
            gives((1, 8, 2), 0, "With one low card in the pack, two cards cannot both be low."),
            agrees(
                (16, 32, 4),
                lambda: share_of_deals(_all_low, PACK, HAND_SIZE, DEALS, SEED),
                "four cards were all low",
            ),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Does a dealt card go back?",
                lambda low, pack, cards: Fraction(low, pack) ** cards,
            ),
            Mistake(
                "one low card",
                "You count low cards above and hands below. How many hands are made of low cards only?",
                lambda low, pack, cards: Fraction(low, comb(pack, cards)),
            ),
            Mistake(
                "order above only",
                "Above you count hands in an order, below in none. Is order counted above and below alike?",
                seen={(5, 12, 3): 0.27273},
            ),
            Mistake("the opposite", "That is the chance of the opposite: a hand that is not all low."),
        ),
        hints=(
            "A hand is a choice of cards out of the pack. How many choices are there?",
            "Above and below the line stands the same kind of count: of hands, in no order.",
            "Below: all ways to choose the cards of a hand. Above: the ways that take low cards only.",
        ),
    ),
    Question(
        id="q2",
        name="p_honest_seen",
        title="Your own cards as evidence",
        returns=Fraction,
        inputs=[(low,) for low in LOWS],
        tests=(
            chances([(low,) for low in LOWS]),
            falls([(low,) for low in LOWS], "The more low cards you hold, the fewer are left for him."),
            *(agrees((low,), partial(_his_hand_low, low), "his hand was all low") for low in (0, 2, 4)),
        ),
        mistakes=(
            Mistake(
                "own hand ignored",
                "That is his chance before you look. What do your own four cards take away?",
                seen={(0,): 0.05061, (4,): 0.05061},
            ),
            Mistake(
                "low cards not reduced",
                "Your low cards still count as his. What do your own four cards take away?",
                seen={(0,): 0.08889, (4,): 0.08889},
            ),
            Mistake(
                "high cards reduced",
                "You have taken away your high cards. Which of yours can he no longer hold to be honest?",
                seen={(0,): 0.02418, (4,): 0.08889},
            ),
            Mistake(
                "pack not reduced",
                "Your four cards are still among those that he can hold. How many cards do you not see?",
                seen={(0,): 0.05061, (4,): 0.01377},
            ),
        ),
        hints=(
            "How many cards can he hold, now that you see four?",
            "How many of those are low, if k of yours are?",
            "Use p_all_low with the low cards and the cards that you do not see.",
        ),
    ),
    Question(
        id="q3",
        name="p_someone",
        title="Somebody at the table",
        returns=Fraction,
        inputs=((1,), (2,), (3,), (4,), (8,)),
        tests=(
            chances([(1,), (2,), (3,), (4,), (8,)]),
            rises([(1,), (2,), (3,), (4,), (8,)], "With more players it gets likelier."),
            *(agrees((n,), partial(_some_hand_low, n), "somebody had four low cards") for n in (2, 4, 8)),
        ),
        mistakes=(
            Mistake(
                "added up",
                "You have added up the players' chances. Were some deals counted twice?",
                seen={(2,): 0.10122, (4,): 0.20245},
            ),
            Mistake(
                "independent",
                "You have multiplied as if each had a pack. One pack: does the second chance stay the same?",
                seen={(2,): 0.09866, (4,): 0.18759},
            ),
            Mistake(
                "everyone",
                "That is everyone at once (and as if each had a pack). How many must it be?",
                seen={(2,): 0.00256, (4,): 0.00001},
            ),
        ),
        hints=(
            "Can two players both have four low cards? Then a sum counts such a deal twice.",
            "Two given players both have four low cards: that is eight low cards out of 32.",
            "Add for one player, take away for each pair, add for each three, take away for each four.",
        ),
    ),
    Question(
        id="q4",
        name="p_honest_after",
        title="What the exchange tells",
        returns=Fraction,
        inputs=((0, PRIOR), (1, PRIOR), (Fraction(1, 10), PRIOR), (HALF, PRIOR), (HALF, Fraction(1, 3))),
        tests=(
            chances([(HALF, PRIOR), (HALF, Fraction(1, 3))]),
            gives((0, PRIOR), 1, "Who never bluffs is honest whenever he exchanges."),
            gives((1, PRIOR), PRIOR, "Who exchanges every hand tells nothing by it."),
            falls(
                [(0, PRIOR), (Fraction(1, 10), PRIOR), (HALF, PRIOR), (1, PRIOR)],
                "The more he bluffs, the less an exchange is to be believed.",
            ),
            agrees(
                (HALF, Fraction(1, 3)),
                lambda: _honest_exchanges(1, 3, 1, HALF),
                "an exchange was honest (a third of all hands are, and he bluffs with half of the others)",
            ),
        ),
        mistakes=(
            Mistake(
                "one minus the rate",
                "That is the share of bad hands that he keeps. Of his exchanges, which share is honest?",
                lambda b, prior: Fraction(1 - b),
            ),
            Mistake(
                "prior",
                "That is his chance before he exchanged. What do you learn from the exchange?",
                lambda b, prior: Fraction(prior),
            ),
            Mistake(
                "rate of all hands",
                "You let him bluff with honest hands too. Of all exchanges: which stand below the line?",
                seen={(Fraction(1, 10), PRIOR): 0.33333, (HALF, PRIOR): 0.09091},
            ),
            Mistake(
                "all honest",
                "You have not used how rare honest hands are. Of all exchanges: which stand below the line?",
                seen={(Fraction(1, 10), PRIOR): 0.90909, (HALF, PRIOR): 0.66667},
            ),
            Mistake(
                "the opposite",
                "That is the chance of a bluff. Asked is the chance that the exchange was honest.",
            ),
        ),
        hints=(
            "Think of 1000 hands. How many does he exchange, and how many of these are honest?",
            "He exchanges every honest hand, and the share b of the hands that are not honest.",
            "Honest exchanges above the line; below it honest exchanges and bluffs together.",
        ),
    ),
    Question(
        id="q5",
        name="challenge",
        title="Bug hunt: when to challenge",
        returns=bool,
        inputs=[(rate, low) for rate in RATES for low in LOWS],
        tests=(
            gives((Fraction(0), 4), False, "Who never bluffs cannot be caught."),
            gives((Fraction(1), 0), True, "Who exchanges every hand is hardly ever honest."),
            _settled,
        ),
        mistakes=(
            Mistake(
                "more than half",
                "You compare b with a half. Is b the chance that this exchange is a bluff?",
                lambda b, k: b > HALF,
            ),
            Mistake(
                "own cards ignored",
                "That is the planted bug: k is used nowhere. What do your own four cards take away?",
                _planted,
            ),
            Mistake(
                "turned round",
                "You challenge when the exchange is likely honest. Which way round does a challenge pay?",
                seen={(Fraction(0), 0): True, (Fraction(1), 0): False},
            ),
            Mistake(
                "even is enough",
                "Look at the case where both are equally likely: is a challenge worth it then?",
            ),
        ),
        hints=(
            "Play both sides with pencil and paper: which number in the function should change with k?",
            "k is handed in and used nowhere. What do your own cards say about his?",
            "The function counts his hands out of the whole pack. Which cards can he not hold?",
        ),
    ),
    Question(
        id="q6",
        name="my_chance",
        title="Your own opponent",
        kind="value",
        returns=Fraction,
        numbers=_own_numbers,
        tests=(_own_chance,),
        mistakes=(
            Mistake(
                "one minus the rate",
                "Of all his exchanges, and not of all his bad hands: how many are honest? Turn it round.",
                lambda one_in, low: 1 - Fraction(1, one_in),
            ),
            Mistake(
                "own cards ignored",
                "Your own cards are missing. What do they say about his, before he exchanged?",
            ),
            Mistake(
                "prior",
                "That is his chance before he exchanged. What do you learn from the exchange?",
            ),
            Mistake(
                "a bluff",
                "That is the chance of a bluff. Asked is the chance that the exchange was honest.",
            ),
        ),
        hints=(
            "Two of your functions above do all the work.",
            "First your own cards change the chance of an honest hand; then the exchange changes it.",
            "Give p_honest_after your rate, 1/one_in, and p_honest_seen of your low cards as the prior.",
        ),
    ),
    Question(
        id="q7",
        name="plan",
        title="Target practice: a plan that gives nothing away",
        returns=dict,
        inputs=((),),
        tests=(_balanced,),
        mistakes=(
            Mistake(
                "half of one kind",
                "Put it back: count the bluffs and the honest hands. Are both as many?",
                lambda: {3: HALF},
            ),
            Mistake(
                "share of another kind",
                "There are more hands with two low cards than with three. Count these.",
                lambda: {2: Fraction(13, 64)},
            ),
            Mistake(
                "half of all",
                "A half of each kind of hand is far more than there are honest hands. Count both.",
                lambda: dict.fromkeys(range(4), HALF),
            ),
        ),
        hints=(
            "When does a challenger lose as often as he wins?",
            "Then of all your exchanges half are bluffs: as many bluffs as honest hands.",
            "The shares, each times the number of its hands, must add up to the number of honest hands.",
        ),
    ),
    Question(
        id="q8",
        name="",
        title="Open: who polices the table?",
        kind="text",
        hints=(
            "Who loses a life when a challenge goes wrong, and who gains when it goes right?",
            "Compare two yardsticks: the lives that you lose, and his losses less your own.",
            "A good answer makes a claim, gives a number for it, and says what it takes for granted.",
        ),
    ),
)
