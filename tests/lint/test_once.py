"""Findings that are one for many places."""

from __future__ import annotations

from msgspec.structs import replace

from gamebook.codes import balance, finding
from gamebook.lint.once import once_for_each_range
from gamebook.source import Span


def test_a_narrow_range_is_one_finding() -> None:
    first, second, other = (
        finding(balance.OVERFULL, Span("book.gbk", place, place + 1), "so it is", "look") for place in (3, 5, 7)
    )
    other = replace(other, message="another number")
    told = [*once_for_each_range([second, other, first])]
    assert [(each.span.start, [line.span.start for line in each.related]) for each in told] == [(7, []), (3, [5])]
