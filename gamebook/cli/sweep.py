"""`gamebook sweep`: many variants of a book, on all cores or on a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.book import warm_up
from gamebook.cli.console import ExitCode, fail, say, say_limited, watched
from gamebook.cli.crew import Workers, with_workers
from gamebook.cli.files import STREAM
from gamebook.cli.options import AsJson, Force
from gamebook.cli.outputs import must_differ, spare, spare_books, write_output
from gamebook.cli.show import AsForm, form_of, show
from gamebook.errors import Cancelled

EXAMPLE = "gamebook sweep plan.toml --jobs 2"


@with_workers
def command(
    workers: Workers,
    plan: Annotated[Path, typer.Argument(metavar="PLAN.toml", help="What to vary.", exists=True, dir_okay=False)],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.sqlite",
            help="Where results are kept; by default beside the plan. What it knows is not worked out again.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many variants there are.")] = False,
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the table as Parquet, too, for pandas, Polars or DuckDB."),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
    form: AsForm = None,
) -> None:
    """Solve many variants of a book, and keep the results.

    The plan is a TOML file that names the book, and for each axis (heroes, numbers, settings, readers, strategies, git
    revisions) the values to try; with several books, each variant is a campaign. Results are kept in a file as they
    are found: after Ctrl-C, or with a longer plan, only what is missing is worked out.
    """
    form = form_of(form, as_json)
    if output == STREAM:
        fail("results are kept in a file that is written again and again: name one with -o")
    if parquet == STREAM:
        fail("Parquet is no text: name a file with --parquet")

    from gamebook.crew.store import Store
    from gamebook.interop.export.parquet import need_pyarrow
    from gamebook.interop.export.parquet import parquet as as_parquet
    from gamebook.sentences import counted
    from gamebook.sweep import table
    from gamebook.sweep.plan import read_plan
    from gamebook.sweep.run import answers, sweep
    from gamebook.sweep.variants import count_of, tasks_of

    asked = read_plan(plan)
    if count:
        say(counted(count_of(asked), "variant"))
        return
    tasks = tasks_of(asked)
    kept = output or plan.with_suffix(".sqlite")
    books = [asked.book, *asked.then]
    spare_books(kept, books)
    if parquet is not None:
        need_pyarrow()
        for book in books:
            spare(parquet, book, option="--parquet", force=force)
        must_differ([("the file of results", kept), ("--parquet", parquet)])
    warm_up()
    with workers.crew() as crew, Store(kept) as store:
        try:
            with watched() as job:
                swept = sweep(tasks, store, crew, job)
        except (Cancelled, KeyboardInterrupt):
            known = answers(tasks, store)
            done = sum(task.key in known for task in tasks)
            say(f"{done:,} of {len(tasks):,} are kept in {kept}; the same command goes on there")
            raise
    if parquet is not None:
        write_output(parquet, as_parquet(table.columns(swept)))
    show(table.sections(swept), lambda: table.data(swept), form)
    if swept.failed:
        raise typer.Exit(ExitCode.FINDINGS)
    if count_limited := table.limited(swept):
        say_limited(bounds=True, all_=count_limited == len(swept.rows))
        raise typer.Exit(ExitCode.LIMIT)
