"""Changes of a page, carried out."""

from __future__ import annotations

from collections.abc import Iterable

from gamebook.diagnostics import Diagnostic, Edit


def sure_edits(findings: Iterable[Diagnostic], path: str) -> list[Edit]:
    """The edits of a file that its findings carry, in the order of the page; of two that overlap the first."""
    found = {edit for each in findings for edit in each.fix if edit.span.path == path}
    kept: list[Edit] = []
    for edit in sorted(found, key=lambda each: (each.span, each.text)):
        if not kept or kept[-1].span.end <= edit.span.start:
            kept.append(edit)
    return kept


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap."""
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
