"""Run a function over many tasks in worker processes, results in the order of the tasks.

Only the compiler calls it. Little work is done in this process: starting another interpreter costs more than a few sessions.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_WORTH_IT = 24_000_000
"""Bytes of work below which starting other interpreters costs more than it saves."""


def run_all(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, size: int, done: Callable[[int], None]
) -> Iterator[Result]:
    """Yield `function(task)` for every task, in order; `jobs` processes, 0 for as many as `size` bytes of work deserve.

    `done` hears how many are finished. The function and the tasks must be importable and picklable.
    """
    workers = min(jobs or (os.cpu_count() or 1 if size > _WORTH_IT else 1), len(tasks))
    if workers < 2:
        for number, task in enumerate(tasks, 1):
            yield function(task)
            done(number)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    chunk = max(1, min(8, len(tasks) // (workers * 4)))
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        for number, result in enumerate(pool.map(function, tasks, chunksize=chunk), 1):
            yield result
            done(number)
