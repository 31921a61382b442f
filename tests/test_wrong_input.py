"""Whatever is handed in from Python, a wrong value is refused in a sentence that names it."""

import subprocess
import sys

import pytest

from cardlab.cards import Card, Rank, Suit, parse_cards
from cardlab.game import GAMES, RuleViolation, find_game, new_game
from cardlab.notation import Action
from cardlab.refused import Refused, did_you_mean

JUNK = [
    None,
    [],
    (),
    {},
    "",
    "x",
    5,
    -1,
    1.5,
    True,
    b"x",
    [[]],
    {"a": 1},
    float("nan"),
    object(),
    len,
    {"toepen"},
]
NINE = Card.parse("9H")


def type_and_value(value):
    """A name for a test, without an address in memory: two processes must find the same tests."""
    return type(value).__name__ if " at 0x" in repr(value) else repr(value)


def refusal(make):
    with pytest.raises(Refused) as caught:
        make()
    assert len(str(caught.value)) < 250
    return caught.value.field


@pytest.mark.parametrize("value", [*JUNK, ["toepen"]], ids=type_and_value)
def test_a_game_is_one_of_those_that_there_are(value):
    assert refusal(lambda: new_game(value)) == "game"
    assert refusal(lambda: find_game(value)) == "game"


@pytest.mark.parametrize("value", [value for value in JUNK if value is not None], ids=type_and_value)
@pytest.mark.parametrize("game", GAMES)
def test_seats_are_a_list_of_names(game, value):
    assert refusal(lambda: new_game(game, seats=value)) in ("seats", "players")


def test_seats_are_given_as_any_list_of_names():
    for seats in (["Ann", "Ben"], ("Ann", "Ben"), {"Ann": "person", "Ben": "tim"}):
        assert new_game("toepen", seats=seats).seats == ("Ann", "Ben")


@pytest.mark.parametrize("value", [value for value in JUNK if value not in (None, {})], ids=type_and_value)
@pytest.mark.parametrize("game", GAMES)
def test_a_position_has_fields(game, value):
    assert refusal(lambda: new_game(game, position=value)) in ("position", "a")


def test_options_have_names():
    rules = find_game("toepen").rules
    for value in (None, [], 5, "limit"):
        assert refusal(lambda value=value: rules.from_options(value)) == "options"
    assert refusal(lambda: rules.from_options({5: 1})) == 5
    assert refusal(lambda: rules.from_options({"limit": [[[]]]})) == "limit"


def test_options_beside_a_rules_object_are_refused():
    rules = find_game("toepen").rules(players=3)
    assert refusal(lambda: new_game(rules, players=5)) == "players"
    assert refusal(lambda: new_game(rules, nonsense=5)) == "nonsense"
    assert new_game(rules).rules is rules


@pytest.mark.parametrize("decks", [101, 10**30])
def test_more_packs_than_a_table_holds_are_refused(decks):
    assert refusal(lambda: new_game("hand_and_foot", decks=decks)) == "decks"


STATES = {
    "toepen": new_game(
        "toepen", 0, ["A", "B"], {"dealer": "B", "phase": "play", "hands": {"A": "9H 8H", "B": "KH 10S"}}
    ),
    "hole_cards": new_game(
        "hole_cards", 0, ["A", "B"], {"dealer": "B", "hands": {"A": "9H 9S"}, "pile": "9D"}
    ),
    "hand_and_foot": new_game(
        "hand_and_foot",
        0,
        ["A", "B"],
        {"dealer": "B", "phase": "meld", "hands": {"A": "9H 9S 9C 2H 4D"}, "melds": {"A": ["KS KH KD KC"]}},
    ),
}
MOVES = [
    None,
    5,
    1.5,
    [],
    {},
    (0, "play", (NINE,), (), None),
    Action(0, None),
    Action(0, []),
    Action(0, 5),
    Action(None, "knock"),
    Action(0, "deal"),
    Action("A", "play", (NINE,)),
    Action("A", "draw"),
    Action(True, "draw"),
    Action(0.0, "draw"),
    Action([], "draw"),
    Action(9, "draw"),
    Action(-1, "draw"),
    Action(-1, "play", (NINE,)),
    Action(0, "play", [NINE]),
    Action(0, "play", ("9H",)),
    Action(0, "play", "9H"),
    Action(0, "play", NINE),
    Action(0, "play", 5),
    Action(0, "play", None),
    Action(0, "play", (None,)),
    Action(0, "play", (Card("9", "H"),)),
    Action(0, "play", (Card("9", Suit.HEARTS),)),
    Action(0, "play", (Card(Rank.NINE, "H"),)),
    Action(0, "play", (Card(Rank.NINE, None),)),
    Action(0, "play", (Card(Rank.JOKER, Suit.HEARTS),)),
    Action(0, "discard", [NINE]),
    Action(0, "meld", (), 5),
    Action(0, "meld", (), (5,)),
    Action(0, "meld", (), [parse_cards("9H 9S 9C")]),
    Action(0, "meld", (), ([*parse_cards("9H 9S 9C")],)),
    Action(0, "add", parse_cards("2H"), (), "K"),
    Action(0, "add", parse_cards("2H"), (), 13),
]


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_text_or_an_action_with_parts_of_the_right_kind(game, move):
    state = STATES[game]
    assert refusal(lambda: state.apply(move)) in ("move", "seat")
    assert refusal(lambda: state.why_illegal(move)) in ("move", "seat")


def test_the_same_moves_rightly_written_are_legal():
    assert STATES["toepen"].why_illegal(Action(0, "play", (NINE,))) is None
    assert STATES["hole_cards"].why_illegal(Action(0, "play", parse_cards("9H 9S"))) is None
    state = STATES["hand_and_foot"]
    assert state.why_illegal(Action(0, "meld", melds=(parse_cards("9H 9S 9C"),))) is None
    assert state.why_illegal(Action(0, "add", parse_cards("2H"), rank=Rank.KING)) is None


@pytest.mark.parametrize("seat", [2, -1, "Z", "", 1.0, True, [], {}], ids=type_and_value)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_one_of_those_at_the_table(game, seat):
    assert refusal(lambda: STATES[game].view(seat)) == "seat"
    assert refusal(lambda: STATES[game].legal_actions(seat)) == "seat"


@pytest.mark.parametrize(("rank", "is_ten"), [("10", True), ("T", True), ("t", True), ("K", False)])
def test_the_rank_of_a_meld_is_read_as_ranks_of_cards_are(rank, is_ten):
    position = {"dealer": "B", "phase": "meld", "hands": {"A": "10H 4D"}, "melds": {"A": ["10S 10D 10C"]}}
    state = new_game("hand_and_foot", seats=["A", "B"], position=position)
    move = state.read(f"A adds 10H to {rank}")
    assert move.rank is (Rank.TEN if is_ten else Rank.KING)
    assert (state.why_illegal(move) is None) == is_ten


@pytest.mark.parametrize("rank", ["X", "1", "0", "10S", "S", "tens", "♠"])
def test_what_is_no_rank_is_refused(rank):
    with pytest.raises(Refused, match="is not a rank"):
        STATES["hand_and_foot"].read(f"A adds 2H to {rank}")


def test_a_refusal_can_guess_about_anything():
    assert did_you_mean(5, ["50", "x"]) == "Did you mean 50?"
    assert did_you_mean(None, ["x"]) == "Known are: x."


def test_a_refused_move_changes_nothing():
    state = STATES["toepen"]
    before = dict(vars(state))
    with pytest.raises((Refused, RuleViolation)):
        state.apply(Action("A", "play", (NINE,)))
    assert vars(state) == before


ASKS = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell("from cardlab import new_game; state = new_game('toepen', players=2, seed=1)")
shell.run_cell("new_game('toepen', players=99)")
shell.run_cell("state.apply('B plays 10H')")
"""


def test_a_notebook_shows_the_sentence_and_no_traceback():
    run = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, check=True)
    told = (run.stdout + run.stderr).strip().splitlines()
    assert [line.partition(":")[0] for line in told] == ["Refused", "RuleViolation"]
    assert "players" in told[0]
