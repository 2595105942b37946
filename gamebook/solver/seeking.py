"""Bounds of best play in a book that is too large for lists and for arrays: only states that good plays pass.

The kernel is `kernels.seeking`. Good play is found by playing: what won before is played again, and what chance brings
on the way is looked at, the likelier the more is still to be found there. What is found is a bound that holds, whoever
looks: the chance to win with the options taken, everything not looked at counted as lost (or, for the bound from above,
as won).
"""

from __future__ import annotations

import time

import numpy as np

from gamebook.job import Limits
from gamebook.kernels import seeking as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.seeking import LISTED, Habits, Known
from gamebook.kernels.states import STATES
from gamebook.program.code import Decide, Program
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.listing import Listing, resized
from gamebook.solver.watch import Watch

STEPS = 20_000
"""States passed between two looks at the clock and at the job: some hundredths of a second."""
MOST_STEPS = 5_000
"""A play that is longer is broken off."""
VENTURES = 0.3
"""The share of plays that go for what could be best, not for what is known to be good."""
WILD = 0.05
"""The share of decisions taken at random."""
FEW_VALUES = 3
"""A variable of which the values take no more bits than this number is an item or a codeword; states that are alike
agree in it."""
PLACES = 1 << 20
"""Places for experience."""
MOST_BYTES = 2 << 30
"""Memory for states, where no limit is given."""
EVERY = 0.5
"""Seconds between two bounds that are told."""
CLOSE = 1e-6
"""Bounds that are as near to each other as this are near enough."""


class Seeking:
    """A search for good play that can be gone on with."""

    def __init__(self, program: Program, worth: Floats, observed: tuple[str, ...] = ()) -> None:
        """Nothing is known yet.

        Args:
            program: the book.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            observed: variables to keep in every state to the end of play.
        """
        self._listing = Listing.begin(encode(program, liveness(program, observed)))
        code = self._listing.code
        self.root = self._listing.add(int(code.point[program.entry]), code.start)
        nodes = (program.nodes[node] for node in code.point_node)
        self._rivals = np.array([isinstance(node, Decide) and node.owner == "rival" for node in nodes], np.bool_)
        self.known = Known(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0), np.zeros(0))
        self._fit()
        self.known.low[: len(worth)] = self.known.high[: len(worth)] = worth
        self._habits = Habits(_alike(code), np.full(PLACES, -1.0))
        self._path, self._taken = np.zeros(MOST_STEPS, np.int64), np.zeros(MOST_STEPS, np.int64)
        self.done: Ints = np.zeros(3, np.int64)
        self._counter = np.zeros(1, np.int64)

    @property
    def low(self) -> float:
        """Bound from below of the chance to win."""
        return float(self.known.low[self.root])

    @property
    def high(self) -> float:
        """Bound from above."""
        return float(self.known.high[self.root])

    @property
    def states(self) -> int:
        """How many states were found, endings included."""
        return int(self._listing.counts[STATES])

    @property
    def listed(self) -> int:
        """How many of them were looked at."""
        return int(self.done[LISTED])

    @property
    def bytes(self) -> int:
        """Memory held by what is known of states."""
        return sum(array.nbytes for array in (*self._listing.states, *self._listing.turns, *self.known))

    def play(self, steps: int = STEPS, most_bytes: int = MOST_BYTES) -> bool:
        """Play on, until so many more states were passed; False where that would take more memory than this."""
        ls = self._listing
        while not kernel.seek(
            ls.code, ls.states, ls.turns, ls.counts, ls.room, self.known, self._habits, self._rivals, self.root,
            self._path, self._taken, self.done, self._counter, steps, VENTURES, WILD,
        ):  # fmt: skip
            if 2 * self.bytes > most_bytes:
                return False
            ls.more_room()
            self._fit()
        return True

    def _fit(self) -> None:
        """As much room for what is known as there is for states."""
        old, room = len(self.known.first), len(self._listing.states.point)
        if room > old:
            self.known = Known(*(resized(array, room) for array in self.known))
            self.known.first[old:] = -1
            self.known.high[old:] = 1.0


def seek(
    program: Program,
    worth: Floats,
    watch: Watch,
    *,
    observed: tuple[str, ...] = (),
    limits: Limits,
    until: float | None,
) -> None:
    """Tell the watch bounds of the chance to win, narrower and narrower.

    Args:
        program: the book.
        worth: float64[endings], what each ending is worth, from 0 to 1.
        watch: receives the bounds.
        observed: variables to keep in every state to the end of play.
        limits: states, and bytes.
        until: a `time.monotonic()` at which it ends, unless the watch says so earlier; None: then only.
    """
    watch.begin("looking for good play")
    work = Seeking(program, worth, observed)
    memory = MOST_BYTES if limits.memory is None else limits.memory
    told = 0.0
    go_on = True
    while go_on:
        room = work.play(most_bytes=memory) and (limits.states is None or work.states <= limits.states)
        now = time.monotonic()
        late = watch.over or (until is not None and now > until)
        close = min(work.high, watch.high) - max(work.low, watch.low) <= CLOSE
        go_on = room and not late and not close
        if now > told + EVERY or not go_on:
            watch.learn(work.low, work.high)
            told = now
        watch.count(work.listed)


def _alike(code: Code) -> Ints:
    """int64[points, words]: the places in a key of the point, of items and of codewords, not of larger numbers."""
    points = len(code.point_node)
    bits = np.zeros((points, code.words), np.int64)
    bits[:, 0] = (1 << points.bit_length()) - 1
    for point in range(points):
        for f in range(code.field_start[point], code.field_start[point + 1]):
            if code.field_mask[f] <= FEW_VALUES:
                bits[point, code.field_word[f]] |= code.field_mask[f] << code.field_shift[f]
    return bits
