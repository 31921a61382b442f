"""Chance by experiment: repeating trials, here or on many machines.

An experiment is a function of one generator that gives True or False, or a number. Trial number k has a
generator of its own, made from the seed and k. So the same seed gives the same number however the trials
are spread over chunks, workers and machines, and any trial can be repeated alone.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from math import hypot, isfinite
from numbers import Real
from random import Random
from typing import Any, NamedTuple

from cardlab.probability.estimate import Estimate as Estimate
from cardlab.probability.estimate import spaced
from cardlab.probability.spread import run_many
from cardlab.refused import Refused

Trial = Callable[[Random], Any]
"""One trial: True or False (1 or 0) for an event, else a number; all its chance is from the generator."""


def estimate(
    trial: Trial,
    n: int,
    seed: int,
    *,
    until_error: float | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: bool = False,
) -> Estimate:
    """Repeat a trial n times: the share of those that gave True, or the mean of the numbers.

    With ``until_error`` it stops once the standard error is no more than that, so n is the most trials.
    It runs here, or on any executor of the kind of `concurrent.futures`: threads, processes (the trial must
    then be a function of a module that they can import, not one of a notebook), or a cluster, such as
    Dask's ``Client().get_executor()``. The result is the same on all of them, and for any ``chunk``: so
    many trials make up one task. Raises Refused for arguments or values that make no sense; an error inside
    a trial says its number, and ``trial(trial_rng(seed, number))`` repeats it.

    >>> estimate(lambda rng: rng.random() < 0.25, n=10_000, seed=1)
    0.254 ± 0.004 (n = 10 000)
    >>> estimate(lambda rng: rng.randint(1, 6), n=10**6, seed=1, until_error=0.05)
    3.506 ± 0.049 (n = 1 289)
    """
    tally = _Tally(seed)
    task = partial(_try, trial, seed)
    with closing(run_many(task, n, executor=executor, chunk=chunk, progress=progress)) as values:
        for value in values:
            is_look = tally.add(value)
            if is_look and until_error is not None and tally.course[-1].is_within(until_error):
                break
    return tally.finish()


class Comparison(NamedTuple):
    """Two experiments on the same deals, and the difference between them."""

    a: Estimate
    b: Estimate
    difference: Estimate
    """The mean of a - b, deal by deal."""

    @property
    def separate_error(self) -> float:
        """The standard error that the difference would have if each had deals of its own."""
        return hypot(self.a.standard_error, self.b.standard_error)

    def __repr__(self) -> str:
        return (
            f"{self.difference.figures()} (n = {spaced(self.difference.n)} common random deals; "
            f"on separate deals ± {self.separate_error:.3g})"
        )


def compare(
    trial_a: Trial,
    trial_b: Trial,
    n: int,
    seed: int,
    *,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: bool = False,
) -> Comparison:
    """By how much does a give more than b? Both get the same chance each time: common random deals.

    What is luck of the deal for both then falls out of the difference, which is surer for it.

    >>> compare(lambda rng: rng.random() < 0.5, lambda rng: rng.random() < 0.4, n=1000, seed=1)
    0.098 ± 0.009 (n = 1 000 common random deals; on separate deals ± 0.0221)
    """
    a, b, difference = _Tally(seed), _Tally(seed), _Tally(seed)
    task = partial(_try_both, trial_a, trial_b, seed)
    for one, other in run_many(task, n, executor=executor, chunk=chunk, progress=progress):
        a.add(one)
        b.add(other)
        difference.add(one - other)
    return Comparison(a.finish(), b.finish(), difference.finish())


def trial_rng(seed: int, number: int) -> Random:
    """The generator of one trial (the first is number 0), with which it can be repeated alone."""
    return Random(f"trial {number} of {seed}")


def _try(trial: Trial, seed: int, number: int) -> float:
    value = trial(trial_rng(seed, number))
    if hasattr(value, "item"):
        value = value.item()  # A number of NumPy becomes one of Python.
    if not isinstance(value, Real) or not isfinite(value):
        right = "right would be True, False or a number"
        raise Refused("trial", f"Trial {number} gave {value!r}; {right}.")
    return value if isinstance(value, int) else float(value)


def _try_both(trial_a: Trial, trial_b: Trial, seed: int, number: int) -> tuple[float, float]:
    return _try(trial_a, seed, number), _try(trial_b, seed, number)


@dataclass
class _Tally:
    """The running sums of an experiment, and how its estimate went."""

    seed: int
    n: int = 0
    total: float = 0
    squares: float = 0
    is_share: bool = True
    next_look: int = 10
    course: list[Estimate] = field(default_factory=list)

    def add(self, value: float) -> bool:
        """Count one more trial. Is it time to look at the estimate? It is whenever n has grown by 5 %."""
        self.n += 1
        self.total += value
        self.squares += value * value
        self.is_share = self.is_share and value in (0, 1)
        if self.n < self.next_look:
            return False
        self.next_look += max(1, self.n // 20)
        self.course.append(self.now())
        return True

    def now(self) -> Estimate:
        if self.is_share:
            return Estimate.of_share(int(self.total), self.n, self.seed)
        return Estimate.of_mean(self.total, self.squares, self.n, self.seed)

    def finish(self) -> Estimate:
        now = self.now()
        return replace(now, course=(*[one for one in self.course if one.n < now.n], now))
