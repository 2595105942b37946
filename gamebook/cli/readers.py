"""`gamebook readers`: how hard a book is for readers who err, and where it decides."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import watched
from gamebook.cli.options import MOST_STATES, AsJson, BookFile, Hero, LimitStates, Settings, Timeout
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook readers books/tutorial.gbk --reader 'careless(20%)'"


def command(
    book: BookFile,
    hero: Hero = "",
    asked: Annotated[
        list[str] | None,
        typer.Option(
            "--reader",
            metavar="READER",
            help="best, random, careless(10%), soft(3), lookahead(2), guide, first-timer, persistent; repeatable.",
        ),
    ] = None,
    choices: Annotated[bool, typer.Option("--choices", help="Show what each choice costs.")] = False,
    deaths: Annotated[
        bool, typer.Option("--deaths", help="Show where plays are lost, and what could have saved them.")
    ] = False,
    survival: Annotated[
        bool, typer.Option("--survival", help="Show what has become of a play after 1, 2, 3, … chapters.")
    ] = False,
    plays: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="Number of plays, where plays are simulated.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    limit_states: LimitStates = MOST_STATES,
    timeout: Timeout = None,
) -> None:
    """Show how hard a book is for readers who make mistakes.

    Computes for each reader the exact chance to win, what the mistakes cost against best play, chapter by chapter, and
    how much of the outcome is luck. Rivals play their best reply to each reader.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    project = ready(book, assignments("--set", settings or []))
    warm_up()

    from gamebook.report import readers as report
    from gamebook.verbs import readers

    with watched() as job:
        rows = readers(
            project,
            given,
            readers=asked,
            deaths=deaths,
            survival=survival,
            plays=plays,
            seed=seed,
            limit_states=limit_states,
            timeout=timeout,
            job=job,
        )
    show(report.sections(project.book, rows, choices=choices), lambda: report.data(project.book, rows), form)
