"""The questions of chance of Hole Cards, held to slow obvious twins that list every case."""

from fractions import Fraction
from itertools import combinations
from math import hypot

import pytest

from cardlab.cards import Card, Pack, parse_cards, show_cards
from cardlab.game import new_game
from cardlab.games.hole_cards import HoleCardsRules, odds
from cardlab.games.hole_cards.bots import Greedy
from cardlab.refused import Refused

DECK = Pack().cards
RED = "♥♦"
DOZEN = parse_cards("2S 8S AS 2H 8H AH 2D 8D AD 2C 8C AC")
NOT_DOZEN = show_cards([card for card in DECK if card not in DOZEN])


def fits(card: Card, top: Card, match: str, twos_wild: bool, two_on_pile: str) -> bool:
    """K6, K13, KA3 and KA11 a second time, on the printed cards."""
    one, other = str(card), str(top)
    if one[:-1] == other[:-1] or one[-1] == other[-1]:
        return True
    if match == "colour" and (one[-1] in RED) == (other[-1] in RED):
        return True
    return (twos_wild and one[:-1] == "2") or (two_on_pile == "any" and other[:-1] == "2")


WAYS = [
    (match, twos_wild, two_on_pile)
    for match in ("suit", "colour")
    for twos_wild in (True, False)
    for two_on_pile in ("card", "any")
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_which_cards_fit(way):
    for top in DECK:
        expected = [card for card in DECK if card != top and fits(card, top, *way)]
        assert [*odds.fitting_cards(top, *way)] == expected
    assert odds.fitting_cards("KH", *way) == odds.fitting_cards(Card.parse("KH"), *way)


def test_how_many_cards_fit():
    """The four numbers behind the exact rows of the values."""
    numbers = [len(odds.fitting_cards(top, match)) for top in ("KH", "2H") for match in ("suit", "colour")]
    assert numbers == [18, 29, 15, 27]
    assert len(odds.fitting_cards("KH", twos_wild=False)) == 15
    assert sum(len(odds.fitting_cards(top)) for top in DECK) == 924


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("hand_size", [0, 1, 2, 4])
def test_a_hand_that_can_play(way, hand_size):
    """Over all tops and hands of a dozen cards, the other forty having been seen."""
    shares = []
    for top in DOZEN:
        hands = list(combinations([card for card in DOZEN if card != top], hand_size))
        able = sum(any(fits(card, top, *way) for card in hand) for hand in hands)
        shares.append(Fraction(able, len(hands)))
        assert odds.p_can_play_single(hand_size, top, *way, seen=NOT_DOZEN) == shares[-1]
    assert odds.p_can_play_single(hand_size, None, *way, seen=NOT_DOZEN) == sum(shares) / 12


@pytest.mark.parametrize("match", ["suit", "colour"])
def test_one_or_two_cards_of_the_whole_pack(match):
    for hand_size in (1, 2):
        able = total = 0
        for top in parse_cards("KH 2H"):
            hands = list(combinations([card for card in DECK if card != top], hand_size))
            able = sum(any(fits(card, top, match, True, "card") for card in hand) for hand in hands)
            assert odds.p_can_play_single(hand_size, top, match) == Fraction(able, len(hands))
            total += Fraction(able, len(hands)) * (1 if top.rank == "2" else 12)
        assert odds.p_can_play_single(hand_size, match=match) == total / 13


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("seen", [NOT_DOZEN, NOT_DOZEN + " 8S 8D AC 2H"])
def test_groups_in_a_hand(size, seen):
    unseen = [card for card in DECK if card not in parse_cards(seen)]
    for hand_size in range(len(unseen) + 1):
        hands = list(combinations(unseen, hand_size))
        found = sum(any(sum(c.rank == card.rank for c in hand) >= size for card in hand) for hand in hands)
        assert odds.p_group(size, hand_size, seen) == Fraction(found, len(hands))


def test_pairs_of_the_whole_pack():
    for hand_size in (2, 3):
        hands = list(combinations(DECK, hand_size))
        found = sum(len({card.rank for card in hand}) < hand_size for hand in hands)
        assert odds.p_group(2, hand_size) == Fraction(found, len(hands))
    assert odds.p_group(2, 14) == 1


@pytest.mark.parametrize(
    ("field", "ask"),
    [
        ("hand_size", lambda: odds.p_can_play_single(52)),
        ("hand_size", lambda: odds.p_can_play_single(-1)),
        ("hand_size", lambda: odds.p_can_play_single(2.5)),
        ("top", lambda: odds.p_can_play_single(top="KX")),
        ("top", lambda: odds.p_can_play_single(top="KH QH")),
        ("top", lambda: odds.p_can_play_single(top="Joker")),
        ("match", lambda: odds.p_can_play_single(match="rank")),
        ("two_on_pile", lambda: odds.fitting_cards("KH", two_on_pile="all")),
        ("seen", lambda: odds.p_can_play_single(seen="KX")),
        ("seen", lambda: odds.p_can_play_single(top="KH", seen="KH")),
        ("size", lambda: odds.p_group(1)),
        ("size", lambda: odds.p_group(5)),
        ("hand_size", lambda: odds.p_group(2, 53)),
        ("n", lambda: odds.deal_statistics(HoleCardsRules(), n=0, seed=1)),
    ],
)
def test_wrong_arguments_are_refused_by_name(field, ask):
    with pytest.raises(Refused) as caught:
        ask()
    assert caught.value.field == field


# --- the experiment

# From ../values.csv (100,000 games each): first player wins, ends by a knock, mean number of turns.
LITERAL = {2: (None, 0.959, None), 3: (0.3419, None, 10.42), 4: (None, 0.776, None)}
COLOUR = {2: (0.55186, None, 7.45), 3: (None, 0.462, None), 4: (0.40015, None, 15.95)}
LAST_TURN = {2: (None, 0.825, None), 3: (0.37713, None, 16.88), 4: (None, 0.255, None)}
NO_KNOCKS = {2: (0.51468, None, None), 3: (None, None, 25.24), 4: (0.275, None, None)}
CELLS = [
    (options, margin, players, expected)
    for options, margin, table in (
        ({}, 1, LITERAL),
        ({"match": "colour"}, 1, COLOUR),
        ({"after_knock": "last_turn"}, 2, LAST_TURN),
        ({}, None, NO_KNOCKS),
    )
    for players, expected in table.items()
]


@pytest.mark.parametrize(("options", "margin", "players", "expected"), CELLS, ids=str)
def test_the_simulated_values(options, margin, players, expected):
    """Within four combined standard errors, theirs from 100,000 games, ours from 2,500 at this seed.

    So a share that is off by more than 0.041 is noticed, and a mean by more than 2 to 5 %. The long run
    (tests/values.py) plays more.
    """
    n = 2500
    found = odds.deal_statistics(HoleCardsRules(players=players, **options), n, 20, Greedy(margin=margin))
    for value, estimate in zip(expected, found[:3], strict=True):
        if value is not None:
            theirs = estimate.standard_error * (n / 100_000) ** 0.5
            assert abs(estimate.value - value) < 4 * hypot(estimate.standard_error, theirs)


def test_what_is_counted():
    """One deal at a time, told again from the log."""

    def bot(view, rng):
        return rng.choice(view.legal)

    for seed in range(60):
        for rules in (
            HoleCardsRules(players=3, after_knock="last_turn", play_drawn=True),
            HoleCardsRules(players=2, knock_tie="shared"),
        ):
            found = odds.deal_statistics(rules, 1, seed, bot)
            ends = []

            def watching(view, rng, ends=ends):
                ends.append(view)
                return bot(view, rng)

            assert odds.deal_statistics(rules, 1, seed, watching) == found
            assert ends[0].seat == 0
            knocked = [place for place, view in enumerate(ends) if view.knocked_by is not None]
            asked = ends[: knocked[0]] if knocked else ends
            assert found.turns.value == sum(not view.has_drawn for view in asked)
            assert found.knocks.value in (0, 1)
            assert (found.knocker_wins is None) == (found.knocks.value == 0)


def test_the_same_seed_gives_the_same_estimate():
    one, again, other = (odds.deal_statistics(HoleCardsRules(), 30, seed) for seed in (1, 1, 2))
    assert one == again != other


def test_a_bot_must_name_a_move():
    with pytest.raises(Refused, match="named no move"):
        odds.deal_statistics(HoleCardsRules(), 1, 1, lambda view, rng: None)


def test_seat_0_begins():
    assert new_game("hole_cards", position={"dealer": "C"}).to_act == 0
