"""How long whole commands take: `gamebook solve`, and `gamebook check --quick` after an edit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measure import heading, row, timed
from bench.synthetic import synthetic

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


def edits() -> None:
    """Processor time of a quick check after a new sentence in one chapter in the middle: what a writer waits for."""
    heading("gamebook check --quick after an edit, a fresh process each")
    texts = {"The Long Ebb": (BOOKS / "the-long-ebb.gbk").read_text("utf-8")}
    texts |= {f"{chapters:,} chapters": synthetic(chapters) for chapters in (400, 2_000, 10_000)}
    with TemporaryDirectory() as cache:
        path = Path(cache) / "book.gbk"
        for name, text in texts.items():
            path.write_text(text, "utf-8")
            anew = _checking(path, cache)
            middle = text.index("\n===", len(text) // 2)
            seconds = []
            for number in range(5):
                path.write_text(f"{text[:middle]}\nSentence {number}.\n{text[middle:]}", "utf-8")
                seconds.append(_checking(path, cache))
            row(name, f"{median(seconds):.2f} s", f"not edited {_checking(path, cache):.2f} s, read anew {anew:.2f} s")


def _checking(book: Path, cache: str) -> float:
    command = [sys.executable, "-m", "gamebook", "check", "--quick", str(book)]
    began = os.times()
    subprocess.run(command, env={**os.environ, "XDG_CACHE_HOME": cache}, check=True, capture_output=True)
    ended = os.times()
    return ended.children_user + ended.children_system - began.children_user - began.children_system
