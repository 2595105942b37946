"""A book cut off where some of its chapters are reached."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from gamebook.model.blocks import steps_in, turns_in
from gamebook.model.book import UNWRITTEN, Book, Chapter
from gamebook.model.own_endings import own_ending
from gamebook.model.step import End
from gamebook.resolve.spelling import chapter_called


def cut_at(book: Book, chapters: Iterable[str]) -> Book:
    """The book that is won by coming to one of these chapters, and by nothing else; if there are none, the whole book.

    Each of them is an ending of its own, `reached 200`; the book's own victories are endings like any other, and
    chapters that only lie beyond are left out, and with them what is not written there.

    Raises:
        UsageError: the book has no such chapter.
    """
    known = {chapter.name: chapter for chapter in book.chapters}
    wanted = dict.fromkeys(chapter_called(name, known) for name in chapters)
    if not wanted:
        return book
    goals = {name: own_ending(book, f"reached {name}", "victory") for name in wanted}
    for name, goal in goals.items():
        end = End(ending=goal.name, address=f"{name}#1")
        known[name] = structs.replace(known[name], body=(end,), written="yes")
    kept = _reachable(book, known)
    left = tuple(known[each.name] for each in book.chapters if each.name in kept)
    blocks = (book.hero, *(each.body for each in left), *(watch.body for watch in book.watches))
    ends = {step.ending for block in blocks for step in steps_in(block) if isinstance(step, End)}
    met = (each for each in book.endings if each.kind != UNWRITTEN or each.name in ends)
    own = (structs.replace(each, kind="ending") if each.kind == "victory" else each for each in met)
    return structs.replace(
        book,
        chapters=left,
        endings=(*own, *goals.values()),
        aim="win",
        then_score=False,
        expectations=(),
    )


def arrivals(cut: Book, chapters: Iterable[str]) -> dict[str, str]:
    """The ending that stands for coming to a chapter → the chapter.

    Args:
        cut: a book cut at these chapters.
        chapters: as for `cut_at`.
    """
    known = {chapter.name: chapter for chapter in cut.chapters}
    names = dict.fromkeys(chapter_called(name, known) for name in chapters)
    return {step.ending: name for name in names for step in known[name].body if isinstance(step, End)}


def _reachable(book: Book, chapters: dict[str, Chapter]) -> set[str]:
    """The chapters to which turns lead from the start, from hero blocks and triggers."""
    waiting = [book.start, *turns_in(book.hero)]
    for watch in book.watches:
        waiting.extend(turns_in(watch.body))
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(turns_in(chapters[name].body))
    return found
