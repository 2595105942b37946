"""`gamebook report`: how hard a book is, for whom, why, and what to change."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, target_of, warm_up
from gamebook.cli.console import ExitCode, fail, say, watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    MOST_STATES,
    AsJson,
    BookFile,
    Force,
    Hero,
    LimitStates,
    ResolveAs,
    Settings,
    Timeout,
    Until,
    mode_of,
    time_left,
)
from gamebook.cli.outputs import spare, to_file, write_output
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook report books/tutorial.gbk --hero average -o report.html"


def command(
    book: BookFile,
    hero: Hero = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the report to this file: .html, .pdf, .md, .txt, .json or .csv.",
        ),
    ] = None,
    force: Force = False,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="OLD", help="Show what changed since this: a file, REVISION:PATH of git, or a saved solution."
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            metavar="CHANCE", help="Show which numbers to change so that the reader best wins this often: 30%."
        ),
    ] = None,
    until: Until = None,
    full: Annotated[
        bool | None,
        typer.Option(
            "--full/--quick", help="Tell everything, or only what is quick; by default everything of small books."
        ),
    ] = None,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    resolve: ResolveAs = None,
    limit_states: LimitStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Report how hard a book is, for whom, and why.

    Shows readers and heroes, what kills, what luck and choices decide, what things are worth, traps, what cannot be
    reached, endings, how long a play is, and the map. As .html it is one page that works offline; each figure says how
    it is computed. Of a large book only what is quick is shown, unless --full asks for the rest. If a book cannot be
    solved within the limits (by default two minutes), what is known is shown, and the exit code is 3.
    """
    began, output = time.monotonic(), to_file(output)
    in_print = output is not None and output.suffix == ".pdf"
    if in_print and (form or as_json):
        fail(f"{output} is printed; leave out --format and --json")
    form = form_of(form, as_json, None if in_print else output, in_print=True)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project = ready(book, assignments("--set", settings or []), mode_of(resolve))
    spare(output, book, project.edition(), force=force, compared=Path(baseline) if baseline else None)
    wanted = None if target is None else target_of(target, wins=bool(until) or project.book.aim == "win")
    began += warm_up()

    from gamebook.report.hardness import sections
    from gamebook.verbs import report
    from gamebook.versions import opened

    old = None if baseline is None else opened(baseline)
    with watched() as job:
        found = report(
            project,
            given,
            full=full,
            target=wanted,
            baseline=old,
            since=baseline or "",
            until=until or (),
            limit_states=limit_states,
            limit_memory=memory,
            timeout=time_left(timeout, began),
            job=job,
        )
    if output is not None and in_print:
        from gamebook.publish.report import report_pdf

        write_output(output, report_pdf(sections(found)))
    else:
        show(sections(found), None, form, output)
    if output is not None:
        say(f"{output} written")
    if not found.study.difficulty.complete:
        raise typer.Exit(ExitCode.LIMIT)
