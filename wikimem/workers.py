"""Run a function over many tasks in worker processes, results in the order of the tasks.

Only the compiler calls it. Few tasks are done in this process: starting another interpreter costs more than one session.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_FEW = 8
"""Fewer tasks than this are not worth a second process."""


def run_all(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, done: Callable[[int], None]) -> Iterator[Result]:
    """Yield `function(task)` for every task, in order; `jobs` processes, 0 for one a processor.

    `done` hears how many are finished. The function and the tasks must be importable and picklable.
    """
    workers = min(jobs or os.cpu_count() or 1, len(tasks))
    if workers < 2 or (not jobs and len(tasks) < _FEW):
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
