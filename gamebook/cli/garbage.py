"""The garbage collector, run seldom.

Most commands end soon, and what they drop until then needs little memory. `lsp` and `studio` run for long and begin in
the same way: there garbage is freed, too, but only when there may be much.
"""

from __future__ import annotations

import gc

GARBAGE = 1_000_000
"""Allocations between two runs of the collector. Imports, and reading a book, make many objects and drop none; Python's
default of 700 would run the collector far too often."""


def collect_seldom() -> None:
    """From now on, look for garbage only when there may be much; called before what is heavy is imported."""
    gc.set_threshold(GARBAGE)
