"""Bounds of best play in a book that is too large for lists and for arrays: only states that good plays pass.

The kernel is `kernels.seeking`. Good play is found by playing: what won before is played again, and what chance brings
on the way is looked at, the likelier the more is still to be found there. What is found is a bound that holds, whoever
looks: the chance to win with the options taken, everything not looked at counted as lost (or, for the bound from above,
as won, or as what `solver.above` says).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

import numpy as np

from gamebook.kernels import rehearsal
from gamebook.kernels import seeking as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.guesses import Features
from gamebook.kernels.seeking import LISTED, Ceiling, Habits, Known
from gamebook.kernels.states import STATES, known_states
from gamebook.model.book import HERO_BLOCK
from gamebook.program.code import Enter, NodeId, Note, Program
from gamebook.program.encode import encode, rivals
from gamebook.program.liveness import liveness
from gamebook.solver.above import Above
from gamebook.solver.listing import Listing, resized
from gamebook.solver.practice import NO_GUIDE, Practice
from gamebook.solver.watch import CLOSE

STEPS = 20_000
"""States passed between two looks at the clock and at the job: some hundredths of a second."""
MOST_STEPS = 5_000
"""A play that is longer is broken off."""
VENTURES = 0.3
"""The share of plays that go for what could be best, not for what is known to be good."""
WILD = 0.05
"""The share of decisions taken at random."""
GUIDED = 0.05, 0.005
"""The same two, where what was learned by practice is followed: who leaves the way soon comes to states that are of no
use to other plays."""
NEARLY = 0.98
"""When such a share of what practised readers win is proven, plays leave the way more often, for there may be more."""
FEW_VALUES = 3
"""A variable of which the values take no more bits than this number is an item or a codeword; states that are alike
agree in it."""
PLACES = 1 << 20
"""Places for experience."""
REHEARSALS = 300
"""Plays in which options that good play takes are counted."""
MOST_ROLLS = 100
"""States between the start and the end of the hero block; of a longer one the middle is as good."""
SWEEPS = 100
"""How often states are gone through to find those from which a win is near."""


class Seeking:
    """A search for good play that can be gone on with."""

    def __init__(
        self,
        program: Program,
        worth: Floats,
        observed: tuple[str, ...] = (),
        memory: Callable[[], float] = lambda: inf,
        practice: Practice | None = None,
        above: Above | None = None,
        copies: Mapping[NodeId, NodeId] | None = None,
    ) -> None:
        """Nothing is known yet.

        Args:
            program: the book.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            observed: variables to keep in every state to the end of play.
            memory: says how many bytes this search may take now.
            practice: of this program: what was learned so far is followed. None: experience of this search alone.
            above: of this program or of the one that it was narrowed from: what it knows so far are bounds of states.
            copies: the points of that one that new points are copies of.
        """
        self._program, self._memory = program, memory
        self._listing = Listing.begin(encode(program, liveness(program, observed)))
        code = self._listing.code
        self.root = self._listing.add(int(code.point[program.entry]), code.start)
        self._rivals = rivals(program, code)
        self.known = Known(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0), np.zeros(0))
        self._fit()
        self.known.low[: len(worth)] = self.known.high[: len(worth)] = worth
        self._habits = Habits(_alike(code), np.full(PLACES, -1.0))
        self._guide, self._hoped = (NO_GUIDE, 0.0) if practice is None else (practice.guide, practice.won)
        if practice is not None:
            _agree(self._guide.features, code)
        ceiling = None if above is None else above.ceiling(code, copies or {})
        self._ceiling = ceiling or Ceiling(
            code, self._listing.states, np.zeros(0), np.zeros(0, np.int32), code.start, np.zeros(0, np.int64)
        )
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
        """Memory held by what is known of states, and by experience."""
        arrays = (*self._listing.states, *self._listing.turns, *self.known, *self._habits)
        return sum(array.nbytes for array in arrays)

    def play(self, steps: int = STEPS, root: int | None = None) -> bool:
        """Play on, until so many more states were passed; False where that would take more memory than this.

        Args:
            steps: how many.
            root: the state where plays begin; None: where the book does.
        """
        ls = self._listing
        ventures, wild = GUIDED if self.low < NEARLY * self._hoped else (VENTURES, WILD)
        while not kernel.seek(
            ls.code, ls.states, ls.turns, ls.counts, ls.room, self.known, self._habits, self._guide, self._ceiling,
            self._rivals, self.root if root is None else root, self._path, self._taken, self.done, self._counter, steps,
            ventures, wild,
        ):  # fmt: skip
            if 2 * self.bytes > self._memory():
                return False
            ls.more_room()
            self._fit()
        return True

    def is_known(self, root: int | None = None) -> bool:
        """Whether the bounds of a state, or of the book, are close."""
        return self.open(root) <= CLOSE

    def open(self, root: int | None = None) -> float:
        """How far from each other the bounds of a state, or of the book, are."""
        state = self.root if root is None else root
        return float(self.known.high[state] - self.known.low[state])

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

    def place(self, state: int) -> tuple[NodeId, Ints]:
        """Where a state is in the book, and the values of all variables; of those that no longer matter, the first."""
        code, point = self._listing.code, int(self._listing.states.point[state])
        key, env = self._listing.states.key[state], code.start.copy()
        for f in range(code.field_start[point], code.field_start[point + 1]):
            value = (key[code.field_word[f]] >> code.field_shift[f]) & code.field_mask[f]
            env[code.field_variable[f]] = value + code.field_low[f]
        return int(code.point_node[point]), env

    def low_at(self, node: NodeId, env: Ints) -> float | None:
        """What is won for certain from a place with these values; None where no play has come there."""
        ls, passed = self._listing, self._program.nodes[node]
        point = int(ls.code.point[node])
        found = -1 if point < 0 else int(known_states(ls.code, ls.states, point, env[None])[0])
        if found >= 0:
            return float(self.known.low[found])
        # Where chapters are not told apart, play does not come to their starts, but to what is next.
        return self.low_at(passed.next, env) if isinstance(passed, Enter | Note) else None

    def _makes_hero(self, state: int) -> bool:
        code = self._listing.code
        if state < code.endings:
            return False
        return bool(self._program.places[code.point_node[self._listing.states.point[state]]] == HERO_BLOCK)

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


def _agree(f: Features, code: Code) -> None:
    """What is seen at a decision must be what its states keep, in the same order."""
    for point, node in enumerate(code.point_node):
        if f.decision[node] >= 0:
            seen = f.variable[f.start[f.decision[node]] : f.start[f.decision[node] + 1]]
            assert np.array_equal(seen, code.field_variable[code.field_start[point] : code.field_start[point + 1]])


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
