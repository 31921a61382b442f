"""The proof that an exercise works: what it says of its solution, of its blank and of known wrong answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from types import SimpleNamespace
from typing import Any

from cardlab.checking.checks import try_answer
from cardlab.checking.exercise import Exercise, solve
from cardlab.checking.public import public_part
from cardlab.checking.question import Answer, Mistake, Question
from cardlab.checking.student_copy import Notebook, mark_of, read_source, student_notebook
from cardlab.refused import Refused

STUDENTS = ("", "Ann", "Ben de Vries", "Zoë")
"""Each question must work for the numbers of any student; these are tried."""


def faults(exercise: Exercise) -> list[str]:
    """What is wrong with an exercise, one sentence each; an empty list if it can be released."""
    source = read_source(exercise.path)
    found = list(_form(exercise, source))
    if found:
        return found
    solution, blank = solve(source), solve(student_notebook(source), stop=False)
    for question in exercise.questions.values():
        if not question.by_hand:
            found += _judged(exercise, question, solution, blank)
            found += _hidden_tests(question, source, solution, blank)
    return list(dict.fromkeys(found))


def _form(exercise: Exercise, source: Notebook) -> Iterator[str]:
    """Are the cells, ids and points as they should be?"""
    ids = [cell.get("id", "") for cell in source["cells"]]
    if len(set(ids)) < len(ids) or not all(ids):
        yield "every cell needs an id of its own."
    if source["metadata"].get("cardlab", {}).get("exercise") != exercise.id:
        yield f'the notebook\'s metadata must hold {{"cardlab": {{"exercise": "{exercise.id}"}}}}.'
    if f'Checks("{exercise.id}"' not in "".join(cell["source"] for cell in source["cells"]):
        yield f'no cell makes check = Checks("{exercise.id}").'
    for cell in source["cells"]:
        mark = mark_of(cell)
        if mark and mark.get("grade_id") != cell.get("id"):
            yield f"the cell {cell.get('id')} has the grade_id {mark.get('grade_id')}; both must be the same."
        if not mark and re.search(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS)", cell["source"]):
            yield f"the cell {cell.get('id')} has a solution or hidden tests, but no nbgrader metadata."
    if not 4 <= len(exercise.questions) <= 8:
        yield f"it has {len(exercise.questions)} questions; right would be 4 to 8."
    for question in exercise.questions.values():
        cells = (question.id,) if question.by_hand else (question.id, f"{question.id}-test")
        if exercise.cells[question.id] != cells:
            yield f"{question.id} has the cells {exercise.cells[question.id]}; right would be {cells}."
        if question.points <= 0:
            yield f"{question.id} gives no points."
        if len(set(filter(None, question.hints))) != 3:
            yield f"{question.id} must have three different hints."


def _judged(
    exercise: Exercise, question: Question, solution: SimpleNamespace, blank: SimpleNamespace
) -> Iterator[str]:
    """Full marks for the solution, none for the blank, its own hint for each known wrong answer."""
    public = public_part(exercise.id)[1][question.id]
    for student in STUDENTS:
        right = _answers(question, student, question.right or getattr(solution, question.name))
        verdict = question.judge(student, right)
        if verdict.points != question.points:
            yield f"{question.id}: the solution gets {verdict.points} points: {verdict.message}"
        verdict = public.judge(student, right[: len(public.probes(student))])
        if not verdict.passed:
            yield f"{question.id}: the student's check refuses the solution: {verdict.message}"
        for mistake in question.mistakes:
            if mistake.wrong is None:
                yield f"{question.id}: neither the question nor its key has a function for {mistake.name!r}."
                continue
            wrong = _answers(question, student, mistake.wrong)
            verdict = question.judge(student, wrong)
            if verdict.passed or verdict.mistake != mistake.name:
                took = "right" if verdict.passed else f"the mistake {verdict.mistake!r}"
                yield f"{question.id}: the wrong answer {mistake.name!r} is taken for {took}."
            verdict = public.judge(student, wrong[: len(public.probes(student))])
            if mistake.name in _told(public) and verdict.mistake != mistake.name:
                came = {
                    arguments: _rounded(wrong[public.inputs.index(arguments)]) for arguments in mistake.seen
                }
                yield f"{question.id}: the student's check does not know {mistake.name!r}; seen is {came}."
    verdict = question.judge("", try_answer(question, "", getattr(blank, question.name, None)))
    if verdict.points or verdict.passed:
        yield f"{question.id}: the blank gets {verdict.points} points."


def _rounded(answer: Answer) -> Any:
    """The answer as `Mistake.seen` has it."""
    return round(float(answer.value), 5) if type(answer.value) is Fraction else answer.value


def _told(public: Question) -> set[str]:
    """The mistakes that a student's check should know."""
    return {mistake.name for mistake in public.mistakes if mistake.wrong or mistake.seen}


def _answers(question: Question, student: str, function: Any) -> list[Answer]:
    """What a function of a question's own arguments gives; for a value, from the student's numbers."""
    if question.kind == "value":
        return try_answer(question, student, function(*question.own(student).values()))
    return try_answer(question, student, function)


def _hidden_tests(
    question: Question, source: Notebook, solution: SimpleNamespace, blank: SimpleNamespace
) -> Iterator[str]:
    """The tests that nbgrader runs agree: they hold for the solution alone."""
    test = next(cell["source"] for cell in source["cells"] if cell["id"] == f"{question.id}-test")
    if f'check("{question.id}", {question.name})' not in test:
        yield f'{question.id}: its test cell must call check("{question.id}", {question.name}).'
    if _fails(test, solution):
        yield f"{question.id}: the hidden tests refuse the solution."
    if not _fails(test, SimpleNamespace(**{**vars(solution), question.name: getattr(blank, question.name)})):
        yield f"{question.id}: the hidden tests pass the blank."
    for mistake in question.mistakes:
        if mistake.wrong is None:
            continue
        wrong = _as_written(question, mistake)
        if not _fails(test, SimpleNamespace(**{**vars(solution), question.name: wrong})):
            yield f"{question.id}: the hidden tests pass the wrong answer {mistake.name!r}."


def _as_written(question: Question, mistake: Mistake) -> Any:
    """What a student who makes this mistake has under the question's name; a value for no name of theirs."""
    assert mistake.wrong is not None
    return mistake.wrong(*question.own("").values()) if question.kind == "value" else mistake.wrong


def _fails(test: str, names: SimpleNamespace) -> bool:
    try:
        with redirect_stdout(StringIO()):
            exec(test, dict(vars(names)))
    except Refused:
        raise
    except Exception:
        return True
    return False
