from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gamebook.sweep.task import Task

BOOK = """\
book "Moat"
    include "two.gbk"
sheet
    number gold = 3 in 0..9
param deep = 1

=== 1
~ random
    1: -> 2
    1: -> defeat
"""
TWO = "=== 2\n~ gold +1\n-> victory\n"


@pytest.fixture
def coin() -> Callable[..., Task]:
    """A book that is won with `wins` of `all` chances; values are 1/2 for most tests."""

    def task(wins: int = 1, loses: int = 1, **more: object) -> Task:
        text = f"=== 1\n~ random\n    {wins}: -> victory\n    {loses}: -> defeat\n"
        axes = (("wins", wins), ("loses", loses))
        return Task(axes=axes, main="coin.gbk", texts=(("coin.gbk", text),), **more)  # type: ignore[arg-type]

    return task


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "moat.gbk").write_text(BOOK, "utf-8")
    (tmp_path / "two.gbk").write_text(TWO, "utf-8")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, "utf-8")
    return path
