"""Run functions over many tasks in worker processes, results in the order of the tasks.

Only the compiler calls it. Little work is done in this process: starting another interpreter costs more than a few
sessions. No worker outlives the compiler, however that ends.
"""

import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from wikimem.errors import StoreError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")

_WORTH_IT = 24_000_000
"""Bytes of work below which starting other interpreters costs more than it saves."""
_COLLECT = (200_000, 20, 100)
"""Garbage collection thresholds while compiling: records come in bulk, live long and form no cycles."""
_AHEAD = 16
"""Tasks a worker may be ahead of whoever takes the results: what bounds the results that wait."""


class Run(Protocol):
    """Do `function(task)` for every task, results in order; `done` hears how many are finished."""

    def __call__(
        self, function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]
    ) -> Iterator[Result]:
        """Yield the results. In worker processes, function and tasks must be importable and picklable."""


@contextmanager
def crew(jobs: int, size: int) -> Iterator[Run]:
    """Yield a `Run` with `jobs` processes; 0 means as many as there are processors and `size` bytes of work deserve.

    `StoreError` when a worker is killed.
    """
    workers = jobs or ((os.cpu_count() or 1) if size > _WORTH_IT else 1)
    thresholds = gc.get_threshold()
    gc.set_threshold(*_COLLECT)
    try:
        if workers < 2:
            yield _here
        else:
            with _pool(workers) as pool:
                yield _Crew(pool, workers * _AHEAD)
    finally:
        gc.set_threshold(*thresholds)


@contextmanager
def _pool(workers: int) -> Iterator["ProcessPoolExecutor"]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield pool
    except BrokenProcessPool as error:
        hint = "run the same command again; with `--jobs 1` when it happens again"
        raise StoreError("a worker process ended before its work was done", hint=hint) from error
    finally:
        pool.shutdown(cancel_futures=True)


class _Crew:
    """A `Run` over a pool, which is never given more than a window of the tasks at a time."""

    def __init__(self, pool: "ProcessPoolExecutor", window: int) -> None:
        self._pool = pool
        self._window = window

    def __call__(
        self, function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]
    ) -> Iterator[Result]:
        waiting: deque[Future[Result]] = deque()
        for number in range(len(tasks)):
            while len(waiting) < self._window and number + len(waiting) < len(tasks):
                waiting.append(self._submit(function, tasks[number + len(waiting)]))
            yield waiting.popleft().result()
            done(number + 1)

    def _submit(self, function: Callable[[Task], Result], task: Task) -> "Future[Result]":
        from concurrent.futures.process import BrokenProcessPool

        try:
            with _unseen_main():
                return self._pool.submit(function, task)
        except OSError as error:
            # Submitting starts a worker. When another one dies meanwhile, the pool closes the pipes it is handing over.
            raise BrokenProcessPool(str(error)) from error


@contextmanager
def _unseen_main() -> Iterator[None]:
    """Hide the caller's script from a worker that starts: it needs none of it, and importing it would run it again."""
    main = sys.modules["__main__"]
    hidden = {name: getattr(main, name) for name in ("__file__", "__spec__") if getattr(main, name, None) is not None}
    try:
        main.__spec__ = None
        if "__file__" in hidden:
            del main.__file__
        yield
    finally:
        for name, value in hidden.items():
            setattr(main, name, value)


def _here(function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]) -> Iterator[Result]:
    for number, task in enumerate(tasks, 1):
        yield function(task)
        done(number)


def _begin() -> None:
    """Start as a worker: leave the terminal's interrupt to the compiler, and end when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*_COLLECT)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the compiler to end: the pool alone would wait for its next task for ever after a `kill -9`."""
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(0)
