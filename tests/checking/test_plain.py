"""Plain data: exact types, and values as a student reads them."""

from fractions import Fraction

import pytest

from cardlab.checking.plain import is_plain, of_kind, same, shown


class Sly(Fraction):
    """Equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = Fraction.__hash__


LOOP: list = []
LOOP.append(LOOP)
HALF = Fraction(1, 2)


@pytest.mark.parametrize("value", [1, True, 0.5, HALF, "10H", None, [1, (2,)], {"A": [HALF], 1: {}}])
def test_plain(value):
    assert is_plain(value)


@pytest.mark.parametrize(
    "value", [{1, 2}, Sly(1, 2), 1j, object(), [Sly(1, 2)], {"A": {1}}, LOOP, b"x", print]
)
def test_not_plain(value):
    assert not is_plain(value)


@pytest.mark.parametrize(
    ("got", "right"),
    [
        (1, Fraction(1)),
        (HALF, Fraction(2, 4)),
        (0.1 + 0.2, 0.3),
        (1, 1.0),
        ([1, (2, 3)], [1, (2, 3)]),
        ({"B": 1, "A": HALF}, {"A": HALF, "B": 1}),
        (None, None),
    ],
)
def test_the_same(got, right):
    assert same(got, right)


@pytest.mark.parametrize(
    ("got", "right"),
    [
        (0.5, HALF),
        (True, 1),
        (1, True),
        (True, Fraction(1)),
        (1.0, 1),
        (0.3001, 0.3),
        (float("nan"), 0.3),
        ((1, 2), [1, 2]),
        ([1], [1, 2]),
        ({1: "A"}, {True: "A"}),
        ({"A": 1}, {"A": 1, "B": 2}),
        ("1/2", HALF),
        (Sly(1, 3), HALF),
        (Sly(1, 3), 1),
    ],
)
def test_not_the_same(got, right):
    assert not same(got, right)


def test_a_number_too_big_for_a_float_is_no_crash():
    assert not same(10**400, 0.3)


def test_a_whole_number_may_stand_for_a_fraction_and_true_may_not():
    assert of_kind(1, Fraction)
    assert not of_kind(True, Fraction)
    assert not of_kind(0.5, Fraction)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(91, 1798), "91/1798"),
        (Fraction(10**40 + 1, 3 * 10**40), "a Fraction near 0.3333"),
        (Fraction(10**400), "a Fraction near infinity"),
        ("a" * 100, "'" + "a" * 49 + "..."),
        (LOOP, "an object of type list"),
        (Sly(1, 2), "an object of type Sly"),
    ],
)
def test_shown(value, text):
    assert shown(value) == text


def test_a_number_longer_than_python_prints():
    assert shown(10**5000) == "a very long int"
