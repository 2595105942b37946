"""`gamebook strategies`: the strategies that a book declares, side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, fail, say_limited, watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    AsJson,
    BestFights,
    BookFile,
    Fights,
    Hero,
    LimitStates,
    SetOnSheet,
    Timeout,
)
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook strategies books/dice/pig.gbk --set goal=20"


def command(
    book: BookFile,
    hero: Hero = "",
    scores: Annotated[
        bool,
        typer.Option("--scores", help="Add quantiles of the points at the end; with --json, the whole distribution."),
    ] = False,
    fights: BestFights = Fights.own,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    limit_states: LimitStates = None,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Compare a book's strategies with best play.

    Evaluates each strategy of the book exactly, with its own parameters, next to best play and the random reader.
    Rivals play their best reply to each. Where a limit comes first, plays by the strategy are simulated.
    `gamebook solve --policy` reports on one strategy in detail.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project, sheet = ready_to_begin(book, settings)
    warm_up()

    from gamebook.report import strategies as report
    from gamebook.solver.points import TooManyPoints
    from gamebook.verbs import strategies

    try:
        with watched() as job:
            rows = strategies(
                project,
                given,
                scores=scores,
                best_fights=fights is Fights.best,
                sheet=sheet,
                limit_states=limit_states,
                limit_memory=memory,
                timeout=timeout,
                job=job,
            )
    except TooManyPoints as error:
        fail(f"{error}; compare without --scores", ExitCode.LIMIT)
    show(report.sections(project.book, rows), lambda: report.data(project.book, rows), form)
    if not all(row.complete for row in rows):
        say_limited(bounds=report.has_bounds(project.book, rows), all_=False)
        raise typer.Exit(ExitCode.LIMIT)
