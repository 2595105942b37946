"""The map of a book as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamebook.model.book import Book
from gamebook.render.dot import MapOptions, map_dot
from gamebook.render.map_numbers import map_numbers
from gamebook.render.map_style import What
from gamebook.render.picture import Drawing

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.study import Study
    from gamebook.solve.solution import Solved


def draw(book: Book | Solved | Study, what: What = "value", options: MapOptions | None = None) -> Drawing:
    """The map of a book. One that is not solved yet is solved, unless only its structure is asked for.

    Args:
        book: a book, or what solving made of it.
        what: what the colours tell.
        options: more wishes; they bring their own `what`.
    """
    options = options or MapOptions(what)
    if isinstance(book, Book) and options.what == "structure":
        return Drawing(map_dot(book, None, options))

    from gamebook.analysis.study import Study  # noqa: PLC0415 - as above
    from gamebook.solve.solution import Solved, solve  # noqa: PLC0415 - as above

    if isinstance(book, Book):
        book = solve(book)
    study = Study(book) if isinstance(book, Solved) else book
    numbers = None if options.what == "structure" else map_numbers(study)
    return Drawing(map_dot(study.solved.book, numbers, options))
