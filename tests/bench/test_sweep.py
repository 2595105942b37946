from __future__ import annotations

import pytest

from bench.sweep import CannotSweep, sweep
from gamebook.model.book import Book
from gamebook.solver.solving import solve


@pytest.mark.slow
def test_variants_one_by_one(book: Book) -> None:
    """
    sheet
        number aim = 3 in 0..8
        number grit = 2 in 0..3

    when grit <= 0 -> defeat

    === 1
    * Throw
        ~ random
            aim: -> victory
            8:
        ~ grit -1
        -> 1
    * Wait
        ~ rival chooses "his move"
            * He comes
                ~ random
                    aim: -> victory
                    3: -> defeat
            * He goes
                ~ random
                    2: -> victory
                    4: -> defeat
    """
    variants = [{"aim": aim} for aim in (3, 0, 1, 5, 8)]
    found = sweep(book, variants)
    for number, hero in enumerate(variants):
        alone = solve(book, hero).best
        assert alone.low - 1e-13 <= found.value[found.space.root, number] <= alone.high + 1e-13


def test_what_is_changed(book: Book) -> None:
    """
    sheet
        number aim = 3 in 0..8

    === 1
    ~ aim +1
    ~ random
        aim: -> victory
        1: -> defeat
    """
    with pytest.raises(CannotSweep, match="something in the book changes it"):
        sweep(book, [{"aim": 3}, {"aim": 4}])


def test_what_is_looked_at(book: Book) -> None:
    """
    sheet
        number aim = 3 in 0..8

    === 1
    ~ if aim > 3
        -> victory
    ~ roll 1d6
        1 -> victory
        2-6 -> defeat
    """
    with pytest.raises(CannotSweep, match="looked at by more than dice"):
        sweep(book, [{"aim": 3}, {"aim": 4}])


def test_what_is_not_possible_in_the_first(book: Book) -> None:
    """
    sheet
        number aim = 3 in 0..8

    === 1
    ~ random
        aim: -> victory
        1: -> defeat
    """
    with pytest.raises(CannotSweep, match="not in the first"):
        sweep(book, [{"aim": 0}, {"aim": 4}])


def test_a_book_that_goes_round(book: Book) -> None:
    """
    sheet
        number aim = 3 in 0..8

    === 1
    * Here -> 2
    * There
        ~ random
            aim: -> victory
            1: -> defeat

    === 2
    * Back -> 1
    * There
        ~ random
            aim: -> victory
            2: -> defeat
    """
    with pytest.raises(CannotSweep, match="goes round"):
        sweep(book, [{"aim": 3}, {"aim": 4}])
