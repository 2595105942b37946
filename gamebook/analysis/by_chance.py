"""The reader who picks by chance, in a book whose secrets not every reader knows."""

from __future__ import annotations

import time

from msgspec.structs import replace

from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import EVERYBODY, Choose
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve


def has_shares(book: Book) -> bool:
    """Whether the book says of some option how many readers know of it."""
    steps = (step for block in book.blocks for step in steps_in(block))
    return any(option.known < EVERYBODY for step in steps if isinstance(step, Choose) for option in step.options)


def by_chance(solved: Solved) -> tuple[Solved, Played]:
    """The play of a reader who picks by chance, and the states it is about.

    These are the book's own states, unless the book says how many readers know of an option: then the draw of who
    knows is put into the book, which is solved within the same limits; its states may then not be complete.
    """
    if not has_shares(solved.book):
        return solved, solved.uniform
    left = None if solved.deadline is None else max(0.0, solved.deadline - time.monotonic())
    drawn = solve(
        drawn_by_chance(solved.book),
        solved.hero,
        limits=replace(solved.limits, seconds=left),
        listed=solved.listed,
        chapters=False,
        classes=True,
        plays=True,
        news=False,
    )
    return drawn, drawn.best


def drawn_by_chance(book: Book) -> Book:
    """The book as a reader plays it who picks by chance, and knows of options as often as it says."""
    from gamebook.strategy.apply import apply  # noqa: PLC0415 - few books have shares
    from gamebook.strategy.policy import BUILT_IN, policy  # noqa: PLC0415

    return apply(book, policy(BUILT_IN[1]))
