"""What was handed in: notebooks in folders and zips, whose they are, and to which exercise they belong."""

from __future__ import annotations

import ast
import csv
import io
import os
import re
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path, PurePosixPath

from cardlab.checking.checks import EMPTY
from cardlab.checking.exercise import Exercise
from cardlab.checking.notebook import BIGGEST, Notebook, Unreadable, decoded, printable
from cardlab.refused import Refused

IGNORED = re.compile(r"(^|/)(\.|__MACOSX/|~\$|Thumbs\.db$|desktop\.ini$)")
"""What file managers and Jupyter leave beside a notebook."""

LOOKED_AT = 100_000
"""So many bytes of a file are looked at to tell what it is."""

OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")

MOST_FILES = 10_000
"""So many files of one zip are looked at, with those in the zips in it."""

BROKEN = (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError, KeyError)
"""What reading a damaged or locked zip may raise."""


class _TooMany(Exception):
    """A zip that was made to hold more files than anybody can look at."""


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
        name = os.fsencode(name).decode("utf-8", "replace")  # unpacked elsewhere, it may be no UTF-8
        if path.is_symlink() or not path.is_file() or IGNORED.search(name):
            continue
        found = Submission(name, path)
        try:
            with path.open("rb") as stream:
                start = stream.read(LOOKED_AT)
        except OSError as error:
            yield replace(found, trouble=f"The file cannot be opened ({error.strerror}).")
            continue
        try:
            yield from _looked_at(found, start, path.stat().st_size, count(1))
        except _TooMany:
            yield replace(found, trouble=f"The zip holds more than {MOST_FILES} files.")


def _looked_at(found: Submission, start: bytes, size: int, files: Iterator[int]) -> Iterator[Submission]:
    """The file itself if it is a notebook, and if it is a zip the notebooks in it."""
    name = found.name.lower()
    if start.startswith(b"PK\x03\x04"):
        is_empty = name.endswith(".zip")
        try:
            for one in _unpacked(found, files):
                is_empty = False
                yield one
        except BROKEN:
            is_empty = False
            yield replace(found, trouble="The zip is damaged or locked with a password.")
        if is_empty:
            yield replace(found, trouble="There is no notebook in this zip.")
    elif name.endswith(OTHER_ARCHIVES):
        yield replace(found, trouble="Such an archive is not opened; send the notebook itself, or a zip.")
    elif name.endswith((".ipynb", ".zip")) or b'"cell_type"' in start:
        yield replace(found, trouble=_too_big(size)) if size > BIGGEST else found


def _unpacked(found: Submission, files: Iterator[int]) -> Iterator[Submission]:
    """What is in a zip; zips in zips are opened three deep. ``files`` counts all that is looked at."""
    if len(found.inside) > 2:
        return
    outer = io.BytesIO(found.content()) if found.inside else found.path
    with zipfile.ZipFile(outer) as archive:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
            if entry.is_dir() or IGNORED.search(entry.filename):
                continue
            if next(files) > MOST_FILES:
                raise _TooMany
            inner = Submission(f"{found.name}/{entry.filename}", found.path, (*found.inside, entry.filename))
            with archive.open(entry) as stream:
                start = stream.read(LOOKED_AT)
            yield from _looked_at(inner, start, entry.file_size, files)


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


SHORTEST = 3
"""A student's number of fewer signs is not looked for in the name of a file."""


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
        for known in (
            {name: _words(name) for name in self.people},
            # a short number may be any: that of the exercise, or of the attempt
            {name: _words(number) for name, number in self.people.items() if len(number) >= SHORTEST},
        ):
            fitting = [name for name, words in known.items() if words and set(words) <= parts]
            if fitting:  # "Ann Lee" rather than "Ann"
                return max(fitting, key=lambda name: len(known[name]))
        return ""


FULL_NAMES = ("student", "name", "full name", "naam")
NAMES = (("first name", "given name", "voornaam"), ("last name", "surname", "family name", "achternaam"))
NUMBERS = ("id", "number", "id number", "student id", "nummer", "studentnummer", "email", "email address")


def read_roster(path: Path) -> Roster:
    """A class list: one name a line, or a table (CSV).

    A table has a column "student", "name" or "full name", or else two for the first and the last name; and
    perhaps one with an "id". Raises Refused.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Refused("roster", f"{path} cannot be opened ({error.strerror}).") from None
    if content.startswith(b"PK"):
        raise Refused("roster", f"{path} is no plain text; save the table as CSV.")
    text = decoded(content)
    rows = [row for row in csv.reader(text.splitlines(), _dialect(text)) if any(cell.strip() for cell in row)]
    if not rows:
        raise Refused("roster", f"{path} holds no names.")
    head = [cell.strip().casefold() for cell in rows[0]]
    names = [head.index(title) for title in FULL_NAMES if title in head][:1]
    names = names or [head.index(title) for titles in NAMES for title in titles if title in head]
    numbers = [head.index(title) for title in NUMBERS if title in head] if names else []
    people: dict[str, str] = {}
    for row in rows[1:] if names else rows:
        name = " ".join(row[place].strip() for place in names or [0] if place < len(row)).strip()
        number = row[numbers[0]].strip() if numbers and numbers[0] < len(row) else ""
        if people.get(name, number) != number:
            raise Refused("roster", f"{name} stands on it twice; tell them apart by one more name.")
        if name:
            people[name] = number
    if not people:
        raise Refused("roster", f"{path} holds no names.")
    return Roster(people)


def _dialect(text: str) -> type[csv.Dialect]:
    first = text.lstrip().split("\n", 1)[0]

    class Found(csv.excel):
        delimiter = next((sign for sign in ";\t" if sign in first), ",")

    return Found


NAMED = re.compile(r"(?m)^[ \t]*student[ \t]*(?::[^=\n]{0,20})?=(?!=)(.*)$")
QUOTED = re.compile(r"""[ \t(]*f?((\"{3}|'{3}|["']).{0,100}?\2)[ \t);]*(#.*)?$""")


def name_typed(notebook: Notebook) -> str | None:
    """What the notebook's own cell ``student = "..."`` says, or nothing if it was left as it is.

    None if there is no telling without running it: ``student = first + last``.
    """
    is_told = True
    for cell in notebook.cells:
        for line in NAMED.findall(cell.source) if "student" in cell.source else ():
            name = _quoted(line)
            if name is not None and name.strip() not in EMPTY:
                return name
            is_told &= name is not None or cell.kind != "code"
    return "" if is_told else None


def _quoted(text: str) -> str | None:
    """The value of a text in quotes, as Python reads it; None for anything else."""
    found = QUOTED.match(text)
    with suppress(ValueError, SyntaxError):
        value = ast.literal_eval(found[1]) if found else None
        return printable(value) if isinstance(value, str) else None
    return None


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
    return {name for name, number in Counter(names).items() if number > 1}
