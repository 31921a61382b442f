"""One point from the limit: T23 to T26, TA12 and TA25 to TA28."""

import pytest
from toepen.setting import at, clause, happened, keep_all, lives, play, play_out

HANDS = {"A": "10S KH 9D 8C", "B": "7S 10H QD JC", "C": "9S 9H 7D 7C", "D": "8S 8H KD QC"}


def deal(*moves, **more):
    """D deals to four; nobody has exchanged."""
    return play(keep_all(at(seats="A B C D", **{"hands": HANDS, **more})), *moves)


@pytest.mark.clause("T23")
@pytest.mark.parametrize(("limit", "lost"), [(10, 9), (15, 14), (2, 1)])
def test_one_point_from_the_limit_is_pelt(limit, lost):
    assert deal(lives={"B": lost}, options={"limit": limit}).phase == "pelt"
    assert deal(lives={"B": lost - 1}, options={"limit": limit}).phase == "play"


@pytest.mark.clause("T24")
@pytest.mark.parametrize("dealer", "ABCD")
def test_a_player_in_pelt_leads_wherever_the_dealer_sits(dealer):
    state = deal(lives={"C": 9}, dealer=dealer)
    assert state.facts()["leader"] == "C"
    assert play(state, "D stays", "A stays", "B stays").facts()["to_act"] == "C"


@pytest.mark.clause("T25")
def test_the_stake_is_two_by_itself():
    state = deal(lives={"C": 9})
    assert state.facts()["stake"] == 2
    assert "C is in pelt and leads; the stake is 2." in happened(state)
    state = play_out(play(state, "D stays", "A stays", "B stays"))
    winner = state.facts()["deal_winner"]
    assert lives(state) == tuple(
        lost + 2 * (name != winner) if name != "C" else min(10, 9 + 2 * (name != winner))
        for name, lost in zip("ABCD", (0, 0, 9, 0), strict=True)
    )


@pytest.mark.clause("T26")
def test_the_others_choose_two_points_or_one_before_any_card():
    state = deal(lives={"C": 9})
    assert clause(state, "C plays 9S") == "TA40"
    assert clause(state, "C stays") == "T26"
    assert clause(state, "C folds") == "T26"
    state = play(state, "D folds")
    assert lives(state) == (0, 0, 9, 1)
    state = play(state, "A stays", "B folds")
    assert lives(state) == (0, 1, 9, 1)
    assert (state.phase, state.facts()["in"]) == ("play", ["A", "C"])


@pytest.mark.clause("TA12")
def test_a_pelt_made_by_a_challenge_counts():
    hands = {**HANDS, "A": "AS KH QH JD"}
    state = at("A exchanges", "B challenges", seats="A B C D", hands=hands, lives={"B": 8})
    state = keep_all(state)
    assert (state.phase, state.facts()["leader"], state.facts()["stake"]) == ("pelt", "B", 2)


@pytest.mark.clause("TA12")
def test_a_pelt_ended_by_a_challenge_does_not_count():
    hands = {**HANDS, "A": "AS KH QH JD"}
    state = at("A exchanges", "B challenges", seats="A B C D", hands=hands, lives={"B": 9})
    state = keep_all(state)
    assert (state.phase, state.facts()["leader"], state.facts()["stake"]) == ("play", "A", 1)


@pytest.mark.clause("TA12")
def test_the_only_one_left_by_challenges_has_won():
    state = at("A exchanges", "B challenges", seats="A B", hands={"A": "7S KH QH JD"}, lives={"A": 9})
    assert (state.phase, state.facts()["deal_winner"], state.facts()["dealer"]) == ("over", "B", "B")
    assert state.facts()["rubber_winner"] == "B"
    assert lives(state) == (10, 0)


@pytest.mark.clause("TA27")
def test_asked_openly_clockwise_from_the_leaders_left():
    state = deal(lives={"B": 9})
    assert clause(state, "D stays") == "TA27"
    asked = []
    for move in ("C stays", "D folds", "A stays"):
        asked.append(state.facts()["to_act"])
        state = state.apply(move)
    assert asked == ["C", "D", "A"]
    assert happened(state)[-3:] == ["C stays.", "D folds and loses 1.", "A stays."]
    assert (state.phase, state.facts()["to_act"]) == ("play", "B")


@pytest.mark.clause("TA27")
def test_no_pelt_question_before_the_exchanges_are_over():
    state = at(seats="A B C D", hands=HANDS, lives={"B": 9})
    assert (state.phase, state.facts()["stake"]) == ("exchange", 1)
    assert clause(state, "A folds") == "TA19"


@pytest.mark.clause("TA25")
def test_several_in_pelt():
    state = deal(lives={"B": 9, "D": 9}, dealer="B")
    assert (state.facts()["stake"], state.facts()["leader"]) == (2, "D")
    assert clause(state, "B folds") == "T26"
    asked = []
    for verb in ("stays", "stays"):
        asked.append(state.facts()["to_act"])
        state = state.apply(f"{asked[-1]} {verb}")
    assert asked == ["A", "C"]
    assert state.phase == "play"


@pytest.mark.clause("TA26")
def test_pelt_for_two_players():
    state = keep_all(at(seats="A B", lives={"A": 9}, options={"announcements": False}))
    assert (state.phase, state.facts()["to_act"], state.facts()["leader"]) == ("pelt", "B", "A")
    assert lives(play(state, "B folds")) == (9, 1)
    assert play(state, "B stays").facts()["stake"] == 2


@pytest.mark.clause("TA26")
def test_nobody_is_asked_when_everybody_is_in_pelt():
    state = keep_all(at(seats="A B", lives={"A": 9, "B": 9}, options={"announcements": False}))
    assert (state.phase, state.facts()["stake"], state.facts()["to_act"]) == ("play", 2, "A")


@pytest.mark.clause("TA26")
def test_pelt_switched_off():
    state = deal(lives={"C": 9}, options={"pelt": False})
    assert (state.phase, state.facts()["stake"], state.facts()["leader"]) == ("play", 1, "A")
    assert "in pelt" not in repr(state.view("A"))


@pytest.mark.clause("TA28")
def test_a_single_player_in_pelt_wins_when_all_fold():
    state = deal("D folds", "A folds", "B folds", lives={"C": 9})
    assert (state.phase, state.facts()["deal_winner"]) == ("over", "C")
    assert lives(state) == (1, 1, 9, 1)


@pytest.mark.clause("TA28")
def test_several_in_pelt_play_it_out():
    state = deal("A folds", "B folds", lives={"C": 9, "D": 9})
    assert (state.phase, state.facts()["to_act"], state.facts()["in"]) == ("play", "C", ["C", "D"])
    state = play_out(state)
    assert sorted(lives(state)) == [1, 1, 9, 10]
