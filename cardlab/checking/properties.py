"""Tests of a student's function by what must hold of it: properties, and agreement with an experiment.

Each function here makes a `Test`. A test names no right value: it says which call was tried, what must hold,
and what came back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.question import Arguments, Test
from cardlab.probability.monte_carlo import Estimate

FURTHEST = 4
"""So many standard errors away from an experiment a value no longer agrees with it."""


def call(function: Callable[..., Any], arguments: Arguments) -> str:
    """The call as a student would write it; a value has no arguments."""
    name = getattr(function, "__name__", "it")
    return f"{name}({', '.join(map(shown, arguments))})" if arguments else name


def chances(inputs: Sequence[Arguments]) -> Test:
    """Every answer is a chance, from 0 to 1."""

    def test(function: Callable[..., Any]) -> str:
        for arguments in inputs:
            value = function(*arguments)
            if not 0 <= value <= 1:
                return f"{call(function, arguments)}: a chance is from 0 to 1, and this is {shown(value)}."
        return ""

    return test


def gives(arguments: Arguments, value: Any, why: str) -> Test:
    """A plain case, where everybody sees what must come out; ``why`` says why, as a whole sentence."""

    def test(function: Callable[..., Any]) -> str:
        got = function(*arguments)
        if got == value:
            return ""
        return f"{call(function, arguments)} gave {shown(got)}. {why}"

    return test


def rises(inputs: Sequence[Arguments], why: str) -> Test:
    """Each answer is larger than the one before."""
    return _in_order(inputs, why, lambda first, second: first < second)


def falls(inputs: Sequence[Arguments], why: str) -> Test:
    """Each answer is smaller than the one before."""
    return _in_order(inputs, why, lambda first, second: first > second)


def _in_order(inputs: Sequence[Arguments], why: str, right: Callable[[Any, Any], bool]) -> Test:
    def test(function: Callable[..., Any]) -> str:
        for one, other in pairwise(inputs):
            first, second = function(*one), function(*other)
            if not right(first, second):
                first_call, second_call = call(function, one), call(function, other)
                return f"{first_call} gave {shown(first)} and {second_call} gave {shown(second)}. {why}"
        return ""

    return test


def agrees(arguments: Arguments, experiment: Callable[[], Estimate], what: str) -> Test:
    """The answer agrees with an experiment within its error; ``what`` is the event ("the hand is all low").

    The experiment is made when it is first needed, and once. A chance that would fit if it were taken from 1
    is said to be that of the opposite.
    """
    once = cache(experiment)

    def test(function: Callable[..., Any]) -> str:
        value = function(*arguments)
        return disagreement(call(function, arguments), value, once(), what)

    return test


def disagreement(tried: str, value: Any, found: Estimate, what: str) -> str:
    """One sentence if a value is too far from what an experiment found; it does not say what that is."""
    if _fits(value, found):
        return ""
    trials = f"{found.n:,}".replace(",", " ")
    much = "less" if found.value < value else "more"
    if found.is_share:
        told = f"in {trials} trials it happened {much} often that {what}"
    else:
        told = f"in {trials} trials the mean was {much}: {what}"
    opposite = " Is this the chance of the opposite?" if found.is_share and _fits(1 - value, found) else ""
    return f"{tried} gave {shown(value)}, but {told}.{opposite}"


def _fits(value: Any, found: Estimate) -> bool:
    return bool(abs(float(value) - found.value) <= FURTHEST * found.error)
