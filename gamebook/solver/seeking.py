"""Bounds of best play in a book that is too large for lists and for arrays: only states that good plays pass.

The kernel is `kernels.seeking`. Good play is found by playing: what won before is played again, and what chance brings
on the way is looked at, the likelier the more is still to be found there. What is found is a bound that holds, whoever
looks: the chance to win with the options taken, everything not looked at counted as lost (or, for the bound from above,
as won).

What one hero learns is handed on to all: a few of them look for good play with all options, and then all of them with
the options that these few took (`program.narrow`). In such a book the same states are soon met again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import inf

import numpy as np

from gamebook.errors import OutOfTime
from gamebook.job import beside, look, within
from gamebook.kernels import rehearsal
from gamebook.kernels import seeking as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.seeking import LISTED, Habits, Known
from gamebook.kernels.states import STATES
from gamebook.program.code import Decide, NodeId, Program, reached
from gamebook.program.compile import Target, reduced
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.program.narrow import narrowed
from gamebook.resources import give_memory_back
from gamebook.solver.above import Above
from gamebook.solver.listing import Listing, resized
from gamebook.solver.watch import CLOSE, Watch

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
EACH = 0.4
"""The share of the memory for each of two searches that go on side by side."""
FIRST = 1.0
"""Seconds for all heroes with all options, and as many for some, before all of them play with the options of these."""
ASIDE = 0.3
"""Seconds for all heroes, with all options, before the next of them is asked."""
LONGER = 1.5
"""Each time that takes so many times as long as the last."""
STALLED = 0.03
"""They go on as long as they gain such a share of what is not known to be won, in as much time again."""
REHEARSALS = 300
"""Plays in which options that good play takes are counted."""
OFTEN = 0.1
"""An option is kept that is taken so often in a play,"""
RARE = 0.03
"""and one of each point that is come to so often."""
MOST_ROLLS = 100
"""States between the start and the end of the hero block; of a longer one the middle is as good."""
SWEEPS = 100
"""How often states are gone through to find those from which a win is near."""
EVERY = 0.5
"""Seconds between two bounds that are told."""


class Seeking:
    """A search for good play that can be gone on with."""

    def __init__(
        self, program: Program, worth: Floats, observed: tuple[str, ...] = (), memory: Callable[[], float] = lambda: inf
    ) -> None:
        """Nothing is known yet.

        Args:
            program: the book.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            observed: variables to keep in every state to the end of play.
            memory: says how many bytes this search and another beside it may take now.
        """
        self._program, self._memory = program, memory
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

    def play(self, steps: int = STEPS, root: int | None = None) -> bool:
        """Play on, until so many more states were passed; False where that would take more memory than this.

        Args:
            steps: how many.
            root: the state where plays begin; None: where the book does.
        """
        ls = self._listing
        while not kernel.seek(
            ls.code, ls.states, ls.turns, ls.counts, ls.room, self.known, self._habits, self._rivals,
            self.root if root is None else root, self._path, self._taken, self.done, self._counter, steps, VENTURES,
            WILD,
        ):  # fmt: skip
            if 2 * self.bytes > EACH * self._memory():
                return False
            ls.more_room()
            self._fit()
        return True

    def is_known(self, root: int | None = None) -> bool:
        """Whether the bounds of a state, or of the book, are close."""
        state = self.root if root is None else root
        return bool(self.known.high[state] - self.known.low[state] <= CLOSE)

    def average(self) -> int:
        """The state in which play leaves the hero block with a hero who rolls neither high nor low."""
        state = self.root
        for _ in range(MOST_ROLLS):
            if not self._makes_hero(state) or not self.play(1, root=state):
                break
            s, action = self._listing.states, self.known.first[state]
            ways = slice(int(s.first_successor[action]), int(s.first_successor[action + 1]))
            middle = int(np.searchsorted(np.cumsum(s.chance[ways]), 0.5 - CLOSE))
            state = int(s.successor[ways][min(middle, ways.stop - ways.start - 1)])
        return max(state, self.root)

    def somebody(self) -> int:
        """A state in which a play left the hero block: more often one of likely heroes, and of those little known."""
        self.play(1)
        for state in self._path.tolist():
            if not self._makes_hero(state):
                return max(state, self.root)  # endings come first: nobody begins there
        return self.root

    def _makes_hero(self, state: int) -> bool:
        code = self._listing.code
        return (
            state >= code.endings and self._program.places[code.point_node[self._listing.states.point[state]]] == "hero"
        )

    def taken(self, root: int, go_on: Callable[[float], None]) -> dict[NodeId, Ints]:
        """How often good play from a state takes which option, in `REHEARSALS` plays.

        Args:
            root: the state.
            go_on: called every few milliseconds; it may raise to break off.

        Returns: by point int64[options + 1]; the first is for a point without a menu, or with none open.
        """
        ls, count = self._listing, self.states
        queue, turns, choice = np.zeros(count, np.int32), np.full(count, -1, np.int32), np.full(count, -1, np.int64)
        endings, s, k = ls.code.endings, ls.states, self.known
        found = rehearsal.reach(s, k, self._rivals, root, endings, queue, turns)
        go_on(0.0)
        for _ in range(SWEEPS):
            if not rehearsal.choose(s, k, self._rivals, endings, queue, found, turns, choice):
                break
            go_on(0.0)
        taken = np.zeros((len(ls.code.point_node), 2 + int(s.option.max(initial=0))), np.int64)
        rehearsal.rehearse(s, k, self._rivals, root, endings, choice, self._counter, REHEARSALS, MOST_STEPS, taken)
        return dict(zip(ls.code.point_node.tolist(), taken, strict=True))

    def _fit(self) -> None:
        """As much room for what is known as there is for states."""
        old, room = len(self.known.first), len(self._listing.states.point)
        if room > old:
            self.known = Known(*(resized(array, room) for array in self.known))
            self.known.first[old:] = -1
            self.known.high[old:] = 1.0


def seek(
    program: Program,
    classed: Program,
    worth: Floats,
    watch: Watch,
    *,
    observed: tuple[str, ...] = (),
    states: int | None = None,
    memory: Callable[[], float] = lambda: inf,
    until: float | None,
) -> None:
    """Tell the watch bounds of the chance to win, narrower and narrower.

    Args:
        program: the book, lowered.
        classed: the same, reduced as `Target(numbers=False)` says.
        worth: float64[endings], what each ending is worth, from 0 to 1; the soft lock is worth least.
        watch: receives the bounds.
        observed: variables to keep in every state to the end of play.
        states: the most states of a search.
        memory: says how many bytes may be taken now; more may be allowed later.
        until: a `time.monotonic()` at which it ends, unless the watch says so earlier; None: then only.
    """
    watch.begin("looking for good play")
    try:
        with within(until, lambda: watch.over):
            _Search(program, classed, worth, watch, observed, states, memory, until).go_on()
    except OutOfTime:
        pass


class _Search:
    """Looking for good play with all options, and with those that some heroes took."""

    def __init__(
        self,
        program: Program,
        classed: Program,
        worth: Floats,
        watch: Watch,
        observed: tuple[str, ...],
        states: int | None,
        memory: Callable[[], float],
        until: float | None,
    ) -> None:
        self._program, self._worth, self._watch, self._observed, self._until = program, worth, watch, observed, until
        self._states, self._memory = states, memory
        self._patient = until is None and watch.deadline is None
        self._whole = classed
        found = reached(self._whole, self._whole.entry).intersection(self._whole.points())
        self._kept: dict[NodeId, set[int]] = {
            point: set()
            for point in found
            if point < len(program.nodes) and program.places[point] != "hero" and point != program.entry
        }
        self._wide, self._room = Seeking(self._whole, worth, observed, memory), True
        self._before = (0.0, 1.0)
        """Bounds found in searches with all options that were given up."""
        self._above, self._more = Above(program, worth), True
        self._listed = 0
        """States looked at in searches that were given up."""

    def go_on(self) -> None:
        """Until there is nothing more to do.

        Raises:
            OutOfTime: it is so.
        """
        self._more = self._above.step(lambda _share: look())
        self._play(self._wide, FIRST)
        hero = self._wide.average()
        self._play(self._wide, FIRST, hero)
        self._learn(self._wide.taken(hero, lambda _share: look()))
        seconds = 2 * FIRST
        tried: dict[NodeId, frozenset[int]] = {}
        while True:
            kept = {point: frozenset(options) for point, options in self._kept.items()}
            try:
                with beside(partial(self._ask_around, seconds)) as asked:
                    if any(kept.values()) and kept != tried:
                        self._narrow(kept, seconds)
                    asked()
            finally:
                self._watch.learn(*self._known())
            tried = kept
            self._play(self._wide, 0.0)
            if not self._room and self._patient:
                raise OutOfTime
            seconds *= LONGER

    def _known(self) -> tuple[float, float]:
        """Bounds found with all options."""
        return max(self._before[0], self._wide.low), min(self._before[1], self._wide.high)

    def _ask_around(self, seconds: float, go_on: Callable[[float], None]) -> None:
        """For so long let this hero and that look for good play, and keep the options that they take.

        Between two of them a bound from above is looked for.

        This runs in the second thread, which must not report progress.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._more = self._more and self._above.step(go_on)
            if not self._room:
                self._before = self._known()
                self._wide, self._room = Seeking(self._whole, self._worth, self._observed, self._memory), True
            self._room = self._pass(self._wide, ASIDE, None, go_on)
            hero = self._wide.somebody()
            self._room = self._room and self._pass(self._wide, FIRST, hero, go_on)
            self._learn(self._wide.taken(hero, go_on))

    def _narrow(self, kept: dict[NodeId, frozenset[int]], seconds: float) -> None:
        """Let all heroes play with the options that are kept, as long as they gain by it.

        Args:
            kept: by point the numbers of the options.
            seconds: how long between two looks at what they gain, twice.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        few = Target(observed=self._observed, numbers=False, chapters=False)
        narrow = Seeking(reduced(narrowed(self._program, kept), few), self._worth, self._observed, self._memory)
        before, room = -1.0, True
        while room and not narrow.is_known() and narrow.low - before > STALLED * min(narrow.low, 1.0 - narrow.low):
            before = narrow.low
            room = self._play(narrow, seconds / 2, narrow=True)
        self._listed += narrow.listed
        del narrow
        give_memory_back()

    def _play(self, work: Seeking, seconds: float, root: int | None = None, *, narrow: bool = False) -> bool:
        """Look for good play for so long; False where there is no room for more states.

        Args:
            work: the search.
            seconds: how long, unless all of its book is known earlier.
            root: where plays begin; None: where the book does.
            narrow: options were left out, so that only the bound from below holds for the book.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        watch, told = self._watch, 0.0
        end = time.monotonic() + seconds
        try:
            while True:
                room = work.play(root=root)
                now = time.monotonic()
                late = watch.over or (self._until is not None and now > self._until)
                full = self._states is not None and work.states > self._states
                high = self._above.high if narrow else min(work.high, self._above.high)
                close = min(high, watch.high) - max(work.low, watch.low) <= CLOSE
                if now > told + EVERY:
                    watch.learn(work.low, high)
                    told = now
                watch.count(self._listed + work.listed)
                if late or full or close:
                    raise OutOfTime
                if not room or now > end or work.is_known(root):
                    return room
        finally:  # what was found holds, however it ends
            watch.learn(work.low, self._above.high if narrow else min(work.high, self._above.high))

    def _pass(self, work: Seeking, seconds: float, root: int | None, go_on: Callable[[float], None]) -> bool:
        """The same as `_play`, but without reporting progress."""
        end = time.monotonic() + seconds
        while work.play(root=root):
            go_on(0.0)
            if time.monotonic() > end or (self._states is not None and work.states > self._states):
                return True
        return False

    def _learn(self, taken: dict[NodeId, Ints]) -> None:
        """Keep the options that good play takes."""
        for point, times in taken.items():
            if point in self._kept and times.sum() > RARE * REHEARSALS:
                enough = min(OFTEN * REHEARSALS, int(times.max()))
                self._kept[point].update((np.flatnonzero(times >= enough) - 1).tolist())


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
