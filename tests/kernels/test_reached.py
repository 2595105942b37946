"""Numbers of marked cells, against a running count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.kernels.cells.reached import cell_numbered, count_reached, known_number, mark, none_reached, number_at
from tests.support.plain_cells import reached_cells


@pytest.mark.slow
@settings(deadline=None)  # the first example compiles kernels
@given(st.integers(1, 400).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1)))))
def test_a_number_is_how_many_are_reached_before(drawn: tuple[int, set[int]]) -> None:
    size, cells = drawn
    reached = none_reached(size)
    mark(reached, np.array(sorted(cells), np.int64))
    assert count_reached(reached) == len(cells)
    numbers = {cell: place for place, cell in enumerate(sorted(cells))}
    for cell in range(-1, size):
        assert known_number(reached, cell) == numbers.get(cell, -1)
    assert [cell_numbered(reached, number) for number in range(len(cells))] == sorted(cells)
    for cell in range(size + 1):
        assert number_at(reached, cell) == sum(other < cell for other in cells)
    for first, last in ((0, size), (size // 3, size // 2), (size // 2, size)):
        assert reached_cells(reached, first, last).tolist() == [cell for cell in sorted(cells) if first <= cell < last]


def test_full_words() -> None:
    reached = none_reached(256)
    mark(reached, np.arange(256))
    assert count_reached(reached) == 256
    assert [known_number(reached, cell) for cell in (0, 63, 64, 127, 255)] == [0, 63, 64, 127, 255]
