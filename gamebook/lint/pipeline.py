"""The whole of a check: what earlier stages found, what the lints add, less what an author has silenced, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic, Severity, in_order
from gamebook.lint.consequences import after_causes, without_consequences
from gamebook.lint.noqa import silence
from gamebook.lint.once import once_for_each_range
from gamebook.lint.options import EVERYONE, CheckOptions
from gamebook.lint.pages import pages_of
from gamebook.lint.unlinked import unlinked
from gamebook.lint.unlinked_beside_errors import unlinked_beside_errors
from gamebook.model.book import Book
from gamebook.resolve.load import Loaded
from gamebook.resolve.sourcemap import SourceMap
from gamebook.source import Source
from gamebook.syntax import ast

if TYPE_CHECKING:
    from gamebook.solver.solution import Solved


def run(
    book: Book | None,
    sourcemap: SourceMap,
    solved: Solved | None,
    loaded: Loaded | None = None,
    earlier: Iterable[Diagnostic] = (),
    least: Severity = Severity.INFO,
    options: CheckOptions = EVERYONE,
) -> tuple[Diagnostic, ...]:
    """All findings of a book.

    Args:
        book: its meaning; None where errors leave that open.
        sourcemap: where everything in it is written.
        solved: its states; None if it could not be, or was not to be, solved.
        loaded: its files. Without them nothing is silenced, and a rule system's text counts as the author's.
        earlier: what reading the files, the pages and their meaning found.
        least: leave out what is milder.
        options: for which hero, and how long, the book is checked.
    """
    found = [*earlier]
    sources = {source.path: source for source in loaded.sources} if loaded else {}
    mistaken = any(each.severity is Severity.ERROR for each in found)
    pages = pages_of(loaded)
    if mistaken and loaded is not None:
        found.extend(unlinked_beside_errors(loaded, found, pages, _systems(loaded)))
    if book is not None and not mistaken:
        found.extend(unlinked(book, sourcemap, _systems(loaded)))
    if book is not None and solved is not None and not mistaken:
        from gamebook.lint.states import look  # noqa: PLC0415 - what knows states imports numba; a page alone is quick

        found.extend(_one_line(each, sources) for each in look(book, sourcemap, solved, _systems(loaded), options))
    elif book is not None and solved is None and options.until is not None:  # there was no time to look at states
        from gamebook.lint.undecided import nothing_seen  # noqa: PLC0415 - as above

        found.extend(nothing_seen(book, sourcemap, options.who))
    told = [*once_for_each_range(silence(dict.fromkeys(without_consequences(found, pages)), sources))]
    return tuple(each for each in in_order(after_causes(told, pages), sources) if each.severity.rank >= least.rank)


def _systems(loaded: Loaded | None) -> frozenset[str]:
    """The files that are rule systems."""
    return frozenset(
        parsed.page.span.path
        for parsed in (loaded.pages if loaded else ())
        if any(isinstance(each, ast.Title) and each.kind == "system" for each in parsed.page.declarations)
    )


def _one_line(found: Diagnostic, sources: Mapping[str, Source]) -> Diagnostic:
    """The finding at the first line of its place: a choice or an if, not all that is under it."""
    source = sources.get(found.span.path)
    if source is None:
        return replace(found, level="full")
    line = source.text[found.span.start : found.span.end].split("\n", 1)[0].rstrip()
    return replace(found, span=source.span(found.span.start, found.span.start + len(line)), level="full")
