"""Processes of this machine that do tasks. One that ends is replaced, and its task is tried again.

One that is still at a task long after the limit of that task is ended; the task has failed then, for it would take as
long again.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self, cast

from msgspec import Struct
from msgspec.structs import replace

from gamebook.crew.apart import apart
from gamebook.crew.helper import begin
from gamebook.errors import UsageError
from gamebook.job import look
from gamebook.limits import end_of_beginning
from gamebook.process import machine_memory, peak_memory
from gamebook.tasks import ALONE, AnyTask, Crew, Failure, Result, Task

TRIES = 3
"""How often a task is tried whose process ends."""
PATIENCE = 0.1
"""Seconds between two looks at the clock and for Ctrl-C."""
LATE = 10.0
"""Seconds beyond its limit after which a process is taken for stuck."""
SHARE = 0.8
"""The part of the machine's memory that processes may take together."""
WORTH = 4.0
"""Work that takes fewer seconds is for one process: another one must first begin, and read the book."""


class _Worker(Struct):
    process: BaseProcess
    connection: Connection
    task: Task | None = None
    since: float = 0.0

    def is_stuck(self) -> bool:
        """Whether the task takes longer than its own limit allows, and some more."""
        limit = self.task.seconds if self.task is not None else None
        return limit is not None and time.monotonic() - self.since > 1.5 * limit + LATE


class Processes:
    """A crew of processes. They begin when there is work for them, wait for more, and end when the block is left.

    with Processes(4) as crew:
        for task, found in crew(work, tasks):
            …
    """

    def __init__(self, count: int) -> None:
        """None has begun.

        Args:
            count: the most that work at once; each has its part of the machine's cores.

        Raises:
            UsageError: it is no whole number, or below 1.
        """
        given: object = count
        if not isinstance(given, int) or isinstance(given, bool) or given < 1:
            raise UsageError(f"count cannot be {count!r}; it is how many processes there are, at least 1")
        self.count = self.here = count
        self._idle: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        while self._idle:
            _end(self._idle.pop())

    def fit(self, seconds: float) -> Crew:
        """These processes, if there are several, and there is enough for them to do."""
        return self if self.count > 1 and seconds >= WORTH else ALONE

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        """Results come in the order in which they are found.

        Raises:
            Cancelled: the job was cancelled; no process is at work any more.
            OutOfTime: the time was over; as above.
        """
        left, tries = deque(tasks), Counter[str]()
        most = min(self.count, _room())
        busy: list[_Worker] = []
        cores = max(1, (os.cpu_count() or 1) // min(most, max(1, len(tasks))))
        try:
            while left or busy:
                while left and len(busy) < most:
                    worker = self._idle.pop() if self._idle else _Worker(*begin(_serve, "gamebook crew"))
                    busy.append(worker)
                    worker.task, worker.since = left.popleft(), time.monotonic()
                    with suppress(OSError):  # it has just ended, which is noticed below
                        worker.connection.send((work, worker.task, cores, end_of_beginning()))
                look()
                ready = wait([worker.connection for worker in busy], PATIENCE)
                for worker in [each for each in busy if each.connection in ready or each.is_stuck()]:
                    busy.remove(worker)
                    task: Any = worker.task
                    found = self._heard(worker) if worker.connection in ready else _stuck(worker)
                    if found is None:
                        tries[task.key] += 1
                        if tries[task.key] < TRIES:
                            left.append(task)
                            continue
                        found = Failure(f"its process ended {TRIES} times: out of memory, perhaps")
                    yield task, found
        finally:
            for worker in busy:
                _end(worker)

    def _heard(self, worker: _Worker) -> Any | None:  # noqa: ANN401 - a result, or a failure
        """What a process has to say, which then waits for more; None where it has ended."""
        try:
            found = worker.connection.recv()
        except (EOFError, OSError):
            _end(worker)
            return None
        worker.task = None
        self._idle.append(worker)
        return found


def _room() -> int:
    """How many processes may work at once, if each takes as much memory as this one has taken so far."""
    own, all_ = peak_memory(), machine_memory()
    return max(1, int(SHARE * all_ / own)) if own and all_ else 1 << 30


def _stuck(worker: _Worker) -> Failure:
    assert worker.task is not None
    assert worker.task.seconds is not None
    _end(worker)
    return Failure(f"it went far over its limit of {worker.task.seconds:g} seconds and was stopped")


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.connection.close()


def _serve(connection: Connection) -> None:
    """Do one task after another until nobody asks any more."""
    with suppress(EOFError, OSError, KeyboardInterrupt):  # whoever began this process tells of Ctrl-C
        while True:
            work, task, cores, until = connection.recv()
            connection.send(apart(work, in_time(task, until), cores))


def in_time(task: AnyTask, until: float | None) -> AnyTask:
    """A task that ends before a `time.monotonic()`, which all processes of a machine share; None: by its own limit.

    A process takes a second or more to begin, on a busy machine, and a task counts its time from then on.
    """
    if until is None or task.seconds is None:
        return task
    given: Any = task
    return cast("AnyTask", replace(given, seconds=min(task.seconds, max(0.0, until - time.monotonic()))))
