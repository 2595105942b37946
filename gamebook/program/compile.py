"""From a book to the program that is solved: lowering, then passes that leave fewer states.

No pass changes the value of a state that remains. `Target` says what each pass loses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from msgspec import Struct

from gamebook.model.book import Book
from gamebook.program.classes import with_classes
from gamebook.program.code import Program
from gamebook.program.fold import fold
from gamebook.program.gather import gathered
from gamebook.program.lower import lower
from gamebook.program.merge import merged, without_heads, without_notes

Pass = Callable[[Program], Program]


class Target(Struct, frozen=True):
    """What a program is needed for."""

    observed: tuple[str, ...] = ()
    """Variables that a report reads where play ends."""
    chapters: bool = True
    """Reports need arrivals at chapters; without them half as many states may do."""
    numbers: bool = True
    """Reports and findings need the numbers on the sheet; without, one number represents all that have the same
    future."""
    counted: Collection[str] = ()
    """Kinds of marks, such as `fought` and `won`, whose visits are counted."""
    points_apart: bool = False
    """No step brings a random number of points."""
    count_dice: bool = False
    """Points are the dice that were rolled."""


VALUES = Target()


def passes(target: Target) -> tuple[Pass, ...]:
    """The passes for a target, in the order in which they are made."""
    found: list[Pass] = [fold, partial(gathered, observed=target.observed)]
    if not target.numbers:
        found += [without_notes, without_heads, partial(with_classes, observed=target.observed)]
    if not target.chapters:
        found.append(merged)
    return tuple(found)


def reduced(program: Program, target: Target = VALUES) -> Program:
    """A lowered program after all passes."""
    for each in passes(target):
        program = each(program)
    return program


def lowered(book: Book, hero: Mapping[str, int] | None = None, target: Target = VALUES) -> Program:
    """A book as a program, before any pass."""
    return lower(book, hero, counted=target.counted, points_apart=target.points_apart, count_dice=target.count_dice)


def compiled(book: Book, hero: Mapping[str, int] | None = None, target: Target = VALUES) -> Program:
    """A book as the program that is solved.

    Args:
        book: the model.
        hero: values of rolled stats; what is not given is rolled.
        target: what the program is needed for.
    """
    return reduced(lowered(book, hero, target), target)
