"""The table without a browser: what it sends, what a message does, what a saved notebook shows."""

import json
import re
from random import Random
from threading import Event, Thread, Timer

import pytest
from ipywidgets import Widget
from widgets.leaks import cards_of, leaks

from cardlab.cards import parse_cards
from cardlab.drawing import card_art
from cardlab.game import GAMES, RuleViolation, find_game, new_game
from cardlab.play import Record
from cardlab.refused import Refused
from cardlab.render import cards_in
from cardlab.widgets import Table
from cardlab.widgets.table import OF_THE_MATCH

LAST_TWO = {
    "dealer": "Cas",
    "phase": "play",
    "hands": {"Ann": "10H 7S", "Ben": "7H 8H", "Cas": "QH AS"},
}


@pytest.fixture
def make(request):
    """Makes tables and closes them."""
    tables = []

    def make(*args, **options):
        tables.append(Table(*args, **options))
        return tables[-1]

    yield make
    for table in tables:
        table.close()


def last_two(make, **seats):
    names = dict.fromkeys(("Ann", "Ben", "Cas"), "random") | seats
    return make("toepen", names, position=LAST_TWO)


def tell(table, kind, **message):
    """What the browser sends, at the step that it sees."""
    table.receive({"kind": kind, "step": table.turn["step"], **message})


# --- no hidden card leaves the kernel -----------------------------------------------------------------------


def play_at_random(table, rng, moves):
    """Random moves of the persons, of whom some are illegal, and of the bots; yields before each."""
    session = table.session
    yield
    for _ in range(moves):
        if session.cover:
            yield
            tell(table, "uncover", seat=rng.choice(table.turn["cover"]))
        elif session.may_pass_on and not table.view.legal:
            tell(table, "pass on")
        elif table.state.to_act is None:
            if table.state.is_over:
                return
            tell(table, "act", verb="deal")
        elif session.clock == "bots":
            tell(table, "next")
        else:
            verbs = [button["verb"] for button in table.turn["buttons"]] + [table.turn["card_verb"]]
            cards = [str(card) for card in rng.sample(table.view.hand, min(1, len(table.view.hand)))]
            tell(table, "act", verb=rng.choice([verb for verb in verbs if verb]), cards=cards)
            yield  # it may have been refused
            if table.view.legal:
                table.act(rng.choice(table.view.legal))
        yield


FIXED = ("art", "_esm", "_css")


STARTS = {
    "toepen": [
        {},
        {"position": {"lives": {"Ben": 9}, "phase": "pelt"}},
        {"position": {"hands": {"Ann": "JS JH JD 7C"}}, "max_exchanges": 0},
        {"position": {"hands": {"Ben": "JS JH JD 7C"}}, "max_exchanges": 0},
    ],
}
"""Where random play begins, so that it comes into every phase."""

PHASES = {"toepen": {"exchange", "challenge", "announce", "pelt", "play", "answer", "over"}}


@pytest.mark.parametrize("persons", [0, 1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_the_browser_and_the_notebook_get_no_hidden_card(make, game, persons):
    rng, phases, most = Random(persons), set(), 0
    names = ("Ann", "Ben", "Cas")
    for seed, start in enumerate(STARTS.get(game, [{}, {}])):
        seats = {name: "person" if place < persons else "random" for place, name in enumerate(names)}
        table = make(game, seats, seed=seed, **start)
        assert table.art == card_art(), "it is the same for every game, seat and seed"
        for _ in play_at_random(table, rng, 45):
            phases.add(table.state.phase)
            seat = None if table.session.cover else table.session.screen
            hidden = cards_of(table.state) - cards_of(table.state.view(seat))
            synced = {name: value for name, value in table.get_state().items() if name not in FIXED}
            assert not leaks(json.dumps(synced, ensure_ascii=False), hidden)
            most = max(most, len(hidden))
            seat = 0 if persons == 1 else None
            hidden = cards_of(table.state) - cards_of(table.state.view(seat))
            assert not leaks(json.dumps(table._outputs(), ensure_ascii=False) + repr(table), hidden)
    assert most > 10
    secret = set() if persons else {"announce"}  # bots answer at once what nobody may know of
    assert phases >= PHASES.get(game, set()) - secret


def test_the_search_for_leaks_finds_them():
    hidden = set(parse_cards("10H"))
    for text in ("10♥", "x 10H", '"TH"', "ten of hearts", "10 of Hearts"):
        assert leaks(text, hidden)
    assert not leaks("10♠ ten of spades 110H", hidden)


def test_a_covered_table_shows_nobodys_hand(make):
    table = last_two(make, Ann="person", Ben="person")
    assert (table.turn["cover"], table.scene["hand"]) == (["Ann"], [])
    tell(table, "uncover", seat="Ann")
    assert (table.turn["cover"], table.scene["hand"]) == ([], ["7♠", "10♥"])
    tell(table, "act", verb="play", cards=["10♥"])
    assert (table.turn["cover"], table.scene["hand"]) == (["Ben"], [])


def test_a_saved_table_of_two_persons_shows_what_a_bystander_sees(make):
    table = last_two(make, Ann="person", Ben="person")
    tell(table, "uncover", seat="Ann")
    assert table.scene["hand"]
    picture, _ = table._outputs()
    assert not cards_in(picture["text/html"])
    one = last_two(make, Ann="person")
    picture, live = one._outputs()
    assert cards_in(picture["text/html"]) == set(parse_cards("10H 7S"))
    assert picture["text/plain"].startswith("Toepen, deal 1")
    assert list(live) == ["application/vnd.jupyter.widget-view+json"]


# --- messages -----------------------------------------------------------------------------------------------


def test_a_click_plays_a_card_and_a_double_click_plays_one(make):
    table = last_two(make, Ann="person")
    click = {"kind": "act", "step": table.turn["step"], "verb": "play", "cards": ["10♥"]}
    table.receive(click)
    table.receive(click)
    assert [move.verb for move in table.state.history] == ["play"]
    assert table.scene["hand"] == ["7♠"]


@pytest.mark.parametrize("kind", ["act", "next", "undo", "rule", "choose", "stage", "new deal", "load"])
def test_a_message_for_another_step_is_ignored(make, kind):
    table = last_two(make, Ann="person")
    table.act("Ann plays 10H")
    before = table.get_state(["scene", "turn", "story", "sheet"])
    for step in (-1 if kind in OF_THE_MATCH else 0, 2, None, "1"):
        table.receive({"kind": kind, "step": step, "verb": "knock", "clause": "T9", "number": 0})
    assert table.get_state(["scene", "turn", "story", "sheet"]) == before


def test_two_messages_at_once_act_once(make):
    """JupyterLab may answer a click in a thread of its own, while a cell lets the same bot play."""
    started, go = Event(), Event()

    def slow(view, rng):
        started.set()
        go.wait(10)
        return view.legal[0]

    table = last_two(make, Ann=slow, Cas="person")
    message = {"kind": "next", "step": table.turn["step"]}
    playing = Thread(target=table.next)
    playing.start()
    assert started.wait(10)
    later = Timer(0.2, go.set)
    later.start()
    table._handle(table, message, [])
    playing.join(10)
    later.join()
    assert (len(table.state.history), table.turn["step"], table.fault) == (1, message["step"] + 1, None)


def test_a_click_from_before_an_undo_is_stale(make):
    table = last_two(make, Ann="person")
    click = {"kind": "act", "step": table.turn["step"], "verb": "play", "cards": ["10♥"]}
    table.receive(click)
    tell(table, "undo")
    assert not table.state.history
    table.receive(click)
    assert not table.state.history


def test_a_cell_run_twice_makes_a_fresh_table(make):
    first = last_two(make, Ann="person")
    first.act("Ann plays 10H")
    second = last_two(make, Ann="person")
    assert not second.state.history
    assert first.model_id != second.model_id


def test_an_illegal_card_is_answered_with_the_clause_and_changes_nothing(make):
    table = last_two(make, Cas="person")
    table.run()
    state = table.state
    assert table.scene["legal"] == ["Q♥"]
    tell(table, "act", verb="play", cards=["A♠"])
    assert table.state is state
    assert table.message == "You hold Q♥, and hearts were led."
    said = table.turn["said"]
    assert said["clause"] == "T32"
    assert said["rule"] == find_game("toepen").clauses()["T32"]
    tell(table, "act", verb="play", cards=["Q♥"])
    assert table.message == "", "an old refusal would be read as one of this move"


def test_a_greyed_button_says_why(make):
    table = last_two(make, Cas="person")
    tell(table, "act", verb="knock")
    tell(table, "next")
    assert table.turn["buttons"][0] == {"verb": "stay", "label": "Stay", "seat": "", "legal": False}
    tell(table, "act", verb="stay")
    assert "nothing to answer" in table.message
    assert table.turn["said"]["clause"] == "TA14"


def test_the_rule_behind_a_line_of_the_log_is_told(make):
    table = last_two(make, Ann="person")
    table.act("Ann plays 10H")
    clause = table.story[-1][1]
    tell(table, "rule", clause=clause)
    assert table.message == find_game("toepen").clauses()[clause]


def test_what_cannot_be_taken_back_says_why(make):
    table = last_two(make, Ann="person")
    table.act("Ann plays 10H")
    assert table.turn["undo"]
    table.next()
    assert not table.turn["undo"]
    tell(table, "undo")
    assert table.message == "Ben has moved since."


def test_nobody_moves_for_a_bot_or_for_a_person_who_is_not_there(make):
    table = last_two(make, Ann="person", Cas="person")
    tell(table, "act", verb="play", cards=["10♥"])
    assert table.message == "Nobody sits at the screen."
    tell(table, "uncover", seat="Ann")
    tell(table, "act", verb="knock", seat="Ben")
    assert "Ben has to sit at the screen" in table.message
    tell(table, "act", verb="play", seat="Cas", cards=["A♠"])
    assert "Cas has to sit at the screen" in table.message
    assert not table.state.history
    tell(table, "act", verb="knock", seat="Cas")
    assert [(move.seat, move.verb) for move in table.state.history] == [(2, "knock")]


def test_several_meanings_are_offered_and_one_is_chosen(make, monkeypatch):
    table = last_two(make, Ann="person")
    plays = [move for move in table.view.legal if move.verb == "play"]
    monkeypatch.setattr(table.session, "meanings", lambda *chosen: plays)
    tell(table, "act", verb="play", cards=["10♥"])
    assert table.turn["said"]["choices"] == ["Ann plays 7♠", "Ann plays 10♥"]
    tell(table, "choose", number=1)
    assert table.state.history == (plays[1],)
    assert table.turn["said"]["choices"] == []


# --- melds put down one by one ------------------------------------------------------------------------------

OPENING = {
    "dealer": "Ben",
    "phase": "meld",
    "hands": {"You": "KS KH KD AS AH AD 9C 9D 2S 4S"},
    "pile": "5D AC",
}


def opening(make, **changes):
    return make("hand_and_foot", {"You": "person", "Ben": "opener"}, position=OPENING | changes)


def test_the_table_tells_what_each_meld_put_down_is_worth_and_what_all_are(make):
    table = opening(make)
    assert table.turn["staging"] == {"open": True, "groups": [], "total": ""}
    tell(table, "stage", cards=["9♣", "2♠", "9♦"])
    tell(table, "stage", cards=["K♠", "K♥", "K♦"])
    groups = table.turn["staging"]["groups"]
    assert [(group["note"], group["clause"]) for group in groups] == [
        ("That would be 1 wild beside 2 natural cards.", "H25"),
        ("30 points", ""),
    ]
    assert table.turn["staging"]["total"] == "30 points of at least 50: 20 more."
    assert table.scene["hand"] == ["A♠", "A♥", "A♦", "4♠"]
    tell(table, "unstage", number=groups[0]["number"])
    tell(table, "stage", cards=["A♠", "A♥", "A♦"])
    assert table.turn["staging"]["total"] == "90 points, and the minimum is 50."
    tell(table, "act", verb="meld", cards=[])
    assert [len(meld) for meld in table.state.melds[0]] == [3, 3]
    tell(table, "stage", cards=["9♣", "9♦", "4♠"])
    assert table.turn["staging"]["total"] == "0 points; your team has melded, so any number will do."


def test_in_taking_the_pile_its_top_card_counts_and_two_open_melds_of_a_rank_do_not_fit(make):
    table = opening(make, phase="draw")
    tell(table, "stage", cards=["A♠", "A♥"])
    assert table.turn["staging"]["total"] == "60 points, and the minimum is 50."
    table = opening(make, hands={"You": "KS KH KD KC KS KH 4S"})
    for cards in (["K♠", "K♥", "K♦"], ["K♣", "K♠", "K♥"]):
        tell(table, "stage", cards=cards)
    assert [group["clause"] for group in table.turn["staging"]["groups"]] == ["", "HA13"]
    table = opening(make, hands={"You": "KS KH KD KS KH KD 4S"})
    for _ in range(2):
        tell(table, "stage", cards=["K♠", "K♥", "K♦"])
    assert [group["number"] for group in table.turn["staging"]["groups"]] == [0, 1], "each can be put back"


def test_every_card_that_may_be_discarded_is_marked_though_equal_ranks_are_offered_once(make):
    table = opening(make)
    assert [str(move.cards[0]) for move in table.view.legal if move.verb == "discard"] == [
        "2♠",
        "A♠",
        "K♠",
        "9♦",
        "4♠",
    ]
    assert set(table.scene["legal"]) == set(table.scene["hand"])


def test_a_group_that_cannot_be_put_down_is_refused_in_a_sentence(make):
    table = opening(make)
    tell(table, "stage", cards=[])
    assert table.message == "First choose the cards of the meld."
    tell(table, "stage", cards=["Q♠"])
    assert table.message == "Not all of these cards are in the hand."


# --- hints --------------------------------------------------------------------------------------------------


def test_hints_come_when_asked_for_and_go_with_the_next_move(make):
    table = last_two(make, Ann="person")
    assert table.turn["hints"] == {}
    tell(table, "think")
    assert table.turn["hints"] == {}
    tell(table, "hints", open=True)
    rows = table.turn["hints"]["rows"]
    assert [(row["text"], row["clause"], row["best"]) for row in rows] == [
        ("Ann plays 7♠", "T9", ""),
        ("Ann plays 10♥", "T9", ""),
        ("Ann knocks", "T15", ""),
    ]
    while table.turn["hints"]["n"] == 0:
        tell(table, "think")
    hints = table.turn["hints"]
    assert all(re.fullmatch(r"\d+% ± \d+%", row["best"]) for row in hints["rows"])
    means = [float(row["mean"].split(" ")[0]) for row in hints["rows"]]
    assert means == sorted(means, reverse=True)
    tell(table, "hints", open=True)  # as a double click does
    assert table.turn["hints"] == hints
    tell(table, "hints", open=False)
    assert table.turn["hints"] == {}
    tell(table, "hints", open=True)
    tell(table, "act", verb="play", cards=["10♥"])
    assert table.turn["hints"] == {}


# --- what is chosen, and what is asked in secret ------------------------------------------------------------


@pytest.mark.parametrize("game", ["hole_cards", "hand_and_foot"])
def test_a_card_chosen_before_does_not_stand_in_the_way_of_a_move_without_cards(make, game):
    table = make(game, {"Ann": "person", "Ben": "random"}, position={"dealer": "Ben"})
    verb = "knock" if game == "hole_cards" else "draw"
    tell(table, "act", verb=verb, cards=table.scene["hand"][:1])
    assert table.message == ""
    assert [action.verb for action in table.state.history] == [verb]


def silent(view, rng):
    return next((move for move in view.legal if move.verb in ("keep", "silent", "play")), None)


def all_that_is_shown(make, hand):
    """What the browser is given while all keep their cards and Ann leads, if Ben holds this hand."""
    hands = {"Ann": "8H 9H 10H 7S", "Ben": hand, "Cas": "AS KS QH KD"}
    players = {"Ann": "person", "Ben": silent, "Cas": silent}
    table = make("toepen", players, position={"dealer": "Cas", "hands": hands})
    found = [(dict(table.scene), list(table.story), dict(table.turn))]
    table.observe(lambda _: found.append((dict(table.scene), list(table.story), dict(table.turn))), "turn")
    table.act("Ann keeps")
    table.run()
    table.act("Ann plays 7S")
    return found


def test_nobody_sees_that_a_bot_is_asked_about_his_jacks_and_stays_silent(make):
    with_three, with_two = (all_that_is_shown(make, hand) for hand in ("JS JH JD 8C", "JS JH QD 8C"))
    assert len(with_three) > 3
    assert with_three == with_two


# --- another match ------------------------------------------------------------------------------------------


@pytest.fixture
def sent(monkeypatch):
    """What tables send to the browser besides their state."""
    messages = []
    monkeypatch.setattr(Table, "send", lambda table, message: messages.append(message))
    return messages


def test_the_same_deal_again_and_a_new_one(make):
    table = make("toepen", seed=3)
    start, step = table.state, table.turn["step"]
    table.run()
    table.act(table.view.legal[0])
    tell(table, "same deal")
    assert table.state is start
    assert table.turn["step"] > step, "an old click must not act"
    tell(table, "new deal")
    assert table.state.seed == 4
    assert table.state.hands != start.hands
    assert table.state.seats == start.seats


def test_a_new_deal_may_be_asked_for_while_the_bots_play_on(make):
    table = make("toepen", {"Ann": "random", "Ben": "random"}, seed=3)
    seen = table.turn["step"]
    table.next()
    tell_late = {"kind": "new deal", "step": seen}
    table.receive(tell_late)
    assert table.state.seed == 4
    table.receive(tell_late)  # the second one of a double click
    assert table.state.seed == 4
    table.receive({"kind": "next", "step": seen})
    assert not table.state.history


@pytest.mark.parametrize("game", GAMES)
def test_the_form_tells_what_holds_and_nothing_hidden(make, sent, game):
    table = make(game, {"You": "person", "Ben": lambda view, rng: view.legal[0]}, seed=12345)
    tell(table, "form")
    (message,) = sent
    form = message["form"]
    assert form["seats"] == [["You", "person"], ["Ben", "as now"]]
    named = {option["name"]: option for option in form["options"]}
    assert set(named) == set(vars(table.state.rules)) - {"players"} - {"team_of", "pack", "melding"}
    assert all(option["clause"] in find_game(game).clauses() for option in named.values())
    assert "12345" not in json.dumps(form)
    assert not cards_in(json.dumps(form, ensure_ascii=False))
    unchanged = {
        "seats": form["seats"],
        "options": {name: option["value"] for name, option in named.items()},
        "position": "",
    }
    tell(table, "begin", form=unchanged)
    assert table.message == ""
    assert table.state.rules.changed() == ({"players": 2} if table.state.rules.changed() else {})
    assert list(table.session.bots) == [1]


def test_a_filled_form_begins_another_match(make):
    table = make("hole_cards", seed=1)
    filled = {
        "seats": [["Ann", "person"], ["", "random"], ["Bob", "counting"], ["Cleo", "person"]],
        "options": {"match": '"colour"', "match_to": "3"},
        "position": '{"hands": {"Ann": "AS"}}',
    }
    tell(table, "begin", form=filled)
    assert table.state.seats == ("Ann", "Bob", "Cleo")
    assert table.state.rules.changed() == {"match": "colour", "match_to": 3}
    assert table.state.hands[0] == tuple(parse_cards("AS"))
    assert table.session.persons == (0, 2)


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"seats": [["Ann", "person"]]}, "Players: 1 is not possible"),
        ({"seats": [["Ann", "person"], ["Ann", "random"]]}, "Players: 'Ann' is not possible"),
        ({"seats": [["Ann", "person"], ["Bob", "rnadom"]]}, "Did you mean random?"),
        (
            {"options": {"match_to": "some"}},
            "win the match: 'some' is not possible here; right would be a whole number from 1.",
        ),
        ({"options": {"match_to": "0"}}, "The deals that win the match: 0 is not possible"),
        ({"options": {"match_to": "true"}}, "The deals that win the match: True is not possible"),
        ({"position": '{"hnads": {}}'}, "Did you mean hands?"),
        ({"position": '{"match_to": 3}'}, "Position, match_to: A position here has no 'match_to'."),
        ({"position": '{"hands": {"Ann": "QX"}}'}, "Position, hands: 'QX' is not a card"),
        ({"position": "[]"}, "Position: [] is not possible; right would be fields with their values."),
        (
            {"position": "AS"},
            "Position: 'AS' cannot be read; right would be fields with their values, such as {",
        ),
    ],
)
def test_what_a_form_gets_wrong_is_said_and_nothing_changes(make, filled, sentence):
    table = make("hole_cards", seed=1)
    before = table.state
    form = {"seats": [["Ann", "person"], ["Bob", "random"]], "options": {}, "position": ""}
    tell(table, "begin", form=form | filled)
    assert sentence in table.message
    assert table.state is before


def test_no_limit_is_not_said_to_be_as_usual(make, sent):
    tell(make("toepen"), "form")
    (message,) = sent
    choices = {option["name"]: dict(option["choices"]) for option in message["form"]["options"]}
    assert choices["knock_cap"] == {'"knocker"': "knocker", "null": "none"}


def test_what_is_typed_for_a_house_rule_may_be_written_as_in_python(make):
    table = make("hand_and_foot", seed=1)
    seats = [[name, "random"] for name in "ABCD"]
    options = {"teams": "(0, 0, 1, 1)", "minimums": "[40]", "decks": ""}
    tell(table, "begin", form={"seats": seats, "options": options, "position": ""})
    assert table.state.rules.changed() == {"teams": (0, 0, 1, 1), "minimums": (40,)}
    options = {"teams": "None", "minimums": "40, 60", "decks": " none ", "books_to_go_out": "0 1"}
    tell(table, "begin", form={"seats": seats, "options": options, "position": ""})
    assert table.state.rules.changed() == {"minimums": (40, 60), "books_to_go_out": (0, 1)}
    assert table.turn["clock"] == "bots", "all are bots: one can watch"
    position = "{'hands': {'A': 'KS KH'}}"
    tell(table, "begin", form={"seats": seats, "options": {}, "position": position})
    assert table.message == ""
    assert {"K♠", "K♥"} <= set(map(str, table.state.hands[0]))


def test_the_record_goes_to_the_browser_only_when_it_tells_nothing_hidden(make, sent):
    table = make("hole_cards", {"Ann": "person", "Ben": "counting"}, seed=1)
    tell(table, "save")
    assert sent == []
    assert "hidden cards" in table.message
    while table.state.to_act is not None:
        table.run()
        if table.state.to_act is not None:
            table.act(table.view.legal[0])
    tell(table, "save")
    (message,) = sent
    end = table.state
    tell(table, "new deal")
    tell(table, "load", record=message["record"])
    assert table.state.facts() == end.facts()
    tell(table, "same deal")
    assert table.state.history == ()
    assert table.record != message["record"]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("Seats: A B", "'Game: ...' is missing"),
        ("Game: hole_cards\nSeats: A B\nSeed: x", "after 'Seed:' stands no whole number"),
        ("Game: hole_cards\nSeats: A B\nOptions: {", "after 'Options:' stands no JSON object"),
        ("Game: toepen\nSeats: A B", "This is a record of toepen"),
        ("Game: hole_cards\nSeats: A B C\n\nA flies", "is not a move of Hole Cards"),
        ("Game: hole_cards\nSeats: A B C\n\nA passes\nA passes", ""),
    ],
)
def test_a_record_that_cannot_be_loaded_changes_nothing(make, record, sentence):
    table = make("hole_cards", {"Ann": "person", "Ben": "counting"}, seed=1)
    before = table.state
    tell(table, "load", record=record)
    assert sentence in table.message
    assert table.message
    assert table.state is before


def test_each_message_that_is_answered_counts(make):
    table = last_two(make, Cas="person")
    table.run()
    for number in (1, 2):
        tell(table, "act", verb="play", cards=["A♠"])
        assert table.heard == number, "the same refusal twice is an answer too"


# --- the guard ----------------------------------------------------------------------------------------------


def test_an_error_is_said_on_the_table_and_raised_in_tests(make):
    def broken(view, rng):
        raise KeyError("10♥ in the hand of Ben")

    table = last_two(make, Ann=broken, Cas="person")
    state, message = table.state, {"kind": "next", "step": table.turn["step"]}
    with pytest.raises(KeyError):
        table.receive(message)
    table._handle(table, message, None)  # as the kernel calls it
    assert "went wrong (KeyError)" in table.turn["error"]
    assert isinstance(table.fault, KeyError)
    assert table.state is state
    assert "10♥" not in json.dumps(table.get_state(["scene", "turn"]), ensure_ascii=False)
    tell(table, "rule", clause="T9")
    assert table.turn["error"] == ""


def test_a_bot_that_cheats_is_an_error_and_no_refusal(make):
    table = last_two(
        make, Ann=lambda view, rng: view.legal[0]._replace(cards=tuple(parse_cards("AH"))), Cas="person"
    )
    with pytest.raises(RuleViolation):
        tell(table, "next")
    assert table.message == ""


@pytest.mark.parametrize("message", [{}, {"kind": "act"}, "act", None])
def test_a_message_that_makes_no_sense_is_caught_too(make, message):
    table = last_two(make, Ann="person")
    if isinstance(message, dict):
        message = {**message, "step": table.turn["step"]}
    table._handle(table, message, None)
    assert not table.state.history


# --- from Python --------------------------------------------------------------------------------------------


def test_a_whole_deal_from_python(make):
    table = make("toepen", seed=3)
    assert table.state.seats[0] == "You"
    while table.state.to_act is not None:
        table.run()
        if table.state.to_act is not None:
            assert table.state.to_act == 0
            table.act(table.view.legal[0])
    assert [button["verb"] for button in table.turn["buttons"]] == ["deal"]
    record = Record.from_text(table.record)
    assert record.states()[-1].facts() == table.state.facts()
    table.act("deal")
    assert table.state.deal == 2


def test_the_record_of_a_set_position_plays_again(make):
    table = last_two(make, Ann="person")
    table.act("Ann plays 10H")
    record = Record.from_text(table.record)
    assert record.is_open
    assert record.states()[-1].facts() == table.state.facts()


def test_a_state_can_be_taken_over_with_its_seats(make):
    state = new_game("toepen", 1, ["Ann", "Ben", "Cas"], LAST_TWO)
    assert make(state=state).session.persons == (0,)
    assert make(state=state, seats={"Ann": "random", "Ben": "person", "Cas": "random"}).session.persons == (
        1,
    )
    with pytest.raises(Refused, match="Ann, Ben, Cas") as refused:
        make(state=state, seats={"Ben": "person"})
    assert refused.value.field == "seats"


def test_what_cannot_be_is_refused_by_name(make):
    for field, options in {
        "players": {"players": 9},
        "seats": {"seats": {"A": "person"}},
        "limti": {"limti": 3},
    }.items():
        with pytest.raises(Refused) as refused:
            make("toepen", **options)
        assert refused.value.field in (field, "players")


def test_sentences_about_you_are_in_the_second_person(make):
    table = make("toepen", {"You": "person", "Ben": "random"}, position={"dealer": "Ben", "phase": "play"})
    table.act("You knock")
    assert table.story[-1][0] == "You knock: the stake is now 2."
    assert table.scene["hand_name"] == "Your hand"
    tell(table, "act", verb="knock")
    assert table.message == "A knock has still to be answered, with stay or fold."


def test_what_is_opened_is_closed():
    before = set(Widget.get_manager_state()["state"])
    table = Table("toepen")
    assert len(set(Widget.get_manager_state()["state"]) - before) == 2
    assert len(table._outputs()) == 2
    table.close()
    table.close()
    assert set(Widget.get_manager_state()["state"]) == before
    assert len(table._outputs()) == 1, "the picture is still shown"


def test_what_a_table_sends_and_shows_is_the_same_each_time(make):
    one, two = (make("toepen", seed=5) for _ in range(2))
    for table in (one, two):
        table.run()
    names = ["art", "scene", "turn", "story", "sheet"]
    assert one.get_state(names) == two.get_state(names)
    html = [table._outputs()[0]["text/html"] for table in (one, two)]
    assert html[0] == html[1]


def test_the_button_at_the_end_of_a_match_begins_another(make):
    last = {"pile": "9H", "hands": {"Ann": "9S"}, "to_act": "Ann"}
    table = make("hole_cards", {"Ann": "person", "Ben": "random"}, position=last)
    table.act("Ann plays 9S")
    (button,) = table.turn["buttons"]
    tell(table, "act", verb=button["verb"], seat=button["seat"], cards=[])
    assert table.state.to_act is not None
    assert table.state.history == ()
