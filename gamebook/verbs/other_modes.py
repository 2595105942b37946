"""Modes of a book as tasks: a crew solves them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.habit import Habit, Question
from gamebook.analysis.modes import ModeRow, Others, Variant, in_mode
from gamebook.graph.until import cut_at
from gamebook.job import current
from gamebook.limits import LISTED, Limits, begun_before
from gamebook.model.step import Mode
from gamebook.srr import Luckless
from gamebook.tasks import Alone, Crew
from gamebook.verbs.book_task import BookTask, as_text, done
from gamebook.verbs.request import Request

MORE = 4.0
"""Other modes may take so many times as long as dice: their accounts are part of every state. How many states there are
is only known afterwards."""


class OtherMode(BookTask, frozen=True, kw_only=True, dict=True):
    """A book in the mode of its options, once another mode is solved."""

    habit: tuple[tuple[str, Question | int], ...]
    """Best play of the other mode: some thousand questions at most."""

    @property
    def label(self) -> Mapping[str, str | int]:
        """The mode."""
        return {"mode": str(self.options.mode)}


class Solved(Struct, frozen=True):
    """What came of it."""

    row: ModeRow
    short: bool
    """Whether memory was the limit that came first."""


def other_mode(task: OtherMode) -> Solved:
    """Solve the book in that mode."""
    request = task.request()
    mode = cast("Mode", task.options.mode)
    found = in_mode(mode, variant(request), dict(task.habit), request.limits, LISTED)
    return Solved(found.row, found.short)


def variant(request: Request) -> Variant:
    """A book with its mode carried out, and the hero.

    Raises:
        BookHasErrors, UsageError: as `compare`.
    """
    model, given = request.for_hero()
    luckless = request.edition.luckless
    assert luckless is not None
    return Luckless(cut_at(model, request.options.until), luckless.notes), given


def by_crew(request: Callable[[Mode], Request]) -> Others:
    """Modes are solved by the crew of the job at hand, where they seem to be large.

    Args:
        request: the book in a mode.
    """

    def others(
        left: Sequence[Mode], known: Habit, seconds: float, limits: Limits
    ) -> Iterator[tuple[Mode, ModeRow | None]] | None:
        crew = current().crew.fit(MORE * seconds * len(left))
        if isinstance(crew, Alone):
            return None
        requests = [request(mode) for mode in left]
        for each in requests:
            each.for_hero()  # what is wrong with a mode is said here, as if it were solved here
        return _rows(crew, requests, known, limits)

    return others


def _rows(
    crew: Crew, requests: Sequence[Request], known: Habit, limits: Limits
) -> Iterator[tuple[Mode, ModeRow | None]]:
    """The modes of some requests.

    Those that are solved at the same time share the memory. Where that was too little, the row is None. If there is a
    limit of time, they are solved in rounds, so that one round has what another did not need.
    """
    count, began = min(crew.count, len(requests)), time.monotonic()
    size = len(requests) if limits.seconds is None else count
    memory = None if limits.memory is None else limits.memory // count
    main, texts = as_text(requests[0].edition)
    for first in range(0, len(requests), size):
        seconds = limits.since(began).share(ceil((len(requests) - first) / size)).seconds
        asked = [
            OtherMode(
                main=main,
                texts=texts,
                options=replace(each.options, limits=replace(limits, memory=memory, seconds=None)),
                seconds=seconds,
                habit=tuple(known.items()),
            )
            for each in requests[first : first + size]
        ]
        answers = crew(other_mode, asked)
        for _ in asked:
            with begun_before(limits.deadline(began)):
                _, found = next(answers)
            solved = done(found)
            yield solved.row.mode, None if solved.short and count > 1 else solved.row
