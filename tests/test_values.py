"""The independently computed values of tests/values.csv, and that tests/values.py notices a wrong one."""

import csv
import importlib.util
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
