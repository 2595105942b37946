"""The chance to win a draft, if all that is not written yet were a victory.

A solution counts what is not written as no victory: its chance is the least that the finished book can have, as far as
its written pages stay as they are. This is the most.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.analysis.difficulty import proven
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.blocks import steps_in
from gamebook.model.book import UNWRITTEN, Book
from gamebook.model.step import End
from gamebook.solver.practice import Practised
from gamebook.solver.solving import solve
from gamebook.solver.watch import News


def has_hope(book: Book) -> bool:
    """Whether the chance to win depends on what is not written yet."""
    return book.aim == "win" and book.unfinished


def hopeful(book: Book) -> Book:
    """The book in which all that is not written yet is a victory."""
    endings = (structs.replace(each, kind="victory") if each.kind == UNWRITTEN else each for each in book.endings)
    return structs.replace(book, endings=tuple(endings), then_score=False)


def has_victory(book: Book) -> bool:
    """Whether the written pages of a draft have a victory: if not, nobody wins as long as nothing more is written."""
    victories = {each.name for each in book.endings if each.kind == "victory"}
    return any(isinstance(step, End) and step.ending in victories for block in book.blocks for step in steps_in(block))


class Hope(Struct, frozen=True):
    """What best play wins if all that is not written yet is a victory."""

    most: float
    """Bound from above of its chance, whatever is written where the draft ends."""
    practised: Practised | None = None
    """Where a limit came first: plays of a reader who has practised to win this book. Where they fail is known if the
    written pages have no victory."""
    states: int = 0
    """Where a limit came first: how many were looked at, or more."""
    uncounted: bool = False
    """Arrays of states were looked at, too, that nobody has counted."""


def hope(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    limits: Limits = NO_LIMITS,
    listed: int | None = None,
    low: float | None = None,
) -> Hope:
    """What is known of a draft if all that is not written yet is a victory.

    Args:
        book, hero, limits, listed: as for `solve`.
        low: what best play wins at least, if the job is to learn about the draft meanwhile; None: it learns nothing.
    """

    def of_draft(news: News) -> News:
        return replace(news, low=low or 0.0, practised=None, hoped=news.practised)

    news = False if low is None else of_draft
    # Where plays fail is worked out from what is written, if somebody can win there.
    chapters = low is not None and not has_victory(book)
    solved = solve(hopeful(book), hero, limits=limits, listed=listed, chapters=chapters, classes=True, news=news)
    practised = None if solved.space.complete else solved.practised
    if practised is not None and not chapters:
        practised = replace(practised, failures={})
    search = solved.search
    return Hope(proven(solved, solved.best).high, practised, search.looked_at or 0, search.uncounted)


def most(
    book: Book, hero: Mapping[str, int] | None = None, *, limits: Limits = NO_LIMITS, listed: int | None = None
) -> float:
    """Bound from above of best play's chance to win, whatever is written where the draft ends.

    Args:
        book, hero, limits, listed: as for `solve`.
    """
    return hope(book, hero, limits=limits, listed=listed).most
