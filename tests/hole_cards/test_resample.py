"""What a seat knows is kept when the rest is dealt anew: who could not play, and what lay on the pile."""

from collections import Counter
from itertools import permutations
from math import comb
from random import Random

import pytest

from cardlab.cards import Card, Pack, parse_cards, show_cards
from cardlab.game import RuleViolation, new_game
from cardlab.games.hole_cards import resample
from cardlab.games.hole_cards.fits import plays
from cardlab.refused import Refused

DECK = Pack().cards


def deal(pile, hands, *moves, stock="", seats=2, **options):
    names = "ABC"[:seats]
    position = {
        "dealer": names[-1],
        "to_act": "A",
        "pile": pile,
        "hands": dict(zip(names, hands, strict=False)),
    }
    if stock:
        position["stock"] = stock
    state = new_game("hole_cards", seed=1, players=seats, position=position, **options)
    for move in moves:
        state = state.apply(move)
    return state


def resampled(state, seat, n=150):
    rng = Random(7)
    view = state.view(seat)
    found = [view.resample(rng) for _ in range(n)]
    assert all(other.view(seat) == view for other in found)
    return found


def test_who_drew_had_nothing_that_fitted():
    """On 7♥ B drew with two cards: of the three now held, at most one can be a heart, a 7 or a 2."""
    state = deal("7H", ["9S KD JC", "3S 4S"], "A draws", "B draws", stock="10S 3D")
    fitting = [card for card in DECK if card.suit == "H" or card.rank in ("7", "2")]
    numbers = Counter(
        sum(card in fitting for card in other.hands[1]) for other in resampled(state, "A", 1000)
    )
    assert {*numbers} == {0, 1}
    # A does not see 47 cards, of which 18 fit. B's old cards are two of the other 29, and the one drawn is
    # any of the 45 left: the share of hands with a fitting card is 18/45.
    share = numbers[1] / 1000
    assert abs(share - 18 / 45) < 4 * (18 / 45 * 27 / 45 / 1000) ** 0.5


def test_all_that_fits_is_equally_likely():
    """Against a list of all orders of the seven cards that A does not see: which of them lead to A's view?"""
    unseen = parse_cards("9S 5D 7S 10H KS 3C 8D")
    known = parse_cards("7H 4S JC QC")
    pile = show_cards([*Pack().without([*unseen, *known]), Card.parse("7H")])

    def played(order):
        hands = {"A": "4S JC QC", "B": show_cards(order[:2]), "C": show_cards(order[2:4])}
        position = {
            "to_act": "B",
            "dealer": "A",
            "pile": pile,
            "hands": hands,
            "stock": show_cards(order[4:]),
        }
        state = new_game("hole_cards", position=position)
        for move in ("B draws", "C plays 7S", "A plays 4S", "B plays 9S", "C draws"):
            state = state.apply(move)
        return state

    state = played(unseen)
    ways = Counter()
    for order in permutations(unseen):
        try:
            other = played(order)
        except RuleViolation:
            continue
        if other.view("A") == state.view("A"):
            ways[other.hands] += 1
    n = 2000
    found = Counter(other.hands for other in resampled(state, "A", n))
    assert {*found} == {*ways}
    for hands, number in ways.items():
        p = number / ways.total()
        assert abs(found[hands] / n - p) < 4 * (p * (1 - p) / n) ** 0.5


def test_who_drew_had_no_pair_that_fitted():
    state = deal("4C 4D 7H 7C", ["9S KD JH", "3S 5S 6S"], "A draws", "B draws", stock="10S 3D")
    pile = parse_cards("4C 4D 7H 7C")
    for other in resampled(state, "A"):
        ranks = Counter(card.rank for card in other.hands[1])
        assert max(ranks.values()) <= 2  # B drew without a pair, so the drawn card makes one pair at most
        drawn = other.drawn[1][-1]
        assert not plays(other.rules, pile, tuple(card for card in other.hands[1] if card != drawn))


def test_a_card_that_was_played_was_drawn_if_it_would_have_fitted_before():
    """B drew on 7♥ and then plays 9♥: that is the card it drew, so its old two cards are what it holds."""
    state = deal(
        "7H", ["9S KD JC", "3S 4S"], "A draws", "B draws", "A draws", "B plays 9H", stock="10S 9H 3D"
    )
    fitting = [card for card in DECK if card.suit == "H" or card.rank in ("7", "2")]
    for other in resampled(state, "A"):
        assert not any(card in fitting for card in other.hands[1])


def test_after_a_free_draw_nothing_is_known():
    state = deal("7H", ["9S KD JC", "3S 4S"], "A draws", "B draws", stock="10S 3D", draw="free")
    n = 1000
    numbers = Counter(
        sum(card.suit == "H" or card.rank in ("7", "2") for card in other.hands[1])
        for other in resampled(state, "A", n)
    )
    for number in range(4):  # 18 of the 47 cards that A does not see fit
        p = comb(18, number) * comb(29, 3 - number) / comb(47, 3)
        assert abs(numbers[number] / n - p) < 4 * (p * (1 - p) / n) ** 0.5


FIRST = parse_cards("7H 9S KD JC 3H 4H 6D 5S")
PILE = show_cards([*Pack().without(FIRST), Card.parse("7H")])


def test_after_a_reshuffle_the_drawn_cards_are_from_the_pile():
    """The stock was empty, so all other cards were in hands; what is drawn then lay on the pile."""
    options = {"players": 3, "draw": "free"}
    position = {
        "dealer": "C",
        "stock": "",
        "pile": PILE,
        "hands": {"A": "9S KD JC", "B": "3H 4H", "C": "6D 5S"},
    }
    state = new_game("hole_cards", seed=1, position=position, **options)
    for move in ("A draws", "B draws", "C draws"):
        state = state.apply(move)
    old = {*parse_cards("3H 4H 6D 5S")}
    splits = set()
    for other in resampled(state, "A", 300):
        for seat in (1, 2):
            assert len({*other.hands[seat]} & old) == 2  # and the third was drawn from what lay on the pile
        splits.add(tuple(sorted({*other.hands[1]} & old)))
        assert not {*other.stock} & old
    assert len(splits) == 6


def test_a_drawn_card_that_was_kept_or_did_not_fit():
    for stock, move, fits in (("7S", "B passes", True), ("QS", None, False)):
        state = deal(
            "7H", ["9S KD JC", "3S 4S"], "A draws", "B draws", *([move] if move else []),
            stock=f"10S {stock}", play_drawn=True,
        )  # fmt: skip
        fitting = [card for card in DECK if card.suit == "H" or card.rank in ("7", "2")]
        for other in resampled(state, "A"):
            drawn = other.drawn[1][-1]
            assert (drawn in fitting) == fits


def test_while_another_decides_whether_to_play_the_drawn_card():
    state = deal("7H", ["9S KD JC", "3S 4S"], "A draws", "B draws", stock="10S 7S", play_drawn=True)
    assert (state.to_act, state.has_drawn) == (1, True)
    drawn = Counter(str(other.drawn[1][-1]) for other in resampled(state, "A", 500))
    assert all(card[-1] == "♥" or card[:-1] in ("7", "2") for card in drawn)
    assert len(drawn) == 18
    own = state.view("B").resample(Random(1))
    assert own.drawn[1] == parse_cards("7S")
    assert own.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("draw", ["only_if_unable", "free"])
def test_a_drawn_card_that_was_played_at_once(draw):
    moves = "A draws", "B draws", "B plays 7S"
    state = deal("7H", ["9S KD JC", "3S 4S"], *moves, stock="10S 7S", play_drawn=True, draw=draw)
    fitting = [card for card in DECK if card.suit == "H" or card.rank in ("7", "2")]
    found = resampled(state, "A")
    assert all(other.drawn[1] == () for other in found)
    assert any(card in fitting for other in found for card in other.hands[1]) == (draw == "free")


def test_after_the_show_only_the_stock_is_dealt_anew():
    state = deal("7H", ["9S KD JC", "3S 4S"], "A knocks")
    found = resampled(state, "A", 20)
    assert {other.hands for other in found} == {state.hands}
    assert len({other.stock for other in found}) == 20


def test_a_deal_that_nothing_fits_is_not_looked_for_for_ever(monkeypatch):
    state = deal("7H", ["9S KD JC", "3S 4S"], "A draws")
    monkeypatch.setattr(resample, "MOST_TRIES", 5)
    monkeypatch.setattr(resample.History, "change", lambda self, rng: False)
    with pytest.raises(Refused, match="view: No deal was found"):
        state.view("B").resample(Random(1))


@pytest.mark.parametrize("seat", [None, "A", "B", "C"])
def test_a_bystander_knows_less(seat):
    state = new_game("hole_cards", seed=2)
    held = {card for other in resampled(state, seat, 60) for card in other.hands[0]}
    assert (held == {*state.hands[0]}) == (seat == "A")
