"""What a solution says of states."""

from __future__ import annotations

import numpy as np

from gamebook.model.book import Book
from gamebook.solver.solution import solve


def test_each_state_has_its_chapter_and_an_ending_has_none(book: Book) -> None:
    """
    === 1
    * Go -> 2
    * Stay -> 3

    === 2
    ~ roll 1d2
        1 -> victory
        2 -> defeat

    === 3
    * On -> 2
    """
    solved = solve(book)
    endings = len(solved.space.program.endings)
    assert set(solved.place[:endings].tolist()) == {-1}
    places = {solved.places[number] for number in np.unique(solved.place[endings:])}
    assert {"1", "2", "3"} <= places <= {"1", "2", "3", "hero"}
