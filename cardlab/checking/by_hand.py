"""Points that a person gives: written over "by hand" in the gradebook, and kept from then on."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from cardlab.checking.grade import Marked
from cardlab.checking.gradebook import KEPT, Gradebook, cell
from cardlab.refused import Refused

Given = dict[str, dict[str, float]]
"""For each version of a file, points by question."""


def with_points_by_hand(book: Gradebook, out: Path, table: Path) -> Gradebook:
    """The book with the points that stand in its table of before, in place of "by hand".

    They belong to one version of a file: what is handed in anew is to be read anew. They are kept beside the
    grades, for an interrupted run writes a table without them. Raises Refused for more points than there are.
    """
    file = out / KEPT / "by_hand.json"
    given: Given = {}
    with suppress(OSError, ValueError):
        given = json.loads(file.read_text("utf-8"))
    for row in _rows(table):
        if row.get("status") != "not reached":
            _read(row, book, given)
    file.write_text(json.dumps(given), "utf-8")
    rows = []
    for graded in book.rows:
        points = given.get(f"{graded.version} {cell(graded.name)}", {})
        marks = [_marked(mark, points.get(mark.id)) for mark in graded.questions]
        rows.append(replace(graded, questions=tuple(marks)))
    return replace(book, rows=tuple(rows))


def _read(row: Mapping[str, str | None], book: Gradebook, given: Given) -> None:
    """Take over what one row says now; what was written and taken out again is not given any more."""
    exercise = book.exercises.get(row.get("exercise") or "")
    points = given.setdefault(f"{row.get('version')} {row.get('file')}", {})
    for question in exercise.questions.values() if exercise else ():
        text = row.get(question.id) or ""
        points.pop(question.id, None)
        if not question.by_hand:
            continue
        with suppress(ValueError):
            points[question.id] = float(text.replace(",", "."))
        if not 0 <= points.get(question.id, 0) <= question.points:
            told = f"{text} points stand there for {question.id} of {row.get('student')}"
            raise Refused("gradebook", f"{told}; right would be 0 to {question.points:g}.")


def _marked(mark: Marked, points: float | None) -> Marked:
    return mark if points is None else replace(mark, points=points, state="read", message="")


def _rows(table: Path) -> Iterator[Mapping[str, str | None]]:
    """The rows of a table; a spreadsheet may have put semicolons for the commas."""
    if table.exists():
        text = table.read_text("utf-8-sig", errors="replace")
        head = text.partition("\n")[0]
        comma = ";" if head.count(";") > head.count(",") else ","
        yield from csv.DictReader(io.StringIO(text, newline=""), delimiter=comma)
