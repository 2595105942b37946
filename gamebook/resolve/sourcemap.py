"""The way back from what a book means to where it is written."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from gamebook.model.expression import Expr
from gamebook.source import Span


class Room(Struct, frozen=True):
    """What an author can write where an item is gained and may not fit."""

    asked: str
    """The condition that it fits: `count of pack < 5`; empty where no short one says it."""
    wider: str
    """What to do so that there can be more copies, their number left out: `write on the sheet: item charm x`; empty
    where only the rule system says how many there can be."""
    item: str = ""
    """The item."""
    most: int = 1
    """How many copies of it there can be."""
    lacks: str = ""
    """The condition that there are not too many copies, whatever the limits say: `rope < 3`, `not rope`."""
    fewer: int = 0
    """So many copies fit at the most, where more are gained; else 0."""
    within: bool = False
    """Whether a limit has room for no more copies than there can be, so that who has too many has too little room."""
    swaps: bool = False
    """Whether the reader may drop another thing for it."""
    enough: int = 1
    """So many copies there must be, so that all fit that are gained here."""
    asks: str = ""
    """The condition of the choice in which it stands, as it is written beside “and”."""
    done: Span | None = None
    """Where an author does the rule of a rule system in which it stands."""


class SourceMap(Struct, frozen=True):
    """Places on the page by model address.

    Addresses are those of steps and options (`17#3`), and `chapter 17`, `variable gold`, `ending NAME`, `book`,
    `expect K`, `table NAME`, `strategy NAME`.
    """

    spans: Mapping[str, Span]
    rooms: Mapping[str, Room] = field(default_factory=dict)
    """The address of the question if an item fits → how an author asks it."""
    sums: Mapping[str, Expr] = field(default_factory=dict)
    """The address where a reader stands whose number is no chapter's → that number."""
    ranged: frozenset[str] = frozenset()
    """The stats of which a range is written."""
    unjudged: frozenset[Span] = frozenset()
    """Ifs and options in fights of which plays cannot tell whether their conditions make a difference."""
    each_chapter: frozenset[Span] = frozenset()
    """Where the steps stand that are done in every chapter."""

    def span(self, address: str) -> Span | None:
        """Where the thing at `address` is written; None for what no author wrote."""
        return self.spans.get(address)
