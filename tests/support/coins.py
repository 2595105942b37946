"""Books that are a coin, as tasks of a sweep; and work on tasks that has no end."""

from __future__ import annotations

import time

from gamebook.sweep.task import Found, Task


def coin_book(wins: int = 1, loses: int = 1, **more: object) -> Task:
    """A book that is won `wins` times in `wins` + `loses`."""
    text = f"=== 1\n~ random\n    {wins}: -> victory\n    {loses}: -> defeat\n"
    axes = (("wins", wins), ("loses", loses))
    return Task(axes=axes, main="coin.gbk", texts=(("coin.gbk", text),), **more)  # type: ignore[arg-type]


def forever(_task: Task) -> Found:
    """Work without an end."""
    while True:
        time.sleep(0.1)
