"""Random values in a form that arrays like: a fixed distribution plus something known.

Most random values of a gamebook are `dice + g(sheet)`, where the dice do not depend on the sheet. Then the chance of
a row low..high is C(high - g) - C(low - 1 - g), with C the running sum of the weights: two looks into one table.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from gamebook.dice.pmf import Pmf, constant
from gamebook.model.arithmetic import FAR, OPERATIONS, binary, const, has_dice
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary
from gamebook.program.code import Grid

MOST = 2**53
"""The largest sum of weights: floats hold each integer up to this."""
RAREST = 2.0**-960
"""What is rarer than this has chances near the least that a float can be; its weights are no longer exact."""
LONGEST_FACTOR = 1000
"""Sums of dice are products of numbers up to this: as many faces as a die can have."""


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


class Layer(Struct, frozen=True):
    """Weights of outcomes, and of going on to the next layer; all together at most `MOST`."""

    weights: tuple[tuple[int, int], ...]
    """Outcomes with their weights."""
    further: int
    """0 in the last layer."""

    @property
    def own(self) -> int:
        """The sum of the weights of outcomes."""
        return sum(weight for _, weight in self.weights)


@lru_cache(maxsize=256)
def layers(pmf: Pmf) -> tuple[Layer, ...]:
    """A distribution as draws one after another, with smaller weights and the same chances.

    Where the weights sum to a product a b, each is a quotient times b and a remainder. The quotients, and how often b
    goes into the sum of the remainders, sum to a: the first draw. Where that last way comes, the remainders are the
    weights of the next draw, which is split again if need be. Most sums of dice are one layer: all up to 20d6.
    """
    found = []
    rest, total, unit, reached = dict(pmf.items()), pmf.total, pmf.total, 1.0
    while total > MOST:
        part = _factor(unit, MOST // (total // unit))
        if reached < RAREST or part == 1:
            rest = {outcome: max(1, weight * MOST // (2 * total)) for outcome, weight in rest.items()}
            break
        unit //= part
        weights = tuple((outcome, weight // unit) for outcome, weight in rest.items() if weight >= unit)
        rest = {outcome: weight % unit for outcome, weight in rest.items() if weight % unit}
        reached /= total // unit
        total = sum(rest.values())
        found.append(Layer(weights, total // unit))
        reached *= total // unit
    return (*found, Layer(tuple(rest.items()), 0)) if rest else tuple(found)


def _factor(number: int, most: int) -> int:
    """A factor of a number, as large as is easy to find and at most so large."""
    found = 1
    for factor in range(min(LONGEST_FACTOR, most), 1, -1):
        while number % factor == 0 and found * factor <= most:
            number //= factor
            found *= factor
    return found


class Cumulative:
    """Tables of running sums, one for each layer in use, shared by all who draw from it."""

    def __init__(self, stem: str = "sums") -> None:
        self.stem = stem
        self.tables: dict[str, Grid] = {}
        self._names: dict[Layer, str] = {}

    def chance(self, layer: Layer, known: Expr, low: int, high: int) -> Expr:
        """The weight of low..high for an outcome plus something known, out of the layer's own weights."""
        if isinstance(known, Const):
            return const(sum(weight for x, weight in layer.weights if low <= x + known.value <= high))
        name = self._name(layer)
        upper = Lookup(table=name, column=binary("-", const(high), known), row=const(0))
        lower = Lookup(table=name, column=binary("-", const(low - 1), known), row=const(0))
        if high >= FAR:
            return binary("-", const(layer.own), lower)
        if low <= -FAR:
            return upper
        return binary("-", upper, lower)

    def _name(self, layer: Layer) -> str:
        if layer not in self._names:
            name = f"{self.stem} {len(self._names)}"
            by_outcome = dict(layer.weights)
            first, last = min(by_outcome), max(by_outcome)
            running, cells = 0, [0]
            for outcome in range(first, last + 1):
                running += by_outcome.get(outcome, 0)
                cells.append(running)
            self._names[layer] = name
            self.tables[name] = (first - 1, 0, (tuple(cells),))
        return self._names[layer]
