"""`gamebook simulate`: play a book many times."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from gamebook.cli.book import assignments, hero_given, page_width, ready, warm_up
from gamebook.cli.console import ExitCode, emit, fail, progress, say
from gamebook.cli.options import MOST_STATES, AsJson, BookFile, Hero, LimitStates, Settings
from gamebook.render.data import json_text

EXAMPLE = "gamebook simulate books/starter.gbk --plays 1e5 --policy uniform"

MOST_PLAYS = 10**12


def command(
    book: BookFile,
    plays: Annotated[str, typer.Option(metavar="N", help="How many times, such as 1e6.")] = "1e6",
    policy: Annotated[
        str, typer.Option(metavar="NAME(P=N,…)", help="How: best, uniform, first, or a strategy of the book.")
    ] = "best",
    hero: Hero = "",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same plays.")] = 1,
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", min=0.5, max=0.999999, help="Confidence of the intervals.")
    ] = 0.99,
    as_json: AsJson = False,
    settings: Settings = None,
    limit_states: LimitStates = MOST_STATES,
) -> None:
    """Play a book many times by chance.

    Play follows the listed states of the book, one draw for each roll. How often each ending came stands beside what
    was worked out, with an interval that holds the true chance.
    """
    count = _count(plays)
    given = hero_given(hero)
    workspace = ready(book, assignments("--set", settings or []))
    warm_up()

    from gamebook.render.simulation import simulation_json, simulation_text
    from gamebook.solve.simulate import chain, simulate
    from gamebook.verbs import solve

    try:
        with progress("listing states") as tick:
            solution = solve(workspace, given, policy=policy, limit_states=limit_states, progress=tick)
    except ValueError as error:
        fail(str(error))
    if not solution.difficulty.complete:
        fail(f"there are more than {limit_states:,} states; ask for one hero with --hero", ExitCode.LIMIT)
    played = solution.solved.best
    walked = chain(played)
    simulate(walked, 1, seed)  # kernels are compiled before the clock is looked at
    began = time.perf_counter()
    with progress("playing", "plays") as tick:
        found = simulate(walked, count, seed, confidence=confidence, progress=tick)
    rate = count / (time.perf_counter() - began)
    if as_json:
        emit(json_text(simulation_json(found, played, policy)))
    else:
        emit(simulation_text(found, played, policy, width=page_width()))
    say(f"{rate:,.0f} plays a second")


def _count(words: str) -> int:
    """`1e6`, `20000`"""
    try:
        count = float(words)
    except ValueError:
        count = 0.0
    if not 1 <= count <= MOST_PLAYS or count != int(count):
        fail(f"--plays wants a whole number such as 20000 or 1e6, not {words}")
    return int(count)
