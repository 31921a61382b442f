"""Reading any notebook that a student may hand in: old or new formats, odd encodings, half of the metadata.

Only what grading needs is read: the cells' kind, source and metadata. Outputs are never looked at.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

BIGGEST = 100_000_000
"""A file of more bytes is not read."""
MOST_CELLS = 5_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Unreadable(ValueError):
    """A file that is no notebook, in one sentence that says what it is instead."""


@dataclass(frozen=True)
class Cell:
    """One cell: "code", "markdown" or "raw", its source, and the names that it may go by in its exercise."""

    kind: str
    source: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notebook:
    """The cells in order, and the metadata of the whole."""

    cells: tuple[Cell, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)


def read_notebook(content: bytes) -> Notebook:
    """The notebook in a file's bytes; raises Unreadable, saying what the file is, when there is none.

    >>> read_notebook(b'{"cells": [{"cell_type": "code", "source": ["x = 1"]}]}').cells[0].source
    'x = 1'
    >>> read_notebook(b"<!DOCTYPE html>")
    Traceback (most recent call last):
    cardlab.checking.notebook.Unreadable: This is a web page; download the notebook itself (.ipynb).
    """
    if len(content) > BIGGEST:
        raise Unreadable(f"The file is too big ({len(content) // 1_000_000} MB); clear its outputs.")
    text = decoded(content)
    if not text.strip():
        raise Unreadable("The file is empty.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(_what_it_is(text)) from None
    if not isinstance(data, dict) or not any(
        isinstance(data.get(key), list) for key in ("cells", "worksheets")
    ):
        raise Unreadable("This is data of some kind, with no cells of a notebook.")
    cells = tuple(_cells(data))
    if len(cells) > MOST_CELLS:
        raise Unreadable(f"The notebook has {len(cells)} cells; right would be at most {MOST_CELLS}.")
    metadata = data.get("metadata")
    return Notebook(cells, metadata if isinstance(metadata, dict) else {})


def decoded(content: bytes) -> str:
    """The bytes as text: by their mark, by the zeros of UTF-16, as UTF-8, or else as Western European."""
    names = [name for mark, name in _MARKS if content.startswith(mark)]
    if not names and b"\0" in content[:4]:
        names = ["utf-16-be" if content[:1] == b"\0" else "utf-16-le"]
    for name in (*names, "utf-8", "cp1252"):
        try:
            return content.decode(name)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def printable(text: str) -> str:
    """The text, with a question mark for what no file can hold: half of a sign, as JSON may spell it.

    >>> printable("Zo\\ud800")
    'Zo?'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def _what_it_is(text: str) -> str:
    start = text.lstrip()[:2000]
    mark = re.search(r"(?m)^(<<<<<<<|=======|>>>>>>>)", text)
    if mark:
        line = text.count("\n", 0, mark.start()) + 1
        return f"Marks of a merge conflict stand in the file ({mark.group()} in line {line})."
    if start.startswith("<"):
        return "This is a web page; download the notebook itself (.ipynb)."
    if start.startswith("{"):
        return "The notebook breaks off or is damaged; save and send it again."
    if re.search(r"(?m)^\s*(import|from|def|print|#)\b|^#", start):
        return "This is a Python file; send the notebook itself (.ipynb)."
    return "This is no notebook."


def _cells(data: dict[str, Any]) -> Iterator[Cell]:
    """The cells of any format: since 4 in one list, before that in worksheets and under other names."""
    found = data.get("cells")
    if not isinstance(found, list):
        sheets = [sheet for sheet in data["worksheets"] if isinstance(sheet, dict)]
        found = [cell for sheet in sheets for cell in sheet.get("cells") or ()]
    for cell in found:
        if not isinstance(cell, dict):
            continue
        kind = cell.get("cell_type")
        source = cell.get("source", cell.get("input", ""))
        if isinstance(source, list):
            source = "".join(part for part in source if isinstance(part, str))
        metadata = cell.get("metadata")
        mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
        names = (mark.get("grade_id") if isinstance(mark, dict) else None, cell.get("id"))
        yield Cell(
            kind if kind in ("code", "raw") else "markdown",
            printable(source) if isinstance(source, str) else "",
            tuple(name for name in names if isinstance(name, str)),
        )
