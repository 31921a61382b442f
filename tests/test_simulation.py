"""Whole games by bots: a row for each deal and seat, the same however they are run, and each again alone."""

import sys
from math import isnan

import pytest
from executors import EXECUTORS

from cardlab.bots import uniform
from cardlab.game import GAMES, find_game, new_game
from cardlab.games.toepen import ToepenRules
from cardlab.play import record_of
from cardlab.probability.monte_carlo import compare, estimate, trial_rng
from cardlab.refused import Refused
from cardlab.simulation import deal_trial, replay, simulate, view_trial

pytest.importorskip("numpy")

SEED = 5
EACH_GAME = pytest.mark.parametrize("game", GAMES)


def line_up(game):
    """A different bot on each seat, as far as there are."""
    bots, players = list(find_game(game).bots), find_game(game).rules().players
    return (bots * players)[:players]


def columns(rows):
    """As text, in which what is not a number equals itself."""
    return {name: list(map(repr, column.tolist())) for name, column in rows.items()}


def totals(rows, number):
    """What the deals of one game gave each seat, all together."""
    here = [*zip(rows["game"].tolist(), rows["seat"].tolist(), rows["result"].tolist(), strict=True)]
    seats = max(rows["seat"].tolist()) + 1
    return tuple(sum(result for k, s, result in here if (k, s) == (number, seat)) for seat in range(seats))


@EACH_GAME
def test_there_is_a_row_for_each_deal_and_seat(game):
    bots = line_up(game)
    rows = simulate(game, bots, 3, SEED, most_deals=2)
    assert list(rows) == ["game", "deal", "seat", "bot", "result", "moves", "outcome"]
    found = [*zip(*[rows[name].tolist() for name in ("game", "deal", "seat", "bot")], strict=True)]
    deals = [max(d for k, d, *_ in found if k == number) for number in range(3)]
    assert set(deals) <= {1, 2}
    assert found == [
        (number, deal, seat, bot)
        for number in range(3)
        for deal in range(1, deals[number] + 1)
        for seat, bot in enumerate(bots)
    ]


@EACH_GAME
def test_a_game_can_be_played_again_alone(game):
    bots = line_up(game)
    rows = simulate(game, bots, 3, SEED, most_deals=4)
    for number in range(3):
        last = replay(game, bots, SEED, number, most_deals=4)
        here = rows["game"] == number
        assert rows["deal"][here].max() == last.deal
        assert rows["moves"][here].tolist()[:: len(bots)] == [*map(len, last.past), len(last.moves)]
        outcome = rows["outcome"][here].tolist()[: len(bots)]
        assert tuple(outcome) == last.outcome if last.is_over else all(map(isnan, outcome))
        assert record_of(last).states()[-1] == last


def test_the_results_are_what_each_game_says():
    """Toepen: minus the lives lost; Hole Cards: the deals won; Hand and Foot: the score of the round."""

    def played(game):
        bots = line_up(game)
        return simulate(game, bots, 1, SEED, most_deals=3), replay(game, bots, SEED, 0, most_deals=3)

    rows, last = played("toepen")
    assert totals(rows, 0) == tuple(-lost for lost in last.lives)
    rows, last = played("hole_cards")
    assert totals(rows, 0) == last.wins
    rows, last = played("hand_and_foot")
    for number, scores in enumerate(last.sheet, 1):
        shown = rows["result"][rows["deal"] == number].tolist()
        assert shown == [scores[team].total for team in last.rules.team_of]


def test_lives_start_anew_with_each_rubber():
    rows = simulate(ToepenRules(players=2, limit=3), ["random", "random"], 3, SEED)
    assert rows["deal"].max() > 6
    assert set(rows["result"].tolist()) <= {0.0, -1.0, -2.0, -3.0}
    assert not any(map(isnan, rows["outcome"].tolist()))


@EACH_GAME
def test_chunks_and_bar_change_nothing(game, capsys):
    bots = line_up(game)
    wanted = columns(simulate(game, bots, 5, SEED, most_deals=1))
    for how in ({"chunk": 2}, {"chunk": 9}, {"progress": True}):
        assert columns(simulate(game, bots, 5, SEED, most_deals=1, **how)) == wanted
    assert "5/5" in capsys.readouterr().err
    assert columns(simulate(game, bots, 5, SEED + 1, most_deals=1)) != wanted


@pytest.mark.parametrize("name", EXECUTORS)
def test_executors_change_nothing(name):
    with EXECUTORS[name]() as executor:
        for game in GAMES:
            wanted = columns(simulate(game, line_up(game), 4, SEED, most_deals=1))
            found = simulate(game, line_up(game), 4, SEED, most_deals=1, executor=executor)
            assert columns(found) == wanted


def test_an_estimate_is_of_the_same_deals():
    bots = line_up("toepen")
    rows = simulate("toepen", bots, 30, SEED, most_deals=1)
    found = estimate(deal_trial("toepen", bots, 2), 30, SEED)
    assert found.value == rows["result"][rows["seat"] == 2].mean()


def test_bots_are_compared_on_common_deals():
    """The same line-up has no difference at all; another bot on one seat meets the same cards."""
    a, b = (deal_trial("toepen", [bot, "random", "random", "random"], 0) for bot in ("stan", "tim"))
    assert compare(a, a, 20, SEED).difference.standard_error == 0
    found = compare(a, b, 60, SEED)
    assert found.difference.value == pytest.approx(found.a.value - found.b.value)
    one, other = (replay("toepen", [bot] * 4, SEED, 3, most_deals=1) for bot in ("stan", "tim"))
    assert record_of(one).states()[0].hands == record_of(other).states()[0].hands


@pytest.mark.parametrize(
    ("game", "option"),
    [("toepen", {"pelt": False}), ("hole_cards", {"match": "colour"}), ("hand_and_foot", {"pickup_size": 3})],
)
def test_house_rules_are_compared_on_common_deals(game, option):
    """Both rules meet the same cards, and the comparison says so."""
    bots = line_up(game)
    rules = find_game(game).rules(players=len(bots)), find_game(game).rules(players=len(bots), **option)
    for number in range(3):
        one, other = (replay(one, bots, SEED, number, most_deals=1) for one in rules)
        assert record_of(one).states()[0].hands == record_of(other).states()[0].hands
    found = compare(*[deal_trial(one, bots, 0) for one in rules], 5, SEED)
    assert "common random deals" in str(found)


@EACH_GAME
def test_a_view_is_asked_by_dealing_the_rest_anew(game):
    """Each deal leaves the view as it is, and can be made again alone."""
    view = new_game(game, SEED).view(0)
    asked = []

    def is_first_card_red(state):
        assert state.view(0) == view
        asked.append(state.hands[1][0])
        return state.hands[1][0].suit in ("H", "D")

    found = estimate(view_trial(view, is_first_card_red), 30, SEED)
    assert asked == [view.resample(trial_rng(SEED, number)).hands[1][0] for number in range(30)]
    assert found.value == sum(card.suit in ("H", "D") for card in asked) / 30
    assert len(set(asked)) > 5


def test_a_bot_may_be_any_function():
    rows = simulate("toepen", [uniform, "random", uniform, "tim"], 2, SEED, most_deals=1)
    assert rows["bot"].tolist() == ["uniform", "random", "uniform", "tim"] * 2


@pytest.mark.parametrize(
    ("game", "bots", "sentence"),
    [
        ("toepen", ["random", "tom"], "bots: There is no bot 'tom'"),
        ("toepen", ["random"], "players: 1 is not possible"),
        (ToepenRules(players=3), ["random"] * 2, "bots: 2 are given, but there are 3 players"),
        ("bridge", ["random"], "game: There is no game 'bridge'"),
    ],
)
def test_what_cannot_be_played_is_refused(game, bots, sentence):
    with pytest.raises(Refused, match=sentence):
        simulate(game, bots, 1, SEED)


def test_an_error_of_a_bot_says_which_game_it_was():
    def sleeps(view, rng):
        return None

    with pytest.raises(ValueError, match="has no bot, or its bot named no move") as caught:
        simulate("toepen", [sleeps] * 2, 1, SEED)
    assert caught.value.__notes__ == ["This was number 0."]


def test_pandas_gets_the_same_table():
    pandas = pytest.importorskip("pandas", reason="to_pandas needs pandas")
    rows = simulate("toepen", ["tim", "stan"], 3, SEED, most_deals=2)
    frame = rows.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("list")["result"] == rows["result"].tolist()
    assert list(frame) == list(rows)


def test_without_pandas_there_is_a_sentence(monkeypatch):
    rows = simulate("toepen", ["tim", "stan"], 1, SEED, most_deals=1)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pandas is not installed here"):
        rows.to_pandas()
