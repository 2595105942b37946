"""`gamebook heroes`: what a book is worth for every kind of hero."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, say_limited, watched
from gamebook.cli.crew import Keep, Workers, with_workers
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import AsJson, BookFile, Hero, SetOnSheet, Timeout
from gamebook.cli.show import AsForm, Form, form_of, show

EXAMPLE = "gamebook heroes books/starter.gbk --keep heroes.sqlite"


@with_workers
def command(
    workers: Workers,
    book: BookFile,
    hero: Hero = "",
    asked: Annotated[
        list[str] | None,
        typer.Option(
            "--reader",
            metavar="READER",
            help="A reader, as in gamebook readers; may be repeated. By default best play and random.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List every kind of hero.")] = False,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after about N states for each kind of hero.")
    ] = None,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
    keep: Keep = None,
) -> None:
    """Show what every kind of hero wins.

    Each kind is solved by itself, and the mean of all is proven. gamebook solve is faster where it can solve all
    heroes together; this command is for books that are too large for that, and for work that several processes or
    machines share. With --keep, the same command goes on where it was interrupted.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project, sheet = ready_to_begin(book, settings)
    warm_up()

    from gamebook.report import by_kind as report
    from gamebook.verbs import heroes

    with workers.crew(keep, [book]) as crew, watched(crew=crew) as job:
        found = heroes(
            project, given, asked, sheet=sheet, limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job
        )  # fmt: skip
    show(report.sections(found, everything or form is Form.CSV), lambda: report.data(found), form)
    if not found.complete:
        say_limited(bounds=report.has_bounds(found))
        raise typer.Exit(ExitCode.LIMIT)
