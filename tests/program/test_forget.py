"""Books in which things are forgotten."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamebook.model.arithmetic import TRUE, binary, const, negate
from gamebook.model.book import Book
from gamebook.model.expression import Var
from gamebook.program.code import Program
from gamebook.program.compile import lowered
from gamebook.program.forget import could, forgotten, sources
from gamebook.program.possible import possible
from gamebook.solver.backward import evaluate
from gamebook.solver.manner import best_play
from gamebook.solver.solution import ending_worth
from gamebook.solver.space import explore


def best(book: Book, kept: set[str], *, values: bool = False) -> float:
    """What best play wins where only these are remembered.

    Args:
        values: the reader says what forgotten values are where dice depend on them.
    """
    program = lowered(book)
    space = explore(forgotten(program, with_sources(program, kept), possible(program) if values else None))
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


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (set[str](), Fraction(1)),  # nobody knows what was paid
        ({"gold"}, Fraction(0)),  # whoever has no gold has not paid, whatever the key
        ({"key"}, Fraction(5, 6)),  # a key of 1 opens neither
    ],
)
def test_what_is_known_of_a_condition_counts_although_the_rest_is_forgotten(
    book: Book, kept: set[str], expected: Fraction
) -> None:
    """
    sheet
        number gold = 0 in 0..9
        number key  = 0 in 0..6

    === 1
    ~ set key = 1d6
    * Open [if gold > 3 and key > 2] -> victory
    * Go on
        ~ if not (gold = 0 or key = 1)
            -> victory
        -> defeat
    """
    assert best(book, kept) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (set[str](), Fraction(3, 6) * Fraction(5, 6)),  # skill is said to be 3, and luck 5
        ({"skill"}, (Fraction(2, 6) + Fraction(3, 6)) / 2 * Fraction(5, 6)),
        ({"luck"}, Fraction(3, 6) * (Fraction(4, 6) + Fraction(5, 6)) / 2),
        ({"skill", "luck"}, (Fraction(2, 6) + Fraction(3, 6)) / 2 * (Fraction(4, 6) + Fraction(5, 6)) / 2),
    ],
)
def test_where_dice_depend_on_what_is_forgotten_the_reader_says_what_it_is(
    book: Book, kept: set[str], expected: Fraction
) -> None:
    """
    sheet
        number skill = 1d2 + 1 in 0..6
        number luck  = 1d2 + 3 in 0..6

    === 1
    ~ random
        skill: -> 2
        6 - skill: -> defeat

    === 2
    ~ random
        luck: -> victory
        6 - luck: -> defeat
    """
    assert best(book, kept, values=True) == pytest.approx(float(expected))


def test_without_what_is_possible_the_reader_decides_in_place_of_the_dice(book: Book) -> None:
    """
    sheet
        number gold = 1d2 in 0..9

    === 1
    ~ random
        gold: -> defeat
        3: -> victory
    """
    assert best(book, set()) == pytest.approx(1.0)
    assert best(book, set(), values=True) == pytest.approx(3 / 4)  # one gold piece is best
    assert best(book, {"gold"}, values=True) == pytest.approx((3 / 4 + 3 / 5) / 2)


def test_dice_by_something_known_and_something_forgotten(book: Book) -> None:
    """
    sheet
        number skill = 1d2 in 0..9
        number dread = 1d2 in 0..9

    === 1
    ~ random
        skill: -> victory
        dread: -> defeat
    """
    known = (Fraction(1, 2) + Fraction(2, 3)) / 2  # dread is said to be 1
    assert best(book, {"skill"}, values=True) == pytest.approx(float(known))
    assert best(book, {"dread"}, values=True) == pytest.approx(float((Fraction(2, 3) + Fraction(1, 2)) / 2))
    assert best(book, set(), values=True) == pytest.approx(2 / 3)


def test_too_many_mixtures_are_left_to_the_reader(book: Book) -> None:
    """
    sheet
        number skill = 1d100 in 0..100
        number dread = 1d100 in 0..100

    === 1
    ~ random
        skill: -> victory
        dread: -> defeat
    """
    assert best(book, set(), values=True) == pytest.approx(1.0)


def test_what_could_be_so() -> None:
    known, unknown = (binary(">", Var(name=name), const(3)) for name in ("gold", "luck"))
    names = {"gold"}
    assert could(known, True, names) == known
    assert could(known, False, names) == negate(known)
    assert could(unknown, True, names) == could(unknown, False, names) == TRUE
    assert could(binary("and", known, unknown), True, names) == known
    assert could(binary("and", known, unknown), False, names) == TRUE
    assert could(binary("or", known, unknown), True, names) == TRUE
    assert could(binary("or", known, unknown), False, names) == negate(known)
    assert could(negate(binary("or", known, unknown)), True, names) == negate(known)
