"""This process: the memory that it takes, and how it helps another one."""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import suppress
from pathlib import Path

PART = 2
"""Where no limit is given, an answer may take one in so many bytes of this machine's memory."""
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
OWN = 170 << 20
"""Bytes that the program itself holds, with the libraries that it imports."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Settings of the C library, from its malloc.h."""
KEEP = {M_TRIM_THRESHOLD: 1 << 30, M_MMAP_THRESHOLD: 32 << 20, M_ARENA_MAX: 1}
"""How much free memory it keeps, up to which size an array comes out of that, and that all threads share it."""
HELPER_MEMORY = 2 << 30
"""Bytes that solving a book may take in a process that works beside an editor or a page."""


def memory_for_answers(size: str) -> int | None:
    """Bytes for an answer, on top of the program's own: from `2GB`, `500M`, `1000000000`; None where it is no size."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", size.strip(), re.IGNORECASE)
    return max(0, int(float(found[1]) * UNITS[found[2].upper()]) - OWN) if found is not None else None


def machine_memory() -> int | None:
    """The memory of this machine, in bytes; None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def default_memory() -> int | None:
    """Bytes that an answer may take where no limit is given; None where the system does not tell what there is."""
    known = machine_memory()
    return None if known is None else known // PART


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
    import ctypes  # noqa: PLC0415 - for a command that solves nothing

    with suppress(AttributeError, OSError, TypeError):  # as below
        library = ctypes.CDLL(None)
        for setting, value in KEEP.items():
            library.mallopt(setting, value)


def give_memory_back() -> None:
    """Give the system the memory of what is no longer used, for the next large thing needs it."""
    import ctypes  # noqa: PLC0415 - as above

    with suppress(AttributeError, OSError, TypeError):  # only the C library of Linux can be asked for it
        ctypes.CDLL(None).malloc_trim(0)


def become_helper() -> None:
    """Let standard input and output lead nowhere, for as long as the process lives, and let SIGTERM end it.

    A process that helps another one has the same streams, and the other one speaks to its own reader on them. Where
    signals waited when it was begun, they would wait for ever. But when Python ends, it sends SIGTERM to what is left
    of its helpers, and waits for them.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
