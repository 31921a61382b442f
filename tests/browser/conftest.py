"""A JupyterLab server of its own and a page on it, for tests in a real browser.

    def test_a_click(lab):
        lab.open("notebooks/toepen_1_rules.ipynb")
        lab.run_all()
        lab.page.get_by_role("button", name="knock").click()
        lab.wait_idle()
        assert lab.ask("table.view.stake") == "2"
        lab.screenshot("knocked")

No browser is downloaded: the tests use the `chromium` on the PATH, or the one that CARDLAB_CHROMIUM names.
Where there is none they are skipped, unless CI is set: there a skipped browser test counts as failed.
Never `time.sleep` in these tests: the page stands still meanwhile. Wait for what should appear.
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CHROMIUM = os.environ.get("CARDLAB_CHROMIUM") or shutil.which("chromium")
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# No news, no questions, nothing saved behind a test's back, and every cell in the page, seen or not.
SETTINGS: dict[str, Any] = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


# --- where there is no browser ------------------------------------------------------------------------------


def missing() -> str | None:
    """Why there can be no browser test on this machine, or None."""
    if not (find_spec("playwright") and find_spec("pytest_playwright")):
        return 'browser tests need the packages of the test extra: pip install -e ".[test]"'
    if not CHROMIUM or not Path(CHROMIUM).exists():
        return "browser tests need Chromium: install it, or name the program in CARDLAB_CHROMIUM"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Last of all: Playwright keeps an event loop running in its process, and `asyncio.run` is refused there.
    items.sort(key=lambda item: HERE in item.path.parents)
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if reason := missing():
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"In CI a skipped browser test counts as failed. {report.longrepr[-1]}"
    return report


# --- the server ---------------------------------------------------------------------------------------------


class LabServer:
    """A running JupyterLab: its address, and the folder that it shows."""

    def __init__(self, url: str, folder: Path):
        self.url, self.folder = url, folder


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """JupyterLab on a free port of this machine; settings, kernels and notebooks in a temporary folder."""
    base = tmp_path_factory.mktemp("jupyterlab")
    folder, runtime, log = base / "notebooks", base / "runtime", base / "server.log"
    for path in (folder, runtime, base / "config" / "labconfig"):
        path.mkdir(parents=True)
    overrides = base / "config" / "labconfig" / "default_setting_overrides.json"
    overrides.write_text(json.dumps(SETTINGS), encoding="utf-8")
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(base / "config"),
        "JUPYTER_DATA_DIR": str(base / "data"),
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "JUPYTERLAB_SETTINGS_DIR": str(base / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(base / "workspaces"),
        "IPYTHONDIR": str(base / "ipython"),
    }
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--ServerApp.port_retries=0"),
        *("--IdentityProvider.token=", "--ServerApp.password=", f"--ServerApp.root_dir={folder}"),
    ]
    with (
        log.open("w", encoding="utf-8") as output,
        subprocess.Popen(command, env=environment, cwd=folder, stdout=output, stderr=output) as server,
    ):
        try:
            yield LabServer(server_url(server, runtime, log), folder)
        finally:
            server.terminate()  # JupyterLab ends its kernels first
            try:
                server.wait(timeout=15)
            except subprocess.TimeoutExpired:
                server.kill()


def server_url(server: subprocess.Popen[bytes], runtime: Path, log: Path, seconds: float = 60) -> str:
    """The server's address, once it answers."""
    limit = monotonic() + seconds
    while monotonic() < limit:
        try:
            server.wait(timeout=0.1)
            break  # it ended by itself
        except subprocess.TimeoutExpired:
            pass
        try:
            information = next(runtime.glob("jpserver-*.json"))
            url: str = json.loads(information.read_text(encoding="utf-8"))["url"]
            with urllib.request.urlopen(f"{url}api/status", timeout=5):
                return url
        except (StopIteration, ValueError, OSError):
            continue
    pytest.fail(f"JupyterLab did not start; its log:\n{log.read_text(encoding='utf-8')[-3000:]}")


# --- the page -----------------------------------------------------------------------------------------------

READY = """path => {
    const panel = window.jupyterapp?.shell?.currentWidget;
    const session = panel?.sessionContext;
    const kernel = session?.session?.kernel;
    return panel?.context?.path === path && panel.context.isReady && session.isReady
        && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""

# WORK is an async function's body with `argument`, `app`, `panel` and `kernel` in reach.
RACE = """async ([argument, milliseconds]) => {
    const app = window.jupyterapp, panel = app.shell.currentWidget;
    const kernel = panel?.sessionContext?.session?.kernel;
    const work = async () => { WORK };
    let alarm;
    const limit = new Promise((_, reject) => {
        alarm = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
    });
    return Promise.race([work(), limit]).finally(() => clearTimeout(alarm));
}"""

# The kernel answers in order, so once it has answered this it has dealt with every click before it.
ASK = """
    const future = kernel.requestExecute(
        {code: '', silent: true, store_history: false, user_expressions: argument});
    return (await future.done).content.user_expressions;
"""


class Lab:
    """A notebook in JupyterLab, looked at as a person would. `lab.page` is Playwright's page."""

    numbers = count(1)

    def __init__(self, page: Any, server: LabServer):
        self.page, self.server = page, server
        self.path = ""
        self.script_errors: list[str] = []  # what JavaScript raised and nothing caught
        page.on("pageerror", lambda error: self.script_errors.append(str(error)))

    def open(self, notebook: str | Path, timeout: float = 60) -> None:
        """Open a copy of a notebook and of the files beside it; a relative path starts at the project.

        The first takes some 5 seconds, for JupyterLab itself; each further one about 1.
        """
        source = ROOT / notebook
        if not source.is_file():
            raise FileNotFoundError(f"there is no notebook {source}")
        name = f"copy{next(self.numbers)}"  # a path of its own: a kernel stays with its notebook's path
        shutil.copytree(
            source.parent, self.server.folder / name, ignore=shutil.ignore_patterns(".*", "__pycache__")
        )
        first, self.path = not self.path, f"{name}/{source.name}"
        if first:
            self.page.goto(f"{self.server.url}lab/workspaces/{name}/tree/{self.path}", timeout=timeout * 1000)
        else:
            self.evaluate(
                "await app.commands.execute('docmanager:open', {path: argument})", self.path, timeout
            )
        self.wait_idle(timeout)

    def run_all(self, timeout: float = 60) -> None:
        """Run every cell and wait until the last one is done; `errors` lists what went wrong."""
        self.evaluate("await app.commands.execute('notebook:run-all-cells')", timeout=timeout)
        self.wait_idle(timeout)

    def wait_idle(self, timeout: float = 30) -> None:
        """Wait until the kernel is there and has dealt with everything that it was sent."""
        self.page.wait_for_function(READY, arg=self.path, timeout=timeout * 1000)
        self.evaluate(ASK, {}, timeout)

    def ask(self, expression: str, timeout: float = 30) -> str:
        """The `repr` of an expression in the kernel, without a cell: `lab.ask("table.view.stake")`."""
        answer = self.evaluate(ASK, {"answer": expression}, timeout)["answer"]
        if answer["status"] != "ok":
            raise ValueError(f"{expression}: {answer['ename']}: {answer['evalue']}")
        text: str = answer["data"]["text/plain"]
        return text

    def errors(self) -> list[str]:
        """The last line of each error that stands below a cell."""
        script = """
            return panel.content.widgets.flatMap(cell => cell.model.sharedModel.outputs ?? [])
                .filter(output => output.output_type === 'error')
                .map(output => `${output.ename}: ${output.evalue}`);
        """
        found: list[str] = self.evaluate(script)
        return found

    def evaluate(self, work: str, argument: Any = None, timeout: float = 30) -> Any:
        """Run JavaScript in the page, with a time limit (Playwright's own `evaluate` has none)."""
        return self.page.evaluate(RACE.replace("WORK", work), [argument, timeout * 1000])

    def screenshot(self, name: str, locator: Any = None) -> Path:
        """Save a picture of the page, or of one thing on it, as screenshots/NAME.png, to be looked at."""
        path = ROOT / "screenshots" / f"{name}.png"
        (locator or self.page).screenshot(path=path, animations="disabled")
        return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": CHROMIUM_OPTIONS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 900}, "locale": "en-GB"}


@pytest.fixture(scope="session")
def lab_page(browser: Any, browser_context_args: dict[str, Any], lab_server: LabServer) -> Iterator[Lab]:
    """One JupyterLab in the browser for all tests: it takes seconds to start."""
    context = browser.new_context(**browser_context_args)
    context.set_default_timeout(30_000)
    yield Lab(context.new_page(), lab_server)
    context.close()


CLEAN_UP = """
    for (const widget of [...app.shell.widgets('main')]) {
        if (widget.context) widget.context.model.dirty = false; // else it would ask whether to save
        widget.close();
    }
    await app.serviceManager.sessions.shutdownAll();
    await app.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'});
"""


@pytest.fixture
def lab(lab_page: Lab, browser_context_args: dict[str, Any]) -> Iterator[Lab]:
    """JupyterLab in the browser; each `open` shows a fresh copy with a kernel of its own."""
    lab_page.script_errors.clear()
    yield lab_page
    if lab_page.path:
        lab_page.evaluate(CLEAN_UP)
        lab_page.page.set_viewport_size(browser_context_args["viewport"])


@pytest.fixture
def open_table(lab, tmp_path) -> Callable[..., Any]:
    """Opens a notebook with the given cells, runs it, and gives the tables in it."""

    def open_table(*cells: str) -> Any:
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = new_notebook(
            cells=[new_code_cell(cell.strip()) for cell in cells], metadata={"kernelspec": kernel}
        )
        nbformat.write(notebook, tmp_path / "table.ipynb")
        lab.open(tmp_path / "table.ipynb")
        lab.run_all()
        assert lab.errors() == []
        found = lab.page.locator(".cardlab-table")
        found.first.wait_for()
        return found

    return open_table
