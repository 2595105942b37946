"""Names that carry commands for a terminal, a page, a picture or a build server stay names."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

from gamebook.diagnostics import Diagnostic
from gamebook.reading import Reading, read_text
from gamebook.render.data import json_text
from gamebook.render.dot import MapOptions, map_dot
from gamebook.render.findings_github import findings_github
from gamebook.render.findings_json import findings_json
from gamebook.render.findings_sarif import findings_sarif
from gamebook.render.findings_text import findings_text
from gamebook.render.picture import Drawing
from gamebook.render.printable import escaped, for_terminal, on_one_line

CLEAR, BELL, TURN = "\x9b2J", "\x1b]0;owned\x07", "\u202e\u2066"
"""Clear the screen; name the window; turn the line around."""
EVIL = f"{CLEAR}{TURN}<b onclick='x'>&amp;</b><script>alert(1)</script>[red]%0A::error::x ::stop-commands::y %s {{0}}"
PATH = f"evil{BELL}\n::error::owned\r%0A::error::, file=other.gbk::.gbk"
BOOK = f"""\
book "Title {EVIL}"
=== 1 First {EVIL}
Prose {EVIL}
* Take {EVIL} -> 2
* Leave {EVIL} -> 99
* Fall {EVIL} -> defeat "Dead {EVIL}"
=== 2
~ victory "Won {EVIL}"
=== 3 Unlinked {EVIL}
~ ending "Lost {EVIL}" score 5
"""
SOUND = BOOK.replace("99", "3")


@pytest.fixture(scope="module")
def reading() -> Reading:
    return read_text(PATH, BOOK)


@pytest.fixture
def findings(reading: Reading) -> tuple[Diagnostic, ...]:
    assert reading.earlier
    return tuple(
        Diagnostic(each.code, each.severity, each.span, f"{each.message} {EVIL}\n{EVIL}", EVIL)
        for each in reading.earlier
    )


def controls(text: str) -> set[str]:
    return {letter for letter in text if letter in EVIL + PATH and not letter.isprintable()} - {"\n"}


def test_printable_keeps_letters_lines_and_tabs() -> None:
    assert for_terminal("Größe\t→ שלום\u200f\n") == "Größe\t→ שלום\u200f\n"
    assert for_terminal("a\x1b\x00\x7f\x85\x9b\u2028\u202e\u2066\rb") == "a" + 9 * "\N{REPLACEMENT CHARACTER}" + "b"
    assert on_one_line("a\nb\x1bc") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"


def test_data_is_the_same_and_has_no_control_letter() -> None:
    data = {EVIL: [PATH, "\x7f\x85\u2028", 1.5]}
    text = json_text(data)
    assert json.loads(text) == data
    assert controls(text) == set()
    assert escaped('"é→"') == '"é→"'


def test_on_a_terminal(findings: tuple[Diagnostic, ...], reading: Reading) -> None:
    text = findings_text(findings, reading.sources).plain
    assert controls(text) == set()
    assert "<script>alert(1)</script>[red]%0A" in text
    assert not [line for line in text.splitlines() if line.lstrip().startswith("::")]


def test_annotations_are_one_line_each(findings: tuple[Diagnostic, ...], reading: Reading) -> None:
    lines = findings_github(findings, reading.sources).splitlines()
    assert len(lines) == len(findings)
    unescaped = {"%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}
    for line, finding in zip(lines, sorted(findings, key=lambda each: each.span), strict=True):
        match = re.fullmatch(r"::(error|warning|notice) file=([^:,]*),line=\d+,col=\d+,title=[^:,]*::(.*)", line)
        assert match, line
        file, words = (re.sub("%..", lambda found: unescaped[found[0]], each) for each in (match[2], match[3]))
        assert file == PATH
        assert words == f"{finding.message}\n{finding.hint}"


def test_json_and_sarif_hold_what_was_written(findings: tuple[Diagnostic, ...], reading: Reading) -> None:
    plain = findings_json(findings, reading.sources)
    sarif = findings_sarif(findings, reading.sources)
    assert controls(plain) == controls(sarif) == set()
    messages = {each.message for each in findings}
    assert {each["message"] for each in json.loads(plain)} == messages
    assert {each["path"] for each in json.loads(plain)} == {PATH}
    results = json.loads(sarif)["runs"][0]["results"]
    assert {each["message"]["text"] for each in results} == {f"{message}\n{EVIL}" for message in messages}
    places = {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results}
    assert all(re.fullmatch(r"[\w.%/-]+", place) for place in places)


def test_a_picture_has_the_names_and_no_script() -> None:
    book = read_text("evil.gbk", SOUND).resolved.book
    assert book is not None
    picture = ET.fromstring(Drawing(map_dot(book, None, MapOptions("structure"))).picture("svg"))
    elements = list(picture.iter())
    tags = {each.tag.rpartition("}")[2] for each in elements}
    assert tags <= {"svg", "g", "a", "title", "text", "path", "polygon", "polyline", "ellipse"}
    names = {name.rpartition("}")[2]: value for each in elements for name, value in each.attrib.items()}
    assert not [name for name in names if name.startswith("on")]
    links = [value for each in elements for name, value in each.attrib.items() if name.endswith("href")]
    assert links
    assert all(re.fullmatch(r"#chapter-\d", link) for link in links)
    words = "".join(picture.itertext())
    assert "\x9b" not in words
    assert "<script>" in words
