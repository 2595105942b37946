"""`gamebook sensitivity`: which numbers of a book matter."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import ExitCode, say, watched
from gamebook.cli.crew import Keep, Workers, with_workers
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    MOST_STATES,
    AsJson,
    BookFile,
    Hero,
    MostSeconds,
    MostStates,
    OneReader,
    Settings,
    Until,
)
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook sensitivity books/the-gilded-barge.gbk --reader 'careless(10%)'"
SOLVES = 3


@with_workers
def command(
    workers: Workers,
    book: BookFile,
    hero: Hero = "",
    reader: OneReader = "best",
    asked: Annotated[
        list[str] | None,
        typer.Option("--number", metavar="ADDRESS", help="Only this number, such as 'start pennies'; may be repeated."),
    ] = None,
    solves: Annotated[
        int, typer.Option(metavar="N", min=0, help="Change so many numbers in the book and solve it again.")
    ] = SOLVES,
    until: Until = None,
    everything: Annotated[bool, typer.Option("--all", help="List every number.")] = False,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: MostSeconds = None,
    keep: Keep = None,
) -> None:
    """Show which numbers of a book matter for the chance to win.

    Computes for each number of a chapter (the SKILL of a foe, a price, a weight) what 1 more or 1 less would bring to a
    reader who did not expect it and learns of it on arrival there. For the numbers that matter most, and for what the
    sheet begins with, the changed book is solved, too.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project = ready(book, assignments("--set", settings or []))
    warm_up()

    from gamebook.graph.until import cut_at
    from gamebook.report import sensitivity as report
    from gamebook.verbs import sensitivity

    with workers.crew(keep, [book]) as crew, watched(crew=crew) as job:
        found = sensitivity(
            project, given, reader, asked,
            solves=solves, until=until or (), limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job,
        )  # fmt: skip
    way = cut_at(project.book, until or ())
    show(report.sections(way, found, everything), lambda: report.data(way, found), form)
    if found.limit:
        say(f"gamebook: not every changed book was solved: {found.limit}")
        raise typer.Exit(ExitCode.LIMIT)
