"""A book without luck: the same book, with the account books of its modes as variables and fewer dice.

Nothing else knows of the modes: the interpreter, the solver and the reports take the book as any other. What the modes
mean is explained in `gamebook.srr.modes` and, with its reasons, in `docs/decisions/resolution-without-luck.md`. Most
books are on dice throughout: what carries out a mode is imported only for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Assign, Block, Mode, Pool, Random, Resolution, Roll, Score, Step
from gamebook.srr.luckless import Luckless


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


def _named(book: Book) -> bool:
    """Whether some place of the book names a mode other than dice."""
    return any(
        how is not None and how.mode not in (None, "dice") for block in book.blocks for how in _resolutions(block)
    )


_RESOLUTIONS: Mapping[type[Step], Callable[[Any], Iterable[Resolution | None]]] = {
    Roll: lambda step: (step.resolution,),
    Random: lambda step: (step.resolution,),
    Pool: lambda step: (step.resolution,),
    Score: lambda step: (step.resolution,),
    Assign: lambda step: (change.resolution for change in step.changes),
}
"""How each kind of step by chance is resolved. Each command asks all steps: a `match` would take twice as long."""


def _resolutions(block: Block) -> Iterator[Resolution | None]:
    for step in steps_in(block):
        if type(step) in _RESOLUTIONS:
            yield from _RESOLUTIONS[type(step)](step)
