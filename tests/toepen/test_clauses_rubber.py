"""Rounds, rubbers and the king: T27, T28, T47, TA29, TA34, TA38, TA42 and TA44."""

import pytest
from toepen.setting import at, clause, happened, last_trick, lives, play, play_out

WINS_A = ("10S", "9S", "8S")
"""A takes the last trick of three players."""


def ended(*cards, **position):
    """A deal played out from its last trick."""
    return play_out(last_trick(*(cards or WINS_A), **position))


@pytest.mark.clause("T27")
@pytest.mark.clause("TA38")
def test_who_reaches_the_limit_owes_a_round():
    state = ended(lives={"B": 9, "C": 9})
    assert state.facts()["rounds_owed"] == {"A": 0, "B": 1, "C": 1}
    state = ended(lives={"B": 9, "C": 8})
    assert state.facts()["rounds_owed"] == {"A": 0, "B": 1, "C": 1}  # the stake is 2, for B is in pelt
    state = ended(lives={"B": 9, "C": 7})
    assert state.facts()["rounds_owed"] == {"A": 0, "B": 1, "C": 0}


@pytest.mark.clause("TA38")
@pytest.mark.parametrize(
    ("tally", "word"), [("drinks", "Rounds owed"), ("kitty", "Owed to the kitty"), ("chips", "Chips owed")]
)
def test_the_word_on_the_slate(tally, word):
    head, _, row, _ = ended(lives={"B": 9, "C": 4}, options={"tally": tally}).view(None).scene().sheet
    assert dict(zip(head, row, strict=True))[word] == "1"


@pytest.mark.clause("TA29")
def test_the_last_one_left_wins_the_rubber():
    state = ended(lives={"B": 9, "C": 4})
    assert state.facts()["rubber_winner"] is None
    assert play(state, "deal").facts()["in"] == ["A", "C"]
    state = ended(lives={"B": 9, "C": 9})
    assert (state.facts()["rubber_winner"], state.facts()["rubbers"]) == ("A", {"A": 1, "B": 0, "C": 0})


@pytest.mark.clause("TA29")
def test_or_the_rubber_ends_with_the_first_who_is_out():
    state = ended(lives={"A": 3, "B": 9, "C": 0}, options={"rubber": "first_out"})
    assert state.facts()["rubber_winner"] == "C"  # 2 lives lost against the 3 of A, who won the deal
    assert state.facts()["rubbers"] == {"A": 0, "B": 0, "C": 1}
    state = ended(lives={"A": 3, "B": 8, "C": 0}, options={"rubber": "first_out"})
    assert state.facts()["rubber_winner"] is None


@pytest.mark.clause("TA42")
def test_first_out_lets_the_deal_be_finished():
    hands = {"A": "7S KD QH JC", "B": "9S 8S 7H JH", "C": "9D 8C KS QS"}
    options = {"rubber": "first_out"}
    state = at("A exchanges", "B challenges", hands=hands, lives={"A": 9}, options=options)
    assert state.facts()["eliminated"] == ["A"]
    assert state.facts()["rubber_winner"] is None
    state = play_out(play(state, "B keeps", "C keeps"))
    assert state.phase == "over"
    assert state.facts()["rubber_winner"] == state.facts()["deal_winner"]


@pytest.mark.clause("TA42")
def test_a_tie_is_won_by_all():
    state = ended(lives={"A": 2, "B": 9, "C": 0}, options={"rubber": "first_out"})
    assert state.facts()["rubber_winner"] == ["A", "C"]
    assert state.facts()["rubbers"] == {"A": 1, "B": 0, "C": 1}


@pytest.mark.clause("T28")
def test_the_slate_is_wiped_for_the_next_rubber():
    state = ended(lives={"A": 5, "B": 9, "C": 9})
    assert lives(state) == (5, 10, 10)
    state = play(state, "deal")
    assert lives(state) == (0, 0, 0)
    assert state.facts()["in"] == ["A", "B", "C"]
    assert state.facts()["rubber_winner"] is None
    assert lives(play(ended(lives={"A": 5, "B": 9}), "deal")) == (5, 10, 2)  # A and C go on


@pytest.mark.clause("TA44")
def test_wiping_the_slate_pays_no_round():
    state = play(ended(lives={"B": 9, "C": 9}), "deal")
    assert state.facts()["rounds_owed"] == {"A": 0, "B": 1, "C": 1}
    assert state.facts()["rubbers"] == {"A": 1, "B": 0, "C": 0}


@pytest.mark.clause("T47")
@pytest.mark.clause("TA34")
def test_three_rubbers_make_the_king():
    state = ended(lives={"B": 9, "C": 9}, rubbers={"A": 2, "B": 2})
    assert state.facts()["king"] == "A"
    assert "A is king of toepen." in happened(state)
    assert state.is_over
    assert state.outcome == (3, 2, 0)
    assert clause(state, "deal") == "T47"
    state = ended(lives={"B": 9, "C": 9}, rubbers={"A": 1, "B": 2})
    assert state.facts()["king"] is None
    assert not state.is_over


@pytest.mark.clause("TA34")
def test_how_many_rubbers_make_the_king():
    state = ended(lives={"B": 9, "C": 9}, options={"king_after": 1})
    assert state.facts()["king"] == "A"
    state = ended(lives={"B": 9, "C": 9}, rubbers={"A": 3}, options={"king_after": 5})
    assert state.facts()["king"] is None


@pytest.mark.clause("TA34")
def test_the_rubbers_need_not_be_won_in_a_row():
    state = ended("9S", "10S", "8S", lives={"A": 9, "C": 9}, rubbers={"A": 2})
    assert state.facts()["rubber_winner"] == "B"
    assert play(state, "deal").facts()["rubbers"] == {"A": 2, "B": 1, "C": 0}
