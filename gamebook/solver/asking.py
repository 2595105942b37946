"""States of a book in which somebody asks what something else would be worth, added to those that play reaches."""

from __future__ import annotations

import time

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.job import current
from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.more import add_all
from gamebook.kernels.states import CURSOR, STATES
from gamebook.limits import Limits
from gamebook.program.code import Program
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.listing import Listing
from gamebook.solver.space import Pace, Space, cut, reached


class Asking(Struct, dict=True):
    """A listing that can be gone on with: states to ask in may be added to those that play reaches.

    In a program with a variable that says whether somebody asks, play begins with nobody asking.
    """

    program: Program
    asks: str
    """The variable: 0 in play, 1 where somebody asks."""
    limits: Limits

    def __post_init__(self) -> None:
        self._began = time.monotonic()
        code = encode(self.program, liveness(self.program))
        self._listing = Listing.begin(code)
        self._variable = next(number for number, cell in enumerate(self.program.cells) if cell.name == self.asks)
        start = code.start.copy()
        start[self._variable] = 0
        self._root = self._listing.add(int(code.point[self.program.entry]), start)

    def listed(self) -> Space:
        """All states found so far, and what follows from them; not complete where a limit came first."""
        listing, job, limit = self._listing, current(), None
        pace = Pace(self.limits, listing)
        counts = listing.counts
        job.begin("listing states")
        complete = True
        while counts[CURSOR] < counts[STATES]:
            pace.explore()
            job.step(int(counts[STATES]))
            limit = reached(self.limits, listing, self._began)
            if job.finishing or limit is not None:
                complete = False
                break
        return replace(cut(self.program, listing, self._root, complete, self._began), limit=limit)

    def ask(self, states: Ints) -> Ids:
        """Add to some states others, like them but that somebody asks; int32: their numbers.

        Args:
            states: int64[k], at points where the variable matters.
        """
        listing, code = self._listing, self._listing.code
        points, keys = listing.states.point[states].copy(), listing.states.key[states].copy()
        for point in np.unique(points):
            fields = np.arange(code.field_start[point], code.field_start[point + 1])
            (field,) = fields[code.field_variable[fields] == self._variable]
            here = points == point
            keys[here, code.field_word[field]] |= np.int64(1) << np.int64(code.field_shift[field])
        numbers = np.zeros(len(states), np.int32)
        done = 0
        while done < len(states):
            done = int(add_all(code, listing.states, listing.counts, points, keys, numbers, done))
            if done < len(states):
                listing.more_states(everywhere=True)
        return numbers
