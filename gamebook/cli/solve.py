"""`gamebook solve`: the chance to win a book, and best play."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from msgspec.structs import replace

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import GRACE, ExitCode, fail, say, say_limited, stoppable, time_limit, watched
from gamebook.cli.memory import LimitMemory, in_words, memory_limit
from gamebook.cli.options import (
    AsJson,
    BestFights,
    BookFile,
    Fights,
    Force,
    From,
    Hero,
    InsteadOfBest,
    LimitStates,
    ResolveAs,
    SetOnSheet,
    Timeout,
    Until,
    mode_of,
)
from gamebook.cli.outputs import spare, to_file, write_output
from gamebook.cli.show import AsForm, Form, form_of, show
from gamebook.errors import OutOfTime
from gamebook.process import OWN
from gamebook.shell import word_of_shell

if TYPE_CHECKING:
    from gamebook.job import Job
    from gamebook.model.book import Book
    from gamebook.project import Project
    from gamebook.render.solution import Solution

PICTURES = (".svg", ".png", ".pdf")

EXAMPLE = "gamebook solve books/starter.gbk --hero SKILL=9,STAMINA=18,LUCK=9"


def command(
    book: BookFile,
    hero: Hero = "",
    chapters: Annotated[
        bool, typer.Option("--chapters", help="Add a table of chapters, and advice for each decision.")
    ] = False,
    choices: Annotated[
        bool,
        typer.Option(
            "--choices",
            help="Add a table of what each choice loses compared with best play. If a limit is reached first, "
            "add a table of all that good play chooses.",
        ),
    ] = False,
    policy: InsteadOfBest = None,
    fights: BestFights = Fights.own,
    until: Until = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Add the answer as an exact fraction (small books only).")
    ] = False,
    scores: Annotated[
        bool, typer.Option("--scores", help="Add the distribution of points at the end: quantiles and chances.")
    ] = False,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help='Print only a table of best play: "DECISION: ROWS by COLUMNS, least VALUE for OPTION".',
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the report to this file: .txt, .json, .csv, .md or .html; --table also .svg, .png or .pdf.",
        ),
    ] = None,
    force: Force = False,
    why_large: Annotated[
        bool, typer.Option("--why-large", help="Show which chapters and numbers make the book large; solve nothing.")
    ] = False,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    start: From = None,
    resolve: ResolveAs = None,
    reduce: Annotated[
        bool,
        typer.Option(
            "--reduce/--no-reduce", help="For developers: drop variables from states where they no longer matter."
        ),
    ] = True,
    limit_states: LimitStates = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Use N cores; by default all. The answer is the same.", show_default=False
        ),
    ] = None,
    limit_memory: LimitMemory = None,
    timeout: Timeout = None,
) -> None:
    """Find best play and its chance to win.

    The report fits on one screen; `--chapters` and `--choices` add tables. If a limit is reached before the answer is
    known, the command prints the bounds known by then, if any, and its exit code is 3.
    """
    if fights is Fights.best and policy is None:
        fail("--fights only works together with --policy; best play is already optimal in fights")
    began, output = time.monotonic(), to_file(output)
    drawn = table is not None and output is not None and output.suffix in PICTURES
    form = form_of(form, as_json, None if drawn else output)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    deadline = None if timeout is None else began + timeout
    try:
        with time_limit(None if deadline is None else deadline + GRACE):
            project, sheet = ready_to_begin(book, settings, mode_of(resolve))
    except OutOfTime:
        fail("the time limit was reached before the book was read", ExitCode.LIMIT)
    spare(output, book, project.edition(), force=force)
    took = warm_up()
    deadline = None if deadline is None else deadline + took
    if why_large:
        _why_large(project, given, form, output, limit_states, timeout)
        return

    from gamebook.report.solution import sections
    from gamebook.solver.points import TooManyPoints
    from gamebook.verbs import NoExactAnswer, solve

    words = partial(_known, aim=project.book.aim, policy=policy)
    about, waited = partial(_structure, project.book), time.monotonic() - began
    with watched(words=words, cores=jobs, about=about, waited=waited) as job, stoppable(job):
        try:
            with time_limit(None if deadline is None else deadline + GRACE):
                solution = solve(
                    project,
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
                    timeout=None if deadline is None else max(0.0, deadline - time.monotonic()),
                    sheet=sheet,
                    start=start,
                    job=job,
                )
        except OutOfTime:
            known = f"; known so far: {words(job.known)}" if words(job.known) else ""
            when = f"while {job.phase}" if job.phase else "before anything was solved"
            fail(f"the time limit was reached {when}{known}", ExitCode.LIMIT)
        except NoExactAnswer as error:
            fail(f"{error}; solve it without --exact", ExitCode.LIMIT)
        except TooManyPoints as error:
            fail(f"{error}; solve it without --scores", ExitCode.LIMIT)
    complete, late = solution.difficulty.complete, True
    with suppress(OutOfTime), time_limit(None if deadline is None or not complete else deadline + GRACE):
        if table is not None and complete:
            _table(solution, table, form, output)
        else:
            told = sections(solution, chapters=chapters, choices=choices)
            show(told, solution.to_json, form, None if drawn else output)
        late = False
    if late:
        if form is not Form.TEXT or output is not None:
            bare = _without_reports(solution)
            show(sections(bare), bare.to_json, form, None if drawn else output)
        say("gamebook: the time limit was reached; the rest of the report is left out")
        raise typer.Exit(ExitCode.LIMIT)
    if not complete or job.finishing:
        limited = any(limit is not None for limit in (timeout, limit_states, limit_memory))
        one_hero = given or limit_states is not None
        _unfinished(solution, job, memory, None if one_hero else project.book, limited=limited)


def _structure(book: Book) -> str:
    """What is known of a book before it is solved: `46 chapters, 12 fights, 5 endings`."""
    from gamebook.sentences import counted

    parts = {"chapter": book.chapters, "fight": book.fights, "ending": book.endings}
    return ", ".join(counted(len(each), noun) for noun, each in parts.items())


def _known(news: object, *, aim: str, policy: str | None) -> str:
    """What is known so far, in words; empty: nothing is."""
    from gamebook.analysis.difficulty import Bracket
    from gamebook.report.amounts import Amounts
    from gamebook.report.solution import hoped_words, practised_words, sampled_words
    from gamebook.solver.watch import News

    if not isinstance(news, News):
        return ""
    amounts, known = Amounts(aim == "win"), Bracket(news.low, news.high)
    who = "best play" if policy is None else f"the strategy {policy}"
    parts = [] if amounts.unknown(known) or news.low == -inf else [f"{who} {amounts.play(known)}"]
    if news.practised is not None and policy is None:
        parts.append(f"good play, found by practice, {practised_words(news.practised)}")
    if news.hoped is not None and policy is None:
        parts.append(f"good play, found by practice, {hoped_words(news.hoped)}")
    if news.sample is not None:
        parts.append(f"{'random reader' if policy is None else who} {sampled_words(news.sample, amounts)}")
    if news.needs:
        parts.append(f"the whole answer needs at least {in_words(news.needs + OWN)} of memory")
    return "; ".join(parts)


def _unfinished(solution: Solution, job: Job, memory: int | None, book: Book | None, *, limited: bool) -> NoReturn:
    """Say what ended the work, and end the command.

    Args:
        solution: what is known.
        job: the work.
        memory: the limit.
        book: one that was solved for all heroes.
        limited: somebody asked for a limit.
    """
    from gamebook.report.amounts import Amounts

    hard = solution.difficulty
    bounds = Amounts(hard.aim == "win").bounds(hard.best)
    if job.finishing:
        if not hard.complete:
            say_limited(bounds=bounds, why="stopped")
        raise typer.Exit(ExitCode.INTERRUPTED)
    if hard.settled and (hard.points is not None or not solution.solved.book.then_score):
        say("gamebook: best play is known, but for the rest of the report the book has too many states")
        raise typer.Exit(ExitCode.LIMIT if limited else ExitCode.CLEAN)
    _what_helps(job.known, memory, book, bounds=bounds)
    raise typer.Exit(ExitCode.LIMIT)


def _what_helps(known: object, memory: int | None, book: Book | None, *, bounds: bool) -> None:
    """Say that a limit came before the answer, and what to do.

    Args:
        known: what is known so far.
        memory: the limit.
        book: one that was solved for all heroes.
        bounds: there are bounds on the screen.
    """
    from gamebook.analysis.given_hero import rolled_stats
    from gamebook.solver.watch import News

    say_limited(bounds=bounds)
    if isinstance(known, News) and known.needs and memory is not None:
        needs, most = in_words(known.needs + OWN), in_words(memory + OWN)
        say(f"The whole answer needs at least {needs} of memory; --limit-memory is {most}.")
    rolled = {*rolled_stats(book)} if book is not None else set()
    if book is not None and rolled:
        own = (preset.name for preset in book.presets if rolled <= dict(preset.values).keys())
        say("Without --hero, all heroes are solved together, with all numbers that they can roll.")
        say(f"Try one hero: --hero {word_of_shell(next(own, 'average'))}")


def _without_reports(solution: Solution) -> Solution:
    """The value alone, as if a limit had been reached before the other reports."""
    solved = solution.solved
    return replace(solution, solved=replace(solved, space=replace(solved.space, complete=False)))


def _why_large(
    project: Project,
    hero: Mapping[str, int],
    form: Form,
    output: Path | None,
    limit_states: int | None,
    timeout: float | None,
) -> None:
    """What makes the book large, to the screen."""
    from gamebook.report.large import data, sections
    from gamebook.verbs import why_large

    with watched() as job:
        large = why_large(project, hero, limit_states=limit_states, timeout=timeout, job=job)
    show(sections(large), lambda: data(large), form, output)


def _table(solution: Solution, wanted: str, form: Form, output: Path | None) -> None:
    """Best play at one decision, to the screen or a file."""
    from gamebook.report.policy_table import sections

    found = solution.table(wanted)
    if output is not None:
        match output.suffix.removeprefix("."):
            case "svg" | "png" | "pdf" as picture:
                from gamebook.render.policy_picture import policy_picture

                write_output(output, policy_picture(found, picture))
                return
    show(sections(found), None, form, output)
