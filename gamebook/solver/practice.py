"""Good play of a book that is too large to be solved: a reader practises, and then shows what that was good for.

What practice learns is a guess for each option of each decision (`kernels.practice`). It is not proven, but what a
reader who follows the guesses wins is found out by fresh plays, as for any other policy: best play wins no less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt

import numpy as np
from msgspec import Struct

from gamebook.errors import LimitReached
from gamebook.kernels import practice as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.guesses import ALIKE, Features
from gamebook.kernels.player import Taught
from gamebook.kernels.practice import (
    OPEN,
    PLAYS,
    POINTS,
    TAKEN,
    UNFINISHED,
    WON,
    Learned,
    Outcome,
    States,
    Trail,
)
from gamebook.kernels.seeking import Guide
from gamebook.model.book import HERO_BLOCK
from gamebook.program.code import Decide, NodeId, Program
from gamebook.program.liveness import Liveness, liveness
from gamebook.program.narrow import Leaf, Rule
from gamebook.program.script import Spot, passed_over, script
from gamebook.solver.estimate import Estimate, proportion
from gamebook.solver.rules import rule
from gamebook.solver.sample import NO_FEATURES, room_for

ROUND = 4_000_000
"""Points (chapters, decisions, rounds of fights) of the first round; each of the next has twice as many."""
LONGEST = 6
"""Rounds after which they become no longer."""
CHUNK = 50_000
"""Points passed between two looks at the clock: some hundredths of a second."""
MOST_POINTS = 1_000
"""A play that is longer is given up."""
WIDEST = 64
"""The most values of a variable that have a weight of their own."""
MOST_WEIGHTS = 1_000_000
"""The most weights: if there would be more, fewer values have one of their own."""
MOST_VALUES = 10_000_000
"""Values of numbers, at all decisions, for one who plays the whole book by what was learned."""
LEAST_VALUES = 2
CURIOUS, WILD, RATE = 0.15, 0.1, 0.1
"""Where a round begins; at its end nothing is tried for its own sake any more."""
LEAST_RATE = 0.002
CALM = 0.998
"""In every second round what lies behind a roll counts so much of what lies before it. In the rounds before, readers
learn what can be won at all; in these, to win it with few rolls, so that a search has fewer states to look at."""
AVERAGE = 0.05
"""How much the last chunk counts in the mean of all weights so far, which plays more evenly."""
TRIALS = 2_000
"""Plays that decide which of two policies is the better one."""
SHOWN = 10_000
"""Fresh plays by which it is found out what the better one wins."""
ROWS = 3_000
"""States of each decision that are looked at for rules."""
CONFIDENCE = 0.99
TRIED = 3
"""Streams of random numbers for the fresh plays of a round; those for rules are others, so that practice stays the same
whether or not rules are made beside it."""

GoOn = Callable[[float], None]
"""Called every few milliseconds; it may raise to break off."""


class Taken(Struct, frozen=True):
    """How plays went on at a decision: how often each option was open, and taken."""

    chapter: str
    """Where the decision was made: a trigger can ask in many chapters. `hero` for the hero block."""
    decision: str
    """Its address."""
    owner: str
    """Who decided: `reader` or `rival`."""
    met: float
    """How often in one play, on average, the decision was made: something was open."""
    options: Mapping[str, tuple[float, float]]
    """By address, in the order written: how often in one play, on average, the option was open, and was taken."""


class Practised(Struct, frozen=True):
    """What a reader wins who has practised."""

    win: Estimate
    plays: int
    """Fresh plays, from which nothing was learned."""
    practice: int
    """Plays before them."""
    confidence: float
    seed: int
    endings: Mapping[str, float]
    """The share of plays that ended in each."""
    failures: Mapping[str, float]
    """By chapter the share of plays that ended there and did not win."""
    rivals: bool
    """There is a rival, who practised as well: best play against best play may win less."""
    choices: tuple[Taken, ...]
    """Decisions that plays came to, in the order of the program. In very long plays some options are taken at random;
    these are counted like all others."""

    @property
    def given_up(self) -> int:
        """Plays that went on for very long, and came to no ending."""
        return round(self.plays * max(0.0, 1.0 - sum(self.endings.values())))

    @property
    def taken(self) -> Mapping[tuple[str, str], float]:
        """How often one play takes an option, on average: by the addresses of the decision and of the option."""
        found: dict[tuple[str, str], float] = {}
        for each in self.choices:
            for option, (_, often) in each.options.items():
                found[each.decision, option] = found.get((each.decision, option), 0.0) + often
        return found


_NONE: Ints = np.zeros(0, np.int64)
NO_GUIDE = Guide(False, NO_FEATURES, np.zeros(0), _NONE)
"""For a search without practice."""


class Practice:
    """A reader who practises a book, round after round."""

    def __init__(self, program: Program, worth: Floats, seed: int = 1, observed: tuple[str, ...] = ()) -> None:
        """Nothing is learned yet.

        Args:
            program: the book, reduced: the fewer variables matter, the less there is to learn.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            observed: variables to keep in every state to the end of play.
            seed: of all random numbers; the same seed leads to the same policy after as many rounds.
        """
        self.program, self._worth, self.seed = program, worth, seed
        self._live = liveness(program, observed)
        self._script, self._spots = script(program)
        self._nodes = [number for number, node in enumerate(program.nodes) if isinstance(node, Decide)]
        values = WIDEST
        self._features, size = _features(program, self._live, self._nodes, values)
        while size > MOST_WEIGHTS and values > LEAST_VALUES:
            values //= 2
            self._features, size = _features(program, self._live, self._nodes, values)
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
            np.zeros(MOST_POINTS, np.int64),
        )
        self._room = room_for(program, self._script.code)
        self._counter = np.array([seed], np.int64)
        self._rounds, self._plays = 0, 0
        self._chapter = np.full(len(program.nodes), -1, np.int32)
        self._chapter[list(program.chapters.values())] = np.arange(len(program.chapters))
        self._chapter = self._chapter[passed_over(program)]
        self._shown = self._nothing()
        self._ruled = 0
        """How often rules were made."""
        self._mark = -1.0
        """The share of trials that the best policy so far has won."""

    @property
    def bytes(self) -> int:
        """Memory held by what is learned, and by copies of it at the end of a round."""
        kept = sum(array.nbytes for array in (*self._learned, self._best, self._mean))
        return kept + 2 * self._best.nbytes

    @property
    def guide(self) -> Guide:
        """The best policy so far, to be followed in a search."""
        return Guide(True, self._features, self._best, np.zeros(self._widest, np.int64))

    @property
    def rounds(self) -> int:
        """How many rounds are over."""
        return self._rounds

    @property
    def won(self) -> float:
        """The share of fresh plays that the best policy so far has won; 0 before the first round is over."""
        return float(self._shown.done[WON]) / max(1, int(self._shown.done[PLAYS]))

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return sqrt(self.won * (1.0 - self.won) / max(1, int(self._shown.done[PLAYS])))

    @property
    def result(self) -> Practised | None:
        """What the best policy so far wins; None before the first round is over."""
        shown, program = self._shown, self.program
        plays = int(shown.done[PLAYS])
        if not plays:
            return None
        return Practised(
            win=proportion(int(shown.done[WON]), plays, CONFIDENCE, int(shown.done[UNFINISHED])),
            plays=plays,
            practice=self._plays,
            confidence=CONFIDENCE,
            seed=self.seed,
            endings=dict(zip(program.endings, (shown.ended / plays).tolist(), strict=True)),
            failures=dict(zip([*program.chapters, HERO_BLOCK], (shown.failed / plays).tolist(), strict=True)),
            rivals=bool((self._features.sign < 0.0).any()),
            choices=tuple(_taken(self._spots, shown.options / plays)),
        )

    def taught(self, program: Program) -> Taught:
        """The best policy so far, to be followed by a player of the whole book.

        Args:
            program: the book, lowered. Decisions, options and variables have the same numbers as in the program that
                was practised; only values may be kept apart that are one there.

        Raises:
            LimitReached: its numbers have too many values.
        """
        f, least, begins, count = self._features, list[Ints](), list[int](), 0
        begun = dict[tuple[int, tuple[int, ...] | None], int]()
        """Where the values of a variable begin: at many decisions they are the same."""
        for d, number in enumerate(self._nodes):
            node, practised = program.nodes[number], self.program.nodes[number]
            assert isinstance(node, Decide) and isinstance(practised, Decide)
            assert [each.address for each in node.options] == [each.address for each in practised.options]
            standing = self.program.least.get(number, {})
            for v in f.variable[f.start[d] : f.start[d + 1]].tolist():
                cell = self.program.cells[v]
                assert (cell.name, cell.low, cell.high) == (
                    program.cells[v].name,
                    program.cells[v].low,
                    program.cells[v].high,
                )
                kept = standing.get(cell.name)
                if (v, kept) not in begun:
                    values = cell.high - cell.low + 1
                    if count + values > MOST_VALUES:
                        raise LimitReached(
                            f"{cell.name} can be anything from {cell.low} to {cell.high}: too many values to learn from"
                        )
                    least.append(np.arange(values) if kept is None else np.array(kept, np.int64) - cell.low)
                    begun[v, kept], count = count, count + values
                begins.append(begun[v, kept])
        decision = np.full(len(program.nodes), -1, np.int32)
        decision[self._nodes] = np.arange(len(self._nodes))
        return Taught(
            follows=True,
            features=f._replace(decision=decision[passed_over(program)]),
            weights=self._best,
            seen=np.zeros(self._widest, np.int64),
            least=np.concatenate([np.zeros(0, np.int64), *least]),
            begins=np.array(begins, np.int64),
            patience=MOST_POINTS // 2,
        )

    def practise(self, go_on: GoOn) -> None:
        """Practise to the end of a round, and play afresh with what was learned.

        Args:
            go_on: called every few milliseconds; it may raise to break off. The next call goes on there.
        """
        points, done, k = ROUND << min(self._rounds, LONGEST), self._done, self._learned
        calm = CALM if self._rounds % 2 else 1.0
        while done[POINTS] < points:
            left = 1.0 - done[POINTS] / points
            kernel.practise(
                self._script, self._features, k, self._trail, self._room, self._worth, self._counter, MOST_POINTS,
                min(CHUNK, points - int(done[POINTS])), CURIOUS * left, WILD * left, RATE * left + LEAST_RATE, calm,
                done,
            )  # fmt: skip
            self._mean += AVERAGE * (k.worth - self._mean)
            go_on(0.0)
        # What the round found out is kept all at once: another thread may ask for it, and this may be broken off.
        mark, best, shown = self._mark, self._best, self._shown
        first = TRIED * self._rounds
        for number, weights in enumerate((k.worth.copy(), self._mean.copy())):
            tried = self._tried(weights, TRIALS, first + number, go_on).done
            if tried[WON] / tried[PLAYS] > mark:
                mark, best, shown = tried[WON] / tried[PLAYS], weights, self._nothing()
        more = self._tried(best, SHOWN, first + 2, go_on)
        self._mark, self._best = mark, best
        self._shown = Outcome(*(one + other for one, other in zip(shown, more, strict=True)))
        self._rounds += 1
        self._plays += int(done[PLAYS])
        k.worth[:] = self._best
        self._mean, self._done = self._best.copy(), np.zeros(4, np.int64)

    def rules(self, losses: Sequence[float], go_on: GoOn, most: int = ROWS) -> list[dict[NodeId, Rule]]:
        """The best policy so far in a few simple rules: for each decision of the reader, which options are taken when.

        Args:
            losses: chances to win that may be lost at each place to make a rule simpler; there are rules for each.
            go_on: as in `practise`, beside which this may run.
            most: states of each decision that are looked at.
        """
        f, nodes = self._features, self.program.nodes
        options = max((len(node.options) for node in nodes if isinstance(node, Decide)), default=0)
        states = self._no_states(most, options)
        self._ruled += 1
        plays = int(self._tried(self._best, TRIALS, -self._ruled, go_on, states).done[PLAYS])
        found: list[dict[NodeId, Rule]] = [{} for _ in losses]
        for d, number in enumerate(self._nodes):
            node = nodes[number]
            assert isinstance(node, Decide)
            if node.owner == "rival" or self.program.places[number] == HERO_BLOCK:
                continue
            met, shut = int(states.met[d]), frozenset({-1} if states.shut[d] else ())
            some = min(met, most)
            if some:
                rows, guesses = states.rows[d, :some], states.guesses[d, :some, : len(node.options)]
                variables = f.variable[f.start[d] : f.start[d + 1]]
                for rules, loss in zip(found, losses, strict=True):
                    rules[number] = rule(rows, guesses, met / some / plays, variables, loss, shut)
                    go_on(0.0)
            else:
                for rules in found:
                    rules[number] = Leaf(shut)
        return found

    def _tried(self, weights: Floats, plays: int, stream: int, go_on: GoOn, states: States | None = None) -> Outcome:
        """What came of some plays by what was learned, with a stream of random numbers of their own."""
        counter = np.array([(self.seed << 40) + (stream << 20)], np.int64)
        states = states or self._no_states(0, 0)
        room, seen = room_for(self.program, self._script.code), np.zeros(self._widest, np.int64)
        found = self._nothing()
        while found.done[PLAYS] < plays:
            kernel.try_out(
                self._script, self._features, weights, seen, room, self._worth, self._chapter, counter, MOST_POINTS,
                plays, CHUNK, found, states,
            )  # fmt: skip
            go_on(0.0)
        return found

    def _nothing(self) -> Outcome:
        """Of no plays."""
        endings, chapters = len(self.program.endings), len(self.program.chapters)
        return Outcome(
            np.zeros(4, np.int64),
            np.zeros(endings, np.int64),
            np.zeros(chapters + 1, np.int64),
            np.zeros((len(self._spots), 2), np.int64),
        )

    def _no_states(self, most: int, options: int) -> States:
        """Room for so many states of each decision."""
        decisions = len(self._nodes)
        return States(
            np.zeros((decisions, most, self._widest), np.int32),
            np.zeros((decisions, most, options)),
            np.zeros(decisions, np.int64),
            np.zeros(decisions, np.int64),
        )


def _taken(spots: tuple[Spot, ...], often: Floats) -> Iterator[Taken]:
    """What plays did at each decision that they came to.

    Args:
        spots: what is counted. A decision stands there twice where passes left other options in one copy of it.
        often: float64[spots, 2], per play, as in `Outcome.options`.
    """
    met: dict[Spot, float] = {}
    options: dict[Spot, dict[str, tuple[float, float]]] = {}
    for spot, row in zip(spots, often.tolist(), strict=True):
        if not spot.decision:
            continue
        here = Spot(spot.chapter, spot.decision, "", spot.owner)
        known = options.setdefault(here, {})
        if spot.option:
            is_open, taken = known.get(spot.option, (0.0, 0.0))
            known[spot.option] = is_open + row[OPEN], taken + row[TAKEN]
        else:
            met[here] = met.get(here, 0.0) + row[OPEN]
    for here, times in met.items():
        if times:
            yield Taken(here.chapter, here.decision, here.owner, times, options[here])


def _features(program: Program, live: Liveness, nodes: list[NodeId], most: int) -> tuple[Features, int]:
    """What is seen at each decision, and how many weights there are.

    Args:
        program: the book.
        live: which variables matter where.
        nodes: of the decisions.
        most: the most values of a variable that have a weight of their own.
    """
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
                at += min(cell.high - cell.low + 1, most)
        start.append(len(variables))
        block.append(at)
        first.append(size)
        met.append(counted - 1)
        sign.append(-1.0 if node.owner == "rival" else 1.0)
        size += at * len(node.options)
        counted += at - 1
    cells = [program.cells[v] for v in variables]
    return Features(
        decision=decision[passed_over(program)],
        start=np.array(start, np.int64),
        variable=np.array(variables, np.int32),
        low=np.array([cell.low for cell in cells], np.int64),
        values=np.array([min(cell.high - cell.low + 1, most) for cell in cells], np.int64),
        place=np.array(places, np.int64),
        block=np.array(block, np.int64),
        first=np.array(first, np.int64),
        met=np.array(met, np.int64),
        sign=np.array(sign, np.float64),
    ), size
