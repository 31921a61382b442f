"""Every exercise: its proof holds, what is handed out is fresh, and no answer leaves the teacher's folder."""

import argparse
import json
import re
import subprocess
import sys
import zipfile
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest

from cardlab.checking.checks import Checks, try_answer
from cardlab.checking.commands import add_commands
from cardlab.checking.exercise import load_exercise, load_exercises
from cardlab.checking.plain import shown
from cardlab.checking.proof import faults
from cardlab.checking.public import public_ids, public_part
from cardlab.checking.release import ZIP, release
from cardlab.checking.student_copy import checksum, read_source, student_notebook, text_of
from cardlab.refused import Refused

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "exercises" / "source"
PATHS = sorted(SOURCE.glob("*.ipynb"))
each = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)

exercise = cache(load_exercise)


@each
def test_the_solution_the_blank_and_each_known_wrong_answer_get_what_they_should(path):
    assert faults(exercise(path)) == []


@each
def test_the_student_notebook_is_fresh(path):
    handed_out = path.parents[1] / path.name
    assert handed_out.read_text("utf-8") == text_of(student_notebook(read_source(path))), (
        "run: python -m cardlab release"
    )


@each
def test_it_says_where_to_ask_for_a_hint(path):
    text = "\n".join(cell["source"] for cell in read_source(path)["cells"])
    assert 'For a hint, add a cell (the + button) and run `check.hint("q1", 1)` in it' in text


def test_every_public_part_has_a_source_and_every_notebook_too():
    stems = [path.stem for path in PATHS]
    assert [name.replace("-", "_") for name in public_ids()] == stems
    assert sorted(path.stem for path in SOURCE.glob("*.py")) == stems
    handed_out = [path.stem for path in (ROOT / "exercises").glob("*.ipynb") if "_answers" not in path.stem]
    assert sorted(handed_out) == stems


@each
def test_no_public_part_has_a_right_answer(path):
    for question in public_part(exercise(path).id)[1].values():
        assert (question.right, question.hidden, question.points) == (None, (), 0)


@each
def test_a_check_never_prints_a_right_answer(path, capsys):
    """Of all known wrong answers, in what the check prints; plain cases that everybody sees are left out."""
    check = Checks(exercise(path).id)
    for question in exercise(path).questions.values():
        if question.by_hand or question.right is None:
            continue
        own = tuple(question.own("").values())
        asked = [own] if question.kind == "value" else list(question.inputs)
        rights = {shown(question.right(*arguments)) for arguments in asked}
        rights = {text for text in rights if len(text) > 4}
        for mistake in question.mistakes:
            wrong = mistake.wrong(*own) if question.kind == "value" else mistake.wrong
            given = {shown(answer.value) for answer in try_answer(question, "", wrong)}
            tried = {shown(part) for arguments in asked for part in arguments}
            capsys.readouterr()
            check(question.id, wrong)
            printed = capsys.readouterr().out
            found = {text for text in rights - given - tried if text in printed}
            assert not found, f"{question.id}, {mistake.name}: {printed}"


@each
def test_what_a_known_wrong_answer_is_told_is_short(path, capsys):
    check = Checks(exercise(path).id)
    for question in exercise(path).questions.values():
        own = tuple(question.own("").values())
        for mistake in question.mistakes:
            wrong = mistake.wrong(*own) if question.kind == "value" else mistake.wrong
            capsys.readouterr()
            check(question.id, wrong)
            lines = capsys.readouterr().out.splitlines()
            assert 1 <= len(lines) <= 2
            assert max(map(len, lines)) <= 220, lines


# --- the proof notices what is wrong ------------------------------------------------------------------------

NAME = "toepen_2_bluff"


@pytest.mark.parametrize(
    ("suffix", "old", "new", "fault"),
    [
        (".ipynb", "{3: Fraction(13, 64)}", "{3: Fraction(13, 65)}", "q7: the solution gets 0"),
        (
            ".ipynb",
            "honest = comb(low, cards)",
            "honest = comb(low, cards) + 1",
            "check refuses the solution",
        ),
        (".ipynb", "Fraction(91, 1798))", "Fraction(91, 1799))", "q1: the hidden tests refuse the solution"),
        (
            ".ipynb",
            "assert same(p_honest_seen",
            "(p_honest_seen",
            "q2: the hidden tests pass the wrong answer",
        ),
        (".ipynb", "assert challenge(", "(lambda *_: True)(", "q5: the hidden tests pass the blank"),
        (".ipynb", '"toepen-2-bluff"\n', '"toepen-2"\n', "metadata must hold"),
        (".ipynb", '"id": "q1-text"', '"id": "q2-text"', "every cell needs an id of its own"),
        (".ipynb", 'check(\\"q1\\", p_all_low)', 'check(\\"q1\\", p_low)', "its test cell must call check"),
        (".ipynb", '"id": "q1",', '"id": "q0",', "both must be the same"),
        (".ipynb", '"points": 1,', '"points": 0,', "q1 gives no points"),
        (
            ".py",
            "1 - Fraction(comb",
            "0 + Fraction(comb",
            "q1: the wrong answer 'the opposite' is taken for right",
        ),
        (
            ".py",
            "Fraction(comb(16 - k, 4), comb(32, 4))",
            "HONEST",
            "is taken for the mistake 'own hand ignored'",
        ),
        (
            ".py",
            "lambda n: n * HONEST",
            "lambda n: n + HONEST",
            "q3: the student's check does not know 'added up'",
        ),
        (
            ".py",
            '"prior": lambda one_in, low: p_honest(low),',
            "",
            "q6: neither the question nor its key has",
        ),
    ],
)
def test_the_proof_notices(tmp_path, suffix, old, new, fault):
    for end in (".ipynb", ".py"):
        text = (SOURCE / NAME).with_suffix(end).read_text("utf-8")
        if end == suffix:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / NAME).with_suffix(end).write_text(text, "utf-8")
    found = faults(load_exercise((tmp_path / NAME).with_suffix(".ipynb")))
    assert any(fault in one for one in found), found
    with pytest.raises(Refused, match="nothing was released"):
        release(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_without_exercises_is_refused(tmp_path):
    with pytest.raises(Refused, match="no exercise"):
        load_exercises(tmp_path)
    (tmp_path / f"{NAME}.ipynb").write_bytes((SOURCE / f"{NAME}.ipynb").read_bytes())
    with pytest.raises(Refused, match=rf"sidecar {NAME}\.py is missing"):
        load_exercises(tmp_path)


# --- what is handed out -------------------------------------------------------------------------------------


def test_the_zip_holds_student_notebooks_and_a_readme(tmp_path):
    """The same bytes at every release; the notebooks are those in exercises/."""
    for name in (f"{NAME}.ipynb", f"{NAME}.py"):
        (tmp_path / name).write_bytes((SOURCE / name).read_bytes())
    first, second = (release(tmp_path, tmp_path / out).written for out in ("one", "two"))
    assert [path.name for path in first] == [f"{NAME}.ipynb", ZIP]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    with zipfile.ZipFile(first[-1]) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert list(texts) == [f"cardlab_exercises/{name}" for name in ("README.md", f"{NAME}.ipynb")]
    assert texts[f"cardlab_exercises/{NAME}.ipynb"] == (ROOT / "exercises" / f"{NAME}.ipynb").read_text(
        "utf-8"
    )
    installs = [line for line in texts["cardlab_exercises/README.md"].splitlines() if "%pip install" in line]
    assert len(installs) == 1


def changed(cells):
    """The same, but with an answer in the cell q1."""
    return [cell | {"source": ["my answer"]} if cell["id"] == "q1" else cell for cell in cells]


def named(cells):
    return [cell | {"source": ['student = "Ann"']} if cell["id"] == "student" else cell for cell in cells]


def with_cell_of_ones_own(source):
    own = {"cell_type": "code", "id": "own-1", "metadata": {}, "source": source, "outputs": []}
    return lambda cells: [*cells, own]


def older(cells):
    """As an older release may have been: another text in a sealed cell, its seal of then; other prose."""
    (cell,) = (deepcopy(cell) for cell in cells if cell["id"] == "q1")
    cell["source"] = "# YOUR CODE HERE"
    cell["metadata"]["nbgrader"]["checksum"] = checksum(cell)
    return [
        cell if one["id"] == "q1" else one | {"source": ["Old."]} if one["id"] == "title" else one
        for one in cells
    ]


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        (changed, True),
        (named, True),
        (with_cell_of_ones_own("x = 1"), True),
        (lambda cells: [{"broken": True}], True),
        (with_cell_of_ones_own(""), False),
        (older, False),
        (lambda cells: [cell | {"outputs": [], "execution_count": 3} for cell in cells], False),
    ],
    ids=["answer", "name", "own cell", "broken", "empty cell", "older", "run"],
)
def test_a_release_puts_answers_aside_and_replaces_the_rest(tmp_path, capsys, change, is_kept):
    for name in (f"{NAME}.ipynb", f"{NAME}.py"):
        (tmp_path / name).write_bytes((SOURCE / name).read_bytes())
    path, blank = (
        tmp_path / "out" / f"{NAME}.ipynb",
        text_of(student_notebook(read_source(SOURCE / f"{NAME}.ipynb"))),
    )
    notebook = json.loads(blank)
    worked = json.dumps(notebook | {"cells": change(notebook["cells"])})
    path.parent.mkdir()
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    chosen = parser.parse_args(["release", "--source", str(tmp_path), "--out", str(path.parent)])
    kept = []
    for name in (f"{NAME}_answers.ipynb", f"{NAME}_answers_2.ipynb"):
        path.write_text(worked, "utf-8")
        assert chosen.run(chosen) == 0
        said = capsys.readouterr().err
        assert said == (
            f"{path} had somebody's answers in it; they are in {path.with_name(name)} now.\n"
            if is_kept
            else ""
        )
        kept += [name] if is_kept else []
    assert path.read_text("utf-8") == blank
    assert sorted(one.name for one in path.parent.iterdir()) == sorted([path.name, ZIP, *kept])
    assert all((path.parent / name).read_text("utf-8") == worked for name in kept)
    with zipfile.ZipFile(path.parent / ZIP) as archive:
        assert archive.read(f"cardlab_exercises/{NAME}.ipynb").decode() == blank


def test_git_leaves_out_what_bears_the_names_of_students():
    line = next(line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if " grade " in line)
    folder, out, roster = re.search(r"grade (\S+) --out (\S+) --roster (\S+)", line).groups()
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {f"/{folder}/", f"/{out}/", f"/{roster}", "exercises/*_answers*.ipynb"} <= {*ignored}


def test_the_wheel_holds_no_solutions(tmp_path):
    """Only the package goes in; there is no solution, no key and no hidden test in it."""
    assert not [path for path in (ROOT / "cardlab").rglob("*") if path.suffix in {".ipynb", ".zip"}]
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling builds the wheel")
    (built,) = wheel.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        names = archive.namelist()
        texts = b"".join(map(archive.read, names))
    assert any(name.startswith("cardlab/checking/public/") for name in names)
    assert not [name for name in names if not name.startswith(("cardlab/", "cardlab-"))]
    assert b"### BEGIN SOLUTION" not in texts
    for path in PATHS:
        key = path.with_suffix(".py").read_text("utf-8").splitlines()
        tests = [line.strip() for cell in read_source(path)["cells"] for line in cell["source"].splitlines()]
        secret = {key[0], *(line for line in tests if line.startswith("assert "))}
        assert len(secret) > 3
        assert not [line for line in secret if line.encode() in texts]


def test_a_solved_notebook_passes_the_teachers_quick_check():
    """`pytest --nbval-lax`: every cell of the source runs. One notebook stands for all: a kernel is slow."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-q", "-p", "no:cacheprovider"]
    notebook = str(SOURCE / f"{NAME}.ipynb")
    done = subprocess.run(
        [*command, "--nbval-lax", "--nbval-current-env", notebook], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_command_releases(tmp_path, capsys):
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    chosen = parser.parse_args(["release", "--source", str(SOURCE), "--out", str(tmp_path)])
    assert chosen.run(chosen) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / path.name) for path in PATHS] + [
        str(tmp_path / ZIP)
    ]
