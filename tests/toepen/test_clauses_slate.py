"""Points and the slate: T13, T18, T19, T35, T41 to T44, T46, T49, T50 and TA30."""

import pytest
from toepen.setting import at, clause, keep_all, last_trick, lives, play, play_out

from cardlab.game import new_game
from cardlab.games.toepen.layout import strokes
from cardlab.refused import Refused

SLATE = {"Thijs": 3, "Tim": 14, "Thomas": 8, "Stan": 6}


def example(*moves):
    """The example slate; Thijs has dealt."""
    names = " ".join(SLATE)
    options = {"limit": 15, "announcements": False}
    return at(*moves, seats=names, dealer="Thijs", lives=SLATE, options=options)


@pytest.mark.clause("T13")
@pytest.mark.clause("T35")
@pytest.mark.clause("T43")
@pytest.mark.parametrize("stake", [1, 2, 5])
def test_everybody_but_the_winner_of_the_last_trick_gets_points(stake):
    state = play_out(last_trick("7S", "10S", "9S", "JH", stake=stake, lives={"A": 1}))
    assert lives(state) == (1 + stake, 0, stake, stake)


@pytest.mark.clause("T41")
@pytest.mark.clause("T42")
@pytest.mark.clause("T44")
@pytest.mark.parametrize(
    ("points", "chalked"),
    [(0, ""), (3, "|||"), (5, "|||||"), (6, "||||| |"), (8, "||||| |||"), (14, "||||| ||||| ||||")],
)
def test_points_are_strokes_in_fives(points, chalked):
    assert strokes(points) == chalked


@pytest.mark.clause("T41")
@pytest.mark.clause("T44")
def test_the_example_slate():
    head, *rows = example().view(None).scene().sheet
    assert head[0] == "Slate"
    assert [row[:3] for row in rows] == [
        ("Thijs", "|||", "3"),
        ("Tim", "||||| ||||| ||||", "14"),
        ("Thomas", "||||| |||", "8"),
        ("Stan", "||||| |", "6"),
    ]


@pytest.mark.clause("T42")
@pytest.mark.clause("T18")
@pytest.mark.clause("T19")
@pytest.mark.clause("TA30")
@pytest.mark.parametrize("limit", [2, 10, 15])
def test_out_at_the_limit(limit):
    options = {"limit": limit, "pelt": False}
    state = play_out(last_trick("10S", "9S", "8S", lives={"B": limit - 1}, options=options))
    assert state.facts()["eliminated"] == ["B"]
    assert state.facts()["in"] == ["A", "B", "C"]
    state = play(state, "deal")
    assert state.facts()["in"] == ["A", "C"]
    assert clause(state, "B keeps") == "T18"
    state = play_out(last_trick("10S", "9S", "8S", lives={"B": max(limit - 2, 0)}, options=options))
    assert state.facts()["eliminated"] == []


@pytest.mark.clause("TA30")
def test_ten_unless_said_otherwise():
    assert new_game("toepen").rules.limit == 10
    for limit in (1, "10", 10.0):
        with pytest.raises(Refused, match=r"^limit: "):
            new_game("toepen", limit=limit)


@pytest.mark.clause("T46")
def test_who_has_won_a_lot_has_few_points():
    """Thijs, who has the fewest, is in front; Tim has the most."""
    lost = example().facts()["lives"]
    assert sorted(lost, key=lost.get) == ["Thijs", "Stan", "Thomas", "Tim"]


@pytest.mark.clause("T49")
def test_in_the_example_tim_is_in_pelt():
    state = keep_all(example())
    (note,) = [place.notes for place in state.view(None).scene().places if place.name == "Tim"]
    assert "in pelt" in note
    assert state.facts()["leader"] == "Tim"
    hands = {"Thijs": "JS", "Tim": "9S", "Thomas": "10S", "Stan": "8S"}
    state = play_out(at(seats=" ".join(SLATE), lives=SLATE, hands=hands, options={"limit": 15}, stake=1))
    assert state.facts()["lives"] == {"Thijs": 4, "Tim": 15, "Thomas": 8, "Stan": 7}
    assert state.facts()["eliminated"] == ["Tim"]


@pytest.mark.clause("T50")
def test_in_the_example_the_others_choose():
    state = keep_all(example())
    assert (state.phase, state.facts()["to_act"], state.facts()["stake"]) == ("pelt", "Thomas", 2)
    for name in ("Thomas", "Stan", "Thijs"):
        assert clause(state, f"{name} folds") is None
        state = play(state, f"{name} stays")
    assert (state.phase, state.facts()["to_act"]) == ("play", "Tim")
