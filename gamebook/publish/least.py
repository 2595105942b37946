"""The least that a value can be, as far as that is seen at once."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.syntax import ast


def least(value: ast.Expr, lows: Mapping[str, int]) -> int | None:
    """The least that a value can be, or less; None where it is not seen.

    Args:
        value: with what is fixed in it worked out.
        lows: the lowest value of each thing on the sheet, by name.
    """
    match value:
        case ast.Number(number):
            return number
        case ast.Name(id=name):
            return lows.get(name)
        case ast.Binary(op="+", left=left, right=right):
            first, second = least(left, lows), least(right, lows)
            return None if first is None or second is None else first + second
        case ast.Binary(op="*", left=left, right=right):
            first, second = least(left, lows), least(right, lows)
            return None if first is None or second is None or min(first, second) < 0 else first * second
        case ast.Dice(count=ast.Number(count), keep=keep):
            return count if keep is None else keep
        case ast.CountOf() | ast.CountDice() | ast.Ticked():
            return 0
        case ast.Call(function="min" | "max" as function, arguments=arguments):
            seen = [least(each, lows) for each in arguments]
            known = [each for each in seen if each is not None]
            if function == "max":
                return max(known, default=None)
            return min(known) if len(known) == len(seen) else None
    return None
