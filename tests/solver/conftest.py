"""Books that several tests of the solver need."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from tests.support.fight_process import read


@pytest.fixture
def long() -> Book:
    """A book with a million states in which everybody can win."""
    names = ("a", "b", "c")
    sheet = "sheet\n" + "".join(f"    number {name} = 0 in 0..99\n" for name in names)
    more = "".join(f"* More {name} [if {name} < 99]\n    ~ {name} +1\n    -> 1\n" for name in names)
    return read(f"{sheet}=== 1\n{more}* Out [if a + b + c >= 100] -> victory\n* Give up\n    ~ defeat\n")
