"""Looking through a part of the syntax tree for everything of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TypeVar

from gamebook.syntax import ast

N = TypeVar("N", bound=ast.Node)


_BRANCHES: dict[type[ast.Node], tuple[str, ...]] = {}


def _branches(kind: type[ast.Node]) -> tuple[str, ...]:
    """The fields of a node, the last first."""
    if kind not in _BRANCHES:
        _BRANCHES[kind] = tuple(each.name for each in reversed(fields(kind)))
    return _BRANCHES[kind]


def walk(part: object) -> Iterator[ast.Node]:
    """Every node in `part`, itself first, in the order written."""
    waiting = [part]  # the next one last
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here[::-1])
        elif isinstance(here, ast.Node):
            yield here
            for name in _branches(type(here)):
                inner = getattr(here, name)
                if isinstance(inner, tuple | ast.Node):
                    waiting.append(inner)


def find(part: object, kind: type[N]) -> Iterator[N]:
    """Every node of one kind in `part`."""
    for node in walk(part):
        if isinstance(node, kind):
            yield node
