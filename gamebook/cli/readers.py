"""`gamebook readers`: how hard a book is for readers who err, and where it decides."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, fail, say, watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    MOST_STATES,
    AsJson,
    BookFile,
    Force,
    Hero,
    MostStates,
    SetOnSheet,
    Timeout,
    number_of_plays,
)
from gamebook.cli.outputs import spare, write_output_text
from gamebook.cli.show import AsForm, form_of, show

if TYPE_CHECKING:
    from gamebook.analysis.readers import ReaderRow
    from gamebook.model.reader import Reader


class Curve(StrEnum):
    """Kinds of readers of which there is a curve."""

    SOFT = "soft"
    LOOKAHEAD = "lookahead"
    CARELESS = "careless"


MOST_PLAYS = 10**9
"""The most plays that are simulated of a reader."""
EXAMPLE = "gamebook readers books/tutorial.gbk --reader 'careless(20%)'"


def command(
    book: BookFile,
    hero: Hero = "",
    asked: Annotated[
        list[str] | None,
        typer.Option(
            "--reader",
            metavar="READER",
            help="best, random, careless(10%), soft(3), lookahead(2), guide, first-timer, persistent; may be repeated.",
        ),
    ] = None,
    choices: Annotated[bool, typer.Option("--choices", help="Show what each choice costs.")] = False,
    deaths: Annotated[
        bool, typer.Option("--deaths", help="Show where plays are lost, and what could have saved them.")
    ] = False,
    survival: Annotated[
        bool, typer.Option("--survival", help="Show what has become of a play after 1, 2, 3, … chapters.")
    ] = False,
    fights: Annotated[
        bool, typer.Option("--fights", help="Show how often each fight is won, and what it costs.")
    ] = False,
    curve: Annotated[
        Curve | None,
        typer.Option(help="Show what the book is worth as this kind of reader gets better.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.svg", help="Write the curve of --curve as a picture."),
    ] = None,
    force: Force = False,
    plays: Annotated[
        str, typer.Option(metavar="N", help="Number of plays, where plays are simulated, such as 1e6.")
    ] = "1e5",
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Show how hard a book is for readers who make mistakes.

    Computes for each reader the chance to win, what the mistakes cost against best play, chapter by chapter, and how
    much of the outcome is luck. A chance that is simulated, not exact, says so. Rivals play their best reply to each
    reader. Where the time ends first, the readers that were done are shown, and the exit code is 3.
    """
    count, form = number_of_plays(plays, MOST_PLAYS), form_of(form, as_json)
    if output is not None and (curve is None or output.suffix.lower() != ".svg"):
        fail("-o writes the picture of a curve, such as: --curve soft -o curve.svg")
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project, sheet = ready_to_begin(book, settings)
    spare(output, book, project.edition(), force=force)
    warm_up()

    from gamebook.analysis.readers import NotAllDone
    from gamebook.errors import LimitReached
    from gamebook.render.curve import curve_svg
    from gamebook.report import curve as drawn
    from gamebook.report import readers as report
    from gamebook.verbs import readers

    with watched() as job:
        rows: tuple[ReaderRow, ...] = ()
        points: tuple[ReaderRow, ...] = ()
        late: tuple[Reader, ...] = ()
        ended = ""
        find = partial(
            readers,
            project,
            given,
            sheet=sheet,
            limit_states=limit_states,
            limit_memory=memory,
            timeout=timeout,
            job=job,
        )
        if asked or curve is None:
            try:
                rows = find(asked, deaths=deaths, survival=survival, fights=fights, plays=count, seed=seed)
            except NotAllDone as error:
                if not error.done:
                    raise
                rows, late, ended = error.done, error.late, str(error)
        if curve is not None and not ended:
            try:
                points = find(drawn.asked(curve.value))
            except LimitReached as error:
                if not rows:
                    raise
                ended = str(error)
    sections = [*report.sections(project.book, rows, choices=choices, late=late)] if rows else []
    data = report.data(project.book, rows, late)
    if curve is not None and points:
        sections.append(drawn.section(project.book, curve.value, points))
        data["curve"] = drawn.data(curve.value, points)
        if output is not None:
            write_output_text(output, curve_svg(project.book, curve.value, points))
    show(sections, lambda: data, form)
    if ended:
        say(f"gamebook: {ended}{'; there is no curve' if curve is not None else ''}")
        raise typer.Exit(ExitCode.LIMIT)
