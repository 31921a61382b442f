"""Questions of Toepen with numbers to change: who may exchange, the last card, the race to the limit."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from cardlab.cards import Card
from cardlab.exploration import Control, Exploration, rule
from cardlab.games.toepen.odds import p_someone_has_exchange_hand, p_win_last_card, p_win_rubber
from cardlab.games.toepen.rules import HAND_SIZE, ORDER, PACK, ToepenRules, is_honest
from cardlab.probability.monte_carlo import Trial
from cardlab.tricks import trick_winner

SECOND, FIRST = "follow", "lead"


def _someone_low(players: int) -> Trial:
    """Deal all hands; does one of them hold nothing but aces, kings, queens and jacks (T4)?"""

    def deal(rng: Random) -> bool:
        cards = rng.sample(PACK.cards, HAND_SIZE * players)
        hands = [tuple(cards[seat::players]) for seat in range(players)]
        return any(map(is_honest, hands))

    return deal


def _last_card(card: str, place: str, stake: int) -> Trial:
    """Deal the other one any card but mine, and play the trick (T12)."""
    mine = Card.parse(f"{card}S")
    others = PACK.without([mine])

    def play(rng: Random) -> bool:
        theirs = rng.choice(others)
        trick = [(0, mine), (1, theirs)] if place == FIRST else [(1, theirs), (0, mine)]
        return trick_winner(trick, ORDER, alive=(0, 1)) == 0

    return play


def _rubber(mine: int, theirs: int, pelt: bool) -> Trial:
    """Play deal after deal, each won by either as often, until one has lost ten lives (T18, T25)."""

    def play(rng: Random) -> bool:
        lost = [mine, theirs]
        while max(lost) < 10:
            lost[rng.randrange(2)] += 2 if pelt and 9 in lost else 1
        return lost[0] < 10

    return play


EXPLORATIONS = {
    "exchange": Exploration(
        title="Who may exchange?",
        question="A hand of nothing but A, K, Q and J may be exchanged. How often does somebody hold one?",
        answer="chance of a hand to exchange",
        controls={"players": rule(ToepenRules, "players")},
        along="players",
        exact=p_someone_has_exchange_hand,
        trial=_someone_low,
    ),
    "last_card": Exploration(
        title="Knock, stay or fold?",
        question="Two players, one card each, and you know only your own, a spade. Do you win the last "
        "trick? Staying costs one life more if you lose; above the dotted line it is better than folding.",
        answer="chance to win the trick",
        controls={
            "card": Control("your card", tuple(PACK.ranks.split()), "10"),
            "place": Control("you", (SECOND, FIRST), SECOND),
            "stake": Control("stake before the knock", (1, 2, 3, 4), 1, "T15"),
        },
        along="card",
        compared="place",
        exact=lambda card, place, stake: p_win_last_card(f"{card}S", leading=place == FIRST),
        trial=_last_card,
        level=lambda card, place, stake: Fraction(1, stake + 1),
        level_name="where staying costs as much as folding",
    ),
    "rubber": Exploration(
        title="Who wins the rubber?",
        question="Two players of equal strength play to ten lives lost. You have lost some; who is ahead?",
        answer="chance that you win the rubber",
        controls={
            "mine": Control("lives you have lost", tuple(range(10)), 5),
            "theirs": Control("lives the other has lost", tuple(range(10)), 5),
            "pelt": rule(ToepenRules, "pelt"),
        },
        along="mine",
        compared="pelt",
        exact=lambda mine, theirs, pelt: p_win_rubber([mine, theirs], pelt=pelt)[0],
        trial=_rubber,
    ),
}
"""By name; see `cardlab.exploration`."""
