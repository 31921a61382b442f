"""The format of scenario files: what is read, what is compared and how, and that the referee can say no."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab import referee
from cardlab.referee import read_scenarios

ROOT = Path(__file__).parents[1]
ALL = read_scenarios(ROOT / "tests" / "scenarios")

TRICK = {
    "id": "third-trick",
    "game": "toepen",
    "options": {"players": 3},
    "seats": ["A", "B", "C"],
    "position": {
        "dealer": "C",
        "leader": "A",
        "tricks": ["B", "A"],
        "hands": {"A": "10H 9S", "B": "7H 8S", "C": "QH KD"},
    },
    "moves": ["A plays 10H"],
    "expect": {},
}


def told(moves=None, position=None, expect=None, **more):
    """The third trick with some things said otherwise, and what the referee says of it."""
    scenario = {**TRICK, **more}
    scenario["position"] = {**TRICK["position"], **(position or {})}
    scenario["moves"] = TRICK["moves"] if moves is None else moves
    return referee({**scenario, "expect": expect or {}})


# --- the referee can say no


def wrong_values(value, seats):
    """Values that differ a little from what a scenario expects."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case None:
            yield seats[0]
        case str() if value in seats:
            yield next(seat for seat in seats if seat != value)
        case str():
            yield f"{value} 4C"
        case list():
            yield [*value, "4C"]
            if value:
                yield value[:-1]
        case dict():
            for name, one in value.items():
                for wrong in wrong_values(one, seats):
                    yield {**value, name: wrong}


def wrong_expectations(scenario):
    """The expectations of a scenario, each time with one of them wrong."""
    expect, seats = scenario["expect"], scenario["seats"]
    for key, value in expect.items():
        if key == "error":
            yield {"error": "no such field"}
        elif key in ("legal", "not_legal"):
            other = "not_legal" if key == "legal" else "legal"
            for move in value:
                yield {other: [move]}
        elif key == "illegal":
            for item in value if isinstance(value, list) else [value]:
                yield {"illegal": {**item, "rule": "T0"}}
                yield {"legal": [item["move"]]}
        elif key == "view":
            for one, other in (("hides", "shows"), ("shows", "hides")):
                for card in value.get(one, ()):
                    yield {"view": {"seat": value["seat"], other: [card]}}
        else:
            for wrong in wrong_values(value, seats):
                yield {key: wrong}
    for move in expect.get("legal", ()):
        yield {"illegal": {"move": move}}
    yield {"no such fact": 1}


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: scenario["id"])
def test_a_wrong_expectation_is_reported(scenario):
    for expect in wrong_expectations(scenario):
        assert not referee({**scenario, "expect": expect}).ok, expect


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: scenario["id"])
def test_every_expectation_alone_holds_too(scenario):
    for key, value in scenario["expect"].items():
        assert referee({**scenario, "expect": {key: value}}).ok


# --- cards


@pytest.mark.parametrize("ten", ["10H", "TH", "10♥", "T♥", "th"])
def test_a_card_may_be_written_in_several_ways(ten):
    expect = {
        "trick": [["A", ten]],
        "hands": {"A": "9♠", "C": "Q♥ K♦"},
        "illegal": {"move": f"A plays {ten}"},
    }
    hands = {"A": f"{ten} 9S", "B": "7H 8S", "C": "QH KD"}
    assert told([f"A plays {ten}"], {"hands": hands}, expect).ok
    assert told([], {"trick": [["A", ten]], "hands": {**hands, "A": "9S"}}, expect).ok


def test_hands_have_no_order():
    assert told(expect={"hands": {"C": "QH KD"}}).ok
    assert told(expect={"hands": {"C": "KD QH"}}).ok
    assert not told(expect={"hands": {"C": "KD"}}).ok
    assert not told(expect={"hands": {"C": "KD QH QH"}}).ok


def test_a_hand_turned_up_has_no_order():
    position = {"dealer": "C", "hands": {"A": "AS KH QD JC"}}
    for cards in ("AS KH QD JC", "JC QD KH AS"):
        scenario = {**TRICK, "position": position, "moves": ["A exchanges", "B challenges"]}
        assert referee({**scenario, "expect": {"public": {"A": cards}}}).ok


def test_trick_and_tricks_have_an_order():
    moves = ["A plays 10H", "B plays 7H"]
    assert told(moves, expect={"trick": [["A", "10H"], ["B", "7H"]], "tricks": ["B", "A"]}).ok
    assert not told(moves, expect={"trick": [["B", "7H"], ["A", "10H"]]}).ok
    assert not told(moves, expect={"tricks": ["A", "B"]}).ok


def test_announcements_have_an_order():
    position = {"dealer": "C", "hands": {"A": "JS JH JD 9C", "B": "10S 10H 10D QS"}}
    moves = ["A keeps", "B keeps", "C keeps", "A whistles"]
    scenario = {**TRICK, "position": position, "moves": moves}
    assert referee({**scenario, "expect": {"announced": [["A", "whistle"], ["B", "whistle"]]}}).ok
    assert not referee({**scenario, "expect": {"announced": [["B", "whistle"], ["A", "whistle"]]}}).ok


# --- what is compared


def test_only_the_keys_that_are_named_are_compared():
    assert told(expect={"lives": {"B": 0}, "hands": {"A": "9S"}}).ok
    assert not told(expect={"lives": {"B": 1}}).ok
    assert not told(expect={"lives": {"Z": 0}}).ok
    assert told(expect={}).ok


def test_nothing_is_null_and_several_are_a_list():
    last = {"tricks": ["A", "A", "A"], "hands": {"A": "10H", "B": "7H", "C": "QH"}, "lives": {"A": 2, "B": 9}}
    moves = ["A plays 10H", "B plays 7H", "C plays QH"]
    options = {"players": 3, "rubber": "first_out"}
    expect = {"to_act": None, "rubber_winner": ["A", "C"], "king": None}
    assert told(moves, last, expect, options=options).ok
    assert not told(moves, last, {"rubber_winner": "A"}, options=options).ok
    assert told(expect={"deal_winner": None, "rubber_winner": None}).ok
    assert not told(expect={"to_act": None}).ok


def test_legal_is_asked_of_the_state_after_the_last_move():
    assert told(expect={"legal": ["B plays 7H", "C knocks"], "not_legal": ["B plays 8S", "A plays 9S"]}).ok
    assert not told(expect={"legal": ["B plays 8S"]}).ok
    assert not told(expect={"not_legal": ["C knocks"]}).ok


@pytest.mark.parametrize("rule", ["T32", ["T9", "T32"], None])
def test_a_refusal_cites_a_rule(rule):
    item = {"move": "B plays 8S"} | ({"rule": rule} if rule else {})
    assert told(expect={"illegal": item}).ok
    assert told(expect={"illegal": [item, {"move": "A folds", "rule": "TA19"}]}).ok


def test_another_rule_than_the_one_expected_is_reported():
    report = told(expect={"illegal": {"move": "B plays 8S", "rule": ["T9"]}})
    assert str(report) == "third-trick: 'B plays 8S' is refused by T32, expected ['T9']"


def test_a_refused_move_changes_nothing():
    refused = [{"move": "B plays 8S", "rule": "T32"}, {"move": "B folds"}]
    expect = {"illegal": refused, "to_act": "B", "hands": {"B": "7H 8S"}, "legal": ["B plays 7H"]}
    assert told(expect=expect).ok


def test_a_view_hides_and_shows():
    assert told(expect={"view": {"seat": "B", "hides": ["9S", "QH"], "shows": ["TH", "7H", "8S"]}}).ok
    report = told(expect={"view": {"seat": "B", "hides": ["10H"], "shows": ["9S"]}})
    assert len(report.differences) == 2
    assert "the view of B shows 10H" in str(report)
    assert "the view of B does not show 9S" in str(report)


def test_the_log_of_public_moves_is_no_breach():
    moves = ["A plays 10H", "B plays 7H", "C plays QH", "A plays 9S"]
    assert told(moves, expect={"view": {"seat": "B", "hides": ["10H", "7H", "QH"], "shows": ["9S"]}}).ok


# --- what is refused


@pytest.mark.parametrize(
    ("field", "scenario"),
    [
        ("hands", {"position": {"hands": {"A": "10H 10♥"}}}),
        ("hands", {"position": {"hands": {"D": "10H"}}}),
        ("lives", {"position": {"lives": {"A": -1}}}),
        ("leeder", {"position": {"leeder": "A"}}),
        ("limit", {"options": {"players": 3, "limit": 1}}),
        ("limt", {"options": {"players": 3, "limt": 15}}),
        ("seats", {"seats": ["A", "B"]}),
        ("seats", {"seats": ["A", "B", "B"]}),
        ("seats", {"seats": ["A", "B", "two words"]}),
        ("game", {"game": "bridge"}),
    ],
)
def test_a_refusal_names_the_field(field, scenario):
    assert told(**scenario, moves=[], expect={"error": field, "to_act": "nothing else is checked"}).ok
    assert str(told(**scenario, moves=[])).startswith(f"third-trick: refused: {field}: ")
    assert not told(**scenario, moves=[], expect={"error": "stake"}).ok


def test_a_position_that_is_accepted_against_expectation_is_reported():
    report = told(expect={"error": "hands"})
    assert str(report) == "third-trick: expected a refusal of 'hands', but the position was accepted"


def test_an_illegal_move_is_reported():
    assert str(told(["B plays 7H"])).startswith("third-trick: a move is illegal: It is not your turn.")


@pytest.mark.parametrize("move", ["A plays 10X", "A sings", "Z plays 10H", "plays 10H", ""])
def test_a_move_that_cannot_be_read_is_reported(move):
    assert str(told([move])).startswith("third-trick: refused: move: ")


@pytest.mark.parametrize(
    "expect",
    [
        {"legal": ["A sings"]},
        {"not_legal": ["Z knocks"]},
        {"illegal": {"move": "A plays 10X"}},
        {"illegal": {}},
        {"view": {"seat": "Z", "hides": []}},
        {"view": {"seat": "A", "hides": ["10X"]}},
        {"hands": ["10X", "9S"]},
        {"hands": {"A": "10X"}},
        {"stakes": 1},
    ],
)
def test_an_expectation_that_cannot_be_read_is_reported(expect):
    assert not told(expect=expect).ok


@pytest.mark.parametrize("key", ["game", "seats"])
def test_a_scenario_without_game_or_seats_is_reported(key):
    scenario = {name: value for name, value in TRICK.items() if name != key}
    assert str(referee(scenario)) == f"third-trick: the scenario has no '{key}'"


# --- seed and stock


def test_cards_that_are_not_named_come_from_the_seed():
    position = {"dealer": "C", "hands": {"A": "10H 9S 7C 8D"}, "stock": "AS KS"}

    def dealt(**seed):
        from cardlab.play import Record

        scenario = {**TRICK, "position": position, "moves": [], **seed}
        seats = tuple(scenario["seats"])
        options, number = scenario["options"], scenario.get("seed", 0)
        state = Record(game="toepen", seats=seats, options=options, position=position, seed=number).start()
        return state.hands, state.stock

    assert dealt() == dealt(seed=0) != dealt(seed=1)
    assert dealt(seed=1)[1][:2] == dealt()[1][:2]


def test_the_stock_lies_with_its_first_card_on_top():
    position = {"dealer": "C", "hands": {"A": "AS KH QD JC"}, "stock": "10S 9H 8D 7C 10H"}
    moves = ["A exchanges", "B accepts", "C accepts", "A exchanges"]
    scenario = {**TRICK, "position": position, "moves": moves[:3]}
    assert referee({**scenario, "expect": {"hands": {"A": "10S 9H 8D 7C"}, "stock_count": 16}}).ok


def test_deal_is_a_move_of_nobody():
    last = {"tricks": ["A", "A", "A"], "hands": {"A": "10H", "B": "7H", "C": "QH"}}
    moves = ["A plays 10H", "B plays 7H", "C plays QH"]
    assert told(moves, last, {"phase": "over", "legal": ["deal"], "dealer": "A"}).ok
    assert told([*moves, "deal"], last, {"phase": "exchange", "not_legal": ["deal"], "deal_winner": None}).ok


# --- the command


def command(*paths):
    words = [sys.executable, "-m", "cardlab", "referee", *map(str, paths)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_command_prints_a_line_for_each_scenario(tmp_path):
    good = {**TRICK, "expect": {"to_act": "B"}}
    bad = {**TRICK, "id": "bad", "expect": {"to_act": "C"}}
    for name, scenario in (("one.json", good), ("folder/two.json", bad)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(scenario), encoding="utf-8")
    done = command(tmp_path / "one.json")
    assert (done.returncode, done.stdout) == (0, "third-trick: ok\n")
    done = command(tmp_path)
    assert done.returncode == 1
    assert sorted(done.stdout.splitlines()) == ['bad: to_act: expected "C", got B', "third-trick: ok"]


def test_the_command_says_when_a_file_is_no_scenario(tmp_path):
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    done = command(tmp_path / "broken.json")
    assert done.returncode != 0
    assert "broken.json" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
