"""Whether any reader can meet a condition: nobody meets `rope and not rope`, or `gold < 3 and gold > 5`.

Only the condition itself is looked at, and not what readers can have where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from gamebook.comparisons import COMPARES, COMPARISONS
from gamebook.syntax import ast
from gamebook.syntax.spell import spell

_MOST_CASES = 4096
"""A condition with more cases than these is taken to hold for somebody."""


def can_hold(condition: ast.Expr) -> bool:
    """Whether some reader may meet a condition, as far as its names and comparisons with a number tell."""
    limits: dict[str, set[int]] = {}
    for part in _parts(condition):
        name, number = _compared(part)
        limits.setdefault(name, {0, 1}).update({number - 1, number, number + 1})
    if prod(map(len, limits.values())) > _MOST_CASES:
        return True
    return any(_holds(condition, dict(zip(limits, case, strict=True))) for case in product(*limits.values()))


def _parts(condition: ast.Expr) -> Iterator[ast.Expr]:
    """What is joined by `and`, `or` and `not`."""
    match condition:
        case ast.Binary(op="and" | "or"):
            yield from _parts(condition.left)
            yield from _parts(condition.right)
        case ast.Unary(op="not"):
            yield from _parts(condition.operand)
        case _:
            yield condition


def _compared(part: ast.Expr) -> tuple[str, int]:
    """What a part of a condition is about, and the number with which it is compared."""
    match part:
        case ast.Binary(left=ast.Name() as name, right=ast.Number() as number) if part.op in COMPARISONS:
            return name.id, number.value
    return spell(part), 0


def _holds(condition: ast.Expr, case: Mapping[str, int]) -> bool:
    """Whether a condition holds where what it is about has some values."""
    match condition:
        case ast.Binary(op="and"):
            return _holds(condition.left, case) and _holds(condition.right, case)
        case ast.Binary(op="or"):
            return _holds(condition.left, case) or _holds(condition.right, case)
        case ast.Unary(op="not"):
            return not _holds(condition.operand, case)
    name, number = _compared(condition)
    if isinstance(condition, ast.Binary) and condition.op in COMPARISONS and name in case and name != spell(condition):
        return bool(COMPARES[condition.op](case[name], number))
    return case[name] > 0
