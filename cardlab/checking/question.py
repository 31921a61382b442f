"""A question of an exercise: what is tried, what must hold, and the mistakes that are known.

The student's check and the teacher's grading judge by the same `Question`. A student's copy of cardlab knows
its properties, experiments, known mistakes and hints, and no right answer; `exercise.py` adds the solution
and further inputs from the teacher's folder. To judge, a question needs the answers as plain data only, so
that a student's code can run in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any, Literal

from cardlab.checking.plain import KINDS, alike, is_plain, of_kind, same, shown

Arguments = tuple[Any, ...]
Test = Callable[..., str]
"""Looks at the student's function, at the question's inputs only: "" if all is well, else one sentence.

The test of a value gets a function without arguments that gives the value, and then the student's numbers.
"""


@dataclass(frozen=True)
class Answer:
    """What came back for one input: plain data, or in ``error`` what it did instead.

    The error goes on after "it": "raised ZeroDivisionError: division by zero", "took more than 5 seconds".
    """

    value: Any = None
    error: str = ""


@dataclass(frozen=True)
class Verdict:
    """Whether a question is answered rightly, in one or two short lines; the name of a known mistake."""

    passed: bool
    points: float
    message: str
    mistake: str = ""


@dataclass(frozen=True)
class Mistake:
    """A known wrong way, and the hint that helps.

    ``wrong`` is a function that goes it. One that would give the right answer away stands in the teacher's
    key; then ``seen`` may hold what comes out by it at some input or other (a chance to five decimals), so
    that a student's check knows it too.
    """

    name: str
    hint: str
    wrong: Callable[..., Any] | None = field(default=None, repr=False)
    seen: Mapping[Arguments, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """One question: ``name`` is the function or the value that the student writes.

    A question of kind "value" is judged as a function of the student's own numbers, and one of kind "text"
    by a person.
    """

    id: str
    name: str
    title: str
    hints: tuple[str, str, str]
    returns: type | None = None
    """The exact type of an answer; a whole number may stand for a Fraction."""
    inputs: Sequence[Arguments] = ()
    tests: Sequence[Test] = ()
    mistakes: Sequence[Mistake] = ()
    kind: Literal["function", "value", "text"] = "function"
    numbers: Callable[[Random], Mapping[str, Any]] | None = None
    """The student's own numbers, drawn from a generator that belongs to the student and the question."""
    points: float = 0
    hidden: Sequence[Arguments] = field(default=(), repr=False)
    right: Callable[..., Any] | None = field(default=None, repr=False)

    @property
    def by_hand(self) -> bool:
        """Is it a person who gives the points?"""
        return self.kind == "text"

    def own(self, student: str) -> Mapping[str, Any]:
        """The student's own numbers, the same on every machine and at every run."""
        if self.numbers is None:
            return {}
        return self.numbers(Random(sha256(f"{self.id} {student.strip().casefold()}".encode()).hexdigest()))

    def _inputs(self, student: str) -> tuple[Arguments, ...]:
        if self.kind == "value":
            return (tuple(self.own(student).values()),)
        return (*self.inputs, *self.hidden)

    def probes(self, student: str) -> tuple[Arguments, ...]:
        """The arguments at which the student's function is to be called; one empty tuple for a value."""
        return ((),) if self.kind == "value" else self._inputs(student)

    def judge(self, student: str, answers: Sequence[Answer]) -> Verdict:
        """Judge the answers, one for each probe in order."""
        if self.by_hand:
            return Verdict(False, 0, "A person reads this answer.")
        asked = self._inputs(student)
        if self.right is not None and self._all_right(asked, answers):
            return Verdict(True, self.points, "")
        trouble = self._trouble(asked, answers)
        mistake = self._mistake(asked, answers)
        if mistake is not None:
            place = next((asked.index(arguments) for arguments in mistake.seen if arguments in asked), 0)
            first = trouble or f"{self._call(asked[place])} gave {shown(answers[place].value)}."
            return Verdict(False, 0, f"{first}\n{mistake.hint}", mistake.name)
        if trouble:
            return Verdict(False, 0, trouble)
        if self.right is not None:
            return Verdict(False, 0, f"{self.name} passes the public checks, and goes wrong at other inputs.")
        return Verdict(True, self.points, "")

    def _all_right(self, asked: Sequence[Arguments], answers: Sequence[Answer]) -> bool:
        assert self.right is not None
        return all(
            not answer.error and same(answer.value, self.right(*arguments))
            for arguments, answer in zip(asked, answers, strict=True)
        )

    def _trouble(self, asked: Sequence[Arguments], answers: Sequence[Answer]) -> str:
        """What the public inputs, and then the types at the hidden ones, show to be wrong."""
        hidden = len(asked) - len(self.hidden)
        for place, (arguments, answer) in enumerate(zip(asked, answers, strict=True)):
            call = self._call(arguments) if place < hidden else f"{self.name} at another input"
            wanted = f" {KINDS[self.returns]} was expected," if self.returns else ""
            if answer.error:
                error = (
                    answer.error if place < hidden else answer.error.partition(":")[0]
                )  # may tell the input
                return f"{call}:{wanted} but it {error}.".replace(": but", ":")
            if answer.value is None and self.returns is not None:
                return f"{call}:{wanted} but nothing came back (None)."
            if not is_plain(answer.value) or (self.returns and not of_kind(answer.value, self.returns)):
                kind = KINDS.get(type(answer.value), "an object")
                gave = f"{shown(answer.value)} ({kind})" if place < hidden else kind
                return f"{call}:{wanted} but it gave {gave}."
        return next(filter(None, (self._told(test, asked, answers) for test in self.tests)), "")

    def _told(self, test: Test, asked: Sequence[Arguments], answers: Sequence[Answer]) -> str:
        """One test, on the student's function as far as it was asked."""

        def function(*arguments: Any) -> Any:
            if self.kind == "value":
                return answers[0].value
            if arguments not in asked:
                raise NotAsked(f"{self.id}: the test {test} wants the input {arguments}, which is none.")
            return answers[asked.index(arguments)].value

        function.__name__ = self.name
        try:
            return test(function, *asked[0]) if self.kind == "value" else test(function)
        except NotAsked:
            raise
        except Exception:  # the answer is plain, and yet of another form than the test takes for granted
            return f"{self.name} gave something of another form than asked: {shown(answers[0].value)}."

    def _mistake(self, asked: Sequence[Arguments], answers: Sequence[Answer]) -> Mistake | None:
        """The known mistake that gives just these answers."""
        return next((one for one in self.mistakes if _is_made(one, asked, answers)), None)

    def _call(self, arguments: Arguments) -> str:
        if self.kind == "value":
            return self.name
        return f"{self.name}({', '.join(map(shown, arguments))})"


class NotAsked(LookupError):
    """A test looks at an input that the question does not list: the question's own fault."""


def _is_made(mistake: Mistake, asked: Sequence[Arguments], answers: Sequence[Answer]) -> bool:
    """Do all answers come out as by the mistake? Where the wrong way itself fails, so must the student's."""
    if mistake.wrong is None:
        got = {arguments: answers[asked.index(arguments)] for arguments in mistake.seen if arguments in asked}
        return bool(got) and all(
            not answer.error and alike(answer.value, mistake.seen[arguments])
            for arguments, answer in got.items()
        )
    agreed = False
    for arguments, answer in zip(asked, answers, strict=True):
        try:
            wrong = mistake.wrong(*arguments)
        except Exception:
            if answer.error:
                continue
            return False
        if answer.error or not same(answer.value, wrong):
            return False
        agreed = True
    return agreed


def phrase(error: str, text: str) -> str:
    """What a student's code did instead of answering, from the error's name and text.

    >>> phrase("ZeroDivisionError", "division by zero")
    'raised ZeroDivisionError: division by zero'
    >>> phrase("NotImplementedError", "")
    'is still blank'
    """
    if error == "NotImplementedError":
        return "is still blank"
    first = " ".join(text.split())[:80].rstrip(".")
    return f"raised {error}: {first}" if first else f"raised {error}"
