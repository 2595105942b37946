"""`docs/lone-wolf.md` names all that a writer may use, and its book is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.resources import resource_folder
from tests.docs.examples import examples
from tests.support.check import check

PAGE = Path(__file__).parents[2] / "docs" / "lone-wolf.md"
SYSTEM = (resource_folder("systems") / "lone-wolf.gbk").read_text("utf-8")


def test_every_name_of_the_system_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    written = {name for code in re.findall(r"`([^`\n]+)`", page) for name in re.findall(r"[\w-]+", code)}
    entries = re.findall(r"^    (?:stat|number|codeword|item|option) +(.+?)(?: +//.*)?$", SYSTEM, re.MULTILINE)
    names = {re.split(r" x | = ", each)[0].strip() for line in entries for each in line.split(", ")}
    names |= set(re.findall(r"^(?:rule|param|let) ([\w-]+)", SYSTEM, re.MULTILINE))
    names |= set(re.findall(r"in-[\w-]+", SYSTEM))
    assert len(names) > 50
    assert names <= written


@pytest.mark.slow
def test_the_book_on_the_page(tmp_path: Path) -> None:
    (example,) = examples(PAGE)
    book = tmp_path / "mill.gbk"
    book.write_text(example.text, "utf-8")
    assert all(each.severity is Severity.INFO for each in check(book).findings)
