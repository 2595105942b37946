"""The README's book is worth what the README prints, by exact fractions."""

from __future__ import annotations

import re
from pathlib import Path

import gamebook

README = Path(__file__).parents[2] / "README.md"


def test_the_book_in_twenty_lines(tmp_path: Path) -> None:
    text = README.read_text()
    written = re.search(r"```gamebook\n(.*?)```", text, re.DOTALL)
    asked = re.search(r"well\.gbk --hero (\S+)", text)
    printed = re.search(r"Best play +wins with chance ([\d.]+)%", text)
    assert written is not None
    assert asked is not None
    assert printed is not None
    book = tmp_path / "well.gbk"
    book.write_text(written[1])
    hero = {name: int(value) for name, value in (part.split("=") for part in asked[1].split(","))}
    exactly = gamebook.solve(book, hero=hero, exact=True).exactly
    assert exactly is not None
    assert f"{float(100 * exactly.best):.3f}" == printed[1]
