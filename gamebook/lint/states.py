"""The lints: each asks one question of a book whose states are all listed, and none of them guesses."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.lint import chapters, conditions, fights, promises
from gamebook.lint.facts import Facts
from gamebook.lint.gates import unreached_chapters
from gamebook.model.book import Book
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solve.solution import Solved

Lint = Callable[[Facts], Iterator[Diagnostic]]

LINTS: Sequence[Lint] = (
    promises.victory,
    promises.expectations,
    promises.totals,
    chapters.unreached_endings,
    chapters.soft_locks,
    chapters.traps,
    conditions.settled_choices,
    conditions.settled_ifs,
    promises.clamped,
    promises.crowded,
    promises.zero_divisors,
    fights.never_won,
    fights.never_lost,
)
SURE: Sequence[Lint] = (promises.expectations,)
"""Those whose answer holds even where a limit stopped the listing."""


def look(book: Book, sourcemap: SourceMap, solved: Solved, systems: Container[str]) -> Iterator[Diagnostic]:
    """What the states of a book show.

    Args:
        book: a book without errors.
        sourcemap: where everything in it is written.
        solved: its states.
        systems: files of rule systems; of what stands there nothing is said.
    """
    facts = Facts(book, sourcemap, solved, systems)
    complete = solved.space.complete
    found = [each for lint in (LINTS if complete else SURE) for each in lint(facts)]
    yield from unreached_chapters(facts, found) if complete else found
    span = facts.span("book") or facts.span(f"chapter {book.start}")
    if not complete and span is not None:
        message = f"only the first {solved.space.listed:,} states were looked at"
        hint = "ask for one --hero, or raise --limit-states or --timeout: what is never reached is told only of all"
        yield finding(balance.NOT_ALL_SEEN, span, message, hint)
