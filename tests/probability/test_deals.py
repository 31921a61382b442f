"""Deals as arrays: every order is as likely, only the seed decides, and hands are told as the rules do."""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import numpy as np
import pytest

from cardlab.cards import Pack, Suit
from cardlab.games.hand_and_foot import odds as hand_and_foot
from cardlab.games.hand_and_foot import vectorised as hf
from cardlab.games.hand_and_foot.rules import is_red_three, is_wild, melding
from cardlab.games.hole_cards import odds as hole_cards
from cardlab.games.hole_cards.fits import card_fits
from cardlab.games.hole_cards.rules import PACK, HoleCardsRules
from cardlab.games.hole_cards.vectorised import can_play_single, largest_group
from cardlab.melds import WILD_RULES, best_lay_down
from cardlab.probability.deals import (
    CHUNK,
    below,
    chunk_generator,
    count_alike,
    deal_cards,
    dealt_chunk,
    marks,
    share_of_deals,
)
from cardlab.refused import Refused

FIVE = hf.packs(5)
N = 200_000


def even(counts, *, ways: int) -> bool:
    """Chi-square: are so many ways equally likely, as far as four standard deviations tell?"""
    assert len(counts) == ways
    mean = counts.sum() / ways
    return ((counts - mean) ** 2).sum() / mean < ways - 1 + 4 * (2 * (ways - 1)) ** 0.5


@pytest.mark.parametrize("cards", [4, 3, 2, 1])
def test_every_order_is_equally_likely(cards):
    dealt = deal_cards(chunk_generator(3, 0), size=4, cards=cards, n=48_000)
    _, counts = np.unique(dealt, axis=1, return_counts=True)
    assert even(counts, ways=len(list(permutations(range(4), cards))))


@pytest.mark.parametrize(("size", "cards"), [(32, 32), (52, 20), (270, 88), (324, 44)])
def test_no_card_is_dealt_twice_and_every_card_lies_anywhere(size, cards):
    dealt = deal_cards(chunk_generator(4, 0), size, cards, n=20_000)
    assert (np.diff(np.sort(dealt, axis=0), axis=0) > 0).all()
    assert dealt.max() == size - 1
    for row in (0, cards // 2, cards - 1):
        assert even(np.bincount(dealt[row], minlength=size), ways=size)


def test_numbers_below_a_bound_are_even():
    numbers = below(chunk_generator(5, 0), (3, 12, 300), n=60_000)
    for row, bound in zip(numbers, (3, 12, 300), strict=True):
        assert even(np.bincount(row, minlength=bound), ways=bound)


def test_a_deal_depends_on_the_seed_and_its_number_alone():
    one, same = dealt_chunk(PACK, 5, seed=1, chunk=2), dealt_chunk(PACK, 5, seed=1, chunk=2, n=7)
    assert (one[:, :7] == same).all()
    assert (one != dealt_chunk(PACK, 5, seed=2, chunk=2)).any()
    assert (one != dealt_chunk(PACK, 5, seed=1, chunk=1)).any()


def is_first_card_an_ace(cards):
    return marks(PACK, lambda card: card.rank == "A")[cards[0]]


def test_the_share_is_the_same_on_any_executor():
    alone = share_of_deals(is_first_card_an_ace, PACK, cards=5, n=3 * CHUNK + 5, seed=8)
    with ThreadPoolExecutor(3) as threads:
        shared = share_of_deals(
            is_first_card_an_ace, PACK, cards=5, n=3 * CHUNK + 5, seed=8, executor=threads
        )
    assert alone == shared
    assert abs(alone.value - 1 / 13) < 4 * alone.standard_error


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("cards", {"cards": 53}),
        ("cards", {"cards": 0}),
        ("n", {"n": 0}),
        ("n", {"n": 2.5}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": "one"}),
    ],
)
def test_what_cannot_be_is_refused_by_name(field, changed):
    with pytest.raises(Refused, match=f"^{field}: "):
        share_of_deals(is_first_card_an_ace, **{"pack": PACK, "cards": 5, "n": 10, "seed": 1, **changed})


def plain(pack: Pack, hand) -> tuple:
    return tuple(pack.cards[place] for place in hand)


def test_counts_by_suit_are_those_of_the_cards():
    hands = dealt_chunk(PACK, 5, seed=1, chunk=0, n=500)
    counts = count_alike(PACK, hands, lambda card: card.suit)
    for k in range(500):
        hand = plain(PACK, hands[:, k])
        assert counts[:, k].tolist() == [sum(card.suit is suit for card in hand) for suit in Suit]


@pytest.mark.parametrize("rules", [HoleCardsRules(), HoleCardsRules(match="colour", two_on_pile="any")])
def test_hands_of_hole_cards(rules):
    cards = dealt_chunk(PACK, 6, seed=2, chunk=0, n=500)
    able, group = can_play_single(cards[1:], cards[0], rules), largest_group(cards[1:])
    for k in range(500):
        top, *hand = plain(PACK, cards[:, k])
        assert able[k] == any(card_fits(rules, (top,), card) for card in hand)
        assert group[k] == max(sum(card.rank == other.rank for card in hand) for other in hand)


@pytest.mark.parametrize("wild_rule", WILD_RULES)
def test_hands_of_hand_and_foot(wild_rule):
    hands = dealt_chunk(FIVE, 13, seed=3, chunk=0, n=400)
    points = hf.opening_points(FIVE, hands, wild_rule)
    red, wilds = hf.has_red_three(FIVE, hands), hf.count_wilds(FIVE, hands)
    for k in range(400):
        hand = plain(FIVE, hands[:, k])
        best = best_lay_down(hand, melding(wild_rule))
        assert points[k] == (best.points if best else 0)
        assert red[k] == any(map(is_red_three, hand))
        assert wilds[k] == sum(map(is_wild, hand))


EXACT = {
    "single": (
        hole_cards.p_can_play_single(),
        lambda cards: can_play_single(cards[1:], cards[0]),
        PACK,
        6,
    ),
    "pair": (hole_cards.p_group(), lambda hand: largest_group(hand) >= 2, PACK, 5),
    "red three": (hand_and_foot.p_red_three(11, 5), lambda hand: hf.has_red_three(FIVE, hand), FIVE, 11),
    "no wild": (hand_and_foot.p_no_wild(11, 5), lambda hand: hf.count_wilds(FIVE, hand) == 0, FIVE, 11),
    "triple": (hand_and_foot.p_alike(3, 11, 5), lambda hand: hf.most_alike(FIVE, hand) >= 3, FIVE, 11),
    "open": (
        hand_and_foot.p_open(90, 13, 5, "outnumber", red_threes_replaced=False),
        lambda hand: hf.opening_points(FIVE, hand, "outnumber") >= 90,
        FIVE,
        13,
    ),
}


@pytest.mark.parametrize("name", EXACT)
def test_many_hands_agree_with_counting(name):
    exact, event, pack, cards = EXACT[name]
    found = share_of_deals(event, pack, cards, n=N, seed=12)
    assert abs(found.value - exact) < 4 * found.standard_error
