"""Where findings stand, as people and tools say it: file, line and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from msgspec import Struct

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.resources import SHIPPED
from gamebook.sentences import counted, listed
from gamebook.source import Position, Source, Span

Sources = Mapping[str, Source]
"""The files of a book by path, in the order they were read."""


class Place(Struct, frozen=True):
    """A span in lines and columns, counted from 1; the end is just after its last letter."""

    path: str
    start: Position
    end: Position

    def __str__(self) -> str:
        return f"{self.path}:{self.start.line}:{self.start.column}"


def place(span: Span, sources: Sources) -> Place:
    """The place of a span; in a file that could not be read, its very start."""
    source = sources.get(span.path)
    if source is None:
        return Place(span.path, Position(1, 1), Position(1, 1))
    return Place(span.path, source.place_in_file(span.start), source.place_in_file(max(span.start, span.end)))


MOST_FILES = 3
"""Files that are named in a summary."""


def summary(findings: Sequence[Diagnostic], sources: Sources) -> str:
    """How many of each severity in the author's files, in a line: `2 errors, 1 warning in moat.gbk`.

    Where there are several files, those of the findings are named first, and then those without: they were looked at.
    """
    counts = [
        counted(count, severity.value)
        for severity in Severity
        if (count := sum(finding.severity is severity for finding in findings))
    ]
    files = [path for path in sources if not path.startswith(SHIPPED)] or [*sources]
    told = {finding.span.path for finding in findings}
    some, none = [each for each in files if each in told], [each for each in files if each not in told]
    parts = [f"{', '.join(counts)}{_in(some or none)}"] if counts else []
    if not counts or (some and none):
        parts.append(f"nothing to report{_in(none)}")
    return "; ".join(parts)


def _in(files: Sequence[str]) -> str:
    """` in moat.gbk and keep.gbk`"""
    return f" in {listed((PurePath(path).name for path in files), MOST_FILES)}" if files else ""
