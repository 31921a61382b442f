"""The replay without a browser: what it sends to whose eyes, the moves in order, the comments."""

import json
from dataclasses import replace

import pytest
from ipywidgets import Widget
from traitlets import TraitError
from widgets.leaks import cards_of, leaks

from cardlab.bots import uniform
from cardlab.cards import show_cards
from cardlab.game import GAMES, RuleViolation, find_game, new_game
from cardlab.notation import DEAL
from cardlab.play import play_deal, record_of
from cardlab.refused import Refused
from cardlab.render import cards_in
from cardlab.widgets import Replay
from cardlab.widgets.replay import ALL

SEATS = ["Ann", "Ben", "Cas"]
BOTS = dict.fromkeys(range(3), uniform)


@pytest.fixture
def make():
    """Makes replays and closes them."""
    replays = []

    def make(*args, **options):
        replays.append(Replay(*args, **options))
        return replays[-1]

    yield make
    for replay in replays:
        replay.close()


def record(game, deals=1):
    state = play_deal(new_game(game, 3, SEATS, **({"match_to": 3} if game == "hole_cards" else {})), BOTS)
    for _ in range(deals - 1):
        state = play_deal(state.apply(DEAL), BOTS)
    return record_of(state)


def sent(replay):
    """All that the browser knows, but for what is the same in every replay."""
    return {name: value for name, value in replay.get_state().items() if name not in ("art", "_esm", "_css")}


# --- no hidden card leaves the kernel -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_eyes_of_a_seat_are_sent_and_saved_no_hidden_card(make, game):
    replay, most = make(record(game), eyes="Ben"), 0
    for eyes in ("Ben", "Ann"):
        replay.eyes = eyes
        for at in range(0, replay.last + 1, 1 + replay.last // 15):
            replay.at = at
            hidden = cards_of(replay.state) - cards_of(replay.state.view(eyes))
            most = max(most, len(hidden))
            out = sent(replay), replay._outputs(), repr(replay)
            assert not leaks(json.dumps(out, ensure_ascii=False), hidden), f"after {at} moves, seen by {eyes}"
    assert most > 10


@pytest.mark.parametrize("game", GAMES)
def test_all_eyes_see_every_hand_and_one_seat_only_its_own(make, game):
    replay = make(record(game), at=2)
    hands = [show_cards(replay.state.view(seat).hand) for seat in SEATS]
    for eyes, seen in ((ALL, [True] * 3), ("Cas", [False, False, True])):
        replay.eyes = eyes
        for place, hand, is_seen in zip(replay.scene["places"], hands, seen, strict=True):
            piles = [" ".join(pile["cards"]) for pile in place["piles"] if pile["name"] == "Hand"]
            assert piles == ([hand] if is_seen and hand else [])
            assert not is_seen or place["closed"] == -1


def test_a_seat_is_not_told_what_will_be_played(make):
    replay = make(record("toepen", deals=2), at=3)
    everything = replay.moves
    assert everything[-1][0] == replay.last
    replay.eyes = "Ann"
    assert replay.moves == [line for line in everything if line[0] <= 3] != everything
    assert not cards_in(json.dumps(replay.moves, ensure_ascii=False)), "nobody has played a card yet"
    replay.at = replay.last
    assert replay.moves == everything


# --- the moves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_stand_in_order_each_with_its_rule(make, game):
    found = record(game, deals=2)
    replay = make(found)
    numbers = [number for number, _, _ in replay.moves]
    assert numbers == sorted(numbers)
    headings = [(number, sentence) for number, sentence, clause in replay.moves if not clause]
    second = found.moves.index("deal") + 1
    assert [number for number, _ in headings] == [0, second]
    assert headings[1][1] == replay._states[second].view(None).scene().title
    rules = find_game(game).clauses()
    assert replay.clauses == {clause: rules[clause] for _, _, clause in replay.moves if clause}
    ends = (replay._states[second - 1], replay._states[-1])
    logs = [sentence for end in ends for sentence, _ in end.view(None).scene().log]
    assert [sentence for _, sentence, clause in replay.moves if clause] == logs
    told = {(number, sentence) for number, sentence, _ in replay.moves}
    plays = [(number, f"{move}.") for number, move in enumerate(found.moves, 1) if " plays " in move]
    assert bool(plays) == (game != "hand_and_foot")
    for number, move in plays:
        who, _, card = move.partition(" plays ")
        signs = "".join(dict(zip("SHDC", "♠♥♦♣", strict=True)).get(sign, sign) for sign in card)
        assert any(at == number and words.startswith(f"{who} plays {signs[:-1]}") for at, words in told), move


@pytest.mark.parametrize("game", GAMES)
def test_each_moment_is_that_of_the_record(make, game):
    found = record(game)
    replay, states = make(found), found.states()
    for at in range(replay.last + 1):
        replay.at = at
        assert replay.state == states[at]
        assert replay.scene["status"] == states[at].view(None).scene().status
    assert repr(make(states[-1], at=replay.last)) == repr(replay), "from a state alone"
    assert repr(make(found.to_text(), at=replay.last)) == repr(replay), "from text"


def test_a_record_that_is_open_and_one_without_a_move(make):
    state = new_game("toepen", 1, ["You", "Ben"]).apply("You keeps")
    replay = make(state, at=1)
    assert [sentence for _, sentence, clause in replay.moves if clause][-1] == "You keep the hand."
    nothing = make(new_game("toepen", 1, ["You", "Ben"]))
    assert (nothing.at, nothing.last, nothing.scene["status"]) == (0, 0, "You: exchange the hand or keep it?")


# --- comments -----------------------------------------------------------------------------------------------


def test_comments_stand_at_their_moves(make):
    two = record_of(new_game("toepen", 1, ["A", "B"]).apply("A keeps").apply("B keeps"))
    replay = make(replace(two, comments={0: "Look.", 2: "One.\n<b>Two</b>"}).to_text())
    found = []
    for at in range(3):
        replay.at = at
        found.append(replay.comment)
    assert found == ["Look.", "", "One.\n<b>Two</b>"]


# --- what cannot be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("eyes", {"eyes": "Bne"}),
        ("eyes", {"eyes": None}),
        ("at", {"at": -1}),
        ("at", {"at": 10_000}),
        ("at", {"at": "x"}),
        ("record", {"record": "rubbish"}),
        ("record", {"record": None}),
        ("game", {"record": "Game: whist\nSeats: A B"}),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(field, words):
    before = set(Widget.get_manager_state()["state"])
    with pytest.raises(Refused) as caught:
        Replay(**{"record": record("toepen")} | words)
    assert caught.value.field == field
    assert set(Widget.get_manager_state()["state"]) == before


def test_a_record_with_an_illegal_move_is_refused():
    found = record("toepen")
    with pytest.raises(RuleViolation, match="is asked first"):
        Replay(replace(found, moves=found.moves[1:]))


def test_a_moment_or_eyes_that_there_are_not_change_nothing(make):
    replay = make(record("toepen"), at=2, eyes="Ann")
    before = sent(replay)
    for name, value in {"at": 10_000, "eyes": "Bne"}.items():
        with pytest.raises(Refused):
            setattr(replay, name, value)
    with pytest.raises(TraitError):
        replay.at = "x"
    assert sent(replay) == before


# --- the widget ---------------------------------------------------------------------------------------------


def test_what_is_opened_is_closed_and_the_picture_stays():
    before = set(Widget.get_manager_state()["state"])
    replay = Replay(record("hole_cards"), at=1)
    picture, live = replay._outputs()
    assert list(live) == ["application/vnd.jupyter.widget-view+json"]
    assert f"after 1 of {replay.last} moves" in picture["text/html"]
    replay.close()
    replay.close()
    assert set(Widget.get_manager_state()["state"]) == before
    assert len(replay._outputs()) == 1


def test_the_name_of_a_game_is_no_record():
    with pytest.raises(Refused, match="'hole_cards' is the name of a game; right would be a state or"):
        Replay("hole_cards")
