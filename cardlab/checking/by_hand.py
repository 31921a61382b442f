"""Points that a person gives: written over "by hand" in the gradebook, and kept from then on."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from cardlab.checking.grade import Graded, Marked
from cardlab.checking.gradebook import KEPT, Gradebook, cell
from cardlab.refused import Refused

Given = dict[str, dict[str, float]]
"""For each version of a file, points by question."""
UNREAD = ("", "by hand", "blank", "not found")
"""What stands in the cell of a question that nobody has given points for."""


def with_points_by_hand(book: Gradebook, out: Path, table: Path) -> Gradebook:
    """The book with the points that stand in its table of before, in place of "by hand".

    They belong to one version of a file: what is handed in anew is to be read anew. They are kept beside the
    grades, for an interrupted run writes a table without them. Raises Refused for what cannot be points.
    """
    results = {_key(row.version, cell(row.name)) for row in book.rows}
    remarks = []
    file = out / KEPT / "by_hand.json"
    given: Given = {}
    with suppress(OSError, ValueError):
        given = json.loads(file.read_text("utf-8"))
    for row in _rows(table):
        if row.get("status") != "not reached":
            key, points = _read(row, book, given)
            if points and book.is_whole and key not in results:
                remarks.append(
                    f"{row.get('student')} has points by hand ({_listed(points)}) beside the version"
                    f" {row.get('version')!r} of {row.get('file')!r}, which no result has: they are kept,"
                    " and do not count."
                )
    file.write_text(json.dumps(given), "utf-8")
    rows = []
    for graded in book.rows:
        points = given.get(_key(graded.version, cell(graded.name)), {})
        marks = [_marked(mark, points.get(mark.id)) for mark in graded.questions]
        marked = replace(graded, questions=tuple(marks))
        rows.append(replace(marked, notes=(*marked.notes, *_lapsed(marked, given))))
    return replace(book, rows=tuple(rows), remarks=(*book.remarks, *remarks))


def _key(version: str | None, file: str | None) -> str:
    return f"{version} {file}"


def _listed(points: Mapping[str, float]) -> str:
    return ", ".join(f"{name}: {number:g}" for name, number in points.items())


def _lapsed(graded: Graded, given: Given) -> list[str]:
    """A note if another version of the file has points for what is still to be read in this one."""
    waiting = {mark.id for mark in graded.questions if mark.by_hand and mark.state != "read"}
    lapsed: dict[str, float] = {}
    for key, points in given.items():
        if key.partition(" ")[2] == cell(graded.name):
            lapsed |= {name: number for name, number in points.items() if name in waiting}
    told = f"Another version of this file had points by hand ({_listed(lapsed)}); this one has none yet."
    return [told] if lapsed else []


def _read(row: Mapping[str, str | None], book: Gradebook, given: Given) -> tuple[str, dict[str, float]]:
    """Take over what one row says now; what was written and taken out again is not given any more."""
    exercise = book.exercises.get(row.get("exercise") or "")
    key = _key(row.get("version"), row.get("file"))
    points = given.setdefault(key, {})
    for question in exercise.questions.values() if exercise else ():
        text = (row.get(question.id) or "").strip()
        points.pop(question.id, None)
        if not question.by_hand or text.casefold() in UNREAD:
            continue
        try:
            number = float(text.replace(",", "."))
        except ValueError:
            told = f"{text!r} stands"
        else:
            if 0 <= number <= question.points:
                points[question.id] = number
                continue
            told = f"{text} points stand"
        told += f" there for {question.id} of {row.get('student')}"
        raise Refused("gradebook", f"{told}; right would be 0 to {question.points:g}, or nothing.")
    return key, points


def _marked(mark: Marked, points: float | None) -> Marked:
    return mark if points is None else replace(mark, points=points, state="read", message="")


def _rows(table: Path) -> Iterator[Mapping[str, str | None]]:
    """The rows of a table; a spreadsheet may have put semicolons for the commas."""
    if table.exists():
        text = table.read_text("utf-8-sig", errors="replace")
        head = text.partition("\n")[0]
        comma = ";" if head.count(";") > head.count(",") else ","
        yield from csv.DictReader(io.StringIO(text, newline=""), delimiter=comma)
