"""`gamebook simulate`: play a book many times."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import ExitCode, fail, say, stoppable, watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import (
    MOST_STATES,
    AsJson,
    BookFile,
    Hero,
    MostStates,
    SetOnSheet,
    number_of_plays,
    share,
    sure_number,
)
from gamebook.cli.show import AsForm, Form, form_of, show
from gamebook.limits import MOST_PLAYS

if TYPE_CHECKING:
    from gamebook.model.book import Book
    from gamebook.options import Wishes
    from gamebook.project import Project
    from gamebook.solver.sample import Lesson, Player

EXAMPLE = "gamebook simulate books/starter.gbk --plays 1e5 --policy random --coverage"


def command(
    book: BookFile,
    plays: Annotated[str, typer.Option(metavar="N", help="Number of plays, such as 1e6.")] = "1e6",
    policy: Annotated[
        str,
        typer.Option(
            metavar="NAME(P=N,…)", help="The policy: best, practised, random, first, or a strategy of the book."
        ),
    ] = "best",
    practice: Annotated[
        int | None,
        typer.Option(
            metavar="ROUNDS",
            min=1,
            help="With --policy practised: how many rounds the reader practises first. One, the default, takes about "
            "two seconds, and each further round takes twice as long.",
        ),
    ] = None,
    hero: Hero = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    confidence: Annotated[
        float,
        typer.Option(
            parser=share(0.5, 0.999999), metavar="SHARE", help="Confidence level of the intervals, as in 99%."
        ),
    ] = 0.99,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show how often plays reached each chapter and took each choice.")
    ] = False,
    replay: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MOST_PLAYS, help="Show play number N step by step.")
    ] = None,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            min=0.0,
            callback=sure_number,
            help="Stop after this time and report the plays so far.",
        ),
    ] = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
) -> None:
    """Play a book many times with random dice.

    With random, first, and strategies that decide everything themselves, the book is not solved and may have any size.
    The report gives a confidence interval for the chance of each ending, the length of plays, and the chapters and
    choices that no play reached. Rivals then choose at random.

    With practised, a reader first plays the book many times and learns which options win; the report is about plays
    after that. Nothing is solved, so the book may have any size. A rival practises, too. With the same --seed and
    --practice the reader learns the same, so --replay shows one of the plays of the report.

    With best, the book is solved first, and the report compares simulated values with exact ones.

    After Ctrl-C the plays so far are reported.
    """
    count = number_of_plays(plays, MOST_PLAYS)
    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    project, sheet = ready_to_begin(book, settings)

    from gamebook.solver.lesson import wants_practice
    from gamebook.solver.sample import Player, needs_values
    from gamebook.verbs.request import request_for

    until = None if timeout is None else time.monotonic() + timeout
    practised = wants_practice(project.book, policy)
    if practice is not None and not practised:
        fail("--practice only works together with --policy practised")
    if not practised and needs_values(project.book, policy):
        if coverage or replay is not None:
            fail(f"--coverage and --replay need plays without best play, such as --policy random, not {policy}")
        _best(project, given, sheet, policy, count, seed, confidence, timeout, limit_states, memory, form)
        return
    model, known = request_for("simulate", "sheet", project, None, {"sheet": sheet}, given).for_hero()
    warm_up("player", "play_on")
    if practised:
        warm_up("practice", "practise")
    lesson = _practise(model, known, practice or 1, seed, until) if practised else policy
    player = Player(model, known, lesson, seed)
    compiling = player.warm_up()
    if replay is not None:
        _replay(player, replay, form)
    else:
        _plays(player, count, confidence, None if until is None else until + compiling, form, tables=coverage)


def _practise(book: Book, hero: Mapping[str, int], rounds: int, seed: int, until: float | None) -> Lesson:
    """What a reader learns in some rounds, or in those that there was time for."""
    from gamebook.errors import OutOfTime
    from gamebook.solver.lesson import lesson

    try:
        with watched() as job, stoppable(job):
            return lesson(book, hero, rounds, seed, until)
    except OutOfTime:
        if job.finishing:
            fail("stopped: the first round of practice was not over", ExitCode.INTERRUPTED)
        fail("the first round of practice was not over: give it more time (--timeout 10)", ExitCode.LIMIT)


def _plays(player: Player, count: int, confidence: float, until: float | None, form: Form, *, tables: bool) -> None:
    """Simulate without solving, and report the result."""
    from gamebook.analysis.coverage import coverage
    from gamebook.report import sample as report

    with watched() as job, stoppable(job):
        player.play(1)
        player.play(count, until)
    found = player.sample(confidence)
    seen = coverage(player.book, found)
    show(report.sections(found, seen, tables=tables), lambda: report.data(found, seen), form)
    why = ""
    if player.stuck:
        where = f"; they go round in {report.chapters_of(found.loop)}" if found.loop else ""
        why = f"{found.unfinished:,} plays that did not end were stopped{where}: no more plays were begun"
    _told(found.plays, count, found.seconds, stopped=job.finishing, why=why)
    if job.finishing:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _replay(player: Player, number: int, form: Form) -> None:
    """Print one play."""
    from gamebook.analysis.transcript import transcript
    from gamebook.report.sample import replay, replay_data

    events = transcript(player.book, player.again(number))
    words = player.words
    told = replay(player.book, events, number, player.seed, words)
    show(told, lambda: replay_data(events, number, player.seed, words), form)


def _best(
    project: Project,
    given: Mapping[str, int],
    sheet: Mapping[str, str],
    policy: str,
    count: int,
    seed: int,
    confidence: float,
    timeout: float | None,
    limit_states: int,
    memory: int | None,
    form: Form,
) -> None:
    """Simulate with the states of the solved book, and compare with the exact values."""
    from gamebook.analysis.given_hero import made_stats
    from gamebook.report import simulation as report
    from gamebook.solver.simulate import chain, simulate
    from gamebook.verbs.playing import to_follow
    from gamebook.verbs.request import request_for

    warm_up()
    until = None if timeout is None else time.monotonic() + timeout
    wishes: Wishes = {"sheet": sheet, "limit_states": limit_states, "limit_memory": memory, "timeout": timeout}
    with watched():
        solution = to_follow(request_for("simulate", "sheet limits", project, None, wishes, given), policy)
    if not solution.difficulty.complete:
        one = "fix one hero with --hero, or " if made_stats(project.book) and not given else ""
        fail(
            f"best play is not known within the limits; {one}use --policy random, which does not solve the book",
            ExitCode.LIMIT,
        )
    played = solution.solved.best
    walked = chain(played)
    simulate(walked, 1, seed)  # compile the kernels before the time is measured
    began = time.perf_counter()
    with watched() as job, stoppable(job):
        found = simulate(walked, count, seed, confidence=confidence, until=until)
    asked = found, played.endings, played.total, policy
    show(report.sections(*asked), lambda: report.data(*asked), form)
    _told(found.plays, count, time.perf_counter() - began, stopped=job.finishing)
    if job.finishing:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _told(plays: int, wanted: int, seconds: float, *, stopped: bool, why: str = "") -> None:
    """Say how fast it went, and why there were fewer plays than wanted: `why`, or the time was over first."""
    say(f"{plays / seconds:,.0f} plays a second")
    if plays < wanted and not stopped:
        say(f"gamebook: {why or 'the time was over'} after {plays:,} of {wanted:,} plays")
