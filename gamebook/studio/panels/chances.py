"""What best play wins, for the line at the top and for the outline."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamebook.process import HELPER_MEMORY
from gamebook.studio.bench import Bench, Json

SECONDS = 30.0
"""How long solving may take; what is known by then is shown as bounds."""


def solve(bench: Bench, given: Json) -> Json:
    """The chance to win with best play and of a random reader, and the numbers of each chapter.

    Of a chapter: the chance on arrival, the visits in one play, its share of all defeats, and, where best play never
    comes, the chance of a reader who gets there by mistake.

    Args:
        bench: the book.
        given: `hero`: a name such as `average`; empty for all heroes.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `gamebook.solve`.
    """
    from gamebook.verbs import solve as solve_book  # noqa: PLC0415

    found = solve_book(bench.project, bench.hero(given), timeout=SECONDS, limit_memory=HELPER_MEMORY)
    known = found.difficulty
    random = known.uniform.middle if known.uniform is not None else None
    chapters = found.chapters if known.complete else ()
    return {
        "wins": bench.project.book.aim == "win",
        "low": known.best.low,
        "high": known.best.high,
        "random": random,
        "states": known.states,
        "complete": known.complete,
        "chapters": {
            row.chapter: [row.value, row.expected, row.share, found.strayed.get(row.chapter)] for row in chapters
        },
    }


WORK: Mapping[str, Callable[[Bench, Json], Json]] = {"chances.solve": solve}
