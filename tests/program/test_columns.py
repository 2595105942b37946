"""Expressions on whole columns, against the same by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.program.columns import on_columns

X, Y = Var(name="x"), Var(name="y")
TABLES = {"t": (2, 5, ((10, 11, 12), (20, 21, 22)))}
"""Columns 2, 3 and 4, rows 5 and 6."""


def values(expr: Expr, x: list[int], y: list[int]) -> list[int]:
    columns = {"x": np.array(x, np.int64), "y": np.array(y, np.int64)}
    return on_columns(expr, columns, len(x), TABLES).tolist()


def test_a_table_is_looked_into_by_column_and_row() -> None:
    """What lies beyond its edge is the cell at the edge."""
    found = values(Lookup(table="t", column=X, row=Y), [1, 2, 3, 4, 5, 3, 3, 3], [5, 5, 5, 6, 6, 4, 6, 7])
    assert found == [10, 10, 11, 22, 22, 11, 21, 21]


def test_numbers_and_signs() -> None:
    assert values(Const(value=7), [1, 2], [0, 0]) == [7, 7]
    assert values(Unary(op="-", operand=X), [3, -4, 0], [0, 0, 0]) == [-3, 4, 0]
    assert values(Unary(op="not", operand=X), [3, -4, 0, 1], [0, 0, 0, 0]) == [0, 0, 1, 0]


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("+", [9, -5, 7]),
        ("-", [5, -9, 7]),
        ("*", [14, -14, 0]),
        ("/", [3, -4, 0]),
        ("mod", [1, 1, 0]),
        ("<", [0, 1, 0]),
        (">=", [1, 0, 1]),
        ("!=", [1, 1, 1]),
    ],
)
def test_operators(op: str, expected: list[int]) -> None:
    """Division rounds down, and by nothing it gives nothing."""
    assert values(Binary(op=op, left=X, right=Y), [7, -7, 7], [2, 2, 0]) == expected  # type: ignore[arg-type]


def test_dice_have_no_value() -> None:
    with pytest.raises(ValueError, match="dice"):
        values(Dice(count=Const(value=1), sides=6, most=1), [1], [1])
