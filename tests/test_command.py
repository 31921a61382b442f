"""The command line: what it prints, and that wrong input gets one sentence and not a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.__main__ import main
from cardlab.play import Record

ROOT = Path(__file__).parents[1]
SCENARIO = json.loads((ROOT / "tests/scenarios/toepen/toepen-must-follow.json").read_text(encoding="utf-8"))


def command(*words, encoding="utf-8"):
    """Run it as at a terminal that knows this encoding."""
    return subprocess.run(
        [sys.executable, "-m", "cardlab", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        encoding=encoding,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    "option",
    [
        *("players=x", "players=null", "players=2.5", "players=true", "players=[]", "players=100000000"),
        *("players=", "players", "bare", "game=3", "seed=3", "seats=3", "limit=[[[[", "=5", ""),
        f"limit={'[' * 100_000}",
    ],
    ids=lambda option: option[:20],
)
def test_a_wrong_option_gets_one_sentence(capsys, option):
    assert main(["play", "toepen", "--option", option]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("cardlab: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("seats", ["A,B", "#A=tim,B=tim", "A=tim,A=tim", "A=nobody,B=tim", "A=tim"])
def test_wrong_seats_get_one_sentence(capsys, seats):
    assert main(["play", "toepen", "--seats", seats]) == 2
    assert capsys.readouterr().err.startswith("cardlab: ")


def test_options_and_seats_of_the_command(capsys):
    assert (
        main(["play", "hole_cards", "--option", "players=2", "--option", "match=colour", "--seed", "4"]) == 0
    )
    record = Record.from_text(capsys.readouterr().out)
    assert record.options == {"players": 2, "match": "colour"}
    assert (record.seed, len(record.seats)) == (4, 2)
    assert record.states()[-1].phase == "over"
    assert main(["play", "toepen", "--seats", "Ann=tim,Ben=stan"]) == 0
    assert Record.from_text(capsys.readouterr().out).seats == ("Ann", "Ben")


@pytest.mark.parametrize(
    "words", [("play", "hole_cards"), ("play", "toepen", "--seed", "3"), ("rules", "toepen")]
)
def test_on_a_terminal_without_the_signs_of_the_suits_their_letters_are_printed(words):
    signs, letters = command(*words), command(*words, encoding="cp1252")
    assert (signs.returncode, letters.returncode, letters.stderr) == (0, 0, "")
    plain = signs.stdout.translate(str.maketrans("♠♥♦♣", "SHDC"))
    assert plain.encode("cp1252", "replace").decode("cp1252") == letters.stdout
    if words[0] == "play":
        assert Record.from_text(letters.stdout).states()[-1] == Record.from_text(signs.stdout).states()[-1]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipe that breaks in this way.")
@pytest.mark.parametrize("words", [("rules", "hand_and_foot"), ("referee", "tests/scenarios/toepen")])
def test_a_reader_that_has_gone_is_no_fault(words):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "cardlab", *words],
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(writer)
    assert done.stderr == ""


def test_clauses_are_looked_for_in_a_folder_that_there_is(capsys, tmp_path):
    assert main(["rules", "toepen", "--tests", str(tmp_path / "nowhere")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    (tmp_path / "test_it.py").write_bytes(b'"T12"\xff')
    assert main(["rules", "toepen", "--tests", str(tmp_path)]) == 0
    cited = capsys.readouterr().out
    assert cited.count("test_it.py") == 1
    assert "cited nowhere" in cited


# --- the referee


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a readable scenario"),
        (b"{", "not a readable scenario"),
        (b"\xff\xfe{", "not a readable scenario"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" * 900 + b"]" * 900, "nested too deeply"),
        (b"[]", "a scenario is an object"),
        (b"5", "a scenario is an object"),
        (b"null", "a scenario is an object"),
        (b'"x"', "a scenario is an object"),
        (b"{}", "the scenario has no 'game'"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_one_bad_file_fails_and_the_others_are_checked(capsys, tmp_path, content, said):
    (tmp_path / "a.json").write_bytes(content)
    (tmp_path / "b.json").write_text(json.dumps(SCENARIO), encoding="utf-8-sig")
    assert main(["referee", str(tmp_path)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{tmp_path / 'a.json'}: ")
    assert said in first
    assert second == f"{SCENARIO['id']}: ok"


def changed(**fields):
    return {**SCENARIO, "id": "it", **fields}


@pytest.mark.parametrize(
    "scenario",
    [
        changed(expect=[]),
        changed(expect=5),
        changed(expect="x"),
        changed(expect=None),
        changed(moves=5),
        changed(moves="A keeps"),
        changed(moves=[5]),
        changed(moves=[["A keeps"]]),
        changed(moves=[None]),
        changed(moves={"A": 1}),
        changed(seats=None),
        changed(seats=5),
        changed(seats=[[]]),
        changed(game=[]),
        changed(options=5),
        changed(options=[]),
        changed(position=[]),
        changed(position=None),
        changed(seed="x"),
        changed(seed=None),
        changed(seed=1.5),
        changed(seed=True),
        changed(expect={"legal": 5}),
        changed(expect={"legal": [5]}),
        changed(expect={"illegal": 5}),
        changed(expect={"illegal": {"move": 5}}),
        changed(expect={"view": []}),
        changed(expect={"view": {"seat": []}}),
        changed(expect={"view": {"seat": "A", "hides": [5]}}),
        changed(expect={"hands": 5}),
        changed(expect={"trick": {"A": []}}),
    ],
    ids=str,
)
def test_a_fault_in_a_scenario_is_one_line(capsys, tmp_path, scenario):
    file = tmp_path / "it.json"
    file.write_text(json.dumps(scenario), encoding="utf-8")
    assert main(["referee", str(file)]) == 1
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (1, "")
    assert out.startswith("it: ")
    assert not out.endswith("ok\n")
    assert "object is not" not in out


def test_a_refused_seed_can_be_expected(capsys, tmp_path):
    file = tmp_path / "it.json"
    file.write_text(json.dumps(changed(seed="x", expect={"error": "seed"})), encoding="utf-8")
    assert main(["referee", str(file)]) == 0


def test_an_empty_folder_and_a_file_that_is_not_there_are_faults(capsys, tmp_path):
    assert main(["referee", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{tmp_path}: there is no scenario in this folder\n"
    assert main(["referee", str(tmp_path / "no.json"), str(ROOT / "tests/scenarios/toepen")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "no.json: This is not a readable scenario" in lines[0]
    assert all(line.endswith(": ok") for line in lines[1:])
    assert len(lines) > 30


@pytest.mark.parametrize("number", [None, [], 5, {}])
def test_a_scenario_whose_id_is_no_text_is_called_by_its_file(capsys, tmp_path, number):
    file = tmp_path / "it.json"
    file.write_text(json.dumps({**SCENARIO, "id": number}), encoding="utf-8")
    assert main(["referee", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: ok\n"
