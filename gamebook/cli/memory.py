"""The option `--limit-memory`."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.console import fail, say
from gamebook.process import OWN, UNITS, default_memory, memory_for_answers

LimitMemory = Annotated[
    str | None,
    typer.Option(
        "--limit-memory",
        metavar="SIZE",
        help="Use no more memory than this, such as 2GB; by default half of what this machine has.",
        show_default=False,
    ),
]


def memory_limit(size: str | None) -> int | None:
    """Bytes for an answer, on top of the program's own: from `2GB`, `500M`, `1000000000`, or for this machine.

    None where no size was given and the system does not tell how much memory there is.
    """
    if size is None:
        return default_memory()
    found = memory_for_answers(size)
    if found is None:
        fail(f"--limit-memory needs a size such as 500MB or 2GB, not {size}")
    if found == 0:
        say(f"gamebook: the program alone takes {in_words(OWN)}: --limit-memory {size} leaves nothing for the book")
    return found


def in_words(size: float) -> str:
    """Bytes in the units of the option: 2.5 GB, 350 MB."""
    giga, mega = UNITS["G"], UNITS["M"]
    return f"{size / giga:.1f} GB" if size >= giga else f"{size / mega:.0f} MB"
