"""How much work may take: states, memory and time; and the time that holds for the work at hand, however deep it is.

    with within(limits.deadline(began)):
        work()      `job.look`, called in it every few milliseconds, ends it then

The time belongs to the thread, or asyncio task, that set it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct
from msgspec.structs import replace

MOST_PLAYS = 10**12
"""The most plays that are simulated."""
LISTED = 100_000
"""States that are listed one by one to solve a book; a larger one is solved in arrays."""
LONGEST_LIST = 12_000_000
"""States that are listed of a book that is solved more than once, where nobody gave a limit."""
MOST_FOLLOWED = 2_000_000
"""The most states of a whole book that are listed to follow other play than the best: by a strategy, by advice, or at
random."""


class Limits(Struct, frozen=True):
    """Where a solve gives up: what is over the limit is left out, and the answer becomes a bracket."""

    states: int | None = None
    memory: int | None = None
    """Bytes for everything that the answer needs: states, values, and reports of them."""
    seconds: float | None = None
    longest: int | None = None
    """The most states that are listed; None: as many as there may be. Arrays may have more."""

    @property
    def listed(self) -> int | None:
        """The most states that a list may have."""
        return self.states if self.longest is None else self.at_most(self.longest).states

    def since(self, began: float) -> Limits:
        """What is left of them for work that began at a `time.monotonic()`."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, began + self.seconds - time.monotonic()))

    def deadline(self, began: float) -> float | None:
        """The `time.monotonic()` at which work ends that began at another; None: no time is set."""
        return None if self.seconds is None else began + self.seconds

    def at_most(self, states: int) -> Limits:
        """The same with no more than so many states."""
        return replace(self, states=states if self.states is None else min(states, self.states))

    def share(self, parts: int) -> Limits:
        """The same with one of so many equal parts of the time."""
        return self if self.seconds is None else replace(self, seconds=self.seconds / parts)

    def in_several_ways(self) -> Limits:
        """The same for each of several ways of playing: without a limit of states, no list may be very long."""
        return self if self.states is not None else replace(self, longest=LONGEST_LIST)


NO_LIMITS = Limits()

STATES_FOR_ADVICE = 3_000_000
"""Advice during a play, and hints on a page to play, are for books with at most so many states."""


@contextmanager
def within(deadline: float | None, stop: Callable[[], bool] | None = None) -> Iterator[None]:
    """Inside, `job.look` ends work when a `time.monotonic()` has come, or `stop` says so."""
    token = _TIME.set(_Time(deadline, stop, _TIME.get()))
    try:
        yield
    finally:
        _TIME.reset(token)


@contextmanager
def begun_before(deadline: float | None) -> Iterator[None]:
    """Inside, tasks that keep a limit of their own must have been begun by somebody before a `time.monotonic()`.

    In processes of this machine they end by then as well, however late these began.
    """
    token = _BEGIN.set(deadline)
    try:
        yield
    finally:
        _BEGIN.reset(token)


def end_of_beginning() -> float | None:
    """The `time.monotonic()` that `begun_before` gave for the work at hand; None: there is none."""
    return _BEGIN.get()


def too_late_to_begin() -> bool:
    """Whether that has come."""
    deadline = end_of_beginning()
    return deadline is not None and time.monotonic() > deadline


def time_is_over() -> bool:
    """Whether what `within` was told for the work at hand has come."""
    limit = _TIME.get()
    return limit is not None and limit.over


class _Time(Struct, frozen=True):
    """When work is broken off."""

    deadline: float | None
    stop: Callable[[], bool] | None
    around: _Time | None
    """What holds while `stop` is asked, which may look itself."""

    @property
    def over(self) -> bool:
        if self.deadline is not None and time.monotonic() > self.deadline:
            return True
        if self.stop is None:
            return False
        token = _TIME.set(self.around)
        try:
            return self.stop()
        finally:
            _TIME.reset(token)


_TIME: ContextVar[_Time | None] = ContextVar("time", default=None)
_BEGIN: ContextVar[float | None] = ContextVar("begin", default=None)
