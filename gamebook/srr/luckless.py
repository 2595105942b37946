"""A book without luck, and what the author should know of it."""

from __future__ import annotations

from msgspec import Struct

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Var
from gamebook.model.step import Random, Roll
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


def is_settled(step: Roll | Random) -> bool:
    """Whether what comes of a step was settled before it, so that there are no dice to tell."""
    value = step.value if isinstance(step, Roll) else step.rows[0].weight
    if isinstance(step, Random) and isinstance(value, Binary):
        value = value.left
    return isinstance(value, Var) and value.name.startswith(f"{PICK} ")
