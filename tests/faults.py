"""Plants faults in a game's rules, one after another, and tells whether the tests of their clauses find them.

    python tests/faults.py toepen [T12 ...]      all faults, or those of some clauses

``tests/GAME/faults.txt`` lists them: after ``@`` the file and the clauses, then the lines that stand there
(-) and the fault (+). They are planted in a copy. A clause is found when a test that cites it fails.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PLUGIN = """
import os


def clauses(item):
    return [mark.args[0] for mark in item.iter_markers("clause")]


def pytest_collection_modifyitems(items):
    wanted = {*os.environ["CLAUSES"].split()}
    items[:] = [item for item in items if wanted & {*clauses(item)}]
    for item in items:
        item.user_properties += [("clause", clause) for clause in clauses(item)]


def pytest_runtest_logreport(report):
    if report.failed:
        print("\\nFAILED", *[value for name, value in report.user_properties if name == "clause"])
"""
FAULT = re.compile(r"^@ (\S+): (.+)\n((?:-.*\n)+)((?:\+.*\n)+)", re.MULTILINE)


def read_faults(text: str) -> list[tuple[str, list[str], str, str]]:
    """File, clauses, what stands there and the fault.

    >>> read_faults("@ engine.py: T1 T2\\n-if seat:\\n-    x\\n+if True:\\n+    x\\n")
    [('engine.py', ['T1', 'T2'], 'if seat:\\n    x', 'if True:\\n    x')]
    """
    return [
        (file, clauses.split(), *("\n".join(line[1:] for line in part.splitlines()) for part in parts))
        for file, clauses, *parts in FAULT.findall(text)
    ]


def failing(copy: Path, tests: list[str], clauses: list[str]) -> set[str]:
    """Run the tests that cite these clauses: which of the clauses are cited by one that fails?"""
    options = ["-q", "--tb=no", "--noconftest", "-p", "fault_plugin", "-o", "addopts=--import-mode=importlib"]
    env = {"CLAUSES": " ".join(clauses), "PYTHONPATH": str(copy), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", *options, *tests],
        cwd=copy,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):  # nothing could be imported: then every test has failed
        return {*clauses}
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return {*clauses} & {word for line in lines for word in line}


def main(game: str, *wanted: str) -> int:
    """Print what is found and what is not; 1 if something is not."""
    faults = read_faults((ROOT / "tests" / game / "faults.txt").read_text(encoding="utf-8"))
    files = sorted((ROOT / "tests" / game).glob("test_*.py"))
    tests = [
        str(file.relative_to(ROOT)) for file in files if "mark.clause" in file.read_text(encoding="utf-8")
    ]
    missed = 0
    seen: set[str] = set()
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("cardlab", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / "fault_plugin.py").write_text(PLUGIN, encoding="utf-8")
        every = sorted({clause for _, clauses, _, _ in faults for clause in clauses})
        if failing(copy, tests, every):
            sys.exit("The tests fail without a fault.")
        for name, clauses, right, wrong in faults:
            if wanted and not {*wanted} & {*clauses}:
                continue
            file = copy / (name if "/" in name else f"cardlab/games/{game}/{name}")
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(right, wrong), encoding="utf-8")
            found = failing(copy, tests, clauses) if text.count(right) == 1 else set()
            file.write_text(text, encoding="utf-8")
            seen |= found
            not_found = [clause for clause in clauses if clause not in found]
            missed += bool(not_found)
            verdict = f"NOT FOUND by a test of {' '.join(not_found)}" if not_found else "found"
            if text.count(right) != 1:
                verdict = f"CANNOT BE PLANTED, for it stands {text.count(right)} times"
            print(f"{' '.join(clauses)}: {verdict}: {' '.join(wrong.split())}", flush=True)
    sys.path.insert(0, str(ROOT))
    from cardlab.game import find_game

    if not wanted:
        print("Never seen to fail:", *[clause for clause in find_game(game).clauses() if clause not in seen])
    print(f"{missed} not found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
