"""Grading a class: every submission in turn, on some workers, and the gradebook as a table (CSV)."""

from __future__ import annotations

import csv
import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tqdm import tqdm

from cardlab.checking import public
from cardlab.checking.exercise import Exercise, load_exercises
from cardlab.checking.grade import Graded, Marked, grade_notebook, name_for_numbers
from cardlab.checking.isolation import Limits
from cardlab.checking.notebook import Unreadable, read_notebook
from cardlab.checking.submissions import (
    Roster,
    Submission,
    clashes,
    exercise_of,
    find_submissions,
    name_of_file,
    name_typed,
    read_roster,
)
from cardlab.checking.supervisor import Launcher
from cardlab.refused import Refused

KEPT = "kept"
"""The folder, below the gradebook's, of what is graded already: an interrupted run goes on from there."""


UNREAD_NAME = (
    'The line student = "..." was changed, so that its name cannot be read; the answer to a question with'
    " numbers of one's own was judged without a name."
)


NO_NAME = "No name was written after student =; the name of the file or its folder was used."


@dataclass(frozen=True)
class Gradebook:
    """The rows of a class, one a submission and one for each student of the roster who sent none."""

    rows: tuple[Graded, ...]
    exercises: Mapping[str, Exercise]
    is_whole: bool = True
    """False if the run was interrupted."""
    remarks: tuple[str, ...] = ()
    """What the teacher is to know besides, each in a sentence."""


def grade_class(
    submissions: Path,
    source: Path,
    out: Path,
    roster: Path | None = None,
    workers: int = 2,
    limits: Limits | None = None,
) -> Gradebook:
    """Grade all that is in a folder or a zip; what is done is kept in ``out``, and not done again."""
    if workers < 1:
        raise Refused("workers", f"{workers} workers grade nothing; right would be 1 or more.")
    limits = limits or Limits()
    exercises = load_exercises(source)
    people = read_roster(roster) if roster else None
    found = list(find_submissions(submissions))
    if not found:
        raise Refused("submissions", f"There is no notebook in {submissions}.")
    kept = out / KEPT
    kept.mkdir(parents=True, exist_ok=True)
    hidden = [submissions, source, out, *([roster] if roster else [])]
    office = _Office(exercises, people, kept, limits, tuple(hidden))
    rows, is_whole = office.grade(found, workers)
    old = len(office.kept)
    new = sum(bool(row.questions) for row in rows) - old
    rows = _noted(rows)
    if people and is_whole:
        rows += _missing(rows, people)
    return Gradebook(
        tuple(sorted(rows, key=lambda row: (row.exercise, row.student.casefold(), row.name))),
        exercises,
        is_whole,
        (f"Results kept from an earlier run: {old}; new ones: {new}.",) if old else (),
    )


class _Office:
    """The workers, each with a launcher of its own."""

    def __init__(
        self,
        exercises: Mapping[str, Exercise],
        people: Roster | None,
        kept: Path,
        limits: Limits,
        hidden: tuple[Path, ...],
    ) -> None:
        self._exercises, self._people, self._kept = exercises, people, kept
        self._limits, self._hidden = limits, hidden
        self._digests = {name: _digest(exercise, limits) for name, exercise in exercises.items()}
        self._mine = threading.local()
        self._launchers: list[Launcher] = []
        self._stops = False
        self.kept: list[str] = []
        """The names of what an earlier run has graded already."""

    def grade(self, found: Sequence[Submission], workers: int) -> tuple[list[Graded], bool]:
        """One row for each submission, and whether all were reached before an interrupt."""
        rows: dict[int, Graded] = {}
        with ThreadPoolExecutor(workers) as pool:
            waiting: dict[Future[Graded], int] = {
                pool.submit(self._one, submission): place for place, submission in enumerate(found)
            }
            try:
                for done in tqdm(as_completed(waiting), "grading", len(waiting), unit="notebook"):
                    rows[waiting[done]] = done.result()
            except KeyboardInterrupt:
                self._stops = True
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                for launcher in self._launchers:
                    launcher.close()
        left = "The run was interrupted before this notebook's turn; the same command goes on from here."
        return [
            rows.get(place) or Graded(one.name, name_of_file(one.name, ""), "not reached", notes=(left,))
            for place, one in enumerate(found)
        ], not self._stops

    def _one(self, submission: Submission, again: bool = False) -> Graded:
        student = self._student("", submission.name, "")[0]
        row = Graded(submission.name, student, "unreadable")
        try:
            content = submission.content()
            notebook = read_notebook(content)
            exercise = exercise_of(notebook, self._exercises)
        except Unreadable as error:
            return replace(row, notes=(str(error),))
        except Exception as error:  # what is foreseen nowhere must not stop the others
            return replace(row, notes=(f"The grader could not read it ({error!r}); grade it by hand.",))
        typed = name_typed(notebook)
        student, notes = self._student(typed or "", submission.name, exercise.id)
        if typed is None:
            notes = (*notes, UNREAD_NAME)
        elif not typed:
            notes = (*notes, NO_NAME)
        version = f"v{hashlib.sha256(content).hexdigest()[:8]}"  # a letter, or a spreadsheet sees a number
        row = Graded(submission.name, student, "graded", exercise.id, exercise.title, version=version)
        key = hashlib.sha256(f"{self._digests[exercise.id]} {submission.name}".encode() + content)
        file = self._kept / f"{key.hexdigest()[:32]}.json"
        if file.exists():
            with suppress(ValueError, TypeError, KeyError):
                row = _read_row(file)
                self.kept.append(submission.name)
                return replace(row, student=student, notes=(*notes, *row.notes))
        try:
            launcher = self._launcher()
            status, questions, more = grade_notebook(
                notebook, exercise, name_for_numbers(typed or ""), launcher
            )
        except Exception as error:  # a fault here must neither stop the rest nor pass for a zero
            self._mine.launcher = None
            if not again and not self._stops:
                return self._one(submission, again=True)
            failed = f"The grader itself failed here ({type(error).__name__}: {error})"
            return replace(row, status="partly", notes=(f"{failed}; grade it by hand.",))
        row = replace(row, status=status, questions=questions, notes=more, open=launcher.open)
        if not self._stops:
            _write_row(file, row)
        return replace(row, notes=(*notes, *more))

    def _student(self, typed: str, path: str, exercise: str) -> tuple[str, tuple[str, ...]]:
        """Whose it is, by the roster if there is one, and a note if that does not know the name."""
        own = typed.strip() or name_of_file(path, exercise)
        if self._people is None:
            return own, ()
        known, by_path = self._people.find(typed, path), self._people.find("", path)
        if not known:
            return own, (f"{own} is not on the roster.",)
        return known, () if by_path in ("", known) else (f"The name of the file speaks of {by_path}.",)

    def _launcher(self) -> Launcher:
        """This worker's launcher."""
        if getattr(self._mine, "launcher", None) is None:
            self._mine.launcher = Launcher(self._limits, self._hidden)
            self._launchers.append(self._mine.launcher)
        launcher: Launcher = self._mine.launcher
        return launcher


def _digest(exercise: Exercise, limits: Limits) -> str:
    """What a grade depends on besides the submission: the exercise's files and the limits."""
    files = [exercise.path, exercise.path.with_suffix(".py")]
    files += [Path(public.__file__).with_name(exercise.path.with_suffix(".py").name)]
    texts = [file.read_bytes() for file in files if file.exists()]
    return hashlib.sha256(b"\0".join([*texts, repr(limits).encode()])).hexdigest()


def _write_row(file: Path, row: Graded) -> None:
    """Keep a row; whole or not at all."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(asdict(row)), "utf-8")
    new.replace(file)


def _read_row(file: Path) -> Graded:
    data = json.loads(file.read_text("utf-8"))
    questions = tuple(Marked(**question) for question in data.pop("questions"))
    return Graded(**{**data, "questions": questions, "notes": tuple(data["notes"])})


def _noted(rows: list[Graded]) -> list[Graded]:
    """The rows, with a note where a student sent more than one notebook of an exercise."""
    twice = clashes([f"{row.student}\0{row.exercise}" for row in rows if row.exercise])
    note = "There is more than one notebook of this student."
    return [
        replace(row, notes=(*row.notes, note)) if f"{row.student}\0{row.exercise}" in twice else row
        for row in rows
    ]


def _missing(rows: Sequence[Graded], people: Roster) -> list[Graded]:
    """A row for each student who sent nothing of an exercise that others sent."""
    handed_in = {row.exercise: row.title for row in rows if row.exercise}
    unread = {row.student for row in rows if not row.exercise}
    there = {(row.student, row.exercise) for row in rows}
    return [
        Graded("", name, "missing", exercise, title, notes=("No notebook was handed in.",))
        for exercise, title in handed_in.items()
        for name in people.people
        if (name, exercise) not in there and name not in unread
    ]


# --------------------------------------------------------------------------------------- the table


def write_csv(book: Gradebook, path: Path) -> None:
    """Write the gradebook as a table: one row a submission, its status, a column for each question."""
    ids = list(dict.fromkeys(name for exercise in book.exercises.values() for name in exercise.questions))
    with path.open("w", encoding="utf-8-sig", errors="replace", newline="") as stream:
        table = csv.writer(stream)
        last = ("by hand", "notes", "kept apart", "file", "version")
        table.writerow(["student", "exercise", "status", "points", "of", *ids, *last])
        for row in book.rows:
            table.writerow([cell(text) for text in _columns(row, ids)])


def _columns(row: Graded, ids: Sequence[str]) -> Iterator[str]:
    marks = {question.id: question for question in row.questions}
    points = [f"{row.points:g}", f"{row.of:g}"] if row.questions else ["", ""]
    yield from (row.student, row.exercise, row.status, *points)
    for name in ids:
        mark = marks.get(name)
        is_unread = mark is not None and mark.by_hand and mark.state != "read"
        yield "" if mark is None else mark.state if is_unread else f"{mark.points:g}"
    yield ", ".join(f"{mark.id} ({mark.of:g})" for mark in row.questions if mark.waits)
    lost = [
        f"{mark.id}: {mark.state}."
        for mark in row.questions
        if mark.state not in ("right", "wrong", "by hand", "read")
    ]
    yield " ".join([*lost, *row.notes])
    yield "" if not row.questions else f"NO: {row.open}" if row.open else "yes"
    yield row.name
    yield row.version


def cell(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
