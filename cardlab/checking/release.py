"""Releasing: the student notebooks of all exercises, proved to work, and a zip to hand out."""

from __future__ import annotations

import zipfile
from importlib.metadata import version
from pathlib import Path

from cardlab.checking.exercise import load_exercises
from cardlab.checking.proof import faults
from cardlab.checking.student_copy import read_source, student_notebook, text_of
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


def release(source: Path, out: Path) -> list[Path]:
    """Write the student notebooks of all exercises in a source folder, and a zip of them to hand out.

    Raises Refused, naming every fault, unless each exercise does what it should: full marks for the
    solution, none for the blank, and its own hint for each known wrong answer.
    """
    exercises = load_exercises(source)
    found = [f"{name}: {fault}" for name, exercise in exercises.items() for fault in faults(exercise)]
    if found:
        raise Refused("exercises", "nothing was released.\n" + "\n".join(found))
    out.mkdir(parents=True, exist_ok=True)
    paths = [exercise.path for exercise in exercises.values()]
    texts = {path.name: text_of(student_notebook(read_source(path))) for path in paths}
    for name, text in texts.items():
        (out / name).write_text(text, "utf-8", newline="\n")
    _write_zip(out / ZIP, {"README.md": README, **texts})
    return [*(out / name for name in texts), out / ZIP]


def _write_zip(path: Path, texts: dict[str, str]) -> None:
    """A zip whose bytes depend on the texts alone (every file bears the oldest date that a zip knows)."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(f"cardlab_exercises/{name}")
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # else it differs on Windows
            archive.writestr(entry, text.encode())
