"""What tests of imports ask of a book that was imported."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import gamebook
from gamebook.interop.draft import Draft, Jump, Link, walk
from gamebook.interop.importing import Imported, import_book
from gamebook.play.moment import Chance, Decision, Said
from gamebook.play.session import Session
from gamebook.project import Project


def imported(folder: Path, text: str, name: str = "story.twee") -> Imported:
    """The import of a text, written to a file of this name."""
    path = folder / name
    path.write_text(text, "utf-8")
    return import_book(path)


def chances(book: Imported) -> dict[str, Fraction]:
    """How likely a reader who takes every open option with the same chance comes to each ending."""
    rows = gamebook.solve(text=book.text).endings
    return {row.ending: Fraction(row.uniform or 0).limit_denominator(10_000) for row in rows if row.uniform}


def ways(draft: Draft) -> list[tuple[str, str]]:
    """(Chapter, target) of every link and turn, one entry each."""
    return [
        (chapter.name, step.target)
        for chapter in draft.chapters
        for step in walk(chapter.body)
        if isinstance(step, Link | Jump) and step.target
    ]


def edges(draft: Draft) -> set[tuple[str, str]]:
    """(Chapter, target) wherever there is a link or a turn."""
    return set(ways(draft))


def told(book: Imported, *labels: str) -> str:
    """What a reader reads who takes these choices, one after the other, or the only one; to the end, or the next menu.

    The dice fall by chance.
    """
    session = Session(Project.of(book.text).book, seed=1)
    waiting = list(labels)
    while isinstance(session.moment, Chance | Decision):
        if isinstance(session.moment, Chance):
            session.roll()
            continue
        offered = [option.label for option in session.moment.options]
        if not waiting and len(offered) > 1:
            break
        session.choose(offered.index(waiting.pop(0)) if waiting else 0)
    assert not waiting
    return " ".join(" ".join(event.text for event in session.heard() if isinstance(event, Said)).split())
