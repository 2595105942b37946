"""A part of the syntax tree at another place of its page, or at the same."""

from __future__ import annotations

from typing import Any, TypeVar

from gamebook.source import Span
from gamebook.syntax import ast

Part = TypeVar("Part")


_PLACELESS = frozenset({type(None), bool, int, str})
"""What most fields of nodes hold, and what stands nowhere."""


def moved(part: Part, by: int) -> Part:
    """The same part, with every span `by` code points further on."""
    return part if by == 0 else _moved(part, by)  # type: ignore[return-value]  # each part gives one of its own kind


def same(one: object, two: object) -> bool:
    """Whether two parts say the same, and every name in them stands at the same place.

    Equality of nodes leaves out where they stand.
    """
    if one is two:
        return True
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, ast.Id) and isinstance(two, ast.Id):
        return one == two and one.span == two.span
    if isinstance(one, ast.Node) and type(one) is type(two):
        return all(same(getattr(one, name), getattr(two, name)) for name in one.__struct_fields__)
    return one == two


def _moved(part: object, by: int) -> object:
    if isinstance(part, tuple):
        return tuple([_moved(each, by) for each in part])
    if isinstance(part, Span):
        return part if part == ast.NOWHERE else Span(part.path, part.start + by, part.end + by)
    if isinstance(part, ast.Id):
        return ast.Id(part, _moved(part.span, by))  # type: ignore[arg-type]  # a span gives a span
    if not isinstance(part, ast.Node):
        return part
    fields: dict[str, Any] = {}
    for name in part.__struct_fields__:
        inner = getattr(part, name)
        fields[name] = inner if type(inner) in _PLACELESS else _moved(inner, by)
    return type(part)(**fields)
