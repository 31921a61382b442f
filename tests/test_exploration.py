"""The questions of chance with numbers to change: both answers agree, for every value of every control."""

from fractions import Fraction
from math import sqrt

import pytest
from widgets.coin import COIN

from cardlab.exploration import find_exploration
from cardlab.game import GAMES, find_game
from cardlab.plots import PAGE, PROJECTOR
from cardlab.probability.monte_carlo import estimate
from cardlab.refused import Refused

ALL = [(game, name) for game in GAMES for name in find_game(game).explorations]


def check(exploration, values, n, errors=4.0):
    """Do the exact chance and that of an experiment agree? The true chance says how far off that may be."""
    exact = exploration.exact(**values)
    assert isinstance(exact, Fraction)
    assert 0 <= exact <= 1
    found = estimate(exploration.trial(**values), n, seed=1)
    assert found.is_share, "a trial says whether it happened"
    assert abs(found.value - exact) <= errors * sqrt(exact * (1 - exact) / n), (values, exact, found)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_three_of_them(game):
    assert len(find_game(game).explorations) >= 3


@pytest.mark.parametrize(("game", "name"), ALL)
def test_the_exact_chance_is_that_of_the_experiment(game, name):
    exploration = find_exploration(game, name)
    check(exploration, exploration.defaults(), n=2000)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_value_of_every_control_works(game, name):
    """Of some hundred experiments one may be four errors off; none is five."""
    exploration = find_exploration(game, name)
    for control, what in exploration.controls.items():
        for value in what.values:
            values = exploration.defaults() | {control: value}
            exploration.check(values)
            check(exploration, values, n=300, errors=5.0)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_it_is_put_together_well(game, name):
    exploration = find_exploration(game, name)
    assert exploration.along in exploration.controls
    assert exploration.compared in ("", *exploration.controls)
    assert exploration.along != exploration.compared
    exploration.check(exploration.defaults())
    for control in exploration.controls.values():
        assert len(set(control.values)) == len(control.values) > 1
        assert control.clause == "" or control.clause in find_game(game).clauses()


@pytest.mark.parametrize(("game", "name"), ALL)
def test_the_picture_says_in_words_what_it_shows(game, name):
    exploration = find_exploration(game, name)
    values = exploration.defaults()
    found = estimate(exploration.trial(**values), 100, seed=1)
    alt = exploration.picture(values, found).alt
    assert f"{float(exploration.exact(**values)):.3f} at {values[exploration.along]}" in alt
    place, chance = values[exploration.along], f"{float(exploration.exact(**values)):.3f}"
    if exploration.compared:
        place = f"{place}, {exploration.controls[exploration.compared].said(values[exploration.compared])}"
    assert f"; marked at {place}: {chance}; " in alt
    assert f"; simulated there: {found.figures()}" in alt
    assert exploration.picture(values).png.startswith(b"\x89PNG")
    for value in exploration.controls[exploration.along].values:
        assert f" at {value}" in alt
    if exploration.compared:
        control = exploration.controls[exploration.compared]
        assert all(f"{control.said(value)}: " in alt for value in control.values)
    assert (exploration.level_name in alt) if exploration.level else "None" not in alt


@pytest.mark.parametrize(("game", "name"), ALL)
def test_nothing_in_the_picture_lies_over_something_else_or_is_cut_off(game, name):
    exploration = find_exploration(game, name)
    values = exploration.defaults()
    figure = exploration.picture(values, estimate(exploration.trial(**values), 100, seed=1))._figure
    (axes,), (names,) = figure.axes, figure.legends
    for *inches, _ in (PAGE, PROJECTOR):
        figure.set_size_inches(inches)
        figure.canvas.draw()
        box = names.get_window_extent()
        for part in (axes.xaxis.label, axes.yaxis.label, names):
            assert all(figure.bbox.contains(*corner) for corner in part.get_window_extent().corners())
        for line in axes.lines:
            assert not line.get_path().transformed(line.get_transform()).intersects_bbox(box, filled=False)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": 9}, "9 is not possible; right would be one of 2, 3, 4, 5, 6, 7, 8"),
        ({"players": None}, "None is not possible"),
        ({"players": [3]}, "is not possible"),
        ({"player": 3}, "Did you mean players"),
        ({"": 3}, "Known are: players"),
    ],
    ids=str,
)
def test_what_is_no_value_or_no_control_is_refused(wrong, words):
    with pytest.raises(Refused, match=words):
        find_exploration("toepen", "exchange").check(wrong)


def test_unknown_games_and_names_are_refused(monkeypatch):
    for game, name, field in (("whist", "", "game"), ("toepen", "exchnge", "exploration")):
        with pytest.raises(Refused) as caught:
            find_exploration(game, name)
        assert caught.value.field == field
    monkeypatch.setitem(find_game("toepen").__dict__, "explorations", {})
    with pytest.raises(Refused, match="Toepen has no explorations"):
        find_exploration("toepen")


def test_an_exploration_of_ones_own():
    check(COIN, {"times": 3}, n=2000)
    alt = "chance of heads by throws: chance: 0.500 at 1, 0.250 at 2, 0.125 at 3; marked at 2: 0.250."
    assert COIN.picture({"times": 2}).alt == alt
