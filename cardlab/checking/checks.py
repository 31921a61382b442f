"""The student's check: tries an answer, and says in one or two short lines what was seen."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from typing import Any

from cardlab.checking.public import public_part
from cardlab.checking.question import Answer, Question, phrase
from cardlab.checking.transfer import NotPlain, decode, encode
from cardlab.refused import did_you_mean

NOTHING: Any = object()
"""Stands for an answer that was not given; None is one."""
EMPTY = ("", "...", "your name here")
"""What the cell for the student's name holds before it is filled in."""


class Checks:
    """The checks of one exercise; ``check("q1", answer)`` prints what it found and returns nothing.

    >>> check = Checks("toepen-2-bluff")
    >>> check("q1", lambda low, pack, cards: (low / pack) ** cards)
    q1: p_all_low(16, 32, 4): a Fraction was expected, but it gave 0.0625 (a number).
    >>> check.hint("q1", 1)
    q1, hint 1 of 3: A hand is a choice of cards out of the pack. How many choices are there?
    """

    def __init__(self, exercise: str, student: str = "") -> None:
        self.title, self._questions = public_part(exercise)
        self._student = student if isinstance(student, str) and student.strip() not in EMPTY else ""
        self._passed: dict[str, bool] = {}

    def __call__(self, question: str = "", answer: Any = NOTHING) -> None:
        """Try an answer: the function itself, without brackets, or the value."""
        asked = self._find(question)
        if asked is None:
            return
        if answer is NOTHING:
            print(f'{asked.id}: what is to be checked? Write check("{asked.id}", {asked.name}).')
            return
        if asked.by_hand:
            print(f"{asked.id}: a person reads this answer; there is nothing to check here.")
            return
        try:
            verdict = asked.judge(self._student, try_answer(asked, self._student, answer))
        except KeyboardInterrupt:
            loop = f" Is there a loop in {asked.name} that never ends?" if asked.kind == "function" else ""
            print(f"{asked.id}: you stopped the check before it was done.{loop}")
            return
        self._passed[asked.id] = verdict.passed
        told = "Public checks passed." if verdict.passed else verdict.message
        if verdict.passed and asked.kind == "function" and _name(answer) not in (asked.name, "<lambda>", ""):
            told += f" Call it {asked.name} in the end, for that is the name that is graded."
        print(f"{asked.id}: {told}")

    def hint(self, question: str = "", level: int = 1) -> None:
        """Print a hint: level 1 asks, level 2 points the way, level 3 says nearly all."""
        asked = self._find(question)
        if asked is None:
            return
        if not isinstance(level, int) or not 1 <= level <= 3:
            print(f"{asked.id}: there are hints 1, 2 and 3.")
            return
        print(f"{asked.id}, hint {level} of 3: {asked.hints[level - 1]}")

    def numbers(self, question: str) -> dict[str, Any]:
        """The student's own numbers for a question, from the name given to `Checks`."""
        asked = self._find(question)
        return dict(asked.own(self._student)) if asked else {}

    def progress(self) -> None:
        """Print one line: how many questions have passed the public checks so far, and which."""
        asked = [question.id for question in self._questions.values() if not question.by_hand]
        marks = {True: "passed", False: "not right yet", None: "not checked"}
        each = ", ".join(f"{name} {marks[self._passed.get(name)]}" for name in asked)
        read = [question.id for question in self._questions.values() if question.by_hand]
        besides = f"; a person reads {', '.join(read)}" if read else ""
        print(f"{self.title}: {sum(self._passed.values())} of {len(asked)} passed ({each}){besides}")

    def _find(self, question: str) -> Question | None:
        name = question.strip().lower() if isinstance(question, str) else None
        if name in self._questions:
            return self._questions[name]
        if callable(question):
            print('The question comes first: check("q1", my_function).')
        else:
            print(
                f"There is no question {question!r} here. {did_you_mean(str(question), [*self._questions])}"
            )
        return None


def _name(function: Any) -> str:
    return getattr(function, "__name__", "")


def try_answer(asked: Question, student: str, answer: Any) -> list[Answer]:
    """What a student's function gives at each probe, or what the value is; nothing else is disturbed."""
    probes = asked.probes(student)
    if asked.kind == "value":
        return [_call(lambda: answer, ())]
    if not callable(answer):
        return [Answer(error=f"is no function: write {asked.name} without brackets")] * len(probes)
    with _undisturbed():
        return [_call(answer, arguments) for arguments in probes]


def _call(function: Any, arguments: tuple[Any, ...]) -> Answer:
    """What a function gives, whatever it does; only the student's own interrupt goes through."""
    try:
        return _plain(function(*deepcopy(arguments)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Answer(error=phrase(type(error).__name__, _text(error)))


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _plain(value: Any) -> Answer:
    """A value as an answer, just as the teacher's grading takes it."""
    try:
        return Answer(decode(encode(value)))
    except NotPlain as error:
        return Answer(error=str(error))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep what a student's function prints and warns off the page; leave every random stream as it was."""
    numpy = sys.modules.get("numpy")
    before, before_numpy = random.getstate(), numpy.random.get_state() if numpy else None
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        random.setstate(before)
        if numpy:
            numpy.random.set_state(before_numpy)
