"""`gamebook warm`: compile the solver before a book needs it."""

from __future__ import annotations

import time
from collections.abc import Callable

from gamebook.cli.console import emit, watched
from gamebook.cli.options import AsJson
from gamebook.render.data import json_text

EXAMPLE = "gamebook warm"


def command(as_json: AsJson = False) -> None:
    """Compile the solver now, so that no book has to wait for it.

    For Linux on common processors the solver's machine code comes with gamebook. On other systems each part is compiled
    when a book first needs it, which takes a minute or two in all. This command solves three of the shipped books, and
    so compiles what most books need.
    """
    from gamebook.kernels.compiled import newly_compiled
    from gamebook.resources import resource_folder
    from gamebook.verbs import simulate, solve

    books = resource_folder("books")
    tasks: dict[str, Callable[[], object]] = {
        "states one by one": lambda: solve(books / "starter.gbk", "average"),
        "plays": lambda: simulate(books / "starter.gbk", 100, "random"),
        "arrays": lambda: solve(books / "the-long-ebb.gbk", "average"),
        "heroes side by side": lambda: solve(books / "tutorial.gbk"),
    }
    began = time.monotonic()
    with watched() as job:
        for name, task in tasks.items():
            job.begin(f"warming up: {name}")
            task()
    names = newly_compiled()
    seconds = time.monotonic() - began
    if as_json:
        emit(json_text({"compiled": names, "seconds": round(seconds, 3)}))
    elif names:
        emit(f"Compiled {len(names)} kernels in {seconds:.1f} s.\n")
    else:
        emit("Nothing had to be compiled.\n")
