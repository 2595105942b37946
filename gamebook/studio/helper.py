"""One of the processes that work for the pages: it does what the server asks of it, task after task."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue

from gamebook.crew.helper import listen_to
from gamebook.errors import BookHasErrors, Cancelled, GamebookError, LimitReached
from gamebook.job import Job, Step
from gamebook.project import Project
from gamebook.recent import Recent
from gamebook.studio.bench import Bench, Json, Task

KEPT = 4
"""Books that a process keeps in mind, with what it knows of them: those that it worked on last."""
NEEDED = (
    "gamebook.studio.panels",
    "gamebook.reading",
    "gamebook.verbs",
    "gamebook.lint",
    "gamebook.solver.solving",
    "gamebook.report.solution",
    "gamebook.render.layout",
    "networkx",
)
"""The modules without which it can do nothing, and that take long to import."""
OFTEN = 0.1
"""Seconds between two messages on how far a task is."""


def serve(connection: Connection) -> None:
    """Do what is asked for until the server is gone."""
    tasks: SimpleQueue[Task] = SimpleQueue()
    jobs: dict[int, Job] = {}

    def heard(message: Task | int) -> None:
        if isinstance(message, Task):
            jobs[message.number] = Job(_reporter(connection, message.number))
            tasks.put(message)
        elif (job := jobs.get(message)) is not None:
            job.cancel()

    listen_to(connection, heard)
    for module in NEEDED:  # while nobody waits
        import_module(module)
    from gamebook.studio.panels import WORK  # noqa: PLC0415 - as above

    benches: Recent[str, Bench] = Recent(KEPT)
    while True:
        task = tasks.get()
        kind, said = _done(WORK, _bench(benches, task), task, jobs[task.number])
        del jobs[task.number]
        connection.send((kind, task.number, said))


def _done(work: Mapping[str, Callable[[Bench, Json], Json]], bench: Bench, task: Task, job: Job) -> tuple[str, Json]:
    """How a task ended, and its answer or what went wrong. Numbers that JSON cannot say are None in the answer."""
    from gamebook.render.data import finite  # noqa: PLC0415 - the server's own process needs nothing that draws

    try:
        with job:
            return "answer", finite(work[task.work](bench, task.given))
    except Cancelled:
        return "cancelled", "cancelled"
    except BookHasErrors as error:
        return "book", str(error)
    except LimitReached as error:
        return "limit", str(error)
    except GamebookError as error:
        return "usage", str(error)
    except Exception as error:  # noqa: BLE001 - a bug in one panel must not end the others
        return "bug", one_line(error)


def one_line(error: Exception) -> str:
    """What a bug says of itself."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _reporter(connection: Connection, number: int) -> Callable[[Step], None]:
    """Tells the page how far a task is, not too often."""
    last, phase = 0.0, ""

    def report(step: Step) -> None:
        nonlocal last, phase
        now = time.monotonic()
        if step.phase != phase or now - last >= OFTEN:
            last, phase = now, step.phase
            connection.send(("progress", number, {"phase": step.phase, "done": step.done, "total": step.total}))

    return report


def _bench(benches: Recent[str, Bench], task: Task) -> Bench:
    """The book of a task with its texts; what was found out about the same texts before is remembered."""
    bench = benches.get(task.main, lambda: Bench(Project(task.main), {}))
    bench.project.changed()
    for path, text in task.texts.items():
        bench.project.edit(path, text)
    return bench
