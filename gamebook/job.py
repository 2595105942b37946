"""Long work: how far it is, and its end before its time.

The job at hand is found by whoever works, however deep (`current`), so that nobody has to hand it on:

    job = Job(print)
    with job:
        gamebook.solve("moat.gbk")      another thread may call job.cancel()

Work looks at its job every few milliseconds. A job that is cancelled raises `Cancelled` there; one that is asked to
`finish` gives the best answer it has, where there is one. The job belongs to the thread, or asyncio task, that entered
it; nothing that other threads could see is changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Self, TypeVar

from msgspec import Struct

from gamebook.errors import Cancelled, OutOfTime, UsageError
from gamebook.limits import time_is_over, within
from gamebook.tasks import ALONE, Crew

EVERY = 0.05
"""Seconds between two reports of one phase, and between two looks while a library works that nobody can interrupt."""
Given = TypeVar("Given")


class Step(Struct, frozen=True):
    """How far a job is."""

    phase: str
    """What is being done, such as "listing states"."""
    done: int
    """How much of it: states, plays, trials."""
    total: int | None = None
    """Out of how many, where that is known."""
    known: object = None
    """What is known of the answer so far; where a book is solved, a `gamebook.News`."""
    part: str = ""
    """Where work has parts, each with phases of its own: which of them this is, such as "changed book 3 of 12"."""
    share: float | None = None
    """Which share of the phase is done, where that is known though nobody knows how much it is in all."""


def _sure(name: str, value: Given, fits: object, wanted: str) -> Given:
    """What is given, if it fits.

    Args:
        name: what it is called.
        value: what is given.
        fits: whether it does.
        wanted: what it should be, in words.

    Raises:
        UsageError: it does not fit.
    """
    if not fits:
        raise UsageError(f"{name} cannot be {value!r}; it is {wanted}")
    return value


class Job:
    """Work that can be watched and cancelled."""

    def __init__(
        self, report: Callable[[Step], None] | None = None, cores: int | None = None, crew: Crew = ALONE
    ) -> None:
        """A job that has not begun.

        Args:
            report: called with the progress, in the thread that works, at most every 50 ms, and when a phase begins or
                more is known. What it raises ends the work.
            cores: how many may work at once; None: all there are. Results are the same, bit for bit.
            crew: who does tasks that do not depend on each other. Results are the same, as above.

        Raises:
            UsageError: one of them is something else.
        """
        is_count = isinstance(cores, int) and not isinstance(cores, bool) and cores > 0
        _sure("report", report, report is None or callable(report), "a function of a gamebook.Step")
        self.cores = _sure("cores", cores, cores is None or is_count, "how many may work at once, at least 1")
        given: object = crew
        does_tasks = callable(given) and hasattr(given, "fit")
        self.crew = _sure("crew", crew, does_tasks, "who does tasks, such as gamebook.Processes(4)")
        self.shown = report is not None
        """Whether somebody sees what is known while it goes on; else nothing is worked out for that alone."""
        self.phase = ""
        self.part = ""
        self.done = 0
        self.total: int | None = None
        self.share: float | None = None
        self.known: object = None
        self._report = report
        self._reported = 0.0
        self._cancelled = False
        self._finishing = False

    def cancel(self) -> None:
        """End the work as soon as may be, without an answer; from any thread."""
        self._cancelled = True

    def finish(self) -> None:
        """End the work as if its time were over, with what is known; from any thread or signal handler."""
        self._finishing = True

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    @property
    def finishing(self) -> bool:
        """Whether `finish` was called."""
        return self._finishing

    def begin(self, phase: str, total: int | None = None) -> None:
        """A phase begins.

        Raises:
            Cancelled: the job was cancelled.
        """
        if (phase, total) != (self.phase, self.total):
            self.phase, self.total, self.done, self.share = phase, total, 0, None
            self._tell()
        self.look()

    def step(self, done: int, share: float | None = None) -> None:
        """So much of the phase is done.

        Args:
            done: how much.
            share: which share of all of it, if that is known without a total.

        Raises:
            Cancelled: the job was cancelled.
        """
        self.done, self.share = done, share
        self.look()

    @contextmanager
    def doing(self, part: str) -> Iterator[None]:
        """Inside, phases are those of a part of the work."""
        before, self.part = self.part, part
        try:
            yield
        finally:
            self.part = before

    def learn(self, known: object) -> None:
        """More is known."""
        self.known = known
        self._tell()

    def look(self) -> None:
        """Go on, or not. In a phase the progress is reported now and then, also where nothing is counted.

        Raises:
            Cancelled: the job was cancelled.
        """
        if self._report is not None and self.phase and time.monotonic() - self._reported >= EVERY:
            self._tell()
        if self._cancelled:
            raise Cancelled

    def _tell(self) -> None:
        if self._report is not None:
            self._reported = time.monotonic()
            self._report(Step(self.phase, self.done, self.total, self.known, self.part, self.share))

    def __enter__(self) -> Self:
        _ENTERED.set((*_ENTERED.get(), self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _ENTERED.set(_ENTERED.get()[:-1])


_ENTERED: ContextVar[tuple[Job, ...]] = ContextVar("jobs", default=())
"""The jobs entered and not left in this thread or task, the one at hand last."""


def current(given: Job | None = None) -> Job:
    """The job at hand; one that nobody watches if there is none.

    Args:
        given: the job of a call; it is for this call what the job at hand is for others.

    Raises:
        UsageError: it is no job.
    """
    if given is not None:
        return _sure("job", given, isinstance(given, Job), "a gamebook.Job")
    entered = _ENTERED.get()
    return entered[-1] if entered else Job()


@contextmanager
def in_time(deadline: float | None) -> Iterator[None]:
    """Inside, `look` ends work when a `time.monotonic()` has come, or when the job at hand is to finish."""
    job = current()
    with within(deadline, lambda: job.finishing):
        yield


def look() -> None:
    """Go on, or not: called between two steps of long work, every few milliseconds.

    Raises:
        Cancelled: the job at hand was cancelled.
        OutOfTime: there is no time for the next step (`limits.within`).
    """
    entered = _ENTERED.get()
    if entered:
        entered[-1].look()
    if time_is_over():
        raise OutOfTime
