"""Capital letters of every alphabet, for patterns: Python's own have no class for them."""

from __future__ import annotations

from itertools import groupby

_BLOCKS = ((0x41, 0x590), (0x10A0, 0x1400), (0x1C80, 0x1CC0), (0x1D00, 0x2000), (0x2C00, 0x2E00), (0xA640, 0xAB00))
"""Where the alphabets stand that have capitals, of which a book is written today."""


def _class() -> str:
    found = [number for first, end in _BLOCKS for number in range(first, end) if chr(number).isupper()]
    runs = [[number for _, number in run] for _, run in groupby(enumerate(found), lambda each: each[1] - each[0])]
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" if len(run) > 1 else chr(run[0]) for run in runs)


CAPITALS = _class()
"""What stands within brackets: `A-ZÀ-ÖØ-Þ…`."""
CAPITAL = f"[{CAPITALS}]"
"""A capital letter, as a pattern."""
