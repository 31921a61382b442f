"""Measure grading beside nbgrader's autograde, on the same notebooks, and print the result as a table.

    pip install -e ".[nbgrader]"
    python tests/benchmarks/grading.py [NUMBER]

A class of 60, or so many as are asked for, all ordinary: right answers, known mistakes, much left blank.
Both run as a teacher runs them, from the start of the command to its end. Ours has two workers; nbgrader
grades one notebook after another.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "grading")]  # so that a bare clone measures itself

import kinds  # noqa: E402

ORDINARY = ["solved", "half_done", "known_mistake", "typed_number", "blank", "own_imports_in_setup"]
ASSIGNMENT = "ps1"


def write_class(folder: Path, number: int) -> None:
    """One notebook a student, in the folders that nbgrader asks for; ours takes any."""
    rng = Random(0)
    for student in range(number):
        content = json.loads(kinds.KINDS[rng.choice(ORDINARY)]().content)
        kinds.cell_of(content, "student")["source"] = f'student = "Student {student}"'
        own = folder / "submitted" / f"student{student}" / ASSIGNMENT
        own.mkdir(parents=True)
        (own / kinds.EXERCISE.name).write_text(json.dumps(content), "utf-8")


def seconds(folder: Path, *command: str) -> float:
    """How long a command takes; what it says goes into a file."""
    with (folder / "said.txt").open("a") as said:
        began = perf_counter()
        programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PATH": programs}  # nbgrader calls `alembic`
        command = (sys.executable, "-m", *command)
        subprocess.run(command, cwd=folder, env=environment, stdout=said, stderr=said, check=True)
        return perf_counter() - began


def main(number: int) -> None:
    """Print the table."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_class(folder, number)
        kinds.copy_source(folder / "exercise")
        ours = seconds(folder, "cardlab", "grade", "submitted", "--out", "graded", "--source", "exercise")
        rows = [("cardlab grade, two workers", ours)]
        if importlib.util.find_spec("nbgrader"):
            (folder / "source" / ASSIGNMENT).mkdir(parents=True)
            shutil.copy(kinds.EXERCISE, folder / "source" / ASSIGNMENT)
            seconds(folder, "nbgrader", "generate_assignment", ASSIGNMENT, "--create")
            theirs = seconds(folder, "nbgrader", "autograde", ASSIGNMENT, "--create")
            rows.append(("nbgrader autograde", theirs))
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    print(f"{number} ordinary submissions, {machine}, CPython {platform.python_version()}.\n")
    print("| command | seconds | each | beside ours |\n|---|--:|--:|--:|")
    for title, spent in rows:
        print(f"| {title} | {spent:.1f} | {spent / number:.2f} | {spent / ours:.1f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
