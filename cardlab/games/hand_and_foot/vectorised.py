"""Hands of Hand and Foot in many deals at once: places in ``pack.cards``, the last axis being the deal."""

from __future__ import annotations

from cardlab.cards import Pack
from cardlab.games.hand_and_foot.rules import JOKERS_PER_DECK, POINTS, RANKS, WILD, is_red_three
from cardlab.melds import NEVER, rank_points
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import count_alike, marks

IMPOSSIBLE = -9999
"""Fewer points than any hand can make up for."""


def packs(decks: int) -> Pack:
    """So many packs with their jokers (HA3).

    >>> packs(5).size
    270
    """
    return Pack(decks=decks, jokers_per_deck=JOKERS_PER_DECK)


def has_red_three(pack: Pack, hand: Numbers) -> Truths:
    """Does the hand hold a red three (H33)?"""
    red: Truths = np.any(marks(pack, is_red_three)[hand], axis=0)
    return red


def count_ranks(pack: Pack, hand: Numbers) -> dict[str, Numbers]:
    """How many cards of each rank the hand holds."""
    ranks = dict.fromkeys(card.rank for card in pack.cards)
    return dict(zip(ranks, count_alike(pack, hand, lambda card: card.rank), strict=True))


def count_wilds(pack: Pack, hand: Numbers) -> Numbers:
    """How many jokers and twos the hand holds (H3, H4)."""
    counts = count_ranks(pack, hand)
    wilds: Numbers = sum((counts[rank] for rank in WILD), np.zeros_like(hand[0]))
    return wilds


def most_alike(pack: Pack, hand: Numbers) -> Numbers:
    """How many cards of one rank that can be melded the hand holds at the most."""
    counts = count_ranks(pack, hand)
    most: Numbers = np.max([counts[rank] for rank in RANKS], axis=0)
    return most


def opening_points(pack: Pack, hand: Numbers, wild_rule: str = "four_naturals") -> Numbers:
    """The points of the best lay-down of the hand, 0 if there is none (H9, H12 to H15, HA12, HA16).

    Rank by rank the most points are kept for every number of wild cards used so far; at last the dearest
    wild cards are laid.

    >>> from cardlab.probability.deals import share_of_deals
    >>> event = lambda hand: opening_points(packs(5), hand, "outnumber") >= 90
    >>> share_of_deals(event, packs(5), cards=13, n=20_000, seed=1)
    0.431 ± 0.004 (n = 20 000)
    """
    counts = count_ranks(pack, hand)
    jokers, twos = (counts[rank].astype(np.int16) for rank in WILD)
    wilds = int((jokers + twos).max())
    best = np.full((wilds + 1, *hand.shape[1:]), IMPOSSIBLE, np.int16)
    best[0] = 0
    for rank in RANKS:
        points = _points_table(POINTS[rank], len(hand), wilds, wild_rule)[:, counts[rank]]
        more = best.copy()
        for used in range(wilds + 1):
            more[used] = (best[used::-1] + points[: used + 1]).max(axis=0)
        best = more
    for used in range(wilds + 1):
        of_jokers = np.minimum(used, jokers)
        best[used] += POINTS[WILD[0]] * of_jokers + POINTS[WILD[1]] * (used - of_jokers)
        best[used][jokers + twos < used] = IMPOSSIBLE
    result: Numbers = best.max(axis=0)
    return result


def _points_table(value: int, most: int, wilds: int, wild_rule: str) -> Numbers:
    """By number of wild cards and of natural ones, the most points of a rank's own cards."""
    table = np.array([rank_points(size, value, wilds, wild_rule) for size in range(most + 1)], np.int16)
    return np.where(table == NEVER, IMPOSSIBLE, table).T
