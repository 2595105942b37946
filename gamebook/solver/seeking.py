"""Bounds of best play in a book that is too large for lists and for arrays: only states that good plays pass.

The kernel is `kernels.seeking`. Good play is found by playing: what won before is played again, and what chance brings
on the way is looked at, the likelier the more is still to be found there. What is found is a bound that holds, whoever
looks: the chance to win with the options taken, everything not looked at counted as lost (or, for the bound from above,
as won).

Most options never help. A reader who has practised (`solver.practice`) knows which, and all others are left out
(`program.narrow`): in such a book the same states are soon met again, and nothing else need be remembered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from math import inf

import numpy as np

from gamebook.errors import OutOfTime
from gamebook.job import beside, current, look, within
from gamebook.kernels import seeking as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.practice import Features
from gamebook.kernels.seeking import LISTED, Known
from gamebook.kernels.states import STATES
from gamebook.program.code import Decide, NodeId, Program
from gamebook.program.compile import Target, reduced
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.program.narrow import Rule, narrowed
from gamebook.resources import give_memory_back
from gamebook.solver.above import Above
from gamebook.solver.listing import Listing, resized
from gamebook.solver.practice import Practice, Practised
from gamebook.solver.watch import CLOSE, Watch

STEPS = 20_000
"""States passed between two looks at the clock and at the job: some hundredths of a second."""
MOST_STEPS = 5_000
"""A play that is longer is broken off."""
VENTURES = 0.3
"""The share of plays that go for what could be best, not for what is known to be good."""
WILD = 0.05
"""The share of decisions taken at random."""
EACH = 0.4
"""The share of the memory for a search with all options, and for one with few."""
FIRST = 1.0
"""Seconds between two looks at what a search gains; a search with all options goes on for so long now and then."""
LOSS = 0.004
"""What rules may lose at each place to be simple: the fewer numbers they look at, the fewer states there are."""
FINER, COARSER = 0.5, 1.5
"""So much of that the next time, if little was left open, or much."""
OPEN = 0.01
"""Bounds of a search that are no farther from each other leave little open."""
STALLED = 0.03
"""They go on as long as they gain such a share of what is not known to be won, in as much time again."""
EVERY = 0.5
"""Seconds between two bounds that are told."""


class Seeking:
    """A search for good play that can be gone on with."""

    def __init__(
        self,
        program: Program,
        worth: Floats,
        observed: tuple[str, ...] = (),
        memory: Callable[[], float] = lambda: inf,
        practice: Practice | None = None,
    ) -> None:
        """Nothing is known yet.

        Args:
            program: the book.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            observed: variables to keep in every state to the end of play.
            memory: says how many bytes this search and another beside it may take now.
            practice: of this program; what was learned so far is followed. None: nothing was.
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
        self._guide = (practice or Practice(program, worth, observed=observed)).guide
        _agree(self._guide.features, code)
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
            ls.code, ls.states, ls.turns, ls.counts, ls.room, self.known, self._guide, self._rivals,
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

    def _fit(self) -> None:
        """As much room for what is known as there is for states."""
        old, room = len(self.known.first), len(self._listing.states.point)
        if room > old:
            self.known = Known(*(resized(array, room) for array in self.known))
            self.known.first[old:] = -1
            self.known.high[old:] = 1.0


class GoodPlay:
    """Good play of a book that is too large: first a reader practises, and then bounds are looked for."""

    def __init__(
        self,
        program: Program,
        classed: Callable[[], Program],
        worth: Floats,
        observed: tuple[str, ...] = (),
        states: int | None = None,
    ) -> None:
        """Nothing is known yet.

        Args:
            program: the book, lowered.
            classed: the same, reduced as `Target(numbers=False)` says.
            worth: float64[endings], what each ending is worth, from 0 to 1; the soft lock is worth least.
            observed: variables to keep in every state to the end of play.
            states: the most states of a search.
        """
        self._program, self._classed, self._worth = program, classed, worth
        self._observed, self._states = observed, states

    @cached_property
    def _practice(self) -> Practice:
        return Practice(self._classed(), self._worth, observed=self._observed)

    def practise(self, watch: Watch) -> None:
        """Practise for a second or so, and tell the watch what the reader then wins."""
        watch.begin("practising")
        with suppress(OutOfTime), within(watch.deadline, lambda: watch.over):
            self._practice.practise(lambda _share: look())
            watch.practised = self._practice.result
            watch.tell()

    def seek(self, watch: Watch, memory: Callable[[], float], until: float | None) -> None:
        """Tell the watch bounds of the chance to win, narrower and narrower, and what a practised reader wins.

        Args:
            watch: receives what is found.
            memory: says how many bytes may be taken now; more may be allowed later.
            until: a `time.monotonic()` at which it ends, unless the watch says so earlier; None: then only.
        """
        watch.begin("looking for good play")
        with suppress(OutOfTime), within(until, lambda: watch.over):
            _Search(
                self._program, self._practice, self._worth, watch, self._observed, self._states, memory, until
            ).go_on()


class _Search:
    """Looking for good play with all options, and with those that practised readers take."""

    def __init__(
        self,
        program: Program,
        practice: Practice,
        worth: Floats,
        watch: Watch,
        observed: tuple[str, ...],
        states: int | None,
        memory: Callable[[], float],
        until: float | None,
    ) -> None:
        self._program, self._worth, self._watch, self._observed, self._until = program, worth, watch, observed, until
        self._states, self._memory = states, memory
        self._practice = practice
        self._above, self._more = Above(program, worth), True
        self._listed = 0
        """States looked at in searches that are over."""

    def go_on(self) -> None:
        """Until there is nothing more to do.

        Raises:
            OutOfTime: it is so.
        """
        self._more = self._above.step(lambda _share: look())
        if self._practice.result is None:
            self._practise(lambda _share: look())
        self._tell()
        wide = Seeking(self._practice.program, self._worth, self._observed, self._memory, self._practice)
        room = self._play(wide, FIRST)
        loss, before = LOSS, self._practice.result
        tried: dict[NodeId, Rule] = {}
        while True:
            rules = self._practice.rules(loss, lambda _share: look())
            with beside(self._practise_on):
                if rules != tried:
                    loss *= FINER if self._narrow(rules) else COARSER
                elif current().cores != 1:
                    self._wait(before)
            if current().cores == 1:
                self._practise(lambda _share: look())
            tried, before = rules, self._practice.result
            self._tell()
            room = room and self._play(wide, FIRST)

    def _practise_on(self, go_on: Callable[[float], None]) -> None:
        """Practise until something else is to be done.

        This runs in the second thread, which must not report progress.
        """
        while True:
            self._practise(go_on)

    def _practise(self, go_on: Callable[[float], None]) -> None:
        """Practise to the end of a round; then a bound from above is looked for."""
        self._practice.practise(go_on)
        self._more = self._more and self._above.step(go_on)

    def _wait(self, before: Practised | None) -> None:
        """Until something more is known about practised play."""
        while self._practice.result == before:
            look()
            time.sleep(EVERY)

    def _tell(self) -> None:
        """Tell what a practised reader wins, if more is known of that."""
        found = self._practice.result
        if found != self._watch.practised:
            self._watch.practised = found
            self._watch.tell()

    def _narrow(self, rules: Mapping[NodeId, Rule]) -> bool:
        """Let all heroes play with the options that are kept, as long as they gain by it; True if little is left open.

        Args:
            rules: what is kept.

        Raises:
            OutOfTime: there is nothing more to do.
        """
        few = Target(observed=self._observed, numbers=False, chapters=False)
        program = reduced(narrowed(self._program, rules), few)
        practice = Practice(program, self._worth, observed=self._observed)
        practice.practise(lambda _share: look())
        narrow = Seeking(program, self._worth, self._observed, self._memory, practice)
        before, room = -1.0, True
        while room and not narrow.is_known() and narrow.low - before > STALLED * min(narrow.low, 1.0 - narrow.low):
            before = narrow.low
            room = self._play(narrow, FIRST, narrow=True)
        self._listed += narrow.listed
        known = narrow.high - narrow.low < OPEN
        del narrow
        give_memory_back()
        return known

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
                    self._tell()
                    told = now
                watch.count(self._listed + work.listed)
                if late or full or close:
                    raise OutOfTime
                if not room or now > end or work.is_known(root):
                    return room
        finally:  # what was found holds, however it ends
            watch.learn(work.low, self._above.high if narrow else min(work.high, self._above.high))


def _agree(f: Features, code: Code) -> None:
    """What is seen at a decision must be what its states keep, in the same order."""
    for point, node in enumerate(code.point_node):
        if f.decision[node] >= 0:
            seen = f.variable[f.start[f.decision[node]] : f.start[f.decision[node] + 1]]
            assert np.array_equal(seen, code.field_variable[code.field_start[point] : code.field_start[point + 1]])
