"""Plain data as text, for the way between the grader and a student's process.

Nothing but the types of `plain.KINDS` gets through, each named, so that no object of a student's is ever made
in the grader. What does not fit is refused with the words that a student may read.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from cardlab.checking.plain import DEEPEST

LONGEST = 200_000
"""The most signs that one answer may take."""


class NotPlain(ValueError):
    """A value that is no plain data, or a text that does not stand for any."""


def encode(value: Any) -> str:
    """A plain value as text; a number of NumPy's counts as Python's own.

    >>> encode((1, 0.5))
    '["tuple", [["int", "0x1"], ["float", "0x1.0000000000000p-1"]]]'
    >>> encode({1, 2})
    Traceback (most recent call last):
    cardlab.checking.transfer.NotPlain: gave an object of type set
    """
    text = json.dumps(_form(value, 0))
    if len(text) > LONGEST:
        raise NotPlain("gave far too much to read")
    return text


def decode(text: object) -> Any:
    """The value that a text stands for; raises NotPlain for any other text, or for what is no text.

    >>> decode(encode({"A": [Fraction(1, 3), None, True]}))
    {'A': [Fraction(1, 3), None, True]}
    >>> decode('["int", 1]')
    Traceback (most recent call last):
    cardlab.checking.transfer.NotPlain: gave what cannot be read
    """
    if type(text) is not str or len(text) > LONGEST:
        raise NotPlain("gave far too much to read")
    try:
        return _value(json.loads(text), 0)
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        raise NotPlain("gave what cannot be read") from None


def _form(value: Any, depth: int) -> list[Any]:
    """The value as a list of its type's name and its parts."""
    kind = type(value)
    if depth > DEEPEST:
        raise NotPlain("gave data that is nested too deep")
    if kind in (str, list, tuple, dict) and len(value) > LONGEST:
        raise NotPlain("gave far too much to read")
    if value is None or kind in (bool, str):
        return [kind.__name__, value]
    if kind is int:
        return ["int", hex(value)]
    if kind is float:
        return ["float", value.hex()]
    if kind is Fraction:
        return ["Fraction", hex(value.numerator), hex(value.denominator)]
    if kind in (list, tuple):
        return [kind.__name__, [_form(part, depth + 1) for part in value]]
    if kind is dict:
        return ["dict", [[_form(key, depth + 1), _form(part, depth + 1)] for key, part in value.items()]]
    if kind.__module__ == "numpy" and getattr(value, "size", 0) == 1 and type(value.item()) is not kind:
        return _form(value.item(), depth + 1)
    raise NotPlain(f"gave an object of type {kind.__name__}")


def _value(form: Any, depth: int) -> Any:
    if type(form) is not list or depth > DEEPEST:
        raise ValueError
    match form:
        case ["NoneType", None]:
            return None
        case ["bool", part] if type(part) is bool:
            return part
        case ["str", part] if type(part) is str:
            return part
        case ["int", str(part)]:
            return int(part, 16)
        case ["float", str(part)]:
            return float.fromhex(part)
        case ["Fraction", str(numerator), str(denominator)]:
            return Fraction(int(numerator, 16), int(denominator, 16))
        case ["list", list(parts)]:
            return [_value(part, depth + 1) for part in parts]
        case ["tuple", list(parts)]:
            return tuple(_value(part, depth + 1) for part in parts)
        case ["dict", list(parts)]:
            return {_value(key, depth + 1): _value(part, depth + 1) for key, part in parts}
    raise ValueError
