"""The explorer without a browser: its controls, the experiment, errors, what a saved notebook shows."""

import re
from dataclasses import replace
from fractions import Fraction
from threading import Event, Thread, Timer

import pytest
from ipywidgets import Widget
from matplotlib.figure import Figure
from widgets.coin import COIN

from cardlab.exploration import Exploration
from cardlab.game import GAMES, find_game
from cardlab.plots import Picture
from cardlab.refused import Refused
from cardlab.widgets import Explorer

ALL = [(game, name) for game in GAMES for name in find_game(game).explorations]


@pytest.fixture
def make():
    """Makes explorers and closes them."""
    explorers = []

    def make(*args, **options):
        explorers.append(Explorer(*args, **options))
        return explorers[-1]

    yield make
    for explorer in explorers:
        explorer.close()


def answer(explorer):
    return explorer._answer.text


def click(explorer):
    """What the browser's click does."""
    explorer._button.click()


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_control_changes_the_answer_and_a_click_tries_it(make, game, name, monkeypatch):
    monkeypatch.setattr(Exploration, "picture", lambda *_: Picture(Figure(), "A picture."))  # takes its time
    explorer = make(game, name)
    assert list(explorer.controls) == list(explorer.exploration.controls)
    for name, control in explorer.exploration.controls.items():
        value = next(value for value in control.values[::-1] if value != explorer.values[name])
        explorer.controls[name].value = value
        assert explorer.values[name] == value
        assert f"{float(explorer.exact):.4f}" in answer(explorer)
        assert explorer.controls[name].description.startswith(control.label)
        assert control.clause in explorer.controls[name].description
    click(explorer)
    assert explorer.found.n == 100
    assert explorer.found.figures() in answer(explorer)


@pytest.mark.parametrize("game", GAMES)
def test_both_pictures_have_their_words(make, game):
    explorer = make(game, list(find_game(game).explorations)[-1])
    click(explorer)
    for picture, start in (
        (explorer._chances, explorer.exploration.answer),
        (explorer._course, "The estimate"),
    ):
        assert re.fullmatch(f'<img [^>]*alt="{start}[^"]{{30,}}" src="data:image/png;[^>]*>', picture.value)


def test_for_a_projector_all_is_larger(make):
    explorer = make(COIN)
    click(explorer)
    small = [len(explorer._chances.value), len(explorer._course.value)]
    explorer._large.value = True
    assert "large" in explorer._dom_classes
    assert len(explorer._chances.value) > 1.3 * small[0]
    assert len(explorer._course.value) > 1.3 * small[1]
    explorer._large.value = False
    assert "large" not in explorer._dom_classes
    assert [len(explorer._chances.value), len(explorer._course.value)] == small
    assert "large" in make(COIN, large=True)._dom_classes


def test_each_click_makes_ten_times_as_many_up_to_the_most(make):
    explorer = make(COIN)
    labels = ("Try it 1 000 times", "Try it 10 000 times", "Tried 10 000 times, the most")
    for n, label in zip((100, 1000, 10_000), labels, strict=True):
        click(explorer)
        assert explorer.found.n == n
        assert explorer._button.description == label
    said = answer(explorer)
    click(explorer)
    assert not explorer._button.disabled, "a disabled button loses the focus"
    assert answer(explorer) == f"{said} 10 000 is the most; change a value to begin again."
    explorer.change(times=2)
    assert (explorer.found, explorer._course.value) == (None, "")
    assert explorer._button.description == "Try it 100 times"


def test_all_or_nothing_is_not_said_to_be_certain(make):
    explorer = make(replace(COIN, trial=lambda times: lambda rng: True))
    click(explorer)
    assert answer(explorer) == "Exactly: 1/2 = 0.5000. In 100 experiments: 1.000 ± 0.005."
    assert "after 10 trials 1.000 ± 0.045" in explorer._course.value


@pytest.mark.parametrize(("game", "name"), ALL)
def test_what_runs_along_the_axis_and_what_is_compared_move_the_mark(make, game, name):
    explorer = make(game, name)
    for control in filter(None, (explorer.exploration.along, explorer.exploration.compared)):
        before = drawn(explorer)
        widget = explorer.controls[control]
        widget.value = next(value for _, value in widget.options if value != widget.value)
        assert drawn(explorer) != before


def drawn(explorer):
    """The picture itself, without its words."""
    return explorer._chances.value.partition("base64,")[2]


def test_the_same_seed_finds_the_same(make):
    first, second, other = (make(COIN, seed=seed).simulate() for seed in (1, 1, 2))
    assert first == second != other


def test_a_change_in_the_middle_of_an_experiment_waits_for_its_end(make):
    """JupyterLab answers clicks in a thread of their own; an experiment with the old values says nothing."""
    started, go = Event(), Event()

    def wait(rng):
        started.set()
        return go.wait(10)

    explorer = make(replace(COIN, trial=lambda times: wait))
    clicking = Thread(target=click, args=(explorer,))
    clicking.start()
    assert started.wait(10)
    later = Timer(0.2, go.set)
    later.start()
    explorer.controls["times"].value = 2
    clicking.join(10)
    later.join()
    assert explorer.found is None
    assert answer(explorer) == "Exactly: 1/4 = 0.2500."


def test_an_error_is_said_and_the_next_change_goes_on(make):
    def trial(times):
        raise ZeroDivisionError("nobody <threw>")

    explorer = make(replace(COIN, trial=trial))
    click(explorer)
    assert answer(explorer) == "That went wrong: nobody <threw>"
    assert explorer._button.description == "Try it 100 times"
    with pytest.raises(ZeroDivisionError):
        explorer.simulate()
    explorer.change(times=3)
    assert answer(explorer) == "Exactly: 1/8 = 0.1250."


def test_an_exact_chance_that_cannot_be_found_is_said_too(make):
    explorer = make(COIN)
    explorer.exploration = replace(COIN, exact=lambda times: Fraction(1, 0))
    explorer.controls["times"].value = 2
    assert answer(explorer).startswith("That went wrong: ")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("game", {"game": "whist"}),
        ("exploration", {"name": "bluff"}),
        ("players", {"players": 9}),
        ("player", {"player": 3}),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(make, field, words):
    with pytest.raises(Refused) as caught:
        Explorer(**words)
    assert caught.value.field == field
    explorer = make(COIN)
    for wrong in ({"times": 4}, {"time": 1}):
        with pytest.raises(Refused):
            explorer.change(**wrong)
    assert explorer.values == {"times": 1}


def test_a_saved_notebook_shows_the_picture_and_its_words(make):
    explorer = make(COIN, times=2)
    click(explorer)
    picture, live = explorer._outputs()
    said = f"A coin (throws: 2) Exactly: 1/4 = 0.2500. In 100 experiments: {explorer.found.figures()}."
    assert picture["text/plain"] == said == repr(explorer)
    assert said in picture["text/html"]
    assert 'alt="chance of heads by throws: ' in picture["text/html"]
    assert list(live) == ["application/vnd.jupyter.widget-view+json"]


def test_what_is_opened_is_closed():
    before = set(Widget.get_manager_state()["state"])
    explorer = Explorer(COIN)
    explorer.simulate()
    explorer.close()
    explorer.close()
    assert set(Widget.get_manager_state()["state"]) == before
    assert len(explorer._outputs()) == 1, "the picture is still shown"
