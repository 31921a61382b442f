"""Positions of Toepen: what may be left out, and that whatever cannot be is refused by its field."""

import copy
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from toepen.setting import at, hand

from cardlab.game import State, new_game
from cardlab.games.toepen import resample
from cardlab.games.toepen.position import FIELDS
from cardlab.play import Record
from cardlab.referee import read_scenarios
from cardlab.refused import Refused

SCENARIOS = read_scenarios(Path(__file__).parents[1] / "scenarios" / "toepen")
FOUR = {"A": "10S 9H 8D 7C", "B": "9S 8H 7D AC", "C": "8S 7H AD KC"}


# --- what is not said


def test_an_empty_position_is_the_start_of_a_deal():
    assert at().facts() == new_game("toepen", seats=["A", "B", "C"], position={"dealer": "C"}).facts()
    state = at()
    assert (state.phase, state.facts()["to_act"], state.stake, state.deal) == ("exchange", "A", 1, 1)


def test_cards_that_are_not_named_are_dealt():
    state = at(hands={"B": "10S 10H 10D 9C"})
    assert hand(state, "B") == "10S 10H 9C 10D"
    assert [len(cards) for cards in state.hands] == [4, 4, 4]


@pytest.mark.parametrize(("cards", "tricks"), [("10S 9S 8S", 1), ("10S 9S", 2), ("10S", 3)])
def test_fewer_cards_are_a_later_trick(cards, tricks):
    state = at(hands={"A": cards})
    assert state.phase == "play"
    assert [len(each) for each in state.hands] == [4 - tricks] * 3
    assert f"Trick: {tricks + 1} of 4" in repr(state.view("A"))


def test_who_leads():
    one = {"A": "10S", "B": "9S", "C": "8S"}
    assert at(hands=one).facts()["leader"] == "A"
    assert at(hands=one, dealer="A").facts()["leader"] == "B"
    assert at(hands=one, tricks=["A", "B", "C"]).facts()["leader"] == "C"
    assert at(hands=one, tricks=["A", "B", "C"], leader="B").facts()["leader"] == "B"
    assert at(hands=one, lives={"C": 9}).facts()["leader"] == "C"
    assert at(hands={"B": "9S", "C": "8S"}, trick=[["A", "10S"]]).facts()["leader"] == "A"


def test_the_stake_is_one_and_in_pelt_two():
    assert at(hands=FOUR, phase="play").stake == 1
    assert at(hands=FOUR, phase="play", lives={"A": 9}).stake == 2
    assert at(hands=FOUR, phase="pelt", lives={"A": 9}).stake == 2
    assert at(hands=FOUR, lives={"A": 9}, stake=2).stake == 1  # raised when the exchanges are over


def test_in_the_middle_of_a_trick():
    state = at(hands={"A": "9S", "B": "7S 7H", "C": "8S 8H"}, trick=[["A", "10S"]], last_knocker="B", stake=2)
    assert state.facts()["to_act"] == "B"
    assert state.interrupt_order() == (1, 2, 0)
    assert state.why_illegal("B knocks").clause == "TA15"


# --- what cannot be

BAD = [
    ("hands", {"hands": {"A": "10S 9S 8S 7S AS"}}),
    ("hands", {"hands": {"A": "10S 10♠"}}),
    ("hands", {"hands": {"A": "10S", "B": "10S"}}),
    ("hands", {"hands": {"A": "2S"}}),
    ("hands", {"hands": {"A": "Joker"}}),
    ("hands", {"hands": {"A": "10X"}}),
    ("hands", {"hands": {"A": 10}}),
    ("hands", {"hands": {"A": ["10S"]}}),
    ("hands", {"hands": {"D": "10S"}}),
    ("hands", {"hands": {0: "10S"}}),
    ("hands", {"hands": ["10S", "9S"]}),
    ("hands", {"hands": "10S"}),
    ("hands", {"hands": None}),
    ("hands", {"hands": {"A": "10S 9S", "B": "8S"}}),
    ("hands", {"hands": {"A": "", "B": "8S", "C": "7S"}}),
    ("hands", {"hands": {"A": "", "B": "", "C": ""}}),
    ("hands", {"hands": {"A": "10S"}, "lives": {"A": 10}}),
    ("hands", {"hands": {"A": "9S 9H", "B": "8S", "C": "7S"}, "trick": [["A", "10S"]]}),
    ("stock", {"stock": "10S 10S"}),
    ("stock", {"hands": {"A": "10S"}, "stock": "10S"}),
    ("stock", {"stock": ["10S"]}),
    ("stock", {"stock": "2C"}),
    ("stock", {"stock": "10S 9S 8S 7S AS KS QS JS 10H 9H 8H 7H AH KH QH JH 10D 9D 8D 7D AD"}),
    ("lives", {"lives": {"A": -1}}),
    ("lives", {"lives": {"A": 11}}),
    ("lives", {"lives": {"A": "3"}}),
    ("lives", {"lives": {"A": 1.0}}),
    ("lives", {"lives": {"A": True}}),
    ("lives", {"lives": {"D": 1}}),
    ("lives", {"lives": [1, 2, 3]}),
    ("lives", {"lives": {"A": 10, "B": 10}}),
    ("stake", {"hands": FOUR, "phase": "play", "stake": 0}),
    ("stake", {"hands": FOUR, "phase": "play", "stake": "2"}),
    ("stake", {"hands": FOUR, "phase": "play", "stake": None}),
    ("stake", {"hands": FOUR, "phase": "pelt", "lives": {"A": 9}, "stake": 1}),
    ("stake", {"hands": FOUR, "phase": "pelt", "lives": {"A": 9}, "stake": 3}),
    ("stake", {"stake": 2}),
    ("dealer", {"dealer": "D"}),
    ("dealer", {"dealer": 0}),
    ("dealer", {"dealer": ["A"]}),
    ("phase", {"phase": "answer"}),
    ("phase", {"phase": "over"}),
    ("phase", {"phase": "Play"}),
    ("phase", {"phase": None}),
    ("phase", {"phase": "pelt"}),
    ("phase", {"phase": "exchange", "hands": {"A": "10S 9S 8S"}}),
    ("phase", {"phase": "exchange", "folded": ["A"]}),
    ("phase", {"phase": "pelt", "lives": {"A": 9}, "hands": {"B": "10S"}}),
    ("last_knocker", {"last_knocker": "A"}),
    ("last_knocker", {"phase": "pelt", "lives": {"A": 9}, "last_knocker": "B"}),
    ("last_knocker", {"hands": FOUR, "phase": "play", "last_knocker": "D"}),
    ("folded", {"folded": ["D"]}),
    ("folded", {"folded": ["A", "B"]}),
    ("folded", {"folded": "A"}),
    ("folded", {"folded": 1}),
    ("folded", {"folded": ["A"], "lives": {"A": 10}}),
    ("leader", {"leader": "A"}),
    ("leader", {"hands": FOUR, "phase": "play", "leader": "D"}),
    ("leader", {"phase": "pelt", "lives": {"A": 9}, "leader": "B"}),
    ("trick", {"trick": [["A", "10S 9S"]]}),
    ("trick", {"trick": [["A", ""]]}),
    ("trick", {"trick": [["A"]]}),
    ("trick", {"trick": ["A 10S"]}),
    ("trick", {"trick": {"A": "10S"}}),
    ("trick", {"trick": [["D", "10S"]]}),
    ("trick", {"trick": [["A", "2S"]]}),
    ("trick", {"hands": {"B": "10S"}, "trick": [["A", "10S"]]}),
    ("trick", {"trick": [["A", "10S"], ["C", "9S"]]}),
    ("trick", {"trick": [["A", "10S"], ["B", "9S"], ["C", "8S"]]}),
    ("trick", {"trick": [["A", "10S"], ["A", "9S"]]}),
    ("trick", {"trick": [["A", "10S"]], "leader": "B"}),
    ("tricks", {"hands": {"A": "10S"}, "tricks": ["A"]}),
    ("tricks", {"hands": {"A": "10S"}, "tricks": ["A", "B", "D"]}),
    ("tricks", {"hands": {"A": "10S"}, "tricks": "ABC"}),
    ("tricks", {"tricks": ["A"]}),
    ("rubbers", {"rubbers": {"A": 3}}),
    ("rubbers", {"rubbers": {"A": -1}}),
    ("rubbers", {"rubbers": 1}),
    ("can_whistle", {"can_whistle": {"A": 0}}),
    ("can_whistle", {"can_whistle": {"D": False}}),
    ("can_whistle", {"can_whistle": ["A"]}),
    ("whistles", {"whistles": {"A": False}}),
    ("Hands", {"Hands": {"A": "10S"}}),
    ("position", ["hands"]),
]


@pytest.mark.parametrize(("field", "position"), BAD, ids=str)
def test_what_cannot_be_is_refused_by_its_field(field, position):
    with pytest.raises(Refused) as caught:
        new_game("toepen", 0, "ABC", position)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")
    assert str(caught.value).endswith((".", "?"))


@pytest.mark.clause("T15")
@pytest.mark.clause("TA15")
def test_whoever_has_knocked_has_raised_the_stake():
    hands = {"A": "10S", "B": "9S", "C": "8S"}
    with pytest.raises(Refused) as caught:
        at(hands=hands, last_knocker="A", stake=1)
    assert (caught.value.field, caught.value.sentence) == (
        "stake",
        "A has knocked, so the stake is 2 at least.",
    )
    assert at(hands=hands, last_knocker="A", stake=2).stake == 2
    for state in (at(hands=hands, last_knocker="A", stake=2), at(hands=hands, last_knocker="A")):
        assert state.why_illegal("A knocks").clause == "TA15"
        assert state.why_illegal("B knocks") is None


@pytest.mark.clause("TA3")
@pytest.mark.clause("TA40")
@pytest.mark.parametrize("options", [{"max_exchanges": 0}, {"players": 8}])
def test_a_phase_of_exchanges_in_which_nobody_may_exchange_is_over_by_itself(options):
    seats = " ".join("ABCDEFGH"[: options.get("players", 3)])
    state = at(seats=seats, phase="exchange", options=options | {"announcements": False})
    assert (state.phase, state.to_act) == ("play", 0)
    assert at(seats=seats, phase="exchange", lives={"A": 9}, options=options).phase in ("pelt", "announce")


def test_a_deal_that_nothing_fits_is_not_looked_for_for_ever(monkeypatch):
    monkeypatch.setattr(resample, "MOST_TRIES", 5)
    monkeypatch.setattr(resample, "_fits", lambda *_: False)
    with pytest.raises(Refused, match="view: No deal was found"):
        at().view("A").resample(Random(1))


def test_a_field_written_almost_right_is_guessed():
    with pytest.raises(Refused, match="Did you mean hands"):
        at(hand={"A": "10S"})
    with pytest.raises(Refused, match="Did you mean Tim"):
        at(seats="Tim Tom", dealer="Tin")


# --- a small fuzz: positions of scenarios with one or two things broken

JUNK = [
    None,
    True,
    -1,
    0,
    3,
    99,
    1.5,
    "",
    "A",
    "D",
    "10S",
    "2S",
    "10S 10S",
    "play",
    [],
    ["A"],
    [["A", "10S"]],
    {},
]
JUNK += [{"A": 9}, {"A": 10, "B": 10}, {"A": "10S"}, {"A": "10S 9S 8S 7S AS"}, {"Z": 1}, {"A": None}, [["A"]]]


def broken(position, rng):
    """The position with a field changed to junk, taken out, or with something in it changed."""
    position = copy.deepcopy(position)
    for _ in range(rng.choice((1, 1, 2))):
        field = rng.choice(
            [*position, "stake", "folded", "trick", "tricks", "leader", "last_knocker", "phase"]
        )
        value = position.get(field)
        if isinstance(value, dict) and value and rng.random() < 0.6:
            value[rng.choice([*value])] = rng.choice(JUNK)
        elif isinstance(value, list) and value and rng.random() < 0.6:
            value[rng.randrange(len(value))] = rng.choice(JUNK)
        elif rng.random() < 0.1:
            position.pop(field, None)
        else:
            position[field] = rng.choice(JUNK)
    return position


def test_a_broken_position_is_refused_or_can_be_played():
    rng = Random(20)
    fields, played = Counter(), 0
    for _ in range(80):
        for scenario in SCENARIOS:
            position = broken(scenario["position"], rng)
            seats = tuple(scenario["seats"])
            record = Record(game="toepen", seats=seats, options=scenario["options"], position=position)
            try:
                state = record.start()
            except Refused as refused:
                fields[refused.field] += 1
                continue
            played += 1
            assert isinstance(state, State)
            if played % 20 == 0:
                for seat in range(len(seats)):
                    assert state.view(seat).resample(rng).view(seat) == state.view(seat)
                while state.to_act is not None:
                    state.interrupt_order()
                    state = state.apply(rng.choice(state.legal_actions()))
    assert {*fields} <= {*FIELDS}
    assert played > 300
    assert (
        min(fields[name] for name in ("hands", "lives", "trick", "tricks", "phase", "leader", "stake")) > 20
    )
