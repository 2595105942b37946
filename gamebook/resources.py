"""What ships with the package besides code (books, rule systems, the grammar, a page of findings); memory."""

from __future__ import annotations

import ctypes
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent
SHIPPED = "gamebook/systems/"
"""What the paths of shipped rule systems begin with, as they are shown."""
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
OWN = 170 << 20
"""Bytes that the program itself holds, with the libraries that it imports."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Settings of the C library, from its malloc.h."""
KEEP = {M_TRIM_THRESHOLD: 1 << 30, M_MMAP_THRESHOLD: 32 << 20, M_ARENA_MAX: 1}
"""How much free memory it keeps, up to which size an array comes out of that, and that all threads share it."""


def resource_folder(name: Literal["books", "systems", "grammars", "docs", "phrases"]) -> Path:
    """The folder of that name: inside the package, or (in a checkout, where books stand at the top) beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def memory_for_answers(size: str) -> int | None:
    """Bytes for an answer, on top of the program's own: from `2GB`, `500M`, `1000000000`; None where it is no size."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", size.strip(), re.IGNORECASE)
    return max(0, int(float(found[1]) * UNITS[found[2].upper()]) - OWN) if found is not None else None


def peak_memory() -> int | None:
    """The most memory that this process has held so far, in bytes; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 - not everywhere
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def keep_memory() -> None:
    """From now on, use the memory of arrays that are no longer needed for the next ones.

    Else the system takes it back each time, and fills the pages for the next array with zeros: a fifth of the time that
    a large book takes. For a process that soon ends; `give_memory_back` does so still.
    """
    with suppress(AttributeError, OSError, TypeError):  # as below
        library = ctypes.CDLL(None)
        for setting, value in KEEP.items():
            library.mallopt(setting, value)


def give_memory_back() -> None:
    """Give the system the memory of what is no longer used, for the next large thing needs it."""
    with suppress(AttributeError, OSError, TypeError):  # only the C library of Linux can be asked for it
        ctypes.CDLL(None).malloc_trim(0)
