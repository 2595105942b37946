"""Import: a file of another program in, the text of a book and a census out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from gamebook.interop.census import Census
from gamebook.interop.draft import Draft, Trouble
from gamebook.interop.formats import read_draft
from gamebook.interop.settle import Settled, settle
from gamebook.interop.sources import NotReadable
from gamebook.interop.things import WIDEST, Interval
from gamebook.interop.writer import write_book

GUESS: Interval = (-100, 100)
"""The range of a number that its source does not bound."""


class Imported(Struct, frozen=True):
    """A book that was imported."""

    text: str
    """The book, as it is written."""
    draft: Draft
    settled: Settled

    @property
    def census(self) -> Census:
        """What was modelled, and what was kept as a comment."""
        return self.settled.census

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong in the source, and was got over."""
        return tuple(self.draft.troubles)


def import_book(
    path: Path, name: str | None = None, guess: Interval = GUESS, victories: Iterable[str] = ()
) -> Imported:
    """Import a file or a folder.

    Args:
        path: the file or folder.
        name: its format; None: by what is in it.
        guess: the range of numbers that the source does not bound.
        victories: chapters, by their names in the source, whose ending is a victory.

    Raises:
        NotReadable: it cannot be read; or a chapter of `victories` is not there.
        OSError: the disk says no.
    """
    low, high = guess
    if not -WIDEST <= low <= high <= WIDEST:
        raise NotReadable(f"a range goes from a lower to a higher number, both within {-WIDEST}..{WIDEST}")
    draft = read_draft(path, name)
    known = {chapter.name for chapter in draft.chapters}
    wanted = list(victories)
    for each in wanted:
        if each not in known:
            raise NotReadable(f"{path} has no chapter {each} that could be a victory")
    try:
        settled = settle(draft, guess, wanted)
        return Imported(write_book(settled, draft), draft, settled)
    except RecursionError:
        raise NotReadable(f"{path}: blocks are nested too deep, or a row of “else if” is too long") from None
