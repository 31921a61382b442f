"""A student's kernel from outside: started, asked, watched, interrupted, and killed when it must be.

Only the replies of the shell channel are read, and no longer ones than fit: what a cell prints is never
fetched. Whatever comes back is taken for what it is, the word of a stranger.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
import zmq
from jupyter_client.client import KernelClient
from jupyter_client.connect import write_connection_file

from cardlab.checking.isolation import Limits, environment
from cardlab.checking.notebook import printable
from cardlab.checking.question import Answer, phrase
from cardlab.checking.transfer import LONGEST, NotPlain, decode, encode

LONGEST_REPLY = 20 * LONGEST
GRACE = 1.0
"""Seconds that code gets to end after an interrupt, before it is killed."""
START = 60.0
"""Seconds for a kernel to start; they are not the student's."""
NOT_LINUX = "only Linux has the namespaces that keep a student's code away from network and disk"


class Ended(Exception):
    """The kernel is no more; ``why`` goes on after "it": "ran over 10 seconds", "ended its own process"."""

    def __init__(self, why: str, time: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.time = time


@dataclass(frozen=True)
class Outcome:
    """How a cell went: with no error, or with what it did instead, after "it"; out of time or not."""

    error: str = ""
    time: bool = False


@dataclass(frozen=True)
class Asked:
    """One answer for each input, and whether time ran out over them."""

    answers: tuple[Answer, ...]
    time: bool = False


class Launcher:
    """Starts kernels, one after another, and knows whether they can be enclosed."""

    def __init__(self, limits: Limits, hidden: tuple[Path, ...] = ()) -> None:
        self.limits = limits
        self.open = "" if sys.platform == "linux" else NOT_LINUX
        """Why student code is not kept apart here, or nothing if it is."""
        self._hidden = [str(path.resolve()) for path in hidden]
        self._process: subprocess.Popen[str] | None = None
        self._is_closed = False

    def launch(self, sockets: Path, work: Path) -> psutil.Process:
        """Start a kernel for the connection file in ``sockets``; gives the ancestor of all that it starts."""
        answer = self._ask(sockets, work)
        if answer["error"] and not self.open:
            self.open = f"this system does not allow it ({answer['error']})"
            answer = self._ask(sockets, work)
        return psutil.Process(answer["pid"])

    def _ask(self, sockets: Path, work: Path) -> dict[str, Any]:
        if self._is_closed:
            raise RuntimeError("the run was interrupted")
        if self._process is None:
            self._process = self._start()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {
            "sockets": str(sockets), "work": str(work), "hidden": self._hidden,
            "limits": asdict(self.limits), "enclosed": not self.open,
        }  # fmt: skip
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        if sys.platform != "linux":  # it has become the kernel
            self._process = None
        return answer

    def _start(self) -> subprocess.Popen[str]:
        """A fresh Python that finds its packages where this one does, with nothing else of this one's."""
        start = (
            f"import sys; sys.path[:] = {[path for path in sys.path if path]!r}; sys.argv[:] = ['launcher']\n"
        )
        start += "from cardlab.checking.launcher import main; main()"
        return subprocess.Popen(
            [sys.executable, "-I", "-W", "ignore", "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=environment(Path(tempfile.gettempdir())),
            start_new_session=True,
        )

    def close(self) -> None:
        """End the launcher for good, and with it every kernel that still runs."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


class Kernel:
    """One kernel for one submission, in an empty folder; a context manager that leaves nothing behind."""

    def __init__(self, launcher: Launcher) -> None:
        self.limits = launcher.limits
        self._base = Path(tempfile.mkdtemp(prefix="cardlab-")).resolve()
        self._base.chmod(0o711)
        sockets, work = self._base / "sockets", self._base / "work"
        sockets.mkdir()
        work.mkdir()
        transport, ip = ("tcp", "") if sys.platform == "win32" else ("ipc", str(sockets / "k"))
        key = os.urandom(16).hex().encode()
        file, _ = write_connection_file(str(sockets / "kernel.json"), key=key, transport=transport, ip=ip)
        Path(file).chmod(0o644)
        try:
            self._process = launcher.launch(sockets, work)
        except BaseException:  # the launcher is gone
            shutil.rmtree(self._base, ignore_errors=True)
            raise
        self._is_enclosed = not launcher.open
        self._idle = _size(self._process)
        self._context = zmq.Context()
        self._context.setsockopt(zmq.MAXMSGSIZE, LONGEST_REPLY)
        self._context.setsockopt(zmq.RCVHWM, 10)  # messages that may wait to be read
        self._context.setsockopt(zmq.LINGER, 0)
        client = KernelClient(connection_file=file, context=self._context)
        client.load_connection_file()
        self._session = client.session
        self._shell, self._control = client.connect_shell(), client.connect_control()
        try:
            self._request("kernel_info_request", {}, START)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Kernel:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._context.destroy(linger=0)
        shutil.rmtree(self._base, ignore_errors=True)

    def run(self, source: str, seconds: float) -> Outcome:
        """Run a cell; raises Ended if it took the kernel with it."""
        content = {"code": source, "silent": False, "store_history": False, "allow_stdin": False}
        content |= {"user_expressions": {}, "stop_on_error": False}
        reply, late = self._request("execute_request", content, seconds)
        if reply.get("status") == "ok":
            return Outcome()
        if late:
            return Outcome(_too_long(seconds), time=True)
        return Outcome(phrase(_line(reply.get("ename")), _line(reply.get("evalue"))))

    def ping(self) -> None:
        """Make sure that the kernel has not ended after its last reply; raises Ended if it has."""
        self._request("kernel_info_request", {}, self.limits.cell)

    def ask(self, name: str, inputs: tuple[tuple[Any, ...], ...], call: bool, seconds: float) -> Asked | None:
        """What a student's function gives at each input (or a value, once); None where there is no such."""
        content = {"name": name, "call": call, "inputs": [encode(arguments) for arguments in inputs]}
        reply, late = self._request("probe_request", content, seconds)
        if reply.get("found") is not True:
            return None
        answers = reply.get("answers")
        if not isinstance(answers, list) or len(answers) != len(inputs):
            return Asked(tuple(Answer(error="gave what cannot be read") for _ in inputs), late)
        return Asked(tuple(_answer(form, late, seconds) for form in answers), late)

    def kill(self) -> None:
        """End the kernel and everything that came from it, also what goes on starting more."""
        with suppress(psutil.Error):
            self._process.suspend()  # it stays the ancestor of them all, and starts nothing
            for _ in range(0 if self._is_enclosed else 100):  # a namespace ends with its first process
                rest = [one for one in self._process.children(recursive=True) if _runs(one)]
                if not rest:
                    break
                for one in rest:
                    with suppress(psutil.Error):
                        one.kill()
                time.sleep(0.005)
            self._process.kill()

    def _request(self, kind: str, content: dict[str, Any], seconds: float) -> tuple[dict[str, Any], bool]:
        """The reply to a message, and whether it had to be interrupted; raises Ended if none comes."""
        message = self._session.send(self._shell, kind, content)
        began, late = time.monotonic(), False
        while True:
            while self._shell.poll(100):
                with suppress(ValueError, TypeError, KeyError, RecursionError, AttributeError, IndexError):
                    _, reply = self._session.recv(self._shell)
                    if reply["parent_header"]["msg_id"] == message["header"]["msg_id"]:
                        return (reply["content"] if isinstance(reply["content"], dict) else {}), late
                if time.monotonic() - began > seconds + GRACE:  # a flood of other messages
                    break
            self._watch()
            spent = time.monotonic() - began
            if spent > seconds and not late:
                late = True
                self._session.send(self._control, "interrupt_request", {})
            elif spent > seconds + GRACE:
                self.kill()
                raise Ended(_too_long(seconds), time=True)

    def _watch(self) -> None:
        """Raise Ended if the kernel has ended, or if it and its children take too much."""
        family = _family(self._process)
        if not family:
            raise Ended("ended its own process")
        size = sum(max(_size(one) - self._idle, 0) for one in family)  # what a child shares is counted once
        if len(family) > self.limits.processes:
            self.kill()
            raise Ended("started too many processes")
        if size > self.limits.memory:
            self.kill()
            raise Ended("took too much memory")


def _family(process: psutil.Process) -> list[psutil.Process]:
    """The process and all that came from it, as long as it runs itself."""
    with suppress(psutil.Error):
        if _runs(process) and process.status() != psutil.STATUS_STOPPED:
            return [process, *process.children(recursive=True)]
    return []


def _size(process: psutil.Process) -> int:
    """The bytes of memory that a process holds, its parent's among them."""
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _runs(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def _answer(form: object, late: bool, seconds: float) -> Answer:
    """What came back for one input, taken apart with care."""
    match form:
        case ["value", text]:
            try:
                return Answer(decode(text))
            except NotPlain as error:
                return Answer(error=str(error))
        case ["not plain", text]:
            return Answer(error=_line(text))
        case ["error", "KeyboardInterrupt", _] if late:
            return Answer(error=_too_long(seconds))
        case ["error", name, text]:
            return Answer(error=phrase(_line(name), _line(text)))
    return Answer(error="gave what cannot be read")


def _line(text: object) -> str:
    return printable(" ".join(text.split())[:200]) if isinstance(text, str) else ""


def _too_long(seconds: float) -> str:
    return f"took more than {seconds:.3g} seconds"
