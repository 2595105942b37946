"""A report on paper, as a browser prints it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from gamebook.render.html import html_text
from gamebook.report.section import Lines, Section, Table

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]  # a real browser
ROWS = 120
PARAGRAPHS = 26


def printed(sections: list[Section], folder: Path) -> list[str]:
    """What stands on each sheet."""
    pytest.importorskip("playwright")
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext on this machine")
    from tests.studio.browser import browser

    (folder / "page.html").write_text(html_text(sections), "utf-8")
    with browser() as chromium:
        page = chromium.new_page()
        page.goto((folder / "page.html").as_uri())
        page.pdf(path=str(folder / "page.pdf"), format="A4")
    command = ["pdftotext", "-layout", str(folder / "page.pdf"), "-"]
    sheets = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\f")
    return [sheet for sheet in sheets if sheet.strip()]


def test_each_sheet_of_a_long_table_has_its_heads(tmp_path: Path) -> None:
    rows = [(f"row {number}", number) for number in range(ROWS)]
    sheets = printed([Section("Title"), Section("Long", [Table(("name", "number of it"), rows, "lr")])], tmp_path)
    long = [sheet for sheet in sheets if "row " in sheet]
    assert len(long) > 1
    assert all(sheet.count("number of it") == 1 for sheet in long)
    assert sum(sheet.count("row ") for sheet in sheets) == ROWS


def test_a_section_that_fits_on_a_sheet_is_not_torn(tmp_path: Path) -> None:
    """Whatever comes before it: a heading and what it is about stand together."""
    before = [Section(f"Part {number}", [Lines(["One.", "Two."])], how="Three.") for number in range(PARAGRAPHS)]
    sheets = printed([Section("Title"), *before], tmp_path)
    assert len(sheets) > 1
    for number in range(PARAGRAPHS):
        (sheet,) = [each for each in sheets if f"Part {number}\n" in each]
        assert sheet.count("One.") == sheet.count("Two.") == sheet.count("Three.") == sheet.count("Part ")
