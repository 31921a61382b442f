"""Questions of Hole Cards with numbers to change: suit or colour, groups, the length of a match."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from cardlab.exploration import Control, Exploration, rule
from cardlab.games.hole_cards.fits import card_fits
from cardlab.games.hole_cards.odds import p_can_play_single, p_group, p_wins_match
from cardlab.games.hole_cards.rules import PACK, HoleCardsRules
from cardlab.probability.monte_carlo import Trial

EDGES = tuple(Fraction(n, 20) for n in range(10, 16))
"""From no advantage at all to three deals in four."""


def _can_play(hand_size: int, match: str) -> Trial:
    """Turn up a card, deal a hand; does one of its cards fit (K6)?"""
    rules = HoleCardsRules(match=match)

    def deal(rng: Random) -> bool:
        top, *hand = rng.sample(PACK.cards, 1 + hand_size)
        return any(card_fits(rules, (top,), card) for card in hand)

    return deal


def _holds_group(hand_size: int, size: int) -> Trial:
    """Deal a hand; are so many of its cards of one rank (K14 to K16)?"""

    def deal(rng: Random) -> bool:
        ranks = Counter(card.rank for card in rng.sample(PACK.cards, hand_size))
        return max(ranks.values()) >= size

    return deal


def _match(match_to: int, p: Fraction) -> Trial:
    """Play deals until one of two players has won enough (KA23)."""

    def play(rng: Random) -> bool:
        won = [0, 0]
        while max(won) < match_to:
            won[rng.random() >= p] += 1
        return won[0] == match_to

    return play


EXPLORATIONS = {
    "suit_or_colour": Exploration(
        title="Suit or colour?",
        question="A card is turned up and you hold some cards. How often does one of them fit: of the same "
        "rank, of the same suit (or colour), or a 2?",
        answer="chance that a card can be played",
        controls={
            "hand_size": Control("cards you hold", tuple(range(1, 11)), 5),
            "match": rule(HoleCardsRules, "match"),
        },
        along="hand_size",
        compared="match",
        exact=lambda hand_size, match: p_can_play_single(hand_size, match=match),
        trial=_can_play,
    ),
    "groups": Exploration(
        title="Pairs, threes and fours",
        question="How often do you hold so many cards of one rank, which leave the hand together?",
        answer="chance to hold such a group",
        controls={
            "hand_size": Control("cards you hold", tuple(range(4, 15)), 5),
            "size": Control("of one rank", (2, 3, 4), 2),
        },
        along="hand_size",
        compared="size",
        exact=lambda hand_size, size: p_group(size, hand_size),
        trial=_holds_group,
    ),
    "match": Exploration(
        title="Does the better player win the match?",
        question="You win more than half of the deals against one opponent. How often do you win the match?",
        answer="chance to win the match",
        controls={
            "match_to": rule(HoleCardsRules, "match_to", 1, 2, 3, 5, 10, 20),
            "p": Control(
                "chance to win a deal", tuple(Fraction(n, 20) for n in range(10, 16)), Fraction(3, 5)
            ),
        },
        along="match_to",
        exact=lambda match_to, p: p_wins_match(match_to, p=p),
        trial=_match,
    ),
}
"""By name; see `cardlab.exploration`."""
