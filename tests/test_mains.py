"""The book that a file is a part of."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.files import Memory
from gamebook.mains import books_around, main_files

FILES = Memory(
    {
        "a.gbk": 'book "A"\n    use rules  // its own\ninclude "part.gbk"\n=== 1\n-> victory\n',
        "b.gbk": 'book "B"\r\n    use rules\r\n=== 1\r\n-> victory\r\n',
        "c.gbk": 'book "C"\n=== 1\nuse rules\n-> victory\n',
        "part.gbk": "=== 2\n-> victory\n",
        "rules.gbk": 'system rules\n    use base\ninclude "apart.gbk"\n',
        "base.gbk": "system base\n",
        "apart.gbk": "=== 3\n-> victory\n",
    }
)


@pytest.mark.parametrize(
    ("name", "mains"),
    [
        ("part.gbk", ["a.gbk"]),
        ("rules.gbk", ["a.gbk", "b.gbk"]),
        ("base.gbk", ["a.gbk", "b.gbk"]),
        ("apart.gbk", ["rules.gbk"]),
        ("a.gbk", ["a.gbk"]),
        ("c.gbk", ["c.gbk"]),
    ],
)
def test_a_file_belongs_to_the_books_that_include_or_use_it(name: str, mains: list[str]) -> None:
    """Prose may begin like `use`, and of a rule system no more is read than itself and those that it uses."""
    assert sorted(main_files(name, FILES)) == mains


def test_a_system_that_no_book_uses_is_alone(tmp_path: Path) -> None:
    rules, book = tmp_path / "rules.gbk", tmp_path / "book.gbk"
    rules.write_text("system rules\n")
    assert books_around(rules) == ()
    book.write_text('book "B"\n    use rules\n\n=== 1\n-> victory\n')
    assert books_around(rules) == (book,)
    assert books_around(book) == ()
