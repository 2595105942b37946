"""`gamebook length`: how long a play is, for several readers."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, say, watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import MOST_STATES, AsJson, BookFile, Hero, MostStates, SetOnSheet, Timeout
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook length books/starter.gbk --reader best --reader 'careless(20%)'"


def command(
    book: BookFile,
    hero: Hero = "",
    asked: Annotated[
        list[str] | None,
        typer.Option(
            "--reader",
            metavar="READER",
            help="best, random, careless(10%), soft(3), lookahead(2) or guide; may be repeated.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of simulated plays.")] = 1,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Show how long a play is.

    Counts chapters, choices, fights, dice, words and minutes of a play: their mean, and what one play in ten, half of
    the plays and nine in ten do not exceed; for each reader, for winners and for losers. Then how much of the book a
    reader sees in several plays, and which chapters hardly anyone sees. Where the time ends first, the readers that
    were done are shown, and the exit code is 3.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project, sheet = ready_to_begin(book, settings)
    warm_up()

    from gamebook.analysis.readers import not_done
    from gamebook.report import length as report
    from gamebook.verbs import length

    with watched() as job:
        found = length(
            project,
            given,
            asked,
            seed=seed,
            sheet=sheet,
            limit_states=limit_states,
            limit_memory=memory,
            timeout=timeout,
            job=job,
        )
    show(report.sections(found), lambda: report.data(found), form)
    if found.late:
        say(f"gamebook: {not_done(found.late)}")
        raise typer.Exit(ExitCode.LIMIT)
