"""What the rules page must say of sums that readers cannot work out by themselves: one-ofs as numbers, and division."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamebook.publish.least import least
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk


def sums_explained(values: Values, parts: Sequence[ast.Node]) -> Iterator[str]:
    """The sentences; what can make no difference in the book is not said.

    Args:
        values: the words of the book.
        parts: all declarations and chapters, without strategies.
    """
    counted = dict.fromkeys(name for part in parts for name in _counted(values, part))
    for name in counted:
        kinds = enumerate(values.names.one_ofs[name].values)
        shown = [f"{values.name(each.id)} = {place}" for place, each in kinds]
        yield values.say("rules-one-of", name=values.name(name), values=values.joined(shown, "list"))
    sums = [each for part in parts for each in find(part, ast.Binary) if each.op in ("/", "mod")]
    if any(_may_be_0(values, each.right) for each in sums):
        yield values.say("rules-divided-by-0")
    if any(each.op == "mod" and _may_be_below_0(values, each.left) for each in sums):
        yield values.say("rules-rest-below-0")


def _may_be_0(values: Values, divisor: ast.Expr) -> bool:
    """Whether a divisor may be 0, as far as that is seen."""
    known = values.known(divisor)
    if isinstance(known, ast.Number):
        return known.value == 0
    found = least(known, values.names.lows)
    return found is None or found < 1


def _may_be_below_0(values: Values, value: ast.Expr) -> bool:
    found = least(values.known(value), values.names.lows)
    return found is None or found < 0


def _counted(values: Values, part: ast.Node) -> Iterator[str]:
    """The one-ofs that a part uses as numbers, and not only to ask which value they have."""
    asked: set[int] = set()
    for node in walk(part):
        match node:
            case ast.Binary(op="=" | "!=", left=ast.Name() as left, right=ast.Name() as right):
                asked |= {id(left), id(right)}
            case ast.SetTo(place=place, value=ast.Name() as value) if place.id in values.names.one_ofs:
                asked.add(id(value))
            case ast.Name(id=name) if name in values.names.one_ofs and id(node) not in asked:
                yield str(name)
