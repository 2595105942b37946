"""Texts that are too long, or odd in some other way, are read soon or refused with what to do."""

from __future__ import annotations

import time
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


@pytest.mark.slow
@pytest.mark.parametrize("odd", [" " * 90_000 + "x", "\t \t" * 30_000 + "x", "A" * 90_000, "\n" * 150_000])
def test_long_runs_of_one_letter_take_no_minutes(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "book.txt"
    path.write_text(HEAD + odd + END)
    began = time.process_time()
    import_book(path)
    assert time.process_time() - began < 5  # it was 8 to 11, and minutes for capital letters
