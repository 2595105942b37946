"""The option `--limit-memory`."""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer

from gamebook.cli.console import fail

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

LimitMemory = Annotated[
    str | None,
    typer.Option(
        "--limit-memory",
        metavar="SIZE",
        help="Stop when states need this much memory, such as 2GB; by default a part of this machine's memory.",
        show_default=False,
    ),
]


def memory_limit(size: str | None, part: int) -> int | None:
    """Bytes from `2GB`, `500M`, `1000000`; without a size, 1 / `part` of this machine's memory, if that is known."""
    if size is None:
        return _one_in(part)
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", size.strip(), re.IGNORECASE)
    if found is None:
        fail(f"--limit-memory needs a size such as 500MB or 2GB, not {size}")
    return int(float(found[1]) * UNITS[found[2].upper()])


def _one_in(part: int) -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // part
    except (AttributeError, ValueError, OSError):
        return None
