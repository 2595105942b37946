"""Tasks of which nobody knows yet how long they take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from gamebook.job import current
from gamebook.tasks import AnyTask, Failure, Result


def spread(work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]) -> Iterator[tuple[AnyTask, Result | Failure]]:
    """Do tasks by the crew of the job at hand, in any order.

    The first is done in this process, if the crew leaves small work to it: that tells how much work the others are.

    Args:
        work, tasks: as `Crew` has them.

    Raises:
        As `Crew`.
    """
    crew, began = current().crew, time.monotonic()
    first = crew.fit(0.0)
    if first.count == crew.count:
        yield from crew(work, tasks)
        return
    yield from first(work, tasks[:1])
    left = tasks[1:]
    yield from crew.fit(len(left) * (time.monotonic() - began))(work, left)
