"""Looking through a part of the syntax tree for everything of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import TypeVar

from gamebook.syntax import ast

N = TypeVar("N", bound=ast.Node)


@lru_cache(maxsize=None)
def _branches(kind: type[ast.Node]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in ("span", "name_span"))


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
