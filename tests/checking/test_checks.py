"""The student's check: what it prints, and all that it leaves alone."""

import random
import sys
import time
import warnings
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy
import pytest

from cardlab.checking import Checks
from cardlab.checking.public import public_ids
from cardlab.refused import Refused


def p_all_low(low, pack, cards):
    return Fraction(comb(low, cards), comb(pack, cards))


@pytest.fixture
def check():
    return Checks("toepen-2-bluff", "Ann")


@pytest.fixture
def said(capsys):
    """The lines that a call printed to stdout; nothing may go to stderr."""

    def lines():
        out, err = capsys.readouterr()
        assert err == ""
        return out.splitlines()

    return lines


def test_passed_is_never_all(check, said):
    assert check("q1", p_all_low) is None
    assert said() == ["q1: Public checks passed."]


def test_one_or_two_short_lines(check, said):
    check("q1", lambda low, pack, cards: Fraction(low, pack) ** cards)
    lines = said()
    assert len(lines) == 2
    assert lines[0].startswith("q1: p_all_low(1, 8, 2) gave 1/64.")
    assert lines[1].startswith("That is with each card put back")
    assert max(map(len, lines)) < 130


def forever(*arguments):
    return forever(*arguments)


def shout(*arguments):
    print("I am here")
    print("and here", file=sys.stderr)
    warnings.warn("watch out", stacklevel=1)
    return p_all_low(*arguments)


def leave(*arguments):
    sys.exit("bye")


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError


def unspeakable(*arguments):
    raise Unspeakable


def spoil(rates, *arguments):
    raise BaseException("base")


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        (forever, "it raised RecursionError: maximum recursion depth exceeded."),
        (leave, "it raised SystemExit: bye."),
        (unspeakable, "it raised Unspeakable."),
        (spoil, "it raised BaseException: base."),
        (lambda: 3, "takes 0 positional arguments but 3 were given."),
        (lambda *_: None, "but nothing came back (None)."),
        (lambda *_: "1/2", "but it gave '1/2' (a text)."),
        (lambda *_: numpy.float64(0.5), "but it gave 0.5 (a number)."),
        (lambda *_: numpy.zeros(3), "but it gave an object of type ndarray."),
        (3, "it is no function: write p_all_low without brackets."),
        (None, "it is no function: write p_all_low without brackets."),
        (Fraction, "takes from 1 to 3 positional arguments but 4 were given."),
    ],
)
def test_whatever_it_is_given_it_says_one_line(check, said, answer, end):
    assert check("q1", answer) is None
    (line,) = said()
    assert line.startswith("q1: p_all_low(16, 32, 4): a Fraction was expected, but it ") or "nothing" in line
    assert line.endswith(end)
    assert "Traceback" not in line


def test_what_the_function_prints_stays_off_the_page(check, said):
    check("q1", shout)
    assert said()[0].startswith("q1: Public checks passed.")


def test_another_name_is_passed_and_the_right_one_told(check, said):
    check("q1", p_all_low)
    check("q1", lambda *arguments: p_all_low(*arguments))
    check("q1", shout)
    name = "Call it p_all_low in the end, for that is the name that is graded."
    assert said() == [*["q1: Public checks passed."] * 2, f"q1: Public checks passed. {name}"]


def interrupted(*arguments):
    raise KeyboardInterrupt


def test_who_stops_an_endless_loop_is_told_in_a_sentence(check, said):
    before = random.getstate()
    assert check("q1", interrupted) is None
    told = "you stopped the check before it was done. Is there a loop in p_all_low that never ends?"
    assert said() == [f"q1: {told}"]
    assert random.getstate() == before
    check.progress()
    assert "0 of 7 passed (q1 not checked" in said()[0]


def test_who_stops_a_simulation_is_told_in_a_sentence(check, said):
    """The test of a question deals cards by itself, after the student's function has answered."""
    check._questions["q1"] = replace(check._questions["q1"], tests=(interrupted,))
    check("q1", p_all_low)
    assert said()[0].startswith("q1: you stopped the check before it was done.")


def test_no_random_stream_is_moved(check):
    def lucky(*arguments):
        random.random()
        numpy.random.random()
        return p_all_low(*arguments)

    random.seed(1)
    numpy.random.seed(1)
    check("q1", lucky)
    first = random.random(), numpy.random.random()
    random.seed(1)
    numpy.random.seed(1)
    assert first == (random.random(), numpy.random.random())


def test_inputs_cannot_be_spoilt_for_the_next_check(said):
    def greedy(naturals, jokers, twos):
        naturals["K"] = 100
        return 7

    check = Checks("hand-and-foot-2-opening")
    for _ in range(2):
        check("q3", greedy)
    first, second = said()
    assert first == second
    assert "100" not in first


def test_a_check_is_fast(check):
    check("q1", p_all_low)  # the experiment is made once
    start = time.process_time()
    check("q1", p_all_low)
    assert time.process_time() - start < 0.5


def test_names_that_are_not_there(check, said):
    with pytest.raises(Refused, match="Did you mean toepen-2-bluff"):
        Checks("toepen-2-bluf")
    check("q99", p_all_low)
    check.hint(" Q1")
    check(p_all_low, "q1")
    check("q1")
    check()
    check.hint()
    lines = said()
    assert lines[0].startswith("There is no question 'q99' here.")
    assert lines[1].startswith("q1, hint 1 of 3: ")
    assert lines[2] == 'The question comes first: check("q1", my_function).'
    assert lines[3] == 'q1: what is to be checked? Write check("q1", p_all_low).'
    assert lines[4] == lines[5]
    assert len(lines) == 6


@pytest.mark.parametrize("value", [10**5000, -(10**400), Fraction(10**400, 3)], ids="abc")
def test_a_number_too_big_for_a_float_is_said_to_be_wrong(check, said, value):
    check("q1", lambda *_: value)
    assert "a chance is from 0 to 1" in said()[0]


def test_numbers_of_numpy_count_in_a_list_as_well(said):
    question = replace(Checks("toepen-2-bluff")._questions["q1"], kind="value", returns=list, tests=())
    check = Checks("toepen-2-bluff")
    check._questions["q1"] = replace(question, mistakes=())
    check("q1", [numpy.int64(3)])
    assert said() == ["q1: Public checks passed."]


def test_hints_by_level(check, said):
    for level in (1, 2, 3, 4, "2"):
        check.hint("q1", level)
    lines = said()
    assert [line[:15] for line in lines[:3]] == [f"q1, hint {level} of 3" for level in (1, 2, 3)]
    assert lines[3:] == ["q1: there are hints 1, 2 and 3."] * 2


def test_an_open_question_is_left_to_a_person(check, said):
    check("q8", "some text")
    assert said() == ["q8: a person reads this answer; there is nothing to check here."]


def test_progress_is_one_line(check, said):
    check("q1", p_all_low)
    check("q2", p_all_low)
    said()
    check.progress()
    (line,) = said()
    assert line == (
        "Toepen 2: does he bluff?: 1 of 7 passed (q1 passed, q2 not right yet, q3 not checked,"
        " q4 not checked, q5 not checked, q6 not checked, q7 not checked); a person reads q8"
    )


def test_own_numbers_come_from_the_name():
    def numbers(student):
        return Checks("toepen-2-bluff", student).numbers("q6")

    assert numbers("Ann") == numbers(" ann")
    assert numbers("...") == numbers("") == numbers(None)
    assert len({str(numbers(name)) for name in ("Ann", "Ben", "Cem", "Dora")}) > 1


def test_every_exercise_can_be_begun():
    for name in public_ids():
        assert Checks(name).title
