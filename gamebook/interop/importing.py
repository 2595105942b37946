"""Import: a file of another program in, the text of a book and a census out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from gamebook.interop.census import Census
from gamebook.interop.draft import Chapter, Draft, Trouble
from gamebook.interop.formats import read_draft
from gamebook.interop.settle import Settled, settle
from gamebook.interop.sources import NotReadable
from gamebook.interop.things import WIDEST, Interval
from gamebook.interop.writer import write_book
from gamebook.resolve.spelling import nearest
from gamebook.syntax.limits import MAX_BYTES

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
    wanted = [_victory(each, draft.chapters, path) for each in victories]
    try:
        settled = settle(draft, guess, wanted)
        text = write_book(settled, draft)
    except RecursionError:
        raise NotReadable(f"{path}: blocks are nested too deep, or a row of “else if” is too long") from None
    if (length := len(text)) > MAX_BYTES:
        raise NotReadable(
            f"{path}: as a gamebook this has {length:,} characters, and gamebook reads {MAX_BYTES:,} at most; "
            "import it in parts"
        )
    return Imported(text, draft, settled)


def _victory(wanted: str, chapters: Sequence[Chapter], path: Path) -> str:
    """The chapter of this name, or the only one with this label.

    Raises:
        NotReadable: there is none, or there are several; the message names those that may be meant.
    """
    names = [each.name for each in chapters]
    if wanted in names:
        return wanted
    labelled = [each.name for each in chapters if each.label and each.label.casefold() == wanted.casefold()]
    if len(labelled) == 1:
        return labelled[0]
    if labelled:
        raise NotReadable(f"{path} has several labels {wanted}: name one of these chapters: {', '.join(labelled)}")
    hint = nearest(wanted, [*names, *(each.label for each in chapters if each.label)])
    raise NotReadable(f"{path} has no chapter {wanted} that could be a victory" + (f" ({hint})" if hint else ""))
