"""Reading what is handed in: any encoding, any name, whose and which; and plain data on its way back."""

import json
import math
import os
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from grading import kinds

from cardlab.checking import submissions
from cardlab.checking.exercise import load_exercises
from cardlab.checking.notebook import Unreadable, read_notebook
from cardlab.checking.submissions import (
    Roster,
    exercise_of,
    find_submissions,
    name_of_file,
    name_typed,
    read_roster,
)
from cardlab.checking.transfer import LONGEST, NotPlain, decode, encode
from cardlab.refused import Refused

PLAIN = [
    None, True, False, 0, -7, 3**5000, 0.1, -0.0, math.inf, "", "é\ud800\n", Fraction(-3, 7), (), (1, (2,)),
    [], [1, [True]], {}, {"a": 1, (1, 2): [None], 3: {}}, {1: "one", Fraction(1, 2): "half"},
]  # fmt: skip


@pytest.mark.parametrize("value", PLAIN, ids=lambda value: repr(value)[:20])
def test_plain_data_comes_back_with_its_types(value):
    back = decode(encode(value))
    assert back == value
    assert repr(back) == repr(value)


def test_numbers_of_numpy_come_back_as_python_s_own():
    numpy = pytest.importorskip("numpy")
    back = decode(encode([numpy.float64(0.5), numpy.int64(3), numpy.bool_(True)]))
    assert [(type(one), one) for one in back] == [(float, 0.5), (int, 3), (bool, True)]


class Whole(int):
    pass


@pytest.mark.parametrize(
    "value",
    [{1}, b"x", object(), Whole(3), len, iter([]), [Whole(1)], 1j, ...],
    ids=lambda value: type(value).__name__,
)
def test_other_objects_do_not_get_through(value):
    with pytest.raises(NotPlain, match="gave an object of type"):
        encode(value)


def test_endless_and_huge_data_do_not_get_through():
    endless = []
    endless.append(endless)
    for value in (endless, "x" * LONGEST, 1 << (4 * LONGEST)):
        with pytest.raises(NotPlain):
            encode(value)


@pytest.mark.parametrize(
    "text",
    [
        None, 5, ["int", "0x1"], b'["int", "0x1"]', "", "1", "null", "{}",
        '["int"]', '["int", 1]', '["int", "x"]',
        '["int", true]', '["float", 1.0]', '["float", "x"]', '["bool", 1]', '["bool", "true"]',
        '["str", null]',
        '["Fraction", "0x1", "0x0"]', '["Fraction", "0x1"]', '["NoneType", 0]', '["set", []]', '["list", {}]',
        '["dict", [[["list", []], ["int", "0x1"]]]]', '["dict", [1]]', '["dict", [[["int", "0x1"]]]]',
        '["list", [1]]', '["list", [["int", "0x1"], ["Question", "q1"]]]', "[" * 5000, '["list", [' * 5000,
        "NaN", '["float", NaN]', "x" * (LONGEST + 1), '["int", "0x1"] ["int", "0x1"]',
    ],
)  # fmt: skip
def test_any_other_text_is_refused(text):
    with pytest.raises(NotPlain):
        decode(text)


def test_the_reader_never_fails_in_another_way():
    whole = json.dumps(kinds.solved_copy(), indent=1).encode()
    for end in range(0, len(whole), 997):
        for content in (whole[:end], whole[end:], b"\xff" + whole[:end], whole[:end].replace(b"[", b"{", 1)):
            with suppress(Unreadable):
                read_notebook(content)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_every_encoding_gives_the_same_name(encoding):
    text = json.dumps(kinds.solved_copy("Zoë Öz"), ensure_ascii=False)
    text = text.encode("cp1252", "ignore").decode("cp1252")
    assert name_typed(read_notebook(text.encode(encoding))) == "Zoë Öz"


@pytest.fixture(scope="module")
def exercises(tmp_path_factory):
    return load_exercises(kinds.copy_source(tmp_path_factory.mktemp("course") / "source"))


def test_the_exercise_is_known_by_each_of_its_marks(exercises):
    notebook = kinds.solved_copy()
    notebook["cells"] = [kinds.cell_of(notebook, "q1")]
    assert exercise_of(read_notebook(json.dumps(notebook).encode()), exercises).id == "toepen-2-bluff"
    notebook = {"cells": [kinds.code("c = Checks('toepen-2-bluff')")]}
    assert exercise_of(read_notebook(json.dumps(notebook).encode()), exercises).id == "toepen-2-bluff"
    notebook = kinds.bare(kinds.without(kinds.solved_copy(), "setup"))
    assert exercise_of(read_notebook(json.dumps(notebook).encode()), exercises).id == "toepen-2-bluff"


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ('student = "Ann Lee"', "Ann Lee"),
        ("# my name\nstudent = 'Ann'  # that is me", "Ann"),
        ('student = "..."', ""),
        ('student = ""', ""),
        (r"student = 'Ann O\'Neil'", "Ann O'Neil"),
        (r'student = "Zo\u00eb"', "Zoë"),
        ('student = "Ann";', "Ann"),
        ('student = """Ann"""', "Ann"),
        ('student: str = f"Ann"', "Ann"),
        ('student = ("Ann")  # (that is me)', "Ann"),
        ('student = "Zo\ud800"', "Zo?"),
        ("student = input()", None),
        ('student = "Ann" + last', None),
        ('student == "Ann"', ""),
        ("# student = 'Ben'", ""),
    ],
)
def test_the_name_is_read_and_not_run(cell, name):
    assert name_typed(read_notebook(json.dumps({"cells": [kinds.code(cell)]}).encode())) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Ann Lee_123_assignsubmission_file_/work.ipynb", "ann lee 123 assignsubmission file"),
        ("toepen_2_bluff_ann_lee.ipynb", "ann lee"),
        ("ann.zip/x/toepen_2_bluff.ipynb", "ann"),
        ("toepen_2_bluff.ipynb", "toepen 2 bluff"),
    ],
)
def test_a_path_gives_a_name_where_there_is_no_other(path, name):
    assert name_of_file(path, "toepen-2-bluff") == name


@pytest.mark.parametrize(
    ("typed", "path", "name"),
    [
        ("ann  LEE", "x.ipynb", "Ann Lee"),
        ("", "lee-ann_3/x.ipynb", "Ann Lee"),
        ("Zoe de vries", "x.ipynb", "Zoë de Vries"),
        ("s12345", "x.ipynb", "Zoë de Vries"),
        ("", "x/s12345_toepen.ipynb", "Zoë de Vries"),
        ("Somebody", "x.ipynb", ""),
        ("", "zoe_2_toepen_2_bluff.ipynb", ""),
        ("", "ann lee van dam.ipynb", "Ann Lee van Dam"),
        ("", "anna/x.ipynb", ""),
    ],
)
def test_the_roster_knows_a_student_by_name_number_and_path(typed, path, name):
    assert Roster({"Ann Lee": "2", "Zoë de Vries": "s12345", "Ann Lee van Dam": ""}).find(typed, path) == name


@pytest.mark.parametrize(
    "text",
    [
        "Ann\nZoë\n",
        "\ufeffname\nAnn\nZoë\n\n",
        "id;student\n7;Ann\n8;Zoë",
        "Name,Email\nAnn,a@x.org\nZoë,z@x.org\n",
        "name,id\nAnn,7\nAnn,7\nZoë,8\n",
        "ID number,Surname,First name\n7,,Ann\n8,,Zoë",
    ],
)
def test_a_roster_may_be_a_list_or_a_table(tmp_path, text):
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    assert [*read_roster(tmp_path / "roster.csv").people] == ["Ann", "Zoë"]


def test_first_and_last_names_are_put_together(tmp_path):
    (tmp_path / "roster.csv").write_text("Achternaam;Voornaam;Studentnummer\nLee;Ann;s12", "utf-8")
    assert read_roster(tmp_path / "roster.csv").people == {"Ann Lee": "s12"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"name\n", "holds no names"),
        (b"PK\x03\x04", "save the table as CSV"),
        (b"name,id\nAnn,7\nAnn,8", "Ann stands on it twice"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused(tmp_path, content, why):
    (tmp_path / "roster.csv").write_bytes(content)
    with pytest.raises(Refused, match=why):
        read_roster(tmp_path / "roster.csv")


def test_what_was_packed_otherwise_is_no_silence(tmp_path, monkeypatch):
    (tmp_path / "a.rar").write_bytes(b"Rar!")
    (tmp_path / "b.zip").write_bytes(kinds.zipped({"work.html": b"<html>"}))
    (tmp_path / "c.docx").write_bytes(kinds.zipped({"word.xml": b"<xml>"}))
    monkeypatch.setattr(submissions, "MOST_FILES", 50)
    bomb = kinds.zipped({f"{number}.zip": kinds.zipped({"x.txt": b"x"}) for number in range(99)})
    (tmp_path / "d.zip").write_bytes(bomb)
    told = {one.name: one.trouble for one in find_submissions(tmp_path)}
    assert told["a.rar"] == "Such an archive is not opened; send the notebook itself, or a zip."
    assert told["b.zip"] == "There is no notebook in this zip."
    assert "c.docx" not in told
    assert told["d.zip"] == "The zip holds more than 50 files."


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
def test_a_file_name_in_another_encoding_can_be_written_down(tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/Zo\xeb.ipynb")).write_bytes(b"")
    (found,) = find_submissions(tmp_path)
    assert found.name == "Zo\ufffd.ipynb"
    assert found.content() == b""


def test_what_is_no_notebook_is_left_alone_and_what_is_damaged_is_named(tmp_path):
    (tmp_path / "a" / ".ipynb_checkpoints").mkdir(parents=True)
    for name in ("a/.ipynb_checkpoints/x.ipynb", "a/essay.pdf", "a/._x.ipynb", "a/notes.txt"):
        (tmp_path / name).write_bytes(b"anything")
    assert list(find_submissions(tmp_path)) == []
    (tmp_path / "a" / "x.zip").write_bytes(kinds.zipped({"y.ipynb": b"{}"})[:-30])
    (tmp_path / "a" / "y.ipynb").write_bytes(b"")
    (tmp_path / "a" / "z.txt").write_text(json.dumps(kinds.blank_copy()), "utf-8")
    assert [one.name for one in find_submissions(tmp_path)] == ["a/x.zip", "a/y.ipynb", "a/z.txt"]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Refused, match="There is no file or folder"):
        list(find_submissions(tmp_path / "nowhere"))
    with pytest.raises(Refused, match="cannot be opened"):
        read_roster(tmp_path / "nowhere.csv")
