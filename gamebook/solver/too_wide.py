"""Books that do not fit into arrays."""

from __future__ import annotations

from math import inf

MOST_PLACES = (1 << 31) - 1
"""Cells of one context, and entries of a plan: their places are written in 32 bits."""


class TooWide(Exception):  # noqa: N818 - says what is the matter
    """The book does not fit into arrays, or gains nothing by them.

    Args:
        bytes: the memory that it would need, at least; 0 if that is not the reason.
    """

    def __init__(self, bytes: float = 0.0) -> None:
        super().__init__(bytes)
        self.bytes = bytes


class Impatient(TooWide):
    """To arrange the book takes longer than it may."""


class TooLong(TooWide):
    """There is too little time for all heroes.

    Args:
        times: all would take so many times the time that is left, at least.
    """

    def __init__(self, times: float = inf) -> None:
        super().__init__()
        self.times = times
