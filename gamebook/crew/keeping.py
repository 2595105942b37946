"""A crew that keeps what it finds in a file, and does not do again what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import get_type_hints

from msgspec import Struct

from gamebook.crew.store import Store
from gamebook.tasks import AnyTask, Crew, Failure, Result


class Keeping(Struct, frozen=True):
    """Results are kept as JSON: they are structs of plain values.

    A result with `complete` False is not kept: a limit came first, and another time there may be more.
    """

    crew: Crew
    store: Store

    @property
    def count(self) -> int:
        """How many tasks are done at once."""
        return self.crew.count

    @property
    def here(self) -> int:
        """How many of them share the memory of this machine."""
        return self.crew.here

    def fit(self, seconds: float) -> Crew:
        """The same, with those who should do such work."""
        return Keeping(self.crew.fit(seconds), self.store)

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        """What is known comes first.

        Raises:
            As `Crew`; and UsageError: the file cannot be used any more.
        """
        kind: type[Result] = get_type_hints(work)["return"]
        known = self.store.of(tasks, kind)
        for task in tasks:
            if task.key in known:
                yield task, known[task.key]
        for task, found in self.crew(work, [task for task in tasks if task.key not in known]):
            if not isinstance(found, Failure) and getattr(found, "complete", True):
                self.store.add(task, found)
            yield task, found
