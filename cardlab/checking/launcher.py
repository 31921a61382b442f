"""The process in which student kernels begin; `supervisor` starts one for each worker.

It reads one request a line and answers each with the number of the kernel's process, or with why it cannot be
enclosed. On Linux it imports what a kernel needs once, and each kernel is a fork of it, which starts in a
tenth of the time; elsewhere it becomes the kernel itself. It knows nothing of exercises and of answers.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp

from cardlab.checking import Checks, isolation
from cardlab.checking.isolation import Limits, Place
from cardlab.checking.public import public_ids, public_part
from cardlab.checking.transfer import NotPlain, decode, encode

STRANGER = 1_000_000
"""Where root grades, each kernel runs as a user of its own, from this number on, who owns nothing."""


def main() -> None:
    """Answer requests until there are no more."""
    forks = sys.platform == "linux"
    if forks:
        _warm()
        gc.freeze()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # kernels that have ended leave nothing behind
    for number, line in enumerate(iter(sys.stdin.readline, "")):
        request = json.loads(line)
        limits = Limits(**request["limits"])
        hidden = tuple(map(Path, request["hidden"]))
        stranger = STRANGER + os.getpid() % 10_000 * 1000 + number % 1000
        user = stranger if forks and os.getuid() == 0 else 0
        place = Place(Path(request["sockets"]), Path(request["work"]), hidden, user)
        if forks:
            print(json.dumps(_fork(place, limits, request["enclosed"])), flush=True)
        else:
            print(json.dumps({"pid": os.getpid(), "error": ""}), flush=True)
            _kernel(place, limits, enclosed=False)


def _warm() -> None:
    """Import what each kernel would import at its start or at its first cells."""
    import ipykernel.debugger  # noqa: F401
    import IPython.core.completerlib
    import IPython.core.debugger
    import IPython.core.oinspect
    import IPython.extensions.storemagic  # noqa: F401
    import matplotlib.figure  # noqa: F401
    import matplotlib_inline.backend_inline  # noqa: F401

    for name in public_ids():  # with the games that the exercises are about
        with suppress(Exception):  # a part that is broken is the matter of those who import it
            public_part(name)


def _fork(place: Place, limits: Limits, enclosed: bool) -> dict[str, Any]:
    """Start a kernel under a keeper, which is killed to end it and all that came from it."""
    reading, writing = os.pipe()
    keeper = os.fork()
    if keeper == 0:
        with suppress(BaseException):
            _keep(place, limits, enclosed, writing)
        os._exit(1)
    os.close(writing)
    with open(reading, encoding="utf-8") as report:
        error = report.read()
    return {"pid": keeper, "error": error}


def _keep(place: Place, limits: Limits, enclosed: bool, report: int) -> NoReturn:
    os.setsid()
    _let_go_of_streams()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    isolation.die_with_parent()
    try:
        if enclosed:
            isolation.enclose(place)
        else:
            isolation.keep_orphans()
        child = os.fork()
        if child == 0:
            isolation.die_with_parent()
            if enclosed:
                isolation.furnish(place, limits)
    except OSError as error:
        os.write(report, str(error).encode())
        os._exit(1)
    if child == 0:
        os.close(report)
        if enclosed:
            _first_process(place, limits)
        _kernel(place, limits, enclosed=False)
    os.close(report)
    _wait_for(child)
    if not enclosed:  # what the kernel has left behind is still below this process, for the supervisor to end
        os.kill(os.getpid(), signal.SIGSTOP)
    os._exit(0)


def _first_process(place: Place, limits: Limits) -> NoReturn:
    """The first process of the namespace: when it ends, Linux kills all the others."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ready, started = os.pipe()
    kernel = os.fork()
    if kernel == 0:
        os.close(ready)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _kernel(place, limits, enclosed=True, started=started)
    os.close(started)
    os.read(ready, 1)
    isolation.close_folder(place.sockets)
    _wait_for(kernel)
    os._exit(0)


def _wait_for(child: int) -> None:
    while os.wait()[0] != child:
        pass


def _let_go_of_streams() -> None:
    """Leave the pipes on which requests and answers go to the launcher alone."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


class StudentKernel(IPythonKernel):
    """A kernel that also answers probes, and whose replies are short."""

    def __init__(self, **options: Any) -> None:
        self.msg_types = [*self.msg_types, "probe_request"]
        super().__init__(**options)  # type: ignore[no-untyped-call]

    async def do_execute(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Run a cell; what it printed and its traceback stay here."""
        reply = await super().do_execute(*arguments, **options)  # type: ignore[no-untyped-call]
        short = {
            "status": str(reply.get("status")),
            "execution_count": 0,
            "user_expressions": {},
            "payload": [],
        }
        return short | {key: _sent(reply.get(key, "")) for key in ("ename", "evalue")} | {"traceback": []}

    async def probe_request(self, stream: Any, ident: Any, parent: Any) -> None:
        """Call a function of the student's at each input, or look a value up, and send the answers back.

        One that has used up its memory or its time is not called again.
        """
        asked = parent["content"]
        names: dict[str, Any] = self.shell.user_ns  # type: ignore[union-attr]
        found = asked["name"] in names
        answers: list[list[str]] = []
        for text in asked["inputs"] if found else ():
            spent = answers and answers[-1][:2] in (["error", "MemoryError"], ["error", "KeyboardInterrupt"])
            answers.append(answers[-1] if spent else self._answer(names[asked["name"]], asked["call"], text))
        content = {"status": "ok", "found": found, "answers": answers}
        self.session.send(stream, "probe_reply", content, parent, ident=ident)  # type: ignore[union-attr]

    @staticmethod
    def _answer(value: Any, call: bool, text: str) -> list[str]:
        try:
            return ["value", encode(value(*decode(text)) if call else value)]
        except NotPlain as error:
            return ["not plain", _sent(error)]
        except BaseException as error:
            with suppress(BaseException):
                return ["error", _sent(type(error).__name__), _sent(error)]
            return ["error", "Exception", ""]


def _sent(text: object) -> str:
    """The text as it can be sent: short, and without halves of signs."""
    return str(text)[:300].encode("utf-8", "replace").decode("utf-8")


def _kernel(place: Place, limits: Limits, enclosed: bool, started: int | None = None) -> NoReturn:
    """Become the kernel of the sockets' connection file."""
    if hasattr(os, "setsid"):
        with suppress(OSError):
            os.setsid()
    _let_go_of_streams()
    os.environ.clear()
    os.environ.update(isolation.environment(place.work))
    os.chdir(place.work)
    isolation.renounce(place, limits, enclosed)
    for talk in ("__call__", "hint", "progress"):  # the student's own checks have nobody to talk to here
        setattr(Checks, talk, lambda *_: None)
    # What is printed goes nowhere: nobody reads it.
    app = IPKernelApp.instance(
        kernel_class=StudentKernel,
        no_stdout=True,
        no_stderr=True,
        outstream_class=None,
        capture_fd_output=False,
    )
    app.initialize(  # type: ignore[no-untyped-call]
        [
            "-f",
            str(place.sockets / "kernel.json"),
            "--HistoryManager.enabled=False",
            "--InteractiveShell.xmode=Minimal",
        ]
    )
    shell: Any = app.shell
    shell.ask_exit = lambda: None  # `quit()` in a cell would end the kernel a moment later
    if started is not None:
        os.write(started, b".")
        os.close(started)
    app.start()  # type: ignore[no-untyped-call]
    os._exit(0)
