"""Every kind of submission at once, through the grader: none gains, none stops the rest."""

import csv
from pathlib import Path

import psutil
import pytest
from grading import kinds

from cardlab.checking import supervisor
from cardlab.checking.gradebook import grade_class, write_csv
from cardlab.checking.isolation import Limits
from cardlab.checking.report import write_pages
from cardlab.checking.supervisor import Kernel, Launcher

LIMITS = Limits(cell=3, total=15, memory=300 << 20)
OUTSIDE = [Path("/"), Path("/tmp"), Path("/usr"), Path("/etc"), Path("/var"), Path("/home"), Path("/dev/shm")]


class Class:
    def __init__(self, folder):
        self.kinds = kinds.write_kinds(folder / "in")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(supervisor, "GRACE", 0.4)
            source = kinds.copy_source(folder / "source")
            self.book = grade_class(folder / "in", source, folder / "out", limits=LIMITS)
        commands = [one.info["cmdline"] for one in psutil.process_iter(["cmdline"])]
        self.left = [command for command in commands if command == ["sleep", kinds.SLEEP]]
        self.rows = {row.name.split("/")[0]: row for row in self.book.rows}
        write_csv(self.book, folder / "out" / "gradebook.csv")
        self.summary = write_pages(self.book, folder / "out").read_text("utf-8")
        self.pages = [page.read_text("utf-8") for page in sorted((folder / "out" / "feedback").iterdir())]
        with (folder / "out" / "gradebook.csv").open(encoding="utf-8-sig", newline="") as stream:
            self.table = list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    launcher = Launcher(LIMITS)
    with Kernel(launcher):
        launcher.close()
    if launcher.open:
        pytest.skip(f"the bombs are let loose only where they are kept in, and {launcher.open}")
    return Class(tmp_path_factory.mktemp("class"))


@pytest.mark.parametrize("name", kinds.KINDS)
def test_each_kind_gets_its_status_and_its_points(graded, name):
    kind = graded.kinds[name]
    row = graded.rows[kind.file]
    said = " ".join([*row.notes, *(question.message for question in row.questions)])
    assert (row.status, row.points) == (kind.status, kind.points), said
    assert kind.note in said


def test_student_code_was_kept_apart(graded):
    assert {row.open for row in graded.book.rows} == {""}


def test_nothing_is_left_behind(graded):
    assert graded.left == []
    assert not [folder for folder in [*OUTSIDE, Path.cwd()] if (folder / kinds.LITTER).exists()]


def test_the_table_says_why_there_are_no_points(graded):
    assert len(graded.table) == len(graded.kinds)
    for row in graded.table:
        assert row["status"] in ("graded", "partly", "timed out", "unreadable")
        assert row["notes"] or row["status"] == "graded", row
        assert (row["points"] == "") == (row["status"] == "unreadable")


def test_no_spreadsheet_runs_a_student_s_name(graded):
    assert "'=<script>alert(1)</script>" in [row["student"] for row in graded.table]


def test_feedback_runs_nothing_and_gives_nothing_away(graded):
    assert len(graded.pages) == len(graded.kinds)
    for page in graded.pages:
        assert "<script" not in page
        assert "assert same" not in page
        assert "Traceback" not in page
        for right in ("91913/620310", "910/2617", "182/1889", "6/17"):  # at inputs of hidden tests
            assert right not in page


def test_the_summary_draws_the_class_and_runs_nothing(graded):
    assert graded.summary.count(' alt="Bars: ') == 2
    assert "<script" not in graded.summary
