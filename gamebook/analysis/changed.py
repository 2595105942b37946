"""Books with changed numbers, solved one by one: what each of them is worth."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.effects import Numbered
from gamebook.errors import LimitReached, OutOfTime
from gamebook.job import in_time
from gamebook.resolve.numbers import Number

Key = tuple[tuple[Number, int], ...]
"""Numbers, and the values that they get."""


class Changed(Struct, frozen=True):
    """A book with changed numbers."""

    changes: Key
    hero: str | None = None
    """The name of the hero for whom it is solved; None: the one that was given."""


class Outcome(Struct, frozen=True):
    """What a changed book is worth to the reader, or why that is not known."""

    value: Bracket | None = None
    error: str = ""
    """The error that the book would have."""
    limit: str = ""
    """Which limit came first."""
    over: bool = False
    """Whether that was the time."""

    @property
    def complete(self) -> bool:
        """Whether no limit came first."""
        return not self.limit


OUT_OF_TIME = Outcome(limit="the time was over", over=True)
Solver = Callable[[Sequence[Changed], Callable[[int], str]], Mapping[Changed, Outcome]]
"""Solves changed books; is also told what to call the solve of the first, of the second, … while it goes on."""


def outcome(subject: Numbered, changed: Changed) -> Outcome:
    """What a changed book is worth to the reader of the unchanged one."""
    one = subject if changed.hero is None else replace(subject, hero=changed.hero)
    changes = dict(changed.changes)
    new: list[str] = []
    try:
        with in_time(subject.deadline):
            found = one.solved(changes)
            # For a hero with a name only books are solved that were found to be right before.
            if found is not None and changes and changed.hero is None:
                new = sorted(one.stuck_in(found[0], changes) - one.stuck)
    except LimitReached as error:
        over = isinstance(error, OutOfTime) or (subject.deadline is not None and time.monotonic() >= subject.deadline)
        return OUT_OF_TIME if over else Outcome(limit=str(error))
    if new:
        return Outcome(error=f"the book would have an error: a reader could be stuck in chapter {new[0]}")
    if found is not None:
        return Outcome(proven(*found))
    wrong = subject.pages.error_with(changes)
    assert wrong is not None, "a book without errors can be solved"
    return Outcome(error=f"the book would have an error: {wrong.message}")
