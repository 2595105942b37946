"""The lints: each asks one question of a book's states, and none of them guesses.

The answers are also right if a limit stopped the listing of states; open questions are then reported, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress

from gamebook.codes import balance, chapter_map
from gamebook.diagnostics import Diagnostic
from gamebook.errors import OutOfTime
from gamebook.job import current
from gamebook.limits import within
from gamebook.lint import (
    below,
    chapters,
    conditions,
    fights,
    idle_triggers,
    one_hero,
    promises,
    raised,
    ranges,
    rounds,
    rows,
    stored,
    survived,
    totals,
    traps,
)
from gamebook.lint.apart import with_things_apart
from gamebook.lint.facts import Facts
from gamebook.lint.for_whom import OF_ALL_READERS, for_whom
from gamebook.lint.gates import unreached
from gamebook.lint.options import EVERYONE, CheckOptions
from gamebook.lint.rounds import without_full_ranges
from gamebook.lint.undecided import OF_MARKS, ROOM, STUCK, TOTAL, TRAPS, WIN, not_all_seen
from gamebook.model.book import Book
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solver.solution import Solved

OPEN = OF_ALL_READERS | {balance.NO_VICTORY}
"""What nobody can say while chapters are not written: readers may come from them with anything on the sheet."""

Lint = Callable[[Facts], Iterator[Diagnostic]]

LINTS: Sequence[tuple[Lint, str]] = (
    (promises.victory, WIN),
    (promises.expectations, "whether readers win as often as `expect` says"),
    (totals.totals, TOTAL),
    (ranges.clamped, OF_MARKS["clamp"]),
    (ranges.crowded, ROOM),
    (stored.too_full, OF_MARKS["stored"]),
    (below.below_zero, OF_MARKS["below"]),
    (ranges.zero_divisors, OF_MARKS["zero"]),
    (chapters.soft_locks, STUCK),
    (conditions.settled_choices, "whether a choice is ever open, or ever closed"),
    (conditions.settled_ifs, "whether an if always goes one way"),
    (raised.stopped, "whether a stat is set to more than it can have"),
    (raised.idle_for_heroes, "whether a gain in the hero block changes anything"),
    (raised.no_gains, raised.CHANGES),
    (survived.survived, "whether a loss ends nothing, since play has gone on without anything left"),
    (rows.one_way, "whether dice decide anything"),
    (rows.same_blocks, "whether conditions decide anything"),
    (fights.never_won, "whether a fight can be won"),
    (fights.hardly_won, "whether a fight is won less than once in a thousand times"),
    (fights.never_lost, "whether a fight can be lost"),
    (fights.row_forestalled, "whether a `lost` row is ever played"),
    (idle_triggers.never_run, "whether a trigger is ever carried out"),
    (traps.traps, TRAPS),
    (rounds.free_rounds, rounds.FREE),
)
"""Each with the question that is open where there is no time for it. What is quick comes first, searches last."""


def look(
    book: Book, sourcemap: SourceMap, solved: Solved, systems: Container[str], options: CheckOptions = EVERYONE
) -> Iterator[Diagnostic]:
    """What the states of a book show.

    Args:
        book: a book without errors.
        sourcemap: where everything in it is written.
        solved: its states.
        systems: files of rule systems; nothing is reported about their content.
        options: for which hero, and how long, the book is checked.
    """
    facts = Facts(book, sourcemap, solved, systems, options)
    found: list[Diagnostic] = []
    job = current()
    job.begin("looking for findings", len(LINTS))
    late: list[str] = []
    for done, (lint, question) in enumerate(LINTS):
        job.step(done)
        try:
            with within(options.until):
                for each in lint(facts):  # what is found before the time is over is reported
                    found.append(for_whom(each, options))  # noqa: PERF401
        except OutOfTime:
            late.append(question)
    alone = one_hero.NOT_ASKED
    with suppress(OutOfTime), within(options.until):
        alone = one_hero.look_at_one(facts, found)
    found.extend(alone.found)
    whole = with_things_apart(facts, [*unreached(facts, without_full_ranges(facts, found))])
    yield from (each for each in whole if not (book.unfinished and each.code in OPEN))
    trapped = any(each.code == chapter_map.TRAP for each in found)
    yield from not_all_seen(facts, late, alone.stuck, alone.states, trapped=trapped)
