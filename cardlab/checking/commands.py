"""The commands for a teacher: ``python -m cardlab release``, and ``grade`` for what comes back."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any


def add_commands(commands: Any) -> None:
    """Add the commands to the command line's subparsers; each sets ``run``, which gives the exit status."""
    release = commands.add_parser("release", help="make the student notebooks of the exercises")
    release.add_argument("--source", type=Path, default=Path("exercises/source"), metavar="DIR")
    release.add_argument("--out", type=Path, default=Path("exercises"), metavar="DIR")
    release.set_defaults(run=_release)

    grade = commands.add_parser("grade", help="grade notebooks: a gradebook, feedback, a summary")
    grade.add_argument(
        "submissions", type=Path, metavar="SUBMISSIONS", help="a folder, or a zip, of notebooks"
    )
    grade.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the gradebook goes")
    grade.add_argument("--source", type=Path, default=Path("exercises/source"), metavar="DIR")
    grade.add_argument("--roster", type=Path, metavar="FILE", help="the class: who is missing?")
    grade.add_argument("--workers", type=int, default=2, help="notebooks graded at once (default 2)")
    grade.set_defaults(run=_grade)


def _release(chosen: argparse.Namespace) -> int:
    from cardlab.checking.release import release

    written, put_aside = release(chosen.source, chosen.out)
    for path in written:
        print(path)
    for old, new in put_aside.items():
        print(f"{old} had somebody's answers in it; they are in {new} now.", file=sys.stderr)
    return 0


def _grade(chosen: argparse.Namespace) -> int:
    from cardlab.checking.by_hand import with_points_by_hand
    from cardlab.checking.gradebook import grade_class, write_csv
    from cardlab.checking.report import loud, write_pages
    from cardlab.refused import Refused

    try:
        book = grade_class(chosen.submissions, chosen.source, chosen.out, chosen.roster, chosen.workers)
        table = chosen.out / "gradebook.csv"
        book = with_points_by_hand(book, chosen.out, table)
        write_csv(book, table)
        print(table)
        print(write_pages(book, chosen.out))
        for remark in book.remarks:
            print(remark)
    except BrokenPipeError:
        raise
    except OSError as error:  # a folder that may not be written to, a table that is open in a spreadsheet
        told = f"{error.filename or chosen.out} cannot be read or written ({error.strerror}). "
        told += "Close it or choose another folder; the same command goes on from what is graded."
        raise Refused("out", told) from None
    for status, number in sorted(Counter(row.status for row in book.rows).items()):
        print(f"{number:4d} {status}")
    for reason in dict.fromkeys(row.open for row in book.rows if row.open):
        print(f"WARNING: {loud(reason)}", file=sys.stderr)
    return 0 if book.is_whole else 130
