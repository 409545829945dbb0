"""Run functions over many tasks in worker processes, results in the order of the tasks.

Only the compiler calls it. Little work is done in this process: starting another interpreter costs more than a few
sessions. A worker ends when its input does, so none outlives the compiler, however that ends.
"""

import gc
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import IO, Any, Protocol, TypeVar

from wikimem.errors import StoreError

Task = TypeVar("Task")
Result = TypeVar("Result")

_WORTH_IT = 24_000_000
"""Bytes of work below which starting other interpreters costs more than it saves."""
_COLLECT = (200_000, 20, 100)
"""Garbage collection thresholds while compiling: records come in bulk, live long and form no cycles."""
_AT_HAND = 2
"""Tasks a worker is given at a time, so that it never waits for us while we are busy with a result."""
_AHEAD = 16
"""Tasks a worker in the crew may be ahead of whoever takes the results: what bounds the results that wait."""
_LENGTH = 8
"""Bytes of the number that comes before each message."""


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
        if workers < 2 or not sys.executable:
            yield _here
        else:
            with _processes(workers) as run:
                yield run
    finally:
        gc.set_threshold(*thresholds)


def serve() -> None:
    """Work as one of a crew: answer the requests on stdin until it ends. What a task prints goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal interrupts the compiler as well, which ends us
    gc.set_threshold(*_COLLECT)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while (request := _receive(requests)) is not None:
        function, task = pickle.loads(request)  # noqa: S301 (from the process that started this one)
        answer: tuple[bool, object]
        try:
            answer = True, function(task)
        except Exception as error:  # noqa: BLE001 (raised again where the result is taken)
            answer = False, error
        try:
            _send(answers, pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
        except BrokenPipeError:
            break  # nobody is left to answer to
    os._exit(0)  # nothing is left to flush, and an orderly exit takes as long as a small session


class _Job:
    """A request on its way through the crew; its answer is None when the worker that took it is gone."""

    __slots__ = ("answer", "request")

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.answer: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()


_Jobs = queue.SimpleQueue[_Job | None]
"""What there is to do, for whoever is free; a None sends one worker home."""


@contextmanager
def _processes(workers: int) -> Iterator[Run]:
    """Yield a `Run` over as many processes, which are gone in the end."""
    jobs: _Jobs = queue.SimpleQueue()
    program = f"import sys; sys.path[:] = {sys.path!r}; from wikimem.workers import serve; serve()"
    command = [sys.executable, "-c", program]
    pipe = subprocess.PIPE
    started = [subprocess.Popen(command, stdin=pipe, stdout=pipe) for _ in range(workers)]
    threads = [threading.Thread(target=_attend, args=(process, jobs), daemon=True) for process in started]
    for thread in threads:
        thread.start()

    def run(function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]) -> Iterator[Result]:
        handed: deque[_Job] = deque()
        waiting = iter(tasks)
        for number in range(1, len(tasks) + 1):
            for task in islice(waiting, workers * _AHEAD - len(handed)):
                handed.append(_Job(pickle.dumps((function, task))))
                jobs.put(handed[-1])
            yield _result(handed.popleft().answer.get())
            done(number)

    try:
        yield run
    except BaseException:
        for process in started:
            process.kill()
        raise
    finally:
        for _ in threads:
            jobs.put(None)
        for thread in threads:
            thread.join()


def _attend(process: subprocess.Popen[bytes], jobs: _Jobs) -> None:
    """Keep one process busy until there is nothing to do or the process is gone."""
    asked: deque[_Job] = deque()
    try:
        with process:
            while True:
                while asked and (len(asked) == _AT_HAND or jobs.empty()):
                    answer = _receive(_pipe(process.stdout))
                    asked.popleft().answer.put(answer)
                try:
                    job = jobs.get(block=not asked)
                except queue.Empty:
                    continue
                if job is None:
                    break
                asked.append(job)
                _send(_pipe(process.stdin), job.request)
            while asked:
                asked.popleft().answer.put(_receive(_pipe(process.stdout)))
    except OSError:
        for job in asked:
            job.answer.put(None)


def _result(answer: bytes | None) -> Any:
    """Return what a task returned, or raise what it raised."""
    if answer is None:
        hint = "run the same command again; with `--jobs 1` when it happens again"
        raise StoreError("a worker process ended before its work was done", hint=hint)
    succeeded, result = pickle.loads(answer)  # noqa: S301 (from the process we started)
    if not succeeded:
        raise result
    return result


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(_LENGTH))
    pipe.write(message)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    """Return the next message, None when no whole one comes any more."""
    length = int.from_bytes(pipe.read(_LENGTH))
    message = pipe.read(length)
    return message if message and len(message) == length else None


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("every worker has both pipes")
    return pipe


def _here(function: Callable[[Task], Result], tasks: Sequence[Task], done: Callable[[int], None]) -> Iterator[Result]:
    for number, task in enumerate(tasks, 1):
        yield function(task)
        done(number)
