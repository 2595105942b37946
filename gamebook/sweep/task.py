"""One variant of a book, and what is found out about it. Both are plain values that travel between machines."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import Cancelled, GamebookError
from gamebook.project import Project
from gamebook.tasks import digest
from gamebook.verbs.book_task import Texts, digest_of_texts, project_of

if TYPE_CHECKING:
    from gamebook.analysis.difficulty import Difficulty


class Task(Struct, frozen=True, dict=True):
    """A variant of a book: its text, and for whom it is solved."""

    axes: tuple[tuple[str, str | int], ...]
    """What the plan calls this variant: for each axis its value, a number on an axis of numbers. It does not change the
    result."""
    main: str
    """The book's file, by its path from the book's folder."""
    texts: Texts
    aim: str = "win"
    """What the book is played for, as its text says: `win` or `score`. In a campaign every book is to be won."""
    then: tuple[str, ...] = ()
    """In a campaign, the files of the books that follow, in order."""
    settings: tuple[tuple[str, int], ...] = ()
    hero: tuple[tuple[str, int], ...] = ()
    """As `--hero` takes it; a name such as `weak` has the value 1."""
    reader: str = "best"
    strategy: str = ""
    """Played in place of best play; empty: none."""
    seconds: float | None = None
    """The limit for this task."""
    states: int | None = None
    memory: int | None = None
    """Bytes for the answer."""

    @cached_property
    def key(self) -> str:
        """A digest of all that the result depends on, the version of gamebook included."""
        parts = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ("axes", "aim")}
        return digest({**parts, "texts": digest_of_texts(self.texts)})

    @property
    def label(self) -> Mapping[str, str | int]:
        """What the plan calls it."""
        return dict(self.axes)


class Found(Struct, frozen=True):
    """What came of a task."""

    low: float | None = None
    """Bounds of what the reader gets: a chance to win, or points. None: nothing is known."""
    high: float | None = None
    states: int | None = None
    price: float | None = None
    """How far this reader stays behind best play; None: not asked, or not known."""
    luck: float | None = None
    """The share of winning that dice decide; None: as above, or the book is played for points."""
    seconds: float = 0.0
    failure: str = ""
    """Why there is no value; a later run tries again."""

    def __post_init__(self) -> None:
        """A row of a file that says nothing is none."""
        if not self.failure and (self.low is None or self.high is None):
            raise ValueError("neither a value nor a failure")


def solve_task(task: Task) -> Found:
    """Solve one variant. Why there is no answer stands in `failure`.

    Raises:
        Cancelled: the job was cancelled.
    """
    began = time.monotonic()
    try:
        if task.then:
            found = _campaign(task)
        else:
            found = _value(task) if task.reader in ("best", "random") or task.strategy else _reader(task)
    except Cancelled:
        raise
    except GamebookError as error:
        found = Found(failure=" ".join(str(error).split()))
    return replace(found, seconds=time.monotonic() - began)


def _value(task: Task) -> Found:
    """Best play, the random reader, or a strategy: bounds, where the book is too large."""
    known = _difficulty(task)
    value = known.uniform if task.reader == "random" and not task.strategy else known.best
    if value is None:
        return Found(states=known.states, failure="the book is too large for the random reader")
    return Found(value.low, value.high, known.states)


def _difficulty(task: Task) -> Difficulty:
    """What is known of best play, or of a strategy, and of the random reader; of a draft as it is now."""
    from gamebook.verbs import solve  # noqa: PLC0415 - a plan is read without what solves

    solution = solve(
        _project(task), dict(task.hero) or None, policy=task.strategy or None, settings=dict(task.settings),
        timeout=task.seconds, limit_states=task.states, limit_memory=task.memory,
    )  # fmt: skip
    return solution.as_written


def _campaign(task: Task) -> Found:
    """Books played one after another by best play: bounds."""
    from gamebook.verbs import campaign  # noqa: PLC0415 - as above

    books = [_project(replace(task, main=main)) for main in (task.main, *task.then)]
    found = campaign(
        books, dict(task.hero) or None, timeout=task.seconds, limit_states=task.states, limit_memory=task.memory
    )
    return Found(found.best.low, found.best.high, sum(stage.states for stage in found.stages))


def _reader(task: Task) -> Found:
    """A reader who errs."""
    from gamebook.analysis.by_chance import has_shares  # noqa: PLC0415 - as above
    from gamebook.verbs import readers  # noqa: PLC0415

    began, project = time.monotonic(), _project(task)
    (row,) = readers(
        project, dict(task.hero) or None, [task.reader], settings=dict(task.settings), timeout=task.seconds,
        limit_states=task.states, limit_memory=task.memory,
    )  # fmt: skip
    price: float | None = row.price
    if has_shares(project.book):  # best play knows every option, and no reader does: not even the best one
        left = None if task.seconds is None else max(0.0, task.seconds - (time.monotonic() - began))
        known = _difficulty(replace(task, seconds=left))
        price = known.best.middle - row.value.middle if known.settled else None
    luck = _known(row.luck) if project.book.aim == "win" else None  # of points there is no share of luck
    return Found(row.value.low, row.value.high, price=_known(price), luck=luck)


def _known(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _project(task: Task) -> Project:
    return project_of(task.main, task.texts)
