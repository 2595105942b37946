"""A number that stands alone in a condition: `gold = 3 or 4`, `visited 3 or 4`, where the 4 holds for everybody.

So may the name of one, `ann and ben > 3`: it holds for everybody who has any. A name is a condition by itself, and here
is taken for a slip only where it stands before a comparison that could be about it as well. A sum beside `and` without
parentheses, `ash + elm and oak`, is a number alone, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from gamebook.codes import rules
from gamebook.codes.hints import extended, write_here
from gamebook.comparisons import COMPARISONS, NEGATED
from gamebook.resolve.desk import Desk
from gamebook.syntax import ast
from gamebook.syntax.spell import spell

_JOINS = ("and", "or")
_SIGNS = ("+", "-")
_Said = ast.Binary | ast.Visited | ast.Ticked | ast.Unary
"""What can be said of a number: a comparison with it, or that its chapter was visited or ticked, or was not."""


def report(desk: Desk, nodes: Iterable[ast.Node]) -> None:
    """Report them among the nodes of one part of the book, in the order written."""
    seen = -1
    for node in nodes:
        if isinstance(node, ast.Binary) and node.op in _JOINS and (meant := _with_sum(node)) is not None:
            _report_sum(desk, node, *meant)
        if isinstance(node, ast.Binary) and (node.op in _JOINS or node.op in COMPARISONS) and node.span.start >= seen:
            seen = node.span.end
            alone = _alone(node)
            if alone is not None:
                _report(desk, node, alone)
                continue
            compared, _ = _shared(desk, node, None)
            if compared != node:
                _report_names(desk, node, compared)


def _report(desk: Desk, condition: ast.Binary, alone: ast.Number) -> None:
    counts = f"{alone.value} alone counts as {'true' if alone.value else 'false'}"
    message = f"{counts} here, so this is not what it looks like"
    if condition.op == "or" and alone.value and alone in (condition.left, condition.right):
        message = f"this always holds, because {counts}"
    meant, _ = _compared(condition, None)
    hint = f"say what is compared with {alone.value}" if _alone(meant) else write_here(spell(meant))
    desk.report(rules.NUMBER_ALONE, condition.span, message, hint)


def _report_names(desk: Desk, condition: ast.Binary, meant: ast.Expr) -> None:
    left = Counter(_names_alone(meant))
    alone = Counter(_names_alone(condition))
    name = next(iter(alone - left))
    message = f"{name} alone counts as true unless it is 0, so this is not what it looks like"
    hint = extended(write_here(spell(meant)), after=f"; if any {name} will do, {name} != 0")
    desk.report(rules.NUMBER_ALONE, condition.span, message, hint)


def _with_sum(condition: ast.Binary) -> tuple[ast.Binary, ast.Binary] | None:
    """A sum without parentheses that is joined to something; and the sum in which only its nearest part is joined."""
    left, right, whole = condition.left, condition.right, condition.span
    if isinstance(left, ast.Binary) and left.op in _SIGNS and left.span.start == whole.start:
        return left, structs.replace(left, right=structs.replace(condition, left=left.right))
    if isinstance(right, ast.Binary) and right.op in _SIGNS and right.span.end == whole.end:
        return right, _first_joined(right, condition)
    return None


def _first_joined(total: ast.Binary, condition: ast.Binary) -> ast.Binary:
    """The sum, with its first part joined to what stands before it."""
    first = total.left
    if isinstance(first, ast.Binary) and first.op in _SIGNS:
        return structs.replace(total, left=_first_joined(first, condition))
    return structs.replace(total, left=structs.replace(condition, right=first))


def _report_sum(desk: Desk, condition: ast.Binary, total: ast.Binary, meant: ast.Binary) -> None:
    message = f"“{condition.op}” joins all of “{spell(total)}”, which counts as true unless it is 0"
    hint = extended(write_here(spell(meant)), after="; if you want it so, put the sum in parentheses")
    desk.report(rules.NUMBER_ALONE, condition.span, message, hint)


def _names_alone(condition: ast.Expr) -> Iterator[str]:
    """The names in a condition that are compared with nothing, in the order written."""
    if isinstance(condition, ast.Name):
        yield str(condition.id)
    elif isinstance(condition, ast.Binary) and condition.op in _JOINS:
        yield from _names_alone(condition.left)
        yield from _names_alone(condition.right)


def _shared(desk: Desk, expr: ast.Expr, after: ast.Binary | None) -> tuple[ast.Expr, ast.Binary | None]:
    """The condition with each name of a number compared as the one behind it is; and the first comparison in it.

    Args:
        desk: what is known of the book.
        expr: a condition.
        after: the comparison right behind it.
    """
    match expr:
        case ast.Binary() if expr.op in _JOINS:
            parts, ops = _row(expr)
            said: list[ast.Expr] = []
            close: list[bool] = []
            for part in reversed(parts):
                shared, after = _shared(desk, part, after)
                close.append(isinstance(part, ast.Name) and shared != part)
                said.append(shared)
            return _grouped(expr, said[::-1], ops, close[:0:-1]) if said[::-1] != parts else expr, after
        case ast.Binary() if expr.op in COMPARISONS:
            return expr, expr
        case ast.Name() if after is not None and _are_alike(desk, expr, after):
            return structs.replace(after, left=expr), after
    return expr, None


def _are_alike(desk: Desk, alone: ast.Name, comparison: ast.Binary) -> bool:
    """Whether a comparison with a number could be about another one too: they are of one kind, with one range.

    Not where it would say the same as the name alone, as `> 0` does, and not of numbers that are only 0 or 1.
    """
    other, number = comparison.left, comparison.right
    if not isinstance(other, ast.Name) or not isinstance(number, ast.Number):
        return False
    both = [desk.names.symbols.get(each.id) for each in (alone, other)]
    ranges = [desk.ranges.get(each.id, (0, 0)) for each in (alone, other)]
    kinds = {symbol.kind if symbol else "" for symbol in both}
    same = (comparison.op, number.value) in ((">", 0), (">=", 1), ("!=", 0)) and ranges[0][0] >= 0
    return (
        alone.id != other.id
        and kinds in ({"number"}, {"stat"})
        and ranges[0] == ranges[1]
        and ranges[0] != (0, 1)
        and not same
    )


def _alone(expr: ast.Expr) -> ast.Number | None:
    """The last number that `and` or `or` joins to something, if there is one."""
    match expr:
        case ast.Binary() if expr.op in _JOINS:
            for part in (expr.right, expr.left):
                found = part if isinstance(part, ast.Number) else _alone(part)
                if found is not None:
                    return found
        case ast.Binary() if expr.op in COMPARISONS:
            return _alone(expr.right) or _alone(expr.left)
        case ast.Unary(op="not"):
            return _alone(expr.operand)
    return None


def _compared(expr: ast.Expr, last: _Said | None) -> tuple[ast.Expr, _Said | None]:
    """The condition with each number said of what the one before it was; and what is said last in it.

    Args:
        expr: a condition.
        last: what is said before it.
    """
    match expr:
        case ast.Number() if last is not None:
            return _said_of(expr, last), last
        case ast.Binary() if expr.op in _JOINS:
            parts, ops = _row(expr)
            said: list[ast.Expr] = []
            close: list[bool] = []
            beside = False
            for place, part in enumerate(parts):
                before = last
                compared, last = _compared(part, before)
                number = before is not None and isinstance(part, ast.Number)
                if number and before is not None and place:
                    ops[place - 1] = _joined(before, ops[place - 1])
                close.append(number and beside)
                beside = close[-1] or last is not before
                said.append(compared)
            return _grouped(expr, said, ops, close[1:]), last
        case ast.Binary() if expr.op in COMPARISONS:
            if isinstance(expr.right, ast.Binary) and expr.right.op in _JOINS:  # `gold = (3 or 4)`
                return _compared(expr.right, expr)
            return expr, expr
        case ast.Visited() | ast.Ticked() if expr.chapter:
            return expr, expr
        case ast.Unary(op="not", operand=ast.Visited() | ast.Ticked() as asked) if asked.chapter:
            return expr, expr
        case ast.Unary(op="not"):
            inside, found = _compared(expr.operand, last)
            if isinstance(expr.operand, ast.Binary) and isinstance(found, ast.Binary):
                last = _opposite(found)
            return structs.replace(expr, operand=inside), last
    return expr, last


def _row(condition: ast.Binary) -> tuple[list[ast.Expr], list[str]]:
    """The parts that stand beside each other in a condition, and the words between them; parentheses are one part."""
    left, right, whole = condition.left, condition.right, condition.span
    parts, ops = [left], [condition.op]
    if isinstance(left, ast.Binary) and left.op in _JOINS and left.span.start == whole.start:
        parts, before = _row(left)
        ops = [*before, condition.op]
    if isinstance(right, ast.Binary) and right.op in _JOINS and right.span.end == whole.end:
        more, behind = _row(right)
        return [*parts, *more], [*ops, *behind]
    return [*parts, right], ops


def _grouped(whole: ast.Binary, parts: Sequence[ast.Expr], ops: Sequence[str], close: Sequence[bool]) -> ast.Expr:
    """The parts joined again, those first that are about the same: `pepper and (gold = 3 or gold = 4)`.

    Args:
        whole: where they stand.
        parts: two or more conditions.
        ops: the word behind each but the last.
        close: for each of these words, whether it joins two that are about the same.
    """
    groups, between = [parts[0]], []
    for op, part, same in zip(ops, parts[1:], close, strict=True):
        if same:
            groups[-1] = _join(whole, op, groups[-1], part)
        else:
            groups.append(part)
            between.append(op)
    either = [groups[0]]
    for op, group in zip(between, groups[1:], strict=True):
        if op == "and":
            either[-1] = _join(whole, op, either[-1], group)
        else:
            either.append(group)
    joined = either[0]
    for group in either[1:]:
        joined = _join(whole, "or", joined, group)
    return joined


def _join(whole: ast.Binary, op: str, left: ast.Expr, right: ast.Expr) -> ast.Expr:
    """Two conditions joined, without parentheses around a right one that the same word joins."""
    if isinstance(right, ast.Binary) and right.op == op:
        return _join(whole, op, _join(whole, op, left, right.left), right.right)
    return structs.replace(whole, op=op, left=left, right=right)


def _said_of(number: ast.Number, said: _Said) -> ast.Expr:
    """The same said of another number: `gold = 4` where `gold = 3` was said, `visited 4` where `visited 3` was."""
    match said:
        case ast.Binary():
            return structs.replace(said, right=number)
        case ast.Unary(operand=ast.Visited() | ast.Ticked() as asked):
            return structs.replace(said, operand=_said_of(number, asked))
        case ast.Visited() | ast.Ticked():
            return structs.replace(said, chapter=ast.Id(str(number.value), number.span))
    return number


def _joined(said: _Said, op: str) -> str:
    """The word between a condition and the same for another number: nobody has two numbers at once."""
    if isinstance(said, ast.Binary):
        return {"!=": "and", "=": "or"}.get(said.op, op)
    return "and" if isinstance(said, ast.Unary) else op


def _opposite(comparison: ast.Binary) -> ast.Binary:
    return structs.replace(comparison, op=NEGATED[comparison.op])
