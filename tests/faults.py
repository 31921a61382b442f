"""Plants faults in a game's rules, one after another, and tells which tests find each.

    python tests/faults.py toepen [WORD ...]      only those whose clauses or text have one of the words

The faults of a game stand in ``tests/GAME/faults.py``: the clauses, a file, what stands there, and the fault.
They are planted in a copy. At the end the clauses are listed whose own tests no fault has made fail.
"""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PLUGIN = """
def pytest_runtest_logreport(report):
    if report.failed:
        clauses = [value for name, value in report.user_properties if name == "clause"]
        print("\\nFAULT FOUND", report.nodeid.replace(" ", "_"), *clauses)


def pytest_collection_modifyitems(items):
    for item in items:
        item.user_properties += [("clause", mark.args[0]) for mark in item.iter_markers("clause")]
"""


def run(copy: Path, tests: list[str]) -> tuple[list[str], set[str]]:
    """The tests that fail, and the clauses that they cite."""
    options = ["-n", "0", "-q", "-p", "fault_plugin", "-p", "no:cacheprovider", "--tb=no"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=copy, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    lines = [line.split()[2:] for line in done.stdout.splitlines() if line.startswith("FAULT FOUND")]
    if done.returncode and not lines:
        lines = [["(nothing could be collected)"]]
    return [line[0] for line in lines], {clause for line in lines for clause in line[1:]}


def main(game: str, *words: str) -> int:
    sys.path.insert(0, str(ROOT / "tests"))
    table = importlib.import_module(f"{game}.faults")
    missed, seen = [], set()
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("cardlab", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / "fault_plugin.py").write_text(PLUGIN, encoding="utf-8")
        if run(copy, table.TESTS)[0]:
            print("The tests fail without a fault.")
            return 2
        for clauses, path, right, wrong in table.FAULTS:
            if words and not any(word in f"{clauses} {path} {right} {wrong}".split() for word in words):
                continue
            file = copy / path
            text = file.read_text(encoding="utf-8")
            if text.count(right) != 1:
                print(f"{clauses}: stands {text.count(right)} times in {path}: {right}")
                missed.append(clauses)
                continue
            file.write_text(text.replace(right, wrong), encoding="utf-8")
            failed, cited = run(copy, table.TESTS)
            file.write_text(text, encoding="utf-8")
            seen |= cited
            print(f"{clauses}: {len(failed)} tests fail{': ' + failed[0] if failed else ''}", flush=True)
            unmoved = sorted({*clauses.split()} - cited)
            if not failed or unmoved:
                missed.append(clauses)
                print(f"    not found by a test of {', '.join(unmoved) or 'any clause'}: {wrong}", flush=True)
    print(f"Not found: {missed or 'none'}")
    if not words:
        from cardlab.game import find_game

        print("Never seen to fail:", *[clause for clause in find_game(game).clauses() if clause not in seen])
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
