"""Texts that are too long, or odd in some other way, are read soon or refused with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.interop import importing
from gamebook.interop.importing import import_book
from gamebook.interop.sources import NotReadable

HEAD = "1\n\nTurn to 2."
END = "\n\n2\n\nThe end.\n"


def test_a_book_in_one_line_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("1 You go on. Turn to 2. " * 5_000)
    for name in (None, "manuscript"):
        with pytest.raises(NotReadable, match=r"line 1, “1 You go on.*has 120,000 letters.*on a line of its own"):
            import_book(path, name)


def test_no_book_is_made_that_would_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.txt"
    path.write_text(HEAD + END)
    length = len(import_book(path).text)
    monkeypatch.setattr(importing, "MAX_BYTES", length)
    assert len(import_book(path).text) == length
    monkeypatch.setattr(importing, "MAX_BYTES", length - 1)
    with pytest.raises(NotReadable, match=rf"this has {length} characters, and gamebook reads .* import it in parts"):
        import_book(path)


@pytest.mark.parametrize("odd", [" " * 9_000 + "x", "\t \t" * 3_000 + "x", "A" * 9_000, "\n" * 15_000])
def test_long_runs_of_one_letter_are_no_chapters(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "book.txt"
    path.write_text(HEAD + odd + END)
    assert import_book(path).text.count("=== ") == 2
