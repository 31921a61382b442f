"""The project as a whole: its bounds, its tracked files, its imports, and what importing it does."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from itertools import product
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]


# --- environment.yml and pyproject.toml ask for the same packages -------------------------------------------

CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # conda-forge's `matplotlib` adds a desktop toolkit
ONLY_CONDA = {"python", "pip"}


def pip_bounds() -> dict[str, str]:
    """The bounds of pyproject.toml by conda's name of the package, Python's own among them."""
    requirements = pytest.importorskip(
        "packaging.requirements", reason="packaging reads the bounds as pip does"
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = {"python": project["requires-python"]}
    for line in project["dependencies"]:
        requirement = requirements.Requirement(line)
        bounds[CONDA_NAMES.get(requirement.name, requirement.name)] = str(requirement.specifier)
    return bounds


def conda_environment() -> dict:
    yaml = pytest.importorskip("yaml", reason="PyYAML reads environment.yml")
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def conda_bounds() -> dict[str, str | None]:
    rattler = pytest.importorskip("rattler", reason="py-rattler reads environment.yml's lines as conda does")
    lines = [line for line in conda_environment()["dependencies"] if isinstance(line, str)]
    specs = [rattler.MatchSpec(line, strict=True) for line in lines]
    return {str(line.split()[0]): spec.version for line, spec in zip(lines, specs, strict=True)}


def probes(*bounds: str) -> list[str]:
    """Versions at, just below and just above every number that the bounds name."""
    parts: list[set[int]] = [{0}, {0}, {0}]
    for version in re.findall(r"\d+(?:\.\d+)*", " ".join(bounds)):
        for place, number in zip(parts, version.split("."), strict=False):
            place |= {max(int(number) - 1, 0), int(number), int(number) + 1}
    return [".".join(map(str, numbers)) for numbers in product(*map(sorted, parts))]


def allowed_by_pip(bound: str) -> list[str]:
    from packaging.specifiers import SpecifierSet

    return [version for version in probes(bound) if SpecifierSet(bound).contains(version)]


def allowed_by_conda(bound: str, versions: list[str]) -> list[str]:
    from rattler import Version, VersionSpec

    spec = VersionSpec(bound, strict=True)
    return [version for version in versions if spec.matches(Version(version))]


def test_conda_and_pip_name_the_same_packages():
    assert set(conda_bounds()) - ONLY_CONDA == set(pip_bounds()) - ONLY_CONDA
    assert {"pip": ["-e ."]} in conda_environment()["dependencies"]


def test_conda_and_pip_allow_the_same_versions():
    conda, differing = conda_bounds(), {}
    for name, bound in pip_bounds().items():
        wanted = allowed_by_pip(bound)
        assert wanted, f"{name} {bound} allows none of the versions tried"
        if allowed_by_conda(conda[name] or "*", probes(bound)) != wanted:
            differing[name] = f"pyproject.toml {bound}, environment.yml {conda[name]}"
    assert not differing


@pytest.mark.parametrize("other", ["=8", ">=8.1,<10", ">=8.2,<9", ">8.1,<9", ">=8.1", "8.1.*"])
def test_the_comparison_notices_other_bounds(other):
    pytest.importorskip("packaging", reason="packaging reads pyproject.toml's bounds")
    pytest.importorskip("rattler", reason="py-rattler reads environment.yml's lines as conda does")
    versions = probes(">=8.1,<9")
    assert allowed_by_conda(">=8.1,<9", versions) == allowed_by_pip(">=8.1,<9")
    assert allowed_by_conda(other, versions) != allowed_by_pip(">=8.1,<9")


# --- tracked files hold nothing of one machine --------------------------------------------------------------

MACHINE_PATH = re.compile(
    r"(?m)(?:^|[^A-Za-z0-9_.])/(?:work|farm|root|tmp|home|Users)/[A-Za-z0-9_.-]|[A-Z]:\\{1,2}Users\\"
)
PACKAGE_HOST = re.compile(
    r"(?i)pypi\.org|python[h]osted|n[p]mjs|deb\.debian|registry\.[a-z]+\.(?:org|com)|(?:repo|conda)\.anaconda"
)


@cache
def tracked_texts() -> dict[str, str]:
    """Every text file under version control, or new and not ignored."""
    listing = "git -c safe.directory=* ls-files -z --cached --others --exclude-standard".split()
    try:
        names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git cannot list the files here ({error})")
    texts = {}
    for name in filter(None, names):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            texts[name] = content.decode("utf-8")
    return texts


@pytest.mark.parametrize("pattern", [MACHINE_PATH, PACKAGE_HOST], ids=["machine paths", "package hosts"])
def test_tracked_files_are_of_no_one_machine(pattern):
    found = [
        f"{name}: {match.group().strip()}"
        for name, text in tracked_texts().items()
        if name != "tests/test_project.py"
        for match in pattern.finditer(text)
    ]
    assert not found


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (MACHINE_PATH, 'File "/tmp/ipykernel_12/34.py"'),
        (MACHINE_PATH, "cd /home/ann/cardlab"),
        (MACHINE_PATH, r'"C:\\Users\\ann"'),
        (PACKAGE_HOST, "https://files.python" + "hosted.org/x"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern, text):
    assert pattern.search(text)


# --- imports run one way ------------------------------------------------------------------------------------

# Each part may import from those before it; a new part of the package gets its place here.
# A game imports from no other game.
ORDER = [
    "refused", "plots", "cards", "tricks", "melds", "probability", "notation", "position", "game",
    "exploration", "games", "play", "bots", "simulation", "drawing", "render", "referee", "widgets",
    "checking", "__main__",
]  # fmt: skip
# The only two that look the other way: each inside a function, so that it happens when asked for.
LAZY = {
    ("game", "games"): "the registry finds a game's module by its dotted name",
    ("game", "render"): "a view draws itself when a notebook shows it",
}
ONLY_WIDGETS = {"ipywidgets", "anywidget"}


class Import(NamedTuple):
    module: str
    target: str
    line: int
    eager: bool  # it runs when the module is loaded

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}" + " (when asked for)" * (not self.eager)


def modules() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted((ROOT / "cardlab").rglob("*.py"))
    }


def imports_of(module: str, source: str, is_package: bool, known: set[str]) -> list[Import]:
    """Every import statement of a module, and every dotted name of a module of ours kept as a string."""
    found: list[Import] = []
    package = module if is_package else module.rpartition(".")[0]

    def visit(node: ast.AST, eager: bool) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            eager = False
        targets: list[str] = []
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            named = [f"{base}.{alias.name}" for alias in node.names]
            targets = [name if name in known else base for name in named]
        elif isinstance(node, ast.Constant) and re.fullmatch(r"cardlab(\.\w+)+(:\w+)?", str(node.value)):
            found.append(Import(module, str(node.value).partition(":")[0], node.lineno, eager=False))
        found.extend(Import(module, target, node.lineno, eager) for target in dict.fromkeys(targets))
        for child in ast.iter_child_nodes(node):
            visit(child, eager)

    visit(ast.parse(source), eager=True)
    return found


def part(module: str) -> str:
    """The part of the house that a module belongs to; '' is the front door, `cardlab` itself."""
    return module.split(".")[1] if "." in module else ""


def fault(item: Import) -> str | None:
    """Why this import looks the wrong way, or None."""
    here, top = part(item.module), item.target.split(".")[0]
    if top in ONLY_WIDGETS and here != "widgets":
        return "only cardlab.widgets imports ipywidgets and anywidget"
    if top != "cardlab" or here == "":
        return None
    there = part(item.target)
    if here not in ORDER or (there and there not in ORDER):
        return "a part of the house that ORDER does not name"
    if there == "":
        return None if here == "__main__" else "name the module that defines it, not the front door"
    if (here, there) in LAZY:
        return "this one must wait until it is asked for" if item.eager else None
    if ORDER.index(there) > ORDER.index(here):
        return f"{here} comes before {there}"
    if here == there == "games" and item.module.split(".")[2:3] != item.target.split(".")[2:3]:
        return "one game imports from another"
    return None


@cache
def all_imports() -> list[Import]:
    known = modules()
    return [
        item
        for module, path in known.items()
        for item in imports_of(module, path.read_text(encoding="utf-8"), path.stem == "__init__", set(known))
    ]


def test_imports_run_one_way():
    assert not [f"{item}: {why}" for item in all_imports() if (why := fault(item))]


def test_modules_are_found_by_name_only_in_the_registry():
    finders = {"import_module", "__import__"}
    found = [
        module
        for module, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name | ast.Attribute)
        and (node.id if isinstance(node, ast.Name) else node.attr) in finders
    ]
    assert set(found) <= {"cardlab", "cardlab.game", "cardlab.checking.public"}


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        ("cardlab.tricks", "from .cards import Card", True),
        ("cardlab.cards", "from .tricks import winner", False),
        ("cardlab.cards", "def f():\n    from cardlab import tricks", False),
        ("cardlab.cards", "import cardlab", False),
        ("cardlab.game", "from . import render", False),
        ("cardlab.game", "def f():\n    from . import render", True),
        ("cardlab.game", "GAMES = {'toepen': 'cardlab.games.toepen:Toepen'}", True),
        ("cardlab.play", "RENDER = 'cardlab.render'", False),
        ("cardlab.games.toepen.odds", "from ...probability import exact", True),
        ("cardlab.games.toepen.odds", "from .engine import Toepen", True),
        ("cardlab.games.toepen.odds", "from ..hole_cards import HoleCards", False),
        ("cardlab.games.toepen.bots", "from ...bots import uniform", False),
        ("cardlab.render", "def f():\n    import ipywidgets as w", False),
        ("cardlab.widgets.table", "from ..render import svg\nimport anywidget", True),
        ("cardlab.sounds", "from .cards import Card", False),
    ],
)
def test_the_rule_tells_good_imports_from_bad(module, source, allowed):
    known = {f"cardlab.{name}" for name in ORDER} | {"cardlab.games.toepen", "cardlab.games.hole_cards"}
    found = imports_of(module, source, is_package=False, known=known)
    assert found
    assert all(fault(item) is None for item in found) is allowed


# --- importing cardlab only defines names -------------------------------------------------------------------

IMPORT = """
import json, random, sys, time, warnings
opened, watching = [], True
def watch(event, args):
    if watching and (event == "open" or event.startswith(("socket.", "subprocess."))):
        opened.append(f"{event} {args[0]}")
sys.addaudithook(watch)
before = random.getstate(), list(warnings.filters)
start = time.process_time()
import cardlab
seconds = time.process_time() - start
watching = False
json.dump({
    "seconds": seconds,
    "opened": opened,
    "modules": sorted(sys.modules),
    "untouched": before == (random.getstate(), list(warnings.filters)),
}, sys.stdout)
"""


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def importing() -> dict:
    if "cardlab" not in modules():
        pytest.skip("cardlab/__init__.py is not written yet")
    python("import cardlab")  # once before, so that the compiled files are there
    return json.loads(python(IMPORT))


def test_import_loads_nothing_heavy():
    heavy = {"numpy", "matplotlib", "ipywidgets", "anywidget", "IPython", "jupyterlab"}
    assert not heavy & set(importing()["modules"])


def test_import_opens_no_file_and_no_connection():
    def is_code(event: str) -> bool:
        kind, _, name = event.partition(" ")
        return kind == "open" and PurePosixPath(name).suffix in {".py", ".pyc", ".so", ".pyd"}

    assert not [event for event in importing()["opened"] if not is_code(event)]


def test_import_leaves_seed_and_warnings_alone():
    assert importing()["untouched"]


def test_import_is_fast():
    """In seconds of processor time, so that other programs on the machine do not count."""
    seconds = [importing()["seconds"]]
    while min(seconds) >= 0.2 and len(seconds) < 6:
        seconds.append(json.loads(python(IMPORT))["seconds"])
    assert min(seconds) < 0.2


def test_engine_and_table_need_no_numpy():
    """In a browser without a network (JupyterLite) neither NumPy nor Matplotlib can be had."""
    parts = [name for name in ORDER if f"cardlab.{name}" in modules() and name != "__main__"]
    games = [name for name in modules() if re.fullmatch(r"cardlab\.games\.\w+", name)]
    names = [f"cardlab.{name}" for name in parts] + games
    python(f"""
import importlib, sys
sys.modules["numpy"] = sys.modules["matplotlib"] = None
for name in {names!r}:
    importlib.import_module(name)
""")
