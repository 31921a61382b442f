"""The command as a teacher runs it: roster, gradebook, pages; interrupted and gone on with; without walls."""

import csv
import json
import re
import sys
import time
from dataclasses import replace

import pytest
from grading import kinds

from cardlab.__main__ import main
from cardlab.checking import gradebook, report, supervisor
from cardlab.checking.exercise import load_exercises
from cardlab.checking.grade import Graded, Marked, grade_notebook
from cardlab.checking.gradebook import grade_class
from cardlab.checking.isolation import Limits
from cardlab.refused import Refused


@pytest.fixture
def folder(tmp_path):
    """A small class: two sent their work, one of them twice, and one sent something else."""
    for name, notebook in {
        "ann/toepen.ipynb": kinds.solved_copy("Ann Lee"),
        "ann/toepen again.ipynb": kinds.blank_copy(),
        "ben.ipynb": kinds.with_answer("def p_honest_seen(k):\n    return p_all_low(16, 32, 4)", "q2"),
    }.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook), "utf-8")
    kinds.copy_source(tmp_path / "source")
    (tmp_path / "in" / "carla.ipynb").write_text("<html>", "utf-8")
    (tmp_path / "roster.csv").write_text("name\nAnn Lee\nBen\nCarla\nDirk\n", "utf-8")
    return tmp_path


def command(folder):
    """What a teacher types to grade the class."""
    return ["grade", str(folder / "in"), "--out", str(folder / "out"), "--source", str(folder / "source")]


def table(folder):
    with (folder / "out" / "gradebook.csv").open(encoding="utf-8-sig", newline="") as stream:
        return {(row["student"], row["file"]): row for row in csv.DictReader(stream)}


def test_the_command_gives_a_row_for_everybody(folder, capsys):
    arguments = command(folder)
    assert main([*arguments, "--roster", str(folder / "roster.csv")]) == 0
    rows = table(folder)
    assert {key: (row["status"], row["points"]) for key, row in rows.items()} == {
        ("Ann Lee", "ann/toepen.ipynb"): ("graded", "12"),
        ("ann", "ann/toepen again.ipynb"): ("graded", "0"),
        ("Ben", "ben.ipynb"): ("graded", "9"),
        ("Carla", "carla.ipynb"): ("unreadable", ""),
        ("Dirk", ""): ("missing", ""),
    }
    assert "not on the roster" in rows["ann", "ann/toepen again.ipynb"]["notes"]
    assert rows["Ben", "ben.ipynb"]["by hand"] == "q8 (3)"
    said = capsys.readouterr()
    assert "1 missing" in said.out
    assert ("WARNING" in said.err) == (sys.platform != "linux")
    summary = (folder / "out" / "summary.html").read_text("utf-8")
    for page in re.findall(r'href="(feedback/[^"]+)"', summary):
        assert (folder / "out" / page).exists()
    known = load_exercises(folder / "source")["toepen-2-bluff"].questions["q2"].mistakes
    assert any(f"1 × {mistake.name}" in summary for mistake in known)
    assert "Nobody polices" in (folder / "out" / "answers.html").read_text("utf-8")
    feedback = (folder / "out" / "feedback" / "ben_toepen_2_bluff.html").read_text("utf-8")
    assert "9 of 12 points; a person gives up to 3 more." in feedback
    assert "What do your own four cards take away?" in feedback


def test_the_readme_explains_what_a_table_does_not_say_by_itself(folder):
    gradebook.write_csv(gradebook.Gradebook((), {}), folder / "empty.csv")
    head = (folder / "empty.csv").read_text("utf-8-sig").strip().split(",")
    readme = (kinds.ROOT / "README.md").read_text("utf-8")
    for word in ("by hand", "blank", "kept apart", "version"):
        assert f"`{word}`" in readme
        assert word == "blank" or word in head


def test_wrong_input_is_refused_in_a_sentence(folder, capsys):
    (folder / "empty").mkdir()
    for place, source, part in [
        ("nowhere", folder / "source", "There is no file or folder"),
        ("empty", folder / "source", "There is no notebook"),
        ("in", folder / "empty", "There is no exercise"),
    ]:
        arguments = ["grade", str(folder / place), "--out", str(folder / "out"), "--source", str(source)]
        assert main(arguments) == 2
        assert part in capsys.readouterr().err
    with pytest.raises(Refused, match="0 workers"):
        grade_class(folder / "in", folder / "source", folder / "out", workers=0)


def test_a_table_that_cannot_be_written_is_told_in_a_sentence(folder, capsys):
    for name in ("ann/toepen.ipynb", "ann/toepen again.ipynb", "ben.ipynb"):
        (folder / "in" / name).unlink()
    arguments = ["grade", str(folder / "in"), "--source", str(folder / "source"), "--out"]
    (folder / "out" / "gradebook.csv").mkdir(parents=True)
    assert main([*arguments, str(folder / "out")]) == 2
    assert main([*arguments, str(folder / "roster.csv")]) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("cardlab: ")]
    assert len(told) == 2
    assert all("cannot be read or written" in line for line in told)


def test_the_roster_is_read_anew_and_another_name_is_told(folder):
    (folder / "in" / "ann" / "toepen again.ipynb").unlink()
    (folder / "in" / "ben.ipynb").rename(folder / "in" / "carla lee.ipynb")
    (folder / "in" / "carla.ipynb").unlink()
    notes = []
    for people in ("Ann Lee\n", "Ann Lee\nCarla Lee\n", "Ann\nAnn Lee\nCarla Lee\n"):
        (folder / "roster.csv").write_text(people, "utf-8")
        arguments = [folder / part for part in ("in", "source", "out", "roster.csv")]
        book = grade_class(*arguments, workers=1)
        notes.append({row.student: row.notes for row in book.rows if row.name})
    assert notes == [
        {"Ann Lee": (), "carla lee": ("carla lee is not on the roster.", gradebook.NO_NAME)},
        {"Ann Lee": (), "Carla Lee": (gradebook.NO_NAME,)},
        {"Ann Lee": ("The name of the file speaks of Ann.",), "Carla Lee": (gradebook.NO_NAME,)},
    ]


def test_every_page_has_a_name_of_its_own_that_a_disk_takes():
    students = ["Ann", "ann!", "𠮷" * 80, "𠮷" * 81, "ANN"]
    names = report._file_names([Graded("x", name, "graded", "e") for name in students])
    assert len(set(names)) == len(students)
    assert all(len(name.encode()) < 120 for name in names)


def test_an_interrupted_run_keeps_what_it_has_and_goes_on(folder, monkeypatch, capsys):
    reached = []

    def grade(notebook, *arguments):
        reached.append(notebook)
        if len(reached) == 2:
            raise KeyboardInterrupt
        return grade_notebook(notebook, *arguments)

    monkeypatch.setattr(gradebook, "grade_notebook", grade)
    arguments = command(folder)
    assert main([*arguments, "--workers", "1"]) == 130
    rows = table(folder).values()
    assert sorted(row["status"] for row in rows) == ["graded", "not reached", "not reached", "not reached"]
    assert "interrupted" in (folder / "out" / "summary.html").read_text("utf-8")

    assert main([*arguments, "--workers", "1"]) == 0
    assert reached.count(reached[0]) == 1  # what was graded is not graded again
    assert sorted(row["status"] for row in table(folder).values()) == ["graded"] * 3 + ["unreadable"]


def test_an_interrupt_ends_what_is_being_graded(folder, monkeypatch):
    def interrupted(*_, **__):
        time.sleep(7)  # by now both workers are at the loop
        raise KeyboardInterrupt

    monkeypatch.setattr(gradebook, "tqdm", interrupted)
    notebook = json.dumps(kinds.with_cell("import time\nwhile True:\n    time.sleep(1)"))
    for name in ("ann/toepen.ipynb", "ben.ipynb"):
        (folder / "in" / name).write_text(notebook, "utf-8")
    began = time.monotonic()
    book = grade_class(folder / "in", folder / "source", folder / "out", limits=Limits(cell=40))
    assert not book.is_whole
    assert time.monotonic() - began < 25


def test_a_changed_submission_is_graded_again(folder):
    (folder / "in" / "ann" / "toepen.ipynb").unlink()
    (folder / "in" / "ann" / "toepen again.ipynb").unlink()
    first = grade_class(folder / "in", folder / "source", folder / "out", workers=1)
    (folder / "in" / "ben.ipynb").write_text(json.dumps(kinds.solved_copy("Ben")), "utf-8")
    second = grade_class(folder / "in", folder / "source", folder / "out", workers=1)
    assert [book.rows[-1].points for book in (first, second)] == [9, 12]


def test_a_fault_of_the_grader_is_no_zero_and_stops_nobody(folder, monkeypatch):
    def grade(notebook, exercise, student, launcher):
        if student == "Ann Lee":
            raise RuntimeError("planted")
        return grade_notebook(notebook, exercise, student, launcher)

    monkeypatch.setattr(gradebook, "grade_notebook", grade)
    book = grade_class(folder / "in", folder / "source", folder / "out", workers=1)
    rows = {row.student: row for row in book.rows}
    assert rows["Ann Lee"].status == "partly"
    assert "RuntimeError: planted" in rows["Ann Lee"].notes[-1]
    assert rows["ben"].points == 9


def test_a_launcher_that_dies_costs_nobody_anything(folder, monkeypatch):
    launched, dead = supervisor.Launcher.launch, []

    def launch(self, *arguments):
        if not dead:
            dead.append(self)
            self._process = self._start()
            self._process.kill()
        return launched(self, *arguments)

    monkeypatch.setattr(supervisor.Launcher, "launch", launch)
    book = grade_class(folder / "in", folder / "source", folder / "out", workers=1)
    assert sorted(row.status for row in book.rows) == ["graded", "graded", "graded", "unreadable"]


def test_without_walls_it_says_so_loudly_everywhere(folder, monkeypatch, capsys):
    monkeypatch.setattr(supervisor.Launcher, "__init__", open_from_the_start(supervisor.Launcher.__init__))
    arguments = ["grade", str(folder / "in" / "ben.ipynb"), "--out", str(folder / "out")]
    assert main([*arguments, "--source", str(folder / "source"), "--workers", "1"]) == 0
    assert "WARNING: Student code ran with limits only, for this test says so." in capsys.readouterr().err
    assert "Not kept apart" in (folder / "out" / "summary.html").read_text("utf-8")
    assert [row["kept apart"] for row in table(folder).values()] == ["NO: this test says so"]


def open_from_the_start(init):
    def patched(self, *arguments):
        init(self, *arguments)
        self.open = "this test says so"

    return patched


def test_time_as_a_whole_is_bounded(folder):
    for name in ("ann/toepen.ipynb", "ann/toepen again.ipynb"):
        (folder / "in" / name).unlink()
    notebook = kinds.solved_copy()
    notebook["cells"] = [kinds.code("import time\ntime.sleep(0.5)")] * 20 + notebook["cells"]
    (folder / "in" / "ben.ipynb").write_text(json.dumps(notebook), "utf-8")
    limits = Limits(cell=2, total=2)
    book = grade_class(folder / "in", folder / "source", folder / "out", workers=1, limits=limits)
    row = next(row for row in book.rows if row.name == "ben.ipynb")
    assert (row.status, row.points) == ("timed out", 0)
    assert "as a whole took more than 2 seconds" in row.questions[0].message


def write_points(folder, question, points, delimiter=","):
    """Points in place of "by hand", as a spreadsheet saves the table."""
    rows = [
        row | {question: points} if row["student"] == "Ann Lee" else row for row in table(folder).values()
    ]
    with (folder / "out" / "gradebook.csv").open("w", encoding="utf-8-sig", newline="") as stream:
        book = csv.DictWriter(stream, rows[0], delimiter=delimiter)
        book.writeheader()
        book.writerows(rows)


def test_points_given_by_hand_are_kept_and_added_up(folder, monkeypatch, capsys):
    (folder / "in" / "ben.ipynb").unlink()
    arguments, key = [*command(folder), "--workers", "1"], ("Ann Lee", "ann/toepen.ipynb")
    assert main(arguments) == 0
    before = table(folder)[key]
    (question,) = [name for name, cell in before.items() if cell == "by hand"]
    old_page = folder / "out" / "feedback" / "of_before.html"
    old_page.write_text("x", "utf-8")

    write_points(folder, question, "1,5", delimiter=";")
    assert main(arguments) == 0
    after = table(folder)[key]
    assert (after[question], float(after["points"])) == ("1.5", float(before["points"]) + 1.5)
    assert after["by hand"] == ""
    assert float(after["of"]) > float(before["of"])
    page = next(page.read_text("utf-8") for page in (folder / "out" / "feedback").glob("ann_lee*.html"))
    assert f"{after['points']} of {after['of']} points." in page
    assert not old_page.exists()

    with monkeypatch.context() as patch:  # an interrupted run leaves a table without them
        patch.setattr(gradebook, "as_completed", interrupt)
        assert main(arguments) == 130
    assert {row[question] for row in table(folder).values()} == {""}
    assert main(arguments) == 0
    assert table(folder)[key][question] == "1.5"

    write_points(folder, question, "99")
    capsys.readouterr()
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert f"99 points stand there for {question} of Ann Lee; right would be 0 to" in told

    for word in ("good", "1/2", "nan"):
        write_points(folder, question, word)
        assert main(arguments) == 2
        told = capsys.readouterr().err
        assert f"{word}" in told
        assert f"for {question} of Ann Lee; right would be 0 to 3, or nothing." in told
        assert table(folder)[key][question] == word  # the table is left as it was

    for nothing in ("", " By hand", "blank"):
        write_points(folder, question, nothing)
        assert main(arguments) == 0
        assert table(folder)[key][question] == "by hand"


def interrupt(_):
    raise KeyboardInterrupt


def test_what_is_handed_in_anew_is_read_anew(folder):
    (folder / "in" / "ben.ipynb").unlink()
    key = ("Ann Lee", "ann/toepen.ipynb")
    assert main(command(folder)) == 0
    (question,) = [name for name, cell in table(folder)[key].items() if cell == "by hand"]
    write_points(folder, question, "2")
    path = folder / "in" / "ann" / "toepen.ipynb"
    path.write_text(path.read_text("utf-8") + " ", "utf-8")
    for _ in range(2):
        assert main(command(folder)) == 0
        assert table(folder)[key][question] == "by hand"
        note = f"Another version of this file had points by hand ({question}: 2); this one has none yet."
        assert note in table(folder)[key]["notes"]
    write_points(folder, question, "0")
    assert main(command(folder)) == 0
    assert "Another version" not in table(folder)[key]["notes"]


def test_points_beside_a_version_that_there_is_not_are_told_and_kept(folder, capsys):
    for name in ("ann/toepen again.ipynb", "ben.ipynb", "carla.ipynb"):
        (folder / "in" / name).unlink()
    key = ("Ann Lee", "ann/toepen.ipynb")
    assert main(command(folder)) == 0
    assert "kept from" not in capsys.readouterr().out
    row = table(folder)[key]
    assert row["version"][0].isalpha()  # or a spreadsheet takes 52e97000 for a number
    (question,) = [name for name, cell in row.items() if cell == "by hand"]
    write_points(folder, question, "2")
    path = folder / "out" / "gradebook.csv"
    path.write_text(path.read_text("utf-8-sig").replace(row["version"], "5.2E+10"), "utf-8-sig")
    assert main(command(folder)) == 0
    said = capsys.readouterr().out
    assert (
        f"Ann Lee has points by hand ({question}: 2) beside the version '5.2E+10' of 'ann/toepen.ipynb'"
        in said
    )
    assert "Results kept from an earlier run: 1; new ones: 0." in said
    assert table(folder)[key][question] == "by hand"
    assert "5.2E+10" in (folder / "out" / "kept" / "by_hand.json").read_text("utf-8")


def test_what_is_left_blank_is_0_everywhere_until_a_person_says_otherwise(folder):
    key = ("Ann Lee", "ann/toepen.ipynb")
    for name in ("ann/toepen again.ipynb", "ben.ipynb", "carla.ipynb"):
        (folder / "in" / name).unlink()
    notebook = kinds.blank_copy()
    kinds.cell_of(notebook, "student")["source"] = 'student = "Ann Lee"'
    (folder / "in" / key[1]).write_text(json.dumps(notebook), "utf-8")
    assert main(command(folder)) == 0
    row = table(folder)[key]
    assert (row["q8"], row["points"], row["of"], row["by hand"]) == ("blank", "0", "15", "")
    (page,) = (folder / "out" / "feedback").glob("*.html")
    assert "0 of 15 points." in page.read_text("utf-8")
    assert "a person gives" not in page.read_text("utf-8")
    assert "blank</strong> (0 of 3)" in page.read_text("utf-8")
    write_points(folder, "q8", "1")
    assert main(command(folder)) == 0
    assert (table(folder)[key]["q8"], table(folder)[key]["points"]) == ("1", "1")


@pytest.mark.parametrize(
    ("states", "label"),
    [(("read", "read"), "points of 15"), (("read", "by hand"), "points of 12, without q8 (by hand)")],
)
def test_the_points_of_a_class_stand_on_one_axis(monkeypatch, states, label):
    exercise = load_exercises(kinds.EXERCISE.parent)["toepen-2-bluff"]
    drawn = []
    monkeypatch.setattr(report, "_plot", lambda *arguments: drawn.append(arguments) or "")
    rows = []
    for state, points in zip(states, (2.5, 0), strict=True):
        marks = [Marked(one.id, one.title, 0.0, one.points, "wrong") for one in exercise.questions.values()]
        marks[0] = replace(marks[0], points=2.0, state="right")
        marks[-1] = replace(marks[-1], points=points, state=state, by_hand=True)
        rows.append(Graded("x", "Ann", "graded", exercise.id, questions=tuple(marks)))
    report._exercise(exercise, rows)
    values, heights, axis, *_ = drawn[-1]
    assert axis == label
    shown = {str(value): height for value, height in zip(values, heights, strict=True)}
    assert shown == ({"2": 1, "4.5": 1} if states == ("read", "read") else {"2": 2})
