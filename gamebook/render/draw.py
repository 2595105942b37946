"""The map of a book as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamebook.errors import UsageError
from gamebook.model.book import Book
from gamebook.render.dot import MapOptions, map_dot
from gamebook.render.map_numbers import map_numbers
from gamebook.render.map_style import What
from gamebook.render.picture import Drawing

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.study import Study
    from gamebook.solver.solution import Solved


def draw(book: Book | Solved | Study, what: What = "value", options: MapOptions | None = None) -> Drawing:
    """The map of a book.

    Args:
        book: what solving made of a book; for its structure the book is enough.
        what: what the colours tell.
        options: more wishes; they bring their own `what`.

    Raises:
        UsageError: the colours tell of play, and the book is not solved.
    """
    options = options or MapOptions(what)
    if isinstance(book, Book):
        if options.what != "structure":
            raise UsageError("this map needs a solved book")
        return Drawing(map_dot(book, None, options))

    from gamebook.analysis.study import Study  # noqa: PLC0415 - as above
    from gamebook.solver.solution import Solved  # noqa: PLC0415 - as above

    study = Study(book) if isinstance(book, Solved) else book
    numbers = None if options.what == "structure" else map_numbers(study)
    return Drawing(map_dot(study.solved.book, numbers, options))
