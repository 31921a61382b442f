"""A number found by experiment, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, log10, sqrt

from cardlab.plots import Picture, funnel
from cardlab.refused import Refused

LEAST = 100
"""No experiment stops at a wished-for error before so many trials."""


@dataclass(frozen=True, repr=False)
class Estimate:
    """A number found by experiment, with its standard error, the number of trials and the seed.

    >>> Estimate.of_share(195, 1000, seed=1)
    0.195 ± 0.013 (n = 1 000)
    >>> Estimate.of_share(100, 100, seed=1)  # not certain, see `error`
    1.000 ± 0.005 (n = 100)
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

    @property
    def error(self) -> float:
        """How far off it may well be, as it is shown: the standard error.

        All or nothing has none, and is not certain for that: then it is half the width of Wilson's interval
        at one standard error, some 1 / 2n.

        >>> round(Estimate.of_share(0, 28, seed=1).error, 3)
        0.017
        """
        low, high = self._within(1)
        return self.standard_error or (high - low) / 2

    def is_within(self, error: float) -> bool:
        """Is it as sure as was wished?"""
        return self.n >= LEAST and self.error <= error

    def convergence(
        self, exact: float | Fraction | None = None, *, ylabel: str = "estimate", alt: str = ""
    ) -> Picture:
        """How the estimate and its 95 % interval went with the number of trials; ``alt`` in your own words.

        Raises Refused for an estimate that was not made by `estimate` or `compare`.

        >>> from random import Random
        >>> from cardlab.probability.monte_carlo import estimate
        >>> estimate(Random.random, 100, seed=1).convergence(exact=0.5).alt
        'The estimate: after 10 trials 0.497 ± 0.106; after 100 trials 0.539 ± 0.030; exact 0.5.'
        """
        if not self.course:
            raise Refused("course", "How it went is known only of what `estimate` or `compare` has made.")
        first, last = self.course[0], self.course[-1]
        said = "; ".join(f"after {spaced(one.n)} trials {one.figures()}" for one in (first, last))
        return funnel(
            [(one.n, one.value, *one.interval()) for one in self.course],
            None if exact is None else float(exact),
            ylabel=ylabel,
            alt=alt or f"The estimate: {said}{'' if exact is None else f'; exact {float(exact):.4g}'}.",
        )

    def figures(self) -> str:
        """The value and its `error`, with as many digits as that deserves."""
        error = self.error
        digits = 1 if error >= 1 else max(3, -floor(log10(error))) if error else 3
        return f"{self.value:.{digits}f} ± {error:.{digits}f}"

    def __repr__(self) -> str:
        return f"{self.figures()} (n = {spaced(self.n)})"


def spaced(n: int) -> str:
    """A number with spaces between the thousands."""
    return f"{n:,}".replace(",", " ")
