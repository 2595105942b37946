"""The policy of every Fighting Fantasy fight beside a twin in C, and plays by chance."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bench.measure import heading, row
from bench.tables import policy_tables
from gamebook.fights.encounter import encounter
from gamebook.fights.outcome import study_fight
from gamebook.project import Project
from gamebook.solver.sample import Player
from gamebook.solver.simulate import chain, simulate
from gamebook.solver.solution import Played
from gamebook.solver.solving import solve

HERE = Path(__file__).parent
TIMES = 10
Result = TypeVar("Result")


def spent(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gives, and the processor's seconds it takes: they do not depend on who else is at work."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def policies() -> None:
    """All 157,248 states of the paper's tables, value and policy: the best of several runs, as for the twin."""
    heading("Every Fighting Fantasy fight (k -10..10, luck 0..12, staminas 1..24), processor time")
    policy_tables().strategy()
    found, taken = min((spent(policy_tables) for _ in range(TIMES)), key=lambda pair: pair[1])
    codes, telling = min((spent(found.strategy) for _ in range(TIMES)), key=lambda pair: pair[1])
    states = found.value.size
    row("from the book to the tables", f"{1000 * taken:.1f} ms", f"{states:,} states, {states / taken:,.0f} a second")
    row("and who gains more than 1e-10", f"{1000 * telling:.1f} ms", "the published rule for ties")
    row("the author's program in C", "40-60 ms", "as measured once, its printing left out")
    twin = _twin()
    if twin is not None:
        seconds, total, used = twin
        row("our twin in C", f"{1000 * seconds:.1f} ms", "the recursion alone, for these rules alone")
        row("sums of values", f"{found.value.sum():.6f}", f"in C {total:.6f}; of strategies {codes.sum()} and {used}")


def _twin() -> tuple[float, float, int] | None:
    """What the C program takes and finds; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "fights"
        subprocess.run([compiler, "-O3", "-o", program, HERE / "fights.c"], check=True)
        seconds, total, used = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(total), int(used)


def plays() -> None:
    """Plays by chance, each second of one core."""
    heading("Plays by chance, processor time of one core")
    fight = study_fight(encounter("12/24/12", ["12/22"], lines=["with luck = 0"])).solved.best
    _plays("a plain fight, 24 STAMINA to 22", fight, 4_000_000)
    fight = study_fight(encounter("12/24/12", ["12/22"])).solved.best
    _plays("the same with luck at its best", fight, 4_000_000)
    book, hero = Project(HERE.parent / "books" / "the-long-ebb.gbk").book, {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
    solved = solve(book, hero)
    _plays("The Long Ebb, best play", solved.best, 1_000_000)
    listed = _plays("The Long Ebb, at random", solved.uniform, 200_000)
    player = Player(book, hero)
    player.warm_up()
    _, taken = spent(lambda: player.play(200_000))
    found = player.sample()
    points = f"a second; {found.points_passed / taken:,.0f} chapters, decisions and rounds"
    row("the same straight from the program", f"{found.plays / taken:,.0f}", points)
    row("to the walk along listed states", f"{found.plays / taken / listed:.2f}", "times as many")


def _plays(what: str, played: Played, count: int) -> float:
    """Plays a second along the states of a solved book."""
    walked = chain(played)
    simulate(walked, 1)
    _, taken = spent(lambda: simulate(walked, count))
    row(what, f"{count / taken:,.0f}", f"a second; {len(walked.start) - 1:,} states")
    return count / taken
