"""Run functions over many tasks in worker processes, results in the order of the tasks.

Only the compiler calls it. Little work is done in this process: starting another interpreter costs more than a few
sessions.
"""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_WORTH_IT = 24_000_000
"""Bytes of work below which starting other interpreters costs more than it saves."""
_COLLECT = (200_000, 20, 100)
"""Garbage collection thresholds while compiling: records come in bulk, live long and form no cycles."""


class Run(Protocol):
    """Do `function(task)` for every task, results in order; `done` hears how many are finished."""

    def __call__(
        self, function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]
    ) -> Iterator[Result]:
        """Yield the results. In worker processes, function and tasks must be importable and picklable."""


@contextmanager
def crew(jobs: int, size: int) -> Iterator[Run]:
    """Yield a `Run` with `jobs` processes; 0 means as many as there are processors and `size` bytes of work deserve."""
    workers = jobs or ((os.cpu_count() or 1) if size > _WORTH_IT else 1)
    thresholds = gc.get_threshold()
    gc.set_threshold(*_COLLECT)
    try:
        if workers < 2:
            yield _here
            return
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context, initializer=gc.set_threshold, initargs=_COLLECT) as pool:

            def run(
                function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]
            ) -> Iterator[Result]:
                chunk = max(1, min(8, len(tasks) // (workers * 4)))
                for number, result in enumerate(pool.map(function, tasks, chunksize=chunk), 1):
                    yield result
                    done(number)

            yield run
    finally:
        gc.set_threshold(*thresholds)


def _here(function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]) -> Iterator[Result]:
    for number, task in enumerate(tasks, 1):
        yield function(task)
        done(number)
