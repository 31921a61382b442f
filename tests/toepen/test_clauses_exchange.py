"""Exchange, bluff and challenge: T4 to T8, TA2 to TA11."""

import pytest
from toepen.setting import at, clause, hand, happened, keep_all, lives, play

HONEST = "AS KD QH JC"
BLUFF = "10S KD QH JC"
STOCK = "10C 9H AD KC 7C 8D JD 9C KS QD 8H 10D"


def exchange(old, *moves, **more):
    """A, B and C are to exchange, A first; A holds the old hand."""
    hands = {"A": old, "B": "9S 8S 7H JH", "C": "9D 8C AH QS"}
    return at(*moves, **{"hands": hands, "stock": STOCK, **more})


@pytest.mark.clause("T4")
def test_an_honest_hand_is_laid_aside_for_four_new_cards():
    state = exchange(HONEST)
    assert clause(state, "A exchanges") is None
    state = play(state, "A exchanges", "B accepts", "C accepts")
    assert {*hand(state, "A").split()} == {*"10C 9H AD KC".split()}
    assert lives(state) == (0, 0, 0)


@pytest.mark.clause("T5")
@pytest.mark.parametrize("old", [BLUFF, "10S 10H KH 7S", "7S AS KD QH"])
def test_any_hand_may_be_laid_aside(old):
    state = exchange(old, "A exchanges", "B accepts", "C accepts")
    assert {*hand(state, "A").split()} == {*"10C 9H AD KC".split()}
    assert lives(state) == (0, 0, 0)


@pytest.mark.clause("TA2")
def test_asked_clockwise_from_the_dealers_left_and_again_after_an_exchange():
    state = exchange(BLUFF)
    assert clause(state, "B exchanges") == "TA2"
    asked = []
    for move in ("A exchanges", "B accepts", "C accepts", "A keeps", "B exchanges", "C accepts", "A accepts"):
        asked.append((state.phase, state.facts()["to_act"]))
        state = state.apply(move)
    assert asked[0] == ("exchange", "A")
    assert asked[3] == ("exchange", "A")
    assert asked[4] == ("exchange", "B")
    kept = exchange(BLUFF).apply("A keeps")
    assert kept.why_illegal("A keeps").case == "You have been asked already; now it is B who is asked."
    assert kept.why_illegal("C keeps").case == "B is asked first."
    assert (state.phase, state.facts()["to_act"]) == ("exchange", "B")
    state = play(state, "B keeps", "C keeps")
    assert state.phase == "play"


@pytest.mark.clause("TA3")
@pytest.mark.parametrize("players", range(2, 9))
def test_there_is_room_for_eight_exchanges_less_the_players(players):
    names = "ABCDEFGH"[:players]
    state = at(seats=" ".join(names), options={"announcements": False})
    exchanges = 0
    while state.phase == "exchange":
        state = state.apply("A exchanges")
        exchanges += 1
        while state.phase == "challenge":
            state = state.apply(f"{state.facts()['to_act']} accepts")
    assert exchanges == 8 - players
    assert state.facts()["stock_count"] == 0


@pytest.mark.clause("TA3")
@pytest.mark.parametrize(("most", "asked"), [(0, ""), (1, "AB"), (2, "AAB")])
def test_a_limit_of_exchanges_for_each_player(most, asked):
    state = exchange(HONEST, options={"max_exchanges": most})
    found = ""
    while state.phase == "exchange" and state.facts()["to_act"] == "A":
        found += "A"
        state = play(state, "A exchanges", "B accepts", "C accepts")
    found += "B" if state.phase == "exchange" else ""
    assert found == asked


@pytest.mark.clause("TA4")
def test_cards_laid_aside_are_dead():
    state = exchange(HONEST, "A exchanges", "B accepts", "C accepts")
    assert state.facts()["stock_count"] == 32 - 12 - 4
    old = {*HONEST.split()}
    assert not old & {card.ascii for cards in (*state.hands, state.stock) for card in cards}
    state = play(state, "A exchanges", "B accepts", "C accepts")
    assert {*hand(state, "A").split()} == {*"7C 8D JD 9C".split()}
    assert state.facts()["stock_count"] == 32 - 12 - 8


@pytest.mark.clause("T6")
def test_any_opponent_may_challenge_any_exchange():
    assert play(exchange(BLUFF, "A exchanges"), "B challenges").facts()["lives"]["A"] == 1
    assert play(exchange(BLUFF, "A exchanges"), "B accepts", "C challenges").facts()["lives"]["A"] == 1
    state = exchange(BLUFF)
    assert clause(state, "B challenges") == "T6"  # nobody has exchanged
    assert clause(state.apply("A exchanges"), "A challenges") == "T6"


@pytest.mark.clause("TA5")
def test_the_first_challenge_settles_it_and_then_the_window_is_closed():
    state = exchange(BLUFF, "A exchanges")
    assert state.facts()["to_act"] == "B"
    assert clause(state, "C challenges") == "TA5"
    assert clause(state, "A keeps") == "TA5"
    settled = play(state, "B challenges")
    assert (settled.phase, settled.facts()["to_act"]) == ("exchange", "A")
    declined = play(state, "B accepts", "C accepts")
    assert (declined.phase, declined.facts()["to_act"]) == ("exchange", "A")
    for closed in (settled, declined):
        assert clause(closed, "C challenges") == "T6"


@pytest.mark.clause("TA5")
def test_the_opponents_are_asked_from_the_exchangers_left():
    state = exchange(BLUFF, "A keeps", "B exchanges")
    assert state.facts()["to_act"] == "C"
    assert play(state, "C accepts").facts()["to_act"] == "A"


@pytest.mark.clause("TA8")
def test_challenged_cards_are_seen_by_all_others_by_nobody_else():
    unseen = exchange(BLUFF, "A exchanges", "B accepts")
    seen = play(unseen, "C challenges")
    assert seen.facts()["public"] == {"A": "10♠ Q♥ J♣ K♦"}
    for seat in (None, "B", "C"):
        assert "10♠" in repr(seen.view(seat))
        assert "10♠" not in repr(unseen.view(seat))
    assert not unseen.facts()["public"]


@pytest.mark.clause("T7")
@pytest.mark.parametrize("high", ["10S", "9C", "8H", "7S"])
def test_a_caught_bluff_costs_a_life_and_keeps_the_new_cards(high):
    state = exchange(f"{high} KD QH JC", "A exchanges", "B challenges", stock="10C 9H AD KC")
    assert lives(state) == (1, 0, 0)
    assert {*hand(state, "A").split()} == {*"10C 9H AD KC".split()}
    assert "A bluff: A loses 1 and keeps the new hand." in happened(state)


@pytest.mark.clause("TA7")
def test_a_caught_bluffer_plays_on_with_the_new_cards():
    state = keep_all(exchange(BLUFF, "A exchanges", "B challenges"))
    assert clause(state, "A plays 9H") is None
    assert clause(state, "A plays 10S") == "T9"


@pytest.mark.clause("T8")
@pytest.mark.clause("TA6")
def test_an_honest_exchange_costs_the_challenger_a_life():
    state = exchange(HONEST, "A exchanges", "B accepts", "C challenges")
    assert lives(state) == (0, 0, 1)
    assert "It was honest: C, who challenged, loses 1." in happened(state)


@pytest.mark.clause("TA9")
@pytest.mark.parametrize("penalty", [1, 3])
def test_what_a_lost_challenge_costs(penalty):
    options = {"challenge_penalty": penalty}
    assert lives(exchange(BLUFF, "A exchanges", "B challenges", options=options)) == (penalty, 0, 0)
    assert lives(exchange(HONEST, "A exchanges", "B challenges", options=options)) == (0, penalty, 0)


@pytest.mark.clause("TA10")
@pytest.mark.parametrize(
    ("old", "loser"),
    [
        ("AS KD QH JC", "B"),
        ("AS AD AC KD", "B"),
        ("JC JS JD QH", "B"),
        ("7S KD QH JC", "A"),
        ("7S JS JC QH", "A"),
    ],
)
def test_only_aces_kings_queens_and_jacks_are_honest(old, loser):
    state = exchange(old, "A exchanges", "B challenges", stock="10C 9H 10H KC")
    assert [name for name, lost in state.facts()["lives"].items() if lost] == [loser]


@pytest.mark.clause("TA11")
def test_the_last_life_may_be_lost_in_a_bluff():
    state = exchange(BLUFF, lives={"A": 9})
    assert clause(state, "A exchanges") is None
    state = play(state, "A exchanges", "B challenges")
    assert state.facts()["eliminated"] == ["A"]
    assert state.facts()["in"] == ["B", "C"]
    assert state.facts()["rounds_owed"] == {"A": 1, "B": 0, "C": 0}
    assert (state.phase, state.facts()["to_act"]) == ("exchange", "B")
    state = keep_all(state)
    assert state.facts()["leader"] == "B"
    assert clause(state, "A knocks") == "T18"


@pytest.mark.clause("TA11")
def test_the_last_life_may_be_lost_in_a_challenge():
    state = exchange(HONEST, "A exchanges", lives={"B": 9})
    assert clause(state, "B challenges") is None
    state = play(state, "B challenges")
    assert state.facts()["in"] == ["A", "C"]
    assert play(state, "A keeps").facts()["to_act"] == "C"
