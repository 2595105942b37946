"""Lines of the header that stand once in a book of several files."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.project import Project

BOOK = 'book "B"\n    language "en"\n    aim win\n    include "two.gbk"\n\n=== 1\n-> 2\n'


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ('book "B"\n    language "en"', []),
        ('book "B"\n    language "de"', ["the line “language” is written twice"]),
        ('book "Part two"', ["the line “book” is written twice"]),
        ("aim win then score", ["the line “aim” is written twice"]),
    ],
)
def test_another_file_may_only_repeat_a_line(tmp_path: Path, part: str, told: list[str]) -> None:
    (tmp_path / "book.gbk").write_text(BOOK, "utf-8")
    (tmp_path / "two.gbk").write_text(f"{part}\n\n=== 2\n~ victory\n", "utf-8")
    found = Project(tmp_path / "book.gbk").edition().mistakes.findings
    assert [each.message for each in found if each.code == "GB107"] == told
