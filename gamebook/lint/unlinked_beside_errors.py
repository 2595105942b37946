"""Chapters that no link leads to, in a book with errors: none of the lines with a mistake may be meant as a link."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from gamebook.codes import chapter_map, finding, names, syntax
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.causes import SYNTAX
from gamebook.lint.pages import Pages
from gamebook.lint.unlinked import Gate, Links, by_gate, led_to_from, no_way, others
from gamebook.lint.written import Around
from gamebook.patterns import pattern
from gamebook.resolve.load import Loaded
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.heads import NAME, without_zeros
from gamebook.syntax.walk import find

_NOT_ALL_READ = frozenset({names.MISSING_FILE, names.NO_CHAPTERS, syntax.NOT_TEXT, syntax.TOO_LONG, syntax.COPIED})
"""Errors with which nobody knows what else the book says."""
_HEADER = ""
"""The place of all links that stand before the chapters: play may take them from anywhere."""
_NAME = pattern(NAME)
_WORKED_OUT = pattern(r"->\s*\(")
"""How a link begins whose number is worked out."""


def unlinked_beside_errors(
    loaded: Loaded, found: Sequence[Diagnostic], pages: Pages, systems: Collection[str]
) -> Iterator[Diagnostic]:
    """A finding for each chapter that no link leads to, with all behind it.

    A line with a mistake may be meant as a link to each chapter that it names, or that the hint beside it names.

    Args:
        loaded: the files. A draft is not judged: what leads there may not be written yet.
        found: what reading them and their meaning found.
        pages: the same files, to look up the text of a finding.
        systems: files of rule systems; nothing is reported about their content.
    """
    declared = [each for parsed in loaded.pages for each in parsed.page.declarations]
    if any(each.code in _NOT_ALL_READ for each in found) or any(isinstance(each, ast.Draft) for each in declared):
        return
    heads: dict[str, Span] = {}
    for own in (each for each in loaded.pages if each.page.span.path not in systems):
        for chapter in own.chapters:
            heads.setdefault(chapter.name, chapter.name.span)
    begins = [each.value for each in declared if isinstance(each, ast.Field) and each.key == "start"] or [*heads][:1]
    if not heads.keys() >= {*begins}:  # play may begin in any of them
        return
    links = _links(loaded)
    mistaken = {pages.chapter_of(each.span)[1] for each in found if each.severity is Severity.ERROR}
    onward = (name for name, places in links.items() if any(around.place in mistaken for around, _ in places))
    perhaps = _perhaps_linked(loaded, found, pages, heads)
    linked = led_to_from((_HEADER, *begins, *onward, *perhaps), links)
    left = [name for name in heads if name not in linked]
    for name, behind in by_gate(left, links, linked).items():
        places = tuple(others(links, name))
        gate = Gate(name, *no_way(places), places, behind)
        yield finding(chapter_map.UNREACHED_CHAPTER, heads[name], gate.message, gate.hint, gate.related)


def _links(loaded: Loaded) -> Links[Span]:
    """The links that name each chapter, wherever they can be read."""
    found: dict[str, list[tuple[Around, Span]]] = defaultdict(list)
    for each in loaded.pages:
        parts = [(_HEADER, part) for part in each.page.declarations]
        for place, part in (*parts, *((chapter.name, chapter) for chapter in each.chapters)):
            for link in find(part, ast.ToChapter):
                found[link.chapter].append((Around(place), link.span))
    return found


def _perhaps_linked(
    loaded: Loaded, found: Sequence[Diagnostic], pages: Pages, chapters: Collection[str]
) -> Iterator[str]:
    """Names in lines with a mistake, and in what could not be read; each number where a link works out numbers."""
    doubts = [text for each in found if _is_doubtful(each) for text in (pages.block(each.span), each.hint or "")]
    doubts += [pages.text(span) for each in loaded.pages for span in each.unread]
    yield from {without_zeros(name) for text in doubts for name in _NAME.findall(text)}
    parts = (part for each in loaded.pages for part in (*each.page.declarations, *each.chapters))
    if any(any(find(part, ast.ToComputed)) for part in parts) or any(map(_WORKED_OUT.search, doubts)):
        yield from (name for name in chapters if name.isdecimal())


def _is_doubtful(found: Diagnostic) -> bool:
    """Whether the line of a finding may be meant otherwise than it was read."""
    return found.severity is Severity.ERROR or found.code.startswith(SYNTAX)
