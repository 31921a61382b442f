"""nbgrader itself: it makes the same release, gives the solution full marks and the blank none."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.checking.exercise import load_exercise

pytest.importorskip("nbgrader", reason='nbgrader is an extra: pip install -e ".[nbgrader]"')

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "exercises" / "source").glob("*.ipynb"))
HANDED_IN = [path for path in PATHS if path.stem in ("toepen_2_bluff", "hand_and_foot_2_opening")]
READ = """
import json, sys
from nbgrader.api import Gradebook
with Gradebook("sqlite:///" + sys.argv[1]) as book:
    found = [
        (one.student.id, notebook.name, sum(g.auto_score or 0 for g in notebook.grades),
         sum(g.max_score_gradecell for g in notebook.grades if g.cell_type == "code"))
        for one in book.assignment_submissions("ps1") for notebook in one.notebooks
    ]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course as a teacher who uses nbgrader has it: sources, a release, and two students who hand in."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "source" / "ps1").mkdir(parents=True)
    for path in PATHS:
        shutil.copy(path, folder / "source" / "ps1")
    run(folder, "-m", "nbgrader", "generate_assignment", "ps1", "--create")
    # nbgrader starts a kernel for each notebook: some stand for all, and the proof has run every hidden test
    for student, hands_in in {"solution": ROOT / "exercises" / "source", "blank": ROOT / "exercises"}.items():
        (folder / "submitted" / student / "ps1").mkdir(parents=True)
        for path in HANDED_IN:
            shutil.copy(hands_in / path.name, folder / "submitted" / student / "ps1")
    run(folder, "-m", "nbgrader", "autograde", "ps1", "--create")
    return folder


def run(folder, *arguments):
    """A command in the course's folder, with settings of its own and none of the reader's."""
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    own = {name: str(folder / ".settings" / name.lower()) for name in places}
    # it calls `alembic` by name
    own["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=os.environ | own, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def cells(path):
    """What matters of each cell; nbgrader writes its own order of keys and keeps cell ids."""
    notebook = json.loads(path.read_text("utf-8"))
    return [
        {key: cell.get(key) for key in ("id", "cell_type", "metadata", "outputs", "execution_count")}
        | {"source": "".join(cell["source"])}
        for cell in notebook["cells"]
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_our_release_is_nbgraders(course, path):
    assert cells(course / "release" / "ps1" / path.name) == cells(ROOT / "exercises" / path.name)


def test_autograde_gives_the_solution_full_marks_and_the_blank_none(course):
    found = {
        (student, name): (score, most)
        for student, name, score, most in json.loads(run(course, "-c", READ, str(course / "gradebook.db")))
    }
    for path in HANDED_IN:
        most = sum(one.points for one in load_exercise(path).questions.values() if not one.by_hand)
        assert found.pop(("solution", path.stem)) == (most, most)
        assert found.pop(("blank", path.stem)) == (0, most)
    assert {score for score, _ in found.values()} <= {0}  # what was not handed in
