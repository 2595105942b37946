"""How long a writer waits for the report on a large book, and what the measures in it cost beside solving."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import gamebook
from bench.measure import heading, row, timed
from gamebook.analysis.decides import decided, prices
from gamebook.analysis.fates import fates
from gamebook.analysis.hazards import hazards
from gamebook.analysis.presets import presets
from gamebook.analysis.survival import survival
from gamebook.model.reader import reader
from gamebook.solver.readers import play_as
from gamebook.solver.solving import solve

BOOK = Path(__file__).parents[1] / "books" / "the-long-ebb.gbk"
READER = "careless(10%)"


def reports() -> None:
    """The whole command, kernels compiled; then each additive measure of one reader against one solve."""
    heading("The report on The Long Ebb, average hero")
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gamebook", "report", str(BOOK), "--hero", "average", "-o", f"{folder}/r.html"]
        subprocess.run(command, env=dict(os.environ), check=True, capture_output=True)
        _, seconds = timed(lambda: subprocess.run(command, check=True, capture_output=True))
        size = Path(folder, "r.html").stat().st_size
    row("gamebook report, warm", f"{seconds:.1f} s", f"to be below 10 s; {size / 1000:.0f} kB")
    measures()


def measures() -> None:
    """Print what the measures that add up cost, in solves."""
    book = gamebook.Project(BOOK).book
    hero = presets(book)["average"]
    solved, once = timed(lambda: solve(book, hero))
    _, valued = timed(lambda: (solved.best.visits, solved.uniform.visits))
    once += valued
    played, playing = timed(lambda: play_as(solved, reader(READER)))
    parts = {
        f"{READER}, values": playing,
        "visits": timed(lambda: played.visits)[1],
        "luck, choices, by chapter": timed(lambda: decided(solved, played))[1],
        "price of each choice": timed(lambda: prices(solved, played))[1],
        "losses per arrival": timed(lambda: hazards(solved, played))[1],
        "could have been saved": timed(lambda: fates(solved, played))[1],
    }
    row("one solve, with visits", f"{once:.2f} s", f"{solved.space.size:,} states")
    for what, seconds in parts.items():
        row(what, f"{seconds:.2f} s")
    whole = sum(parts.values())
    row("all measures that add up", f"{whole:.2f} s", f"{whole / once:.1f} solves, to be below 3")
    curve, following = timed(lambda: survival(solved, played))
    row("survival", f"{following:.2f} s", f"{len(curve.after) - 1} chapters")
