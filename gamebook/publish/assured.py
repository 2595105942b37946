"""What readers surely have when they pay or lose it, because a condition around it has just asked for as much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gamebook.comparisons import COMPARISONS, NEGATED, TURNED
from gamebook.publish.known import changed_in
from gamebook.publish.values import Values
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import find

_PLAIN = (ast.Change, ast.SetTo, ast.Gain, ast.Lose, ast.NoteWord, ast.EraseWord, ast.Score)
"""Steps that change what they name."""
_Asked = tuple[str, ast.Expr]
"""A thing of the sheet, and as many as there are of it at the least."""


def assured(values: Values, conditions: Iterable[tuple[ast.Expr, bool]], body: ast.Block) -> frozenset[Span]:
    """Where the prices and losses of a block stand that its conditions assure.

    Args:
        values: the words of the book.
        conditions: what was asked right before the block, and whether it holds.
        body: the steps, with those of named rules in their places.
    """
    names = values.names
    there = names.on_sheet - names.raised  # a bonus counts for a condition, and buys nothing
    asked = [each for condition, holds in conditions for each in _asked(values, values.known(condition), holds)]
    known = {(name, least) for name, least in asked if name in there}
    found = set()
    for step in body:
        if isinstance(step, ast.Pay | ast.Lose):
            asked_for = step.amount if isinstance(step, ast.Pay) else step.count or ast.Number(1)
            amount = values.known(asked_for)
            if any(name == step.what and _reaches(least, amount) for name, least in known):
                found.add(step.span)
        if isinstance(step, ast.Prose | ast.InWords):
            continue
        if not isinstance(step, ast.Pay) and (not _is_plain(step) or not names.limits.isdisjoint(changed_in(step))):
            break
        changed = changed_in(step) | names.triggered
        known = {(name, least) for name, least in known if name not in changed and isinstance(least, ast.Number)}
    several = Counter(each.span for each in (*find(body, ast.Pay), *find(body, ast.Lose)))
    return frozenset(span for span in found if several[span] == 1)


def _is_plain(step: ast.Step) -> bool:
    """Whether a step changes only what it names. With `or swap` a reader may also drop any other thing."""
    return isinstance(step, _PLAIN) and not (isinstance(step, ast.Gain) and step.swap)


def _asked(values: Values, condition: ast.Expr, holds: bool) -> Iterator[_Asked]:
    """What a condition says about the least of things."""
    match condition:
        case ast.Unary(op="not", operand=operand):
            yield from _asked(values, operand, not holds)
        case ast.Binary(op="and" | "or" as op, left=left, right=right):
            if holds == (op == "and"):
                yield from _asked(values, left, holds)
                yield from _asked(values, right, holds)
        case ast.Binary(op=op, left=left, right=right) if op in COMPARISONS:
            op = op if holds else NEGATED[op]
            yield from _compared(op, left, right)
            yield from _compared(TURNED[op], right, left)
        case ast.Name(id=name) if holds and values.names.lows.get(name) == 0:
            yield str(name), ast.Number(1)


def _compared(op: str, left: ast.Expr, right: ast.Expr) -> Iterator[_Asked]:
    match left, op, right:
        case ast.Name(id=name), ">=" | "=", least:
            yield str(name), least
        case ast.Name(id=name), ">", ast.Number(number):
            yield str(name), ast.Number(number + 1)


def _reaches(least: ast.Expr, amount: ast.Expr) -> bool:
    """Whether an amount is no more than there is at the least."""
    match least, amount:
        case ast.Number(there), ast.Number(due):
            return due <= there
    return least == amount
