"""Spreading the numbers 0, 1, 2 ... of a task over an executor of the kind of `concurrent.futures`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from cardlab.refused import check_number

T = TypeVar("T")


def run_many(
    task: Callable[[int], T],
    n: int,
    *,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: bool = False,
) -> Generator[T, None, None]:
    """What the task gives for 0, 1, ... n - 1, in this order, worked out here or on an executor.

    Closing it early takes back the chunks that have not begun.
    """
    check_number("n", n, 1)
    if chunk is not None:
        check_number("chunk", chunk, 1)
    size = chunk or min(1000, -(-n // 100))
    spans = (range(first, min(first + size, n)) for first in range(0, n, size))
    work = partial(_run, task)
    parts = (work(span) for span in spans) if executor is None else _submitted(executor, work, spans)
    with closing(parts), _bar(n) if progress else nullcontext() as bar:
        for part in parts:
            yield from part
            if bar is not None:
                bar.update(len(part))


def _run(task: Callable[[int], T], span: range) -> list[T]:
    done: list[T] = []
    try:
        for number in span:
            done.append(task(number))
    except Exception as error:
        error.add_note(f"This was number {span[len(done)]}.")
        raise
    return done


AHEAD = 100
"""So many chunks wait on an executor at most."""


def _submitted(
    executor: Executor, work: Callable[[range], list[T]], spans: Iterator[range]
) -> Generator[list[T], None, None]:
    waiting = deque(executor.submit(work, span) for span in islice(spans, AHEAD))
    try:
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(executor.submit(work, span) for span in islice(spans, 1))
    finally:
        for future in waiting:
            future.cancel()


def _bar(n: int) -> Any:
    """A progress bar, for the notebook or for the terminal."""
    from tqdm.auto import tqdm

    return tqdm(total=n)
