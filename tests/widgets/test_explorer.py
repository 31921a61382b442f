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
    return re.sub("<[^>]+>", "", explorer._answer.value)


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
    for n, label in ((100, "1 000"), (1000, "10 000"), (10_000, "10 000")):
        click(explorer)
        assert explorer.found.n == n
        assert explorer._button.description == f"Try it {label} times"
    assert explorer._button.disabled
    explorer.change(times=2)
    assert (explorer.found, explorer._button.disabled, explorer._course.value) == (None, False, "")
    assert explorer._button.description == "Try it 100 times"


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
    assert explorer._answer.value == '<p role="alert">That went wrong: nobody &lt;threw&gt;</p>'
    assert explorer._button.description == "Try it 100 times"
    with pytest.raises(ZeroDivisionError):
        explorer.simulate()
    explorer.change(times=3)
    assert answer(explorer) == "Exactly: 1/8 = 0.1250."


def test_an_exact_chance_that_cannot_be_found_is_said_too(make):
    explorer = make(COIN)
    explorer.exploration = replace(COIN, exact=lambda times: Fraction(1, 0))
    explorer.controls["times"].value = 2
    assert 'role="alert"' in explorer._answer.value


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
