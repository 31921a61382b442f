"""What was handed in: notebooks in folders and zips, whose they are, and to which exercise they belong."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from cardlab.checking.checks import EMPTY
from cardlab.checking.exercise import Exercise
from cardlab.checking.notebook import BIGGEST, Notebook, Unreadable, decoded
from cardlab.refused import Refused

IGNORED = re.compile(r"(^|/)(\.|__MACOSX/|~\$|Thumbs\.db$|desktop\.ini$)")
"""What file managers and Jupyter leave beside a notebook."""

LOOKED_AT = 100_000
"""So many bytes of a file are looked at to tell what it is."""

BROKEN = (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError, KeyError)
"""What reading a damaged or locked zip may raise."""


@dataclass(frozen=True)
class Submission:
    """One file as it was handed in; ``name`` is its path below the folder, through zips too.

    ``inside`` are the zips' own names for it, from the outermost in; ``trouble`` says why it cannot be read.
    """

    name: str
    path: Path
    inside: tuple[str, ...] = ()
    trouble: str = ""

    def content(self) -> bytes:
        """The bytes, read when they are wanted, for a class together may be big. Raises Unreadable."""
        if self.trouble:
            raise Unreadable(self.trouble)
        try:
            return self._read()
        except BROKEN:
            raise Unreadable("The file cannot be read.") from None

    def _read(self) -> bytes:
        if not self.inside:
            return self.path.read_bytes()
        outer: Path | io.BytesIO = self.path
        for name in self.inside:
            with zipfile.ZipFile(outer) as archive, archive.open(name) as stream:
                content = stream.read(BIGGEST + 1)
                outer = io.BytesIO(content)
        return content


def find_submissions(place: Path) -> Iterator[Submission]:
    """Every file that may be a notebook in a folder, a zip or a single file, in the order of their names.

    A file that does not say that it is a notebook, and does not look like one, is left alone.
    """
    if not place.exists():
        raise Refused("submissions", f"There is no file or folder {place}.")
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        name = path.name if path == place else path.relative_to(place).as_posix()
        if path.is_symlink() or not path.is_file() or IGNORED.search(name):
            continue
        found = Submission(name, path)
        try:
            with path.open("rb") as stream:
                start = stream.read(LOOKED_AT)
        except OSError as error:
            yield replace(found, trouble=f"The file cannot be opened ({error.strerror}).")
            continue
        yield from _looked_at(found, start, path.stat().st_size)


def _looked_at(found: Submission, start: bytes, size: int) -> Iterator[Submission]:
    """The file itself if it is a notebook, and if it is a zip the notebooks in it."""
    if start.startswith(b"PK\x03\x04"):
        try:
            yield from _unpacked(found)
        except BROKEN:
            yield replace(found, trouble="The zip is damaged or locked with a password.")
    elif found.name.lower().endswith((".ipynb", ".zip")) or b'"cell_type"' in start:
        yield replace(found, trouble=_too_big(size)) if size > BIGGEST else found


def _unpacked(found: Submission) -> Iterator[Submission]:
    """What is in a zip; zips in zips are opened three deep."""
    if len(found.inside) > 2:
        return
    outer = io.BytesIO(found.content()) if found.inside else found.path
    with zipfile.ZipFile(outer) as archive:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
            if entry.is_dir() or IGNORED.search(entry.filename):
                continue
            inner = Submission(f"{found.name}/{entry.filename}", found.path, (*found.inside, entry.filename))
            with archive.open(entry) as stream:
                start = stream.read(LOOKED_AT)
            yield from _looked_at(inner, start, entry.file_size)


def _too_big(size: int) -> str:
    return f"The file is too big ({size // 1_000_000} MB); clear its outputs."


# ------------------------------------------------------------------------------------ which exercise


def exercise_of(notebook: Notebook, exercises: Mapping[str, Exercise]) -> Exercise:
    """The exercise that a notebook belongs to: by its metadata, by its call of Checks, or by what it defines.

    Raises Unreadable if it belongs to none.
    """
    own = notebook.metadata.get("cardlab")
    told = [own.get("exercise")] if isinstance(own, dict) else []
    told += re.findall(r"""Checks\(\s*["']([\w-]+)["']""", "\n".join(cell.source for cell in notebook.cells))
    for name in told:
        if isinstance(name, str) and name in exercises:
            return exercises[name]
    defined = {name for cell in notebook.cells for name in names_defined(cell.source)}

    def likeness(exercise: Exercise) -> float:
        names = {question.name for question in exercise.questions.values() if question.name}
        return len(names & defined) / len(names)

    best = max(exercises.values(), key=likeness)
    if likeness(best) >= 0.4:
        return best
    if told:
        raise Unreadable(
            f"It belongs to the exercise {str(told[0])[:60]!r}, which is not among those to grade."
        )
    raise Unreadable("It belongs to none of the exercises.")


def names_defined(source: str) -> set[str]:
    """The names that a cell defines at its outer level, also where the cell has a mistake in its grammar.

    Read by pattern: Python's own parser can be brought down by a text that is made for it.

    >>> sorted(names_defined("def f(x):\\n    y = x\\nz = 1\\nz == 2"))
    ['f', 'z']
    """
    found = re.findall(r"(?m)^(?:(?:async )?def (\w+)|class (\w+)|(\w+) *(?::[^=\n]*)?=(?!=))", source)
    return {name for names in found for name in names if name}


# ------------------------------------------------------------------------------------- which student


@dataclass(frozen=True)
class Roster:
    """The names of a class, each with the number or address that a file may bear instead."""

    people: Mapping[str, str]

    def find(self, typed: str, path: str) -> str:
        """The name on the roster that a notebook's own name stands for, or else its path; or nothing."""
        for name, number in self.people.items():
            if _words(typed) and _words(typed) in (_words(name), _words(number)):
                return name
        parts = set(_words(path))
        for name, number in self.people.items():
            if any(_words(words) and set(_words(words)) <= parts for words in (name, number)):
                return name
        return ""


def read_roster(path: Path) -> Roster:
    """A class list: one name a line, or a table (CSV) with a column "student" or "name", and perhaps "id"."""
    try:
        text = decoded(path.read_bytes())
    except OSError as error:
        raise Refused("roster", f"{path} cannot be opened ({error.strerror}).") from None
    rows = [row for row in csv.reader(text.splitlines(), _dialect(text)) if any(cell.strip() for cell in row)]
    if not rows:
        raise Refused("roster", f"{path} holds no names.")
    head = [cell.strip().casefold() for cell in rows[0]]
    names = [place for place, title in enumerate(head) if title in ("student", "name", "full name")]
    numbers = [place for place, title in enumerate(head) if title in ("id", "number", "email")]
    if names:
        rows = rows[1:]
    people = {}
    for row in rows:
        name = row[names[0]] if names and len(row) > names[0] else row[0]
        number = row[numbers[0]] if names and numbers and len(row) > numbers[0] else ""
        people[name.strip()] = number.strip()
    return Roster({name: number for name, number in people.items() if name})


def _dialect(text: str) -> type[csv.Dialect]:
    first = text.lstrip().split("\n", 1)[0]

    class Found(csv.excel):
        delimiter = next((sign for sign in ";\t" if sign in first), ",")

    return Found


def name_typed(notebook: Notebook) -> str:
    """What the notebook's own cell ``student = "..."`` says, or nothing if it was left as it is."""
    for cell in notebook.cells:
        if "student" not in cell.source:
            continue
        found = re.search(r"""(?m)^[ \t]*student[ \t]*=[ \t]*(["'])(.{0,100}?)\1[ \t]*(#.*)?$""", cell.source)
        if found and found[2].strip() not in EMPTY:
            return found[2]
    return ""


def name_of_file(name: str, exercise: str) -> str:
    """The student that a path speaks of: its first folder, or else its file name without the exercise's."""
    path = PurePosixPath(name)
    folder = path.parts[0] if len(path.parts) > 1 else path.stem
    words = _words(re.sub(r"\.zip$", "", folder, flags=re.IGNORECASE))
    own = [word for word in words if word not in _words(exercise)]
    return " ".join(own or words) or name


def _words(text: str) -> tuple[str, ...]:
    """The words of a name, without case, accents and signs.

    >>> _words("de_Vries-Zoë")
    ('de', 'vries', 'zoe')
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return tuple(re.findall(r"[^\W_]+", plain))


def clashes(names: Sequence[str]) -> set[str]:
    """The names that stand more than once.

    >>> clashes(["Ann", "Ben", "Ann"])
    {'Ann'}
    """
    return {name for name in names if names.count(name) > 1}
