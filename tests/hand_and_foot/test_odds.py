"""The chances of Hand and Foot against every hand of small packs; other values are in test_values.py."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hand_and_foot.plain_melds import letters, some_cards

from cardlab.cards import JOKER, Pack, parse_cards
from cardlab.games.hand_and_foot import odds
from cardlab.games.hand_and_foot.rules import is_red_three, is_wild, melding, points_of
from cardlab.melds import WILD_RULES, best_lay_down
from cardlab.probability.pmf import Pmf
from cardlab.refused import Refused


def share(hands: Iterable, event) -> Fraction:
    found = [bool(event(hand)) for hand in hands]
    return Fraction(sum(found), len(found))


DECK = Pack(jokers_per_deck=2).cards


def alike(hand) -> int:
    """How many natural cards of one rank that is melded."""
    ranks = [card.rank for card in hand if not is_wild(card) and card.rank != "3"]
    return max(map(ranks.count, ranks), default=0)


def test_three_cards_of_one_pack():
    hands = list(combinations(DECK, 3))
    assert odds.p_red_three(3, 1) == share(hands, lambda hand: any(map(is_red_three, hand)))
    assert odds.p_no_wild(3, 1) == share(hands, lambda hand: not any(map(is_wild, hand)))
    assert odds.expected_wilds(3) == Fraction(sum(sum(map(is_wild, hand)) for hand in hands), len(hands))
    most = list(map(alike, hands))
    for number in (1, 2, 3, 4):
        assert odds.p_alike(number, 3, 1) == Fraction(sum(some >= number for some in most), len(most))
    unseen = [card for card in DECK if str(card) != "K♠"]
    kings = [sum(card.rank == "K" for card in hand) for hand in combinations(unseen, 3)]
    assert odds.p_pair_for_top(3, 1) == share(kings, lambda number: number >= 2)


def test_the_points_of_three_cards_of_one_pack():
    points = Pmf.from_counts(map(points_of, combinations(DECK, 3)))
    assert odds.points_pmf(3, 1) == points
    assert odds.points_pmf(0, 1) == Pmf({0: Fraction(1)})
    assert odds.points_pmf(54, 1) == Pmf({odds.pack_points(1): Fraction(1)})


@pytest.mark.parametrize(
    ("decks", "variance", "at_least_150"),
    [  # computed apart from this package
        (1, Fraction(3145450, 4293), Fraction(251015603, 1329484065)),
        (5, Fraction(18945850, 21789), Fraction(107941492355657273, 566472352583266623)),
        (6, Fraction(1205050, 1377), Fraction(346116348347464315, 1815790791404580858)),
    ],
)
def test_the_cost_of_a_foot(decks, variance, at_least_150):
    foot = odds.points_pmf(11, decks)
    assert (foot.mean(), foot.variance()) == (Fraction(1100, 9), variance)
    assert foot.chance(lambda points: points >= 150) == at_least_150


def test_what_one_pack_holds():
    """Of several packs the counts grow with their number, and the shares stay."""
    refused = [str(card) in ("3♥", "3♦", "Joker") or card.rank == "2" for card in DECK]
    assert odds.p_starter_refused() == Fraction(sum(refused), len(DECK))
    assert (odds.pack_size(3), odds.pack_points(3)) == (3 * len(DECK), 3 * sum(map(points, DECK)))


def points(card) -> int:
    """H3 to H7, said a second time."""
    return {"Joker": 50, "2": 20, "A": 20}.get(card.rank, 10 if card.rank in "8 9 10 J Q K".split() else 5)


@pytest.mark.parametrize("minimum", [30, 60, 90])
@pytest.mark.parametrize("rule", WILD_RULES)
def test_opening_with_three_cards_of_one_pack(rule, minimum):

    @cache
    def can_open(ranks: str) -> bool:
        return best_lay_down(parse_cards(some_cards(ranks)), melding(rule), minimum) is not None

    for replaced in (True, False):
        cards = [card for card in DECK if not (replaced and is_red_three(card))]
        hands = [letters(hand) for hand in combinations(cards, 3)]
        assert odds.p_open(minimum, 3, 1, rule, replaced) == share(hands, can_open)


SMALL_PACKS = [
    ([(10, 4), (10, 4)], [(50, 2)], 0, parse_cards("9S 9H 9D 9C KS KH KD KC Joker Joker")),
    (
        [(20, 5), (5, 6)],
        [(50, 1), (20, 2)],
        2,
        (*parse_cards("AS AH AD AC AS 5S 5H 5D 5C 5S 5H 2S 2H 3S 3C"), JOKER),
    ),
    (
        [(10, 8), (5, 3)],
        [(50, 1), (20, 1)],
        1,
        (*parse_cards("9S 9H 9D 9C 9S 9H 9D 9C 5S 5H 5D 2S 3C"), JOKER),
    ),
]


@pytest.mark.parametrize("rule", WILD_RULES)
@pytest.mark.parametrize(("ranks", "wilds", "others", "pack"), SMALL_PACKS)
@pytest.mark.parametrize("cards", [5, 8])
def test_openings_of_small_packs(ranks, wilds, others, pack, cards, rule):
    @cache
    def best(ranks: str) -> int:
        found = best_lay_down(parse_cards(some_cards(ranks)), melding(rule))
        return 0 if found is None else found.points

    points = [best(letters(hand)) for hand in combinations(pack, cards)]
    for minimum in (0, 30, 50, 90, 120):
        counted = odds.count_openings(minimum, cards, ranks, wilds, others, rule)
        assert counted == sum(some >= minimum for some in points)


def test_the_tiny_pack_of_the_lessons():
    ways = {rule: odds.count_openings(50, 5, [(10, 4), (10, 4)], [(50, 2)], 0, rule) for rule in WILD_RULES}
    assert ways == {"four_naturals": 4, "outnumber": 196, "two_to_one": 196}


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("decks", lambda: odds.pack_size(0)),
        ("decks", lambda: odds.stock_after_deal(players=6, decks=2)),
        ("players", lambda: odds.stock_after_deal(players=0, decks=2)),
        ("wild_rule", lambda: odds.p_open(50, wild_rule="any")),
        ("minimum", lambda: odds.p_open(-5)),
        ("cards", lambda: odds.p_open(50, cards=500)),
        ("number", lambda: odds.p_alike(0, 11, 5)),
        ("cards", lambda: odds.expected_wilds(-1)),
        ("cards", lambda: odds.points_pmf(55, 1)),
        ("decks", lambda: odds.points_pmf(11, 0)),
    ],
)
def test_wrong_arguments_are_refused_by_name(field, call):
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.field == field
