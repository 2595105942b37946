"""Work that may be done elsewhere: tasks, which are plain values, and the crew that does them.

A task is text and numbers, so it can go to another process or to another machine. Whoever has many tasks gives them to
the crew of the job at hand (`job.current().crew`), and does not know who that is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol, TypeVar

from msgspec import Struct


class Task(Protocol):
    """Something to be worked out."""

    @property
    def key(self) -> str:
        """A digest of all that the result depends on."""

    @property
    def label(self) -> Mapping[str, str | int]:
        """What it is, for people: values by name."""

    @property
    def seconds(self) -> float | None:
        """The limit of time that the work itself keeps; None: there is none."""


class Failure(Struct, frozen=True):
    """Why a task has no result."""

    why: str


AnyTask = TypeVar("AnyTask", bound=Task)
Result = TypeVar("Result", bound=Struct)


class Crew(Protocol):
    """Does tasks."""

    @property
    def count(self) -> int:
        """How many tasks it does at once."""

    @property
    def here(self) -> int:
        """How many of them share the memory of this machine."""

    def fit(self, seconds: float) -> Crew:
        """Who should do work that would take so long in this process: where it is little, this process alone."""

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        """Do tasks, in any order. Two tasks with the same key are done twice.

        Args:
            work: does one task; a function of a module, so that another process finds it by its name.
            tasks: what is to be done.

        Raises:
            Cancelled: the job at hand was cancelled.
            OutOfTime: the time was over (`limits.within`).
        """


class Alone(Struct, frozen=True):
    """A crew of one: this process. What the work raises is raised here."""

    count: int = 1
    here: int = 1

    def fit(self, seconds: float) -> Crew:
        """Whatever the work is."""
        del seconds
        return self

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        """Do one task after another; each when its result is asked for."""
        for task in tasks:
            yield task, work(task)


ALONE = Alone()


def digest(parts: Mapping[str, object]) -> str:
    """The key of a task that is made of these values, as JSON has them; another version of gamebook has other keys."""
    text = json.dumps({**parts, "gamebook": _version()}, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - slow, and wanted only where there are tasks

    return version("gamebook")
