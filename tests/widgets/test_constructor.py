"""A table that is asked for with something wrong says so in a sentence."""

import pytest

from cardlab.game import new_game
from cardlab.refused import Refused
from cardlab.widgets import Table

STATE = new_game("toepen", 1, ["Ann", "Ben"])


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("game", {"game": 5}),
        ("game", {"game": "hole_cards", "state": STATE}),
        ("state", {"state": 5}),
        ("state", {"state": STATE.view("Ann")}),
        ("players", {"state": STATE, "players": 5}),
        ("limit", {"state": STATE, "limit": 10}),
        ("seed", {"state": STATE, "seed": 4}),
        ("position", {"state": STATE, "position": {}}),
        ("seats", {"seats": ["Ann", "Ben"]}),
        ("seats", {"seats": 5}),
        ("seats", {"seats": {"Ann": 5, "Ben": "tim"}}),
        ("seats", {"seats": {5: "person", "Ben": "tim"}}),
        ("seats", {"state": STATE, "seats": ["Ann", "Ben"]}),
        ("seed", {"seed": "x"}),
        ("seed", {"seed": None}),
        ("position", {"position": 5}),
        ("speed", {"speed": "x"}),
        ("speed", {"speed": None}),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(field, words):
    with pytest.raises(Refused) as caught:
        Table(**words)
    assert caught.value.field == field


def test_a_state_may_be_given_with_its_game():
    table = Table("toepen", state=STATE)
    assert table.state is STATE
    table.close()
