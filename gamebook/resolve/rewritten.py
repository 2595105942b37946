"""A book with other numbers: its pages as they would be, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import field

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.edits import edited
from gamebook.lazy import LazyStruct
from gamebook.model.book import Book
from gamebook.resolve.meant import Known as Meanings
from gamebook.resolve.numbers import Number, edits
from gamebook.resolve.resolve import resolve
from gamebook.source import Source
from gamebook.syntax.parse import Known, Parsed, parse

Changes = Mapping[Number, int]
"""Numbers, each with another value than it has in the book."""


class Rewriting(LazyStruct):
    """A book whose numbers are changed again and again; what a change does not touch is read once."""

    sources: Sequence[Source]
    pages: Sequence[Parsed]
    """One page a source."""
    parameters: Mapping[str, int]
    """Values for parameters of the book, given from outside."""
    _known: dict[str, Known] = field(default_factory=dict)
    _meanings: Meanings = field(default_factory=dict)

    def sources_with(self, changes: Changes) -> dict[str, Source]:
        """The files that change, by path."""
        typed = edits(changes)
        paths = {edit.span.path for edit in typed}
        return {
            source.path: Source(source.path, edited(source.text, (e for e in typed if e.span.path == source.path)))
            for source in self.sources
            if source.path in paths
        }

    def book_with(self, changes: Changes) -> Book | None:
        """The book with these numbers; None if it would have errors."""
        book, errors = self._read(changes)
        return None if errors else book

    def error_with(self, changes: Changes) -> Diagnostic | None:
        """The first error that the book would have with these numbers; None if it would have none."""
        return min(self._read(changes)[1], key=lambda each: each.span, default=None)

    def _read(self, changes: Changes) -> tuple[Book | None, list[Diagnostic]]:
        """The book with these numbers, and the errors that it would have."""
        new = self.sources_with(changes)
        pages = [
            parse(new[source.path], self._known.setdefault(source.path, {})) if source.path in new else page
            for source, page in zip(self.sources, self.pages, strict=True)
        ]
        found = resolve(pages, overrides=self.parameters, remembered=self._meanings)
        findings = (*(each for page in pages for each in page.findings), *found.findings)
        return found.book, [each for each in findings if each.severity is Severity.ERROR]
