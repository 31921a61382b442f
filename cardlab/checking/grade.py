"""Grading one submission: its cells are run in order, each question is asked in between, and judged out here.

A cell or a question that runs for ever, or takes the kernel with it, costs what depends on it: the rest goes
on in a fresh kernel.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from cardlab.checking.checks import EMPTY
from cardlab.checking.exercise import Exercise
from cardlab.checking.notebook import Notebook
from cardlab.checking.plan import Plan, Step
from cardlab.checking.question import Question, phrase
from cardlab.checking.supervisor import Asked, Ended, Kernel, Launcher, Outcome

MOST_KERNELS = 8
"""A submission that has ended so many kernels is given up."""
MOST_NOTES = 20
BLANK = phrase("NotImplementedError", "")
RERUN = 0.05
"""Seconds left below which nothing more is begun."""

State = Literal[
    "right", "wrong", "blank", "error", "time", "died", "not found", "not judged", "by hand", "read"
]
Status = Literal["graded", "partly", "timed out", "unreadable", "missing", "not reached"]


@dataclass(frozen=True)
class Marked:
    """One question as it was marked; ``message`` is for the student, ``text`` for the person who marks it."""

    id: str
    title: str
    points: float
    of: float
    state: State
    message: str = ""
    mistake: str = ""
    hint: str = ""
    by_hand: bool = False
    text: str = ""

    @property
    def waits(self) -> bool:
        """Has a person still to mark it? What was left blank counts as 0, unless a person says otherwise."""
        return self.by_hand and self.state not in ("read", "blank")


@dataclass(frozen=True)
class Graded:
    """One row of the gradebook, with what the feedback says of it."""

    name: str
    student: str
    status: Status
    exercise: str = ""
    title: str = ""
    questions: tuple[Marked, ...] = ()
    notes: tuple[str, ...] = ()
    version: str = ""
    """Stands for the file as it was graded: another one has other points by hand."""
    open: str = ""
    """Why the student's code was not kept apart; nothing if it was, or did not run."""

    @property
    def points(self) -> float:
        """The points of all questions that have been marked."""
        return sum(question.points for question in self.questions)

    @property
    def of(self) -> float:
        """The most points there are, without the questions that a person has still to mark."""
        return sum(question.of for question in self.questions if not question.waits)


def grade_notebook(
    notebook: Notebook, exercise: Exercise, student: str, launcher: Launcher
) -> tuple[Status, tuple[Marked, ...], tuple[str, ...]]:
    """Run and mark a submission; ``student`` is the name that its own numbers come from."""
    plan = Plan(notebook, exercise, student)
    run = _Run(plan, exercise, student, launcher)
    run.all()
    marked = tuple(
        _by_hand(question, plan.texts.get(question.id)) if question.by_hand else run.marked[question.id]
        for question in exercise.questions.values()
    )
    return _status(marked, run), marked, (*plan.notes, *run.notes)


def _status(marked: Sequence[Marked], run: _Run) -> Status:
    states = {question.state for question in marked}
    full = all(question.points == question.of or question.by_hand for question in marked)
    if "time" in states or (run.is_late and not full):
        return "timed out"
    return "partly" if states & {"died", "not found", "not judged"} else "graded"


def _by_hand(question: Question, text: str | None) -> Marked:
    state: State = "not found" if text is None else "by hand" if text else "blank"
    messages = {
        "not found": "No answer was found.",
        "by hand": "A person reads this answer.",
        "blank": "Left blank.",
    }
    return Marked(
        question.id, question.title, 0, question.points, state, messages[state], by_hand=True, text=text or ""
    )


class _Run:
    """The steps of a plan, run in as many kernels as it takes, until each question is marked."""

    def __init__(self, plan: Plan, exercise: Exercise, student: str, launcher: Launcher) -> None:
        self.plan, self.exercise, self.student, self.launcher = plan, exercise, student, launcher
        self.marked: dict[str, Marked] = {}
        self.notes: list[str] = []
        self.is_late = False
        self._trouble: dict[int, Outcome] = {}
        """How a step went that went wrong, by its place."""
        self._skipped: set[int] = set()
        self._left = launcher.limits.total
        self._is_careful = False
        """Ask after each cell whether the kernel still lives, to know which cell has ended it."""

    def all(self) -> None:
        """Go on until all is done, or until time or patience is used up."""
        for _ in range(MOST_KERNELS):
            if self._left < RERUN or self._once():
                break
        for question in self._unmarked(self.exercise.questions):
            if self._left < RERUN:
                self.is_late = True
                seconds = f"{self.launcher.limits.total:g} seconds"
                self._mark(
                    question, "time", f"The notebook as a whole took more than {seconds}; this came after."
                )
            else:
                self._mark(question, "died", "The notebook ended its own process too often; this came after.")

    def _once(self) -> bool:
        """Run all steps in one kernel; False if it ended on the way and another is needed."""
        with Kernel(self.launcher) as kernel:
            for place, step in enumerate(self.plan.steps):
                if place not in self._skipped and not self._run(kernel, place, step):
                    return not self._unmarked(self.exercise.questions)
                for question in self._unmarked(step.asks):
                    if not self._ask(kernel, question):
                        return not self._unmarked(self.exercise.questions)
            return all(self._ask(kernel, question) for question in self._second_chance())

    def _unmarked(self, ids: Iterable[str]) -> list[Question]:
        questions = [self.exercise.questions[name] for name in ids]
        return [question for question in questions if not question.by_hand and question.id not in self.marked]

    def _second_chance(self) -> list[Question]:
        """The questions that a later cell may have put right: helpers below, cells out of order."""
        again = []
        for step in self.plan.steps[:-1]:
            for name in step.asks:
                if self.marked[name].state in ("wrong", "error", "blank", "not found"):
                    again.append(self.exercise.questions[name])
        return again

    def _run(self, kernel: Kernel, place: int, step: Step) -> bool:
        seconds = min(self.launcher.limits.cell, self._left)
        if seconds < RERUN:
            return False
        began = time.monotonic()
        try:
            outcome, goes_on = kernel.run(step.source, seconds), True
            if self._is_careful:
                kernel.ping()
        except Ended as error:
            if self._becomes_careful(error):
                return False
            outcome, goes_on = Outcome(error.why, error.time), False
            self._skipped.add(place)
        self._left -= time.monotonic() - began
        if outcome.error and place not in self._trouble:
            self._trouble[place] = outcome
            self.is_late |= outcome.time
            if step.number and outcome.error != BLANK and len(self.notes) <= MOST_NOTES:
                told = f"Cell {step.number} {outcome.error}."
                self.notes.append(
                    told if len(self.notes) < MOST_NOTES else "Further cells went wrong as well."
                )
        return goes_on

    def _ask(self, kernel: Kernel, question: Question) -> bool:
        """Ask and mark a question; False if that has ended the kernel."""
        seconds = min(self.launcher.limits.cell, self._left)
        if seconds < RERUN:
            return False
        began = time.monotonic()
        try:
            found = kernel.ask(
                question.name, question.probes(self.student), question.kind == "function", seconds
            )
        except Ended as error:
            if self._becomes_careful(error):
                return False
            state: State = "time" if error.time else "died"
            self._mark(question, state, f"{question.name} was called, and it {error.why}.")
            return False
        finally:
            self._left -= time.monotonic() - began
        if found is None:
            self._mark_absent(question)
        else:
            self._judge(question, found)
        return True

    def _becomes_careful(self, error: Ended) -> bool:
        """When a kernel first ends by itself, an earlier cell may be the cause: try again with care."""
        is_first = not error.time and not self._is_careful
        self._is_careful |= is_first
        return is_first

    def _judge(self, question: Question, found: Asked) -> None:
        try:
            verdict = question.judge(self.student, found.answers)
        except Exception as error:  # a fault of the exercise must not be the student's, nor stop the rest
            self._mark(
                question, "not judged", f"The exercise could not judge this answer ({type(error).__name__})."
            )
            return
        if verdict.passed:
            self._mark(question, "right", "Right.", points=verdict.points)
            return
        errors = [answer.error for answer in found.answers]
        state: State = "wrong"
        if found.time:
            state = "time"
        elif all(error == BLANK for error in errors) or self._is_blank(question):
            state = "blank"
        elif all(errors):
            state = "error"
        hint = "" if verdict.mistake or state != "wrong" else question.hints[0]
        self._mark(question, state, verdict.message, verdict.mistake, hint, verdict.points)

    def _is_blank(self, question: Question) -> bool:
        """Did the cell that should define it end at the line that says so?"""
        defining = [place for place, step in enumerate(self.plan.steps) if question.name in step.defines]
        return bool(defining) and all(
            place in self._trouble and self._trouble[place].error == BLANK for place in defining
        )

    def _mark_absent(self, question: Question) -> None:
        """There is nothing under the question's name: say what became of the cell that should define it."""
        for place, step in enumerate(self.plan.steps):
            if question.name in step.defines and place in self._trouble:
                outcome = self._trouble[place]
                state: State = "time" if outcome.time else "died" if place in self._skipped else "error"
                where = f"cell {step.number}" if step.number else "a cell of the exercise"
                self._mark(question, state, f"{question.name} does not exist, for {where} {outcome.error}.")
                return
        self._mark(question, "not found", f"No {question.name} was found in the notebook.")

    def _mark(
        self,
        question: Question,
        state: State,
        message: str,
        mistake: str = "",
        hint: str = "",
        points: float = 0,
    ) -> None:
        """Keep a mark, unless there is one that is as good."""
        new = Marked(question.id, question.title, points, question.points, state, message, mistake, hint)
        old = self.marked.get(question.id)
        if old is None or points > old.points or old.state == "not found":
            self.marked[question.id] = new


def name_for_numbers(typed: str) -> str:
    """The name that the student's own numbers were made from, as `Checks` takes it."""
    return "" if typed.strip() in EMPTY else typed
