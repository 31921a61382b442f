"""Playing the tricks: T9 to T12, T22, T32, T33 and TA37."""

import pytest
from toepen.setting import at, clause, happened, last_trick, lives, play

from cardlab.cards import parse_cards
from cardlab.notation import Action


def two_tricks(*moves, **more):
    """A leads to the third of the four tricks."""
    hands = {"A": "7D 8C", "B": "JD 10S", "C": "9S KC"}
    return at(*moves, **{"hands": hands, "leader": "A", **more})


@pytest.mark.clause("T9")
def test_one_after_another_clockwise_and_face_up():
    state = two_tricks()
    assert clause(state, "B plays JD") == "T9"
    state = play(state, "A plays 7D")
    assert state.facts()["to_act"] == "B"
    assert "7♦" in repr(state.view("C"))
    assert clause(state, "A plays 8C") == "T9"
    assert play(state, "B plays JD").facts()["to_act"] == "C"


def test_only_the_trick_that_wins_the_deal_is_called_the_last_one():
    state = two_tricks("A plays 7D", "B plays JD")
    assert "\nTrick: 7♦" in repr(state.view(None))
    state = play(state, "C plays 9S")
    assert "\nTrick before: 7♦" in repr(state.view(None))
    state = play(state, "A plays 8C", "B plays 10S", "C plays KC")
    assert state.phase == "over"
    assert "\nLast trick: 8♣" in repr(state.view(None))


@pytest.mark.clause("T9")
def test_one_card_at_a_time_out_of_the_own_hand():
    state = two_tricks()
    assert clause(state, "A plays 9S") == "T9"
    assert clause(state, "A plays 7D 8C") == "T9"
    assert state.why_illegal(Action(0, "play", ())).clause == "T9"
    assert state.why_illegal(Action(0, "play", parse_cards("7D"))) is None


@pytest.mark.clause("T10")
def test_the_first_card_sets_the_suit():
    for lead, winner in (("7S", "A"), ("7H", "B")):
        state = last_trick(lead, "8H", "JS", moves=(f"A plays {lead}", "B plays 8H", "C plays JS"))
        assert state.facts()["deal_winner"] == winner


@pytest.mark.clause("T11")
def test_only_the_suit_led_can_win():
    state = last_trick("JD", "10S", "10H", "QD")
    state = play(state, "A plays JD", "B plays 10S", "C plays 10H", "D plays QD")
    assert state.facts()["deal_winner"] == "D"


@pytest.mark.clause("T12")
def test_only_the_last_trick_wins_the_deal():
    state = last_trick("7S", "10S", "9H", tricks=["A", "A", "A"])
    state = play(state, "A plays 7S", "B plays 10S", "C plays 9H")
    assert lives(state) == (1, 0, 1)


@pytest.mark.clause("T22")
@pytest.mark.clause("T33")
def test_the_winner_of_a_trick_leads_to_the_next():
    hands = {"A": "7D 7S JH 8C", "B": "8D KS 9H QC", "C": "KD 9S 10H JC"}
    state = at(hands=hands, phase="play")
    leaders = []
    for trick in ("A 7D B 8D C KD", "B 9H C 10H A JH", "C 9S A 7S B KS"):
        leaders.append(state.facts()["to_act"])
        words = trick.split()
        for name, card in zip(words[::2], words[1::2], strict=True):
            state = play(state, f"{name} plays {card}")
    assert leaders == ["A", "B", "C"]
    assert state.facts()["tricks"] == ["B", "C", "C"]
    assert state.facts()["to_act"] == state.facts()["leader"] == "C"


@pytest.mark.clause("T32")
@pytest.mark.clause("TA37")
def test_who_can_follow_must():
    state = two_tricks("A plays 7D")
    assert clause(state, "B plays 10S") == "T32"
    assert state.why_illegal("B plays 10S").case == "You hold J♦, and diamonds were led."
    assert clause(state, "B plays JD") is None  # although it cannot win


@pytest.mark.clause("T32")
def test_who_cannot_follow_may_play_anything():
    state = two_tricks("A plays 7D", "B plays JD")
    assert clause(state, "C plays 9S") is None
    assert clause(state, "C plays KC") is None


@pytest.mark.clause("T32")
def test_the_leader_may_play_anything():
    for card in ("7D", "8C"):
        assert clause(two_tricks(), f"A plays {card}") is None


@pytest.mark.clause("T33")
def test_the_highest_card_of_the_suit_led_wins():
    state = play(two_tricks(), "A plays 8C", "B plays 10S", "C plays KC")
    assert state.facts()["tricks"] == ["A"]
    assert happened(state)[-1] == "A wins the trick."
