"""A one-of in a sum or as an amount: `~ life -staff`, `~ weapon +1`, where it counts as the position of its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from gamebook.codes import names
from gamebook.resolve.desk import Desk
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import find

N = TypeVar("N", bound=ast.Node)

_AMOUNTS = (
    ast.Change,
    ast.Pay,
    ast.Gain,
    ast.Lose,
    ast.Score,
    ast.With,
    ast.Foe,
    ast.Roll,
    ast.Compare,
    ast.Check,
    ast.Repeat,
    ast.ChooseAmount,
)
"""What has amounts: here a one-of alone counts, too."""
_SUMS = (ast.Binary, ast.Unary, ast.Call, ast.Dice)
_ARITHMETIC = ("+", "-", "*", "/", "mod")
_STEPS = {"+": 1, "-": -1}
_NUMBERS = frozenset({"stat", "number", "param", "derived value"})
_MEANT = "if you mean it so, write // noqa: GB136"


def report(desk: Desk) -> None:
    """Report them in all pages of the book, but not in its rule systems.

    A number may be set to a one-of, `~ set kept = weapon`, and the one-of to this number again.
    """
    if not desk.names.kinds[ast.OneOf]:
        return
    for kind in _AMOUNTS:
        for node in _of_book(desk, kind):
            for amount in _amounts(node):
                _report_counted(desk, amount)
    meant = _meant(desk)
    for sum_kind in _SUMS:
        for each in _of_book(desk, sum_kind):
            for part in _parts(each) if id(each) not in meant else ():
                _report_counted(desk, part)
    for each in _of_book(desk, ast.Binary):
        if each.op in ("=", "!="):
            _report_other_values(desk, each.left, each.right, copied=False)
    for change in _of_book(desk, ast.Change):
        _report_changed(desk, change.place, change.sign)
    steps = list(_of_book(desk, ast.SetTo))
    kept = {(step.place.id, step.value.id) for step in steps if isinstance(step.value, ast.Name)}
    for step in steps:
        if not step.place.foe and not step.place.initial:
            _report_other_values(desk, ast.Name(step.place.id), step.value, copied=True)
        name = step.value.id if isinstance(step.value, ast.Name) else None
        if name in desk.names.of_kind(*_NUMBERS) and (name, step.place.id) not in kept:
            _report_number(desk, step.place.id, step.value)
        elif isinstance(step.value, ast.Binary) and _counts_on(desk, step.value):
            _report_number(desk, step.place.id, step.value, _STEPS.get(step.value.op, 0))


def _of_book(desk: Desk, kind: type[N]) -> Iterator[N]:
    for node in desk.names.kinds[kind]:
        if isinstance(node, kind) and node.span.path not in desk.names.systems:
            yield node


def _amounts(node: ast.Node) -> Iterable[ast.Expr | None]:
    """The amounts of a step, a line of a fight or a foe."""
    match node:
        case ast.Change() | ast.Pay() | ast.Score():
            return (node.amount,)
        case ast.Gain() | ast.Lose():
            return (node.count,)
        case ast.With():
            return node.value, node.rounds
        case ast.Foe():
            return (value for _, value in node.stats)
        case ast.Roll():
            return (node.value,)
        case ast.Compare():
            return node.left, node.right
        case ast.Check():
            return node.modifier, node.dice
        case ast.Repeat():
            return (node.times,)
        case ast.ChooseAmount():
            return node.low, node.high
    return ()


def _parts(expr: ast.Expr) -> Iterable[ast.Expr]:
    """What an expression adds, multiplies or divides, or of which it takes the least or the most."""
    match expr:
        case ast.Unary(op="-"):
            return (expr.operand,)
        case ast.Binary() if expr.op in _ARITHMETIC:
            return expr.left, expr.right
        case ast.Call(function="min" | "max"):
            return expr.arguments
        case ast.Dice():
            return (expr.count,)
    return ()


def _meant(desk: Desk) -> frozenset[int]:
    """The ids of sums that may well be worked out from positions.

    They give the place in a table, the chapter of a turn, or the next value of a one-of. A `let` may be a position,
    too, such as that of the weapon at hand: the products in it, `armed * weapon`, are no amounts.
    """
    parts: list[object] = [node.value for node in _of_book(desk, ast.ToComputed)]
    parts += [node.arguments for node in _of_book(desk, ast.Call) if node.function not in ("min", "max")]
    parts += [node.value for node in _of_book(desk, ast.SetTo) if _one_of(desk, node.place.id) is not None]
    products = (each for node in _of_book(desk, ast.Let) for each in find(node.value, ast.Binary) if each.op == "*")
    within = (each for part in parts for each in find(part, ast.Expr))
    return frozenset(id(each) for each in (*within, *products))


def _report_counted(desk: Desk, part: ast.Expr | None) -> None:
    one_of = _one_of(desk, part.id) if isinstance(part, ast.Name) else None
    if one_of is not None and isinstance(part, ast.Name):
        value = one_of.values[-1].id
        alone = value if len(desk.names.values.get(value, ())) == 1 else f"({part.id} = {value})"
        hint = f"say how much each value counts, such as 2 * {alone}; {_MEANT}"
        message = f"{part.id} counts as the position of its value here: {_positions(one_of)}"
        desk.report(names.THING_AS_AMOUNT, part.span, message, hint)


def _report_other_values(desk: Desk, left: ast.Expr, right: ast.Expr, *, copied: bool) -> None:
    """Two one-ofs are compared, or one is set to the other, though the same position means other values in them."""
    first = _one_of(desk, left.id) if isinstance(left, ast.Name) else None
    second = _one_of(desk, right.id) if isinstance(right, ast.Name) else None
    if first is None or second is None:
        return
    own, others = ([str(value.id) for value in each.values] for each in (first, second))
    fits = own[: len(others)] == others or (not copied and others[: len(own)] == own)
    if not fits and second.name not in own and first.name not in others:
        message = f"{second.name} counts as the position of its value here, and {first.name} has other values there"
        hint = f"write values of one of the two, or give both the same values; {_MEANT}"
        told = f"{message}: {_positions(first)}; {_positions(second)}"
        desk.report(names.THING_AS_AMOUNT, right.span, told, hint)


def _report_changed(desk: Desk, place: ast.Place, sign: int) -> None:
    one_of = None if place.foe or place.initial else _one_of(desk, place.id)
    if one_of is not None:
        message = f"{place.id} is no number: this counts on from the position of its value"
        hint = f"{_one_by_one(desk, one_of, sign)}; {_MEANT}"
        desk.report(names.THING_AS_AMOUNT, place.span, f"{message}: {_positions(one_of)}", hint)


def _report_number(desk: Desk, name: ast.Id, value: ast.Expr, sign: int = 0) -> None:
    """Report what is no value of a one-of.

    Args:
        desk: receives the finding.
        name: the one-of.
        value: what it is set to.
        sign: 1 where this counts on from the position of its value, -1 where it counts back; 0 for anything else.
    """
    one_of = _one_of(desk, name)
    if one_of is not None:
        message = f"{spell(value)} counts as the position of a value of {name} here: {_positions(one_of)}"
        written = f"write which one it is then: ~ set {name} = {one_of.values[-1].id}"
        hint = f"{_one_by_one(desk, one_of, sign) if sign else written}; {_MEANT}"
        desk.report(names.THING_AS_AMOUNT, value.span, message, hint)


def _one_by_one(desk: Desk, one_of: ast.OneOf, sign: int) -> str:
    """What to write in place of the next value, or the one before: which that is follows from the present one."""
    values = [each.id for each in one_of.values][::sign]
    first = values[0] if len(desk.names.values.get(values[0], ())) == 1 else f"{one_of.name} = {values[0]}"
    after = values[min(1, len(values) - 1)]
    lines = f"~ if {first}, and under it ~ set {one_of.name} = {after}"
    return f"write for each value which one it is then: {lines}, and so on"


def _counts_on(desk: Desk, value: ast.Binary) -> bool:
    """Whether a value is that of a one-of and something more; where `mod` or `min` is on top, positions are meant."""
    parts = (value.left, value.right) if value.op in ("+", "*") else (value.left,)
    known = any(isinstance(each, ast.Name) and _one_of(desk, each.id) is not None for each in parts)
    return known and value.op in _ARITHMETIC and value.op != "mod"


def _one_of(desk: Desk, name: str) -> ast.OneOf | None:
    symbol = desk.names.symbols.get(name)
    return symbol.node if symbol is not None and isinstance(symbol.node, ast.OneOf) else None


def _positions(one_of: ast.OneOf) -> str:
    """`none is 0, dagger is 1, sword is 2`; of many values the first two and the last."""
    told = [f"{each.id} is {number}" for number, each in enumerate(one_of.values)]
    return ", ".join(told if len(told) <= 4 else [*told[:2], "…", told[-1]])
