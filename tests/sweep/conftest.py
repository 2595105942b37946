from __future__ import annotations

from collections.abc import Callable

import pytest

from gamebook.sweep.task import Task


@pytest.fixture
def coin() -> Callable[..., Task]:
    """A book that is won with `wins` of `all` chances; values are 1/2 for most tests."""

    def task(wins: int = 1, loses: int = 1, **more: object) -> Task:
        text = f"=== 1\n~ random\n    {wins}: -> victory\n    {loses}: -> defeat\n"
        axes = (("wins", wins), ("loses", loses))
        return Task(axes=axes, main="coin.gbk", texts=(("coin.gbk", text),), **more)  # type: ignore[arg-type]

    return task
