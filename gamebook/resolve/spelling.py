"""Expressions as they are written, for labels; and the words nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from gamebook.syntax import ast

_STRENGTH = {"or": 1, "and": 2, "=": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "+": 4, "-": 4}
_TIGHTEST = 5


def spell(expr: ast.Expr) -> str:
    """The expression as a book writes it: `2d6 + SKILL`."""
    match expr:
        case ast.Number():
            return str(expr.value)
        case ast.Name():
            return expr.id
        case ast.FoeStat():
            return f'foe "{expr.whose}" {expr.stat}' if expr.whose else f"foe {expr.stat}"
        case ast.Initial():
            return f"initial {expr.id}"
        case ast.Visited():
            return f"visited {expr.chapter}"
        case ast.Ticked():
            where = expr.chapter if expr.chapter.isdecimal() else expr.chapter and f"in {expr.chapter}"
            return f"ticked {where}".rstrip()
        case ast.FirstTime():
            return "first time"
        case ast.CountOf():
            return f"count of {spell(expr.what)}" + (f" in {expr.pool}" if expr.pool else "")
        case ast.Dice():
            return _spell_dice(expr)
        case ast.CountDice():
            faces = str(expr.low) if expr.low == expr.high else f"{expr.low}..{expr.high}"
            return f"count of {faces} in {spell(expr.dice)}"
        case ast.Call():
            return f"{expr.function}({', '.join(spell(each) for each in expr.arguments)})"
        case ast.Unary():
            gap = " " if expr.op == "not" else ""
            return f"{expr.op}{gap}{_inner(expr.operand, _TIGHTEST)}"
        case ast.Binary():
            strength = _STRENGTH.get(expr.op, _TIGHTEST)
            return f"{_inner(expr.left, strength)} {expr.op} {_inner(expr.right, strength + 1)}"
    return ""


def _spell_dice(dice: ast.Dice) -> str:
    count = spell(dice.count) if isinstance(dice.count, ast.Number) else f"({spell(dice.count)})"
    kept = f"keep {'highest' if dice.highest else 'lowest'} {dice.keep} of " if dice.keep is not None else ""
    more = f" exploding up to {dice.explode}" if dice.explode else ""
    return f"{kept}{count}d{dice.sides}{more}"


def _inner(expr: ast.Expr, strength: int) -> str:
    loose = isinstance(expr, ast.Binary) and _STRENGTH.get(expr.op, _TIGHTEST) < strength
    return f"({spell(expr)})" if loose else spell(expr)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A hint with the known words nearest to a misspelt one; None if none is near."""
    words = list(dict.fromkeys(known))
    if word.isdecimal():
        return _nearest_numbers(int(word), words)
    by_shape = {each.casefold(): each for each in reversed(words)}
    close = get_close_matches(word.casefold(), by_shape, n=1)
    return f"did you mean {by_shape[close[0]]}?" if close else None


def _nearest_numbers(number: int, words: list[str]) -> str | None:
    numbers = sorted(int(each) for each in words if each.isdecimal())
    below = [each for each in numbers if each < number][-1:]
    above = [each for each in numbers if each > number][:1]
    near = [str(each) for each in below + above]
    if not near:
        return None
    return f"the nearest {'are' if len(near) > 1 else 'is'} {' and '.join(near)}"
