"""Words with values in them."""

from __future__ import annotations

import pytest

from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.text import parse_text
from tests.support.pages import SPAN, read

GOLD = ast.Name("gold", span=SPAN)


@pytest.mark.parametrize(
    ("raw", "pieces"),
    [
        ("You have {gold} pieces.", ("You have ", GOLD, " pieces.")),
        ("{gold}{gold}", (GOLD, GOLD)),
        ("\\{gold\\} \\~ \\\\ \\n", ("{gold} ~ \\ \\n",)),
        ("a } b :-}", ("a } b :-}",)),  # behind no name, as the ornament that it is
        ("gold\\}", ("gold}",)),
        ("a \\{gold} b", ("a {gold} b",)),
        ("", ()),
        ("{gold + 1}", (ast.Binary("+", GOLD, ast.Number(1, span=SPAN), span=SPAN),)),
    ],
)
def test_pieces(raw: str, pieces: tuple[object, ...]) -> None:
    assert parse_text(raw, SPAN) == (pieces, ())


@pytest.mark.parametrize(("raw", "place"), [("ab {gold", "{"), ("ab {}", "{}"), ("{1 +} x", "{1 +}"), ("{ }", "{ }")])
def test_findings(raw: str, place: str) -> None:
    pieces, (found,) = parse_text(raw, Span("x", 10, 10 + len(raw)))
    assert found.code == "GB048"
    assert raw[found.span.start - 10 : found.span.end - 10] == place
    assert "".join(piece for piece in pieces if isinstance(piece, str)) == raw


def test_places_in_indented_prose_with_comments() -> None:
    text = "=== 1\n* Go\n      One {gold} // {no}\n   // no\n        two {rope}\n\n      {meal}\n"
    (chapter,) = read(text).page.chapters
    assert isinstance(chapter, ast.Chapter)
    (menu,) = chapter.body
    assert isinstance(menu, ast.Menu)
    (prose,) = menu.options[0].body
    assert isinstance(prose, ast.Prose)
    pieces, findings = parse_text(prose.text, prose.span, prose.lines)
    assert findings == ()
    values = [piece for piece in pieces if isinstance(piece, ast.Name)]
    assert [text[value.span.start : value.span.end] for value in values] == ["gold", "rope", "meal"]


@pytest.mark.parametrize(
    ("raw", "place"), [("You have gold} pieces", 13), ("(gold} of {gold", 5), ("ten {gold}} now", 10)]
)
def test_a_brace_that_is_only_closed(raw: str, place: int) -> None:
    pieces, (found,) = parse_text(raw, Span("x", 10, 10 + len(raw)))
    assert (found.code, found.span, found.message) == (
        "GB048",
        Span("x", 10 + place, 11 + place),
        "this brace is never opened on its line",
    )
    assert "}" in "".join(piece for piece in pieces if isinstance(piece, str))


def test_braces_on_two_lines_are_one_finding() -> None:
    (found,) = parse_text("ten {gold\n+ rope} now\n", Span("x", 10, 35))[1]
    assert found.message == "this brace is never closed on its line"


def test_two_pairs_of_braces() -> None:
    raw = "ten {{gold}} now"
    (found,) = parse_text(raw, Span("x", 10, 10 + len(raw)))[1]
    assert raw[found.span.start - 10 : found.span.end - 10] == "{{gold}}"
    assert (found.message, found.hint) == ("a value stands in one pair of braces", "write: {gold}")
