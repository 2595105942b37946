"""Looking through a part of the syntax tree for everything of one kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from gamebook.syntax import ast

N = TypeVar("N", bound=ast.Node)


_KINDS = {name: kind for name, kind in vars(ast).items() if isinstance(kind, type) and issubclass(kind, ast.Node)}
_KINDS["Block"] = ast.Step
"""The words in a field's type that say which nodes stand in it."""


@cache
def _fields() -> dict[type[ast.Node], dict[str, frozenset[type[ast.Node]]]]:
    """For each kind of node the fields that nodes can stand in, the last first, and of which kinds they are."""
    found = {}
    for kind in _KINDS.values():
        types: dict[str, str] = {}
        for each in reversed(kind.__mro__):
            types |= vars(each).get("__annotations__", {})
        inner = {name: _words(types[name]) for name in kind.__struct_fields__[::-1]}
        found[kind] = {name: kinds for name, kinds in inner.items() if kinds}
    return found


@cache
def _words(written: str) -> frozenset[type[ast.Node]]:
    return frozenset(_KINDS[word] for word in re.findall(r"\w+", written) if word in _KINDS)


@cache
def _leading_to(kind: type[ast.Node]) -> dict[type, tuple[str, ...]]:
    """For each kind of node the fields behind which a node of one kind may stand, the last first."""
    fields = _fields()
    holders: dict[type[ast.Node], list[type[ast.Node]]] = {}
    for holder, inner in fields.items():
        for each in frozenset().union(*inner.values()):
            holders.setdefault(each, []).append(holder)
    waiting, leading = [each for each in fields if issubclass(each, kind)], set[type]()
    while waiting:
        for each in waiting.pop().__mro__:  # where a step may stand, each of its kinds may
            if each not in leading:
                leading.add(each)
                waiting += holders.get(each, ())
    return {holder: tuple(name for name in inner if inner[name] & leading) for holder, inner in fields.items()}


def walk(part: object) -> Iterator[ast.Node]:
    """Every node in `part`, itself first, in the order written."""
    return find(part, ast.Node)


def find(part: object, kind: type[N]) -> Iterator[N]:
    """Every node of one kind in `part`, in the order written; looked for only where it can stand."""
    fields = _leading_to(kind)
    waiting = [part]  # the next one last
    while waiting:
        here = waiting.pop()
        if type(here) is tuple:
            waiting.extend(here[::-1])
        elif type(here) in fields:  # else a word, or nothing
            if isinstance(here, kind):
                yield here
            for name in fields[type(here)]:
                waiting.append(getattr(here, name))  # noqa: PERF401 - few have many: a list for each takes longer
