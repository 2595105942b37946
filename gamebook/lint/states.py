"""The lints: each asks one question of a book's states, and none of them guesses.

The answers are also right if a limit stopped the listing of states; open questions are then reported, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from gamebook.diagnostics import Diagnostic
from gamebook.job import current
from gamebook.lint import chapters, conditions, fights, promises, rounds
from gamebook.lint.asked import EVERYONE, Asked
from gamebook.lint.facts import Facts
from gamebook.lint.gates import unreached
from gamebook.lint.rounds import without_full_ranges
from gamebook.lint.undecided import not_all_seen
from gamebook.model.book import Book
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solver.solution import Solved

Lint = Callable[[Facts], Iterator[Diagnostic]]

LINTS: Sequence[Lint] = (
    promises.victory,
    promises.expectations,
    promises.totals,
    chapters.soft_locks,
    chapters.traps,
    conditions.settled_choices,
    conditions.settled_ifs,
    promises.clamped,
    rounds.free_rounds,
    promises.crowded,
    promises.zero_divisors,
    fights.never_won,
    fights.never_lost,
)


def look(
    book: Book, sourcemap: SourceMap, solved: Solved, systems: Container[str], asked: Asked = EVERYONE
) -> Iterator[Diagnostic]:
    """What the states of a book show.

    Args:
        book: a book without errors.
        sourcemap: where everything in it is written.
        solved: its states.
        systems: files of rule systems; nothing is reported about their content.
        asked: for which hero, and how long, the book is checked.
    """
    facts = Facts(book, sourcemap, solved, systems, asked)
    found: list[Diagnostic] = []
    job = current()
    job.begin("looking for findings", len(LINTS))
    for done, lint in enumerate(LINTS):
        job.step(done)
        found.extend(lint(facts))
    yield from unreached(facts, without_full_ranges(found))
    yield from not_all_seen(facts)
