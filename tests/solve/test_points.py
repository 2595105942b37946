from __future__ import annotations

import pytest

from gamebook.model.book import Book
from gamebook.solve.points import points
from gamebook.solve.solution import solve


def test_a_geometric_number_of_points(book: Book) -> None:
    """
    === 1
    ~ score +2
    ~ roll 1d6
        1 -> victory
        2-6 -> 1
    """
    found = points(solve(book).best)
    chances = found.chance.sum(axis=0)
    assert chances[:8].tolist() == pytest.approx([0, 0, 1 / 6, 0, 5 / 36, 0, 25 / 216, 0], abs=1e-15)
    assert found.rest == pytest.approx(0, abs=1e-12)


def test_points_by_ending_and_play_without_end(book: Book) -> None:
    """
    === 1
    ~ roll 1d4
        1 -> victory
        2 -> defeat
        3 -> 2
        4 -> 3

    === 2
    -> 2

    === 3
    ~ score +1
    -> victory
    """
    solved = solve(book)
    found = points(solved.best)
    names = solved.space.program.endings
    assert found.chance[names.index("victory")].tolist() == pytest.approx([0.25, 0.25])
    assert found.chance[names.index("defeat")].tolist() == pytest.approx([0.25, 0.0])
    assert found.rest == pytest.approx(0.25)


def test_points_that_cannot_be_counted(book: Book) -> None:
    """
    === 1
    ~ score +1d2
    -> victory
    """
    with pytest.raises(ValueError, match="whole number"):
        points(solve(book).best)
