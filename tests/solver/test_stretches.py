"""How much of the arrays a kernel gets at a time."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest

from gamebook.model.book import Book
from gamebook.solver import stretches as module
from gamebook.solver.fields import flow, modes, solve_field
from gamebook.solver.solution import ending_worth
from gamebook.solver.stretches import divided, stretches
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


def test_knots_of_one_batch_are_worked_on_in_several_stretches(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    sheet
        number gold = 5 in 0..10
        codeword ALE
        codeword BEER
        codeword CIDER

    === 1
    ~ random
        1:
            ~ note ALE
        1:
            ~ note BEER
        1:
            ~ note CIDER
    -> 2

    === 2
    * Work [if gold < 10]
        ~ gold +1
        -> 2
    * Pay [if gold > 1]
        ~ gold -2
        -> 3

    === 3
    ~ roll 1d6
        1 -> 2
        2 -> 4
        3-6 -> defeat

    === 4
    ~ if ALE
        -> victory
    ~ if BEER and gold > 3
        -> victory
    ~ if CIDER and gold > 6
        -> victory
    -> defeat
    """
    arrays, root = arranged(book, 2)
    worth = ending_worth(book, arrays.program)

    def found() -> tuple[bytes, ...]:
        field = solve_field(arrays, modes(arrays), worth)
        come = flow(field, np.array([root]), np.ones(1))
        return (*(each.tobytes() for each in field.cells), come.tobytes())

    whole = found()
    monkeypatch.setattr(module, "CELLS", 1)
    monkeypatch.setattr(module, "ROWS", 1)
    batches = divided(arrays.grid).batches
    assert len(batches.shape) > len(arrays.grid.batches.shape)
    members = np.diff(arrays.grid.plan.member_start)[batches.shape]
    assert (np.diff(batches.start) == members).all()  # one knot each
    assert found() == whole
