"""How wide the columns of a table are, where not all words stand beside each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamebook.publish.document import Grid, plain

_BLANKS = re.compile("[ \t\n]+")


def longest_lines(grid: Grid) -> list[int]:
    """For each column the letters of its longest cell."""
    return [max(len(plain(cell)) for cell in column) for column in zip(*grid.lines, strict=True)]


def longest_words(grid: Grid) -> list[int]:
    """For each column the letters of its longest word, whose line cannot be broken."""
    columns = zip(*grid.lines, strict=True)
    return [max(len(word) for cell in column for word in _BLANKS.split(plain(cell))) for column in columns]


def widths(wanted: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """As wide as wanted, if there is room; else none narrower than the least, unless there is no room even for that.

    Args:
        wanted: for each column how wide it would be.
        least: how wide it must be; not more than that.
        room: how wide all may be.
    """
    if sum(wanted) <= room:
        return list(wanted)
    if sum(least) >= room:
        return [each * room / sum(least) for each in least]
    share = (room - sum(least)) / (sum(wanted) - sum(least))
    return [low + share * (high - low) for low, high in zip(least, wanted, strict=True)]
