"""Chance by experiment: what was found, and how sure that is.

An experiment is a function of one generator that gives True or False, or a number. Trial number k has a
generator of its own, made from the seed and k. So the same seed gives the same number however the trials
are spread over chunks, workers and machines, and any trial can be repeated alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import floor, hypot, isfinite, log10, sqrt
from numbers import Real
from random import Random
from typing import Any, NamedTuple, TypeVar

from cardlab.plots import Picture, funnel
from cardlab.refused import Refused

T = TypeVar("T")
Trial = Callable[[Random], Any]
"""One trial: True or False (1 or 0) for an event, else a number; all its chance is from the generator."""

LEAST = 100
"""No experiment stops at a wished-for error before so many trials."""

# ----------------------------------------------------------------------------------- what was found


@dataclass(frozen=True, repr=False)
class Estimate:
    """A number found by experiment, with its standard error, the number of trials and the seed.

    >>> Estimate.of_share(195, 1000, seed=1)
    0.195 ± 0.013 (n = 1 000)
    """

    value: float
    standard_error: float
    n: int
    seed: int
    is_share: bool = False
    """Is it the share of the trials in which an event happened, and not the mean of numbers?"""
    course: tuple[Estimate, ...] = field(default=(), compare=False)
    """The estimate as it stood on the way."""

    @staticmethod
    def of_share(hits: int, n: int, seed: int) -> Estimate:
        """The share of so many hits in n trials."""
        value = hits / n
        return Estimate(value, sqrt(value * (1 - value) / n), n, seed, is_share=True)

    @staticmethod
    def of_mean(total: float, squares: float, n: int, seed: int) -> Estimate:
        """The mean of n trials, from the sum of their values and the sum of the squares.

        >>> Estimate.of_mean(total=30, squares=100, n=10, seed=1)
        3.000 ± 0.333 (n = 10)
        """
        value = total / n
        spread = max(squares - n * value * value, 0.0) / max(n - 1, 1)
        return Estimate(value, sqrt(spread / n), n, seed)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """From where to where: by this method the truth is inside in so large a part of all experiments.

        For a share it is Wilson's, which stays honest near 0 and 1; for a mean the normal one, which wants
        some dozens of trials.

        >>> low, high = Estimate.of_share(30, 30, seed=1).interval()
        >>> print(f"{low:.3f} to {high:.3f}")
        0.886 to 1.000
        """
        if not 0 < level < 1:
            raise Refused("level", f"{level!r} is not possible; right would be a number such as 0.95.")
        from statistics import NormalDist

        return self._within(NormalDist().inv_cdf((1 + level) / 2))

    def _within(self, z: float) -> tuple[float, float]:
        """The interval of z standard errors either way."""
        if not self.is_share:
            return self.value - z * self.standard_error, self.value + z * self.standard_error
        p, n, square = self.value, self.n, z * z
        middle = (p + square / (2 * n)) / (1 + square / n)
        half = z * sqrt(p * (1 - p) / n + square / (4 * n * n)) / (1 + square / n)
        return max(middle - half, 0.0), min(middle + half, 1.0)

    def _is_within(self, error: float) -> bool:
        """Is it as sure as was wished? A share of 0 or 1 has no standard error, but Wilson's interval has."""
        low, high = self._within(1)
        return self.n >= LEAST and max(self.standard_error, (high - low) / 2) <= error

    def convergence(
        self, exact: float | Fraction | None = None, *, ylabel: str = "estimate", alt: str = ""
    ) -> Picture:
        """How the estimate and its 95 % interval went with the number of trials; ``alt`` in your own words.

        Raises Refused for an estimate that was not made by `estimate` or `compare`.

        >>> estimate(Random.random, 100, seed=1).convergence(exact=0.5).alt
        'The estimate: after 10 trials 0.497 ± 0.106; after 100 trials 0.539 ± 0.030; exact 0.5.'
        """
        if not self.course:
            raise Refused("course", "How it went is known only of what `estimate` or `compare` has made.")
        first, last = self.course[0], self.course[-1]
        said = "; ".join(f"after {_spaced(one.n)} trials {one._figures()}" for one in (first, last))
        return funnel(
            [(one.n, one.value, *one.interval()) for one in self.course],
            None if exact is None else float(exact),
            ylabel=ylabel,
            alt=alt or f"The estimate: {said}{'' if exact is None else f'; exact {float(exact):.4g}'}.",
        )

    def _figures(self) -> str:
        error = self.standard_error
        digits = 1 if error >= 1 else max(3, -floor(log10(error))) if error else 3
        return f"{self.value:.{digits}f} ± {error:.{digits}f}"

    def __repr__(self) -> str:
        return f"{self._figures()} (n = {_spaced(self.n)})"


def _spaced(n: int) -> str:
    return f"{n:,}".replace(",", " ")


# --------------------------------------------------------------------------------- making experiments


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
            if is_look and until_error is not None and tally.course[-1]._is_within(until_error):
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
            f"{self.difference._figures()} (n = {_spaced(self.difference.n)} common random deals; "
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


# ----------------------------------------------------------------------------------- spreading the work


def run_many(
    task: Callable[[int], T],
    n: int,
    *,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: bool = False,
) -> Generator[T, None, None]:
    """What the task gives for 0, 1, ... n - 1, in this order, worked out here or on an executor.

    Closing it early takes back the chunks that have not begun.
    """
    for name, value in ("n", n), ("chunk", chunk):
        if value is not None and (type(value) is not int or value < 1):
            raise Refused(name, f"{value!r} is not possible; right would be a whole number from 1.")
    size = chunk or min(1000, -(-n // 100))
    spans = (range(first, min(first + size, n)) for first in range(0, n, size))
    work = partial(_run, task)
    parts = (work(span) for span in spans) if executor is None else _submitted(executor, work, spans)
    with closing(parts), _bar(n) if progress else nullcontext() as bar:
        for part in parts:
            yield from part
            if bar is not None:
                bar.update(len(part))


def _run(task: Callable[[int], T], span: range) -> list[T]:
    done: list[T] = []
    try:
        for number in span:
            done.append(task(number))
    except Exception as error:
        error.add_note(f"This was number {span[len(done)]}.")
        raise
    return done


AHEAD = 100
"""So many chunks wait on an executor at most."""


def _submitted(
    executor: Executor, work: Callable[[range], list[T]], spans: Iterator[range]
) -> Generator[list[T], None, None]:
    waiting = deque(executor.submit(work, span) for span in islice(spans, AHEAD))
    try:
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(executor.submit(work, span) for span in islice(spans, 1))
    finally:
        for future in waiting:
            future.cancel()


def _bar(n: int) -> Any:
    """A progress bar, for the notebook or for the terminal."""
    from tqdm.auto import tqdm

    return tqdm(total=n)
