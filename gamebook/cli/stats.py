"""`gamebook stats`: the size of a book, and counts of its parts."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import AsJson, BookFile, Hero, ResolveAs, Settings, mode_of, sure_number
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook stats books/starter.gbk"
LIMIT_STATES = 1_000_000


def command(
    book: BookFile,
    hero: Hero = "",
    limit_states: Annotated[
        int, typer.Option(metavar="N", min=1, help="Count dice only if the book has at most N states.")
    ] = LIMIT_STATES,
    limit_memory: LimitMemory = None,
    timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=0.0, callback=sure_number, help="Stop counting dice after this time."),
    ] = None,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    resolve: ResolveAs = None,
) -> None:
    """Count words, chapters, fights, endings, routes and dice.

    Also counts choices and tests, the lengths of the shortest and longest routes, and the dice that a play rolls on
    average, those for the hero included; with `--resolve`, the dice that are rolled in that mode. Plays that never end
    count, too (gamebook length leaves them out): a roll to which they come back for ever counts once. Routes are those
    of the map, whatever the conditions: to win, a reader may have to come to more chapters, and a book with a route may
    be one that nobody wins.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project = ready(book, assignments("--set", settings or []), mode_of(resolve))
    warm_up()

    from gamebook.analysis.census import census
    from gamebook.analysis.dice import DicePerPlay
    from gamebook.errors import LimitReached
    from gamebook.report import census as report
    from gamebook.verbs import dice

    written = project.resolved.book
    assert written is not None  # `ready` ends the command otherwise
    counted = census(written)
    rolled: DicePerPlay | LimitReached
    try:
        with watched() as job:
            rolled = dice(project, given, limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job)
    except LimitReached as error:
        rolled = error
    show(report.sections(counted, rolled), lambda: report.data(counted, rolled), form)
