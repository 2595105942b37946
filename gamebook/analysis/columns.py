"""Expressions of a book: as a command gives them, and on whole columns of states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np
from lark import Tree
from lark.exceptions import LarkError

from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import OPERATIONS, binary, const, negate
from gamebook.model.book import Book
from gamebook.model.expression import Binary, BinaryOp, Const, Expr, Lookup, Unary, Var
from gamebook.resolve.fold import minus
from gamebook.resolve.spelling import nearest
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.grammar import parser


def asked(book: Book, text: str) -> Expr:
    """A value as a command gives it: names of the sheet and of parameters, numbers, and what can be done with them.

    Raises:
        ValueError: it cannot be read, or a name is not known.
    """
    try:
        tree = parser().parse(text, start="expression")
    except LarkError:
        raise ValueError(f"{text} cannot be read as a value") from None
    assert isinstance(tree, Tree)
    builder = Builder(Source(text, text), 0)
    written: ast.Expr = builder.build(tree)
    names = {each.name for each in book.variables} | {each.name for each in book.parameters}

    def meant(part: ast.Node) -> Expr:
        match part:
            case ast.Number():
                return const(part.value)
            case ast.Name():
                if part.id not in names:
                    raise ValueError(f"no value is called {part.id}{_hint(nearest(part.id, names))}")
                return Var(name=part.id)
            case ast.Unary():
                return minus(meant(part.operand)) if part.op == "-" else negate(meant(part.operand))
            case ast.Binary():
                return binary(cast("BinaryOp", part.op), meant(part.left), meant(part.right))
        raise ValueError(f"{text}: only names of the sheet, numbers and arithmetic can be asked for")

    return meant(written)


def _hint(hint: str | None) -> str:
    return f"; {hint}" if hint else ""


def on_columns(book: Book, expr: Expr, columns: Mapping[str, Ints], count: int) -> Ints:
    """int64[count]: the value of an expression without dice in each state.

    Args:
        book: for its tables and parameters.
        expr: the expression.
        columns: int64[count] for each variable that it reads.
        count: the number of states.
    """
    parameters = {each.name: each.value for each in book.parameters}
    tables = {each.name: each for each in book.tables}

    def value(part: Expr) -> Ints:
        match part:
            case Const():
                return np.full(count, part.value, np.int64)
            case Var():
                known = columns.get(part.name)
                return np.full(count, parameters[part.name], np.int64) if known is None else known
            case Unary():
                operand = value(part.operand)
                return -operand if part.op == "-" else (operand == 0).astype(np.int64)
            case Binary():
                found: Ints = ON_ARRAYS[part.op](value(part.left), value(part.right)).astype(np.int64)
                return found
            case Lookup():
                table = tables[part.table]
                cells = np.array(table.cells, np.int64)
                row = np.clip(value(part.row) - table.first_row, 0, cells.shape[0] - 1)
                column = np.clip(value(part.column) - table.first_column, 0, cells.shape[1] - 1)
                return np.asarray(cells[row, column])
        raise ValueError("dice stand where nothing can be rolled")

    return value(expr)


def _divided(x: Ints, y: Ints) -> Ints:
    return np.where(y == 0, 0, x // np.where(y == 0, 1, y))


def _rest(x: Ints, y: Ints) -> Ints:
    return np.where(y == 0, 0, x % np.where(y == 0, 1, y))


ON_ARRAYS: Mapping[str, Callable[[Any, Any], Any]] = {
    **OPERATIONS,
    "/": _divided,
    "mod": _rest,
    "min": np.minimum,
    "max": np.maximum,
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "and": np.logical_and,
    "or": np.logical_or,
}
"""`OPERATIONS` on arrays; a comparison gives 0 and 1."""
