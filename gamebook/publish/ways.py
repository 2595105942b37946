"""Which chapters must not stand near each other: a turn leads from one to the other, or one choice to both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from msgspec import Struct

NEAR = 6
"""Sections that may share a spread of two pages, before it is known how long they are."""
Pair = tuple[str, str]
Spreads = tuple[int, int]
"""The spread on which a section begins, and the one on which it ends."""


class Ways(Struct, frozen=True):
    """The links of a book, and the chapters that one choice leads to."""

    links: tuple[Pair, ...]
    """Each once, from the chapter that turns; a chapter that turns to itself is no link."""
    siblings: tuple[Pair, ...]
    """Each once, in the order written."""


def ways_of(targets: Mapping[str, Sequence[str]]) -> Ways:
    """The ways of a book.

    Args:
        targets: for each chapter those it turns to.
    """
    links: dict[Pair, None] = {}
    siblings: dict[frozenset[str], Pair] = {}
    for chapter, others in targets.items():
        there = [each for each in dict.fromkeys(others) if each in targets and each != chapter]
        links |= dict.fromkeys((chapter, each) for each in there)
        for pair in combinations(there, 2):
            siblings.setdefault(frozenset(pair), pair)
    return Ways(tuple(links), tuple(siblings.values()))


class Quality(Struct, frozen=True):
    """How good an order is; smaller is better."""

    links: int
    """Links between chapters on one spread."""
    siblings: int
    """Pairs of siblings on one spread."""
    mean_jump: float
    """How many numbers further a turn leads, on average."""
    longest_jump: int


def quality(ways: Ways, numbers: Mapping[str, int], spreads: Mapping[str, Spreads] | None = None) -> Quality:
    """How good an order is.

    Args:
        ways: the links of the book.
        numbers: the number of each chapter.
        spreads: where each chapter stands; None: chapters less than six apart share a spread.
    """

    def close(pair: Pair) -> bool:
        if spreads is not None:
            return _meet(spreads[pair[0]], spreads[pair[1]])
        return abs(numbers[pair[0]] - numbers[pair[1]]) < NEAR

    jumps = [abs(numbers[a] - numbers[b]) for a, b in ways.links]
    return Quality(
        sum(map(close, ways.links)), sum(map(close, ways.siblings)), fmean(jumps or [0]), max(jumps, default=0)
    )


def clashes(ways: Ways, spreads: Mapping[str, Spreads]) -> Iterator[Pair]:
    """Links and siblings that share a spread."""
    for pair in (*ways.links, *ways.siblings):
        if _meet(spreads[pair[0]], spreads[pair[1]]):
            yield pair


def _meet(one: Spreads, other: Spreads) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]
