"""What is proven of books that are too large, in the time that a writer waits."""

from __future__ import annotations

import time
from pathlib import Path

import gamebook
from bench.measure import heading, row

STRANGERS = Path(__file__).parents[1] / "tests" / "data" / "strangers"
SECONDS = 30


def large() -> None:
    """Ordinary books of people who knew the docs alone, all heroes: how much best play leaves open.

    Runs differ, because practice and searches share the time by the clock. The machine should be idle.
    """
    heading(f"Ordinary books, all heroes: what is open after {SECONDS} seconds")
    for path in sorted(STRANGERS.glob("*.gbk")):
        began = time.perf_counter()
        best = gamebook.solve(path, timeout=SECONDS).difficulty.best
        seconds = time.perf_counter() - began
        row(path.stem, f"{100 * (best.high - best.low):.4f} %", f"{best.low:.5f} to {best.high:.5f}, {seconds:.0f} s")
