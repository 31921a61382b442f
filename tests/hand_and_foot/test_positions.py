"""Options and positions: what cannot be is refused by the name of the field."""

from dataclasses import fields

import pytest
from hand_and_foot.setting import CLEAN_KINGS, ascii, at, hand, melding

from cardlab.game import find_game, new_game
from cardlab.games.hand_and_foot.rules import HandAndFootRules
from cardlab.refused import Refused


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 1),
        ("players", 7),
        ("teams", (0, 1)),
        ("decks", -1),
        ("decks", 5.0),
        ("hand_size", 10),
        ("hand_size", 16),
        ("minimums", ()),
        ("minimums", (50, -1)),
        ("minimums", 50),
        ("wild_rule", "any"),
        ("pickup_size", 0),
        ("stock_out", "stop"),
        ("books_to_go_out", (1,)),
        ("books_to_go_out", (1, -1)),
        ("going_out_bonus", "100"),
        ("red_three_value", 1.5),
        ("ask_partner", 1),
    ],
)
def test_impossible_options(option, value):
    with pytest.raises(Refused) as caught:
        HandAndFootRules(**{option: value})
    assert caught.value.field == option


def test_every_option_comes_from_a_clause():
    clauses = find_game("hand_and_foot").clauses()
    assert all(item.metadata["clause"] in clauses for item in fields(HandAndFootRules))


@pytest.mark.parametrize(
    ("field", "position"),
    [
        ("round", {"round": 5}),
        ("round", {"round": 0}),
        ("to_act", {"to_act": "C"}),
        ("phase", {"phase": "ask"}),
        ("hands", {"hands": {"A": "9H 9H 9H 9H 9H 9H"}}),
        ("hands", {"hands": "9H"}),
        ("hands", {"hands": {"A": "1H"}}),
        ("feet", {"feet": {"A": "9H"}, "in_foot": ["A"]}),
        ("feet", {"hands": {"A": "9H 9H 9H"}, "feet": {"B": "9H 9H 9H"}}),
        ("in_foot", {"in_foot": ["Z"]}),
        ("stock", {"stock": "3H 3H 3H 3H 3H 3H"}),
        ("pile", {"pile": "KS 3H"}),
        ("melds", {"melds": {"A": ["KS KH"]}}),
        ("melds", {"melds": {"A": ["KS KH 2S"]}}),
        ("melds", {"melds": {"A": ["3S 3C 3S"]}}),
        ("melds", {"melds": {"A": ["KS KH KD", "KS KH KC"]}}),
        ("melds", {"melds": {"A": "KS KH KD"}}),
        ("red_threes", {"red_threes": {"A": "3S"}}),
        ("scores", {"scores": {"A": "10"}}),
        ("lives", {"lives": {"A": 1}}),
    ],
)
def test_impossible_positions(field, position):
    with pytest.raises(Refused) as caught:
        at(**position)
    assert caught.value.field == field


def test_two_scores_of_one_team_must_agree():
    with pytest.raises(Refused, match=r"^scores: "):
        at(options={"players": 4}, scores={"A": 10, "C": 20})
    assert at(options={"players": 4}, scores={"C": 20}).totals == (20, 0)


def test_more_cards_than_the_packs_have_are_refused():
    with pytest.raises(Refused, match=r"^hands: So many cards"):
        at(
            options={"decks": 1},
            hands={"A": "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C 9S 9H"},
        )


def test_what_is_not_said_is_as_at_the_start_of_a_round():
    assert at(seed=3) == new_game("hand_and_foot", seed=3, players=2, position={"dealer": "B"})
    state = at(seed=3, hands={"A": "9S 9H"}, melds={"B": [CLEAN_KINGS]}, stock="4D 5D")
    assert (hand(state), len(state.hands[1]), len(state.feet[0])) == ("9S 9H", 11, 11)
    assert ascii(state.stock[:2]) == "4D 5D"
    assert (len(state.pile), state.phase, state.deal) == (1, "draw", 1)
    assert state.carried == (0, 0)
    assert at(seed=3).stock != at(seed=4).stock


def test_what_happens_by_itself_happens_in_a_position_too():
    assert hand(melding("3H 9S 4D")) == "9S 6C 4D"
    assert melding("", hands={"A": "", "B": "6S"}, melds={"A": ["KS KH KD"]}).in_foot == (True, False)
