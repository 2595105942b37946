from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from math import inf

import pytest

from gamebook.render.html import html_text
from gamebook.report.cells import Chance, Chapter, Place, Points
from gamebook.report.section import Chart, Facts, Map, Section, Table
from tests.render.reports import HOSTILE, SMALL, everywhere
from tests.support import build

DOOR = build.choose(build.option("Go in", build.turn("2")), build.option("Go home", build.LOSE))
BOOK = build.book(**{"1": (DOOR,), "2": (build.WIN,)})
EVERY_PART = (
    Section("Moat", [Facts([("wins", Chance(0.5))], large=True)]),
    Section(
        "Charts",
        [
            Chart(
                "bars",
                Table(("who", "wins"), [("best", Chance(0.5)), (Chapter("1", "Gate"), None)]),
                "Who wins.",
            ),
            Chart("heat", Table(("a", "1", "2"), [("3", Chance(0.25), None)]), "Heroes."),
            Chart("curve", Table(("n", "wins"), [(1, Chance(0.1)), (2, Chance(0.3))]), "Attempts."),
            Chart("waterfall", Table(("x", "y"), [("a", 3), (Place("9 Gone", "9"), -1), ("b", 2)]), "Steps."),
            Map(BOOK),
        ],
    ),
    Section("Chapters", [Table(("chapter", "n"), [(Chapter("1", ""), 1), (Chapter("2", ""), 1)], of_chapters=True)]),
)


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
    body = page[page.index("<main>") : page.index("</main>")]
    assert body.splitlines() == [
        "<main>",
        '<section id="s1">',
        "<h1>Moat<span>, by Ann</span></h1>",
        "<p>Hero: rolled</p>",
        "<dl>",
        "<div><dt>Best play</dt><dd>wins</dd></div>",
        "<div><dt></dt><dd>exactly 1/2</dd></div>",
        "</dl>",
        "</section>",
        '<section id="s2">',
        "<h2>Endings</h2>",
        '<div class="wide"><table>',
        '<thead><tr><th scope="col" class="r">chance</th><th scope="col">ending</th></tr></thead>',
        "<tbody>",
        '<tr><td class="r">25.000%</td><td>Won</td></tr>',
        '<tr><td class="r">–</td><td>Lost</td></tr>',
        "</tbody>",
        "</table></div>",
        "</section>",
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_no_markup(name: str) -> None:
    """The tags and attributes are those of a report with harmless names with words as long; the text is the names'."""
    plain = re.sub(r"\S", "\ue000", name)
    page, harmless = Page(html_text(everywhere(name))), Page(html_text(everywhere(plain)))
    assert page.tags == harmless.tags
    assert page.attributes == harmless.attributes
    *shown, data, script = page.texts
    *expected, harmless_data, harmless_script = harmless.texts
    name = re.sub(r"[\x00-\x08\x0e-\x1f]", "\N{REPLACEMENT CHARACTER}", name).replace("\r", "")
    assert [text.replace("\r", "") for text in shown] == [
        text.replace("\r", "").replace(plain.replace("\r", ""), name) for text in expected
    ]
    assert script == harmless_script
    assert not set(data) & set("<>&")
    assert len(json.loads(data)) == len(json.loads(harmless_data))


def test_the_page_needs_nothing_else() -> None:
    page = html_text(EVERY_PART)
    assert not re.search(r"https?:|src=|href=\"(?!#)|url\((?!#)|@import", page)


def test_browsers_accept_our_own_script_and_style_and_no_other() -> None:
    """The policy names what it allows by hashes: base64 of the SHA-256 of the text, as the specification says."""
    page = html_text(EVERY_PART)
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)

    def hashed(text: str) -> str:
        return b64encode(bytes.fromhex(sha256(text.encode()).hexdigest())).decode()

    assert [part.strip() for part in policy[0].replace("&#39;", "'").split(";")] == [
        "default-src 'none'",
        f"style-src 'sha256-{hashed(style)}'",
        f"script-src 'sha256-{hashed(script)}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    assert len(script) < 10_000
    assert "style=" not in page, "the policy allows no style of a single element"


def test_each_picture_says_what_it_shows_and_has_its_table() -> None:
    page = Page(html_text(EVERY_PART))
    assert page.tags.count("svg") == 5
    assert page.attributes.count(("role", "img")) == 4
    assert page.attributes.count(("role", "group")) == 1, "the map: an image would hide its links from screen readers"
    assert page.tags.count("table") == 5, "four charts and the chapters"
    assert ("aria-label", "Who wins.") in page.attributes


def test_the_names_of_chapters_lead_to_their_lines() -> None:
    page = html_text(EVERY_PART)
    assert '<tr id="c1"><td>1</td>' in page
    assert '<td><a href="#c1">1 Gate</a></td>' in page
    assert '<a href="#c1"><title>1' in page, "in the map, too"
    assert "<td>9 Gone</td>" in page, "a chapter without a line leads nowhere"


def test_the_data_of_the_page_has_few_digits_and_no_infinity() -> None:
    page = html_text([Section("A", [Table(("a",), [(Chance(1 / 3),), (Points(inf),)])])])
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert json.loads(data) == [{"title": "A", "parts": [{"head": ["a"], "rows": [[0.3333333333], [None]]}]}]


def test_the_page_is_well_formed() -> None:
    html5lib = pytest.importorskip("html5lib")
    for sections in (SMALL, EVERY_PART, (), *map(everywhere, HOSTILE)):
        html5lib.HTMLParser(strict=True).parse(html_text(sections))


def test_the_first_title_is_that_of_the_page() -> None:
    assert "<title>Moat</title>" in html_text(SMALL)
    assert "<title>Report</title>" in html_text(())
