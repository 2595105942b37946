"""Text and places in it: where a book's words stand on the page."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from msgspec import Struct

from gamebook.letters import together


class Span(Struct, frozen=True, order=True, gc=False):
    """A stretch of one file, in code points: `start` inclusive, `end` exclusive. A book has hundreds of thousands."""

    path: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.path, min(self.start, other.start), max(self.end, other.end))


class Position(Struct, frozen=True):
    """A place as people say it: line and column, both counted from 1."""

    line: int
    column: int


class Source(Struct, frozen=True, dict=True):
    """One file of a book: its path as the user typed it, and its text."""

    path: str
    text: str
    """Each letter and its marks are one (NFC), and all spans count in it."""
    apart: str | None = None
    """The text as the file has it, if letters and their marks stand apart there; it has the same lines."""

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line starts."""
        lengths = (len(line) + 1 for line in self.text.split("\n")[:-1])
        return list(accumulate(lengths, initial=0))

    @cached_property
    def _apart_lines(self) -> list[str]:
        """The lines of `apart`."""
        return (self.apart or "").split("\n")

    @property
    def line_count(self) -> int:
        """The number of lines; text without a newline is one line."""
        return len(self._starts)

    @property
    def newline(self) -> str:
        """How its lines end: as the first of them does; a text of one line has none that says it."""
        return "\r\n" if self.line_count > 1 and self.text[self._starts[1] - 2 : self._starts[1]] == "\r\n" else "\n"

    def position(self, offset: int) -> Position:
        """Line and column of a code point; offsets past the end fall on the end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """The code point at a line and column; columns past the end of the line fall on its end."""
        number = max(1, min(line, self.line_count))
        end = self._starts[number] - 1 if number < self.line_count else len(self.text)
        return min(self._starts[number - 1] + max(0, column - 1), end)

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its newline."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def line_in_file(self, number: int) -> str:
        """The text of a line as the file has it: editors count in it."""
        return self.line(number) if self.apart is None else self._apart_lines[number - 1].rstrip("\r")

    def before(self, offset: int) -> str:
        """What stands before a code point in its line, as the file has it."""
        place = self.position(offset)
        start = self._starts[place.line - 1]
        before = self.text[start : start + place.column - 1]
        if self.apart is None or before.isascii():
            return before
        line = self._apart_lines[place.line - 1]
        return line[: bisect_right(range(len(line) + 1), len(before), key=lambda end: len(together(line[:end]))) - 1]

    def place_in_file(self, offset: int) -> Position:
        """Line and column of a code point, as editors count in the file."""
        return Position(self.position(offset).line, len(self.before(offset)) + 1)

    def offset_in_file(self, line: int, column: int) -> int:
        """The code point at a line and column of the file; columns past the end of the line fall on its end."""
        number = max(1, min(line, self.line_count))
        return self.offset(number, len(together(self.line_in_file(number)[: max(0, column - 1)])) + 1)

    def span(self, start: int, end: int) -> Span:
        """A span of this file."""
        return Span(self.path, start, end)
