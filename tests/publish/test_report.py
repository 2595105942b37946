"""A report in print: what it says can be read from the pages, whatever letters it has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import gamebook
from gamebook.publish.report import report_pdf
from gamebook.report.cells import Chance
from gamebook.report.section import Chart, Facts, Lines, Map, Section, Table

pytest.importorskip("typst")

HOSTILE = 'Gate "#panic()" \\ $x$ <b> *and* `so`'
TABLE = Table(("reader", "wins"), [(HOSTILE, Chance(0.25)), ("random", Chance(0.125))], "lr")
BOOK = "=== 1\n* On -> victory\n* Back -> 2\n=== 2\n-> defeat\n"


def pages(sections: list[Section], path: Path) -> list[str]:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext on this machine")
    path.write_bytes(report_pdf(sections))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True, text=True).stdout
    return [" ".join(page.split()) for page in text.split("\f")[:-1]]


def test_everything_is_printed_and_nothing_is_markup(tmp_path: Path) -> None:
    book = gamebook.Project.of(BOOK).book
    sections = [
        Section(
            HOSTILE, [Facts([("best play", Chance(0.25))], large=True), Facts([("Chapters", "2")])], aside=", by me"
        ),
        Section("Readers", [Chart("bars", TABLE, "Who wins."), Lines(["One line.", HOSTILE])], how="Computed."),
        Section("The map", [Map(book)]),
        Section("", [Table(("nothing",), [])]),
    ]
    first, *others = pages(sections, tmp_path / "report.pdf")
    for said in (f"{HOSTILE}, by me", "best play", "25.000%", "12.500%", "Chapters 2", "One line.", "Computed."):
        assert said in first
    assert first.count(HOSTILE) >= 3  # title, table, line; and on the chart as far as there is room
    assert "The map" in " ".join(others)
    assert report_pdf(sections) == report_pdf(sections)


def test_a_long_table_goes_on_with_its_head(tmp_path: Path) -> None:
    rows = [(f"chapter {number}", Chance(0.5)) for number in range(120)]
    found = pages([Section("Chapters", [Table(("where", "how often"), rows, "lr")])], tmp_path / "report.pdf")
    assert len(found) >= 2
    assert all("where how often" in page for page in found)
    assert "chapter 119 50.000%" in found[-1]


def test_a_section_that_fits_on_a_page_is_not_torn(tmp_path: Path) -> None:
    """Whatever comes before it: its chart, the table of the chart, and the words below."""
    chart = Chart("bars", TABLE, "Who wins.")
    parts = [
        Section(f"Part {number}", [chart, Lines(["Middle."] + ["One more line."] * number)], how="End.")
        for number in range(20)
    ]
    found = pages(parts, tmp_path / "report.pdf")
    assert len(found) > 2
    assert sum(page.count("Part ") for page in found) == len(parts)
    assert all(page.count("Part ") == page.count("Middle.") == page.count("End.") for page in found)
