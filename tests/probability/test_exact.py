"""Counting, held to listing every case of a small pack."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from cardlab.cards import Suit, parse_cards
from cardlab.probability.exact import (
    at_least,
    count_draws,
    hypergeometric,
    multivariate_hypergeometric,
    some_hand,
    some_hand_marked,
    splits,
)
from cardlab.probability.unseen import Unseen, count_deals
from cardlab.refused import Refused


def deals(cards, sizes):
    """Every way to deal hands of these sizes, one after the other."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for rest in deals([card for card in cards if card not in hand], sizes[1:]):
            yield (hand, *rest)


def share(cases, event):
    cases = list(cases)
    return Fraction(sum(map(event, cases)), len(cases))


@pytest.mark.parametrize("marked", range(7))
@pytest.mark.parametrize("drawn", range(7))
def test_hypergeometric_is_the_share_of_all_draws(drawn, marked):
    found = Counter(sum(card < marked for card in draw) for draw in combinations(range(6), drawn))
    for number in range(-1, 8):
        assert hypergeometric(number, drawn, marked, 6) == Fraction(found[number], found.total())


@pytest.mark.parametrize("marked", range(7))
@pytest.mark.parametrize("drawn", range(7))
def test_at_least_is_the_share_of_all_draws(drawn, marked):
    found = [sum(card < marked for card in draw) for draw in combinations(range(6), drawn)]
    for number in range(-1, 8):
        assert at_least(number, drawn, marked, 6) == Fraction(sum(one >= number for one in found), len(found))


@pytest.mark.parametrize("drawn", range(8))
@pytest.mark.parametrize(
    "may_hold",
    [
        lambda place, number: True,
        lambda place, number: number < 2,
        lambda place, number: place == 0 or number != 1,
        lambda place, number: (place + number) % 2 == 0,
    ],
)
def test_draws_are_counted_as_they_are_listed(drawn, may_hold):
    listed = [
        draw
        for draw in combinations("aaabbcd", drawn)
        if all(may_hold(place, draw.count(letter)) for place, letter in enumerate("abcd"))
    ]
    assert count_draws(drawn, [3, 2, 1, 1], may_hold) == len(listed)


@pytest.mark.parametrize("drawn", range(6))
def test_multivariate_is_the_share_of_all_draws_and_sums_to_one(drawn):
    found = Counter(tuple(map(draw.count, "abc")) for draw in combinations("aaabbc", drawn))
    fit = [counts for counts in product(range(4), range(3), range(2)) if sum(counts) == drawn]
    chances = [multivariate_hypergeometric(counts, (3, 2, 1)) for counts in fit]
    assert chances == [Fraction(found[counts], found.total()) for counts in fit]
    assert sum(chances) == 1


def test_splits_are_all_counts_that_fit():
    for drawn in range(8):
        fit = [c for c in product(range(4), range(1), range(3)) if sum(c) == drawn]
        assert list(splits(drawn, (3, 0, 2))) == fit


@pytest.mark.parametrize("players", range(5))
@pytest.mark.parametrize("marked", range(9))
def test_somebody_has_only_marked_cards(players, marked):
    everything = share(
        deals(range(8), [2] * players), lambda hands: any(max(hand) < marked for hand in hands)
    )
    assert some_hand_marked(players, 2, marked, 8) == everything
    assert some_hand(players, 2, (marked, 8 - marked), lambda counts: counts[0] == 2) == everything


def test_somebody_has_an_event_of_three_classes():
    classes = "aaabbc"
    got = some_hand(2, 3, (3, 2, 1), lambda counts: counts[0] == 2 or counts == (0, 2, 1))
    assert got == share(
        deals(range(6), [3, 3]),
        lambda hands: any("".join(classes[c] for c in hand) in ("aab", "aac", "bbc") for hand in hands),
    )


@pytest.mark.parametrize("players", range(1, 9))
def test_the_two_ways_agree_on_a_whole_pack(players):
    assert some_hand_marked(players, 4, 16, 32) == some_hand(players, 4, (16, 16), lambda c: c[1] == 0)


CARDS = parse_cards("10H 9H 8H AS KS 7D JC")


@pytest.mark.parametrize(
    "places",
    [
        [],
        [Unseen(2), Unseen(3)],
        [Unseen(2), Unseen(1, frozenset({Suit.HEARTS})), Unseen(1)],
        [Unseen(2, frozenset({Suit.HEARTS})), Unseen(2, frozenset({Suit.SPADES, Suit.CLUBS})), Unseen(2)],
        [Unseen(3, frozenset({Suit.HEARTS, Suit.SPADES}))],
        [Unseen(4), Unseen(4)],
        [Unseen(4), Unseen(2), Unseen(2, frozenset({Suit.CLUBS}))],
    ],
)
def test_deals_are_counted_as_they_are_listed(places):
    listed = [
        hands
        for hands in deals(CARDS, [place.size for place in places])
        if all(
            card.suit not in place.barred for hand, place in zip(hands, places, strict=True) for card in hand
        )
    ]
    assert count_deals(CARDS, places) == len(listed)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: hypergeometric(1, 2, 7, 6), "marked"),
        (lambda: hypergeometric(1, 2, -1, 6), "marked"),
        (lambda: hypergeometric(1, 7, 3, 6), "drawn"),
        (lambda: multivariate_hypergeometric((1, 1), (3, 2, 1)), "counts"),
        (lambda: multivariate_hypergeometric((1, 1), (3, -1)), "sizes"),
        (lambda: multivariate_hypergeometric((4, 2), (3, 2)), "drawn"),
        (lambda: at_least(1, 2, 7, 6), "marked"),
        (lambda: count_draws(7, [3, 3], lambda place, number: True), "drawn"),
        (lambda: some_hand_marked(3, 3, 2, 8), "players"),
        (lambda: some_hand_marked(-1, 3, 2, 8), "players"),
        (lambda: some_hand_marked(1, 3, 9, 8), "marked"),
        (lambda: some_hand(3, 3, (4, 4), lambda counts: True), "players"),
    ],
)
def test_what_cannot_be_is_refused_by_name(call, field):
    with pytest.raises(Refused) as refused:
        call()
    assert refused.value.field == field


def test_a_number_that_cannot_be_has_no_chance():
    assert hypergeometric(3, 2, 4, 6) == hypergeometric(-1, 2, 4, 6) == 0
    assert sum(hypergeometric(k, 4, 16, 32) for k in range(5)) == 1
    assert hypergeometric(1, 1, 1, comb(50, 25)) == Fraction(1, comb(50, 25))
