"""Expressions as values to reckon with: folding, bounds, the variables they read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from gamebook.comparisons import COMPARISONS
from gamebook.model.expression import Binary, BinaryOp, Const, Dice, Expr, Lookup, Unary, Var

Interval = tuple[int, int]
"""Least and greatest value, both included."""
Cell = Callable[[str, int, int], int]
"""The number in a table, by its name, column and row."""

LARGEST = 10**15
"""No value, and no part of one, is above this or below its negative: resolving sees to it (`resolve.expressions`).

The kernels work in 64-bit integers, which wrap round without a word, and in floats. This leaves room for what is made
of values later: a variable takes up what is added to it, a test is a difference, and both are far below 2**63. A float
holds every value exactly, for 2**53 is nine times as much; points and expectations are summed in floats, which do not
wrap, however long play goes on. It is also the largest number that may be written times the most values of a variable.
"""
FAR = 10 * LARGEST
"""Farther than any value, or the difference of two."""
HELD = 2**61
"""What the kernels hold at most: a variable from there below 0 to there has room in one word of a state."""

TRUTHS = COMPARISONS | {"and", "or"}
"""Operations on two values of which 1 or 0 comes."""
TRUE = Const(value=1)
FALSE = Const(value=0)
ZERO, ONE = FALSE, TRUE
"""The same where they stand for numbers."""


def _divide(x: int, y: int) -> int:
    return x // y if y else 0


def _modulo(x: int, y: int) -> int:
    return x % y if y else 0


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": _divide,
    "mod": _modulo,
    "min": min,
    "max": max,
    "=": lambda x, y: int(x == y),
    "!=": lambda x, y: int(x != y),
    "<": lambda x, y: int(x < y),
    "<=": lambda x, y: int(x <= y),
    ">": lambda x, y: int(x > y),
    ">=": lambda x, y: int(x >= y),
    "and": lambda x, y: int(bool(x) and bool(y)),
    "or": lambda x, y: int(bool(x) or bool(y)),
}
"""What each operation means on integers. Division by zero is a finding of `check`; here it gives 0."""


@lru_cache(maxsize=1 << 14)  # a pool of ten dice asks for six small numbers 8,007 times
def const(value: int) -> Const:
    """A fixed number; equal ones are one object, mostly."""
    return Const(value=value)


def binary(op: BinaryOp, left: Expr, right: Expr) -> Expr:
    """`left op right`, folded where that is sure."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(value=OPERATIONS[op](left.value, right.value))
    if op == "and":
        if FALSE in (left, right):
            return FALSE
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Const) and is_truth(other):
                return other
    if op == "or":
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Const):
                if one.value:
                    return TRUE
                if is_truth(other):
                    return other
    if op in ("+", "-") and right == ZERO:
        return left
    if op == "+" and left == ZERO:
        return right
    return Binary(op=op, left=left, right=right)


def negate(condition: Expr) -> Expr:
    """`not condition`."""
    if isinstance(condition, Const):
        return Const(value=int(not condition.value))
    return Unary(op="not", operand=condition)


def truth(value: Expr) -> Expr:
    """1 where the value counts as true, else 0."""
    if isinstance(value, Const):
        return TRUE if value.value else FALSE
    return value if is_truth(value) else binary("!=", value, ZERO)


def substituted(expr: Expr, meaning: Mapping[str, Expr], cell: Cell | None = None) -> Expr:
    """The expression with other expressions in place of some of its variables, folded where that is sure.

    Args:
        expr: the expression.
        meaning: by variable, what stands in its place.
        cell: the number in a table, by its name, column and row; without it, a look into a table is not folded.
    """
    match expr:
        case Var():
            return meaning.get(expr.name, expr)
        case Unary():
            operand = substituted(expr.operand, meaning, cell)
            if isinstance(operand, Const):
                return const(-operand.value) if expr.op == "-" else negate(operand)
            return Unary(op=expr.op, operand=operand)
        case Binary():
            return binary(expr.op, substituted(expr.left, meaning, cell), substituted(expr.right, meaning, cell))
        case Lookup():
            column, row = substituted(expr.column, meaning, cell), substituted(expr.row, meaning, cell)
            if cell is not None and isinstance(column, Const) and isinstance(row, Const):
                return const(cell(expr.table, column.value, row.value))
            return Lookup(table=expr.table, column=column, row=row)
        case Dice():
            return structs.replace(expr, count=substituted(expr.count, meaning, cell))
        case Const():
            return expr


def clamp(value: Expr, low: int, high: int) -> Expr:
    """`value` kept in low..high."""
    return binary("max", binary("min", value, const(high)), const(low))


def is_truth(expr: Expr) -> bool:
    """Whether an expression is true or false by how it is made: its value is 1 or 0."""
    if isinstance(expr, Binary):
        return expr.op in TRUTHS
    return isinstance(expr, Unary) and expr.op == "not"


def parts(expr: Expr) -> Iterator[Expr]:
    """The expression and everything in it."""
    yield expr
    match expr:
        case Unary():
            yield from parts(expr.operand)
        case Binary():
            yield from parts(expr.left)
            yield from parts(expr.right)
        case Lookup():
            yield from parts(expr.column)
            yield from parts(expr.row)
        case Dice():
            yield from parts(expr.count)


def conjuncts(condition: Expr) -> Iterator[Expr]:
    """The conditions that all hold where this one does."""
    if isinstance(condition, Binary) and condition.op == "and":
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    else:
        yield condition


def reads(expr: Expr) -> set[str]:
    """The names of the variables an expression reads."""
    found: set[str] = set()
    waiting = [expr]
    for part in waiting:  # grows meanwhile; large books ask this of every expression, and generators are slow
        if isinstance(part, Var):
            found.add(part.name)
        elif isinstance(part, Binary):
            waiting += (part.left, part.right)
        elif isinstance(part, Unary):
            waiting.append(part.operand)
        elif isinstance(part, Lookup):
            waiting += (part.column, part.row)
        elif isinstance(part, Dice):
            waiting.append(part.count)
    return found


def divides_by_zero(expr: Expr) -> Expr:
    """Whether working out the expression divides by 0; what an `and` or `or` has settled is not worked out any more."""
    match expr:
        case Binary(op="and" | "or" as op, left=left, right=right):
            asked = left if op == "and" else negate(left)
            return binary("or", divides_by_zero(left), binary("and", asked, divides_by_zero(right)))
        case Binary(op=op, left=left, right=right):
            inside = binary("or", divides_by_zero(left), divides_by_zero(right))
            return binary("or", inside, binary("=", right, ZERO)) if op in ("/", "mod") else inside
        case Lookup():
            return binary("or", divides_by_zero(expr.column), divides_by_zero(expr.row))
        case Unary():
            return divides_by_zero(expr.operand)
        case Dice():
            return divides_by_zero(expr.count)
    return FALSE


def has_dice(expr: Expr) -> bool:
    """Whether an expression is random."""
    waiting = [expr]
    for part in waiting:  # grows meanwhile, as in `reads`
        if isinstance(part, Dice):
            return True
        if isinstance(part, Binary):
            waiting += (part.left, part.right)
        elif isinstance(part, Unary):
            waiting.append(part.operand)
        elif isinstance(part, Lookup):
            waiting += (part.column, part.row)
    return False


def ends(cells: Iterable[Sequence[int]]) -> Interval:
    """The least and the greatest cell of a table, given row by row."""
    every = [cell for row in cells for cell in row]
    return min(every), max(every)


def bounds(expr: Expr, ranges: Mapping[str, Interval], cells: Mapping[str, Interval]) -> Interval:
    """An interval that holds every value of the expression.

    Args:
        expr: the expression; dice count with all they can show.
        ranges: the range of each variable, by name.
        cells: the least and greatest cell of each table, by name.
    """
    match expr:
        case Const():
            return expr.value, expr.value
        case Var():
            return ranges[expr.name]
        case Lookup():
            return cells[expr.table]
        case Dice():
            low, high = bounds(expr.count, ranges, cells)
            fewest, most = max(0, min(low, expr.most)), max(0, min(high, expr.most))
            if expr.faces is not None:
                return 0 if expr.faces[1] - expr.faces[0] + 1 < expr.sides else fewest, most
            if expr.keep is not None:
                fewest, most = min(fewest, expr.keep), min(most, expr.keep)
            return fewest, most * expr.sides * (1 + expr.explode)
        case Unary():
            low, high = bounds(expr.operand, ranges, cells)
            if expr.op == "-":
                return -high, -low
            return int(low == 0 == high), int(low <= 0 <= high)
        case Binary():
            return _binary_bounds(expr.op, bounds(expr.left, ranges, cells), bounds(expr.right, ranges, cells))


def within(expr: Expr, ranges: Mapping[str, Interval], cells: Mapping[str, Interval], most: int = HELD) -> bool:
    """Whether neither an expression nor any part of it can be above `most`, or below its negative.

    Args:
        expr: the expression.
        ranges: the range of each variable, by name.
        cells: the least and greatest cell of each table, by name.
        most: the limit.
    """
    return _reach(expr, ranges, cells)[1] <= most


def _reach(expr: Expr, ranges: Mapping[str, Interval], cells: Mapping[str, Interval]) -> tuple[Interval, int]:
    """The bounds of an expression, and how far from 0 it or a part of it can be."""
    match expr:
        case Binary():
            left, one = _reach(expr.left, ranges, cells)
            right, other = _reach(expr.right, ranges, cells)
            low, high = _binary_bounds(expr.op, left, right)
            return (low, high), max(one, other, -low, high)
        case Unary():
            (low, high), far = _reach(expr.operand, ranges, cells)
            return ((-high, -low) if expr.op == "-" else (0, 1)), far
    low, high = bounds(expr, ranges, cells)
    asked = (expr.column, expr.row) if isinstance(expr, Lookup) else (expr.count,) if isinstance(expr, Dice) else ()
    return (low, high), max(-low, high, *(_reach(each, ranges, cells)[1] for each in asked))


def _binary_bounds(op: str, left: Interval, right: Interval) -> Interval:
    (a, b), (c, d) = left, right
    if op in ("+", "-", "min", "max"):
        apply = OPERATIONS[op]
        return (apply(a, d), apply(b, c)) if op == "-" else (apply(a, c), apply(b, d))
    if op == "*":
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    if op == "/":
        divisors = {e for e in (c, d, -1, 1) if c <= e <= d and e}
        quotients = [x // e for x in (a, b) for e in divisors] + ([0] if c <= 0 <= d else [])
        return min(quotients), max(quotients)
    if op == "mod":
        return min(0, c + 1), max(0, d - 1)
    return _truth_bounds(op, left, right)


def _truth_bounds(op: str, left: Interval, right: Interval) -> Interval:
    """0..1, or a single truth where the intervals decide it."""
    (a, b), (c, d) = left, right
    if op in ("and", "or"):
        sure = [low > 0 or high < 0 for low, high in (left, right)]
        never = [low == 0 == high for low, high in (left, right)]
        if op == "and":
            return int(all(sure)), int(not any(never))
        return int(any(sure)), int(not all(never))
    if op in (">", ">="):
        return _truth_bounds("<" if op == ">" else "<=", right, left)
    if op == "<":
        return int(b < c), int(a < d)
    if op == "<=":
        return int(b <= c), int(a <= d)
    apart = b < c or d < a
    same = a == b == c == d
    return (int(same), int(not apart)) if op == "=" else (int(apart), int(not same))
