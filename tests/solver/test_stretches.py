"""How much of the arrays a kernel gets at a time."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest

from gamebook.model.book import Book
from gamebook.solver import stretches as module
from gamebook.solver.stretches import stretches
from tests.solver.test_fields import arranged


@pytest.mark.parametrize("cells", [1, 7, 1 << 20])
def test_they_are_all_batches_and_none_has_more_cells_than_one_may(book: Book, cells: int) -> None:
    """
    sheet
        number gold = 5 in 0..10
        number days = 9 in 0..9

    === 1
    * Work [if days > 0]
        ~ days -1
        ~ gold +1
        -> 1
    * Pay [if gold > 1]
        ~ gold -2
        -> 2

    === 2
    ~ roll 1d2
        1 -> victory
        2 -> 1
    """
    arrays, _ = arranged(book, 2)
    with patch.object(module, "CELLS", cells):
        found = stretches(arrays.grid)
    blocks = np.diff(arrays.grid.layout.block)
    count = len(arrays.grid.batches.shape)
    assert found[0] == 0
    assert found[-1] == count
    assert (np.diff(found) > 0).all()
    if cells == 1:
        assert len(found) == count + 1  # each batch alone
    if cells > blocks.sum():
        assert len(found) == 2  # all at once
    assert len(blocks) >= count > 1
