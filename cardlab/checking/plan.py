"""What to run of a submission, and when to ask: its cells in their order, whatever has become of them.

The test cells are dropped, and a question is asked where its check stood. The exercise's own cells that were
deleted or changed are put back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from cardlab.checking.exercise import Exercise
from cardlab.checking.notebook import Cell, Notebook
from cardlab.checking.student_copy import mark_of, read_source, student_notebook
from cardlab.checking.submissions import names_defined

LONG = 100_000
"""A text of more signs is not put together any further out of several cells."""


@dataclass
class Step:
    """A cell to run, and the questions to ask after it."""

    source: str
    number: int = 0
    """Which cell of the submission it is, from 1; 0 for one that was put back."""
    defines: set[str] = field(default_factory=set)
    asks: list[str] = field(default_factory=list)


Kind = Literal["given", "answer", "test", "text", "prose"]


@dataclass(frozen=True)
class Original:
    """A cell of the exercise as it was released."""

    name: str
    kind: Kind
    source: str


@cache
def _originals(path: Path) -> tuple[Original, ...]:
    """The cells of an exercise as released, from its source notebook."""
    cells = student_notebook(read_source(path))["cells"]
    return tuple(
        Original(cell["id"], _kind(mark_of(cell), cell["cell_type"]), cell["source"]) for cell in cells
    )


def _kind(mark: dict[str, object], cell_type: str) -> Kind:
    if mark.get("solution"):
        return "text" if mark.get("grade") else "answer"
    if mark.get("grade"):
        return "test"
    return "given" if mark and cell_type == "code" else "prose"


class Plan:
    """Which cells to run and when to ask, from a submission in whatever order and shape."""

    def __init__(self, notebook: Notebook, exercise: Exercise, student: str) -> None:
        self.exercise = exercise
        self.steps = [Step(f"student = {student!r}")]
        self.notes: list[str] = []
        self.texts: dict[str, str] = {}
        originals = _originals(exercise.path)
        self._by_name = {original.name: original for original in originals if original.name}
        self._by_source = {
            _bare(original.source): original for original in originals if original.kind in ("given", "test")
        }
        self._question = {name: question for question, names in exercise.cells.items() for name in names}
        self._places: dict[str, int] = {}
        """The first step after each of the exercise's own cells, as far as it was found."""
        for number, cell in enumerate(notebook.cells, start=1):
            self._take(cell, number)
        self._put_back([original for original in originals if original.name])
        self._ask_the_rest()
        if not self.texts:
            self._find_text(notebook, originals)

    def _take(self, cell: Cell, number: int) -> None:
        original = self._original_of(cell)
        source = cell.source
        checked = _checked(source)
        if original is not None and original.kind == "test" and not names_defined(source):
            checked = {self._question[original.name]}
        if checked is not None and cell.kind == "code":
            self._ask(checked)
        elif original is not None and original.kind == "text" and not self._defines_an_answer(source):
            before = self.texts.get(self._question[original.name], "")
            if _bare(source) != _bare(original.source) and len(before) < LONG:  # a copy may be left blank
                before = f"{before}\n\n{source}".strip()
            self.texts[self._question[original.name]] = before
        elif original is not None and original.kind == "given" and cell.kind == "code":
            if _bare(source) == _bare(original.source):
                self._run(source, number, original)
            else:
                if original.name not in self._places:
                    self._run(original.source, 0, original)
                    self.notes.append(f"Cell {number}, which belongs to the exercise, was changed.")
                self._run(source, number)
        elif cell.kind == "code":
            self._run(source, number, original)
        elif (original is not None and original.kind == "answer") or self._defines_an_answer(source):
            self._run(re.sub(r"(?m)^```.*$", "", source), number, original)
            self.notes.append(f"Cell {number} was no code cell; it was run all the same.")
        if original is not None and (original.kind != "given" or cell.kind == "code"):
            self._places.setdefault(original.name, len(self.steps))

    def _original_of(self, cell: Cell) -> Original | None:
        for name in cell.names:
            if name in self._by_name:
                return self._by_name[name]
        return self._by_source.get(_bare(cell.source))

    def _run(self, source: str, number: int, original: Original | None = None) -> None:
        if not source.strip():
            return
        first = source.lstrip("\n")
        last = self.steps[-1]
        if first[:1] in " \t" and last.number and not last.asks and len(last.source) < LONG:
            last.source += "\n" + source  # a cell that was split in two inside a function
            last.defines |= names_defined(source)
            return
        defines = names_defined(source)
        if original is not None and original.kind == "answer":
            defines.add(self.exercise.questions[self._question[original.name]].name)
        self.steps.append(Step(source, number, defines))

    def _ask(self, questions: set[str]) -> None:
        """Ask after the last step so far; of several checks of a question the last one counts."""
        for question in sorted(questions & self.exercise.questions.keys()):
            for step in self.steps:
                if question in step.asks:
                    step.asks.remove(question)
            self.steps[-1].asks.append(question)

    def _put_back(self, originals: Sequence[Original]) -> None:
        """Put in what was deleted of the exercise's own cells, each after those that it followed."""
        place = 1
        for original in originals:
            if original.name in self._places:
                place = self._places[original.name]
            elif original.kind == "given":
                self.steps.insert(place, Step(original.source, 0, names_defined(original.source)))
                self._places = {name: at + (at >= place) for name, at in self._places.items()}
                place += 1

    def _ask_the_rest(self) -> None:
        """A question without its check is asked after the last cell that defines its name."""
        asked = {question for step in self.steps for question in step.asks}
        for question in self.exercise.questions.values():
            if question.id not in asked and not question.by_hand:
                defining = [step for step in self.steps if question.name in step.defines]
                (defining or self.steps)[-1].asks.append(question.id)

    def _defines_an_answer(self, source: str) -> bool:
        names = {
            question.name for question in self.exercise.questions.values() if question.kind == "function"
        }
        return bool(names & names_defined(source))

    def _find_text(self, notebook: Notebook, originals: Sequence[Original]) -> None:
        """Without names of cells, the answer for a person is all prose that is not the exercise's."""
        asked = [question.id for question in self.exercise.questions.values() if question.by_hand]
        known = {_bare(original.source) for original in originals}
        prose = [cell.source for cell in notebook.cells if cell.kind != "code" and cell.source.strip()]
        own = [source for source in prose if _bare(source) not in known]
        if own or any(_bare(source) == "YOUR ANSWER HERE" for source in prose):
            self.texts.update(dict.fromkeys(asked, "\n\n".join(own)))


def _bare(source: str) -> str:
    """A cell's text without blank lines and spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in source.splitlines() if line.strip())


def _checked(source: str) -> set[str] | None:
    """The questions that a cell asks to check, if it does nothing else.

    >>> _checked('check("q1", f)\\n# again\\ncheck.hint("q2")')
    {'q1'}
    """
    lines = [line for line in _bare(source).splitlines() if not line.startswith("#")]
    if not lines or not all(re.match(r"check(\.(hint|progress))?\(.*\) *$", line) for line in lines):
        return None
    return {found for line in lines for found in re.findall(r"""^check\( *["'](\w+)["'] *,""", line)}
