"""Books that are a coin, as tasks of a sweep."""

from __future__ import annotations

from gamebook.sweep.task import Task


def coin_book(wins: int = 1, loses: int = 1, **more: object) -> Task:
    """A book that is won `wins` times in `wins` + `loses`."""
    text = f"=== 1\n~ random\n    {wins}: -> victory\n    {loses}: -> defeat\n"
    axes = (("wins", wins), ("loses", loses))
    return Task(axes=axes, main="coin.gbk", texts=(("coin.gbk", text),), **more)  # type: ignore[arg-type]
