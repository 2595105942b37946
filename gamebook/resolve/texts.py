"""Words with values in them."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.codes import chapter_map
from gamebook.model.step import Block, Say, Text
from gamebook.resolve import expressions
from gamebook.resolve.desk import Desk
from gamebook.resolve.site import Site
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.text import parse_text

REMINDER = "TODO"


def text(desk: Desk, raw: str, span: Span, site: Site, lines: Sequence[Span] = ()) -> Text:
    """Prose or a label, with the values in curly brackets."""
    pieces, findings = parse_text(raw, span, lines)
    for each in findings:
        desk.report(each.code, each.span, each.message, each.hint)
    remind(desk, raw, span)
    return tuple(piece if isinstance(piece, str) else expressions.value(desk, piece, site) for piece in pieces)


def prose(desk: Desk, step: ast.Prose, site: Site) -> Block:
    """A paragraph to read."""
    return (Say(text=text(desk, step.text, step.span, site, step.lines)),)


def remind(desk: Desk, raw: str, span: Span) -> None:
    """Point at a reminder that the author left."""
    found = raw.find(REMINDER)
    if found >= 0:
        exact = span.end - span.start == len(raw)
        place = Span(span.path, span.start + found, span.start + found + len(REMINDER)) if exact else span
        desk.report(chapter_map.UNFINISHED, place, "TODO left in the text")
