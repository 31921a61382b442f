"""The teacher's side of an exercise: the source notebook with its solution, and the sidecar beside it.

``exercises/source/NAME.ipynb`` is the one notebook that is written by hand, in nbgrader's source form.
``NAME.py`` beside it holds what must not reach a student: `KEYS`, a `Key` for each question. The public part,
`Question`s with their properties, mistakes and hints, is in ``cardlab/checking/public/NAME.py``.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from cardlab.checking.public import public_part
from cardlab.checking.question import Arguments, Question, Test
from cardlab.checking.student_copy import Notebook, mark_of, read_source
from cardlab.refused import Refused


@dataclass(frozen=True)
class Key:
    """What the teacher's folder adds to a question.

    ``inputs`` are further ones, and ``wrong`` has the functions of known mistakes, by name, that would give
    the right answer away. ``right`` takes the solution's names and then the question's arguments; by default
    it is what the solution gives for the question's name. Where answers of many forms are right,
    ``unique=False`` leaves it to the tests, public and added here.
    """

    inputs: Sequence[Arguments] = ()
    wrong: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    tests: Sequence[Test] = ()
    right: Callable[..., Any] | None = None
    unique: bool = True


@dataclass(frozen=True)
class Exercise:
    """One exercise as the teacher has it; ``cells`` names the grade ids that belong to each question."""

    id: str
    title: str
    path: Path
    questions: Mapping[str, Question]
    cells: Mapping[str, tuple[str, ...]]

    @property
    def points(self) -> float:
        """The points of all questions together."""
        return sum(question.points for question in self.questions.values())


def load_exercises(folder: Path) -> dict[str, Exercise]:
    """Every exercise of a source folder by its id. Raises Refused, naming the file."""
    paths = sorted(folder.glob("*.ipynb"))
    if not paths:
        raise Refused("source", f"There is no exercise (*.ipynb) in {folder}.")
    loaded = [load_exercise(path) for path in paths]
    return {exercise.id: exercise for exercise in loaded}


def load_exercise(path: Path) -> Exercise:
    """The exercise of one source notebook, with the sidecar and the public part that go by its name."""
    name = path.stem.replace("_", "-")
    title, public = public_part(name)
    notebook = read_source(path)
    keys: Mapping[str, Key] = _module(path.with_suffix(".py")).KEYS
    solution = solve(notebook)
    cells: dict[str, tuple[str, ...]] = dict.fromkeys(public, ())
    points: dict[str, float] = dict.fromkeys(public, 0)
    for mark in map(mark_of, notebook["cells"]):
        if mark.get("grade") or mark.get("solution"):
            question = str(mark["grade_id"]).partition("-")[0]
            if question not in public:
                raise Refused(path.name, f"The cell {mark['grade_id']} belongs to no question of {name}.")
            cells[question] = (*cells[question], mark["grade_id"])
            points[question] += mark.get("points", 0)
    if set(keys) != {question.id for question in public.values() if not question.by_hand}:
        raise Refused(path.with_suffix(".py").name, "KEYS must name every question that is not by hand.")
    questions = {
        question.id: _with_key(question, points[question.id], keys.get(question.id), solution)
        for question in public.values()
    }
    return Exercise(name, title, path, questions, cells)


def solve(notebook: Notebook, *, stop: bool = True) -> SimpleNamespace:
    """The names that a notebook of the teacher's own has defined at its end, run here but for its tests.

    An error is raised, or with ``stop=False`` ends its cell only, as it does in a blank notebook.
    """
    names: dict[str, Any] = {"__name__": "exercise"}
    with redirect_stdout(StringIO()):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code" and not mark_of(cell).get("grade"):
                try:
                    exec(compile(cell["source"], f"<cell {cell['id']}>", "exec"), names)
                except Exception:
                    if stop:
                        raise
    return SimpleNamespace(**names)


def _with_key(question: Question, points: float, key: Key | None, solution: SimpleNamespace) -> Question:
    if key is None:
        return replace(question, points=points)
    unknown = set(key.wrong) - {mistake.name for mistake in question.mistakes}
    if unknown:
        raise Refused(question.id, f"The key names mistakes that the question has not: {sorted(unknown)}.")
    right: Callable[..., Any] | None = None
    if key.unique:
        right = _right(key, question, solution)
    return replace(
        question,
        points=points,
        hidden=tuple(key.inputs),
        mistakes=[replace(one, wrong=key.wrong.get(one.name, one.wrong)) for one in question.mistakes],
        tests=(*question.tests, *key.tests),
        right=right,
    )


def _right(key: Key, question: Question, solution: SimpleNamespace) -> Callable[..., Any]:
    given = key.right
    if given is not None:
        return lambda *arguments: given(solution, *arguments)
    solved = getattr(solution, question.name)
    return (lambda *_: solved) if question.kind == "value" else solved


def _module(path: Path) -> ModuleType:
    """A sidecar, loaded by its path and kept out of the list of imported modules."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_key", path)
    if spec is None or spec.loader is None or not path.exists():
        raise Refused("source", f"The sidecar {path.name} is missing beside its notebook.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
