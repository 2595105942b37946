"""`gamebook solve`: how likely a book is won, and how."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import hero_given, page_width, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, emit, fail, progress, say
from gamebook.cli.files import write_bytes, write_text
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    AsJson,
    BestFights,
    BookFile,
    Fights,
    From,
    Hero,
    ResolveAs,
    SetOnSheet,
    Timeout,
    Until,
    mode_of,
)
from gamebook.render.data import json_text

if TYPE_CHECKING:
    from gamebook.render.figures import Form
    from gamebook.render.solution import Solution

EXAMPLE = "gamebook solve books/starter.gbk --hero SKILL=9,STAMINA=18,LUCK=9"


def command(
    book: BookFile,
    hero: Hero = "",
    chapters: Annotated[
        bool, typer.Option("--chapters", help="Add a table of chapters, and advice for each decision.")
    ] = False,
    choices: Annotated[bool, typer.Option("--choices", help="Add what every choice costs.")] = False,
    policy: Annotated[
        str | None,
        typer.Option(metavar="NAME(P=N,…)", help="Play by a strategy of the book, or uniform or first, instead."),
    ] = None,
    fights: BestFights = Fights.told,
    until: Until = None,
    exact: Annotated[bool, typer.Option("--exact", help="Add the answer as a fraction; for small books.")] = False,
    scores: Annotated[
        bool, typer.Option("--scores", help="Add how points are spread at the end: quantiles and chances.")
    ] = False,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help='Only a table of best play: "DECISION: ROWS by COLUMNS, least VALUE for OPTION".',
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where --table goes: .txt, .csv, .svg, .png or .pdf."),
    ] = None,
    as_json: AsJson = False,
    settings: SetOnSheet = None,
    start: From = None,
    resolve: ResolveAs = None,
    reduce: Annotated[
        bool, typer.Option("--reduce/--no-reduce", help="Let variables go that no longer matter.")
    ] = True,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after about so many states, with bounds.")
    ] = None,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Find best play: the chance to win, and the way.

    One screen first; `--chapters` and `--choices` add tables. Where a limit is reached before the answer, the bounds
    known are printed, and the exit code is 3.
    """
    if fights is Fights.best and policy is None:
        fail("--fights is said of a --policy; best play is at its best in fights as it is")
    given = hero_given(hero)
    memory = memory_limit(limit_memory, 2)
    workspace, sheet = ready_to_begin(book, settings, mode_of(resolve))
    warm_up()

    from gamebook.render.solution_text import solution_text
    from gamebook.solve.points import TooManyPoints
    from gamebook.verbs import NoExactAnswer, solve

    try:
        with progress("listing states") as tick:
            solution = solve(
                workspace,
                given,
                policy=policy,
                best_fights=fights is Fights.best,
                until=until or (),
                exact=exact,
                scores=scores,
                reduce=reduce,
                whole=table is not None,
                limit_states=limit_states,
                limit_memory=memory,
                timeout=timeout,
                sheet=sheet,
                start=start,
                progress=tick,
            )
    except NoExactAnswer as error:
        fail(f"{error}; solve it without --exact", ExitCode.LIMIT)
    except TooManyPoints as error:
        fail(f"{error}; solve it without --scores", ExitCode.LIMIT)
    except ValueError as error:
        fail(str(error))
    if table is not None and solution.difficulty.complete:
        _table(solution, table, output)
    elif as_json:
        emit(json_text(solution.to_json()))
    else:
        emit(solution_text(solution, width=page_width(), chapters=chapters, choices=choices))
    if not solution.difficulty.complete:
        say("gamebook: a limit was reached before the answer; the bounds hold whatever lies beyond it")
        if not given and limit_states is None:
            say(
                "these are many heroes at once: ask for one, as in --hero SKILL=9,STAMINA=19,LUCK=9, or raise the limit"
            )
        raise typer.Exit(ExitCode.LIMIT)


def _table(solution: Solution, wanted: str, output: Path | None) -> None:
    """Best play at one decision, to the screen or a file."""
    from gamebook.render.policy_table import policy_csv, policy_text

    try:
        found = solution.table(wanted)
    except ValueError as error:
        fail(str(error))
    if output is None:
        emit(policy_text(found, page_width()))
        return
    match output.suffix:
        case ".csv":
            write_text(output, policy_csv(found))
        case ".svg" | ".png" | ".pdf":
            from gamebook.render.policy_picture import policy_picture

            form: Form = "svg" if output.suffix == ".svg" else "png" if output.suffix == ".png" else "pdf"
            write_bytes(output, policy_picture(found, form))
        case ".txt":
            write_text(output, policy_text(found).plain)
        case suffix:
            fail(f"a table is written as .txt, .csv, .svg, .png or .pdf, not {suffix or output.name}")
