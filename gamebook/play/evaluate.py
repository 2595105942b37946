"""Expressions on one state: a value, or an exact distribution of values where there are dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Self

from gamebook.dice.pmf import Pmf, constant
from gamebook.model.arithmetic import OPERATIONS, has_dice
from gamebook.model.book import Book, Table
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var

Values = tuple[int, ...]
"""The integers of all variables, in the order of `Book.variables`."""
Evaluator = Callable[[Sequence[int]], int]
Spreader = Callable[[Values], Pmf]

UNARY: Mapping[str, Callable[[int], int]] = {"-": lambda x: -x, "not": lambda x: int(not x)}


class Expressions:
    """The expressions of one book as functions of a state's values; each is translated once."""

    def __init__(self, names: Iterable[str], tables: Iterable[Table], constants: Mapping[str, int]) -> None:
        """Nothing is translated yet.

        Args:
            names: the variables, in the order of their values.
            tables: the tables that expressions look into.
            constants: other names, which always have the same value.
        """
        self._places = {name: place for place, name in enumerate(names)}
        self._constants = constants
        self._tables = {table.name: table for table in tables}
        # By identity: the book keeps its expressions alive, and hashing a deep expression at each step is slow.
        self._values: dict[int, tuple[Expr, Evaluator]] = {}
        self._spreads: dict[int, tuple[Expr, Spreader]] = {}

    @classmethod
    def of(cls, book: Book) -> Self:
        """The expressions of a book, with its parameters as they are set."""
        constants = {parameter.name: parameter.value for parameter in book.parameters}
        return cls((variable.name for variable in book.variables), book.tables, constants)

    def value(self, expr: Expr) -> Evaluator:
        """The value of an expression without dice."""
        known = self._values.get(id(expr))
        if known is None:
            known = self._values[id(expr)] = (expr, self._translate(expr))
        return known[1]

    def spread(self, expr: Expr) -> Spreader:
        """The distribution of an expression; each dice term in it is rolled on its own."""
        known = self._spreads.get(id(expr))
        if known is None:
            known = self._spreads[id(expr)] = (expr, self._translate_random(expr))
        return known[1]

    def mean(self, expr: Expr, values: Values) -> Fraction:
        """The expected value of an expression."""
        spread = self.spread(expr)(values)
        return Fraction(sum(outcome * weight for outcome, weight in spread.items()), spread.total)

    def _translate(self, expr: Expr) -> Evaluator:
        match expr:
            case Const(value=number):
                return lambda _: number
            case Var(name=name):
                if name not in self._places:
                    known = self._constants[name]
                    return lambda _: known
                place = self._places[name]
                return lambda values: values[place]
            case Unary(op=op, operand=operand):
                change, inner = UNARY[op], self.value(operand)
                return lambda values: change(inner(values))
            case Binary():
                operation, left, right = OPERATIONS[expr.op], self.value(expr.left), self.value(expr.right)
                return lambda values: operation(left(values), right(values))
            case Lookup():
                cell, column, row = self._tables[expr.table].cell, self.value(expr.column), self.value(expr.row)
                return lambda values: cell(column(values), row(values))
        raise ValueError("dice stand where nothing can be rolled")

    def _translate_random(self, expr: Expr) -> Spreader:
        if not has_dice(expr):
            value = self.value(expr)
            return lambda values: constant(value(values))
        match expr:
            case Unary(op=op, operand=operand):
                change, inner = UNARY[op], self.spread(operand)
                return lambda values: inner(values).map(change)
            case Binary():
                operation, left, right = OPERATIONS[expr.op], self.spread(expr.left), self.spread(expr.right)
                return lambda values: left(values).combine(right(values), operation)
            case Lookup():
                cell, column, row = self._tables[expr.table].cell, self.spread(expr.column), self.spread(expr.row)
                return lambda values: column(values).combine(row(values), cell)
            case Dice():
                return self._translate_dice(expr)
        raise AssertionError(expr)

    def _translate_dice(self, expr: Dice) -> Spreader:
        count = self.spread(expr.count)

        def spread(values: Values) -> Pmf:
            counts = count(values).map(lambda number: max(0, min(number, expr.most)))
            return mixture([(weight, expr.thrown(number)) for number, weight in counts.items()])

        return spread


def mixture(parts: list[tuple[int, Pmf]]) -> Pmf:
    """One of several distributions, with chances in proportion to the weights."""
    shared = lcm(*(part.total for _, part in parts))
    weights: dict[int, int] = {}
    for weight, part in parts:
        scale = weight * (shared // part.total)
        for outcome, ways in part.items():
            weights[outcome] = weights.get(outcome, 0) + scale * ways
    return Pmf(weights)
