"""From the source of an exercise to what a student gets: solutions and hidden tests out, cells locked.

The same notebook comes out as from nbgrader's own `generate_assignment`, checksums included, without its
database: nbgrader can grade what this has made. The same source gives the same bytes. A notebook here is
the data of its file, with each cell's source as one text.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from hashlib import md5
from pathlib import Path
from typing import Any, TypeAlias

from cardlab.refused import Refused

Notebook: TypeAlias = dict[str, Any]
Cell: TypeAlias = dict[str, Any]

STUBS = {"code": ("# YOUR CODE HERE", "raise NotImplementedError()"), "markdown": ("YOUR ANSWER HERE",)}
"""What stands in the place of a solution, line by line; nbgrader's own words."""


def read_source(path: Path) -> Notebook:
    """The notebook in a file of the teacher's own. Raises Refused."""
    try:
        notebook: Notebook = json.loads(path.read_text("utf-8"))
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refused("source", f"{path} is no notebook ({error}).") from None
    return notebook


def text_of(notebook: Notebook) -> str:
    """The notebook as the text of its file, as Jupyter writes it."""
    written = deepcopy(notebook)
    for cell in written["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
    return json.dumps(written, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def mark_of(cell: Cell) -> dict[str, Any]:
    """nbgrader's mark on a cell; an empty one if there is none."""
    mark: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return mark


def student_notebook(source: Notebook) -> Notebook:
    """A source notebook without solutions, hidden tests and outputs, its cells locked and sealed."""
    notebook = deepcopy(source)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
        mark = mark_of(cell)
        if not mark:
            continue
        if mark["solution"]:
            cell["source"] = _without(cell["source"], "SOLUTION", STUBS[cell["cell_type"]], whole=True)
        if mark["grade"]:
            cell["source"] = _without(cell["source"], "HIDDEN TESTS", ())
        cell["metadata"]["deletable"] = False
        if not mark["solution"]:
            cell["metadata"]["editable"] = False
        mark |= {"cell_type": cell["cell_type"], "checksum": checksum(cell)}
    return notebook


def _without(text: str, region: str, stub: tuple[str, ...], whole: bool = False) -> str:
    """The text with a stub for each region between its BEGIN and its END; without any, perhaps all of it."""
    lines: list[str] = []
    inside = found = False
    for line in text.split("\n"):
        if f"BEGIN {region}" in line:
            inside = found = True
            indent = re.match(r"\s*", line)[0]  # type: ignore[index]
            lines += [indent + words for words in stub]
        elif f"END {region}" in line:
            inside = False
        elif not inside:
            lines.append(line)
    if inside:
        raise Refused("source", f"A region BEGIN {region} has no END: {text[:60]!r}.")
    return "\n".join(lines if found or not whole else stub)


def checksum(cell: Cell) -> str:
    """nbgrader's seal of a cell: the md5 of its text and of what its mark makes of it."""
    mark = mark_of(cell)
    locked = not mark["solution"] and (mark["grade"] or mark["locked"])
    parts = [cell["source"], cell["cell_type"], mark["grade"], mark["solution"], locked, mark["grade_id"]]
    if mark["grade"]:
        parts.append(float(mark["points"]))
    return md5("".join(map(str, parts)).encode(), usedforsecurity=False).hexdigest()
