"""Staying and folding: T17, TA14, TA16, TA18 to TA24 and TA39."""

import pytest
from toepen.setting import at, clause, happened, last_trick, lives, play, play_out


def two_tricks(*moves, **more):
    """A leads to the third of the four tricks."""
    hands = {"A": "9S KD", "B": "10S 7D", "C": "8S JD", "D": "7H 8C"}
    return at(*moves, seats="A B C D", **{"hands": hands, "leader": "A", **more})


@pytest.mark.clause("T17")
def test_fold_for_the_old_stake_or_stay_for_the_new_one():
    state = two_tricks("A knocks", stake=3)
    assert clause(state, "B folds") is clause(state, "B stays") is None
    assert lives(play(state, "B folds")) == (0, 3, 0, 0)
    state = play_out(play(state, "B stays", "C folds", "D folds"))
    assert lives(state) == (4, 0, 3, 3)


@pytest.mark.clause("TA14")
def test_answered_clockwise_from_the_knockers_left():
    state = two_tricks("C knocks")
    assert clause(state, "A stays") == "TA14"
    assert clause(state, "C stays") == "TA14"
    asked = []
    for verb in ("stays", "folds", "stays"):
        asked.append(state.facts()["to_act"])
        state = state.apply(f"{asked[-1]} {verb}")
    assert asked == ["D", "A", "B"]
    assert play(state, "D knocks").facts()["to_act"] == "B"  # A has folded and is not asked


@pytest.mark.clause("TA16")
def test_no_counter_knock_but_a_knock_at_once_after_the_answers():
    state = two_tricks("A plays 9S", "A knocks")
    assert clause(state, "B knocks") == "TA16"
    state = play(state, "B stays", "C stays", "D stays")
    assert state.facts()["to_act"] == "B"
    assert state.interrupt_order() == (1, 2, 3, 0)
    assert clause(state, "D knocks") is None
    state = two_tricks("A plays 9S", "C knocks", "D stays", "A folds", "B stays")
    assert state.interrupt_order() == (3, 1, 2)
    assert play(state, "B plays 10S").interrupt_order() == (2, 3, 1)


@pytest.mark.clause("TA18")
def test_one_may_stay_for_more_than_one_has_and_loses_no_more():
    state = last_trick("9S", "8S", "10S", lives={"A": 9, "B": 8}, stake=4, moves=("C knocks",))
    for name in "AB":
        assert clause(state, f"{name} stays") is clause(state, f"{name} folds") is None
        state = play(state, f"{name} stays")
    state = play_out(state)
    assert lives(state) == (10, 10, 0)
    assert state.facts()["rounds_owed"] == {"A": 1, "B": 1, "C": 0}


@pytest.mark.clause("TA18")
def test_a_folder_loses_no_more_than_he_has():
    state = last_trick("9S", "8S", "10S", lives={"A": 8}, stake=4, moves=("C knocks", "A folds"))
    assert lives(state) == (10, 0, 0)
    assert state.facts()["eliminated"] == ["A"]


@pytest.mark.clause("TA19")
def test_no_folding_without_a_question():
    state = two_tricks()
    assert clause(state, "A folds") == "TA19"
    assert clause(state, "A stays") == "TA19"
    assert clause(at(), "A folds") == "TA19"


@pytest.mark.clause("TA20")
def test_a_folder_loses_at_once_the_stake_before_the_knock_and_no_more():
    state = two_tricks("A knocks", "B folds", stake=2)
    assert lives(state) == (0, 2, 0, 0)
    assert "B folds and loses 2." in happened(state)
    assert clause(state, "B stays") == "TA20"
    state = play(state, "C stays", "D stays", "C knocks", "D stays", "A stays")
    assert lives(play_out(state))[1] == 2
    assert play_out(state).stake == 4


@pytest.mark.clause("TA22")
def test_a_knocker_who_folds_later_loses_the_stake_before_that_knock():
    state = two_tricks(
        "A knocks", "B stays", "C stays", "D stays", "B knocks", "C stays", "D stays", "A folds"
    )
    assert lives(state) == (2, 0, 0, 0)


@pytest.mark.clause("TA21")
def test_a_knocker_whom_nobody_meets_has_won():
    state = two_tricks("C knocks", "D folds", "A folds", "B folds", stake=2)
    assert (state.phase, state.facts()["deal_winner"], state.facts()["dealer"]) == ("over", "C", "C")
    assert lives(state) == (2, 2, 0, 2)
    assert "C is the only one left and wins the deal." in happened(state)
    assert play(state, "deal").facts()["to_act"] == "D"


@pytest.mark.clause("TA21")
@pytest.mark.clause("TA39")
def test_cards_that_were_not_played_are_not_shown():
    state = two_tricks("A plays 9S", "C knocks", "D folds", "A folds", "B folds")
    for seat in (None, "A", "B", "C", "D"):
        view = state.view(seat)
        hidden = [card for hand in state.hands for card in hand if card not in view.hand]
        assert not any(str(card) in repr(view) for card in hidden)


@pytest.mark.clause("TA23")
def test_a_folded_card_still_sets_the_suit_but_cannot_win():
    state = last_trick(
        "10H", "7H", "QH", moves=("A plays 10H", "B plays 7H", "C knocks", "A folds", "B stays")
    )
    assert play(state, "C plays QH").facts()["deal_winner"] == "B"
    moves = ("A plays 10H", "C knocks", "A folds", "B stays", "B plays 10S", "C plays JH")
    assert last_trick("10H", "10S", "JH", moves=moves).facts()["deal_winner"] == "C"
    hands = {"A": "10H 7S", "B": "JH 10S", "C": "8S 9S"}
    state = at("A plays 10H", "C knocks", "A folds", "B stays", hands=hands, leader="A")
    assert clause(state, "B plays 10S") == "T32"
    state = play(state, "B plays JH", "C plays 9S")
    assert state.facts()["tricks"] == ["B"]  # hearts still count, although A has folded


@pytest.mark.clause("TA23")
@pytest.mark.parametrize(
    ("second", "third", "winner"), [("7S", "JD", "B"), ("JD", "7S", "B"), ("JS", "7S", "C")]
)
def test_without_the_suit_led_the_earliest_card_still_in_decides(second, third, winner):
    moves = ("A plays 10H", "C knocks", "A folds", "B stays", f"B plays {second}", f"C plays {third}")
    assert last_trick("10H", second, third, moves=moves).facts()["deal_winner"] == winner


@pytest.mark.clause("TA23")
def test_a_trick_ends_when_the_one_still_to_play_folds():
    state = last_trick(
        "9H", "10H", "7H", moves=("A plays 9H", "B plays 10H", "B knocks", "C folds", "A stays")
    )
    assert (state.phase, state.facts()["deal_winner"]) == ("over", "B")
    assert lives(state) == (2, 0, 1)


@pytest.mark.clause("TA24")
def test_the_lead_of_a_folder_passes_on():
    state = two_tricks("D knocks", "A folds", "B folds", "C stays")
    assert state.facts()["leader"] == state.facts()["to_act"] == "C"
    state = two_tricks("B knocks", "C folds", "D stays", "A folds")
    assert state.facts()["to_act"] == "B"
