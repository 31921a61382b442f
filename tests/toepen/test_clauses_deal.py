"""The pack and the deal: T1 to T3, who deals and who leads, and the order before the first lead."""

from itertools import combinations
from random import Random

import pytest
from toepen.setting import at, clause, keep_all, last_trick, play, play_out

from cardlab.cards import Pack, shuffled, sort_cards
from cardlab.game import new_game
from cardlab.games.toepen.rules import ORDER
from cardlab.refused import Refused


@pytest.mark.clause("T1")
def test_four_cards_each_from_a_pack_of_32():
    state = new_game("toepen", seed=5)
    assert [len(hand) for hand in state.hands] == [4, 4, 4, 4]
    cards = [card for hand in state.hands for card in hand] + [*state.stock]
    assert sorted(cards) == sorted(Pack(ranks="7 8 9 10 J Q K A").cards)


@pytest.mark.clause("T2")
@pytest.mark.parametrize(("high", "low"), [*combinations("10 9 8 7 A K Q J".split(), 2)])
def test_ranks_from_the_ten_down_to_the_jack(high, low):
    first_wins = last_trick(f"{high}H", f"{low}H", moves=(f"A plays {high}H", f"B plays {low}H"))
    second_wins = last_trick(f"{low}H", f"{high}H", moves=(f"A plays {low}H", f"B plays {high}H"))
    assert (first_wins.facts()["deal_winner"], second_wins.facts()["deal_winner"]) == ("A", "B")


@pytest.mark.clause("T3")
def test_the_rest_is_the_stock_and_lies_face_down():
    state = new_game("toepen", seed=5)
    assert len(state.stock) == 32 - 4 * 4
    for seat in (None, 0, 1, 2, 3):
        view = state.view(seat)
        assert view.stock_count == 16
        assert not any(str(card) in repr(view) for card in state.stock)


@pytest.mark.clause("TA1")
def test_two_to_eight_players_four_as_usual():
    for players in range(2, 9):
        state = new_game("toepen", players=players)
        assert len(state.seats) == players
        assert len(state.stock) == 32 - 4 * players
    assert len(new_game("toepen").seats) == 4
    for players in (1, 9):
        with pytest.raises(Refused, match=r"^players: "):
            new_game("toepen", players=players)


@pytest.mark.clause("TA33")
def test_the_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    deck = shuffled(Pack(ranks="10 9 8 7 A K Q J").cards, Random("3:1"))
    state = at(seats="A B C", seed=3, dealer="A")
    for place, seat in enumerate("BCA"):
        assert state.hands[state.seat_number(seat)] == sort_cards(deck[place:12:3], ORDER)
    assert state.stock == deck[12:]


@pytest.mark.clause("TA31")
def test_the_first_dealer_is_drawn_by_lot():
    dealers = [new_game("toepen", seed).facts()["dealer"] for seed in range(60)]
    assert {*dealers} == {*"ABCD"}
    assert dealers == [new_game("toepen", seed).facts()["dealer"] for seed in range(60)]


@pytest.mark.clause("TA31")
@pytest.mark.clause("T20")
@pytest.mark.clause("T34")
def test_the_winner_of_the_fourth_trick_deals_next():
    state = last_trick("7S", "10S", "9H", dealer="C", tricks=["A", "A", "A"])
    state = play(state, "A plays 7S", "B plays 10S", "C plays 9H")
    assert state.facts()["dealer"] == "B"
    assert clause(state, "deal") is None
    state = play(state, "deal")
    assert (state.facts()["dealer"], state.facts()["to_act"]) == ("B", "C")


@pytest.mark.clause("T20")
def test_nobody_deals_before_the_deal_has_ended():
    assert clause(last_trick("7S", "10S"), "deal") == "T20"


@pytest.mark.clause("TA32")
def test_seats_that_are_out_are_skipped():
    state = at(seats="A B C D", dealer="D", lives={"A": 10, "C": 10})
    assert state.facts()["in"] == ["B", "D"]
    assert [len(hand) for hand in state.hands] == [0, 4, 0, 4]
    assert state.facts()["stock_count"] == 32 - 8
    assert state.facts()["to_act"] == "B"
    assert keep_all(state).facts()["leader"] == "B"
    state = last_trick("KH", "7H", "10H", "9H", dealer="D", lives={"A": 9, "B": 2})
    state = play(play_out(state), "deal")
    assert state.facts()["dealer"] == "C"
    assert state.facts()["to_act"] == "D"
    assert play(state, "D keeps").facts()["to_act"] == "B"  # A is out


@pytest.mark.clause("T21")
@pytest.mark.clause("T31")
@pytest.mark.parametrize(("dealer", "leader"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_left_of_the_dealer_leads_to_the_first_trick(dealer, leader):
    state = keep_all(at(dealer=dealer, options={"announcements": False}))
    assert (state.facts()["leader"], state.facts()["to_act"]) == (leader, leader)
    card = state.hands[state.seat_number(leader)][0]
    assert clause(state, f"{leader} plays {card}") is None


@pytest.mark.clause("TA40")
def test_exchanges_then_announcements_then_the_pelt_question_then_play():
    state = at(hands={"A": "10S 8H KD QC", "B": "JS JH JD 9C", "C": "9S 8D AS KH"}, lives={"C": 9})
    assert clause(state, "A plays 10S") == "TA40"
    phases = [state.phase]
    for move in ("A keeps", "B keeps", "C keeps", "B stays silent", "A stays", "B stays"):
        state = state.apply(move)
        phases.append(state.phase)
    assert phases == ["exchange", "exchange", "exchange", "announce", "pelt", "pelt", "play"]
    assert clause(state, "A exchanges") == "TA40"
    assert clause(state, "A keeps") == "TA40"
