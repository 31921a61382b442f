"""Submissions of every kind that a class hands in, made from one exercise's solution.

Each has the status and the points that it must get. `python tests/grading/kinds.py FOLDER` writes them all,
and with a number after it a class of so many students.
"""

from __future__ import annotations

import copy
import io
import json
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from cardlab.checking.public import public_part
from cardlab.checking.student_copy import read_source, student_notebook

ROOT = Path(__file__).resolve().parents[2]
EXERCISE = ROOT / "exercises" / "source" / "toepen_2_bluff.ipynb"
FULL = 12
"""Points: q1 1, q2 to q5 2 each, q6 1, q7 2; q6 needs q2 and q4 as well. q8 is read by a person."""


@dataclass(frozen=True)
class Kind:
    """One submission, and what must come of it; ``note`` must stand among its notes or messages."""

    file: str
    content: bytes
    status: str
    points: float
    note: str = ""


Notebook = dict[str, Any]
KINDS: dict[str, Callable[[], Kind]] = {}


def kind(status: str, points: float, note: str = "", suffix: str = ".ipynb") -> Callable[[Any], Any]:
    """Register a function that gives a notebook, its text or its bytes, as a kind by the function's name."""

    def register(make: Callable[[], Notebook | str | bytes]) -> Callable[[], Notebook | str | bytes]:
        def built() -> Kind:
            made = make()
            if isinstance(made, dict):
                made = json.dumps(made, ensure_ascii=False)
            content = made.encode() if isinstance(made, str) else made
            return Kind(f"{make.__name__}{suffix}", content, status, points, note)

        KINDS[make.__name__] = built
        return make

    return register


# ------------------------------------------------------------------------------------ building notebooks


def blank_copy() -> Notebook:
    """The notebook as it is released, with no name filled in."""
    return student_notebook(read_source(EXERCISE))


def solved_copy(name: str = "") -> Notebook:
    """The released notebook with all answers right."""
    notebook = blank_copy()
    source = {cell["id"]: cell for cell in read_source(EXERCISE)["cells"]}
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = source[cell["id"]]["source"]
        if cell["id"] == "student" and name:
            cell["source"] = f"student = {name!r}"
    return notebook


def cell_of(notebook: Notebook, name: str) -> dict[str, Any]:
    return next(cell for cell in notebook["cells"] if cell.get("id") == name)


def code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}


def with_cell(source: str, before: str = "q3", notebook: Notebook | None = None) -> Notebook:
    """The solution with a cell of the student's own put in."""
    notebook = notebook or solved_copy()
    place = notebook["cells"].index(cell_of(notebook, before))
    notebook["cells"].insert(place, code(source))
    return notebook


def with_answer(source: str, name: str = "q3") -> Notebook:
    """The solution with one answer cell written otherwise."""
    notebook = solved_copy()
    cell_of(notebook, name)["source"] = source
    return notebook


def q3(body: str) -> Notebook:
    """The solution, but p_someone does something else."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return with_answer(f"def p_someone(n):\n{lines}")


def in_every_function(body: str) -> Notebook:
    """A notebook whose functions all do the same, with nothing answered."""
    notebook = blank_copy()
    for name, head in HEADS.items():
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        cell_of(notebook, name)["source"] = f"{head}\n{lines}"
    cell_of(notebook, "q6")["source"] = "my_chance = p_all_low(1, 1, 1)"
    return notebook


HEADS = {
    "q1": "def p_all_low(low, pack, cards):",
    "q2": "def p_honest_seen(k):",
    "q3": "def p_someone(n):",
    "q4": "def p_honest_after(b, prior):",
    "q5": "def challenge(b, k):",
    "q7": "def plan():",
}


def tampered(source: str) -> Notebook:
    """A notebook with nothing answered, and a cell that tries to make up for it."""
    return with_cell(source, before="q1", notebook=blank_copy())


def without(notebook: Notebook, *names: str) -> Notebook:
    notebook["cells"] = [cell for cell in notebook["cells"] if cell.get("id") not in names]
    return notebook


def bare(notebook: Notebook) -> Notebook:
    """Without ids and metadata of any kind."""
    notebook["metadata"] = {}
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        cell.pop("id", None)
    return notebook


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


# ----------------------------------------------------------------------------------------- ordinary ones


@kind("graded", FULL)
def solved():
    return solved_copy("solved")


@kind("graded", 0, "still blank")
def blank():
    return blank_copy()


@kind("graded", 3)
def half_done():
    notebook = blank_copy()
    for name in ("q1", "q2"):
        cell_of(notebook, name)["source"] = cell_of(solved_copy(), name)["source"]
    return notebook


@kind("graded", FULL - 3, "take away")
def known_mistake():
    return with_answer("def p_honest_seen(k):\n    return p_all_low(16, 32, 4)", "q2")


@kind("graded", FULL - 3)
def typed_number():
    return with_answer("def p_honest_seen(k):\n    return Fraction(11, 225)", "q2")


@kind("graded", FULL)
def numpy_numbers():
    return with_answer(
        "import numpy\ndef challenge(b, k):\n"
        "    honest = comb(16 - k, 4)\n    return numpy.bool_(b * (comb(28, 4) - honest) > honest)",
        "q5",
    )


@kind("graded", FULL)
def helper_below():
    notebook = q3("return someone_helped(n)")
    answer = cell_of(solved_copy(), "q3")["source"].replace("p_someone", "someone_helped")
    notebook["cells"].append(code(answer))
    return notebook


@kind("graded", FULL)
def own_imports_in_setup():
    notebook = with_answer(
        "def p_someone(n):\n    return sum((-1) ** (some + 1) * math.comb(n, some)"
        " * p_all_low(16, 32, 4 * some) for some in range(1, min(n, 4) + 1))"
    )
    cell_of(notebook, "setup")["source"] += "\nimport math"
    return notebook


@kind("graded", FULL)
def top_level_await():
    return with_cell("import asyncio\nawait asyncio.sleep(0)")


@kind("graded", FULL)
def magics():
    return with_cell(
        "%matplotlib inline\n%time 1\n!echo hello\nimport matplotlib.pyplot as plt\nplt.plot([1])"
    )


# ------------------------------------------------------------------------------------- loops and crashes

FOREVER = "while True:\n    pass"
STUBBORN = (
    "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
)
FROZEN = "import itertools\nmax(itertools.repeat(1))"  # never leaves C, and so hears no interrupt


@kind("graded", FULL, "took more than")
def loop_beside():
    return with_cell(FOREVER)


@kind("timed out", FULL - 2, "took more than")
def loop_in_answer_cell():
    return with_answer(f"{FOREVER}\ndef p_someone(n):\n    return 1")


@kind("timed out", FULL - 2, "took more than")
def stubborn_in_answer_cell():
    return with_answer(f"{STUBBORN}\ndef p_someone(n):\n    return 1")


@kind("timed out", FULL - 2, "took more than")
def loop_in_function():
    return q3(FOREVER)


@kind("timed out", FULL - 2, "took more than")
def stubborn_in_function():
    return q3(STUBBORN)


@kind("timed out", FULL - 2, "took more than")
def frozen_in_function():
    return q3(FROZEN)


@kind("timed out", 0, "as a whole")
def loops_everywhere():
    return in_every_function(STUBBORN)


@kind("timed out", FULL - 2, "took more than")
def sleeps():
    return q3("import time\ntime.sleep(1000)")


@kind("graded", FULL, "ZeroDivisionError")
def exception_beside():
    return with_cell("1 / 0")


@kind("graded", FULL - 2, "ValueError")
def exception_in_function():
    return q3("raise ValueError('no')")


@kind("graded", FULL - 2, "SyntaxError")
def syntax_error():
    return with_answer("def p_someone(n)\n    return 1")


@kind("graded", FULL - 2, "RecursionError")
def endless_recursion():
    return q3("return p_someone(n)")


@kind("graded", FULL - 2)
def strange_exception():
    return q3("class Odd(BaseException):\n    def __str__(self): raise self\nraise Odd")


@kind("graded", FULL, "SystemExit")
def exit_beside():
    return with_cell("import sys\nsys.exit()")


@kind("graded", FULL - 2, "SystemExit")
def exit_in_function():
    return q3("import sys\nsys.exit(0)")


@kind("graded", FULL)
def quit_beside():
    return with_cell("quit()")


@kind("graded", FULL, "ended its own process")
def hard_exit_beside():
    return with_cell("import os\nos._exit(0)")


@kind("partly", FULL - 2, "ended its own process")
def hard_exit_in_function():
    return q3("import os\nos._exit(0)")


@kind("partly", FULL - 2, "ended its own process")
def hard_exit_in_answer_cell():
    return with_answer("import os\nos._exit(0)\ndef p_someone(n):\n    return 1")


@kind("partly", FULL - 2, "ended its own process")
def crash_in_function():
    return q3("import ctypes\nctypes.string_at(0)")


@kind("partly", 0)
def crashes_everywhere():
    return in_every_function("import ctypes\nctypes.string_at(0)")


@kind("graded", FULL, "ended its own process")
def loop_stopped():
    return with_cell("import asyncio\nasyncio.get_event_loop().stop()")


@kind("graded", FULL)
def files_closed():
    return with_cell("import os\nos.closerange(0, 256)")


@kind("graded", FULL, "StdinNotImplementedError")
def input_beside():
    return with_cell("name = input('Who are you?')")


@kind("graded", FULL - 2)
def input_in_function():
    return q3("return Fraction(input())")


@kind("graded", FULL)
def kills_all():
    return with_cell("import os\nos.kill(os.getppid(), 9)\nos.kill(-1, 9)")


SLEEP = "98765"


@kind("graded", FULL)
def leaves_children():
    child = f"import subprocess\nsubprocess.Popen(['sleep', '{SLEEP}'], start_new_session=True)"
    return with_cell(f"!(setsid sleep {SLEEP} &)\n{child}")


# ----------------------------------------------------------------------------------- cells moved about


@kind("partly", FULL - 2, "No p_someone was found")
def answer_deleted():
    return without(solved_copy(), "q3")


@kind("graded", FULL)
def tests_deleted():
    return without(solved_copy(), *(f"q{number}-test" for number in range(1, 8)))


@kind("graded", FULL)
def setup_deleted():
    return without(solved_copy("Zoë"), "setup", "planted", "own")


@kind("graded", FULL)
def name_deleted():
    return without(solved_copy(), "student")


@kind("graded", FULL)
def duplicated():
    notebook = solved_copy()
    notebook["cells"] = [copy.deepcopy(cell) for cell in notebook["cells"] for _ in range(2)]
    return notebook


@kind("graded", FULL)
def second_try_below():
    notebook = q3("return 1 - 1")
    place = notebook["cells"].index(cell_of(notebook, "q3-test"))
    notebook["cells"].insert(place + 1, copy.deepcopy(cell_of(solved_copy(), "q3")))
    return notebook


@kind("graded", FULL)
def split_in_a_function():
    notebook = solved_copy()
    answer = cell_of(notebook, "q1")
    head, tail = answer["source"].split("    hands =", 1)
    answer["source"] = head
    notebook["cells"].insert(notebook["cells"].index(answer) + 1, code(f"    hands ={tail}"))
    return notebook


@kind("graded", FULL - 1)
def turned_round():
    """Question 6 is computed where it stands, from what now stands below."""
    notebook = solved_copy()
    first = [cell for cell in notebook["cells"] if not cell["id"].startswith("q")]
    rest = [cell for cell in notebook["cells"] if cell["id"].startswith("q")]
    notebook["cells"] = first + rest[::-1]
    return notebook


@kind("graded", FULL)
def setup_at_the_end():
    notebook = solved_copy("Ann")
    setup = cell_of(notebook, "setup")
    notebook["cells"].remove(setup)
    notebook["cells"].insert(5, code("'something else'"))
    notebook["cells"].insert(6, setup)
    return notebook


@kind("graded", FULL, "was no code cell")
def answer_is_markdown():
    notebook = solved_copy()
    cell = cell_of(notebook, "q3")
    cell["cell_type"], cell["source"] = "markdown", f"```python\n{cell['source']}\n```"
    return notebook


@kind("graded", FULL)
def all_is_raw():
    notebook = solved_copy()
    for cell in notebook["cells"]:
        cell["cell_type"] = "raw"
    return notebook


@kind("graded", FULL)
def test_holds_an_answer():
    notebook = without(solved_copy(), "q3")
    cell_of(notebook, "q3-test")["source"] = cell_of(solved_copy(), "q3")["source"]
    return notebook


@kind("graded", FULL)
def checks_many_times():
    notebook = with_cell('check("q3", p_someone)', before="q5-test")
    notebook["cells"].append(code('check("q1", p_all_low)\ncheck.progress()\ncheck.hint("q2", 3)'))
    return notebook


# ------------------------------------------------------------------------------- metadata and formats


@kind("graded", FULL)
def metadata_lost():
    return bare(solved_copy())


@kind("graded", FULL)
def metadata_and_setup_lost():
    return bare(without(solved_copy(), "setup", "student"))


@kind("graded", FULL)
def metadata_foreign():
    notebook = bare(solved_copy())
    notebook["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}, "cardlab": "yes"}
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] = {"id": f"x{number}", "vscode": {"languageId": "python"}, "nbgrader": ["?"]}
    return notebook


@kind("graded", FULL)
def metadata_swapped():
    notebook = solved_copy()
    cells = [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader")]
    marks = [cell["metadata"]["nbgrader"] for cell in cells]
    for cell, mark in zip(cells, marks[::-1], strict=True):
        cell["metadata"]["nbgrader"] = mark
        cell.pop("id")
    return notebook


@kind("graded", FULL)
def other_kernel():
    notebook = solved_copy()
    notebook["metadata"]["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
    return notebook


@kind("unreadable", 0, "none of the exercises")
def another_language():
    return {"cells": [code("x <- 1\nprint(x)")], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@kind("unreadable", 0, "not among those to grade")
def another_exercise():
    return {
        "cells": [code('check = Checks("other-thing")')],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


@kind("unreadable", 0)
def no_cells():
    return {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@kind("graded", FULL)
def format_3():
    cells = []
    for cell in solved_copy()["cells"]:
        old = {"cell_type": cell["cell_type"], "metadata": {}}
        if cell["cell_type"] == "code":
            cells.append(
                old | {"input": cell["source"], "language": "python", "outputs": [], "collapsed": False}
            )
        else:
            cells.append(old | {"source": cell["source"]})
    return {
        "metadata": {"name": ""},
        "nbformat": 3,
        "nbformat_minor": 0,
        "worksheets": [{"cells": cells, "metadata": {}}],
    }


@kind("graded", FULL)
def format_4_0():
    notebook = solved_copy() | {"nbformat_minor": 0}
    for cell in notebook["cells"]:
        cell.pop("id")
        cell["source"] = cell["source"].splitlines(keepends=True)
    return notebook


@kind("graded", FULL)
def format_5():
    return solved_copy() | {"nbformat": 5, "nbformat_minor": 7, "sections": {}}


@kind("graded", FULL)
def odd_parts():
    notebook = solved_copy()
    notebook["cells"] += [
        None,
        5,
        {},
        {"cell_type": "code"},
        {"cell_type": "code", "source": {"a": 1}, "metadata": 3},
    ]
    return notebook


@kind("graded", FULL)
def byte_order_mark():
    return json.dumps(solved_copy()).encode("utf-8-sig")


@kind("graded", FULL)
def utf_16():
    return json.dumps(solved_copy("Zoë"), ensure_ascii=False).encode("utf-16")


@kind("graded", FULL)
def utf_16_without_mark():
    return json.dumps(solved_copy("Zoë"), ensure_ascii=False).encode("utf-16-le")


@kind("graded", FULL)
def latin_1():
    return json.dumps(with_cell("'é'"), ensure_ascii=False).replace("→", "->").encode("cp1252", "replace")


@kind("graded", FULL, suffix=" (2).ipynb.txt")
def odd_file_name():
    return solved_copy()


@kind("graded", FULL, suffix=".zip")
def in_a_zip():
    content = json.dumps(solved_copy()).encode()
    junk = {"__MACOSX/x.ipynb": b"junk", "x/.ipynb_checkpoints/y.ipynb": content, "notes.pdf": b"%PDF"}
    return zipped({"x/inner.zip": zipped({"work/y.ipynb": content}), **junk})


@kind("unreadable", 0, "zip is damaged", suffix=".zip")
def zip_cut_short():
    return zipped({"x.ipynb": json.dumps(solved_copy()).encode()})[:500]


@kind("unreadable", 0, "too big", suffix=".zip")
def zip_bomb():
    return zipped({"x.ipynb": bytes(101_000_000)})


@kind("unreadable", 0, "merge conflict")
def merge_conflict():
    text = json.dumps(solved_copy(), indent=1)
    half = text.index("\n", len(text) // 2) + 1
    return f"{text[:half]}<<<<<<< HEAD\n{text[half : half + 90]}\n=======\n>>>>>>> other\n{text[half:]}"


@kind("unreadable", 0, "web page")
def web_page():
    return "<!DOCTYPE html>\n<html><body>Sign in</body></html>"


@kind("unreadable", 0, "Python file")
def python_file():
    return "from fractions import Fraction\n\ndef p_all_low(low, pack, cards):\n    return 1\n"


@kind("unreadable", 0, "empty")
def empty_file():
    return b""


@kind("unreadable", 0, "breaks off")
def cut_short():
    return json.dumps(solved_copy())[:3000]


@kind("unreadable", 0)
def a_picture():
    return b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20


@kind("unreadable", 0)
def nested_deeply():
    return '{"cells": ' + "[" * 200_000


@kind("unreadable", 0)
def only_a_list():
    return "[1, 2, 3]"


# ------------------------------------------------------------------------------------------ too much


@kind("graded", FULL)
def outputs_of_30_mb():
    notebook = solved_copy()
    cell_of(notebook, "q1")["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "x" * 30_000_000}
    ]
    return notebook


@kind("graded", FULL)
def prints_30_mb():
    return with_cell("for _ in range(300):\n    print('x' * 100_000)")


@kind("graded", FULL)
def prints_for_ever():
    return with_cell("while True:\n    print('x' * 1000)")


@kind("graded", FULL)
def error_of_30_mb():
    return with_cell("raise ValueError('x' * 30_000_000)")


@kind("graded", FULL - 2)
def answer_of_30_mb():
    return q3("return ['x' * 30_000_000]")


@kind("graded", FULL - 2)
def answer_without_end():
    return q3("a = []\na.append(a)\nreturn a")


@kind("graded", FULL - 2)
def huge_number():
    return q3("return Fraction(1, 1 << 3_000_000)")


@kind("graded", FULL - 2)
def not_a_number():
    return q3("return float('nan')")


@kind("graded", FULL - 2)
def broken_text():
    return q3("return '\\ud800'")


@kind("graded", FULL)
def many_processes_beside():
    return with_cell(
        "import os\nfor _ in range(1000):\n    try:\n        os.fork()\n    except OSError:\n        pass"
    )


@kind("timed out", FULL - 2)
def fork_bomb_in_function():
    return q3("import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass")


@kind("graded", FULL)
def thread_bomb_beside():
    return with_cell(
        "import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(99,)).start()"
    )


@kind("graded", FULL, "MemoryError")
def memory_bomb_beside():
    return with_cell("x = []\nwhile True:\n    x.append(bytearray(50_000_000))")


@kind("graded", FULL - 2, "MemoryError")
def memory_bomb_in_function():
    return q3("x = []\nwhile True:\n    x.append(bytearray(50_000_000))")


LITTER = "written-by-a-student"


@kind("graded", FULL)
def files_everywhere():
    return with_cell(
        "import os\nfrom pathlib import Path\n"
        "for folder in [*'/ /tmp /usr /etc /var /home /dev/shm .. ../..'.split(), '~', *os.sys.path]:\n"
        f"    try:\n        Path(folder, {LITTER!r}).expanduser().write_text('x')\n"
        "    except OSError:\n        pass"
    )


@kind("graded", FULL)
def disk_filled():
    return with_cell("for number in range(100_000):\n    open(f'f{number}', 'wb').write(bytes(10_000_000))")


@kind("graded", FULL)
def pattern_bombs():
    notebook = with_cell("\n" * 1_000_000 + "'student'")
    return with_cell("check(" + ") " * 100_000 + "x\n" + "a" * 1_000_000 + "\n```" * 1000, notebook=notebook)


@kind("unreadable", 0, "cells")
def very_many_cells():
    notebook = solved_copy()
    notebook["cells"] += [code('check("q1", p_all_low)')] * 100_000
    return notebook


@kind("graded", FULL)
def grammar_bombs():
    notebook = with_cell("-" * 100_000 + "1")
    return with_cell("(" * 50_000, before="q4", notebook=notebook)


# ------------------------------------------------------------------------------------------ tampering

EQUAL = """
class Everything(Fraction):
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __hash__ = lambda self: 0
    __instancecheck__ = lambda self, one: True
    __class__ = property(lambda self: Fraction)
"""


@kind("graded", 0)
def equal_to_everything():
    notebook = in_every_function("return Everything(1)")
    return with_cell(EQUAL, before="q1", notebook=notebook)


@kind("graded", 0)
def patched_checker():
    return tampered(
        "import cardlab.checking as c, cardlab.checking.question as q, cardlab.checking.plain as p\n"
        "q.Question.judge = lambda self, *_: q.Verdict(True, self.points or 99, '')\n"
        "p.same = q.same = c.same = lambda *_: True\nq.Verdict.passed = True\ncheck = lambda *_: 'passed'"
    )


@kind("graded", FULL)
def altered_points():
    notebook = solved_copy()
    notebook["metadata"]["points"] = 1000
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["metadata"]["nbgrader"]["points"] = 1000
    return notebook


@kind("graded", 0)
def hooked_imports():
    return tampered(
        "import sys, builtins\nfrom types import ModuleType\n"
        "class Hook:\n    def find_spec(self, *_): return None\n"
        "sys.meta_path.insert(0, Hook())\nold = builtins.__import__\n"
        "builtins.__import__ = lambda *a, **k: old(*a, **k)\nbuiltins.all = builtins.any = lambda *_: True"
    )


@kind("graded", 0)
def hooked_grammar():
    return tampered(
        "import ast\nclass Turn(ast.NodeTransformer):\n"
        "    def visit_Raise(self, node): return ast.copy_location(ast.Return(ast.Constant(True)), node)\n"
        "    def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)\n"
        "    visit_Compare = lambda self, node: ast.copy_location(ast.Constant(True), node)\n"
        "get_ipython().ast_transformers.append(Turn())"
    )


@kind("graded", 0)
def inspected_frames():
    return in_every_function(
        "import sys, gc\nframe = sys._getframe()\nwhile frame:\n"
        "    for names in (frame.f_locals, frame.f_globals):\n"
        "        for name in ('right', 'expected', 'want', 'solution', 'hidden'):\n"
        "            if name in names: return names[name]\n"
        "    frame = frame.f_back\n"
        "for one in gc.get_objects():\n"
        "    if type(one).__name__ == 'Question' and one.right:\n        return one.right()\n"
        "return sorted(gc.get_referrers(sys))"
    )


@kind("graded", 0)
def printed_results():
    return tampered(
        "import json, os, sys\n"
        "said = json.dumps({'status': 'graded', 'points': 12, 'answers': [['value', 'true']]})\n"
        "print(said)\nprint(said, file=sys.stderr)\nfor number in (0, 1, 2):\n"
        "    try: os.write(number, (said + '\\n').encode())\n    except OSError: pass"
    )


FORGED = """
import sys, gc
kernel = get_ipython().kernel
async def probe_request(stream, ident, parent):
    content = {"status": "ok", "found": True, "passed": True, "points": 12, "answers": ANSWERS}
    kernel.session.send(stream, "probe_reply", content, parent, ident=ident)
kernel.shell_handlers["probe_request"] = probe_request
type(kernel).probe_request = lambda self, *a: probe_request(*a)
"""


@kind("graded", 0)
def forged_answers():
    return tampered(
        FORGED.replace("ANSWERS", "[['value', '[\"bool\", true]']] * len(parent['content']['inputs'])")
    )


@kind("graded", 0)
def forged_nonsense():
    return tampered(
        FORGED.replace("ANSWERS", "[[], {}, 'value', ['value', 3], ['value', '[' * 1000], None, 7] * 9")
    )


@kind("graded", 0)
def forged_verdict():
    return tampered(FORGED.replace("ANSWERS", "{'passed': True}"))


@kind("timed out", 0)
def forged_flood():
    return tampered(FORGED.replace("ANSWERS", "['x' * 30_000_000]"))


@kind("graded", 0)
def patched_transfer():
    return tampered(
        "import cardlab.checking.transfer as t, cardlab.checking.launcher as l\n"
        "t.encode = l.encode = lambda value: '[\"Everything\", 1]'\n"
        "l.StudentKernel._answer = staticmethod(lambda *_: ['passed', 12])"
    )


SEARCH = """
import os
for place, folders, names in os.walk('/'):
    folders[:] = [name for name in folders if name not in ('proc', 'usr', 'lib', 'lib64', 'etc')]
    for name in names:
        if name in ('toepen_2_bluff.py', 'toepen_2_bluff.ipynb') and 'public' not in place:
            import json
            path = os.path.join(place, name)
            if name.endswith('.ipynb'):
                for cell in json.load(open(path))['cells']:
                    exec(''.join(cell['source'])) if cell['cell_type'] == 'code' else None
"""


@kind("graded", 0)
def searches_the_disk():
    notebook = blank_copy()
    notebook["cells"].append(code(SEARCH))
    return notebook


@kind("graded", FULL)
def name_of_signs():
    return solved_copy("=<script>alert(1)</script>")


@kind("graded", FULL)
def name_as_path():
    return solved_copy("../../../escaped")


def named(line: str) -> Notebook:
    notebook = solved_copy()
    cell_of(notebook, "student")["source"] = line
    return notebook


@kind("graded", FULL)
def name_spelt_with_signs():
    return named(r"student = 'Zo\u00eb O\'Neil';")


@kind("graded", FULL - 1, "its name cannot be read")
def name_computed():
    return named('first = "Ann"\nstudent = first + " Lee"')


@kind("graded", FULL)
def name_very_long():
    return solved_copy("𠮷" * 100)


@kind("graded", FULL - 2, "raised ValueError")
def halves_of_signs():
    """Half of a sign, which no file can hold, in the name, a text, a cell, and in errors."""
    notebook = named('student = "\ud800"')
    cell_of(notebook, "q8")["source"] = "I say \ud800."
    cell_of(notebook, "q3")["source"] = "def p_someone(n):\n    raise ValueError('\\ud800')"
    return json.dumps(with_cell("'\ud800'\nraise ValueError('\\ud800')", notebook=notebook))


@kind("graded", FULL, "Further cells went wrong")
def errors_without_number():
    notebook = solved_copy()
    notebook["cells"] += [code("1 / 0")] * 300
    return notebook


@kind("graded", FULL - 2, "at another input: a Fraction was expected, but it raised ValueError.")
def tells_its_inputs():
    notebook = solved_copy()
    answer = cell_of(notebook, "q3")
    body = answer["source"].replace("p_someone", "someone")
    asked = f"q = {list(PUBLIC_INPUTS)}\n"
    answer["source"] = (
        f"{body}\n{asked}def p_someone(n):\n    if n not in q: raise ValueError(n)\n    return someone(n)"
    )
    return notebook


PUBLIC_INPUTS = [number for (number,) in public_part("toepen-2-bluff")[1]["q3"].inputs]


def copy_source(folder: Path) -> Path:
    """A source folder with this one exercise."""
    folder.mkdir()
    for path in (EXERCISE, EXERCISE.with_suffix(".py")):
        shutil.copy(path, folder)
    return folder


def write_kinds(folder: Path) -> dict[str, Kind]:
    """Write every kind into a folder; gives them by name."""
    folder.mkdir(parents=True, exist_ok=True)
    built = {name: make() for name, make in KINDS.items()}
    for one in built.values():
        (folder / one.file).write_bytes(one.content)
    return built


def write_class(folder: Path, size: int, seed: int = 0) -> dict[str, Kind]:
    """A class of students, each with a folder and some kind of submission in it, and a roster beside them.

    About half are ordinary, and the last on the roster sent nothing; gives the kinds by the student's name.
    """
    rng = Random(seed)
    names = [f"{first} {last}" for first in "Ann Ben Chloë Dirk Eva Femke Guus Hana".split() for last in LAST]
    names = rng.sample(names, size + 1)
    odd = rng.sample(list(KINDS), size - size // 2)
    ordinary = rng.choices(["solved", "half_done", "known_mistake", "typed_number", "blank"], k=size // 2)
    kinds = dict(zip(names, rng.sample(odd + ordinary, size), strict=False))
    built = {name: KINDS[kind]() for name, kind in kinds.items()}
    for name, one in built.items():
        own = folder / "submissions" / f"{name}_{rng.randrange(10_000)}_assignsubmission_file"
        own.mkdir(parents=True)
        (own / f"work{Path(one.file).suffix}").write_bytes(one.content)
    (folder / "roster.csv").write_text("name\n" + "\n".join(names), "utf-8")
    return built


LAST = "Jansen,de Vries,Bakker,Visser,Smit,Meijer,Mulder,Bos,Vos,Peters".split(",")


if __name__ == "__main__":
    place, *number = sys.argv[1:]
    made = write_class(Path(place), int(number[0])) if number else write_kinds(Path(place))
    print(len(made), "notebooks")
