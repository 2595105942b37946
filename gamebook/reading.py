"""From files to meaning: the one way in which a book is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gamebook.codes import names
from gamebook.diagnostics import Diagnostic, Report, Severity
from gamebook.errors import BookHasErrors
from gamebook.files import DISK, Buffers
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.source import Source

if TYPE_CHECKING:  # what reads is imported when something is read
    from gamebook.resolve.load import Loaded
    from gamebook.resolve.meant import Known
    from gamebook.resolve.references import References
    from gamebook.resolve.resolve import Resolved
    from gamebook.srr import Luckless


class Reading:
    """A book that was read: its files, their meaning, and the model that is played and solved."""

    def __init__(
        self, load: Callable[[], Loaded], settings: Mapping[str, int] | None = None, mode: Mode | None = None
    ) -> None:
        """Nothing is read yet.

        Args:
            load: reads the files.
            settings: values for parameters of the book.
            mode: how random things are decided, whatever the book says; None: as it says.
        """
        self._load = load
        self.settings = dict(settings or {})
        self.mode = mode
        self._meanings: Known = {}
        """What chapters meant in earlier versions."""

    @cached_property
    def loaded(self) -> Loaded:
        """The files, read."""
        return self._load()

    @cached_property
    def resolved(self) -> Resolved:
        """What the files mean."""
        return self.resolve()

    def resolve(self) -> Resolved:
        """Find out what the files mean."""
        from gamebook.resolve.resolve import resolve

        return resolve(self.loaded.pages, overrides=self.settings, remembered=self._meanings)

    @cached_property
    def references(self) -> References:
        """Every name of the files: what it means, and where else that is named."""
        from gamebook.resolve.references import references

        return references(self.loaded.pages)

    @cached_property
    def luckless(self) -> Luckless | None:
        """The book with its modes carried out, and findings about them; None where it has no meaning."""
        from gamebook.srr import without_luck

        return None if self.resolved.book is None else without_luck(self.resolved.book, self.mode)

    @property
    def sources(self) -> Mapping[str, Source]:
        """The files by path."""
        return {source.path: source for source in self.loaded.sources}

    @cached_property
    def earlier(self) -> tuple[Diagnostic, ...]:
        """What reading the files, the pages and their meaning found."""
        if not self.loaded.pages:  # a book that is not there has no other mistakes
            return self.loaded.findings
        from gamebook.resolve.known_names import with_names

        found = (finding for page in self.loaded.pages for finding in page.findings)
        pages = with_names(found, self.sources, [page.page for page in self.loaded.pages])
        meaning = self.resolved.findings
        if any(each.code == names.MISSING_FILE for each in self.loaded.findings):  # who knows what stands in that file
            meaning = tuple(each for each in meaning if each.code not in (names.UNKNOWN_CHAPTER, names.UNKNOWN_NAME))
        of_modes = self.luckless.findings(self.resolved.sourcemap) if self.luckless else ()
        return (*self.loaded.findings, *pages, *meaning, *of_modes)

    @property
    def has_errors(self) -> bool:
        """Whether reading found errors, so that the book can be neither solved nor played."""
        return any(each.severity is Severity.ERROR for each in self.earlier)

    @property
    def book(self) -> Book:
        """The book, with its modes carried out: whatever is not on dice is a matter of its variables.

        Raises:
            BookHasErrors: it has no meaning, or not one that its author can have wished for.
        """
        if self.has_errors or self.luckless is None:
            raise BookHasErrors(Report(self.earlier, self.sources))
        return self.luckless.book


def read_text(path: str, text: str) -> Reading:
    """A book whose main file is at hand; what it includes is read from the files around `path`."""
    from gamebook.resolve.load import load_pages

    buffers = Buffers(DISK)
    buffers.edit(path, text)
    return Reading(lambda: load_pages(Path(path), buffers))
