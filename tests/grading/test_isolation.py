"""What student code can reach, where Linux keeps it apart and where nothing does."""

import os
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from grading.kinds import FROZEN

from cardlab.checking import supervisor
from cardlab.checking.isolation import Limits, environment
from cardlab.checking.supervisor import Ended, Kernel, Launcher

LIMITS = Limits(cell=2, total=12, memory=200 << 20, processes=30, file=1 << 20, folder=4 << 20)


@pytest.fixture(scope="module")
def hidden(tmp_path_factory):
    """A folder that is hidden although it lies among what Python may read."""
    import numpy

    return Path(numpy.__file__).parent / "tests"


@pytest.fixture(scope="module")
def kernel(hidden):
    with closing(Launcher(LIMITS, (hidden,))) as launcher, Kernel(launcher) as kernel:
        if launcher.open:
            pytest.skip(f"here are no walls to test: {launcher.open}")
        yield kernel


@pytest.fixture
def value(kernel):
    """What an expression is in a student's kernel, after some statements."""

    def find(statements, expression="found"):
        source = f"import os\nfrom pathlib import Path\n{statements}\ndef f():\n    return {expression}"
        outcome = kernel.run(source, 2)
        assert outcome.error == ""
        answer = kernel.ask("f", ((),), True, 2).answers[0]
        assert answer.error == ""
        return answer.value

    return find


def test_the_folder_is_empty_and_the_environment_clean(value):
    assert value("found = [name for name in os.listdir() if not name.startswith('.')]") == []
    names = value("found = sorted(os.environ)")
    assert set(names) <= {
        *environment(Path("x")),
        "JPY_PARENT_PID",
        "PYDEVD_USE_FRAME_EVAL",
        "LC_CTYPE",
        *TERMINAL,
    }


TERMINAL = ("TERM", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "PAGER", "GIT_PAGER", "COLUMNS", "LINES")


def test_nothing_of_the_disk_is_there_but_what_python_needs(value, tmp_path):
    assert value(f"found = os.path.exists({str(tmp_path)!r})") is False
    assert value(f"found = os.path.exists({str(Path(__file__))!r})") is False
    package = Path(supervisor.__file__).parents[1]
    beside = {"cardlab"}
    if Path(sys.prefix).is_relative_to(package.parent):  # the environment lies in the project's folder
        beside.add(Path(sys.prefix).relative_to(package.parent).parts[0])
    assert value(f"found = sorted(os.listdir({str(package.parent)!r}))") == sorted(beside)


def test_what_is_hidden_is_empty(value, hidden):
    assert list(hidden.iterdir())
    assert value(f"found = os.listdir({str(hidden)!r})") == []


@pytest.mark.parametrize("folder", ["/", "/usr", "/etc", "../sockets", sys.prefix])
def test_the_rest_is_read_only(value, folder):
    attempt = (
        f"try:\n    found = Path({folder!r}, 'x').write_text('x')\nexcept OSError as e:\n    found = e.errno"
    )
    assert value(attempt) == 30  # read-only file system


def test_there_is_no_network(value):
    attempt = "import socket\nfound = []\nfor place in [('127.0.0.1', 22), ('192.0.2.1', 80)]:\n"
    attempt += "    found.append(socket.socket().connect_ex(place))"
    assert value(attempt) == [101, 101]  # network is unreachable


def test_no_other_process_is_seen(value):
    assert len(value("found = [int(name) for name in os.listdir('/proc') if name.isdigit()]")) <= 3


def test_no_right_is_left(value):
    status = value("found = Path('/proc/self/status').read_text()")
    rights = dict(
        line.split(":\t") for line in status.splitlines() if line.startswith(("Cap", "NoNewPrivs", "Uid"))
    )
    assert {int(rights[name], 16) for name in ("CapPrm", "CapEff", "CapBnd")} == {0}
    assert rights["NoNewPrivs"] == "1"
    assert not rights["Uid"].startswith("0\t")


def test_walls_cannot_be_taken_down(value):
    attempt = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nfound = [\n"
    attempt += (
        "    libc.mount(None, b'/', None, ctypes.c_ulong(32 | 4096), None), libc.umount2(b'/tmp', 2),\n"
    )
    attempt += "    libc.ptrace(16, 1, None, None)]"
    assert value(attempt) == [-1, -1, -1]


def test_processes_files_and_memory_are_bounded(value):
    forks = "found = 0\ntry:\n    while found < 100:\n        if os.fork() == 0:\n"
    forks += (
        "            import time\n            time.sleep(1)\n            os._exit(0)\n        found += 1\n"
    )
    assert value(f"{forks}except OSError:\n    pass") < 30
    file = (
        "try:\n    found = Path('big').write_bytes(bytes(2 << 20))\nexcept OSError as e:\n    found = e.errno"
    )
    assert value(file) == 27  # file too large
    many = "found = 0\ntry:\n    while found < 100:\n        Path(f'f{found}').write_bytes(bytes(1 << 20))\n"
    assert value(f"{many}        found += 1\nexcept OSError:\n    pass") <= 4
    assert (
        value("try:\n    found = len(bytearray(1 << 30))\nexcept MemoryError:\n    found = 'none'") == "none"
    )


def test_what_is_printed_is_not_fetched(kernel):
    began = time.monotonic()
    assert kernel.run("for _ in range(300):\n    print('x' * 100_000)", 5).error == ""
    assert time.monotonic() - began < 5


@pytest.fixture(scope="module")
def open_launcher():
    launcher = Launcher(LIMITS)
    launcher.open = launcher.open or "this test says so"
    yield launcher
    launcher.close()


def test_without_walls_a_loop_that_hears_nothing_is_ended(open_launcher, monkeypatch):
    monkeypatch.setattr(supervisor, "GRACE", 0.4)
    with Kernel(open_launcher) as kernel, pytest.raises(Ended, match="took more than 1 seconds"):
        kernel.run(FROZEN, 1)


@pytest.mark.skipif(os.name != "posix", reason="the child is started in the way of POSIX")
@pytest.mark.parametrize("end", ["", "os._exit(0)"])
def test_without_walls_no_child_outlives_its_kernel(open_launcher, end):
    child = "import os, subprocess, sys\nwaits = [sys.executable, '-c', 'import time; time.sleep(987)']\n"
    child += "process = subprocess.Popen(waits, start_new_session=True)\ndef f():\n    return process.pid"
    with Kernel(open_launcher) as kernel:
        assert kernel.run(child, 2).error == ""
        number = kernel.ask("f", ((),), True, 2).answers[0].value
        assert psutil.pid_exists(number)
        if end:
            with pytest.raises(Ended, match="ended its own process"):
                kernel.run(end, 2)
    for _ in range(50):
        if not psutil.pid_exists(number):
            return
        time.sleep(0.05)
    pytest.fail("the child lives on")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on address space")
def test_without_walls_memory_is_bounded(open_launcher):
    with Kernel(open_launcher) as kernel:
        assert "MemoryError" in kernel.run("x = bytearray(1 << 31)", 2).error
