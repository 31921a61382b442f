"""Plain data: what may come back from a student's function, compared by exact type and shown briefly."""

from __future__ import annotations

from fractions import Fraction
from math import isclose
from typing import Any

KINDS: dict[type, str] = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    Fraction: "a Fraction",
    str: "a text",
    list: "a list",
    tuple: "a tuple",
    dict: "a dictionary",
    type(None): "None",
}
"""The types that are plain data, each with its name for a reader."""

DEEPEST = 20
"""Data nested deeper than this is not plain (a list may even hold itself)."""


def is_plain(value: Any, depth: int = 0) -> bool:
    """Is it made of nothing but the types of `KINDS`, exactly? An object of a subclass is not.

    >>> is_plain({"A": [1, Fraction(1, 2)]}), is_plain({1, 2})
    (True, False)
    """
    if type(value) in (list, tuple, dict):
        parts = [*value.keys(), *value.values()] if type(value) is dict else value
        return depth < DEEPEST and all(is_plain(part, depth + 1) for part in parts)
    return type(value) in KINDS


def same(got: Any, right: Any) -> bool:
    """Is the plain ``got`` the right value, of the right type?

    Exact, but for two things: a whole number may stand for a Fraction, and where a float is asked the
    difference may be a billionth of it (rounding).

    >>> same(1, Fraction(1)), same(0.5, Fraction(1, 2)), same(True, 1), same(0.1 + 0.2, 0.3)
    (True, False, False, True)
    """
    if type(right) is Fraction:
        return type(got) in (Fraction, int) and bool(got == right)
    if type(right) is float:
        return type(got) in (float, int) and _close(got, right)
    if type(got) is not type(right):
        return False
    if type(right) in (list, tuple):
        return len(got) == len(right) and all(map(same, got, right))
    if type(right) is dict:
        keys = dict(zip(map(_key, right), right, strict=True))
        return len(got) == len(right) and all(
            _key(key) in keys and same(value, right[keys[_key(key)]]) for key, value in got.items()
        )
    return bool(got == right)


def _close(got: float, right: float) -> bool:
    try:
        return isclose(got, right, rel_tol=1e-9, abs_tol=1e-12)
    except OverflowError:  # a whole number too big for any float
        return False


def alike(got: Any, seen: Any) -> bool:
    """Is it the same, or a number that is the same to five decimals?

    >>> alike(Fraction(2, 13), 0.15385), alike(Fraction(2, 13), 0.1538)
    (True, False)
    """
    if type(seen) is float and type(got) in (Fraction, int, float):
        exact = seen if type(got) is float else Fraction(seen)  # a whole number may be too big for any float
        return bool(abs(got - exact) <= 0.00001)
    return same(got, seen)


def _key(key: Any) -> tuple[Any, Any]:
    """Keys of different types differ, unlike 1, 1.0 and True in Python."""
    return type(key), key


def of_kind(value: Any, kind: type) -> bool:
    """Is it of the type asked for? A whole number may stand for a Fraction or a float."""
    return type(value) is kind or (kind in (Fraction, float) and type(value) is int)


def shown(value: Any) -> str:
    """The value as a student reads it, short.

    >>> shown(Fraction(91, 1798)), shown("10H"), shown(Fraction(10**30 + 1, 3 * 10**30))
    ('91/1798', "'10H'", 'a Fraction near 0.3333')
    """
    if not is_plain(value):
        return f"an object of type {type(value).__name__}"
    try:
        text = str(value) if type(value) is Fraction else repr(value)
    except ValueError:  # a number of more digits than Python prints
        return f"a very long {type(value).__name__}"
    if len(text) <= 60:
        return text
    if type(value) is Fraction:
        return f"a Fraction near {_near(value)}"
    return f"{text[:50]}..."


def _near(value: Fraction) -> str:
    try:
        return f"{float(value):.4g}"
    except OverflowError:
        return "infinity"
