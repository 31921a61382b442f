"""The public part of exercise toepen-5-open: open deals, solved from the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from cardlab.cards import parse_cards
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, gives
from cardlab.checking.question import Mistake, Question
from cardlab.games.toepen.odds import random_tricks
from cardlab.games.toepen.rules import ORDER
from cardlab.probability.monte_carlo import Estimate

TITLE = "Toepen 5: all cards open"
DEALS, SEED = 5_000, 5

Hand = Sequence[str]
STRENGTH = {str(rank): place for rank, place in ORDER.items()}
TINY = [rank + suit for suit in "HS" for rank in ("10", "7", "A", "J")]
TINY_DEALS = [
    (mine, his)
    for mine in combinations(TINY, 2)
    for his in combinations([card for card in TINY if card not in mine], 2)
]
LAST_TRICKS = [(("9H",), ("10H",)), (("9H",), ("8H",)), (("9H",), ("10S",))]
LESSON = (("10S", "9H", "8D", "JC"), ("9S", "10H", "7D", "QC"))
TEN_JACK = (("10H", "JS"), ("7H", "AS"))
TWO_HEARTS = (("10H", "AH"), ("7H", "JS"))
TWO_SPADES = (("10H", "AS"), ("7S", "JS"))
LOW_HEARTS = (("AH", "JH"), ("7H", "JS"))
SEVEN_ACE = (("7H", "AS"), ("10H", "JS"))
HEARTS_ONLY = (("7H", "AH"), ("10H", "JH"))
JACKS = (("JH", "JS"), ("7H", "AS"))
THREE = (("AS", "KH", "10D"), ("7D", "AC", "7S"))
PLAYED = [TEN_JACK, TWO_HEARTS, TWO_SPADES, LOW_HEARTS, SEVEN_ACE, JACKS, LESSON, THREE]


def _random_play(mine: Hand, his: Hand) -> Estimate:
    """Play these two hands at random, many times: does the leader win the last trick?"""
    rng, hands = Random(SEED), [parse_cards(" ".join(hand)) for hand in (mine, his)]
    return Estimate.of_share(sum(random_tricks(hands, rng)[-1] == 0 for _ in range(DEALS)), DEALS, SEED)


# ------------------------------------------------------------------------------------ properties


def _as_many_as_in_the_lesson(leader_wins: Callable[..., Any]) -> str:
    won = sum(leader_wins(*deal) for deal in TINY_DEALS)
    if won == 282:
        return ""
    return f"In the tiny pack your leader wins {won} of 420 deals. The lesson has counted these; compare."


def _lead_never_hurts(leader_wins: Callable[..., Any]) -> str:
    for mine, his in TINY_DEALS:
        if not leader_wins(mine, his) and not leader_wins(his, mine):
            calls = f"{call(leader_wins, (mine, his))} and {call(leader_wins, (his, mine))}"
            return f"{calls} are both False. In the tiny pack the lead never hurts: see the lesson."
    return ""


def _leads(winning_cards: Callable[..., Any]) -> str:
    for mine, his in (TEN_JACK, SEVEN_ACE, TWO_SPADES, LESSON):
        cards = winning_cards(mine, his)
        if cards != [card for card in mine if card in cards]:
            tried = f"{call(winning_cards, (mine, his))} gave {shown(cards)}"
            return f"{tried}. Asked is a list of cards of the first hand, in their order, each once."
    return ""


def _cards_as_in_the_lesson(winning_cards: Callable[..., Any]) -> str:
    """The lesson counts how often the cheapest and the dearest card win, and how often some card does."""
    lists = [winning_cards(*deal) for deal in TINY_DEALS]
    for name, choose, known in (("cheapest", min, 244), ("dearest", max, 212)):
        chosen = [choose(mine, key=lambda card: STRENGTH[card[:-1]]) for mine, _ in TINY_DEALS]
        right = sum(card in cards for card, cards in zip(chosen, lists, strict=True))
        if right != known:
            told = f"In the tiny pack your lists hold the {name} card {right} times in 420."
            return f"{told} The lesson has counted these; compare."
    if sum(map(bool, lists)) != 282:
        return "In the tiny pack your lists are empty too often or not often enough; the lesson has counted."
    return ""


def _wins_of_deals(p_best: Callable[..., Any]) -> str:
    for (suits, ranks), deals in PACKS.items():
        value = p_best(suits, ranks)
        if (value * deals) % 1:
            tried = f"{call(p_best, (suits, ranks))} gave {shown(value)}"
            return f"{tried}. There are {deals} deals, and that is no whole number of them."
    return ""


def _tiny_as_in_the_lesson(p_best: Callable[..., Any]) -> str:
    won = p_best(2, 4) * 420
    if won == 282:
        return ""
    return (
        f"{call(p_best, (2, 4))}: that is {shown(won)} of 420 deals. The lesson has counted these; compare."
    )


PACKS = {(2, 2): 6, (2, 3): 90, (2, 4): 420, (3, 2): 90, (3, 3): 756}
"""Packs of so many suits and ranks, and their deals of two cards each."""


def _planted(mine: Hand, his: Hand) -> Fraction:
    """The function of the bug hunt, as it stands in the student's notebook."""
    total = Fraction(0)
    for card in mine:
        replies = [reply for reply in his if reply[-1] == card[-1]] or his
        for reply in replies:
            left = [other for other in mine if other != card]
            his_left = [other for other in his if other != reply]
            beaten = reply[-1] == card[-1] and STRENGTH[reply[:-1]] > STRENGTH[card[:-1]]
            if not left:
                p = Fraction(not beaten)
            elif beaten:
                p = _planted(his_left, left)
            else:
                p = _planted(left, his_left)
            total += p / len(mine) / len(replies)
    return total


def _two_hands(surprise: Callable[[], Any]) -> str:
    hands = surprise()
    pack = {str(rank) + suit for rank in ORDER for suit in "SHDC"}
    if len(hands) != 2 or any(len(hand) != 3 for hand in hands):
        return f"surprise() gave {shown(hands)}. Two lists of three cards are asked for."
    for card in (*hands[0], *hands[1]):
        if card not in pack:
            return f"surprise() has the card {shown(card)}; a card is a text such as '10H' of the pack."
    if len({*hands[0], *hands[1]}) < 6:
        return "surprise() has a card twice; there is one of each in the pack."
    if len({card[:-1] for card in hands[0]}) < 3:
        return f"Your hand is {shown(hands[0])}. Its ranks must differ, so that there is a middle one."
    return ""


QUESTIONS = (
    Question(
        id="q1",
        name="leader_wins",
        title="Fill the blank: does the leader win?",
        returns=bool,
        inputs=[*LAST_TRICKS, *TINY_DEALS, LESSON],
        tests=(
            gives(LAST_TRICKS[0], False, "It is the last trick, and the ten takes it."),
            gives(LAST_TRICKS[1], True, "It is the last trick, and the eight does not beat the nine."),
            gives(LAST_TRICKS[2], True, "It is the last trick, and a spade cannot beat a heart (T11)."),
            gives(TEN_JACK, True, "The jack first: he must take it, and then lead his seven to the ten."),
            gives(TWO_SPADES, False, "A quick check of the lesson shows how he holds you off."),
            _lead_never_hurts,
            _as_many_as_in_the_lesson,
        ),
        mistakes=(
            Mistake(
                "he helps",
                "He picks his best reply, not yours: a lead must win against every legal reply.",
                seen={HEARTS_ONLY: True},
            ),
            Mistake(
                "first trick",
                "Which trick pays (T12)? You stop after the first one.",
                seen={TEN_JACK: True, TWO_SPADES: True, LOW_HEARTS: False, TWO_HEARTS: True},
            ),
            Mistake(
                "lead never passes",
                "Who leads to the next trick (T22)? And who wins then, if it is not you?",
                seen={TWO_SPADES: True, LOW_HEARTS: True},
            ),
            Mistake(
                "cheapest first",
                "You may lead any card, not the cheapest only. Is there some lead that wins?",
                seen={TWO_HEARTS: False, SEVEN_ACE: False},
            ),
            Mistake(
                "dearest first",
                "You may lead any card, not the dearest only. Is there some lead that wins?",
                seen={TEN_JACK: False},
            ),
            Mistake(
                "need not follow",
                "Which replies are legal (T32)? He must follow suit if he can.",
                seen={TWO_HEARTS: False, SEVEN_ACE: True},
            ),
        ),
        hints=(
            "When no card is left after this trick, what decides?",
            "If he took the trick, he leads. You win just if the leader of that smaller deal does not.",
            "Last trick: not beats(reply, card). He took it: not leader_wins(his_left, left). Or lead on.",
        ),
    ),
    Question(
        id="q2",
        name="winning_cards",
        title="Which leads win?",
        returns=list,
        inputs=[*TINY_DEALS, LESSON],
        tests=(_leads, _cards_as_in_the_lesson),
        mistakes=(
            Mistake(
                "first trick",
                "Which trick pays (T12)? You list the cards that are sure of the first one.",
                seen={TEN_JACK: ["10H"], SEVEN_ACE: ["AS"]},
            ),
            Mistake(
                "highest",
                "Is the strongest card the right one? Play 10H JS against 7H AS.",
                seen={TEN_JACK: ["10H"], LESSON: ["10S"]},
            ),
            Mistake(
                "need not follow",
                "Which replies are legal (T32)? He must follow suit if he can.",
            ),
            Mistake(
                "he helps",
                "He picks his best reply, not yours: a lead must win against every legal reply.",
            ),
            Mistake("one is enough", "Your list has one card at most. Can more than one lead win?"),
            Mistake(
                "all of them",
                "You list the whole hand. Does each of these leads win?",
                lambda mine, his: list(mine),
            ),
        ),
        hints=(
            "What does lead_wins tell you about one card?",
            "Ask it for each card of your hand.",
            "A list of the cards of mine for which lead_wins(card, mine, his) is True.",
        ),
    ),
    Question(
        id="q3",
        name="p_best",
        title="Other packs",
        returns=Fraction,
        inputs=list(PACKS),
        tests=(
            chances(list(PACKS)),
            gives((2, 2), Fraction(5, 6), "Of six deals the leader loses just the one with both jacks."),
            _wins_of_deals,
            _tiny_as_in_the_lesson,
        ),
        mistakes=(
            Mistake(
                "random",
                "That is random play. He picks his best reply, and you your best lead.",
                seen={(2, 2): 0.66667, (3, 3): 0.69643},
            ),
            Mistake(
                "need not follow",
                "Which replies are legal (T32)? He must follow suit if he can.",
                seen={(2, 3): 0.63333},
            ),
            Mistake(
                "he helps",
                "He picks his best reply, not yours.",
                seen={(2, 3): 0.76667},
            ),
            Mistake(
                "lead never passes",
                "Who leads to the next trick (T22)?",
                seen={(2, 3): 0.9},
            ),
            Mistake(
                "first trick",
                "Which trick pays (T12)? You count the first one.",
                seen={(2, 3): 0.83333},
            ),
        ),
        hints=(
            "How many deals are there? Go through all of them, and count.",
            "Make the pack, then every hand of yours, and for each every hand of his from the other cards.",
            "Two loops over combinations; add up leader_wins, and divide by the number of deals.",
        ),
    ),
    Question(
        id="q4",
        name="p_random",
        title="Bug hunt: random play",
        returns=Fraction,
        inputs=[*LAST_TRICKS, *PLAYED],
        tests=(
            chances(PLAYED),
            gives(LAST_TRICKS[0], 0, "It is the last trick, and the ten takes it."),
            gives(LAST_TRICKS[2], 1, "It is the last trick, and a spade cannot beat a heart (T11)."),
            *(
                agrees(deal, partial(_random_play, *deal), "the leader won the last trick")
                for deal in (TEN_JACK, JACKS, SEVEN_ACE, THREE)
            ),
        ),
        mistakes=(
            Mistake(
                "whose chance",
                "That is the planted bug. If he has taken the trick, whose chance does the call give?",
                _planted,
            ),
            Mistake(
                "pairs alike",
                "First the lead is drawn, then the reply. You count leads more that have more replies.",
                seen={THREE: 0.56667},
            ),
            Mistake(
                "need not follow",
                "Which replies are legal (T32)? He must follow suit if he can.",
                seen={THREE: 0.75},
            ),
            Mistake(
                "best play",
                "Nobody chooses here: leads and replies are drawn, and their chances are averaged.",
                seen={TEN_JACK: 1.0, TWO_SPADES: 0.0},
            ),
        ),
        hints=(
            "Take two jacks against a seven and an ace. Can you win? What does the function say?",
            "When he takes the trick, he leads to the next one, and the function tells the leader's chance.",
            "In one of the three cases the chance found is his. What is then yours?",
        ),
    ),
    Question(
        id="q5",
        name="surprise",
        title="Target practice: neither the best nor the worst",
        returns=list,
        inputs=((),),
        tests=(_two_hands,),
        mistakes=(
            Mistake(
                "the example",
                "That is the example of the question, in which every lead wins.",
                lambda: [["10S", "9S", "8S"], ["JH", "QH", "KH"]],
            ),
            Mistake(
                "two cards",
                "That is the deal of the lesson. Three cards each are asked for.",
                lambda: [["10H", "JS"], ["7H", "AS"]],
            ),
        ),
        hints=(
            "How many deals must you look at, until you find one? Let the computer look.",
            "Deal six cards at random, give each player three, and ask winning_cards; repeat.",
            "Stop when the ranks differ and winning_cards is a list of the middle card alone.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: why does skill help the leader?",
        kind="text",
        hints=(
            "Who of the two has a choice in the first trick, and how often?",
            "Count the deals in which one lead wins and the other loses. When can he not choose his reply?",
            "A good answer makes a claim, gives two numbers for it, and says what it takes for granted.",
        ),
    ),
)
