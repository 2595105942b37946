from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gamebook.sweep.task import Task
from tests.support.coins import coin_book

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
    """Makes a book that is won `wins` times in `wins` + `loses`; 1 and 1 if nothing is said."""
    return coin_book


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "moat.gbk").write_text(BOOK, "utf-8")
    (tmp_path / "two.gbk").write_text(TWO, "utf-8")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, "utf-8")
    return path
