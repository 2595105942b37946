"""Processes of this machine that do tasks. One that ends is replaced, and its task is tried again.

One that is still at a task long after the limit of that task is ended; the task has failed then, for it would take as
long again.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from msgspec import Struct

from gamebook.job import look
from gamebook.sweep.task import Found, Task, solve_task

TRIES = 3
"""How often a task is tried whose process ends."""
PATIENCE = 0.1
"""Seconds between two looks at the clock and for Ctrl-C."""
LATE = 10.0
"""Seconds beyond its limit after which a process is taken for stuck."""


class _Worker(Struct):
    process: BaseProcess
    connection: Connection
    task: Task | None = None
    since: float = 0.0

    def is_stuck(self) -> bool:
        """Whether the task takes longer than its own limit allows, and some more."""
        limit = self.task.seconds if self.task is not None else None
        return limit is not None and time.monotonic() - self.since > 1.5 * limit + LATE


def in_processes(tasks: Sequence[Task], count: int) -> Iterator[tuple[Task, Found]]:
    """Do tasks in some processes, no more than there are tasks; results come in the order in which they are found.

    Raises:
        Cancelled: the job was cancelled; no process is left.
    """
    left, tries = deque(tasks), Counter[str]()
    workers: list[_Worker] = []
    try:
        while left or any(worker.task for worker in workers):
            while len(workers) < min(count, len(left) + sum(worker.task is not None for worker in workers)):
                workers.append(_begin())
            for worker in workers:
                if worker.task is None and left:
                    worker.task, worker.since = left.popleft(), time.monotonic()
                    with suppress(OSError):  # it has just ended, which is noticed below
                        worker.connection.send(worker.task)
            look()
            ready = wait([worker.connection for worker in workers], PATIENCE)
            heard = [worker for worker in workers if worker.connection in ready]
            stuck = [worker for worker in workers if worker.connection not in ready and worker.is_stuck()]
            for worker in heard + stuck:
                task, found = worker.task, None
                if worker in heard:
                    with suppress(EOFError, OSError):
                        found = worker.connection.recv()
                if task is None or found is None:
                    _end(worker)
                    workers.remove(worker)
                worker.task = None
                if task is None:
                    continue
                if worker in stuck:
                    found = Found(failure=f"it went far over its limit of {task.seconds:g} seconds and was stopped")
                elif found is None:
                    tries[task.key] += 1
                    if tries[task.key] < TRIES:
                        left.append(task)
                        continue
                    found = Found(failure=f"its process ended {TRIES} times: out of memory, perhaps")
                yield task, found
    finally:
        for worker in workers:
            _end(worker)


def _begin() -> _Worker:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there,), daemon=True, name="gamebook sweep")
    with _undisturbed():
        process.start()
    there.close()
    return _Worker(process, here)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals wait: a process that is half begun would complain. Begun so, it hears none, and is killed at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.connection.close()


def _serve(connection: Connection) -> None:
    """Do one task after another until nobody asks any more."""
    with suppress(EOFError, OSError, KeyboardInterrupt):  # whoever began this process tells of Ctrl-C
        while True:
            connection.send(solve_task(connection.recv()))
