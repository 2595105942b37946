"""What holds for any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.codes import CODES
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.format import format_source
from gamebook.syntax.parse import parse
from gamebook.syntax.text import parse_text
from tests.support.pages import BOOK, SYSTEM, children

LINES = sorted(set((BOOK + SYSTEM).split("\n")))
WORDS = (
    sorted(set((BOOK + SYSTEM).split()))
    + list('~*-=+()[]{}"\\/:,.|<>')
    + ["=== ", "~ ", "* ", "-> ", "    ", "\t", "\n"]
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid page with a few lines moved, doubled, dropped, re-indented or cut."""
    lines = draw(st.sampled_from([BOOK, SYSTEM])).split("\n")
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        how = draw(st.integers(0, 5))
        if how == 0:
            del lines[place]
        elif how == 1:
            lines.insert(place, draw(st.sampled_from(LINES)))
        elif how == 2:
            lines[place] = " " * draw(st.integers(0, 9)) + lines[place].lstrip()
        elif how == 3:
            lines[place] = lines[place][: draw(st.integers(0, 20))]
        elif how == 4:
            cut = draw(st.integers(0, 30))
            lines[place] = lines[place][:cut] + draw(st.sampled_from(WORDS)) + lines[place][cut:]
        else:
            lines[place] = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=8)))
        lines = lines or [""]
    return "\n".join(lines)


TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join),
    st.lists(st.sampled_from(LINES), max_size=30).map("\n".join),
    mutated(),
)


def check_nested(node: ast.Node) -> None:
    """Children lie inside their parents."""
    for child in children(node):
        assert node.span.start <= child.span.start <= child.span.end <= node.span.end, (node, child)
        check_nested(child)


@settings(deadline=None)
@given(TEXTS)
def test_any_text_parses(text: str) -> None:
    parsed = parse(Source("x", text))
    assert parsed.page.span.end == len(text)
    check_nested(parsed.page)
    for found in parsed.findings:
        assert found.code in CODES
        assert 0 <= found.span.start <= found.span.end <= len(text)
    if any(isinstance(chapter, ast.Broken) for chapter in parsed.page.chapters):
        assert parsed.findings


@pytest.mark.slow
@settings(deadline=None)
@given(TEXTS)
def test_formatting_keeps_the_meaning(text: str) -> None:
    result, _ = format_source(Source("x", text))
    assert parse(Source("x", result)).page == parse(Source("x", text)).page
    assert format_source(Source("x", result))[0] == result


@settings(deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(["{", "}", "\\", "a", " + ", "1", "\n"])).map("".join)))
def test_any_words_parse(raw: str) -> None:
    pieces, findings = parse_text(raw, Source("x", raw).span(0, len(raw)))
    assert all(isinstance(piece, str | ast.Expr) for piece in pieces)
    assert all(found.code in CODES for found in findings)
