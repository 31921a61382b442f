"""Questions of Hand and Foot with numbers to change: the opening, the pair for the pile, the foot's cost."""

from __future__ import annotations

from functools import cache

from cardlab.cards import Pack
from cardlab.exploration import Control, Exploration, rule
from cardlab.games.hand_and_foot.odds import p_open, p_pair_for_top, points_pmf
from cardlab.games.hand_and_foot.rules import (
    JOKERS_PER_DECK,
    HandAndFootRules,
    is_red_three,
    melding,
    points_of,
)
from cardlab.melds import best_lay_down
from cardlab.probability.monte_carlo import Trial
from cardlab.probability.pmf import Pmf

DECKS = Control("packs", (1, 2, 3, 4, 5, 6, 12), 6, "HA2")


def _packs(decks: int) -> Pack:
    return Pack(decks=decks, jokers_per_deck=JOKERS_PER_DECK)


def _can_open(minimum: int, cards: int, decks: int, wild_rule: str) -> Trial:
    """Deal a hand, its red threes replaced; does its best lay-down reach the minimum (H9)?"""
    pack = [card for card in _packs(decks).cards if not is_red_three(card)]
    rules = melding(wild_rule)
    return lambda rng: best_lay_down(rng.sample(pack, cards), rules, minimum) is not None


def _has_pair(cards: int, decks: int) -> Trial:
    """Turn up a five, deal a hand; are two of its cards fives (H36)?"""
    pack = _packs(decks).cards
    five = next(card for card in pack if card.rank == "5")
    rest = _packs(decks).without([five])
    return lambda rng: sum(card.rank == five.rank for card in rng.sample(rest, cards)) >= 2


def _foot_costs(points: int, cards: int, decks: int) -> Trial:
    """Deal a foot; is it worth so many points (H3 to H7)?"""
    pack = _packs(decks).cards
    return lambda rng: points_of(rng.sample(pack, cards)) >= points


@cache
def _foot(cards: int, decks: int) -> Pmf:
    return points_pmf(cards, decks)


EXPLORATIONS = {
    "opening": Exploration(
        title="Can I open?",
        question="The first melds of a team must be worth the minimum of the round. How often can a hand do "
        "that? Eleven cards are dealt; two more are drawn before the first move.",
        answer="chance to open",
        controls={
            "minimum": Control("minimum of the round", (50, 90, 120, 150), 50, "H9"),
            "cards": Control("cards in the hand", (11, 13, 15), 13),
            "decks": Control("packs", (5, 6), 6, "HA2"),
            "wild_rule": rule(HandAndFootRules, "wild_rule"),
        },
        along="minimum",
        compared="wild_rule",
        exact=cache(p_open),  # a second for each picture, and it is the same one again
        trial=_can_open,
    ),
    "pair": Exploration(
        title="A pair for the pile",
        question="Who holds two natural cards of the rank of the top discard may take the pile. How often "
        "does a hand hold them, when nothing else has been seen?",
        answer="chance to hold the pair",
        controls={"cards": Control("cards in the hand", (*range(2, 23, 2),), 12), "decks": DECKS},
        along="cards",
        exact=p_pair_for_top,
        trial=_has_pair,
    ),
    "foot": Exploration(
        title="What does a foot cost?",
        question="When the round ends, the cards of a foot that was never taken up count against its team. "
        "How often do they cost at least so many points?",
        answer="chance that the foot costs as much",
        controls={
            "points": Control("points", (*range(60, 221, 20),), 120),
            "cards": Control("cards in the foot", (11, 13, 15), 11, "HA4"),
            "decks": DECKS,
        },
        along="points",
        exact=lambda points, cards, decks: _foot(cards, decks).chance(lambda worth: worth >= points),
        trial=_foot_costs,
    ),
}
"""By name; see `cardlab.exploration`."""
