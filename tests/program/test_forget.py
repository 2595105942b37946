"""Books in which things are forgotten."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.program.compile import lowered
from gamebook.program.forget import forgotten, sources
from gamebook.solver.backward import best_play, evaluate
from gamebook.solver.solution import ending_worth
from gamebook.solver.space import explore


def best(book: Book, kept: set[str]) -> float:
    """What best play wins where only these are remembered."""
    program = lowered(book)
    space = explore(forgotten(program, with_sources(program, kept)))
    return float(evaluate(space, best_play(space), ending_worth(book, program)).high[space.root])


def with_sources(program: Program, names: set[str]) -> frozenset[int]:
    return frozenset[int]().union(*(sources(program)[name] for name in names))


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (set[str](), Fraction(1)),  # all three are open
        ({"gold"}, Fraction(1)),  # the key may be there
        ({"key"}, Fraction(2, 3)),  # the purse may be full
        ({"key", "gold"}, Fraction(1, 6)),
    ],
)
def test_an_option_is_open_if_what_it_needs_is_forgotten(book: Book, kept: set[str], expected: Fraction) -> None:
    """
    sheet
        number gold = 0 in 0..9
        number key  = 0 in 0..1

    === 1
    ~ gold +1
    * Open [if key] -> victory
    * Bribe him [if gold > 5] -> 2
    * Fight -> 3

    === 2
    ~ roll 1d6
        1-4 -> victory
        5-6 -> defeat

    === 3
    ~ roll 1d6
        1 -> victory
        2-6 -> defeat
    """
    assert best(book, kept) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (set[str](), Fraction(1, 2)),  # nobody knows whether the door is locked
        ({"key"}, Fraction(1, 6)),  # it is not, so play never goes on past the menu
    ],
)
def test_play_goes_on_past_a_menu_only_if_all_options_may_be_closed(
    book: Book, kept: set[str], expected: Fraction
) -> None:
    """
    sheet
        number gold = 0 in 0..9
        number key  = 1 in 0..1

    === 1
    ~ gold +1
    * Open [if key] -> 2
    * Bribe him [if gold > 5] -> defeat
    ~ roll 1d6
        1-3 -> victory
        4-6 -> defeat

    === 2
    ~ roll 1d6
        1 -> victory
        2-6 -> defeat
    """
    assert best(book, kept) == pytest.approx(float(expected))


def test_all_that_a_value_comes_from_is_known(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..9
        number debt = 0 in 0..9
        number luck = 0 in 0..9

    === 1
    ~ set debt = gold
    ~ set luck = debt
    -> victory
    """
    program = lowered(book)
    names = {cell.name: number for number, cell in enumerate(program.cells)}
    assert {names["gold"], names["debt"], names["luck"]} <= sources(program)["luck"]
    assert names["luck"] not in sources(program)["debt"]
    assert names["debt"] not in sources(program)["gold"]
