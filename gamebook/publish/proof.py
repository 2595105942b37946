"""A proof: the book as it will be printed, with notes for its author at each section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic
from gamebook.publish.document import Document, Paragraph, Run, Section
from gamebook.resolve.walk import walk
from gamebook.syntax import ast
from gamebook.syntax.spell import spell


def with_notes(
    document: Document,
    chapters: Sequence[ast.Chapter],
    findings: Sequence[Diagnostic] = (),
    chances: Mapping[str, float] | None = None,
) -> Document:
    """The document with a note at the head of each section.

    The note has the chapter's name and title, where readers come from, its conditions as written, the chance to win
    from there with best play, and its findings.

    Args:
        document: what is published.
        chapters: the pages of the book.
        findings: all findings.
        chances: the chance to win from each chapter; None: not known.
    """
    written = {str(chapter.name): chapter for chapter in chapters}
    numbers = document.numbers
    before: dict[str, list[int]] = {}
    for section in document.sections:
        for target in section.leads_to:
            before.setdefault(target, []).append(numbers[section.name])
    sections = tuple(
        _noted(section, written[section.name], before.get(section.name, []), findings, chances)
        for section in document.sections
    )
    return replace(document, sections=sections)


def _noted(
    section: Section,
    chapter: ast.Chapter,
    before: Sequence[int],
    findings: Sequence[Diagnostic],
    chances: Mapping[str, float] | None,
) -> Section:
    lines = [" · ".join(part for part in (section.name, section.title) if part)]
    if before:
        lines.append(f"from {', '.join(map(str, sorted(set(before))))}")
    if chances is not None and section.name in chances:
        lines.append(f"wins {chances[section.name]:.1%}")
    conditions = dict.fromkeys(
        spell(node.condition)
        for node in walk(chapter)
        if isinstance(node, ast.Option | ast.If) and node.condition is not None
    )
    if conditions:
        lines.append(f"if {'; if '.join(conditions)}")
    lines += [f"{each.severity.value} {each.code}: {each.message}" for each in findings if _is_in(each, chapter)]
    notes = tuple(Paragraph((Run(line),), "note") for line in lines)
    return replace(section, blocks=(*notes, *section.blocks))


def _is_in(finding: Diagnostic, chapter: ast.Chapter) -> bool:
    span = chapter.span
    return finding.span.path == span.path and span.start <= finding.span.start < span.end
