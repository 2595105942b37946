"""What the solver calls its own variables is never what an author calls his."""

from __future__ import annotations

from gamebook.model.book import Book
from gamebook.solver.solving import solve


def test_a_number_may_be_called_total(book: Book) -> None:
    """
    sheet
        number total = 0 in 0..9
        number die = 0 in 0..9

    === 1
    ~ roll 1d6 as thrown
    ~ if total = 0 and die = 0
        -> victory
    -> defeat
    """
    assert solve(book).best.low == 1


def test_own_variables_have_names_that_nobody_can_write(book: Book) -> None:
    """
    sheet
        stat LIFE = 6 in 0..6

    when LIFE <= 0 -> defeat

    === 1
    ~ roll 2d6 as thrown
        2-7
            ~ LIFE -thrown
        8-12
            ~ LIFE -1d6
    -> victory
    """
    declared = {variable.name for variable in book.variables}
    own = {cell.name for cell in solve(book).space.program.cells} - declared
    assert own
    assert all(" " in name for name in own)
