from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.render.findings_text import _NARROW, WIDEST, finding_text, findings_text
from gamebook.source import Source, Span

Find = Callable[..., Diagnostic]


def told(finding: Diagnostic, source: Source) -> list[str]:
    return finding_text(finding, {source.path: source}).plain.splitlines()


def test_place_sentence_line_caret_and_hint(find: Find, moat: Source) -> None:
    finding = find("212", "no chapter is numbered 212", "the nearest are 211 and 213")
    assert told(finding, moat) == [
        "books/moat.gbk:3:17 error[GB902] no chapter is numbered 212",
        " 3 | * Climb down -> 212",
        "   |                 ^^^ hint: the nearest are 211 and 213",
    ]


def test_related_places_and_the_route(find: Find, moat: Source) -> None:
    finding = find("Go home", "a trap", severity=Severity.WARNING, also="1 The moat", route=("chapter 1", "Go home"))
    assert told(finding, moat) == [
        "books/moat.gbk:4:3 warning[GB901] a trap",
        " 4 | * Go home -> 1",
        "   |   ^^^^^^^",
        "  books/moat.gbk:1:5 first written here",
        " 1 | === 1 The moat",
        "   |     ----------",
        "  example route:",
        "    chapter 1",
        "    Go home",
    ]


def test_a_long_route_is_cut(find: Find, moat: Source) -> None:
    finding = find("Cold", "far away", route=("there", "back") * 50)
    assert told(finding, moat)[-3:] == ["    there", "    back", "    … the same 2 steps 49 more times"]


@pytest.mark.parametrize(
    ("line", "caret"),
    [
        ("冷たい -> 212", "          ^^^"),  # three letters of two cells each
        ("\tgo -> 212", "          ^^^"),  # a tab of four
        ("a\tgo -> 212", "          ^^^"),
        ("e\N{COMBINING ACUTE ACCENT}t -> 212", "      ^^^"),  # an accent takes no cell
    ],
)
def test_the_caret_stands_under_the_word(find: Find, line: str, caret: str) -> None:
    source = Source("wide.gbk", line)
    assert told(find("212", "no such chapter", source=source), source)[-1] == f"   | {caret}"


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first(find: Find, moat: Source) -> None:
    assert told(find("Cold.\n* Climb", "odd"), moat)[1:] == [" 2 | Cold.", "   | ^^^^^"]


def test_an_empty_span_at_the_end_of_the_file_has_a_caret(moat: Source) -> None:
    end = len(moat.text)
    finding = Diagnostic("GB902", Severity.ERROR, moat.span(end, end), "the file stops here")
    assert told(finding, moat)[1:] == [" 5 | ", "   | ^"]


def test_a_whole_paragraph_is_cut_around_the_caret(find: Find) -> None:
    source = Source("long.gbk", "word " * 200 + "HERE" + " word" * 200)
    _, line, caret = told(find("HERE", "odd", source=source), source)
    assert line.startswith(" 1 | …")
    assert line.endswith("…")
    assert len(line) < WIDEST + 10
    assert line[caret.index("^") : caret.index("^") + 4] == "HERE"


def test_a_book_cannot_command_the_terminal(find: Find) -> None:
    source = Source("evil.gbk", "\x1b[2J -> 212")
    assert "\x1b" not in finding_text(find("212", "no \x1b[2J", source=source), {source.path: source}).plain


def test_a_file_that_could_not_be_read(moat: Source) -> None:
    finding = Diagnostic("GB902", Severity.ERROR, Span("gone.gbk", 0, 0), "cannot be read", "look for it")
    assert told(finding, moat) == ["gone.gbk:1:1 error[GB902] cannot be read", "  hint: look for it"]


def test_book_order_and_the_sum(find: Find, moat: Source) -> None:
    late = find("Go home", "late", severity=Severity.WARNING)
    early = find("Cold", "early")
    lines = findings_text([late, early], {moat.path: moat}).plain.splitlines()
    assert [line for line in lines if line.startswith("books/")] == [
        "books/moat.gbk:2:1 error[GB902] early",
        "books/moat.gbk:4:3 warning[GB901] late",
    ]
    assert lines[-1] == "1 error, 1 warning in moat.gbk"


def test_nothing_to_report(moat: Source) -> None:
    assert findings_text([], {moat.path: moat}).plain == "nothing to report in moat.gbk\n"


@given(st.text(max_size=300), st.integers(0, 310), st.integers(0, 310))
def test_any_span_of_any_text_can_be_told(text: str, start: int, end: int) -> None:
    source = Source("any.gbk", text)
    finding = Diagnostic("GB902", Severity.ERROR, source.span(start, end), "odd", "mend it")
    first, quoted, carets = told(finding, source)
    assert first.endswith("error[GB902] odd")
    assert carets.endswith("^ hint: mend it")
    assert cell_len(quoted) <= 2 * WIDEST + 10


def test_letters_taken_for_narrow_are_narrow() -> None:
    letters = [chr(code) for code in range(0x3000) if _NARROW.fullmatch(chr(code))]
    assert {"a", "é", "…", "”"} <= {*letters}
    assert all(cell_len(letter) == 1 for letter in letters)
