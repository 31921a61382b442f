"""The list of games, and a game that joins it without a folder of its own."""

from dataclasses import dataclass, replace

import pytest

from cardlab.game import GAMES, Rules, RuleViolation, View, find_game, new_game, option
from cardlab.refused import Refused


@pytest.fixture
def mine(monkeypatch):
    """Toepen under another name, as if it had been written in a notebook."""
    game = replace(
        find_game("toepen"), name="mine", title="Mine", text="- **T1** Mine.\nOurs.\n- **M22** Yours."
    )
    monkeypatch.setitem(GAMES, "mine", game)
    return game


def test_a_game_without_a_folder_is_found_with_its_clauses(mine):
    assert find_game("mine") is mine
    assert mine.clauses() == {"T1": "Mine.", "M22": "Yours."}
    assert RuleViolation("mine", "M22", "So it is.").rule == "Yours."
    assert "T14" in find_game("toepen").clauses()


def test_a_game_that_is_written_again_takes_the_place_of_the_old_one(mine, monkeypatch):
    monkeypatch.setitem(GAMES, "mine", replace(mine, text="- **M1** Changed."))
    assert find_game("mine").clauses() == {"M1": "Changed."}


def test_rules_of_a_game_that_has_not_joined_are_refused():
    @dataclass(frozen=True, kw_only=True)
    class LanternRules(Rules):
        players: int = option(2, "L1", "The number of players.")

    with pytest.raises(Refused, match="There is no game"):
        new_game(LanternRules())


def test_a_view_without_a_scene_of_its_own_has_a_plain_one():
    state = new_game("toepen", seed=1, seats=["Ann", "Ben"], position={"hands": {"Ann": "9H", "Ben": "KH"}})
    view = state.view("Ben")
    scene = View.scene(view)
    assert (scene.title, scene.status) == ("Toepen, deal 1", f"{state.seats[state.to_act]} is to act.")
    assert [(place.name, place.is_turn) for place in scene.places] == [
        (name, seat == state.to_act) for seat, name in enumerate(state.seats)
    ]
    assert (scene.hand_name, scene.hand, scene.log) == ("Hand of Ben", view.hand, view.scene().log)
    bystander = View.scene(state.view(None))
    assert (bystander.hand_name, bystander.hand) == ("", ())
    while state.to_act is not None:
        state = state.apply(next(move for move in state.legal_actions() if move.verb == "play"))
    assert View.scene(state.view("Ben")).status == state.view("Ben").scene().log[-1][0]
