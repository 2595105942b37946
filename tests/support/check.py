"""The whole of a check, on a file or on a text."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic
from gamebook.limits import Limits
from gamebook.lint import run
from gamebook.lint.options import CheckOptions
from gamebook.model.book import Book
from gamebook.program.lower import lower
from gamebook.project import Project
from gamebook.resolve.resolve import Resolved
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from gamebook.source import Source

SECONDS = 0.2
"""For what may take long: most tests are of what is found without it."""
LIMITS = Limits(states=200_000, seconds=20)


@dataclass(frozen=True)
class Checked:
    """What a check found, and what it found it in."""

    findings: tuple[Diagnostic, ...]
    sources: dict[str, Source]
    resolved: Resolved
    solved: Solved | None

    @property
    def codes(self) -> list[str]:
        return [each.code for each in self.findings]


def check(path: Path, limits: Limits = LIMITS, seconds: float = SECONDS) -> Checked:
    """Check a book on disk."""
    return _check(Project(path), limits, seconds)


def check_text(text: str, limits: Limits = LIMITS, seconds: float = SECONDS) -> Checked:
    """Check a book at hand."""
    return _check(Project.of(text), limits, seconds)


def _check(project: Project, limits: Limits, seconds: float = SECONDS) -> Checked:
    edition = project.edition()
    resolved, book = edition.resolved, edition.luckless.book if edition.luckless else None
    solved = _looked_through(book, limits) if book is not None else None
    options = CheckOptions(seconds=seconds)
    gc.disable()  # to collect what all tests before this one left may take longer than the check has time
    try:
        findings = run(book, resolved.sourcemap, solved, edition.loaded, edition.earlier, options=options)
    finally:
        gc.enable()
    return Checked(findings, dict(edition.sources), replace(resolved, book=book), solved)


def _looked_through(book: Book, limits: Limits) -> Solved:
    """All states of a book; it is played only where that is asked for: by a promise, or for points."""
    if book.expectations or book.then_score or book.aim == "score":
        return solve(book, limits=limits)
    return Solved(book, explore(lower(book), limits=limits), {}, cast("Played", None))
