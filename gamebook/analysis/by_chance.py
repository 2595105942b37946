"""The book as readers play it whom nobody told: chance decides who knows of its secrets.

Only best play knows every option. Whoever else plays, plays this book, and who picks by chance, too.
"""

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


def with_draws(book: Book) -> Book:
    """The book in which chance decides, before each option that not every reader knows, whether the reader knows it."""
    if not has_shares(book):
        return book
    from gamebook.strategy.apply import informed  # noqa: PLC0415 - few books have shares

    return informed(book)


def by_chance(solved: Solved) -> tuple[Solved, Played]:
    """The play of a reader who picks by chance, and the states it is about.

    These are the book's own states, unless the book says how many readers know of an option: then the draw of who
    knows is put into the book, which is solved within the same limits. Where its states are then not complete, the play
    says nothing.
    """
    book = with_draws(solved.book)
    if book is solved.book:
        return solved, solved.uniform
    left = None if solved.deadline is None else max(0.0, solved.deadline - time.monotonic())
    drawn = solve(
        book,
        solved.hero,
        limits=replace(solved.limits, seconds=left),
        listed=solved.listed,
        chapters=False,
        classes=True,
        uniform=True,
        plays=True,
        news=False,
    )
    return drawn, drawn.uniform if drawn.space.complete else drawn.best
