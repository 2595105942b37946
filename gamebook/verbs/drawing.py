"""The map of a book as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, current
from gamebook.options import NO_OPTIONS, AllWishes, count, one_of
from gamebook.verbs.request import Subject, request_for
from gamebook.verbs.solving import solve

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.render.dot import MapOptions
    from gamebook.render.map_style import What
    from gamebook.render.picture import Drawing
    from gamebook.render.solution import Solution


def draw(
    book: Subject | Solution | None = None,
    what: What | None = None,
    options: MapOptions | None = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[AllWishes],
) -> Drawing:
    """The map of a book, as a drawing that can be written as SVG, PNG, PDF or DOT.

    Args:
        book: a file, a project, a model, or what `solve` gave.
        what: what the colours show: "value", "deaths", "traffic" or "luck", for which the book is solved, or
            "structure". By default "value" for what `solve` gave, else "structure".
        options: drawing options; they override `what`.
        text: a book's text, instead of `book`.
        job: as for `solve`.
        wishes: options of `solve`, for a book that is not solved yet; `settings`, `mode` and `hero` for its structure.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: as `solve`; or an option is given with what `solve` gave.
        LimitReached: the book could not be solved within the limits.
        Cancelled: the job was cancelled.
    """
    from gamebook.render.dot import MapOptions, map_dot
    from gamebook.render.map_style import What
    from gamebook.render.picture import Drawing
    from gamebook.render.solution import Solution

    solved, subject = (book, None) if isinstance(book, Solution) else (None, book)
    if options is None:
        options = MapOptions(("value" if solved else "structure") if what is None else what)
    if not isinstance(options, MapOptions):
        raise UsageError(f"options cannot be {options!r}; they are a gamebook.render.dot.MapOptions")
    one_of("what", options.what, What)
    if solved is not None:
        if text is not None:
            raise UsageError("draw needs one book: what solve gave, or text=…")
        NO_OPTIONS.of_call("draw of what solve gave", (), wishes)
    if options.depth is not None:
        count("depth", options.depth, least=0)
    with current(job):
        if options.what == "structure":
            if solved is not None:
                return Drawing(map_dot(solved.without_policy, None, options))
            request = request_for("draw", "", subject, text, wishes)
            request.for_hero()  # the structure is that of all heroes; one who cannot be is refused all the same
            return Drawing(map_dot(request.edition.book, None, options))
        if solved is None:
            solved = solve(subject, text=text, **wishes)
            if not solved.difficulty.complete:
                raise LimitReached("the book could not be solved within the limits; draw its structure")
        from gamebook.analysis.map_numbers import map_numbers

        return Drawing(map_dot(solved.without_policy, map_numbers(solved), options))
