"""Lines of a file."""

from __future__ import annotations

import pytest

from gamebook.source import Source


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a", "\n"), ("a\nb\r\n", "\n"), ("\n", "\n"), ("\r\n", "\r\n"), ("a\r\nb", "\r\n")],
)
def test_how_lines_end(text: str, newline: str) -> None:
    assert Source("x", text).newline == newline
