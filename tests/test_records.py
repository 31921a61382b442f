"""A record is text that leads back to itself and to the same match, from wherever the match began."""

from dataclasses import replace
from random import Random

import pytest

from cardlab.bots import uniform
from cardlab.game import GAMES, begin, find_game, new_game
from cardlab.notation import read_json
from cardlab.play import Record, play_deal, record_of
from cardlab.refused import Refused

POSITIONS = {
    "toepen": {"dealer": "B", "phase": "play", "hands": {"A": "9H", "B": "KH"}, "tricks": ("A", "B", "A")},
    "hole_cards": {"dealer": "B", "pile": "4C 7H", "hands": {"A": "7C 9H KS"}, "wins": {"B": 0}},
    "hand_and_foot": {"dealer": "B", "hands": {"A": "9S 4C"}, "pile": "5S 6D", "melds": {"A": ["KS KH KD"]}},
}


def played_out(state):
    return play_deal(state, dict.fromkeys(range(len(state.seats)), uniform))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_set", [True, False])
def test_the_record_of_a_state_alone_plays_again(game, is_set):
    """So it need not be told with which position the match began."""
    state = new_game(game, 7, ["A", "B"], POSITIONS[game] if is_set else None)
    for end in (state, played_out(state)):
        record = record_of(end)
        assert bool(record.position) == is_set
        assert record.states()[-1] == end
        again = Record.from_text(record.to_text())
        assert again == record
        assert again.to_text() == record.to_text()
        assert again.states()[-1] == end


def test_a_state_imagined_from_a_view_has_no_record():
    other = new_game("toepen", 1, ["A", "B"]).view("A").resample(Random(1))
    with pytest.raises(Refused, match="state: This state was imagined from a view"):
        record_of(other)


def test_the_position_is_kept_as_it_was_when_the_match_began():
    position = {"dealer": "B", "hands": {"A": "9H", "B": "KH"}}
    state = new_game("toepen", seats=["A", "B"], position=position)
    position["hands"]["A"] = "10H"
    assert record_of(state).position["hands"]["A"] == "9H"
    assert "9H" not in repr(state)


def test_signs_that_break_lines_elsewhere_do_not_in_a_record():
    position = {"hands": {"A": "9H\u2028", "B": "KH\x85"}, "dealer": "B"}
    state = new_game("toepen", seats=["A", "B"], position=position).apply("A plays 9H")
    text = record_of(state).to_text()
    assert Record.from_text(text).states()[-1] == state
    assert Record.from_text("\ufeff" + text.replace("\n", "\r\n")) == Record.from_text(text)


@pytest.mark.parametrize("name", ["#x", "#", "Seed:", "Open:", "A:", "two words", "", "A\u2028", 5, None])
def test_a_seat_has_no_name_that_a_record_would_misread(name):
    for seats in (["B", name], (name, "B")):
        with pytest.raises(Refused) as caught:
            new_game("toepen", seats=seats)
        assert caught.value.field == "seats"


@pytest.mark.parametrize(
    "names", [["deal", "knocks"], ["Seed", "Open"], ["and", "plays"], ["É", "<b>"], ["A#", ":B"]]
)
@pytest.mark.parametrize("game", GAMES)
def test_every_other_name_comes_back_from_a_record(game, names):
    end = played_out(new_game(game, 3, names))
    assert Record.from_text(record_of(end).to_text()).states()[-1] == end


HEAD = 'Game: toepen\nSeats: A B\nOptions: {"players": 2}\n'


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace('{"players": 2}', "[]"),
        HEAD.replace('{"players": 2}', "5"),
        HEAD.replace('{"players": 2}', "null"),
        HEAD.replace('{"players": 2}', "[" * 100_000),
        HEAD.replace('{"players": 2}', '{"players": ' + "[" * 900 + "]" * 900 + "}"),
        HEAD + "Position: []",
        HEAD + "Position: 5",
        HEAD + "Position: " + '{"a":' * 500 + "1" + "}" * 500,
        HEAD + "Seed: x",
        HEAD + "Seed: " + "9" * 5000,
        HEAD + "Seed: " + "9" * 101,
        HEAD.replace("Seats: A B", "Seats: A #B"),
        HEAD.replace("Seats: A B\n", ""),
    ],
    ids=lambda text: text[-40:],
)
def test_what_is_no_record_is_refused_in_a_sentence(text):
    with pytest.raises(Refused) as caught:
        Record.from_text(text).states()
    assert caught.value.field in ("record", "seed", "seats", "options", "position")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [None, 5, b"Game: toepen", ["Game: toepen"]])
def test_a_record_is_read_from_text(text):
    with pytest.raises(Refused, match="record: "):
        Record.from_text(text)


@pytest.mark.parametrize("seed", [None, "x", "1", 1.5, float("nan"), True, object(), [], 10**100, -(10**100)])
def test_a_seed_is_a_whole_number(seed):
    rules = find_game("toepen").rules()
    for start in (
        lambda: new_game("toepen", seed),
        lambda: new_game(rules, seed),
        lambda: begin("toepen", rules, None, {}, seed),
        Record(game="toepen", seats=tuple("ABCD"), seed=seed).states,
    ):
        with pytest.raises(Refused) as caught:
            start()
        assert caught.value.field == "seed"


def test_a_seed_may_be_any_whole_number():
    numpy = pytest.importorskip("numpy")
    assert new_game("toepen", numpy.int64(5)) == new_game("toepen", 5)
    for seed in (0, -1, 10**99):
        state = new_game("toepen", seed)
        assert Record.from_text(record_of(state).to_text()).start() == state


def test_json_is_read_to_a_reasonable_depth():
    assert read_json("[" * 20 + "]" * 20)
    for depth in (21, 900, 100_000):
        with pytest.raises(ValueError, match="nested too deeply"):
            read_json("[" * depth + "]" * depth)


# --- comments -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_comments_come_back_at_their_moves(game):
    end = played_out(new_game(game, 7, ["A", "B"]))
    last = len(end.history)
    record = replace(record_of(end), comments={0: "Look.", 1: "One: 9♥\n# two", last: "Game: over\nA knocks"})
    again = Record.from_text(record.to_text())
    assert again == record
    assert again.states()[-1] == end
    assert Record.from_text(again.to_text()).comments == record.comments


def test_a_comment_needs_no_space_and_an_empty_one_is_none():
    text = HEAD + "\n#At once\nA keeps\n#\n\n  #   Spaced   \n# and on\nB keeps\n"
    record = Record.from_text(text)
    assert record.moves == ("A keeps", "B keeps")
    assert record.comments[0] == "At once"
    assert record.comments[1].strip() == "Spaced\nand on"
    assert 2 not in record.comments
    assert Record.from_text(record.to_text()).moves == record.moves


def test_comments_do_not_change_what_a_record_plays():
    record = record_of(new_game("toepen", 1, ["A", "B"]).apply("A keeps"))
    commented = replace(record, comments={1: "Well."})
    assert commented.states() == record.states()
    assert record.comments == {}
