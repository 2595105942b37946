"""Expressions on whole columns of values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import OPERATIONS
from gamebook.model.expression import Binary, Const, Expr, Lookup, Unary, Var
from gamebook.program.code import Grid


def on_columns(expr: Expr, columns: Mapping[str, Ints], count: int, tables: Mapping[str, Grid]) -> Ints:
    """int64[count]: the value of an expression without dice in each row.

    Args:
        expr: the expression.
        columns: int64[count] for each variable that it reads.
        count: the number of rows.
        tables: the tables that it looks into.
    """

    # A function inside this one that calls itself would keep the columns in memory until garbage is collected.
    def value(part: Expr) -> Ints:
        return on_columns(part, columns, count, tables)

    match expr:
        case Const():
            return np.full(count, expr.value, np.int64)
        case Var():
            return columns[expr.name]
        case Unary():
            operand = value(expr.operand)
            return -operand if expr.op == "-" else (operand == 0).astype(np.int64)
        case Binary():
            found: Ints = ON_ARRAYS[expr.op](value(expr.left), value(expr.right)).astype(np.int64)
            return found
        case Lookup():
            first_column, first_row, written = tables[expr.table]
            cells = np.array(written, np.int64)
            row = np.clip(value(expr.row) - first_row, 0, cells.shape[0] - 1)
            column = np.clip(value(expr.column) - first_column, 0, cells.shape[1] - 1)
            return np.asarray(cells[row, column])
    raise ValueError("dice in an expression that is not rolled")


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
