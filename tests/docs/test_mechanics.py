"""Every book of `docs/mechanics.md` reads without a warning and is worth what was worked out by hand."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.diagnostics import Severity
from gamebook.render.findings_text import findings_text
from tests.docs.examples import Example, examples
from tests.support.check import check

PAGE = Path(__file__).parents[2] / "docs" / "mechanics.md"
EXAMPLES = examples(PAGE)
FILES = [each for each in EXAMPLES if each.kind == "file"]
BOOKS = [each for each in EXAMPLES if each.kind != "file"]


def _write(example: Example, folder: Path) -> Path:
    """The book, among the files that the page shows."""
    for each in FILES:
        (folder / each.promises["file"]).write_text(each.text, encoding="utf-8")
    path = folder / "example.gbk"
    path.write_text(example.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("example", BOOKS, ids=lambda each: re.sub(r"\W+", "-", each.text.splitlines()[0][6:-1]))
def test_a_book(example: Example, tmp_path: Path) -> None:
    path = _write(example, tmp_path)
    checked = check(path)
    assert all(each.severity is Severity.INFO for each in checked.findings), findings_text(
        checked.findings, checked.sources
    ).plain
    hero = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", example.promises.get("hero", ""))}
    solution = gamebook.solve(path, hero, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(example.promises.get("win") or example.promises["score"])
    if "campaign" in example.promises:
        first, worth = example.promises["campaign"].split()
        best = gamebook.campaign([tmp_path / first, path]).best
        assert best.low <= float(Fraction(worth)) <= best.high


def test_every_book_promises_something() -> None:
    assert len(BOOKS) >= 16
    assert all({"win", "score"} & each.promises.keys() for each in BOOKS)


def test_links_lead_somewhere() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page):
        text = (PAGE.parent / path).read_text(encoding="utf-8") if path else page
        headings = re.findall(r"^##+ (.*)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
        assert not anchor or anchor in anchors, anchor
