"""Experiments: the same seed the same number, however they are run; honest errors and intervals."""

import json
import pickle
import random
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from math import comb, isclose, sqrt
from multiprocessing import get_context
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest
from executors import EXECUTORS
from probability import trials

from cardlab.probability.monte_carlo import Estimate, compare, estimate, trial_rng
from cardlab.probability.spread import run_many
from cardlab.refused import Refused

N, SEED = 400, 7


TRIALS = [trials.event, trials.die, trials.real, trials.fraction, Random.random]


def both(found):
    """An estimate with the whole of its course."""
    return found, found.course


@pytest.mark.parametrize("name", EXECUTORS)
def test_the_same_seed_gives_the_same_number_on_every_executor(name):
    with EXECUTORS[name]() as executor:
        for trial in TRIALS:
            for chunk in (7, 100):
                found = estimate(trial, N, SEED, executor=executor, chunk=chunk)
                assert both(found) == both(estimate(trial, N, SEED))
        early = {"until_error": 0.1}
        assert both(estimate(trials.die, 10**6, SEED, executor=executor, **early)) == both(
            estimate(trials.die, 10**6, SEED, **early)
        )
        assert compare(trials.event, trials.die, N, SEED, executor=executor) == compare(
            trials.event, trials.die, N, SEED
        )


@pytest.mark.parametrize("chunk", [1, 2, 99, N, 10 * N])
@pytest.mark.parametrize("trial", TRIALS)
def test_the_chunks_change_nothing(trial, chunk):
    assert both(estimate(trial, N, SEED, chunk=chunk)) == both(estimate(trial, N, SEED))


def test_another_seed_gives_another_number():
    assert len({estimate(trials.real, N, seed).value for seed in range(20)}) == 20


def test_it_is_the_mean_of_the_trials_each_repeated_alone():
    values = [trials.real(trial_rng(SEED, number)) for number in range(N)]
    found = estimate(trials.real, N, SEED)
    assert isclose(found.value, fmean(values), rel_tol=1e-12)
    assert isclose(found.standard_error, stdev(values) / sqrt(N), rel_tol=1e-9)
    assert (found.n, found.seed, found.is_share) == (N, SEED, False)


def test_an_event_is_counted_as_a_share():
    hits = sum(trials.event(trial_rng(SEED, number)) for number in range(N))
    assert estimate(trials.event, N, SEED) == Estimate.of_share(hits, N, SEED)
    assert estimate(trials.event, N, SEED).is_share
    assert estimate(lambda rng: float(trials.event(rng)), N, SEED) == estimate(trials.event, N, SEED)
    assert not estimate(lambda rng: 2 * trials.event(rng), N, SEED).is_share


def test_no_global_generator_is_used():
    before = random.getstate()
    estimate(trials.die, 10, SEED)
    assert random.getstate() == before


# ------------------------------------------------------------------------------------------- intervals


def slow_wilson(p, n, z):
    """All q that are no further than z of their own standard errors from p: the ends by halving."""

    def end(inside, outside):
        for _ in range(100):
            middle = (inside + outside) / 2
            if abs(p - middle) <= z * sqrt(middle * (1 - middle) / n):
                inside = middle
            else:
                outside = middle
        return inside

    return end(p, 0.0), end(p, 1.0)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize(("hits", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (30, 30), (195, 1000)])
def test_wilson_is_every_share_that_is_not_too_far(hits, n, level):
    z = NormalDist().inv_cdf((1 + level) / 2)
    low, high = Estimate.of_share(hits, n, SEED).interval(level)
    assert (low, high) == pytest.approx(slow_wilson(hits / n, n, z), abs=1e-9)
    assert 0 <= low < high <= 1


def test_the_interval_of_a_mean_is_normal():
    low, high = Estimate(10.0, 2.0, 100, SEED).interval(0.95)
    assert (low, high) == pytest.approx((10 - 1.959964 * 2, 10 + 1.959964 * 2), abs=1e-5)


@pytest.mark.parametrize(("p", "n"), [(0.3, 20), (0.02, 50), (0.5, 40)])
def test_how_often_an_experiment_is_right_about_a_share(p, n):
    """The coverage found is that of the binomial sum, within four standard errors, and that is near 95 %."""

    def is_inside(found):
        low, high = found.interval(0.95)
        return low <= p <= high

    exact = sum(
        comb(n, hits) * p**hits * (1 - p) ** (n - hits)
        for hits in range(n + 1)
        if is_inside(Estimate.of_share(hits, n, SEED))
    )
    assert 0.92 < exact < 0.98
    runs = 600
    right = sum(is_inside(estimate(lambda rng: rng.random() < p, n, seed)) for seed in range(runs))
    assert abs(right / runs - exact) < 4 * sqrt(exact * (1 - exact) / runs)


def test_how_often_an_experiment_is_right_about_a_mean():
    """A die's mean is inside in 95 % of 600 experiments of 60 throws, within four standard errors."""
    runs = 600
    ends = [estimate(trials.die, 60, seed).interval(0.95) for seed in range(runs)]
    right = sum(low <= 3.5 <= high for low, high in ends)
    assert abs(right / runs - 0.95) < 4 * sqrt(0.95 * 0.05 / runs)


def test_it_stops_at_the_wished_for_error():
    for trial, error in ((trials.event, 0.02), (trials.die, 0.05)):
        found = estimate(trial, 10**6, SEED, until_error=error)
        assert error / 1.1 < found.standard_error <= error
        assert estimate(trial, found.n, SEED) == found
    assert estimate(trials.die, 150, SEED, until_error=1e-9).n == 150


def test_a_run_of_luck_does_not_stop_an_experiment():
    """Without a hit the standard error is 0, which is no reason to stop; a thousandth takes some hundreds."""
    found = estimate(lambda rng: False, 10**6, SEED, until_error=0.001)
    assert found.standard_error == 0
    assert 450 < found.n < 550


# ------------------------------------------------------------------------------------- common deals


def test_common_deals_are_the_paired_difference():
    def colour(rng):
        return rng.random() < 0.4

    found = compare(trials.event, colour, N, SEED)
    rngs = [(trial_rng(SEED, number), trial_rng(SEED, number)) for number in range(N)]
    pairs = [trials.event(a) - colour(b) for a, b in rngs]
    assert found.difference.value == fmean(pairs)
    assert isclose(found.difference.standard_error, stdev(pairs) / sqrt(N))
    assert found.a == estimate(trials.event, N, SEED)
    assert found.b == estimate(colour, N, SEED)
    assert found.difference.standard_error < found.separate_error / 2
    assert "common random deals" in str(found)
    assert compare(trials.die, trials.die, N, SEED).difference.standard_error == 0


# ------------------------------------------------------------------------------------- on executors


class Slow:
    """An executor that runs a chunk only when its result is asked for."""

    def __init__(self):
        self.futures = []

    def submit(self, work, *arguments):
        self.futures.append(future := Future())
        future.result = lambda: work(*arguments)
        return future


def test_few_chunks_wait_and_those_not_begun_are_taken_back():
    executor = Slow()
    results = run_many(float, 10**6, executor=executor, chunk=10)
    assert [next(results) for _ in range(15)] == list(range(15))
    assert len(executor.futures) <= 102
    results.close()
    assert sum(future.cancelled() for future in executor.futures) == len(executor.futures) - 2


def test_an_error_says_which_trial_it_was():
    with pytest.raises(ZeroDivisionError) as caught:
        estimate(trials.breaks, N, SEED, chunk=N)
    (note,) = caught.value.__notes__
    number = int(note.removeprefix("This was number ").rstrip("."))
    assert number > 0
    for earlier in range(number):
        assert trials.breaks(trial_rng(SEED, earlier))
    with pytest.raises(ZeroDivisionError):
        trials.breaks(trial_rng(SEED, number))


def test_errors_come_back_from_processes():
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        with pytest.raises(ZeroDivisionError, match="by chance"):
            estimate(trials.breaks, N, SEED, executor=executor)
        with pytest.raises(Refused, match="Trial 0 gave None") as caught:
            estimate(trials.nothing, N, SEED, executor=executor)
    assert caught.value.field == "trial"
    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        estimate(trials.breaks, N, SEED, executor=executor)


@pytest.mark.parametrize("value", [None, "7", float("nan"), float("inf"), (1, 2)])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(Refused, match="right would be True, False or a number"):
        estimate(lambda rng: value, 10, SEED)


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 2.0}, {"n": True}, {"chunk": 0}])
def test_what_is_no_number_of_trials_is_refused(wrong):
    with pytest.raises(Refused) as caught:
        estimate(trials.die, **{"n": 10, "seed": 1, **wrong})
    assert caught.value.field == next(iter(wrong))


@pytest.mark.parametrize("level", [0, 1, 95])
def test_what_is_no_level_is_refused(level):
    with pytest.raises(Refused, match="level"):
        Estimate.of_share(1, 2, SEED).interval(level)


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert estimate(lambda rng: numpy.bool_(trials.event(rng)), N, SEED) == estimate(trials.event, N, SEED)
    assert estimate(lambda rng: numpy.int64(trials.die(rng)), N, SEED) == estimate(trials.die, N, SEED)


# ----------------------------------------------------------------------------------- how it is shown


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Estimate.of_share(19514, 100_000, SEED), "0.195 ± 0.001 (n = 100 000)"),
        (Estimate.of_share(3, 10**6, SEED), "0.000003 ± 0.000002 (n = 1 000 000)"),
        (Estimate.of_share(20, 20, SEED), "1.000 ± 0.024 (n = 20)"),
        (Estimate(985.437, 12.34, 500, SEED), "985.4 ± 12.3 (n = 500)"),
    ],
)
def test_how_an_estimate_is_written(found, text):
    assert str(found) == repr(found) == text


def test_estimates_can_be_pickled():
    found = estimate(trials.die, N, SEED)
    assert both(pickle.loads(pickle.dumps(found))) == both(found)


def test_the_course_leads_to_the_estimate():
    found = estimate(trials.die, N, SEED)
    assert [one.n for one in found.course] == sorted({one.n for one in found.course})
    assert found.course[-1] == found
    for one in found.course:
        assert one == estimate(trials.die, one.n, SEED)


def test_convergence_is_a_picture_with_its_words():
    pytest.importorskip("matplotlib")
    found = estimate(trials.die, N, SEED)
    picture = found.convergence(3.5)
    assert picture.png.startswith(b"\x89PNG")
    assert str(found).split(" (")[0] in picture.alt
    assert picture.alt.endswith("exact 3.5.")
    assert found.convergence(alt="It settles.").alt == "It settles."
    with pytest.raises(Refused):
        Estimate.of_share(1, 2, SEED).convergence()


def test_the_bar_shows_all_trials_and_changes_nothing(capsys):
    pytest.importorskip("tqdm")
    assert estimate(trials.die, N, SEED, progress=True) == estimate(trials.die, N, SEED)
    assert f"{N}/{N}" in capsys.readouterr().err


def test_nothing_heavy_is_imported_before_it_is_needed():
    code = """
import json, sys
from cardlab.probability import monte_carlo, pmf
monte_carlo.estimate(lambda rng: True, 10, 1)
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert not {"numpy", "matplotlib", "tqdm", "distributed", "pandas"} & set(json.loads(done.stdout))
