"""A sweep: what is not known yet is worked out, and everything is kept."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gamebook.crew.store import Store
from gamebook.job import Job, current
from gamebook.sweep.task import Found, Task, solve_task
from gamebook.tasks import Crew, Failure


class Swept(Struct, frozen=True):
    """The results of a sweep."""

    rows: tuple[tuple[Task, Found], ...]
    """In the order of the plan."""
    new: int
    """How many of them were worked out now."""

    @property
    def failed(self) -> int:
        """How many have no answer."""
        return sum(bool(found.failure) for _, found in self.rows)


def answers(tasks: Sequence[Task], store: Store) -> dict[str, Found]:
    """What the store knows of some tasks, by key; what failed is not known.

    Raises:
        UsageError: the file cannot be read any more.
    """
    return {key: found for key, found in store.of(tasks, Found).items() if not found.failure}


def sweep(tasks: Sequence[Task], store: Store, crew: Crew, job: Job | None = None) -> Swept:
    """Work out what the store does not know, and keep it; a task that failed before is tried again.

    Tasks with the same key are done once.

    Raises:
        Cancelled: the job was cancelled; what was known by then is in the store.
    """
    with current(job) as at_hand:
        known = answers(tasks, store)
        open_ = list({task.key: task for task in tasks if task.key not in known}.values())
        at_hand.begin("tasks", len(open_))
        for done, (task, answer) in enumerate(crew(solve_task, open_), 1):
            found = Found(failure=answer.why) if isinstance(answer, Failure) else answer
            store.add(task, found)
            known[task.key] = found
            at_hand.step(done)
    return Swept(tuple((task, known[task.key]) for task in tasks), len(open_))
