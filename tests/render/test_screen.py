"""A report in a narrow window, as a browser shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.render.html import html_text
from gamebook.report.cells import Chance, Chapter
from gamebook.report.section import Chart, Section, Table

pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]  # a real browser
TELEPHONE = {"width": 360, "height": 700}
PROSE = "Whoever comes to the garden by the low path is seen by the goose."
READABLE = 9
"""The least size of words on the screen, in pixels."""
CHAPTERS = Table(
    ("chapter", "visited", "visits", "wins from here", "dies", ""),
    [(Chapter(str(number), ""), Chance(1 / 3), 1, Chance(0.2), Chance(0), PROSE) for number in range(1, 4)],
    "lrrrrl",
    of_chapters=True,
)
WHO = Table(("reader", "wins"), [("best", Chance(0.5)), ("random", Chance(0.25))], "lr")


@pytest.fixture
def seen(tmp_path: Path) -> dict[str, list[float]]:
    """Of a page on a telephone: its width, the lines of each head and of each long cell, and sizes of letters."""
    pytest.importorskip("playwright")
    from tests.studio.browser import browser

    path = tmp_path / "page.html"
    found = [Section("Title"), Section("Chapters", [CHAPTERS]), Section("Who", [Chart("bars", WHO, "Who wins.")])]
    path.write_text(html_text(found), "utf-8")
    with browser() as chromium:
        page = chromium.new_page(viewport=TELEPHONE)
        page.goto(path.as_uri())
        count = """each => {
            const range = document.createRange();
            while (each.firstChild) each = each.firstChild;  // a head may hold a button, and that the words
            range.selectNodeContents(each);
            return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
        }"""
        return {
            "width": [page.evaluate("document.documentElement.scrollWidth")],
            "heads": [each.evaluate(count) for each in page.locator("section:nth-of-type(2) th").element_handles()],
            "prose": [
                each.evaluate(count)
                for each in page.locator("section:nth-of-type(2) tbody td:last-child").element_handles()
            ],
            "letters": [
                each.evaluate("each => 12 * each.getBoundingClientRect().width / each.viewBox.baseVal.width")
                for each in page.locator("svg.chart").element_handles()
            ],
        }


def test_no_word_is_broken_and_no_chart_too_small_on_a_telephone(seen: dict[str, list[float]]) -> None:
    """Tables and charts are scrolled; the page is not."""
    assert seen["width"] == [TELEPHONE["width"]]
    assert seen["heads"][:3] == [1, 1, 1]  # each is one word
    assert seen["prose"] and max(seen["prose"]) <= 5  # in a column of one word it would have fourteen
    assert seen["letters"] and min(seen["letters"]) >= READABLE
