"""How long a reader waits for `gamebook solve`, from the shell's prompt to the last line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import heading, row, timed

BOOKS = Path(__file__).parents[1] / "books"
COMMANDS = {
    "starter.gbk": ("--hero", "SKILL=9,STAMINA=18,LUCK=9"),
    "tutorial.gbk": (),
    "the-long-ebb.gbk": ("--hero", "SKILL=9,STAMINA=18,LUCK=9"),
}


def starts() -> None:
    """Cold, with kernels to compile, and warm."""
    heading("gamebook solve, a fresh process each")
    with TemporaryDirectory() as cache:
        row("starter.gbk, cold", f"{_seconds('starter.gbk', cache):.2f} s", "kernels compiled")
        for book, options in COMMANDS.items():
            row(f"{book}, warm", f"{_seconds(book, cache):.2f} s", " ".join(options) or "all heroes")


def _seconds(book: str, cache: str) -> float:
    command = [sys.executable, "-m", "gamebook", "solve", str(BOOKS / book), *COMMANDS[book]]
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    _, seconds = timed(lambda: subprocess.run(command, env=environment, check=True, capture_output=True))
    return seconds
