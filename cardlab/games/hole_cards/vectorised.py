"""Hands of Hole Cards in many deals at once: places in `PACK.cards`, the last axis being the deal."""

from __future__ import annotations

from functools import cache

from cardlab.games.hole_cards.fits import card_fits
from cardlab.games.hole_cards.rules import PACK, HoleCardsRules
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import count_alike

STANDARD = HoleCardsRules()


def can_play_single(hand: Numbers, top: Numbers, rules: HoleCardsRules = STANDARD) -> Truths:
    """Does a single card of the hand fit on the top card (K6, K13)?

    >>> from cardlab.probability.deals import share_of_deals
    >>> event = lambda cards: can_play_single(cards[1:], top=cards[0])
    >>> share_of_deals(event, PACK, cards=6, n=100_000, seed=1)
    0.8933 ± 0.0010 (n = 100 000)
    """
    able: Truths = np.any(_fitting(rules)[top, hand], axis=0)
    return able


@cache
def _fitting(rules: HoleCardsRules) -> Truths:
    """For each top card, which cards fit on it."""
    return np.array([[card_fits(rules, (top,), card) for card in PACK.cards] for top in PACK.cards])


def largest_group(hand: Numbers) -> Numbers:
    """How many cards of one rank the hand holds at the most (K14 to K16)."""
    largest: Numbers = count_alike(PACK, hand, lambda card: card.rank).max(axis=0)
    return largest
