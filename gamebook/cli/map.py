"""`gamebook map`: a picture of a book's chapters and the ways between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import ExitCode, emit, fail, say, watched
from gamebook.cli.options import BookFile, Hero, ResolveAs, Settings, Until, mode_of
from gamebook.errors import UsageError

if TYPE_CHECKING:
    from gamebook.analysis.study import Study
    from gamebook.model.book import Book
    from gamebook.project import Project

EXAMPLE = "gamebook map books/starter.gbk --parts -o starter.svg"
STDOUT = Path("-")


class What(StrEnum):
    """What the colours tell."""

    STRUCTURE = "structure"
    VALUE = "value"
    DEATHS = "deaths"
    TRAFFIC = "traffic"


class Form(StrEnum):
    """What kind of file to write."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"
    DOT = "dot"


def command(
    book: BookFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write, '-' for stdout; else BOOK.svg here.")
    ] = None,
    form: Annotated[Form | None, typer.Option("--format", help="The kind of file, if its name does not tell.")] = None,
    what: Annotated[What, typer.Option(help="What the colours tell; the structure needs no solving.")] = What.VALUE,
    parts: Annotated[bool, typer.Option("--parts", help="Frame the parts of the book.")] = False,
    labels: Annotated[
        bool | None, typer.Option("--labels/--no-labels", help="Write choices on the lines; usual for small books.")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", metavar="CHAPTER", help="Show only what this chapter leads to.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=0, help="Show only so many turns from there.")] = None,
    link: Annotated[
        str, typer.Option("--link-template", help="Where a chapter's node leads; {chapter} is its name.")
    ] = "#chapter-{chapter}",
    hero: Hero = "",
    policy: Annotated[
        str | None,
        typer.Option(metavar="NAME(P=N,…)", help="Show how a strategy plays, or uniform or first, and not best play."),
    ] = None,
    until: Until = None,
    settings: Settings = None,
    resolve: ResolveAs = None,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", min=0.0, help="Stop solving after so long; draw the structure.")
    ] = None,
) -> None:
    """Draw the map of a book.

    Chapters with the chance to win there, where readers die, where they go, and the likeliest way to win.
    """
    from gamebook.render.dot import MapOptions
    from gamebook.render.draw import draw
    from gamebook.render.picture import CannotDraw, NoGraphviz

    path, form = _target(book, output, form)
    given = hero_given(hero)
    project = ready(book, assignments("--set", settings or []), mode_of(resolve))
    if start is not None and start not in (chapter.name for chapter in project.book.chapters):
        fail(f"{book} has no chapter {start}")
    known: Book | Study = _cut(project.book, until or ())
    limited = False
    if what is not What.STRUCTURE:
        solution = _solve(project, given, policy, until or (), timeout)
        limited = not solution.difficulty.complete
        known = known if limited else solution
    shown = What.STRUCTURE if limited else what
    drawing = draw(known, options=MapOptions(shown.value, parts, labels, link, start, depth))
    try:
        if path == STDOUT:
            emit(drawing.picture(form.value).decode())
        else:
            drawing.write(path, form.value)
            say(f"{path} written")
    except (NoGraphviz, CannotDraw) as error:
        fail(f"{error}; -o {book.stem}.dot writes what would be drawn")
    if limited:
        say("gamebook: a limit was reached before the book was solved; the map shows its structure only")
        raise typer.Exit(ExitCode.LIMIT)


def _target(book: Path, output: Path | None, form: Form | None) -> tuple[Path, Form]:
    """Where to write, and what."""
    from gamebook.render.picture import form_of

    path = output or Path(f"{book.stem}.{(form or Form.SVG).value}")
    if path == STDOUT:
        form = form or Form.SVG
        if form in (Form.PNG, Form.PDF):
            fail(f"a {form.value} goes to a file: -o {book.stem}.{form.value}")
        return path, form
    try:
        return path, form or Form(form_of(path))
    except UsageError as error:
        fail(f"{path}: {error}")


def _cut(book: Book, until: Sequence[str]) -> Book:
    """The book as far as it is asked for."""
    from gamebook.graph.until import cut_at

    return cut_at(book, until) if until else book


def _solve(
    project: Project, hero: Mapping[str, int], policy: str | None, until: Sequence[str], timeout: float | None
) -> Study:
    warm_up()
    from gamebook.project import CHECK_MEMORY
    from gamebook.verbs import solve

    with watched() as job:
        memory = 2 * CHECK_MEMORY
        return solve(project, hero, policy=policy, until=until, limit_memory=memory, timeout=timeout, job=job)
