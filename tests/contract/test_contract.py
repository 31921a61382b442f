"""What every registered game keeps: random play under each setting, checked at every step."""

import copy
import json
import os
import pickle
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError, fields
from functools import partial
from pathlib import Path
from random import Random

import pytest
from contract.hand_and_foot import HAND_AND_FOOT
from contract.hole_cards import HOLE_CARDS
from contract.plain import Plain
from contract.toepen import TOEPEN

from cardlab.bots import bots_of
from cardlab.game import GAMES, RuleViolation, State, View, find_game, new_game
from cardlab.notation import DEAL, Action, Event, from_json, parse_action, show_action, show_event, to_json
from cardlab.play import Record, play_match, record_of
from cardlab.referee import read_scenarios
from cardlab.refused import Refused
from cardlab.render import shown_cards

PLAIN: dict[str, Plain] = {"toepen": TOEPEN, "hole_cards": HOLE_CARDS, "hand_and_foot": HAND_AND_FOOT}
SCENARIOS = Path(__file__).parents[1] / "scenarios"
SEED = 918273645
"""A seed whose digits are easily found where they do not belong."""


def changed_values(item):
    """What an option may be besides its default: named values, and of whole numbers all or the lowest two."""
    values = [value for value in item.metadata["values"] if value != item.default]
    numbers = item.metadata["numbers"]
    if numbers is not None:
        low = numbers if len(numbers) <= 10 else numbers[:2]
        values += [number for number in low if number != item.default and number not in values]
    return values


def settings(game):
    """The default, every option changed alone (where the others let it), and the game's own settings."""
    rules = find_game(game).rules
    one_changed = [{item.name: value} for item in fields(rules) for value in changed_values(item)]
    return [{}, *filter(partial(is_possible, rules), one_changed), *PLAIN[game].settings]


def is_possible(rules, options):
    """Do these options go together? One pack, say, is too few for most numbers of players."""
    try:
        rules(**options)
    except Refused:
        return False
    return True


def name_of(value):
    if isinstance(value, dict):
        return ",".join(f"{name}={one}" for name, one in value.items()) or "default"
    return str(value)


EACH_SETTING = pytest.mark.parametrize(
    ("game", "options"), [(game, options) for game in PLAIN for options in settings(game)], ids=name_of
)
EACH_GAME = pytest.mark.parametrize("game", PLAIN)


def record_from(game, scenario):
    """A scenario's record; one that only sets a position may leave out the names of the seats."""
    options = scenario.get("options", {})
    rules = find_game(game).rules.from_options(options)
    return Record(
        game=game,
        seats=tuple(scenario.get("seats", "ABCDEFGH"[: rules.players])),
        seed=scenario.get("seed", 0),
        options=options,
        position=scenario["position"],
        moves=tuple(scenario.get("moves", ())),
    )


def scenario_records(game):
    """The records of the game's scenarios and rare positions (those that are to be refused left out)."""
    scenarios = [one for one in read_scenarios(SCENARIOS / game) if "error" not in one["expect"]]
    return [record_from(game, one) for one in (*scenarios, *PLAIN[game].positions)]


# ------------------------------------------------------------------------------------------- random play


def random_deal(state, rng):
    """The states of one deal played at random, from the given one to the end of the deal.

    Each deal has its own temper: some verbs are rarer, and some deals see more interrupts out of turn.
    """
    longest = PLAIN[state.game].longest_deal(state.rules)
    weights = {verb: rng.choice((0.1, 1, 1)) for verb in find_game(state.game).verbs}
    interrupts = rng.choice((0, 0.05, 0.3))
    for _ in range(longest):
        yield state
        if state.to_act is None:
            return
        seat = rng.randrange(len(state.seats)) if rng.random() < interrupts else state.to_act
        moves = state.legal_actions(seat) or state.legal_actions()
        (action,) = rng.choices(moves, [weights[move.verb] for move in moves])
        state = state.apply(action)
    raise AssertionError(f"A deal has not ended after {longest} moves.")


def random_match(state, rng, deals):
    """The deals of a match, each as a list of its states, until the match is over or so many are played."""
    for _ in range(deals):
        played = list(random_deal(state, rng))
        yield played
        if played[-1].is_over:
            return
        state = played[-1].apply(DEAL)


def random_deals(game, options, number):
    """So many deals, match after match."""
    left, seed = number, SEED
    while left:
        for played in random_match(new_game(game, seed, **options), Random(seed), left):
            yield played
            left -= 1
        seed += 1


# -------------------------------------------------------------------------------------------- the checks


def check_step(state):
    """What must hold at every step and is quickly checked."""
    plain, rules = PLAIN[state.game], find_game(state.game)
    assert Counter(plain.cards(state)) == Counter(plain.pack(state.rules))
    assert state.is_over == (state.outcome is not None)
    if state.to_act is None:
        assert state.phase == "over"
        assert state.legal_actions() == (() if state.is_over else (DEAL,))
        assert not state.interrupt_order()
    else:
        assert state.legal_actions() == state.legal_actions(state.to_act) != ()
        assert not state.is_over
    for seat in range(len(state.seats)):
        moves = state.legal_actions(seat)
        assert len({*moves}) == len(moves)
        for move in moves:
            assert move.seat == seat
            assert state.why_illegal(move) is None
            assert rules.verbs[move.verb].interrupts or seat == state.to_act
            assert state.phase in rules.verbs[move.verb].phases


def check_rules(state, rng):
    """Legal by the list, by the plain rules and by `why_illegal` are one; a refusal changes nothing."""
    game, plain = find_game(state.game), PLAIN[state.game]
    listed = {move for seat in range(len(state.seats)) for move in state.legal_actions(seat)}
    listed |= {*state.legal_actions()}
    is_allowed = plain.allowed(state)
    refused = []
    for move in plain.conceivable(state):
        violation = state.why_illegal(move)
        assert is_allowed(move) == (violation is None), move
        assert (move in listed) == is_allowed(move) or (not plain.lists_all and move not in listed), move
        if violation is not None:
            refused.append(move)
    before = dict(vars(state))
    move = rng.choice(refused)
    with pytest.raises(RuleViolation) as caught:
        state.apply(move)
    assert caught.value.clause in game.clauses()
    assert caught.value.rule in str(caught.value)
    assert re.fullmatch(r"[A-Z].*\.", caught.value.case)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert vars(state) == before


def check_texts(state, rng):
    """Every text and copy leads back to what it was made from."""
    game = find_game(state.game)
    for value in (state.rules, state, state.view(None), state.view(rng.randrange(len(state.seats)))):
        assert from_json(type(value), json.loads(json.dumps(to_json(value)))) == value
        assert hash(value) is not None  # nothing in it can be changed
    assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
    for move in (*state.legal_actions(), *state.history[-3:]):
        assert from_json(Action, json.loads(json.dumps(to_json(move)))) == move
        for ascii in (False, True):
            text = show_action(game.verbs, state.seats, move, ascii)
            assert parse_action(game.title, game.verbs, state.seats, text) == move
    for event in state.log:
        assert from_json(Event, json.loads(json.dumps(to_json(event)))) == event
        sentence, clause = show_event(game.words, state.seats, event)
        assert clause in game.clauses()
        assert "None" not in sentence


SIGN = re.compile("[♠♥♦♣]|Joker")
ONLY_STATE = {"seed", "start", "past", "moves"}


def check_secrets(state, rng):
    """No text of a state shows a card or the seed; a view shows no card that its seat has not seen."""
    plain = PLAIN[state.game]
    assert not SIGN.search(repr(state) + str(state))
    seed = str(state.seed) if state.seed >= SEED else "no seed"  # a short one may well be seen by chance
    assert seed not in repr(state) + str(state)
    for seat in (None, rng.randrange(len(state.seats))):
        view, seen = state.view(seat), plain.seen(state, seat)
        assert isinstance(view, View)
        assert not ONLY_STATE & {*to_json(view)}
        assert seed not in json.dumps(to_json(view)) + repr(view)
        assert {card for event in view.log for card in event.cards} <= plain.seen(state, None)
        for form, shown in shown_cards(view).items():
            assert {*view.hand} <= shown <= seen, form
        assert view.legal == (() if seat is None else state.legal_actions(seat))
        assert view.scene() == copy.deepcopy(view).scene()


def check_resample(state, first, rng):
    """Another full state that fits a view gives the identical view, moves and texts.

    Was there a card in a hand that the seat has not seen, and did the hands come out otherwise?
    """
    plain = PLAIN[state.game]
    seat = rng.choice((None, *range(len(state.seats))))
    view = state.view(seat)
    other = view.resample(rng)
    check_step(other)
    again = other.view(seat)
    assert again == view
    assert (repr(again), to_json(again)) == (repr(view), to_json(view))
    assert other.interrupt_order() == state.interrupt_order()
    if seat is not None:
        assert other.legal_actions(seat) == state.legal_actions(seat)
    assert state.view(seat).resample(Random(1)) == view.resample(Random(1))
    if first is not None:
        assert plain.could_be(first, other, state.moves)
    hidden = {card for hand in state.hands for card in hand} - plain.seen(state, seat)
    return bool(hidden), other.facts()["hands"] != state.facts()["hands"]


def check_deals(deals, rng, rate=1.0, fresh=True):
    """All checks over deals, the slow ones at some steps only; ``rate`` makes those rarer.

    ``fresh`` deals begin with the deal, not in the middle of it, and so can be told again from their start.
    """
    resampled = different = 0
    for played in deals:
        first = played[0] if fresh else None
        often = rate * PLAIN[played[0].game].rate
        for state in played:
            check_step(state)
            if rng.random() < 0.1 * often:
                check_rules(state, rng)
            if rng.random() < 0.007 * often:
                check_texts(state, rng)
            if rng.random() < 0.015 * often:
                check_secrets(state, rng)
            if rng.random() < 0.06 * often:
                hidden, differs = check_resample(state, first, rng)
                resampled += hidden
                different += differs
        if first is not None:
            PLAIN[first.game].check_deal(first, played[-1])
    assert different >= resampled / 2, (
        f"only {different} of {resampled} resampled states differ from the true one"
    )


@EACH_SETTING
def test_random_play(game, options):
    check_deals(random_deals(game, options, PLAIN[game].ci_deals), Random(name_of(options)))


@pytest.mark.long
@EACH_SETTING
def test_random_play_long(game, options):
    check_deals(random_deals(game, options, PLAIN[game].long_deals), Random(name_of(options)), rate=0.1)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [(game, scenario) for game in PLAIN for scenario in PLAIN[game].positions],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value["position"]),
)
def test_random_play_from_rare_positions(game, scenario):
    rng = Random(SEED)
    for number in range(3):
        record = record_from(game, {**scenario, "seed": SEED + number})
        check_deals(random_match(record.start(), rng, 2), rng, rate=5)


@EACH_GAME
def test_random_play_from_scenarios(game):
    rng = Random(SEED)
    states = [state for record in scenario_records(game) for state in record.states()]
    check_deals([[state] for state in states], rng, rate=5, fresh=False)
    some = [state for state in states if rng.random() < PLAIN[game].rate]
    check_deals((list(random_deal(state, rng)) for state in some), rng, rate=0.2, fresh=False)


# ---------------------------------------------------------------------------------------- whole matches


@EACH_SETTING
def test_a_match_ends(game, options):
    state = new_game(game, SEED, **options)
    (*_, last) = random_match(state, Random(SEED), PLAIN[game].longest_match(state.rules))
    assert last[-1].is_over
    assert last[-1].legal_actions() == ()
    with pytest.raises(RuleViolation):
        last[-1].apply(DEAL)
    assert len(last[-1].outcome) == last[-1].rules.players
    assert not record_of(last[-1]).is_open


@EACH_SETTING
def test_a_record_replays_to_the_same_states(game, options):
    states = [state for played in random_deals(game, options, 4) for state in played if state.seed == SEED]
    for end in (len(states) // 2, len(states) - 1):
        record = record_of(states[end])
        assert record.is_open == (states[end].to_act is not None)
        again = Record.from_text(record.to_text())
        assert again == record
        assert again.states() == states[: end + 1]


@EACH_GAME
def test_a_record_from_a_position_replays_to_the_same_states(game):
    for record in scenario_records(game):
        states = record.states()
        again = Record.from_text(record_of(states[-1]).to_text())
        assert again.states() == states


@EACH_GAME
def test_the_seed_decides_and_no_global_generator_is_used(game):
    before = random.getstate()
    one, same, other = (
        [state.facts() for played in random_match(new_game(game, seed), Random(0), 3) for state in played]
        for seed in (1, 1, 2)
    )
    assert one == same != other
    assert random.getstate() == before


# ---------------------------------------------------------------------------------------------- bots


def all_bots(game):
    return bots_of(find_game(game))


def watched(name, bot):
    """A bot whose every call is checked."""

    def play(view, rng):
        assert isinstance(view, View)
        assert not isinstance(view, State)
        action = bot(view, rng)
        if action is None:
            assert view.seat != view.to_act, f"{name} is due and names no move"
        else:
            assert action in view.legal, name
        return action

    return play


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in PLAIN for name in all_bots(game)])
def test_bots_are_legal_and_see_views_only(game, name):
    bots = all_bots(game)
    others = [watched(*item) for item in bots.items()]
    for players in {changed["players"] for changed in settings(game) if [*changed] == ["players"]}:
        state = new_game(game, SEED, players=players)
        seated = {seat: others[seat % len(others)] for seat in range(players)}
        state = play_match(state, seated | {0: watched(name, bots[name])}, most_deals=4)
        assert state.to_act is None


MATCH = """
import sys
from cardlab.game import find_game, new_game
from cardlab.play import play_match, record_of
bots = list(find_game(sys.argv[1]).bots.values())
state = new_game(sys.argv[1], 7)
print(record_of(play_match(state, dict(zip(range(len(state.seats)), bots * 8)), most_deals=3)).to_text())
"""


@EACH_GAME
def test_a_match_of_bots_is_the_same_in_every_process(game):
    def run(hash_seed):
        command = [sys.executable, "-c", MATCH, game]
        root = Path(__file__).parents[2]
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        return subprocess.run(command, cwd=root, env=env, check=True, capture_output=True).stdout

    assert run("1") == run("2") != b""


# ------------------------------------------------------------------------------- a registry of the same


@EACH_GAME
def test_every_phase_can_be_copied_and_looked_at(game):
    """With the moves of all scenarios and positions every phase is met."""
    met = {state.phase: state for record in scenario_records(game) for state in record.states()}
    assert {*met} == {"over", *(phase for verb in find_game(game).verbs.values() for phase in verb.phases)}
    for state in met.values():
        assert pickle.loads(pickle.dumps(state)) == copy.copy(state) == copy.deepcopy(state) == state
        check_texts(state, Random(1))
        check_secrets(state, Random(1))


@EACH_GAME
def test_a_state_cannot_be_changed(game):
    state = new_game(game, SEED)
    for value in (state, state.rules, state.view(0)):
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)


@EACH_GAME
def test_what_is_no_move_or_no_seat_is_refused(game):
    """A move that is not of this game, or says more than its verb takes, is never taken for a legal one."""
    state = new_game(game, SEED)
    verb = next(iter(find_game(game).verbs))
    for wrong in (len(state.seats), -1, "Nobody"):
        for ask in (state.view, state.legal_actions, lambda seat: state.why_illegal(Action(seat, verb))):
            with pytest.raises(Refused, match="seat"):
                ask(wrong)
    for played in random_match(state, Random(SEED), 2):
        for state in played:
            for move in state.legal_actions():
                card = PLAIN[game].pack(state.rules)[0]
                worse = [move._replace(verb="fly"), move._replace(melds=(*move.melds, (card,)))]
                if not move.cards:
                    worse += [
                        move._replace(cards=(card,)),
                        move._replace(seat=0 if move.seat is None else None),
                    ]
                if move.rank is None:
                    worse.append(move._replace(rank=card.rank))
                for other in worse:
                    with pytest.raises((Refused, RuleViolation)):
                        state.apply(other)
    for text in ("", "A", "A flies", "Nobody plays 10H", "A plays", "A plays XX", "plays 10H", "A deal"):
        with pytest.raises(Refused):
            state.read(text)


def test_every_registered_game_is_said_plainly():
    assert {*PLAIN} == {*GAMES}


@EACH_GAME
def test_every_option_is_varied(game):
    varied = {name for options in settings(game) for name in options}
    assert varied == {item.name for item in fields(find_game(game).rules)}
    for item in fields(find_game(game).rules):
        assert item.metadata["clause"] in find_game(game).clauses()
