"""Values and distributions of expressions, against figures by hand."""

from __future__ import annotations

import pytest

from gamebook.dice.pmf import Pmf, dice
from gamebook.model.book import Book, Parameter, Table
from gamebook.model.expression import Const, Dice, Expr, Lookup
from gamebook.play.evaluate import Expressions, mixture
from tests.support.build import book, d, no, number, op, value

BOOK: Book = book(
    number("x", -9, 9),
    number("y", -9, 9),
    one=(),
    parameters=(Parameter(name="n", value=7),),
    tables=(Table(name="crt", first_column=-1, first_row=2, cells=((1, 2, 3), (4, 5, 6))),),
)


def at(expr: Expr | int | str, x: int = 0, y: int = 0) -> int:
    return Expressions.of(BOOK).value(value(expr))((x, y))


@pytest.mark.parametrize(
    ("x", "y", "quotient", "rest"), [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (5, 0, 0, 0)]
)
def test_division_rounds_down_and_the_rest_agrees(x: int, y: int, quotient: int, rest: int) -> None:
    assert (at(op("x", "/", "y"), x, y), at(op("x", "mod", "y"), x, y)) == (quotient, rest)


def test_conditions_are_0_or_1() -> None:
    assert at(op("x", "and", "y"), 5, -2) == 1
    assert at(op("x", "or", "y"), 0, 0) == 0
    assert at(no("x"), 3) == 0
    assert at(no("x"), 0) == 1
    assert at(op(op("x", ">=", 2), "+", op("x", "!=", 2)), 2) == 1


def test_a_parameter_is_a_constant() -> None:
    assert at("n") == 7


@pytest.mark.parametrize(("x", "y", "cell"), [(-1, 2, 1), (1, 3, 6), (-9, 0, 1), (9, 9, 6), (0, 9, 5)])
def test_outside_a_table_its_edge_is_read(x: int, y: int, cell: int) -> None:
    assert at(Lookup(table="crt", column=value("x"), row=value("y")), x, y) == cell


def spread(expr: Expr, x: int = 0, y: int = 0) -> Pmf:
    return Expressions.of(BOOK).spread(expr)((x, y))


def test_each_dice_term_is_rolled_on_its_own() -> None:
    assert spread(op(d(2), "-", d(2))) == Pmf({-1: 1, 0: 2, 1: 1})
    assert spread(op(op(d(6, 2), "+", "x"), "<=", 9), x=2) == Pmf({1: 21, 0: 15})


def test_the_number_of_dice_is_cut_to_what_it_can_be() -> None:
    few = Dice(count=value("x"), most=2, sides=6)
    assert spread(few, x=-3) == Pmf({0: 1})
    assert spread(few, x=9) == dice(2, 6)


def test_dice_that_number_dice() -> None:
    assert spread(Dice(count=d(2), most=2, sides=2)) == Pmf({1: 2, 2: 3, 3: 2, 4: 1})


def test_a_mixture_weighs_its_parts() -> None:
    assert mixture([(1, dice(1, 2)), (3, Pmf({7: 1}))]) == Pmf({1: 1, 2: 1, 7: 6})


def test_dice_where_nothing_is_rolled_are_our_mistake() -> None:
    with pytest.raises(ValueError, match="dice"):
        at(op(d(6), "+", 1))


def test_a_mean_is_exact() -> None:
    assert Expressions.of(BOOK).mean(op(d(6), "*", Const(value=3)), (0, 0)) * 2 == 21
