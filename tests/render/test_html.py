from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from gamebook.render.html import html_text
from tests.render.reports import HOSTILE, SMALL, everywhere


class Page(HTMLParser):
    """The tags and the text of a page, as a browser finds them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.texts += [data] * bool(data.strip())


def test_titles_tables_facts_and_lines() -> None:
    page = html_text(SMALL)
    body = page[page.index("<body>") :]
    assert body.splitlines() == [
        "<body>",
        "<section>",
        "<h1>Moat<span>, by Ann</span></h1>",
        "<p>Hero: rolled</p>",
        "<dl>",
        "<dt>Best play</dt><dd>wins</dd>",
        "<dt></dt><dd>exactly 1/2</dd>",
        "</dl>",
        "</section>",
        "<section>",
        "<h2>Endings</h2>",
        "<div><table>",
        '<thead><tr><th class="r">chance</th><th>ending</th></tr></thead>',
        "<tbody>",
        '<tr><td class="r">25.000%</td><td>Won</td></tr>',
        '<tr><td class="r">–</td><td>Lost</td></tr>',
        "</tbody>",
        "</table></div>",
        "</section>",
        "</body>",
        "</html>",
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_no_markup(name: str) -> None:
    """The tags and attributes are those of a report with harmless names, and the text is the names'."""
    page, harmless = Page(html_text(everywhere(name))), Page(html_text(everywhere("name")))
    assert page.tags == harmless.tags
    assert page.attributes == harmless.attributes
    shown = re.sub(r"[\x00-\x08\x0e-\x1f]", "\N{REPLACEMENT CHARACTER}", name)
    assert [text.replace("\r", "") for text in page.texts] == [
        text.replace("name", shown.replace("\r", "")) for text in harmless.texts
    ]


def test_the_page_needs_nothing_else() -> None:
    page = html_text(SMALL)
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", page)
    assert "default-src 'none'" in page


def test_the_first_title_is_that_of_the_page() -> None:
    assert "<title>Moat</title>" in html_text(SMALL)
    assert "<title>Report</title>" in html_text(())
