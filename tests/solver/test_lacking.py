"""What must be remembered for best play to be possible."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.program.compile import lowered
from gamebook.program.forget import forgotten, sources
from gamebook.program.possible import possible
from gamebook.solver.above import Above
from gamebook.solver.backward import evaluate
from gamebook.solver.lacking import missing
from gamebook.solver.manner import best_play
from gamebook.solver.solution import ending_worth
from gamebook.solver.space import explore


def lacked(book: Book, program: Program, kept: set[str], *, values: bool = False) -> list[set[str]]:
    """The names of what is missing, what stops most plays first.

    Args:
        values: the reader says what forgotten values are where dice depend on them.
    """
    numbers = {number for number, cell in enumerate(program.cells) if cell.name in kept}
    space = explore(forgotten(program, numbers, possible(program) if values else None))
    values = evaluate(space, best_play(space), ending_worth(book, program))
    found = missing(program, space, values, sources(program), lambda: None)
    return [{program.cells[number].name for number in each} for each in found]


def test_what_was_taken_for_granted_is_named_with_all_that_it_comes_from(book: Book) -> None:
    """
    sheet
        number key  = 0 in 0..6
        number die  = 0 in 0..6
        number gold = 0 in 0..9

    === 1
    ~ set die = 1d6
    ~ set key = die
    ~ gold +1
    * Open the door [if key > 4] -> victory
    * Climb in -> 2

    === 2
    ~ roll 1d6
        1-5 -> victory
        6 -> defeat
    """
    program = lowered(book)
    (first,) = lacked(book, program, set())
    assert {"key", "die"} <= first
    assert "gold" not in first
    assert lacked(book, program, first) == []


def test_what_makes_no_difference_is_not_missing(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    ~ if gold > 3
        -> 2
    -> 3

    === 2
    ~ roll 1d6
        1-3 -> victory
        4-6 -> defeat

    === 3
    ~ roll 1d6
        1-3 -> defeat
        4-6 -> victory
    """
    assert lacked(book, lowered(book), set()) == []


def test_a_roll_by_a_number_that_is_not_known_stops_a_play(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    ~ random
        gold: -> defeat
        3: -> victory
    """
    for values in (False, True):
        (first,) = lacked(book, lowered(book), set(), values=values)
        assert "gold" in first


def test_a_play_goes_on_where_what_was_said_of_a_number_is_true(book: Book) -> None:
    """
    sheet
        number gold = 4 in 0..9
        item   key

    === 1
    ~ random
        gold: -> 2
        3: -> defeat

    === 2
    * Open [if key] -> victory
    * Give up -> defeat
    """
    (first,) = lacked(book, lowered(book), set(), values=True)  # gold is always 4: only the key is missing
    assert first == {"key"}


def test_conditions_that_decide_only_together_are_found(book: Book) -> None:
    """
    sheet
        number tide   = 0 in 0..9
        number landed = 0 in 0..9
        number bread  = 3 in 0..9

    when tide >= 3 -> 3

    === 1
    * Row -> 2
    * Eat [if bread]
        ~ bread -1
        -> 1
    * Tell your uncle [if landed >= 2] -> victory

    === 2
    ~ tide +1
    ~ roll 1d6
        1 -> 1
        2-6
            ~ landed +1
            -> 1

    === 3
    The sun comes up.
    -> defeat
    """
    # Of the first two tides each must bring something: (5/6)². Alone, neither the clock nor the load leaves a doubt.
    program = lowered(book)
    search = Above(program, ending_worth(book, program))
    bounds = [search.high for _ in iter(lambda: search.step(lambda _share: None), False)]
    assert bounds[0] == 1.0
    assert bounds[-1] == pytest.approx(25 / 36)
