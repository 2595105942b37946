"""Building expressions with what is already known folded in; adds to `model.arithmetic` what only resolving needs."""

from __future__ import annotations

from collections.abc import Iterable

from gamebook.model.arithmetic import FALSE, TRUE, binary, const
from gamebook.model.expression import Const, Expr, Unary, Var


def minus(value: Expr) -> Expr:
    """`-value`."""
    return const(-value.value) if isinstance(value, Const) else Unary(op="-", operand=value)


def times(left: Expr, right: Expr) -> Expr:
    """`left * right`, without a factor of 1 and without a product of 0."""
    if FALSE in (left, right):
        return FALSE
    if left == TRUE:
        return right
    return left if right == TRUE else binary("*", left, right)


def both(conditions: Iterable[Expr]) -> Expr:
    """All of the conditions; one alone stands for itself."""
    found: Expr = TRUE
    for each in conditions:
        found = each if found == TRUE else found if each == TRUE else binary("and", found, each)
    return found


def either(conditions: Iterable[Expr]) -> Expr:
    """At least one of the conditions; one alone stands for itself."""
    found: Expr = FALSE
    for each in conditions:
        found = each if found == FALSE else binary("or", found, each)
    return found


def total(values: Iterable[Expr]) -> Expr:
    """The sum of the values."""
    found: Expr = FALSE
    for each in values:
        found = binary("+", found, each)
    return found


def plus(variable: str, amount: Expr) -> Expr:
    """The present value of a variable and `amount`; adding a negative number is written as taking it away."""
    if isinstance(amount, Const) and amount.value < 0:
        return less(variable, const(-amount.value))
    return binary("+", Var(name=variable), amount)


def less(variable: str, amount: Expr) -> Expr:
    """The present value of a variable less `amount`."""
    return binary("-", Var(name=variable), amount)
