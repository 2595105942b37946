"""Good play of a book that is too large to be solved: a reader practises, and then shows what that was good for.

What practice learns is a guess for each option of each decision (`kernels.practice`). It is not proven, but what a
reader who follows the guesses wins is found out by fresh plays, as for any other policy: best play wins no less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gamebook.kernels import practice as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.practice import ALIKE, PLAYS, POINTS, UNFINISHED, WON, Features, Learned, Trail
from gamebook.program.code import Decide, NodeId, Program
from gamebook.program.liveness import Liveness, liveness
from gamebook.program.narrow import Leaf, Rule
from gamebook.program.script import script
from gamebook.solver.estimate import Estimate, proportion
from gamebook.solver.rules import rule
from gamebook.solver.sample import room_for

ROUND = 4_000_000
"""Points (chapters, decisions, rounds of fights) of the first round; each of the next has twice as many."""
LONGEST = 6
"""Rounds after which they become no longer."""
CHUNK = 50_000
"""Points passed between two looks at the clock: some hundredths of a second."""
MOST_POINTS = 1_000
"""A play that is longer is given up."""
WIDEST = 64
"""Values of a variable that are told apart."""
CURIOUS, WILD, RATE = 0.15, 0.1, 0.1
"""Where a round begins; at its end nothing is tried for its own sake any more."""
LEAST_RATE = 0.002
AVERAGE = 0.05
"""How much the last chunk counts in the mean of all weights so far, which plays more evenly."""
TRIALS = 2_000
"""Plays that decide which of two policies is the better one."""
SHOWN = 10_000
"""Fresh plays by which it is found out what the better one wins."""
ROWS = 3_000
"""States of each decision that are looked at for rules."""
CONFIDENCE = 0.99

GoOn = Callable[[float], None]
"""Called every few milliseconds; it may raise to break off."""


@dataclass(frozen=True, slots=True)
class Practised:
    """What a reader wins who has practised."""

    win: Estimate
    plays: int
    """Fresh plays, from which nothing was learned."""
    practice: int
    """Plays before them."""
    confidence: float
    seed: int
    rivals: bool
    """There is a rival, who practised as well: best play against best play may win less."""


class Practice:
    """A reader who practises a book, round after round."""

    def __init__(self, program: Program, worth: Floats, seed: int = 1) -> None:
        """Nothing is learned yet.

        Args:
            program: the book, reduced: the fewer variables matter, the less there is to learn.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            seed: of all random numbers; the same seed leads to the same policy after as many rounds.
        """
        self.program, self._worth, self._seed = program, worth, seed
        self._live = liveness(program)
        self._script, _ = script(program)
        self._nodes = [number for number, node in enumerate(program.nodes) if isinstance(node, Decide)]
        self._features, size = _features(program, self._live, self._nodes)
        f = self._features
        self._learned = Learned(np.zeros(size), np.zeros(size), np.zeros(size, np.int64), np.zeros(size, np.int64))
        self._best, self._mean = self._learned.worth.copy(), self._learned.worth.copy()
        self._done: Ints = np.zeros(4, np.int64)
        """Of the round under way."""
        self._widest = int(np.diff(f.start).max(initial=0)) + 1
        self._trail = Trail(
            np.zeros(MOST_POINTS, np.int64),
            np.zeros(MOST_POINTS, np.int64),
            np.zeros((MOST_POINTS, self._widest), np.int64),
            np.zeros(MOST_POINTS),
        )
        self._room = room_for(program, self._script.code)
        self._counter = np.array([seed], np.int64)
        self._rounds, self._plays, self._trials = 0, 0, seed
        self._shown: Ints = np.zeros(4, np.int64)
        self._mark = -1.0
        """The share of trials that the best policy so far has won."""

    @property
    def result(self) -> Practised | None:
        """What the best policy so far wins; None before the first round is over."""
        plays, unfinished = int(self._shown[PLAYS]), int(self._shown[UNFINISHED])
        if not plays:
            return None
        won = proportion(int(self._shown[WON]), plays, CONFIDENCE, unfinished)
        return Practised(won, plays, self._plays, CONFIDENCE, self._seed, bool((self._features.sign < 0.0).any()))

    def practise(self, go_on: GoOn) -> None:
        """Practise to the end of a round, and play afresh with what was learned.

        Args:
            go_on: called every few milliseconds; it may raise to break off. The next call goes on there.
        """
        points, done, k = ROUND << min(self._rounds, LONGEST), self._done, self._learned
        while done[POINTS] < points:
            left = 1.0 - done[POINTS] / points
            kernel.practise(
                self._script, self._features, k, self._trail, self._room, self._worth, self._counter, MOST_POINTS,
                min(CHUNK, points - int(done[POINTS])), CURIOUS * left, WILD * left, RATE * left + LEAST_RATE, done,
            )  # fmt: skip
            self._mean += AVERAGE * (k.worth - self._mean)
            go_on(0.0)
        for weights in (k.worth.copy(), self._mean):
            tried = self._tried(weights, TRIALS, go_on)
            mark = tried[WON] / tried[PLAYS]
            if mark > self._mark:
                self._mark, self._best, self._shown = mark, weights, np.zeros(4, np.int64)
        self._shown = self._shown + self._tried(self._best, SHOWN, go_on)
        self._rounds += 1
        self._plays += int(done[PLAYS])
        k.worth[:] = self._best
        self._mean, self._done = self._best.copy(), np.zeros(4, np.int64)

    def rules(self, loss: float, go_on: GoOn) -> dict[NodeId, Rule]:
        """The best policy so far in a few simple rules: for each decision of the reader, which options are taken when.

        Args:
            loss: chance to win that may be lost at each place to make a rule simpler.
            go_on: as in `practise`, beside which this may run.
        """
        f, nodes = self._features, self.program.nodes
        options = max((len(node.options) for node in nodes if isinstance(node, Decide)), default=0)
        states = _States.empty(len(self._nodes), ROWS, len(self.program.cells), options)
        plays = int(self._tried(self._best, TRIALS, go_on, states)[PLAYS])
        found: dict[NodeId, Rule] = {}
        for d, number in enumerate(self._nodes):
            node = nodes[number]
            assert isinstance(node, Decide)
            if node.owner == "rival" or self.program.places[number] == "hero":
                continue
            met, shut = int(states.met[d]), frozenset({-1} if states.shut[d] else ())
            some = min(met, ROWS)
            if some:
                rows, guesses = states.rows[d, :some], states.guesses[d, :some, : len(node.options)]
                variables = f.variable[f.start[d] : f.start[d + 1]]
                found[number] = rule(rows, guesses, met / some / plays, variables, loss, shut)
            else:
                found[number] = Leaf(shut)
            go_on(0.0)
        return found

    def _tried(self, weights: Floats, plays: int, go_on: GoOn, states: _States | None = None) -> Ints:
        """int64[4]: what came of some plays by what was learned."""
        states = states or _States.empty(len(self._nodes), 0, len(self.program.cells), 0)
        self._trials += 1
        counter = np.array([self._trials << 40], np.int64)
        room, seen = room_for(self.program, self._script.code), np.zeros(self._widest, np.int64)
        done = np.zeros(4, np.int64)
        while done[PLAYS] < plays:
            kernel.try_out(
                self._script, self._features, weights, seen, room, self._worth, counter, MOST_POINTS, plays, CHUNK,
                done, states.rows, states.guesses, states.met, states.shut,
            )  # fmt: skip
            go_on(0.0)
        return done


@dataclass(frozen=True, slots=True)
class _States:
    """States in which something was decided, for each decision a fair sample."""

    rows: Ints
    guesses: Floats
    met: Ints
    shut: Ints

    @classmethod
    def empty(cls, decisions: int, most: int, variables: int, options: int) -> _States:
        """Room for so many states of each decision."""
        return cls(
            np.zeros((decisions, most, variables), np.int64),
            np.zeros((decisions, most, options)),
            np.zeros(decisions, np.int64),
            np.zeros(decisions, np.int64),
        )


def _features(program: Program, live: Liveness, nodes: list[NodeId]) -> tuple[Features, int]:
    """What is seen at each decision, and how many weights there are."""
    decision = np.full(len(program.nodes), -1, np.int32)
    start, variables, places = [0], [], []
    block: list[int] = []
    first, met, sign = [], [], []
    size, counted = ALIKE, 0
    for number in nodes:
        node = program.nodes[number]
        assert isinstance(node, Decide)
        decision[number] = len(block)
        at = 1
        for v, cell in enumerate(program.cells):
            if live.live[number] >> v & 1 and cell.high > cell.low:
                variables.append(v)
                places.append(at)
                at += min(cell.high - cell.low + 1, WIDEST)
        start.append(len(variables))
        block.append(at)
        first.append(size)
        met.append(counted - 1)
        sign.append(-1.0 if node.owner == "rival" else 1.0)
        size += at * len(node.options)
        counted += at - 1
    cells = [program.cells[v] for v in variables]
    return Features(
        decision=decision,
        start=np.array(start, np.int64),
        variable=np.array(variables, np.int32),
        low=np.array([cell.low for cell in cells], np.int64),
        values=np.array([min(cell.high - cell.low + 1, WIDEST) for cell in cells], np.int64),
        place=np.array(places, np.int64),
        block=np.array(block, np.int64),
        first=np.array(first, np.int64),
        met=np.array(met, np.int64),
        sign=np.array(sign, np.float64),
    ), size
