"""The independently computed values of tests/values.csv, and that tests/values.py notices a wrong one."""

import csv
import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
spec = importlib.util.spec_from_file_location("values", HERE / "values.py")
values = importlib.util.module_from_spec(spec)
spec.loader.exec_module(values)

# The simulated deals of Hole Cards take minutes; with fewer deals they are in tests/hole_cards/test_odds.py.
ROWS = [
    pytest.param(row, id=row["id"], marks=[pytest.mark.long] if row["id"].startswith("KV20") else [])
    for row in values.read(HERE / "values.csv")
    if values.FAMILIES[row["id"][:2]]
]


@pytest.mark.parametrize("row", ROWS)
def test_value(row):
    result = values.compare(row)
    assert result.ok, f"expected {result.expected}, got {result.got or 'no answer'}"


def table(path: Path, *rows: tuple[str, str, str, str, str]) -> str:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "question", "value_exact", "value_float", "ci_if_mc"])
        writer.writerows(rows)
    return str(path)


@pytest.mark.parametrize(
    ("row", "ok"),
    [
        (("TV09.3", "", "91913/620310", "0.1", ""), True),
        (("TV09.3", "", "91913/620311", "0.1", ""), False),
        (("TV09.9", "", "1/2", "0.5", ""), False),  # refused: there are at most eight players
        (("TV20", "pairs, limit 15", "105", "105.0", ""), True),
        (("TV20", "pairs, limit 15", "45", "45.0", ""), False),
        (("TV22.2", "", "n/a", "0.668563", "0.66764..0.66949"), True),
        (("TV22.2", "", "n/a", "0.648563", "0.64764..0.64949"), False),
        (("TV22.2", "", "n/a", "0.668563", ""), True),  # a mean without an interval: within 1 %
        (("TV22.2", "", "n/a", "0.700000", ""), False),
    ],
)
def test_a_wrong_value_is_noticed(tmp_path, capsys, row, ok):
    assert values.main(table(tmp_path / "values.csv", row)) == (0 if ok else 1)
    assert ("ok\n" if ok else "DIFFERS") in capsys.readouterr().out


def test_a_row_needs_no_question(tmp_path, capsys):
    # Simulated rows, and HV15 whose odds take long, are told by their ids alone anyway.
    rows = [row for row in values.read(HERE / "values.csv") if not re.match("TV2[1-3]|KV2|HV15", row["id"])]
    path = tmp_path / "values.csv"
    for question in ("", "What is it?"):
        asked = [
            (row["id"], question, row["value_exact"], "", "") for row in rows if row["value_exact"] != "n/a"
        ]
        assert values.main(table(path, *asked)) == 0
        assert capsys.readouterr().out.endswith(f"\n{len(asked)} ok\n")
    path.write_text(
        "\n".join(["id,value_exact", *(f"{one},{value}" for one, _, value, *_ in asked)]), "utf-8"
    )
    assert values.main(str(path)) == 0
    assert capsys.readouterr().out.endswith(f"\n{len(asked)} ok\n")


def test_what_a_question_says_goes_before_what_is_usual(tmp_path):
    row = ("HV10.4", "stock after deal and starter, 4 players, 6 decks", str(6 * 54 - 4 * 22 - 1), "", "")
    assert values.main(table(tmp_path / "values.csv", row)) == 0


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("id,value_exact\nHV15.seven_wilds.5.11.50,1/2\n", 0, "1 unknown: HV15.seven_wilds.5.11.50"),
        ("id,value_exact\nTV01,many\n", 1, "DIFFERS"),
        ("id,value_exact\nTV01,1/0\n", 1, "DIFFERS"),
        ("id,value_exact\nTV01\n", 1, "DIFFERS"),
        ("id\nTV01\n", 1, "DIFFERS"),
        ("id,value_exact,ci_if_mc\nTV01,35960,x\n", 1, "DIFFERS"),
        ("\ufeffid,value_exact\nTV01,35960\n", 0, "1 ok"),
        ("name,value_exact\nTV01,35960\n", 2, "has no column 'id'"),
        ("", 0, "0 ok"),
    ],
)
def test_a_table_with_faults_is_no_traceback(tmp_path, capsys, text, status, said):
    path = tmp_path / "values.csv"
    path.write_text(text, encoding="utf-8")
    assert values.main(str(path)) == status
    assert said in "".join(capsys.readouterr())


def test_a_table_that_is_not_there_is_said(tmp_path, capsys):
    assert values.main(str(tmp_path / "no.csv")) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_an_unknown_id_is_listed_and_no_fault(tmp_path, capsys):
    rows = [
        ("TV99", "", "1/2", "0.5", ""),
        ("TV04", "P(five kings)", "1/2", "0.5", ""),
        ("XX1", "", "1", "1", ""),
    ]
    assert values.main(table(tmp_path / "values.csv", *rows)) == 0
    assert capsys.readouterr().out == "0 ok\n3 unknown: TV99 TV04 XX1\n"


def test_an_exact_row_is_not_met_by_a_float(monkeypatch):
    monkeypatch.setitem(values.FAMILIES, "TV", {"TV99": lambda: 0.5})
    row = {"id": "TV99", "question": "", "value_exact": "1/2", "value_float": "0.5", "ci_if_mc": ""}
    assert values.compare(row).ok is False
