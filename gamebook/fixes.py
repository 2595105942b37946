"""Fixes, carried out in a book's files as far as they go."""

from __future__ import annotations

from msgspec import Struct

from gamebook.edits import edited, sure_edits
from gamebook.project import Project

ROUNDS = 20
"""A fix can bring another mistake of the same line to light; so often is looked again."""


class Fixed(Struct, frozen=True):
    """A file before and after its fixes."""

    path: str
    before: str
    after: str
    count: int
    """How many places were changed."""


def fixes(project: Project) -> list[Fixed]:
    """Every fix of a book's findings, file by file. The project then has the new texts; no file is written."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    counts: dict[str, int] = {}
    for _ in range(ROUNDS):
        report = project.check("quick")
        found = {path: edits for path in report.sources if (edits := sure_edits(report.findings, path))}
        if not found:
            break
        for path, edits in found.items():
            text = report.sources[path].text
            before.setdefault(path, text)
            after[path] = edited(text, edits)
            counts[path] = counts.get(path, 0) + len(edits)
            project.edit(path, after[path])
    return [Fixed(path, before[path], after[path], counts[path]) for path in before]
