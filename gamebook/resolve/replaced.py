"""Settings of a fight that later lines replace, for some rounds or for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamebook.syntax import ast
from gamebook.syntax.walk import find

Count = Callable[[ast.Expr], int | None]


def replacing(line: ast.With, after: Sequence[ast.FightOption], count: Count) -> ast.With | None:
    """The later line that holds the longest in place of this one.

    Args:
        line: a setting of a fight.
        after: the lines after it.
        count: a number of rounds; None where it is not fixed.
    """
    found, longest = None, 0
    for each in after:
        if not isinstance(each, ast.With):
            continue
        if any(name.id == line.name for name in find(each.value, ast.Name)):
            return found  # this line is used there: `with damage = damage + 1`
        if each.name != line.name:
            continue
        if each.rounds is None:
            return each
        rounds = count(each.rounds) or 0
        if rounds > longest:
            found, longest = each, rounds
    return found


def never_holds(line: ast.With, by: ast.With, count: Count) -> bool:
    """Whether the line that replaces this one leaves it no round."""
    if by.rounds is None:
        return True
    rounds = None if line.rounds is None else count(line.rounds)
    return rounds is not None and rounds <= (count(by.rounds) or 0)
