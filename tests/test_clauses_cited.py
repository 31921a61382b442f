"""Every clause of every game is cited by a test; advice and examples may be by a lesson or a bot instead."""

import ast
import json
import re
from pathlib import Path

import pytest

from cardlab.game import GAMES, find_game

ROOT = Path(__file__).parents[1]
ADVICE = ("Tip: ", "Aim: ", "Example: ")


def cited_in(source):
    """The numbers in the marks ``pytest.mark.clause(...)`` of a test file, decorators or not."""
    return {
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }


def cited_by_tests():
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return {number for file in files for number in cited_in(file.read_text(encoding="utf-8"))}


def text_of(file):
    """What a person wrote: of a lesson the cells, without the pictures that they made."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".ipynb":
        return text
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])


def named_by_lessons_and_bots():
    """Numbers in the text of lessons and bots; ``T44 to T48`` names what lies between, too."""
    files = [*sorted((ROOT / "notebooks").glob("*.ipynb")), *sorted((ROOT / "cardlab").rglob("bots.py"))]
    pattern = re.compile(r"\b([A-Z]+)(\d+)(?:\s(?:to|-)\s\1(\d+))?\b")
    return {
        f"{letters}{number}"
        for file in files
        for letters, first, last in pattern.findall(text_of(file))
        for number in range(int(first), int(last or first) + 1)
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited(game):
    tests, others = cited_by_tests(), named_by_lessons_and_bots()
    missing = [
        number
        for number, sentence in find_game(game).clauses().items()
        if number not in tests and not (sentence.startswith(ADVICE) and number in others)
    ]
    assert not missing


def test_every_citation_is_of_a_clause_that_there_is():
    known = {number for game in GAMES for number in find_game(game).clauses()}
    assert cited_by_tests() <= known


def test_the_collection_finds_decorators_and_marks_of_parameters():
    source = """
@pytest.mark.clause("T1")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("T2"))])
def test_it(x):
    assert "T3"
"""
    assert cited_in(source) == {"T1", "T2"}


@pytest.mark.parametrize("game", GAMES)
def test_words_options_and_refusals_cite_clauses_that_there_are(game):
    """The numbers in a game's own source, comments and docstrings too."""
    clauses = find_game(game).clauses()
    letters = {re.match("[A-Z]+", number).group() for number in clauses}
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(letters, key=len, reverse=True))})\d+\b")
    for file in sorted((ROOT / "cardlab" / "games" / game).glob("*.py")):
        assert {*pattern.findall(file.read_text(encoding="utf-8"))} <= {*clauses}, file.name
