"""Keeping track of which rules some page tells, so that none is left out of print unnoticed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.walk import walk

_Place = tuple[type, Span]
_RULES = (ast.Step, ast.FightOption, ast.Option)


class Told(Struct):
    """The steps, lines of fights and options that were printed, or left out for a reason."""

    _places: set[_Place] = field(default_factory=set)
    """Kinds, and where they stand: the copy of a step of a named rule still stands where the rule does."""

    def alone(self, node: ast.Node) -> None:
        """A step is printed. The steps in its blocks are not: each of them is marked alone."""
        self._places.add((type(node), node.span))

    def whole(self, part: object) -> None:
        """A part is printed with everything in it, or readers do not need it."""
        self._places |= _places(part)

    def settled(self, before: ast.Block, after: ast.Block) -> None:
        """What can never happen was left out of a block: it needs no words."""
        self._places |= _places(before) - _places(after)

    def missing(self, part: object) -> Iterator[ast.Node]:
        """What no page tells, in the order written; of what stands inside of something missing, nothing."""
        inside: set[int] = set()
        for node in walk(part):
            if not isinstance(node, _RULES) or node.span == ast.NOWHERE or id(node) in inside:
                continue
            if (type(node), node.span) not in self._places:
                inside |= {id(each) for each in walk(node)}
                yield node


def _places(part: object) -> set[_Place]:
    return {(type(node), node.span) for node in walk(part) if isinstance(node, _RULES)}
