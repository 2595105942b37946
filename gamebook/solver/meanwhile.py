"""What a second thread finds out about a large book, by playing it, while its states are listed and arranged.

The thread plays at random first; then a reader practises, and then it looks for bounds of good play. A book that is
solved soon never needs it. Where there is only one core, nothing is done until listing and arranging have failed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Event, Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec.structs import replace

from gamebook.errors import OutOfTime
from gamebook.job import EVERY, Job, look
from gamebook.limits import Limits
from gamebook.solver.watch import Watch
from gamebook.threads import beside

if TYPE_CHECKING:
    from gamebook.solver.good_play import GoodPlay

EARLY = 0.4
"""Seconds after which random plays are simulated, and a reader practises, if it is seen or may be all that is known at
the deadline."""
SOON = 0.1
"""The share of the time, where it is limited, after which they begin at the latest."""
AFTER = 4.0
"""Seconds after which bounds of good play are looked for, unless it seems by then that all will be known soon."""
MEANWHILE = 0.15
"""The share of the memory that is for this while the book is being arranged."""
SEEKING = 10.0
"""Seconds for which good play alone is looked for, where time is not limited."""
ANSWERING = 0.5
"""Seconds before a deadline at which looking for good play ends: room for states grows in steps that take a while."""
MOST_PRACTISING = 0.5
"""The share of the memory that a reader may hold who practises."""
LEAST_BYTES = 96 << 20
"""With fewer bytes for an answer, good play is not looked for: what it needs besides its states would take more."""
MOST_BYTES = 3 << 30
"""Memory for states of which good play is looked for, where no limit is given."""

Result = TypeVar("Result")


class Once(Generic[Result]):
    """What two threads need: the first that asks works it out, and the other waits."""

    def __init__(self, work: Callable[[], Result]) -> None:
        """Nothing is worked out yet."""
        self._lock = Lock()
        self._work: Callable[[], Result] | None = work
        self._results: list[Result] = []

    def __call__(self) -> Result:
        """The result.

        Raises:
            OutOfTime: the first that asked was interrupted, or there is no time to wait for it.
        """
        while not self._lock.acquire(timeout=EVERY):
            look()
        try:
            work, self._work = self._work, None
            if work is not None:
                self._results.append(work())
            if not self._results:
                raise OutOfTime
            return self._results[0]
        finally:
            self._lock.release()


class Meanwhile:
    """The second thread."""

    def __init__(self, watch: Watch, good: GoodPlay | None, memory: int | None) -> None:
        """Nothing has begun.

        Args:
            watch: of the thread that solves the book.
            good: looks for good play; None where only random plays are wanted.
            memory: bytes for the whole of solving.
        """
        self._watch, self._good = watch, good
        self._all = MOST_BYTES if memory is None else memory
        self._bytes = MEANWHILE * self._all
        self._seeks = good is not None and self._all >= LEAST_BYTES
        self._practising = 0
        """Bytes that the reader holds who practises."""
        self._own = Watch(
            deadline=watch.deadline, low=watch.low, high=watch.high, news=None, job=Job(cores=1), whole=watch.job
        )
        self._until = inf if watch.deadline is None else watch.deadline - ANSWERING
        self._hurry, self._done = Event(), Event()
        self._wait: Callable[[], None] | None = None

    @contextmanager
    def begun(self) -> Iterator[None]:
        """Inside, the thread works, and the watch hears of what it finds."""
        if self._watch.job.cores == 1:
            yield
            return
        self._watch.other = self._own
        with beside(self._work) as self._wait:
            try:
                yield
            finally:
                self._watch.other = None
                self._own.job.finish()
                self._own.job.cancel()
                self._hurry.set()

    def go_on(self) -> None:
        """Look for good play with all memory and all cores, while the thread that solves the book waits."""
        if not self._seeks:
            return
        watch = self._watch
        began = time.monotonic()
        until = began + SEEKING if watch.deadline is None else self._until
        watch.begin("looking for good play")
        self._bytes = self._all
        if self._wait is None or self._own.job.finishing:
            if self._good is not None:
                self._good.seek(watch, self._allowed, until)
            return
        self._own.job.cores = watch.job.cores
        self._hurry.set()
        while not (watch.over or time.monotonic() > until or watch.close):
            watch.count(self._own.job.done, (time.monotonic() - began) / max(until - began, EVERY))
            if self._done.wait(EVERY):
                self._wait()
                break
        watch.hear()

    def within(self, limits: Limits, held: int) -> Limits:
        """The limits, with the memory that the thread has that solves the book: it holds so many bytes already."""
        if limits.memory is None:
            return limits
        beside = 0.0 if self._wait is None else max(self._bytes, self._practising)
        return replace(limits, memory=max(0, int(self._all - beside) - held))

    def _allowed(self) -> float:
        return self._bytes

    def _work(self, _go_on: Callable[[float], None]) -> None:
        watch, own = self._watch, self._own
        try:
            with own.job:
                seen = watch.job.shown or watch.deadline is not None
                left = inf if watch.deadline is None else watch.deadline - time.monotonic()
                self._hurry.wait(min(EARLY if seen else AFTER, max(0.0, SOON * left)))
                first_look = watch.first_look  # the other thread forgets it when it has looked
                if first_look is not None and not own.over:
                    own.sample = first_look()
                needs = 0 if self._good is None or own.over else self._good.bytes
                if self._good is not None and not own.over and needs <= MOST_PRACTISING * self._all:
                    self._practising = needs
                    self._good.practise(own)
                self._hurry.wait(max(0.0, watch.began + AFTER - time.monotonic()))
                if self._good is not None and self._seeks and not own.over:
                    self._good.seek(own, self._allowed, self._until)
        finally:
            self._done.set()
