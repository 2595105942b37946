"""`gamebook search`: the best parameters of a strategy."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ranges_given, ready, warm_up
from gamebook.cli.console import ExitCode, say, stoppable, watched
from gamebook.cli.crew import Workers, with_workers
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import MOST_STATES, AsJson, BookFile, Hero, MostStates, Settings, Timeout
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook search books/dice/fargo.gbk --strategy fargo"


class Method(StrEnum):
    """How to search."""

    GENETIC = "genetic"
    COORDINATE = "coordinate"
    BOTH = "both"


@with_workers
def command(
    workers: Workers,
    book: BookFile,
    strategy: Annotated[str, typer.Option(metavar="NAME", help="The strategy to improve.")],
    method: Annotated[Method, typer.Option("--method", help="Search method.")] = Method.BOTH,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    times: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Number of runs, with seeds N, N+1, …")] = 1,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range", metavar="NAME=LOW..HIGH", help="Range to try for a parameter; by default read from the strategy."
        ),
    ] = None,
    hero: Hero = "",
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Find a strategy's best parameters.

    Searches by a genetic algorithm and coordinate by coordinate. Each trial is solved exactly, not simulated; values
    that make no difference are not tried twice. Also reports the gap between the winner and best play. A strategy
    with a share of readers (1 in 5) cannot be searched. Where the time ends first, or after Ctrl-C, the best that was
    found by then is shown.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    bounds = {name: (values[0], values[-1]) for name, values in ranges_given("--range", ranges or []).items()}
    project = ready(book, assignments("--set", settings or []))
    warm_up()

    from gamebook.analysis.search import METHODS
    from gamebook.report import search as report
    from gamebook.verbs import search

    methods = [each for each in METHODS if method.value in (each, "both")]
    with workers.crew() as crew, watched(crew=crew) as job, stoppable(job):
        found = search(
            project, strategy, range(seed, seed + times), methods, given, bounds,
            limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job,
        )  # fmt: skip
    show(report.sections(project.book, found), lambda: report.data(project.book, found), form)
    if found.late:
        count, why = len(methods) * times, "stopped" if job.finishing else "the time was over"
        say(f"gamebook: {why} before {found.late:,} of {count:,} searches ended; this is the best found by then")
        raise typer.Exit(ExitCode.INTERRUPTED if job.finishing else ExitCode.LIMIT)
