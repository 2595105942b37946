"""Work inside a library, which nobody can interrupt, done so that waiting for it can end."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from gamebook.errors import LimitReached

Result = TypeVar("Result")


class OutOfTime(LimitReached):
    """The time that was given is over, or somebody has asked to stop."""


def in_time(work: Callable[[], Result], deadline: float | None) -> Result | None:
    """What some work gives; None if a `time.monotonic()` comes first.

    The work is done in a thread, so that Ctrl-C is heard; work that came too late goes on there, heeded by nobody,
    until it is done or the process ends. It must change nothing that others see. What it raises is raised here.
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
    thread.join(None if deadline is None else max(0.0, deadline - time.monotonic()))
    if raised:
        raise raised[0]
    return results[0] if results else None
