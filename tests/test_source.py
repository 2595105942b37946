"""Lines of a file."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamebook.source import Position, Source


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a", "\n"), ("a\nb\r\n", "\n"), ("\n", "\n"), ("\r\n", "\r\n"), ("a\r\nb", "\r\n")],
)
def test_how_lines_end(text: str, newline: str) -> None:
    assert Source("x", text).newline == newline


letters = st.sampled_from(["a", "ö", "ệ", "한", "🚢", "\n", "x\u0323"])


@given(st.lists(letters, max_size=30).map("".join))
def test_places_in_a_file_whose_letters_and_marks_stand_apart(text: str) -> None:
    text, apart = normalize("NFC", text), normalize("NFD", text)
    source = Source("x", text, apart)
    for offset in range(len(text) + 1):
        before = normalize("NFD", text[:offset])
        place = source.place_in_file(offset)
        assert place == Position(before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
        assert source.offset_in_file(place.line, place.column) == offset


def test_a_place_inside_a_letter_is_behind_it() -> None:
    source = Source("x", "aöb", "ao\u0308b")
    assert [source.offset_in_file(1, column) for column in range(1, 6)] == [0, 1, 2, 2, 3]
