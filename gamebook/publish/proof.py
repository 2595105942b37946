"""A proof: the book as it will be printed, with notes for its author at each section."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic
from gamebook.dice.percent import percent
from gamebook.publish.document import Document, Paragraph, Run, Section
from gamebook.publish.ways import Pair
from gamebook.report.cells import number
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import walk


def with_notes(
    document: Document,
    chapters: Sequence[ast.Chapter],
    findings: Sequence[Diagnostic] = (),
    worth: Mapping[str, float] | None = None,
    *,
    links: Sequence[Pair] = (),
    wins: bool = True,
) -> Document:
    """The document with a note at the head of each section.

    The note has the chapter's name and title, where readers come from, its conditions as written, what best play is
    worth from there, and its findings.

    Args:
        document: what is published.
        chapters: the pages of the book.
        findings: all findings.
        worth: what best play is worth from each chapter; None: not known.
        links: turns from chapter to chapter, also those whose number no page prints: secret ones, and sums.
        wins: whether that is a chance to win; else points to come.
    """
    written = {str(chapter.name): chapter for chapter in chapters}
    numbers = document.numbers
    before: dict[str, list[int]] = {}
    for section in document.sections:
        for target in section.leads_to:
            before.setdefault(target, []).append(numbers[section.name])
    for chapter, target in links:
        before.setdefault(target, []).append(numbers[chapter])
    worths = {name: _worth(value, wins=wins) for name, value in (worth or {}).items()}
    found = _Findings(findings)

    def noted(section: Section) -> Section:
        name = section.name
        return _noted(section, written[name], before.get(name, []), worths.get(name), found.of(written[name]))

    sections = tuple(map(noted, document.sections))
    return replace(document, sections=sections)


def _worth(value: float, *, wins: bool) -> str:
    return f"wins {percent(value, 1)}" if wins else f"points to come: {number(value)}"


class _Findings:
    """The findings of a book, to look up those of a chapter."""

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        by_file: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, each in enumerate(findings):
            by_file[each.span.path].append((each.span.start, place))
        self._findings = findings
        self._places = {path: sorted(places) for path, places in by_file.items()}
        """Where those of each file begin, with their places among all."""

    def of(self, chapter: ast.Chapter) -> list[Diagnostic]:
        """Those that begin in a chapter, in the order given."""
        places, span = self._places.get(chapter.span.path, []), chapter.span
        there = places[bisect_left(places, (span.start, 0)) : bisect_left(places, (span.end, 0))]
        return [self._findings[place] for place in sorted(place for _, place in there)]


def _noted(
    section: Section, chapter: ast.Chapter, before: Sequence[int], worth: str | None, findings: Sequence[Diagnostic]
) -> Section:
    lines = [" · ".join(part for part in (section.name, section.title) if part)]
    if before:
        lines.append(f"from {', '.join(map(str, sorted(set(before))))}")
    if worth is not None:
        lines.append(worth)
    conditions = dict.fromkeys(
        spell(node.condition)
        for node in walk(chapter)
        if isinstance(node, ast.Option | ast.If) and node.condition is not None
    )
    if conditions:
        lines.append(f"if {'; if '.join(conditions)}")
    lines += [f"{each.severity.value} {each.code}: {each.message}" for each in findings]
    notes = tuple(Paragraph((Run(line),), "note") for line in lines)
    return replace(section, blocks=(*notes, *section.blocks))
