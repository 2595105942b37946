"""The whole of a check, on a file or on a text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from gamebook.diagnostics import Diagnostic
from gamebook.lint import run
from gamebook.lint.asked import Asked
from gamebook.model.book import Book
from gamebook.program.lower import lower
from gamebook.reading import read_text
from gamebook.resolve.load import Loaded, load_pages
from gamebook.resolve.resolve import Resolved, resolve
from gamebook.solve.solution import Played, Solved, solve
from gamebook.solve.space import Limits, explore
from gamebook.source import Source
from gamebook.srr import without_luck

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


def check(path: Path, limits: Limits = LIMITS) -> Checked:
    """Check a book on disk."""
    return _check(load_pages(path), limits)


def check_text(text: str, limits: Limits = LIMITS) -> Checked:
    """Check a book at hand."""
    return _check(read_text("book.gbk", text).loaded, limits)


def _check(loaded: Loaded, limits: Limits) -> Checked:
    resolved = resolve(loaded.pages)
    earlier = [*loaded.findings, *(each for page in loaded.pages for each in page.findings), *resolved.findings]
    if resolved.book is not None:
        found = without_luck(resolved.book)
        earlier += found.findings(resolved.sourcemap)
        resolved = replace(resolved, book=found.book)
    solved = _looked_through(resolved.book, limits) if resolved.book is not None else None
    findings = run(resolved.book, resolved.sourcemap, solved, loaded, earlier, asked=Asked(seconds=0.2))
    return Checked(findings, {source.path: source for source in loaded.sources}, resolved, solved)


def _looked_through(book: Book, limits: Limits) -> Solved:
    """All states of a book; it is played only where that is asked for: by a promise, or for points."""
    if book.expectations or book.aim == "score":
        return solve(book, limits=limits)
    return Solved(book, explore(lower(book), limits=limits), {}, cast("Played", None))
