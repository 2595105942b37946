"""One book on disk: read it, run the stages, remember each result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gamebook.diagnostics import Diagnostic, Report, Severity
from gamebook.errors import BookHasErrors
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.shelf import Kept, Wish, load_kept, write_kept
from gamebook.source import Source

if TYPE_CHECKING:  # what reads is imported when something is read, what solves when something is solved
    from gamebook.lint.asked import Asked
    from gamebook.resolve.load import Loaded
    from gamebook.resolve.resolve import Resolved
    from gamebook.solve.solution import Solved
    from gamebook.solve.space import Progress
    from gamebook.srr import Luckless

CHECK_STATES = 5_000_000
CHECK_MEMORY = 2 << 30
CHECK_SECONDS = 60.0
"""Where `check` stops listing states; what it can then no longer say, it says."""
LISTED = 200_000
"""For a promise of the chance to win, states that are listed one by one; a larger book is solved in arrays."""
LISTING = 0.8
"""The share of the time in which states are listed; the rest is for what the list leaves open."""
MOST_SECONDS = 5.0
"""Each of the two looks at that takes no longer: what is possible, and plays by chance."""


class Workspace:
    """A book on disk and all that is known of it; every result is worked out once, when it is first asked for."""

    def __init__(
        self,
        path: Path | str,
        settings: Mapping[str, int] | None = None,
        hero: Mapping[str, int] | None = None,
        progress: Progress | None = None,
        mode: Mode | None = None,
        limit_states: int | None = None,
        timeout: float | None = None,
    ) -> None:
        """A book that is not read yet.

        Args:
            path: its file; what it includes lies in the same folder.
            settings: values for parameters of the book (`param n = 10`), by name.
            hero: values of rolled stats, where findings are wanted for that hero alone.
            progress: told how many states have been listed for findings.
            mode: how random things are decided in the whole book, whatever it says itself (`by dice` apart).
            limit_states: how many states are listed for findings, at most; None: 5 million.
            timeout: seconds after which no more are; None: 60.
        """
        self.path = Path(path)
        self.settings = dict(settings or {})
        self.hero = dict(hero or {})
        self.progress = progress
        self.mode = mode
        self.limit_states = limit_states or CHECK_STATES
        self.timeout = CHECK_SECONDS if timeout is None else timeout

    @cached_property
    def loaded(self) -> Loaded:
        """The files, read."""
        from gamebook.resolve.load import load_pages

        return load_pages(self.path)

    @cached_property
    def resolved(self) -> Resolved:
        """What the files mean."""
        from gamebook.resolve.resolve import resolve

        return resolve(self.loaded.pages, overrides=self.settings)

    @property
    def sources(self) -> dict[str, Source]:
        """The files by path."""
        return {source.path: source for source in self.loaded.sources}

    @cached_property
    def mistakes(self) -> Report:
        """What is wrong with files, writing, names and rules: all that can be told without solving."""
        if self._kept is not None:
            return Report(self._kept.findings, self._kept.sources)
        return Report(self._told(None), self.sources)

    @cached_property
    def _kept(self) -> Kept | None:
        """The book as it was kept on disk, or as it is kept from now on; None where it has errors."""
        wish = Wish(self.path, self.settings, self.mode)
        kept = load_kept(wish)
        if kept is None and self.luckless is not None:
            if any(each.severity is Severity.ERROR for each in self._earlier):
                return None
            kept = Kept(self.luckless.book, self._told(None), self.sources)
            write_kept(wish, kept, self.loaded.seen)
        return kept

    @property
    def book(self) -> Book:
        """The book, with its modes carried out: whatever is not on dice is a matter of its variables.

        Raises:
            BookHasErrors: it has no meaning, or not one that its author can have wished for.
        """
        if self._kept is None:
            raise BookHasErrors(Report(self._earlier, self.sources))
        return self._kept.book

    @cached_property
    def luckless(self) -> Luckless | None:
        """The book with its modes carried out, and what there is to tell of them; None where it has no meaning."""
        from gamebook.srr import without_luck

        return None if self.resolved.book is None else without_luck(self.resolved.book, self.mode)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All findings: those of `mistakes`, and what the book's states show. A book without errors is solved.

        Raises:
            ValueError: `hero` names what is not rolled, or a value out of range.
        """
        from gamebook.analysis.heroes import for_hero
        from gamebook.lint.asked import Asked
        from gamebook.solve.solution import solve
        from gamebook.solve.space import Limits

        if any(each.severity is Severity.ERROR for each in self._earlier) or self.luckless is None:
            return self.mistakes.findings
        book, hero = for_hero(self.luckless.book, self.hero)
        memory = max(CHECK_MEMORY, CHECK_MEMORY * self.limit_states // CHECK_STATES)
        promised = book.aim == "win" and bool(book.expectations)
        seconds = (LISTING / 2 if promised else LISTING) * self.timeout
        limits = Limits(self.limit_states, memory, seconds)
        solved = solve(book, hero, limits=limits, progress=self.progress)
        asked = Asked(self.hero, min(MOST_SECONDS, (1 - LISTING) / 2 * self.timeout))
        if promised and not solved.space.complete:
            best = solve(book, hero, limits=limits, listed=LISTED, chapters=False, classes=True)
            chance = (best.best.low, best.best.high)
            asked = replace(asked, chance=chance, settled=best.space.complete)
        return self._told(solved, asked)

    @cached_property
    def _earlier(self) -> tuple[Diagnostic, ...]:
        """What reading the files, the pages and their meaning found."""
        if not self.loaded.pages:  # a book that is not there has no other mistakes
            return self.loaded.findings
        pages = (finding for page in self.loaded.pages for finding in page.findings)
        of_modes = self.luckless.findings(self.resolved.sourcemap) if self.luckless else ()
        return (*self.loaded.findings, *pages, *self.resolved.findings, *of_modes)

    def _told(self, solved: Solved | None, asked: Asked | None = None) -> tuple[Diagnostic, ...]:
        from gamebook import lint
        from gamebook.lint.asked import Asked

        book = self.luckless.book if self.luckless else None
        return lint.run(book, self.resolved.sourcemap, solved, self.loaded, self._earlier, asked=asked or Asked())


def load(path: Path | str, settings: Mapping[str, int] | None = None, mode: Mode | None = None) -> Workspace:
    """A book on disk, read when it is first asked for anything.

    Args:
        path: its file.
        settings: values for parameters of the book, by name.
        mode: how random things are decided in the whole book: `dice`, `expected`, `ledger`, `residual`, `systematic`.
            None: as the book says.
    """
    return Workspace(path, settings, mode=mode)
