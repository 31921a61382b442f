"""Knocking: T14 to T16, T45, its limit in T29, T30 and TA17, and when it may be done, TA13 and TA15."""

import pytest
from toepen.setting import at, clause, happened, last_trick, lives, play, play_out

from cardlab.games.toepen import GAME
from cardlab.notation import Action
from cardlab.play import next_action


def two_tricks(*moves, **more):
    """A leads to the third of the four tricks."""
    hands = {"A": "9S KD", "B": "10S 7D", "C": "8S JD"}
    return at(*moves, **{"hands": hands, "leader": "A", **more})


@pytest.mark.clause("T14")
@pytest.mark.clause("TA13")
def test_anyone_may_knock_at_any_time_during_play():
    state = at(phase="play", hands={"A": "7D 7S JH 8C", "B": "8D KS 9H QC", "C": "KD 9S 10H JC"})
    while state.phase == "play":
        for name in "ABC":
            assert clause(state, f"{name} knocks") is None
        state = state.apply(state.legal_actions()[0])
    for name in "ABC":
        assert clause(state, f"{name} knocks") == "T13"  # the last card is down


@pytest.mark.clause("T15")
def test_each_knock_raises_the_stake_by_one():
    state = two_tricks()
    stakes = [state.stake]
    for knocker, others in (("A", "BC"), ("B", "CA"), ("A", "BC")):
        state = play(state, f"{knocker} knocks")
        stakes.append(state.stake)
        state = play(state, *(f"{name} stays" for name in others))
    assert stakes == [1, 2, 3, 4]
    assert "A knocks: the stake is now 4." in happened(state)


@pytest.mark.clause("T16")
def test_the_sign_is_a_knock():
    assert GAME.verbs["knock"].phrase == "knocks"
    assert GAME.verbs["knock"].button == "Knock"
    assert happened(two_tricks("C knocks"))[-1].startswith("C knocks")


@pytest.mark.clause("T45")
def test_to_knock_is_to_play_for_more():
    lost = {}
    for moves in ((), ("A knocks", "B stays", "C stays")):
        lost[moves] = sorted(lives(play_out(two_tricks(*moves))))
    assert [*lost.values()] == [[0, 1, 1], [0, 2, 2]]


@pytest.mark.clause("TA13")
def test_not_before_the_first_lead_is_due():
    state = at(lives={"C": 9}, hands={"B": "JS JH JD 7C"})
    for move in (
        "A exchanges",
        "B accepts",
        "C accepts",
        "A keeps",
        "B keeps",
        "C keeps",
        "B stays silent",
        "A stays",
    ):
        for name in "ABC":
            assert clause(state, f"{name} knocks") == "TA13"
        state = state.apply(move)
    assert clause(state.apply("B stays"), "A knocks") is None


@pytest.mark.clause("TA13")
@pytest.mark.clause("TA16")
def test_not_while_a_knock_is_to_be_answered():
    state = two_tricks("A plays 9S", "C knocks")
    for name in "ABC":
        assert clause(state, f"{name} knocks") == "TA16"
    assert clause(state, "B plays 10S") == "TA14"


@pytest.mark.clause("TA13")
def test_asked_clockwise_from_the_one_who_is_due():
    state = two_tricks()
    assert state.interrupt_order() == (0, 1, 2)
    assert play(state, "A plays 9S").interrupt_order() == (1, 2, 0)
    assert play(state, "C knocks").interrupt_order() == ()


@pytest.mark.clause("TA13")
def test_the_first_knock_in_that_order_counts():
    def knocks(view, rng):
        return next((move for move in view.legal if move.verb == "knock"), None)

    def plays(view, rng):
        return view.legal[0] if view.seat == view.to_act else None

    state = two_tricks("A plays 9S")
    assert next_action(state, {0: knocks, 1: knocks, 2: knocks}) == Action(1, "knock")
    assert next_action(state, {0: knocks, 1: plays, 2: knocks}) == Action(2, "knock")
    assert next_action(state, {0: plays, 1: plays, 2: plays}).verb == "play"


@pytest.mark.clause("TA13")
def test_on_turn_only():
    state = two_tricks("A plays 9S", options={"knock_timing": "own_turn"})
    assert [clause(state, f"{name} knocks") for name in "ABC"] == ["TA13", None, "TA13"]


@pytest.mark.clause("TA15")
def test_not_twice_running():
    state = two_tricks("A knocks", "B stays", "C stays")
    assert clause(state, "A knocks") == "TA15"
    state = play(state, "B knocks", "C stays", "A stays")
    assert clause(state, "B knocks") == "TA15"
    assert clause(state, "A knocks") is None


@pytest.mark.clause("TA15")
def test_the_last_knock_counts_in_later_tricks_too():
    state = two_tricks("A knocks", "B stays", "C stays", "A plays 9S", "B plays 10S", "C plays 8S")
    assert state.facts()["tricks"] == ["B"]
    assert [clause(state, f"{name} knocks") for name in "ABC"] == ["TA15", None, None]


@pytest.mark.clause("TA15")
def test_the_raise_of_a_pelt_is_nobodys():
    hands = {"A": "10S KH 9D 8C", "B": "7S 10H QD JC", "C": "9S 9H 7D 7C"}
    state = at("B stays", "C stays", phase="pelt", hands=hands, lives={"A": 9})
    assert [clause(state, f"{name} knocks") for name in "BC"] == [None, None]


@pytest.mark.clause("T29")
@pytest.mark.parametrize(("limit", "lost"), [(10, 9), (15, 14)])
def test_one_life_from_the_limit_there_is_no_knock(limit, lost):
    options = {"limit": limit, "pelt": False}
    assert clause(two_tricks(lives={"A": lost}, options=options), "A knocks") == "T29"
    assert clause(two_tricks(lives={"A": lost - 1}, options=options), "A knocks") is None


@pytest.mark.clause("T30")
@pytest.mark.parametrize(("lost", "knocks"), [(8, 1), (7, 2), (6, 3), (0, 9)])
def test_the_nearer_to_the_limit_the_fewer_knocks(lost, knocks):
    """A and B knock in turn; only the lives of A are counted, for B has lost as many as A."""
    state = two_tricks(lives={"A": lost, "B": lost})
    for number in range(knocks):
        knocker, others = ("A", "BC") if number % 2 == 0 else ("B", "CA")
        assert clause(state, f"{knocker} knocks") is None
        state = play(state, f"{knocker} knocks", *(f"{name} stays" for name in others))
    knocker = "AB"[knocks % 2]
    assert clause(state, f"{knocker} knocks") == "T30"


@pytest.mark.clause("TA17")
@pytest.mark.parametrize("limit", [2, 10, 15])
def test_lives_and_the_new_stake_together_are_at_most_the_limit(limit):
    for lost in range(limit):
        for stake in range(1, limit + 2):
            options = {"limit": limit, "pelt": False}
            state = last_trick("9S", "10S", lives={"B": lost}, stake=stake, options=options)
            assert (clause(state, "B knocks") is None) == (lost + stake + 1 <= limit)


@pytest.mark.clause("TA17")
def test_the_raise_of_a_pelt_counts_as_the_first_knock():
    hands = {"A": "10S KH 9D 8C", "B": "7S 10H QD JC", "C": "9S 9H 7D 7C"}
    state = at("B stays", "C stays", phase="pelt", hands=hands, lives={"A": 9, "B": 8, "C": 7})
    assert [clause(state, f"{name} knocks") for name in "ABC"] == ["T29", "T30", None]


@pytest.mark.clause("TA17")
def test_without_a_cap_lost_lives_forbid_nothing():
    state = two_tricks(lives={"A": 9, "B": 8}, stake=5, options={"knock_cap": None})
    assert [clause(state, f"{name} knocks") for name in "ABC"] == [None, None, None]
