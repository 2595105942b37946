"""`gamebook diff`: what changed between two versions of a book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, warm_up
from gamebook.cli.console import ExitCode, fail, say, say_limited, watched
from gamebook.cli.crew import Workers, with_workers
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import AsJson, Hero, ResolveAs, Settings, Timeout, mode_of
from gamebook.cli.show import AsForm, form_of, show

if TYPE_CHECKING:
    from gamebook.project import Project
    from gamebook.versions import Saved

EXAMPLE = "gamebook diff HEAD~1:books/tutorial.gbk books/tutorial.gbk --fail-if 'win drops 5%'"
HEAD = "HEAD"


@with_workers
def command(
    workers: Workers,
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="A file, REVISION:PATH of git, or a saved solution (.json).")
    ],
    new: Annotated[
        str | None, typer.Argument(metavar="NEW", help="The same; by default OLD is compared with its last commit.")
    ] = None,
    revision: Annotated[
        str | None,
        typer.Option("--rev", metavar="REVISION", help="Compare one file with what it was in this revision."),
    ] = None,
    fail_if: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="Exit with 1 if this holds: 'win drops 5%', 'win of random below 1%', 'win of hero weak drops 5%', "
            "'new errors'; may be repeated.",
        ),
    ] = None,
    hero: Hero = "",
    asked: Annotated[
        list[str] | None,
        typer.Option(
            "--reader", metavar="READER", help="A reader to compare, as in gamebook readers; may be repeated."
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Compare what is written; solve nothing.")] = False,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    resolve: ResolveAs = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after about N states in each solution.")
    ] = None,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Show what changed between two versions of a book.

    Compares chapters, choices, rules and findings; the chance to win for several readers and heroes; and the chance to
    win on arrival in each chapter. Layout and comments do not count, and a chapter that was only renumbered is not a
    new one. With --fail-if the exit code is 1 if a condition holds, and 3 if that could not be found out.
    """
    from gamebook.versions import at_revision, opened

    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    if new is not None and revision is not None:
        fail("--rev compares one file with its own past; give one file, or two versions without --rev")
    before: Project | Saved
    if new is None:
        path, name = Path(old), revision or HEAD
        if not path.is_file():
            fail(f"there is no file {old}")
        past = at_revision(path, name)
        # The path from the top of the repository: git and this command find the file by it from any folder.
        before, after, names = past, opened(old), (f"{name}:{past.main}", old)
    else:
        before, after, names = opened(old), opened(new), (old, new)
    known = assignments("--set", settings or [])
    if not quick:
        warm_up()

    from gamebook.report import diff as report
    from gamebook.verbs import diff

    with workers.crew() as crew, watched(crew=crew) as job:
        found = diff(
            before,
            after,
            given,
            asked,
            fail_if=fail_if or (),
            level="quick" if quick else "full",
            names=names,
            settings=known,
            mode=mode_of(resolve),
            limit_states=limit_states,
            limit_memory=memory,
            timeout=timeout,
            job=job,
        )
        verdicts = found.verdicts
    show(report.sections(found), lambda: report.data(found), form)
    for each in verdicts:
        if each.rings is not False:
            holds = "this holds" if each.rings else "it is not known whether this holds"
            say(f"gamebook: {holds}: {each.text}{f' ({each.why})' if each.why else ''}")
    if any(each.rings for each in verdicts):
        raise typer.Exit(ExitCode.FINDINGS)
    if not found.complete:
        say_limited(bounds=report.has_bounds(found), all_=False)
    if not found.complete or any(each.rings is None for each in verdicts):
        raise typer.Exit(ExitCode.LIMIT)
