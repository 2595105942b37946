"""Building expressions with what is already known folded in: parts joined to one, and what changes a variable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamebook.model.arithmetic import FALSE, ONE, TRUE, ZERO, binary, const
from gamebook.model.expression import BinaryOp, Const, Expr, Unary, Var

FEW = 16
"""As many parts may stand inside one another."""


def minus(value: Expr) -> Expr:
    """`-value`."""
    return const(-value.value) if isinstance(value, Const) else Unary(op="-", operand=value)


def times(left: Expr, right: Expr) -> Expr:
    """`left * right`, without a factor of 1 and without a product of 0."""
    if ZERO in (left, right):
        return ZERO
    if left == ONE:
        return right
    return left if right == ONE else binary("*", left, right)


def both(conditions: Iterable[Expr]) -> Expr:
    """All of the conditions; one alone stands for itself."""
    return _joined("and", [each for each in conditions if each != TRUE], TRUE)


def either(conditions: Iterable[Expr]) -> Expr:
    """At least one of the conditions; one alone stands for itself."""
    return _joined("or", [each for each in conditions if each != FALSE], FALSE)


def total(values: Iterable[Expr]) -> Expr:
    """The sum of the values."""
    return _joined("+", [each for each in values if each != ZERO], ZERO)


def _joined(op: BinaryOp, parts: Sequence[Expr], nothing: Expr) -> Expr:
    """The parts with an operation between them; many are halved again and again, so that none stands deep inside."""
    if len(parts) > FEW:
        half = len(parts) // 2
        return binary(op, _joined(op, parts[:half], nothing), _joined(op, parts[half:], nothing))
    found = parts[0] if parts else nothing
    for each in parts[1:]:
        found = binary(op, found, each)
    return found


def plus(variable: str, amount: Expr) -> Expr:
    """The present value of a variable and `amount`; adding a negative number is written as taking it away."""
    if isinstance(amount, Const) and amount.value < 0:
        return less(variable, const(-amount.value))
    return binary("+", Var(name=str(variable)), amount)


def less(variable: str, amount: Expr) -> Expr:
    """The present value of a variable less `amount`."""
    return binary("-", Var(name=str(variable)), amount)
