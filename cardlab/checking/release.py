"""Releasing: the student notebooks of all exercises, proved to work, and a zip to hand out."""

from __future__ import annotations

import zipfile
from importlib.metadata import version
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from cardlab.checking.exercise import load_exercises
from cardlab.checking.proof import faults
from cardlab.checking.student_copy import Notebook, checksum, mark_of, read_source, student_notebook, text_of
from cardlab.refused import Refused

ZIP = "cardlab_exercises.zip"
WHEEL = f"cardlab-{version('cardlab')}-py3-none-any.whl"
README = f"""# Exercises of cardlab

Open a notebook in Jupyter, in VS Code or in Google Colab, and follow it from top to bottom.
Each question has a cell to write in and a cell that checks: run both with Shift + Enter.

cardlab must be installed. Put the file {WHEEL}, which your teacher gives you,
beside the notebooks (in Google Colab: upload it), and run this line once in a cell above all others:

    %pip install -q {WHEEL}
"""


class Released(NamedTuple):
    """What a release wrote, and where it put each notebook in which somebody had worked."""

    written: list[Path]
    put_aside: dict[Path, Path]


def release(source: Path, out: Path) -> Released:
    """Write the student notebooks of all exercises in a source folder, and a zip of them to hand out.

    A notebook with somebody's answers that stands in the place of one is put aside first. Raises Refused,
    naming every fault, unless each exercise does what it should: full marks for the solution, none for the
    blank, and its own hint for each known wrong answer.
    """
    exercises = load_exercises(source)
    found = [f"{name}: {fault}" for name, exercise in exercises.items() for fault in faults(exercise)]
    if found:
        raise Refused("exercises", "nothing was released.\n" + "\n".join(found))
    out.mkdir(parents=True, exist_ok=True)
    paths = [exercise.path for exercise in exercises.values()]
    notebooks = {path.name: student_notebook(read_source(path)) for path in paths}
    texts = {name: text_of(notebook) for name, notebook in notebooks.items()}
    put_aside = {}
    for name, text in texts.items():
        path = out / name
        if path.exists() and _is_worked_in(path, notebooks[name]):
            put_aside[path] = path.rename(_aside(path))
        path.write_text(text, "utf-8", newline="\n")
    _write_zip(out / ZIP, {"README.md": README, **texts})
    return Released([*(out / name for name in texts), out / ZIP], put_aside)


def _is_worked_in(path: Path, blank: Notebook) -> bool:
    """Would anything be lost with the file at this path? Nothing is with an older copy as it was released."""
    given = {cell["id"]: cell["source"] for cell in blank["cells"]}
    try:
        for cell in read_source(path)["cells"]:
            if mark_of(cell):  # the seal is of the text as it was released, then or now
                if checksum(cell) != mark_of(cell)["checksum"]:
                    return True
                continue
            is_own = cell["id"] not in given
            if (is_own or cell["cell_type"] == "code") and cell["source"] != given.get(cell["id"], ""):
                return True  # the name, or a cell of one's own
    except (Refused, LookupError, TypeError, ValueError, AttributeError):
        return True  # what cannot be read may be anything
    return False


def _aside(path: Path) -> Path:
    """A free name beside the file's own."""
    names = chain(["answers"], (f"answers_{number}" for number in count(2)))
    places = (path.with_stem(f"{path.stem}_{name}") for name in names)
    return next(place for place in places if not place.exists())


def _write_zip(path: Path, texts: dict[str, str]) -> None:
    """A zip whose bytes depend on the texts alone (every file bears the oldest date that a zip knows)."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(f"cardlab_exercises/{name}")
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # else it differs on Windows
            archive.writestr(entry, text.encode())
