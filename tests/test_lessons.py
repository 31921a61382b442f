"""The notebooks as they are committed: what the form of a lesson demands, whatever it is about."""

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
LESSONS = [path for path in NOTEBOOKS if re.search(r"_\d_", path.stem) and path.parent.name == "notebooks"]
EXEMPT = "nbval-ignore-output"

MOST_LINES = 15
WORDS_PER_LINE = 10
MOST_WORDS = 2_000
"""1 800 is the aim; the rules of a whole game take a few more."""
PROGRAMMING = {"across_3_own_game": 9}
"""There the code is the lesson, and so a line of code has fewer words."""


def named(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def cells(path, kind=""):
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if not kind or cell["cell_type"] == kind]


def source(cell):
    return "".join(cell["source"])


def lines(cell):
    return [line for line in source(cell).splitlines() if line.strip()]


def is_exempt(cell):
    return EXEMPT in cell["metadata"].get("tags", [])


def is_silent(code):
    """Does a cell end in a statement that shows nothing, such as an assignment?"""
    body = ast.parse(code).body
    return not body or not isinstance(body[-1], ast.Expr)


def test_there_are_lessons():
    assert len(LESSONS) >= 12


@named(NOTEBOOKS)
def test_outputs_are_stored_and_nothing_went_wrong(path):
    for cell in cells(path, "code"):
        assert cell["execution_count"], source(cell)
        outputs = cell["outputs"]
        assert outputs or is_silent(source(cell)), source(cell)
        for output in outputs:
            assert output["output_type"] != "error", source(cell)
            assert output.get("name") != "stderr", source(cell)


@named(NOTEBOOKS)
def test_cells_were_run_once_from_top_to_bottom(path):
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))


@named(NOTEBOOKS)
def test_cells_of_code_are_short_and_few_are_exempt(path):
    code = cells(path, "code")
    assert all(len(lines(cell)) <= MOST_LINES for cell in code)
    exempt = [cell for cell in code if is_exempt(cell)]
    assert 5 * len(exempt) <= len(code)
    assert all("#" in source(cell) for cell in exempt), "the reason stands beside it"


@named(LESSONS)
def test_a_lesson_speaks_more_than_it_computes(path):
    words = sum(len(source(cell).split()) for cell in cells(path, "markdown"))
    code = sum(len(lines(cell)) for cell in cells(path, "code"))
    assert words >= PROGRAMMING.get(path.stem, WORDS_PER_LINE) * code
    assert words <= MOST_WORDS


@named(LESSONS)
def test_a_lesson_has_its_parts(path):
    text = "\n".join(source(cell) for cell in cells(path, "markdown"))
    code = "\n".join(source(cell) for cell in cells(path, "code"))
    assert cells(path)[0]["cell_type"] == "markdown"
    assert source(cells(path)[0]).startswith("# ")
    assert re.search(r"(?i)## .*how do we know", text)
    assert "assert " in code
    assert "<details>" in text
    assert f"../exercises/{path.name}" in text
    assert re.search(r"\d+ minutes", source(cells(path)[0])), "the time that it takes"


@named(NOTEBOOKS)
def test_every_picture_has_its_text(path):
    for cell in cells(path):
        assert "![](" not in source(cell)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data:
                assert output["metadata"]["image/png"]["alt"].strip(), source(cell)
                assert "text/html" in data, "nbconvert shows no other text of a picture"
            for image in re.findall("<img [^>]*>", "".join(data.get("text/html", []))):
                assert re.search('alt="[^"]{20,}"', image), source(cell)


FORBIDDEN = re.compile(
    r"\bmatplotlib\b|\bpyplot\b|urllib|requests|!pip|%pip|^\s*[!%]|random\.seed|np\.random\.(?!default_rng)"
    r"|\brandom\.(random|choice|shuffle|sample|randint|randrange)\(",
    re.MULTILINE,
)


@named(NOTEBOOKS)
def test_no_drawing_no_download_no_global_chance(path):
    assert not FORBIDDEN.search("\n".join(source(cell) for cell in cells(path, "code")))


@pytest.mark.parametrize("code", ["import matplotlib.pyplot as plt", "!pip install x", "random.choice([1])"])
def test_the_pattern_finds_what_it_is_for(code):
    assert FORBIDDEN.search(code)
    assert not FORBIDDEN.search("rng.choice([1]); np.random.default_rng(1)")
