"""Places in a text, as editors count them: lines from 0, columns in units of an encoding."""

from __future__ import annotations

from lsprotocol import types as lsp
from msgspec import Struct

from gamebook.source import Source, Span

BEYOND_16_BITS = 0xFFFF


class Ruler(Struct, frozen=True):
    """Translates between our offsets, which count code points, and an editor's positions."""

    encoding: str = lsp.PositionEncodingKind.Utf16
    """What a column counts: units of UTF-8, UTF-16 or UTF-32."""

    def width(self, text: str) -> int:
        """How many units a text takes."""
        if self.encoding == lsp.PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        if self.encoding == lsp.PositionEncodingKind.Utf32:
            return len(text)
        return sum(1 + (ord(letter) > BEYOND_16_BITS) for letter in text)

    def position(self, source: Source, offset: int) -> lsp.Position:
        """Where a code point of a text stands."""
        return lsp.Position(source.position(offset).line - 1, self.width(source.before(offset)))

    def range(self, source: Source, span: Span) -> lsp.Range:
        """A span of a text."""
        return lsp.Range(self.position(source, span.start), self.position(source, span.end))

    def offset(self, source: Source, position: lsp.Position) -> int:
        """The code point at a position; columns past the end of the line fall on its end."""
        line = source.line_in_file(min(position.line, source.line_count - 1) + 1)
        column = width = 0
        while column < len(line) and width < position.character:
            width += self.width(line[column])
            column += 1
        return source.offset_in_file(position.line + 1, column + 1)
