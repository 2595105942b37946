"""The least of a value, worked out by hand."""

import pytest

from gamebook.publish.least import least
from gamebook.syntax import ast

GOLD, PURSE, OTHER = (ast.Name(ast.Id(name)) for name in ("gold", "purse", "other"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (ast.Number(4), 4),
        (PURSE, 2),
        (OTHER, None),
        (ast.Binary("+", GOLD, PURSE), -1),
        (ast.Binary("-", PURSE, GOLD), None),
        (ast.Call("min", (PURSE, ast.Number(1))), 1),
        (ast.Call("min", (PURSE, OTHER)), None),
        (ast.Call("max", (GOLD, OTHER, PURSE)), 2),
        (ast.Call("max", (OTHER,)), None),
    ],
)
def test_least(value: ast.Expr, expected: int | None) -> None:
    assert least(value, {"gold": -3, "purse": 2}) == expected
