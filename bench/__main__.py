"""Time and memory, stage by stage: `python -m bench [chapters fights flags]`; about 2.5 million states by default."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from bench.synthetic import book
from gamebook.program.lower import lower
from gamebook.resolve.load import load_around
from gamebook.resolve.resolve import resolve
from gamebook.solve.backward import best_play
from gamebook.solve.solution import play
from gamebook.solve.space import explore
from gamebook.source import Source

HERO = {"SKILL": 10, "STAMINA": 20, "LUCK": 10}


Made = TypeVar("Made")


def timed(name: str, work: Callable[[], Made]) -> Made:
    """Do some work, print how long it took, and give back what it made."""
    began = time.perf_counter()
    made = work()
    print(f"{name:<28} {time.perf_counter() - began:9.3f} s")
    return made


def start_up() -> None:
    """A first answer in a new process, with kernels to compile and with kernels at hand."""
    command = [sys.executable, "-m", "gamebook", "solve", "books/tutorial.gbk", "--hero", "SKILL=9,STAMINA=18,LUCK=9"]
    with tempfile.TemporaryDirectory() as cache:
        for name in ("cold start of solve", "warm start of solve"):
            environment = os.environ | {"NUMBA_CACHE_DIR": cache}
            timed(name, partial(subprocess.run, command, env=environment, check=True, capture_output=True))


def main() -> None:
    """Print the table."""
    sizes = [int(word) for word in sys.argv[1:]] or [400, 40, 2]
    explore(lower(resolve(load_around(Source("small.gbk", book(30, 2, 1))).pages).book, HERO))
    text = book(*sizes)
    loaded = timed("parse", lambda: load_around(Source(str(Path("synthetic.gbk")), text)))
    model = timed("resolve", lambda: resolve(loaded.pages)).book
    program = timed("lower", lambda: lower(model, HERO))
    space = timed("list states", lambda: explore(program))
    played = timed("values", lambda: play(model, space, best_play(space)))
    timed("visits", lambda: played.visits)
    print(f"{'states':<28} {space.size:9,}")
    print(f"{'states a second, listing':<28} {space.size / space.seconds:9,.0f}")
    print(f"{'bytes a state':<28} {space.bytes / space.size:9.0f}")
    print(f"{'chance to win':<28} {played.low:.10f} .. {played.high:.10f}")
    start_up()


if __name__ == "__main__":
    main()
