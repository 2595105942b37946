"""A book without luck: the same book, with the account books of its modes as variables and fewer dice.

Nothing else knows of the modes: the interpreter, the solver and the reports take the book as any other. What the modes
mean is explained in `gamebook.srr.modes` and, with its reasons, in `docs/decisions/resolution-without-luck.md`. Most
books are on dice throughout: what carries out a mode is imported only for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Var
from gamebook.model.step import Assign, Block, Mode, Random, Resolution, Roll, Score, Step
from gamebook.resolve.sourcemap import SourceMap

PICK = "settled"
"""What the variables that take a settled outcome are called."""


class Note(Struct, frozen=True):
    """Something to tell the author about a place."""

    code: str
    address: str
    message: str
    hint: str | None = None


class Luckless(Struct, frozen=True):
    """A book, its modes carried out."""

    book: Book
    notes: tuple[Note, ...]
    """What stays on dice though its book, chapter or fight asks otherwise; and what the author should know."""

    @property
    def left_on_dice(self) -> tuple[Note, ...]:
        """The notes of places that stay on dice."""
        return tuple(note for note in self.notes if note.code == rules.LEFT_ON_DICE)

    def findings(self, sourcemap: SourceMap) -> tuple[Diagnostic, ...]:
        """The notes, each at its place on the page."""
        places = [(note, sourcemap.span(note.address)) for note in self.notes]
        return tuple(finding(note.code, span, note.message, note.hint) for note, span in places if span is not None)


def without_luck(book: Book, override: Mode | None = None) -> Luckless:
    """Carry out the modes of a book.

    Args:
        book: the book as resolved.
        override: a mode for the whole book and for every place of it that names one, `by dice` apart.

    Returns: the book in which every step is on dice; the same one if it was.
    """
    if override in (None, "dice") and book.resolution.mode in (None, "dice") and not _named(book):
        return Luckless(book, ())
    from gamebook.srr.transform import carried_out  # noqa: PLC0415 - see above

    return carried_out(book, override)


def is_settled(step: Roll | Random) -> bool:
    """Whether what comes of a step was settled before it, so that there are no dice to tell."""
    value = step.value if isinstance(step, Roll) else step.rows[0].weight
    if isinstance(step, Random) and isinstance(value, Binary):
        value = value.left
    return isinstance(value, Var) and value.name.startswith(f"{PICK} ")


def _named(book: Book) -> bool:
    """Whether some place of the book names a mode other than dice."""
    return any(
        how is not None and how.mode not in (None, "dice") for block in book.blocks for how in _resolutions(block)
    )


_RESOLUTIONS: Mapping[type[Step], Callable[[Any], Iterable[Resolution | None]]] = {
    Roll: lambda step: (step.resolution,),
    Random: lambda step: (step.resolution,),
    Score: lambda step: (step.resolution,),
    Assign: lambda step: (change.resolution for change in step.changes),
}
"""How each kind of step by chance is resolved. Each command asks all steps: a `match` would take twice as long."""


def _resolutions(block: Block) -> Iterator[Resolution | None]:
    for step in steps_in(block):
        if type(step) in _RESOLUTIONS:
            yield from _RESOLUTIONS[type(step)](step)
