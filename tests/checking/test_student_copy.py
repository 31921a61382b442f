"""What a student gets: nothing of the solution, cells locked, nbgrader's own checksums."""

import json
from pathlib import Path

import pytest

from cardlab.checking.student_copy import checksum, mark_of, read_source, student_notebook, text_of
from cardlab.refused import Refused

SOURCES = sorted((Path(__file__).parents[2] / "exercises" / "source").glob("*.ipynb"))


def cell(source, *, grade=False, solution=False, locked=False, points=None, kind="code"):
    mark = {"schema_version": 3, "grade": grade, "solution": solution, "locked": locked, "task": False}
    mark |= {"grade_id": "q1"} | ({} if points is None else {"points": points})
    return {"cell_type": kind, "id": "q1", "metadata": {"nbgrader": mark}, "source": source}


def released(one):
    return student_notebook({"cells": [one]})["cells"][0]


ANSWER = """def f(x):
    y = 2
    ### BEGIN SOLUTION
    secret = 1
    ### END SOLUTION
    return y"""
TEST = """check("q1", f)
### BEGIN HIDDEN TESTS
assert secret
### END HIDDEN TESTS"""


def test_a_region_gives_way_to_nbgraders_stub():
    source = released(cell(ANSWER, solution=True))["source"]
    assert source == (
        "def f(x):\n    y = 2\n    # YOUR CODE HERE\n    raise NotImplementedError()\n    return y"
    )


def test_without_a_region_the_whole_solution_goes():
    assert released(cell("secret = 1", solution=True))["source"] == (
        "# YOUR CODE HERE\nraise NotImplementedError()"
    )
    by_hand = cell("The secret.", solution=True, grade=True, points=3, kind="markdown")
    assert released(by_hand)["source"] == "YOUR ANSWER HERE"


def test_hidden_tests_go_and_the_check_stays():
    assert released(cell(TEST, grade=True, locked=True, points=1))["source"] == 'check("q1", f)'


@pytest.mark.parametrize("region", ["SOLUTION", "HIDDEN TESTS"])
def test_a_region_without_an_end_is_refused(region):
    one = cell(f"### BEGIN {region}\nsecret = 1", solution=region == "SOLUTION", grade=True, points=1)
    with pytest.raises(Refused, match=f"BEGIN {region} has no END"):
        released(one)


@pytest.mark.parametrize(
    ("one", "locks", "seal"),
    [
        # the seals are those of nbgrader 0.9.6 (utils.compute_checksum) for these cells
        (
            cell("x = 1", locked=True),
            {"deletable": False, "editable": False},
            "95be7c318ea931716aa78558c2305bd8",
        ),
        (cell("x = 1", solution=True), {"deletable": False}, "21e9111ae7982df99a7db069483919d1"),
        (
            cell("x = 1", grade=True, locked=True, points=2),
            {"deletable": False, "editable": False},
            "2d1825d85025a447db55f26f47d65aa8",
        ),
        (
            cell("x = 1", grade=True, points=2),  # locked without saying so, since it is a test
            {"deletable": False, "editable": False},
            "2d1825d85025a447db55f26f47d65aa8",
        ),
        (
            cell("ö", solution=True, grade=True, points=3, kind="markdown"),
            {"deletable": False},
            "385c258c882a50ba4db37eb059e1e7e2",
        ),
    ],
)
def test_locks_and_seals(one, locks, seal):
    assert checksum(one) == seal
    metadata = released(one)["metadata"]
    assert {key: metadata[key] for key in metadata if key != "nbgrader"} == locks
    assert metadata["nbgrader"]["cell_type"] == one["cell_type"]
    assert metadata["nbgrader"]["checksum"] == checksum(released(one))


def test_outputs_and_counts_go():
    one = {
        "cell_type": "code",
        "id": "a",
        "metadata": {},
        "source": "1",
        "outputs": [{}],
        "execution_count": 3,
    }
    assert (released(one)["outputs"], released(one)["execution_count"]) == ([], None)
    assert one["outputs"] == [{}]


def test_read_and_written_it_is_the_same_text(tmp_path):
    for path in SOURCES:
        assert text_of(read_source(path)) == path.read_text("utf-8")
    (tmp_path / "a.ipynb").write_text("[1]", "utf-8")
    with pytest.raises(Refused, match=r"a\.ipynb is no notebook"):
        read_source(tmp_path / "a.ipynb")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_line_of_a_solution_or_hidden_test_is_left(path):
    """A second, plainer way to say which lines those are; a planted bug may show a line of the solution."""
    text = "\n".join(one["source"] for one in student_notebook(read_source(path))["cells"])
    kept = {line.strip() for line in text.splitlines()}
    secret, shown, inside = set(), set(), False
    for one in read_source(path)["cells"]:
        inside = bool(mark_of(one).get("solution")) and "BEGIN SOLUTION" not in one["source"]
        for line in one["source"].splitlines():
            inside = (inside or "BEGIN" in line) and "END " not in line
            (secret if inside else shown).add(line.strip())
    assert len(secret) > 10
    assert not (secret - shown) & kept
    assert "BEGIN" not in text
    assert "HIDDEN" not in text
    assert json.loads(text_of(student_notebook(read_source(path))))["nbformat"] == 4
