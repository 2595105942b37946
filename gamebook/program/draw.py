"""Random values in a form that arrays like: a fixed distribution plus something known.

Most random values of a gamebook are `dice + g(sheet)`, where the dice do not depend on the sheet. Then the chance of
a row low..high is C(high - g) - C(low - 1 - g), with C the running sum of the weights: two looks into one table.
"""

from __future__ import annotations

from msgspec import Struct

from gamebook.dice.pmf import Pmf, constant
from gamebook.model.arithmetic import FAR, OPERATIONS, binary, const, has_dice
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary
from gamebook.program.code import Grid

LARGEST_TOTAL = 2**62
"""Weights with a larger sum are scaled down to about it, so that machine integers hold them."""
EXACT = 2**53
"""Floats hold each integer up to this; of larger ones they are wrong by a unit of 2^-53, relative to themselves."""


class Draw(Struct, frozen=True):
    """`pmf + known`: what a random expression is, when it can be split."""

    pmf: Pmf
    known: Expr


def split(expr: Expr) -> Draw | None:
    """An expression as dice plus a known part; None when dice and sheet are tangled."""
    if not has_dice(expr):
        return Draw(constant(0), expr)
    match expr:
        case Dice(count=Const() as count):
            return Draw(expr.thrown(min(count.value, expr.most)), const(0))
        case Unary(op="-"):
            inner = split(expr.operand)
            return inner and Draw(inner.pmf.map(lambda x: -x), binary("-", const(0), inner.known))
        case Binary(op="+" | "-" as op):
            left, right = split(expr.left), split(expr.right)
            if left and right:
                known = binary(op, left.known, right.known)
                return Draw(left.pmf.combine(right.pmf, lambda x, y: x + y if op == "+" else x - y), known)
        case Binary(op="*"):
            return _scaled(expr.left, expr.right) or _scaled(expr.right, expr.left)
        case Binary():
            left, right = split(expr.left), split(expr.right)
            if left and right and isinstance(left.known, Const) and isinstance(right.known, Const):
                return Draw(_closed(expr.op, left, right), const(0))
    return None


def _scaled(factor: Expr, random: Expr) -> Draw | None:
    if isinstance(factor, Const) and (inner := split(random)):
        return Draw(inner.pmf.map(lambda x: x * factor.value), binary("*", factor, inner.known))
    return None


def _closed(op: str, left: Draw, right: Draw) -> Pmf:
    """The distribution of an operation on two values that depend on nothing but dice."""
    assert isinstance(left.known, Const) and isinstance(right.known, Const)
    x, y = left.known.value, right.known.value
    return left.pmf.combine(right.pmf, lambda a, b: OPERATIONS[op](a + x, b + y))


def truth(expr: Expr) -> tuple[Expr, int, int] | None:
    """A comparison as "the difference lies in low..high": `2d6 <= LUCK` gives (2d6 - LUCK, -inf, 0).

    Infinity is a number that no difference reaches. None if the expression is not such a comparison.
    """
    if not isinstance(expr, Binary):
        return None
    difference = binary("-", expr.left, expr.right)
    match expr.op:
        case "<=":
            return difference, -FAR, 0
        case "<":
            return difference, -FAR, -1
        case ">=":
            return difference, 0, FAR
        case ">":
            return difference, 1, FAR
        case "=":
            return difference, 0, 0
        case _:
            return None


class Cumulative:
    """Tables of running sums, one for each distribution in use, shared by all who draw from it."""

    def __init__(self, stem: str = "sums") -> None:
        self.stem = stem
        self.tables: dict[str, Grid] = {}
        self._names: dict[Pmf, str] = {}

    def chance(self, draw: Draw, low: int, high: int) -> Expr:
        """The weight of low..high, out of the distribution's total."""
        if isinstance(draw.known, Const):
            shift = draw.known.value
            return const(sum(weight for x, weight in weights(draw.pmf) if low <= x + shift <= high))
        name = self._name(draw.pmf)
        upper = Lookup(table=name, column=binary("-", const(high), draw.known), row=const(0))
        lower = Lookup(table=name, column=binary("-", const(low - 1), draw.known), row=const(0))
        if high >= FAR:
            return binary("-", const(sum(w for _, w in weights(draw.pmf))), lower)
        if low <= -FAR:
            return upper
        return binary("-", upper, lower)

    def _name(self, pmf: Pmf) -> str:
        if pmf not in self._names:
            name = f"{self.stem} {len(self._names)}"
            by_outcome = dict(weights(pmf))
            running, cells = 0, [0]
            for outcome in range(pmf.low, pmf.high + 1):
                running += by_outcome.get(outcome, 0)
                cells.append(running)
            self._names[pmf] = name
            self.tables[name] = (pmf.low - 1, 0, (tuple(cells),))
        return self._names[pmf]


def weights(pmf: Pmf) -> list[tuple[int, int]]:
    """Outcomes with their weights, scaled so that machine integers hold them; what can happen still can."""
    if pmf.total <= LARGEST_TOTAL:
        return list(pmf.items())
    return [(outcome, max(1, weight * LARGEST_TOTAL // pmf.total)) for outcome, weight in pmf.items()]


def doubt(pmf: Pmf) -> int:
    """By how many units of 2^-53 chances worked out from `weights` may be wrong, all together; 0 where none is.

    A weight and the sum of all may be rounded to floats. Where weights are scaled each of n is wrong by less than 1, so
    their sum by less than n, and all chances together by 2 n / 2^62.
    """
    if pmf.total <= EXACT:
        return 0
    return 2 if pmf.total <= LARGEST_TOTAL else 3 + 2 * EXACT * len(pmf) // LARGEST_TOTAL
