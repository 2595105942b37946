"""The random reader of a book whose secrets not every reader knows."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import pytest
from msgspec.structs import replace

from gamebook.analysis.by_chance import by_chance
from gamebook.analysis.difficulty import difficulty
from gamebook.job import Limits
from gamebook.model.book import Book
from gamebook.reading import read_text
from gamebook.solver.solving import solve

HATCH = """
    === 1
    * Left -> 2
    * Hatch [knows 50%] -> victory
    * Right -> defeat

    === 2
    ~ random
        1: -> victory
        1: -> defeat
"""
BY_CHANCE = 3 / 8
"""Who knows the hatch wins 1/3 · (1/2 + 1 + 0), who does not 1/2 · (1/2 + 0)."""


@pytest.fixture(scope="module")
def hatch() -> Book:
    book = read_text(Path("hatch.gbk"), cleandoc(HATCH)).resolved.book
    assert book is not None
    return book


@pytest.mark.parametrize("listed", [None, 1])
def test_the_random_reader_is_solved_as_best_play_is(hatch: Book, listed: int | None) -> None:
    solved = solve(hatch, listed=listed)
    drawn, played = by_chance(solved)
    assert drawn.listed == solved.listed == listed
    assert played.value == pytest.approx(BY_CHANCE)
    found = difficulty(solved)
    assert found.complete
    assert found.uniform is not None
    assert found.uniform.middle == pytest.approx(BY_CHANCE)


def test_limits_hold_for_the_random_reader_too(hatch: Book) -> None:
    """Best play is known; of the random reader no more than the limits allow."""
    found = difficulty(replace(solve(hatch), limits=Limits(states=1)))
    assert found.best.low == found.best.high == 1.0
    assert not found.complete
    assert found.uniform is None
