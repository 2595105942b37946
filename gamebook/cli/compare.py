"""`gamebook compare`: how much of a book is luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import ExitCode, fail, say_limited, watched
from gamebook.cli.crew import Workers, with_workers
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import AsJson, BookFile, Hero, Resolve, Settings, Timeout, Until
from gamebook.cli.show import AsForm, form_of, show

if TYPE_CHECKING:
    from gamebook.model.step import Mode

EXAMPLE = "gamebook compare books/starter.gbk --hero SKILL=9,STAMINA=18,LUCK=9 --resolve dice,residual"
USUAL = "dice,expected,residual"


@with_workers
def command(
    workers: Workers,
    book: BookFile,
    resolve: Annotated[
        str, typer.Option("--resolve", metavar="MODE,…", help="Modes: dice, expected, ledger, residual, systematic.")
    ] = USUAL,
    hero: Hero = "",
    until: Until = None,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after about N states in each mode and report bounds.")
    ] = None,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Solve a book in several modes, to see how much of it is luck.

    Shows, side by side, the chance to win, deaths, fights and the likeliest route; then the chapters whose dice matter
    most, with the value of reaching them. Best play of the first mode is also played in the others. If a mode
    exceeds the limits, it is estimated by that play, with bounds, and the exit code is 3.
    """
    modes = _modes(resolve)
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project = ready(book, assignments("--set", settings or []))
    warm_up()

    from gamebook.report import comparison as report
    from gamebook.verbs import compare

    with workers.crew() as crew, watched(crew=crew) as job:
        found = compare(
            project,
            modes,
            given,
            until=until or (),
            limit_states=limit_states,
            limit_memory=memory,
            timeout=timeout,
            job=job,
        )
    show(report.sections(found), lambda: report.data(found), form)
    if not found.complete:
        say_limited(bounds=report.has_bounds(found), all_=False)
        raise typer.Exit(ExitCode.LIMIT)


def _modes(words: str) -> list[Mode]:
    known = {each.value: each.value for each in Resolve}
    found: list[Mode] = []
    for word in dict.fromkeys(part.strip() for part in words.split(",")):
        if word not in known:
            fail(f"--resolve needs one or more of {', '.join(known)}, not {word or 'nothing'}")
        found.append(known[word])  # type: ignore[arg-type]
    return found
