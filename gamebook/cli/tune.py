"""`gamebook tune`: which numbers to change so that a reader wins as often as the author wants."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, target_of, warm_up
from gamebook.cli.console import ExitCode, fail, say, watched
from gamebook.cli.crew import Keep, Workers, with_workers
from gamebook.cli.files import write_text
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
from gamebook.files import may_be_replaced

if TYPE_CHECKING:
    from gamebook.analysis.target import Proposal
    from gamebook.project import Project

EXAMPLE = "gamebook tune books/the-gilded-barge.gbk --target 50% --vary '5 pay coins 0..3' --vary '21 row 1'"


@with_workers
def command(
    workers: Workers,
    book: BookFile,
    target: Annotated[str, typer.Option(metavar="CHANCE", help="The chance to win that you want, such as 30%.")],
    hero: Hero = "",
    reader: OneReader = "best",
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS [LOW..HIGH]",
            help="Change this number, such as 'start pennies 3..7'; may be repeated. By default: any number of a "
            "chapter, by at most 2.",
        ),
    ] = None,
    solves: Annotated[int, typer.Option(metavar="N", min=1, help="Solve the book with so many single changes.")] = 12,
    pairs: Annotated[bool, typer.Option(help="Try to change two numbers at once, too.")] = True,
    heroes: Annotated[bool, typer.Option(help="Show what the best change does for weak and lucky heroes.")] = True,
    until: Until = None,
    write: Annotated[bool, typer.Option("--write", help="Write the best change into the book.")] = False,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: Settings = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: MostSeconds = None,
    keep: Keep = None,
) -> None:
    """Find which numbers to change to reach a chance to win.

    Lists the single changes, and pairs of changes, that bring the chance to win nearest to the target. What each change
    brings is estimated for all of them at once; the most promising ones are made in the book, which is solved again.
    Where a limit comes first, the changes that were solved are shown, and the exit code is 3.
    """
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project = ready(book, assignments("--set", settings or []))
    wanted = target_of(target, wins=bool(until) or project.book.aim == "win")
    warm_up()

    from gamebook.graph.until import cut_at
    from gamebook.report import tune as report
    from gamebook.verbs import tune

    with workers.crew(keep, [book]) as crew, watched(crew=crew) as job:
        found = tune(
            project, wanted, given, reader, vary,
            solves=solves, pairs=pairs, heroes=heroes, until=until or (),
            limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job,
        )  # fmt: skip
    way = cut_at(project.book, until or ())
    show(report.sections(way, found), lambda: report.data(way, found), form)
    why_not = report.why_not(way, found)
    if write and (found.best is None or why_not):
        say(f"nothing was written: {why_not}")
    elif write and found.best is not None:
        _write(project, found.best)
        say(f"written: {report.told(found.best)}")
    if found.limit:
        say(f"gamebook: {found.limit}")
        raise typer.Exit(ExitCode.LIMIT)


def _write(project: Project, proposal: Proposal) -> None:
    """Type the change into the files of the book: nothing else in them changes."""
    from gamebook.edits import edited
    from gamebook.resolve.numbers import edits

    typed = edits(dict(proposal.changes))
    after: dict[str, str] = {}
    for path in dict.fromkeys(edit.span.path for edit in typed):
        before = project.sources[path].text
        if Path(path).read_bytes() != before.encode():
            fail(f"{path} has changed meanwhile, or is not written in UTF-8: nothing was written")
        after[path] = edited(before, [edit for edit in typed if edit.span.path == path])
    for path in after:
        may_be_replaced(Path(path))  # before the first is changed: half of a pair is another change
    for path, text in after.items():
        write_text(Path(path), text)
