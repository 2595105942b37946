"""Looking through a part of the syntax tree for everything of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TypeVar

from gamebook.syntax import ast

N = TypeVar("N", bound=ast.Node)


_BRANCHES: dict[type[ast.Node], tuple[str, ...]] = {}


def _branches(kind: type[ast.Node]) -> tuple[str, ...]:
    if kind not in _BRANCHES:
        _BRANCHES[kind] = tuple(each.name for each in fields(kind))
    return _BRANCHES[kind]


def walk(part: object) -> Iterator[ast.Node]:
    """Every node in `part`, itself first, in the order written."""
    if isinstance(part, tuple):
        for each in part:
            yield from walk(each)
    elif isinstance(part, ast.Node):
        yield part
        for name in _branches(type(part)):
            yield from walk(getattr(part, name))


def find(part: object, kind: type[N]) -> Iterator[N]:
    """Every node of one kind in `part`."""
    return (node for node in walk(part) if isinstance(node, kind))
