"""Positions in the three encodings, against Python's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from gamebook.lsp.places import Ruler
from gamebook.source import Source

texts = st.text(st.sampled_from("ab é🚢\n中"), max_size=30)
UNITS = {
    lsp.PositionEncodingKind.Utf8: ("utf-8", 1),
    lsp.PositionEncodingKind.Utf16: ("utf-16-le", 2),
    lsp.PositionEncodingKind.Utf32: ("utf-32-le", 4),
}


@given(texts, st.data(), st.sampled_from(list(UNITS)))
def test_a_position_is_the_line_and_the_units_before(
    text: str, data: st.DataObject, kind: lsp.PositionEncodingKind
) -> None:
    source, ruler = Source("book.gbk", text), Ruler(kind)
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset].rpartition("\n")[2]
    encoding, unit = UNITS[kind]
    place = ruler.position(source, offset)
    assert (place.line, place.character) == (text[:offset].count("\n"), len(before.encode(encoding)) // unit)
    assert ruler.offset(source, place) == offset


def test_a_column_past_the_end_is_the_end_of_the_line() -> None:
    source = Source("book.gbk", "ab\ncd\n")
    assert Ruler().offset(source, lsp.Position(0, 99)) == 2
    assert Ruler().offset(source, lsp.Position(99, 99)) == 6


def test_letters_and_marks_that_stand_apart_are_counted_as_the_editor_has_them() -> None:
    source, ruler = Source("book.gbk", "ab\nöxö\n", "ab\no\u0308xo\u0308\n"), Ruler()
    assert [ruler.position(source, offset) for offset in (3, 4, 5, 6)] == [
        lsp.Position(1, column) for column in (0, 2, 3, 5)
    ]
    assert [ruler.offset(source, lsp.Position(1, column)) for column in (0, 2, 3, 5, 99)] == [3, 4, 5, 6, 6]
