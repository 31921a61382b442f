"""Tens and jacks: T36 to T40, TA35, TA36, TA41 and TA43."""

import pytest
from toepen.setting import at, clause, happened, keep_all, play

TENS = "10S 10H 10D 7C"
JACKS = "JS JH JD 7C"


def with_hand(cards, *moves, **more):
    """B holds these cards and nobody has exchanged."""
    return play(keep_all(at(hands={"B": cards, "A": "9H 8S AD KC", "C": "9S 8H KD AC"}, **more)), *moves)


@pytest.mark.clause("T36")
@pytest.mark.clause("TA35")
def test_three_tens_are_whistled_by_themselves():
    state = with_hand(TENS)
    assert state.facts()["announced"] == [["B", "whistle"]]
    assert "B whistles." in happened(state)
    assert state.phase == "play"


@pytest.mark.clause("T37")
@pytest.mark.parametrize(("move", "announced"), [("B whistles", [["B", "whistle"]]), ("B stays silent", [])])
def test_three_jacks_may_be_whistled(move, announced):
    state = with_hand(JACKS)
    assert (state.phase, state.facts()["to_act"]) == ("announce", "B")
    state = play(state, move)
    assert state.facts()["announced"] == announced
    assert state.phase == "play"


@pytest.mark.clause("T38")
@pytest.mark.clause("TA36")
def test_four_tens_stand_up_and_do_not_whistle():
    state = with_hand("10S 10H 10D 10C")
    assert state.facts()["announced"] == [["B", "stand"]]
    assert "B stands up." in happened(state)
    assert "B whistles." not in happened(state)


@pytest.mark.clause("T39")
@pytest.mark.parametrize(("move", "announced"), [("B stands up", [["B", "stand"]]), ("B stays silent", [])])
def test_four_jacks_may_stand_up(move, announced):
    state = with_hand("JS JH JD JC")
    assert state.facts()["to_act"] == "B"
    assert play(state, move).facts()["announced"] == announced


@pytest.mark.clause("T39")
def test_three_jacks_do_not_stand_up():
    assert clause(with_hand(JACKS), "B stands up") == "T39"


@pytest.mark.clause("TA41")
def test_four_jacks_do_not_whistle():
    assert clause(with_hand("JS JH JD JC"), "B whistles") == "TA41"


@pytest.mark.clause("T40")
def test_who_must_whistle_and_cannot_sings():
    state = with_hand(TENS, can_whistle={"B": False})
    assert state.facts()["announced"] == [["B", "sing"]]
    assert "B sings." in happened(state)


@pytest.mark.clause("T40")
def test_who_cannot_whistle_can_stand_up():
    state = with_hand("10S 10H 10D 10C", can_whistle={"B": False})
    assert state.facts()["announced"] == [["B", "stand"]]


@pytest.mark.clause("TA43")
@pytest.mark.parametrize(("move", "announced"), [("B whistles", [["B", "sing"]]), ("B stays silent", [])])
def test_with_jacks_who_cannot_whistle_may_sing(move, announced):
    state = with_hand(JACKS, can_whistle={"B": False})
    assert state.facts()["to_act"] == "B"
    assert play(state, move).facts()["announced"] == announced


@pytest.mark.clause("TA35")
@pytest.mark.parametrize("cards", ["10S 10H 7D 7C", "JS JH 10D 10C", "AS AH AD 7C"])
def test_nobody_announces_without_the_cards(cards):
    state = at(hands={"B": cards, "A": JACKS.replace("7C", "8S") if "J" not in cards else "9H 8S AD KC"})
    state = keep_all(state)
    assert state.facts()["announced"] == []
    for verb in ("whistles", "stands up", "stays silent"):
        assert clause(state, f"B {verb}") == "TA35"


@pytest.mark.clause("TA35")
def test_a_whistle_does_not_tell_tens_from_jacks():
    tens, jacks = with_hand(TENS), with_hand(JACKS, "B whistles")
    for seat in (None, "A", "C"):
        assert tens.view(seat) == jacks.view(seat)
        assert repr(tens.view(seat)) == repr(jacks.view(seat))


@pytest.mark.clause("TA35")
def test_silence_and_who_is_asked_are_not_public():
    state = with_hand(JACKS)
    assert state.view("A").to_act is None
    assert state.view("B").to_act == 1
    assert len(play(state, "B stays silent").log) == len(with_hand("JS JH 9D 7C").log)


@pytest.mark.clause("TA35")
def test_announced_clockwise_from_the_dealers_left():
    hands = {"A": "JS JH JD 7C", "C": "10S 10H 10D 7S"}
    state = keep_all(at(hands=hands, dealer="B"))
    assert state.facts()["announced"] == [["C", "whistle"]]
    assert play(state, "A whistles").facts()["announced"] == [["C", "whistle"], ["A", "whistle"]]
    state = keep_all(at(hands=hands, dealer="C"))
    assert state.facts()["announced"] == []
    state = play(state, "A whistles")
    assert state.facts()["announced"] == [["A", "whistle"], ["C", "whistle"]]
    assert happened(state).count("A is to lead.") == 1


@pytest.mark.clause("TA35")
def test_without_announcements_nothing_is_announced_or_asked():
    for cards in (TENS, JACKS):
        state = with_hand(cards, options={"announcements": False})
        assert (state.phase, state.facts()["announced"]) == ("play", [])
