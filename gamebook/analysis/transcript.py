"""One play by chance in the words of the book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from gamebook.analysis.decisions import decisions
from gamebook.model.book import Book
from gamebook.solver.sample import Step


class Told(Struct, frozen=True):
    """One step of a play, in the words of the book."""

    chapter: str
    title: str
    choice: str | None
    """The option taken, empty where nothing was open; None: the chapter was entered, or the play ended."""
    ending: str
    sheet: Mapping[str, int]


def transcript(book: Book, steps: Iterable[Step]) -> tuple[Told, ...]:
    """A play in the words of the book."""
    titles = book.titles
    labels = {option: label for each in decisions(book).values() for option, label in each.labels.items()}
    told = []
    for step in steps:
        chapter = step.spot.chapter if step.spot is not None else ""
        decided = step.spot is not None and bool(step.spot.decision)
        choice = labels.get(step.option.option, "") if step.option is not None else ""
        told.append(Told(chapter, titles.get(chapter, ""), choice if decided else None, step.ending, step.sheet))
    return tuple(told)
