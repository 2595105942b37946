"""`gamebook campaign`: books played one after another."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.book import hero_given, ready_among_others, warm_up
from gamebook.cli.console import GRACE, ExitCode, fail, say, say_limited, time_limit, watched
from gamebook.cli.crew import Keep, Workers, with_workers
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import AsJson, LimitStates, Timeout, book_files
from gamebook.cli.show import AsForm, form_of, show
from gamebook.errors import OutOfTime

MOST_STATES = 60_000_000
"""A book with many starts is listed for all of them together."""
EXAMPLE = "gamebook campaign books/campaign/the-pass.gbk books/campaign/the-valley.gbk --hero SKILL=9,STAMINA=18,LUCK=9"


@with_workers
def command(
    workers: Workers,
    books: Annotated[
        list[Path], typer.Argument(metavar="BOOK BOOK…", help="The books, in order.", callback=book_files)
    ],
    hero: Annotated[
        str,
        typer.Option(
            metavar="STAT=N,…", help="Fix stats of the first hero; the others are rolled.", show_default=False
        ),
    ] = "",
    as_json: AsJson = False,
    form: AsForm = None,
    limit_states: LimitStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
    keep: Keep = None,
) -> None:
    """Solve books played one after another.

    Reports the chance to win all books and the value of each starting sheet. The hero of one book starts the next; the
    header of the next book lists what is carried over: `carry gold, rope`. If a limit is reached before the answer is
    known, the command prints the bounds known by then, if any, and its exit code is 3.
    """
    if len(books) < 2:
        fail("a campaign needs at least two books")
    form = form_of(form, as_json)
    memory = memory_limit(limit_memory)
    given = hero_given(hero)
    deadline = None if timeout is None else time.monotonic() + timeout
    try:
        with time_limit(None if deadline is None else deadline + GRACE):
            projects = [*map(ready_among_others, books)]
    except OutOfTime:
        fail("the time limit was reached before the books were read", ExitCode.LIMIT)
    took = warm_up()
    left = None if deadline is None else max(0.0, deadline + took - time.monotonic())

    from gamebook.report import campaign as report
    from gamebook.report.amounts import Amounts
    from gamebook.verbs import campaign

    with workers.crew(keep, books) as crew, watched(crew=crew) as job:
        found = campaign(projects, given, limit_states=limit_states, limit_memory=memory, timeout=left, job=job)
    show(report.sections(found), lambda: report.data(found), form)
    if not found.complete:
        bounds = Amounts(wins=True).bounds(found.best)
        if found.reason:
            say(f"gamebook: {found.reason}{'; the true value lies between these bounds' if bounds else ''}")
        else:
            say_limited(bounds=bounds)
        raise typer.Exit(ExitCode.LIMIT)
