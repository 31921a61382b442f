"""Each clause of the rules of Hand and Foot, H1 to H50, in a position where it matters."""

import json

import pytest
from hand_and_foot.setting import (
    CLEAN_KINGS,
    DIRTY_EIGHTS,
    STOCK,
    ascii,
    at,
    clause,
    hand,
    happened,
    last_cards,
    melding,
    play,
    taking,
)

from cardlab.cards import JOKER, Pack, parse_cards
from cardlab.game import new_game
from cardlab.games.hand_and_foot.bots import BOTS
from cardlab.games.hand_and_foot.rules import is_red_three, is_wild, points_of
from cardlab.games.hand_and_foot.scoring import top_of_book
from cardlab.notation import to_json
from cardlab.play import play_deal

# --- packs, values and the aim


@pytest.mark.clause("H1")
@pytest.mark.parametrize(("players", "packs"), [(2, 5), (4, 6)])
def test_five_or_six_packs_with_jokers(players, packs):
    state = new_game("hand_and_foot", players=players)
    cards = [card for packet in (*state.hands, *state.feet, *state.red_threes) for card in packet]
    assert sorted([*cards, *state.stock, *state.pile], key=str) == sorted(
        Pack().cards * packs + (JOKER,) * 2 * packs, key=str
    )


@pytest.mark.clause("H2")
@pytest.mark.clause("H21")
def test_hand_and_then_foot_are_played_out_by_melding():
    books = {"A": [CLEAN_KINGS, DIRTY_EIGHTS, "6S 6H 6D"]}
    state = melding("9S 9H 9D", "A melds 9S 9H 9D", feet={"A": "JC JS JD 4C", "B": "JD"}, melds=books)
    assert state.in_foot == (True, False)
    assert hand(state) == "JS JD JC 4C"
    state = play(state, "A melds JC JS JD", "A discards 4C")
    assert state.went_out == 0


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("Joker", 50, marks=pytest.mark.clause("H3")),
        pytest.param("2S 2H 2D 2C", 20, marks=pytest.mark.clause("H4")),
        pytest.param("AS AH AD AC", 20, marks=pytest.mark.clause("H5")),
        pytest.param("8H 9H 10H JH QH KH", 10, marks=pytest.mark.clause("H6")),
        pytest.param("3C 4C 5C 6C 7C", 5, marks=pytest.mark.clause("H7")),
    ],
)
def test_points_of_a_card(cards, points):
    assert {points_of([card]) for card in parse_cards(cards)} == {points}


@pytest.mark.clause("H3")
@pytest.mark.clause("H4")
def test_jokers_and_twos_are_wild():
    assert ascii([card for card in Pack(jokers_per_deck=1).cards if is_wild(card)]) == "2S 2H 2D 2C Joker"


# --- the minimum


@pytest.mark.clause("H8")
def test_four_rounds_with_growing_minimums():
    state = new_game("hand_and_foot", players=2)
    minimums = []
    while not state.is_over:
        state = state.apply("deal") if minimums else state
        minimums.append(state.minimum)
        state = play_deal(state, {0: BOTS["opener"], 1: BOTS["opener"]})
    assert minimums == [50, 90, 120, 150]
    assert clause(state, "deal") == "H8"
    assert state.legal_actions() == ()


@pytest.mark.parametrize(
    ("number", "short", "enough"),
    [
        pytest.param(1, "KH KS KD and 5S 5H 5D", "KH KS KD and 5S 5H 5D 5C", marks=pytest.mark.clause("H12")),
        pytest.param(2, "AS AH AD and 5S 5H 5D 5C 5S", "KH KS KD KC Joker", marks=pytest.mark.clause("H13")),
        pytest.param(
            3, "AS AH AD AC and KH KS KD", "AS AH AD AC and KH KS KD KC", marks=pytest.mark.clause("H14")
        ),
        pytest.param(
            4,
            "AS AH AD AC Joker and 5S 5H 5D",
            "AS AH AD AC Joker and 5S 5H 5D 5C",
            marks=pytest.mark.clause("H15"),
        ),
    ],
)
def test_the_minimum_of_each_round(number, short, enough):
    state = melding("KH KS KD KC 5S 5H 5D 5C 5S AS AH AD AC Joker 9C", round=number)
    assert clause(state, f"A melds {short}") == f"H{11 + number}"
    assert clause(state, f"A melds {enough}") is None


@pytest.mark.clause("H9")
def test_several_melds_at_once_may_reach_the_minimum():
    state = melding("KH KS KD 9S 9H 9D 4C", options={"minimums": (60,)})
    assert clause(state, "A melds KH KS KD") == clause(state, "A melds 9S 9H 9D") == "H9"
    assert state.apply("A melds KH KS KD and 9S 9H 9D").facts()["melds"]["A"] == ["K♥ K♠ K♦", "9♠ 9♥ 9♦"]


@pytest.mark.clause("H10")
@pytest.mark.clause("H38")
def test_extra_cards_of_the_hand_help_a_pick_up_to_the_minimum():
    state = taking("KH KS KC 2H 4C", "9C KD", melds={})
    assert clause(state, "A takes the pile with KH KS") == "H12"
    assert clause(state, "A takes the pile with KH KS KC") == "H12"
    state = state.apply("A takes the pile with KH KS KC 2H")
    assert state.facts()["melds"]["A"] == ["K♥ K♠ K♦ K♣ 2♥"]


@pytest.mark.clause("H11")
@pytest.mark.clause("H39")
def test_of_the_pile_only_the_top_card_counts_toward_the_minimum():
    state = taking("KH KS AH AC 4C", "AS KC Joker KD", melds={})
    assert clause(state, "A takes the pile with KH KS") == "H12"
    assert clause(state, "A takes the pile with KH KS KC") == "H22"
    assert clause(state, "A takes the pile with KH KS and melds AH AC AS") == "H22"
    # 30 of the pair and the top card, 20 of the hand.
    enough = taking("KH KS 5H 5C 5S 5D 4C", "KD", melds={})
    assert clause(enough, "A takes the pile with KH KS and melds 5H 5C 5S 5D") is None


@pytest.mark.clause("H40")
def test_wild_cards_count_their_own_points():
    state = melding("5S 5H 5D 5C Joker 2S 4C", options={"minimums": (90,)})
    assert clause(state, "A melds 5S 5H 5D 5C Joker") == "H9"
    assert clause(state, "A melds 5S 5H 5D 5C Joker 2S") is None


# --- the deal


@pytest.mark.clause("H16")
@pytest.mark.clause("H19")
def test_eleven_cards_each_and_the_rest_is_the_stock():
    for seed in range(5):
        state = new_game("hand_and_foot", seed=seed)
        aside = sum(map(len, state.red_threes))
        assert [len(cards) for cards in state.hands] == [11] * 4
        assert len(state.stock) == 324 - 8 * 11 - 1 - aside
    assert new_game("hand_and_foot", seed=0).stock[:40] != new_game("hand_and_foot", seed=1).stock[:40]


@pytest.mark.clause("H17")
@pytest.mark.clause("H18")
def test_the_hand_is_seen_by_its_owner_and_the_foot_by_nobody():
    state = at(hands={"A": "9S KC", "B": "9H KD"}, feet={"A": "7C 7C 5S", "B": "7D 5H"}, pile="4S")
    for seat in (None, "A", "B"):
        shown = json.dumps(to_json(state.view(seat)), ensure_ascii=False) + repr(state.view(seat))
        assert not [card for card in ("7♣", "5♠", "7♦", "5♥") if card in shown]
    assert state.view("A").hand == state.hands[0]
    assert state.view("A").foot_counts == (3, 2)
    assert list(map(len, new_game("hand_and_foot", seed=3).feet)) == [11] * 4


@pytest.mark.clause("H20")
def test_no_red_three_and_no_wild_card_starts_the_pile():
    returned = []
    for seed in range(60):
        state = new_game("hand_and_foot", seed=seed)
        assert not is_wild(state.top)
        assert not is_red_three(state.top)
        assert len(state.pile) == 1
        returned += [card for event in state.log if event.what == "return" for card in event.cards]
    assert any(map(is_wild, returned))
    assert any(map(is_red_three, returned))
    assert all(is_wild(card) or is_red_three(card) for card in returned)


@pytest.mark.clause("H31")
@pytest.mark.parametrize(("dealer", "first"), [("A", "B"), ("B", "C"), ("D", "A")])
def test_the_player_to_the_dealers_left_starts(dealer, first):
    state = at(options={"players": 4}, dealer=dealer)
    assert [str(action.seat) for action in state.legal_actions()] == [str("ABCD".index(first))]


# --- a turn


@pytest.mark.clause("H32")
def test_draw_two_then_discard_one():
    state = taking("9H 4D", "JS")
    assert clause(state, "A discards 4D") == "H32"
    assert clause(state, "B draws") == "H32"
    state = state.apply("A draws")
    assert hand(state) == "9H 7C 6C 4D"
    assert clause(state, "A draws") == "H32"
    assert clause(state, "A discards 9H 4D") == "H32"
    assert clause(state, "A discards 9S") == "H32"
    state = state.apply("A discards 9H")
    assert (hand(state), str(state.top), state.to_act) == ("7C 6C 4D", "9♥", 1)


@pytest.mark.clause("H33")
def test_a_red_three_drawn_is_laid_aside_and_replaced():
    state = taking("9H 4D", "JS", "A draws", stock="3H 6C 3D 3H 7C 8C")
    assert hand(state) == "9H 7C 6C 4D"
    assert ascii(state.red_threes[0]) == "3H 3D 3H"
    assert happened(state).count("red three") == 3


# --- melds


@pytest.mark.clause("H22")
@pytest.mark.parametrize("cards", ["9S 9H", "9S 9H 9D 9C 9S 9H 9D 9C", "9S 9H KD", "9S", "9S 9H 9D KD"])
def test_a_meld_is_three_to_seven_cards_of_one_rank(cards):
    state = melding("9S 9H 9D 9C 9S 9H 9D 9C KD 4D", melds={"A": ["QH QS QD"]})
    assert clause(state, f"A melds {cards}") == "H22"
    for size in range(3, 8):
        assert clause(state, f"A melds {' '.join('9S 9H 9D 9C 9S 9H 9D'.split()[:size])}") is None


@pytest.mark.clause("H23")
def test_melds_belong_to_the_team():
    position = {
        "hands": {"A": "JS 9S 4D", "B": "9H 5C", "C": "9D 5D 5S", "D": "8S 6S"},
        "melds": {"A": ["9S 9H 9D"], "B": ["JH JS JD"]},
        "stock": STOCK,
        "pile": "4H",
    }
    state = at("A draws", options={"players": 4}, **position)
    assert clause(state, "A adds JS to J") == "H23"
    state = play(state, "A discards 4D", "B draws")
    assert clause(state, "B adds 9H to 9") == "H23"
    state = play(state, "B discards 5C", "C draws", "C adds 9D to 9")
    assert state.facts()["melds"]["A"] == ["9♠ 9♥ 9♦ 9♦"]
    assert state.melds_of(0) == state.melds_of(2)


@pytest.mark.clause("H24")
def test_cards_join_a_meld_until_it_is_a_book():
    state = melding("9S 9H 9D 9C 4D", melds={"A": ["9C 9S 9H"]})
    assert clause(state, "A adds 9S to Q") == "H24"
    state = play(state, "A adds 9S 9H to 9", "A adds 9D to 9")
    assert state.facts()["books"]["A"] == {"clean": 0, "dirty": 0}
    state = state.apply("A adds 9C to 9")
    assert state.facts()["books"]["A"] == {"clean": 1, "dirty": 0}
    assert state.facts()["melds"]["A"] == []
    assert happened(state)[-1] == "clean"


@pytest.mark.clause("H22")
@pytest.mark.clause("H24")
def test_no_meld_grows_beyond_seven():
    state = melding("9S 9H 9D 4D", melds={"A": ["9C 9S 9H 9D 9C"]})
    assert clause(state, "A adds 9S 9H 9D to 9") == "H22"
    assert clause(state, "A adds 9S 9H to 9") is None


@pytest.mark.clause("H25")
def test_wild_cards_lie_only_beside_four_naturals_and_never_with_threes():
    state = melding("9S 9H 9D 9C 2S Joker 3S 3C 3S 4D", melds={"A": ["KH KS KD"]})
    assert clause(state, "A melds 9S 9H 9D 2S") == "H25"
    assert clause(state, "A melds 9S 9H 9D 9C 2S Joker") is None
    assert clause(state, "A adds 2S to K") == "H25"
    for threes in ("3S 3C 3S", "3S 3C 3S 2S", "9S 9H 3S"):
        assert clause(state, f"A melds {threes}") == "H25"


@pytest.mark.clause("H26")
@pytest.mark.clause("H28")
@pytest.mark.parametrize(
    ("cards", "books", "event"),
    [("9S 9H 9D 9C 9S 9H 9D", (1, 0), "clean"), ("9S 9H 9D 9C 9S 9H 2D", (0, 1), "dirty")],
)
def test_a_book_is_clean_without_wild_cards_and_else_dirty(cards, books, event):
    state = melding("9S 9H 9D 9C 9S 9H 9D 2D 4D", f"A melds {cards}")
    assert state.facts()["books"]["A"] == dict(zip(("clean", "dirty"), books, strict=True))
    assert happened(state)[-1] == event
    assert f"{event.title()} book of 9" in repr(state.view("B"))


@pytest.mark.clause("H27")
@pytest.mark.parametrize("cards", ["2S 2H Joker", "2S 2H 2D", "2S 2H 2D Joker Joker"])
def test_wild_cards_alone_are_no_meld(cards):
    state = melding("2S 2H 2D Joker Joker 4D", melds={"A": ["KH KS KD KC"]})
    assert clause(state, f"A melds {cards}") == "H27"


@pytest.mark.clause("H28")
@pytest.mark.clause("H44")
@pytest.mark.parametrize(
    ("cards", "top"),
    [
        ("9S 9C 9D 9C 9S 9H 9D", "9D"),  # a red card on a clean book
        ("9H 9D 9S 9C Joker 2H 2D", "9S"),  # a black one on a dirty book
        ("9H 9D 9H 9D Joker 2H 2C", "2C"),
    ],
)
def test_a_red_card_lies_on_a_clean_book_and_a_black_one_on_a_dirty(cards, top):
    state = melding(f"{cards} 4D", f"A melds {cards}")
    assert ascii([top_of_book(state.melds[0][0])]) == ascii(state.log[-1].cards) == top
    (book,) = [pile for pile in state.view("A").scene().places[0].piles if "book" in pile.name]
    assert ascii(book.cards) == top


@pytest.mark.parametrize(
    ("cards", "score"),
    [
        pytest.param("9S 9H 9D 9C 9S 9H 9D", 500, marks=pytest.mark.clause("H29")),
        pytest.param("9S 9H 9D 9C 2S 2H 2D", 300, marks=pytest.mark.clause("H30")),
        pytest.param("9S 9H 9D 9C 9S 9H 2D", 300, marks=pytest.mark.clause("H30")),
    ],
)
def test_what_a_book_scores(cards, score):
    melds = {"A": [CLEAN_KINGS, DIRTY_EIGHTS, cards]}
    state = last_cards("4D", "A discards 4D", melds=melds)
    assert state.sheet[-1][0].books == 800 + score


# --- picking up the pile


@pytest.mark.clause("H34")
def test_the_seven_top_cards_are_taken_instead_of_drawing():
    state = taking("9H 9S 4C", "5H JC 6H 7C QC 4H 4S 10D 9D", "A takes the pile with 9H 9S")
    assert (ascii(state.pile), hand(state)) == ("5H JC", "QC 10D 7C 6H 4S 4H 4C")
    assert clause(state, "A takes the pile with 4S 4H") == "H34"
    assert clause(state, "A draws") == "H32"
    assert clause(taking("9H 9S 4C", ""), "A takes the pile with 9H 9S") == "H34"


@pytest.mark.clause("H35")
def test_a_black_three_on_top_blocks_the_pile():
    state = taking("3S 3C 9H 9S 4D", "9D 3S")
    assert clause(state, "A takes the pile with 3S 3C") == "H35"
    assert clause(state, "A takes the pile with 9H 9S") == "H35"
    assert [action.verb for action in state.legal_actions()] == ["draw"]


@pytest.mark.clause("H36")
@pytest.mark.parametrize("pair", ["9H 9H", "6S 6D", "9H", "9H 6S", "9C 9D"])
def test_two_cards_of_the_rank_of_the_top_card_are_needed(pair):
    state = taking("9H 9S 6S 6D 4D", "6C 9D")
    assert clause(state, f"A takes the pile with {pair}") == "H36"
    assert clause(state, "A takes the pile with 9S 9H") is None


@pytest.mark.clause("H37")
@pytest.mark.clause("H41")
def test_the_pair_and_the_top_card_are_melded_at_once():
    state = taking("9H 9S 9C 4D", "6C 9D", "A takes the pile with 9H 9S")
    assert state.facts()["melds"]["A"][1] == "9♥ 9♠ 9♦"
    assert hand(state) == "9C 6C 4D"
    more = taking("9H 9S 9C QS QH QD 4D", "6C 9D", "A takes the pile with 9H 9S 9C and melds QS QH QD")
    assert more.facts()["melds"]["A"][1:] == ["9♥ 9♠ 9♦ 9♣", "Q♠ Q♥ Q♦"]


@pytest.mark.clause("H38")
def test_only_a_team_in_play_takes_the_pile_without_the_minimum():
    assert clause(taking("5H 5S 4D", "6C 5D"), "A takes the pile with 5H 5S") is None
    assert (
        clause(taking("5H 5S 4D", "6C 5D", melds={"B": [CLEAN_KINGS]}), "A takes the pile with 5H 5S")
        == "H12"
    )


# --- the foot and going out


@pytest.mark.clause("H42")
def test_the_foot_is_announced_and_played_on_at_once():
    state = melding("9S 9H 9D", "A melds 9S 9H 9D", melds={"A": ["KH KS KD"]})
    assert happened(state)[-1] == "foot"
    assert state.facts()["in_foot"] == ["A"]
    assert (state.to_act, state.phase, hand(state)) == (0, "meld", "QC 10S 5D")
    assert "in the foot" in repr(state.view("B"))


@pytest.mark.clause("H43")
def test_the_last_card_may_be_discarded_and_ends_the_turn():
    state = melding("9S 9H 9D 4C", "A melds 9S 9H 9D", "A discards 4C", melds={"A": ["KH KS KD"]})
    assert (state.to_act, hand(state), str(state.top)) == (1, "", "4♣")
    assert last_cards("4C", "A discards 4C").phase == "over"


@pytest.mark.clause("H45")
@pytest.mark.parametrize(
    "melds",
    [
        [],
        [CLEAN_KINGS],
        [DIRTY_EIGHTS],
        [CLEAN_KINGS, "JS JH JD JC JS JH JD"],
        [CLEAN_KINGS, "9S 9H 9D 9C 2S 2H"],
    ],
)
def test_going_out_needs_a_clean_and_a_dirty_book(melds):
    hands = {"A": "QS QH QD 4D", "B": "6S 7D QH"}
    few = melding("", hands=hands, in_foot=["A"], feet={"B": "JD"}, melds={"A": [*melds, "5S 5H 5D"]})
    assert clause(few, "A melds QS QH QD") == "HA28"
    assert clause(last_cards("QS QH QD 4D"), "A melds QS QH QD") is None
    assert last_cards("QS QH QD 4D", "A melds QS QH QD", "A discards 4D").went_out == 0


@pytest.mark.clause("H46")
def test_the_last_card_must_be_discarded():
    state = last_cards("9S 9H 9D")
    assert clause(state, "A adds 9S 9H 9D to 9") == "H46"
    state = state.apply("A adds 9S 9H to 9")
    assert clause(state, "A adds 9D to 9") is not None
    assert [action.verb for action in state.legal_actions()] == ["discard"]


# --- scoring


@pytest.mark.clause("H47")
def test_the_round_ends_and_the_books_come_first_on_the_sheet():
    state = last_cards("4D", "A discards 4D")
    assert (state.phase, state.to_act, clause(state, "B draws")) == ("over", None, "H47")
    assert clause(last_cards("4D 5D"), "deal") == "H47"
    names = [row[0] for row in state.view("A").scene().sheet]
    assert names == [
        "Score",
        *(f"Round 1: {line}" for line in ("books", "cards", "cards left", "total")),
        "Total",
    ]
    assert state.view("A").scene().sheet[1] == ("Round 1: books", "800", "0")


@pytest.mark.clause("H48")
def test_every_card_melded_scores_its_value():
    state = last_cards("4D", "A discards 4D")
    assert state.sheet[-1][0].cards == 7 * 10 + 4 * 10 + 2 * 20 + 50 + 4 * 10


@pytest.mark.clause("H49")
def test_cards_left_count_against():
    state = last_cards("4D", "A discards 4D", hands={"A": "4D", "B": "Joker AS 9C 4C"}, feet={"B": ""})
    assert state.sheet[-1][1].left == -(50 + 20 + 10 + 5)
    assert state.facts()["round_scores"]["B"] == -85


@pytest.mark.clause("H50")
@pytest.mark.parametrize(("before", "winner"), [(0, "A"), (2000, "B")])
def test_the_highest_total_wins(before, winner):
    state = last_cards("4D", "A discards 4D", round=4, scores={"B": before})
    assert state.is_over
    assert state.facts()["winners"] == [winner]
    totals = state.facts()["scores"]
    assert state.outcome == (totals["A"], totals["B"])
