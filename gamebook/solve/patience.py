"""Work that looks at the clock between its steps, and is left when its time is over.

Whoever gives the time says so once, around the work (`within`); whatever takes long inside asks now and then
(`keep_time`), however deep it stands. Nothing goes on behind anybody's back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Thread
from typing import TypeVar

from gamebook.errors import LimitReached

Result = TypeVar("Result")

LOOK = 0.05
"""Seconds between two looks at the clock while a library works that nobody can interrupt."""

_limits: ContextVar[tuple[float | None, Callable[[], bool] | None]] = ContextVar("limits", default=(None, None))


class OutOfTime(LimitReached):
    """The time that was given is over, or somebody has asked to stop."""


@contextmanager
def within(deadline: float | None, stop: Callable[[], bool] | None = None) -> Iterator[None]:
    """Inside, `keep_time` ends work when a `time.monotonic()` has come, or `stop` says so."""
    token = _limits.set((deadline, stop))
    try:
        yield
    finally:
        _limits.reset(token)


def keep_time() -> None:
    """Called between two steps of long work.

    Raises:
        OutOfTime: there is no time for the next one.
    """
    deadline, stop = _limits.get()
    if (deadline is not None and time.monotonic() > deadline) or (stop is not None and stop()):
        raise OutOfTime


def uninterrupted(work: Callable[[], Result]) -> Result:
    """What one step of a library gives that looks at no clock and may take seconds; what it raises is raised here.

    It is done in a thread, so that the end of time and Ctrl-C are heard meanwhile; then the thread ends with the step,
    heeded by nobody. The step must change nothing that others see.

    Raises:
        OutOfTime: the time was over first.
    """
    results: list[Result] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            raised.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        keep_time()
        thread.join(LOOK)
    if raised:
        raise raised[0]
    return results[0]
