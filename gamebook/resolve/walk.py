"""Looking through a part of the syntax tree for everything of one kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from gamebook.syntax import ast

N = TypeVar("N", bound=ast.Node)


_HOLDS_NODES = {name for name, kind in vars(ast).items() if isinstance(kind, type) and issubclass(kind, ast.Node)}
_HOLDS_NODES.add("Block")
"""The words in a field's type that say that nodes stand in it."""
_BRANCHES: dict[type[ast.Node], tuple[str, ...]] = {}


def _branches(kind: type[ast.Node]) -> tuple[str, ...]:
    """The fields of a node that nodes can stand in, the last first."""
    if kind not in _BRANCHES:
        types: dict[str, str] = {}
        for each in reversed(kind.__mro__):
            types |= vars(each).get("__annotations__", {})
        inner = (name for name in kind.__struct_fields__ if _HOLDS_NODES & set(re.findall(r"\w+", types[name])))
        _BRANCHES[kind] = tuple(inner)[::-1]
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
            for name in _BRANCHES.get(type(here)) or _branches(type(here)):
                inner = getattr(here, name)
                if isinstance(inner, tuple | ast.Node):
                    waiting.append(inner)


def find(part: object, kind: type[N]) -> Iterator[N]:
    """Every node of one kind in `part`."""
    for node in walk(part):
        if isinstance(node, kind):
            yield node
