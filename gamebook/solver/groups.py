"""Many heroes are solved group after group: who belongs together, and the arrays of each group."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Floats
from gamebook.program.code import Program
from gamebook.solver.arrays import Arrays, arrange
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.listing import Listing
from gamebook.solver.pool import Pool
from gamebook.solver.too_wide import TooWide

AT_ONCE = 3_000_000
"""Values kept at once, if that is more than one hero has."""
MOST_AT_ONCE = 100_000_000
"""The same while heroes share more in larger groups."""
SHARED = 0.95
"""More is shared where a group has less than so much of the values, beside those of its heroes one by one."""
SLACK = 1.25
"""How many times as many heroes are computed at once, if then all have one SKILL, say."""

Groups = list[tuple[int, int]]
"""Which heroes to compute at once: the first of each group, and how many."""


def sized(
    heroes: Sequence[Root],
    arrays: Arrays,
    arranged: Callable[[int, int], Arrays],
    most: float = inf,
    seconds: float = inf,
) -> tuple[Groups, Arrays]:
    """Which heroes to compute at once, and the arrays of the first of these groups.

    Heroes share what is ahead of both: who begins with eleven gold pieces has nearly all states of who begins with ten.
    The groups are as small as can be, as long as hardly more is shared in larger ones.

    Args:
        heroes: all; one of those who are solved side by side.
        arrays: those of the first hero.
        arranged: those from one hero on, up to another; it may raise `TooWide`, and then fewer are computed at once.
        most: bytes that the arrays of a group may take.
        seconds: how long it may take to arrange one.
    """
    groups, some, more, first, lasted = together(heroes, 1), 1, True, arrays.size, 0.0
    shared = {some: 1.0}  # what a group has beside what its heroes have one by one, if so many fit
    while (
        groups[0][1] < len(heroes)
        and 2 * arrays.size <= (MOST_AT_ONCE if more else AT_ONCE)
        and 2 * arrays.bytes <= most
        and 2 * lasted <= seconds
    ):
        before, least, some = groups[0][1], min(shared.values()), 2 * some
        groups = together(heroes, some)
        end = groups[0][1]
        if end > before:
            try:
                last = arranged(end - 1, end).size
                began = time.monotonic()
                arrays = arranged(0, end)
                lasted = time.monotonic() - began
            except TooWide:  # one hero is not
                shared[some] = inf
                break
            shared[some] = arrays.size / (end * (first + last) / 2)  # as if each had a little more than the one before
            more = shared[some] < SHARED * least
    enough = min(some for some in shared if SHARED * shared[some] <= min(shared.values()))
    if enough < max(shared):
        groups = together(heroes, enough)
        arrays = arranged(0, groups[0][1])
    return groups, arrays


def together(roots: Sequence[Root], most: int) -> Groups:
    """Which heroes to compute at once: the first of each group, and how many.

    Groups end where a variable changes: those who share most stay together.

    Args:
        roots: the heroes, sorted.
        most: how many fit.
    """
    values = np.stack([env for _, env in roots])
    changes = [np.flatnonzero(np.diff(column)) + 1 for column in values.T]
    ends = [np.concatenate([[0], each, [len(roots)]]) for each in changes]
    longest = {int(np.diff(each).max()): each for each in ends if np.diff(each).max() <= SLACK * most}
    if not longest:
        return [(at, min(most, len(roots) - at)) for at in range(0, len(roots), most)]
    found = []
    end = longest[max(longest)]
    first = 0
    for this, after in pairwise([*end[1:].tolist(), len(roots) + most]):
        if after - first > max(most, this - first):
            found.append((first, this - first))
            first = this
    return found


class Arranger(Struct, dict=True):
    """Arranges groups of heroes, where memory allows one group ahead of that which is being worked on.

    What is arranged is good until something else is, but for `ahead`.
    """

    program: Program
    listing: Listing
    abreast: Abreast
    roots: Sequence[Root]
    memory: int | None
    closing: Floats | None = None
    states: int | None = None
    """As for `arrange`."""

    def __post_init__(self) -> None:
        self._pools = [Pool(), Pool()]
        self._bytes = 0
        self.seconds = 0.0
        """How long the last arrangement took."""

    def arranged(self, first: int, end: int, watch: Callable[[], None]) -> Arrays:
        """The heroes from the first on, up to the end.

        Raises:
            Unlike, TooWide: as `arrange`.
        """
        began = time.monotonic()
        try:
            found = self._arranged(first, end, watch)
        except Unlike as unlike:
            if unlike.alike is None and first == 0 and end > self.abreast.lanes.count:
                raise TooWide from None  # there is no room for line-ups of so many
            raise
        self._bytes, self.seconds = found.bytes, time.monotonic() - began
        return found

    def _arranged(self, first: int, end: int, watch: Callable[[], None]) -> Arrays:
        def arranged() -> Arrays:
            return arrange(
                self.program, self.listing, self.roots[first:end], memory=self.memory, watch=watch,
                abreast=self.abreast, pool=self._pools[0], closing=self.closing,
                states=self.states,
            )  # fmt: skip

        others = self.abreast.lanes.used[0] > 1
        try:
            return arranged()
        except Unlike as unlike:
            if unlike.alike is not None or not others:
                raise
        # What other heroes had on their sheets may have left no room.
        self.abreast = self.abreast.anew(self.listing.code)
        return arranged()

    def ahead(self, span: tuple[int, int] | None, go_on: Callable[[float], None]) -> Arrays | None:
        """The heroes of the next group; None if there is none, or no memory for two groups."""
        if span is None or (self.memory is not None and 2 * self._bytes + self.listing.bytes > self.memory):
            self._pools[1] = Pool()  # that of an earlier group
            return None
        self._pools.reverse()
        return self.arranged(*span, lambda: go_on(0.0))
