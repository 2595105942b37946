"""The chance to win a draft, if all that is not written yet were a victory.

A solution counts what is not written as no victory: its chance is the least that the finished book can have, as far as
its written pages stay as they are. This is the most.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from gamebook.analysis.difficulty import proven
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import UNWRITTEN, Book
from gamebook.solver.solving import solve


def has_hope(book: Book) -> bool:
    """Whether the chance to win depends on what is not written yet."""
    return book.aim == "win" and book.unfinished


def hopeful(book: Book) -> Book:
    """The book in which all that is not written yet is a victory."""
    endings = (structs.replace(each, kind="victory") if each.kind == UNWRITTEN else each for each in book.endings)
    return structs.replace(book, endings=tuple(endings), then_score=False)


def most(
    book: Book, hero: Mapping[str, int] | None = None, *, limits: Limits = NO_LIMITS, listed: int | None = None
) -> float:
    """Bound from above of best play's chance to win, whatever is written where the draft ends.

    Args:
        book, hero, limits, listed: as for `solve`.
    """
    solved = solve(hopeful(book), hero, limits=limits, listed=listed, chapters=False, classes=True, news=False)
    return proven(solved, solved.best).high
