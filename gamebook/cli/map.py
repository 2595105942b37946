"""`gamebook map`: a picture of a book's chapters and the links between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, emit, fail, say, watched
from gamebook.cli.files import STREAM
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    BookFile,
    Force,
    Hero,
    InsteadOfBest,
    ResolveAs,
    SetOnSheet,
    Until,
    mode_of,
    sure_number,
)
from gamebook.cli.outputs import spare, write_output
from gamebook.errors import UsageError

if TYPE_CHECKING:
    from gamebook.analysis.study import Study
    from gamebook.project import Project

SECONDS = 20.0
"""For solving, unless more is allowed: without a limit there would be no picture at all of a very large book."""
EXAMPLE = "gamebook map books/starter.gbk --parts -o starter.svg"


class What(StrEnum):
    """What the colours show."""

    STRUCTURE = "structure"
    VALUE = "value"
    DEATHS = "deaths"
    TRAFFIC = "traffic"
    LUCK = "luck"


class Form(StrEnum):
    """File format of a map."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"
    DOT = "dot"


def command(
    book: BookFile,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write, or '-' for stdout; by default BOOK.svg in this folder.",
        ),
    ] = None,
    force: Force = False,
    form: Annotated[
        Form | None, typer.Option("--format", help="File format, if the file name does not show it.")
    ] = None,
    what: Annotated[What, typer.Option(help="What the colours show; structure works without solving.")] = What.VALUE,
    parts: Annotated[bool, typer.Option("--parts", help="Draw a frame around each part of the book.")] = False,
    labels: Annotated[
        bool | None,
        typer.Option("--labels/--no-labels", help="Write choices on the links; the default for small books."),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="CHAPTER", help="Show only chapters that can be reached from this one."),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Show only chapters at most N turns from the start, or from --from."),
    ] = None,
    link: Annotated[
        str,
        typer.Option(
            "--link-template",
            metavar="LINK",
            help="Link of a chapter on the map; {chapter} is replaced by its name, {number} by its number in print.",
        ),
    ] = "#chapter-{chapter}",
    hero: Hero = "",
    policy: InsteadOfBest = None,
    until: Until = None,
    settings: SetOnSheet = None,
    resolve: ResolveAs = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Draw the structure only if the book has more states.")
    ] = None,
    limit_memory: LimitMemory = None,
    timeout: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0.0,
            callback=sure_number,
            help="Stop solving after this time and draw the structure only; drawing takes a time of its own.",
        ),
    ] = SECONDS,
) -> None:
    """Draw the map of a book.

    Shows for each chapter the chance to win from there, how many plays are lost there, how many pass through it, or how
    much its dice decide; and the likeliest winning route. For this the book is solved; if that takes longer than
    --timeout, or too much memory, the map shows the structure only, and the exit code is 3.
    """
    from gamebook.graph.until import cut_at
    from gamebook.render.dot import MapOptions, map_dot
    from gamebook.render.picture import CannotDraw, Drawing, NoGraphviz
    from gamebook.resolve.spelling import chapter_called

    path, form = _target(book, output, form)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project, sheet = ready_to_begin(book, settings, mode_of(resolve))
    spare(path, book, project.edition(), force=force)
    if start is not None:
        start = chapter_called(start, (chapter.name for chapter in project.book.chapters))
    drawn, numbers, limited = cut_at(project.book, until or ()), None, ""
    if what is not What.STRUCTURE:
        solution = _solve(project, given, sheet, policy, until or (), limit_states, memory, timeout)
        if not solution.difficulty.complete:
            limited = _limited(solution, limit_states, timeout)
        else:
            from gamebook.analysis.map_numbers import map_numbers

            with watched() as job:
                job.begin("working out what the map shows")
                drawn, numbers = solution.without_policy, map_numbers(solution)
    shown = What.STRUCTURE if limited else what
    printed = _printed(book, project) if "{number}" in link else {}
    options = MapOptions(shown.value, parts, labels, link, start, depth, printed=printed)
    drawing = Drawing(map_dot(drawn, numbers, options))
    try:
        with watched() as job:
            job.begin("drawing")
            picture = drawing.picture(form.value)
        if path == STREAM:
            emit(picture.decode())
        else:
            write_output(path, picture)
            say(f"{path} written")
    except (NoGraphviz, CannotDraw) as error:
        fail(f"{error}; -o {book.stem}.dot writes what would be drawn")
    if limited:
        say(f"gamebook: {limited}")
        raise typer.Exit(ExitCode.LIMIT)


def _limited(solution: Study, limit_states: int | None, timeout: float) -> str:
    """Why the map shows the structure only, and which options allow more."""
    from gamebook.analysis.too_large import more_states

    shown = "the map shows its structure only"
    count = solution.solved.search.looked_at or solution.solved.space.count
    if limit_states is not None and count > limit_states:
        more = f"--limit-states {more_states(count)} allows more"
        return f"the book has more states than --limit-states {limit_states} allows; {shown}; {more}"
    more = "--timeout SECONDS and --limit-memory SIZE allow more"
    return f"the book was not solved within {timeout:g} seconds, or the allowed memory; {shown}; {more}"


def _printed(book: Path, project: Project) -> Mapping[str, int]:
    """The numbers with which `publish` prints the chapters."""
    from gamebook.publish.kept_numbers import file_of, load_numbers
    from gamebook.publish.numbering import numbering

    return numbering(project.edition(), load_numbers(file_of(book))).numbers


def _target(book: Path, output: Path | None, form: Form | None) -> tuple[Path, Form]:
    """Where to write, and what."""
    from gamebook.render.picture import form_of

    path = output or Path(f"{book.stem}.{(form or Form.SVG).value}")
    if path == STREAM:
        form = form or Form.SVG
        if form in (Form.PNG, Form.PDF):
            fail(f"{form.value} goes to a file: -o {book.stem}.{form.value}")
        return path, form
    try:
        return path, form or Form(form_of(path))
    except UsageError as error:
        fail(f"{path}: {error}")


def _solve(
    project: Project,
    hero: Mapping[str, int],
    sheet: Mapping[str, str],
    policy: str | None,
    until: Sequence[str],
    limit_states: int | None,
    memory: int | None,
    timeout: float,
) -> Study:
    warm_up()
    from gamebook.verbs import solve

    with watched() as job:
        return solve(
            project, hero, sheet=sheet, policy=policy, until=until,
            limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job,
        )  # fmt: skip
