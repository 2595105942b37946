"""What a strategy is worth for any values of its parameters, from one listing of states.

The strategy's rules are looked at in all states at once; what is left is a book without decisions of the reader's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import numpy as np
from msgspec import Struct, field

from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.columns import columns_at, on_states
from gamebook.analysis.too_large import must_be_whole
from gamebook.comparisons import COMPARISONS
from gamebook.errors import UsageError
from gamebook.job import look
from gamebook.kernels.arrays import Floats, Ints, spans
from gamebook.kernels.bellman import MAXIMISE, MIX
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.arithmetic import parts, reads
from gamebook.model.book import PARAMETER, Book, Strategy
from gamebook.model.expression import Binary, Expr, Var
from gamebook.program.code import Decide
from gamebook.solver.manner import Manner
from gamebook.solver.solution import Played, Solved, play
from gamebook.solver.solving import solve
from gamebook.strategy.apply import Guidance
from gamebook.strategy.policy import check_sizes, share_in

MOST_VALUES = 10_000
"""Values of one parameter that may be tried, where a range is given."""


class Worth(Struct, frozen=True):
    """What a strategy is worth: to rounding, not by trying."""

    value: float
    """The chance to win; points under `aim score`."""
    points: float | None = None
    """Under `aim win then score` the points that come with it; nan where they have no total."""


class _Place(Struct, frozen=True):
    """A decision of the reader: its states, and when the strategy wants what."""

    columns: Mapping[str, Ints]
    wants: tuple[Expr, ...]
    """For each option."""
    row: Ints
    """int64[actions]: the state of each action, as a number within the place."""
    action: Ints
    """int64[actions]: the actions' numbers in the listing."""
    option: Ints


class Tuning(Struct, dict=True):
    """A strategy on the states of a book.

    Raises:
        UsageError: the strategy has a share of readers; or a parameter stands where no threshold can be read off, and
            has no range, or too long a one, or one that makes numbers too large.
        LimitReached: a limit came before all states were listed.
    """

    book: Book
    strategy: Strategy
    hero: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Values to try for parameters, instead of those that make a difference."""
    limits: Limits = NO_LIMITS
    """Where to stop listing states; the time is for each listing."""

    def __post_init__(self) -> None:
        share = share_in(self.strategy)
        if share:
            raise UsageError(f"{self.strategy.name} has a share of readers ({share}), and search follows no shares")
        check_sizes(self.book, self.strategy, self.ranges)
        drawn = with_draws(self.book)
        guided = Guidance(drawn, self.strategy)
        self.names = [name for name, _ in self.strategy.parameters]
        observed = guided.looked_at() & {variable.name for variable in self.book.variables}
        self.solved = self._solve(drawn)
        self.best = _worth(self.solved.best)
        """What best play over all policies is worth; it knows every option."""
        if drawn is not self.book:
            self.best = _worth(self._solve(self.book).best)
        self.places = self._places(guided)
        if any(observed - place.columns.keys() for place in self.places):
            self.solved = self._solve(drawn, sorted(observed))
            self.places = self._places(guided)
        self.candidates = [self._candidates(name) for name in self.names]
        self._known: dict[bytes, tuple[Worth, bytes]] = {}
        """By the digest of a policy: what it is worth, and the digest of what it does where it comes."""
        self.count_anew()

    def _solve(self, book: Book, observed: Sequence[str] = ()) -> Solved:
        """The book, solved whole; states hold what is observed, too."""
        solved = solve(book, self.hero, observed=tuple(observed), chapters=False, limits=self.limits)
        must_be_whole(solved.space, book, self.hero, self.limits)
        return solved

    def count_anew(self) -> None:
        """Count trials and what they did from now on; what was worked out stays known."""
        self.trials = 0
        self.behaviours: set[bytes] = set()
        """Digests of what the trials did where they came."""

    def _places(self, guided: Guidance) -> list[_Place]:
        solved, states = self.solved, self.solved.space.states
        found = []
        for node in solved.decisions():
            decide = solved.space.program.nodes[node]
            assert isinstance(decide, Decide)
            here = solved.point_states.get(node, np.zeros(0, np.int64))
            if decide.owner != "reader" or not len(here):
                continue
            row, action = spans(states.first_action, here)
            wanted = guided.wanted(decide.address, {option.address: option.condition for option in decide.options})
            wants = tuple(wanted[option.address] for option in decide.options)
            found.append(
                _Place(columns_at(solved, node, here), wants, row, action, states.option[action].astype(np.int64))
            )
        return found

    def _candidates(self, name: str) -> tuple[int, ...]:
        """Values of a parameter that may make a difference: those it is compared with, and one beyond."""
        if name in self.ranges:
            low, high = self.ranges[name]
            if high - low >= MOST_VALUES:
                raise UsageError(
                    f"{high - low + 1:,} values of {name} are too many to try; {MOST_VALUES:,} may be given"
                )
            return tuple(range(low, high + 1))
        variable = PARAMETER + name
        values: set[int] = set()
        for place in self.places:
            for want in place.wants:
                compared = [part for part in parts(want) if isinstance(part, Binary) and variable in _sides(part)]
                if sum(isinstance(part, Var) and part.name == variable for part in parts(want)) != len(compared):
                    raise UsageError(
                        f"no threshold of the strategy gives a range for {name}; give its range: --range {name}=0..10"
                    )
                for part in compared:
                    other = part.right if part.left == Var(name=variable) else part.left
                    if reads(other) & {PARAMETER + each for each in self.names}:
                        raise UsageError(f"{name} is compared with another parameter; give its range")
                    values |= set(np.unique(on_states(self.book, other, place.columns, _count(place))).tolist())
        if not values:
            return (dict(self.strategy.parameters)[name],)
        return (min(values) - 1, *sorted(values), max(values) + 1)

    def worth(self, values: Sequence[int]) -> Worth:
        """What the strategy is worth with these parameters."""
        look()
        self.trials += 1
        weight, free = self._weight(dict(zip(self.names, values, strict=True)))
        key = _digest(weight.tobytes())
        if key not in self._known:
            self._known[key] = self._evaluated(weight, free)
        value, behaviour = self._known[key]
        self.behaviours.add(behaviour)
        return value

    def _weight(self, values: Mapping[str, int]) -> tuple[Floats, Ints]:
        """float64[a]: how often each action is taken; and the states that are left to best play."""
        states = self.solved.space.states
        weight = np.ones(len(states.option))
        free: list[Ints] = []
        for place in self.places:
            count = _count(place)
            tried = {PARAMETER + name: np.full(count, value, np.int64) for name, value in values.items()}
            columns = {**place.columns, **tried}
            told = np.stack([on_states(self.book, want, columns, count) != 0 for want in place.wants], axis=1)
            option = np.maximum(place.option, 0)
            taken = np.where(place.option >= 0, told[place.row, option], False).astype(float)
            silent = np.bincount(place.row, taken, count) == 0
            if self.strategy.otherwise == "first":
                first = np.concatenate([[True], place.row[1:] != place.row[:-1]])
                taken = np.where(silent[place.row], first, taken)
            else:
                taken = np.where(silent[place.row], 1.0, taken)
            weight[place.action] = taken / np.bincount(place.row, taken, count)[place.row]
            if self.strategy.otherwise == "best":
                free.append(np.unique(place.action[silent[place.row]]))
        return weight, np.concatenate([*free, np.zeros(0, np.int64)]).astype(np.int64)

    def _evaluated(self, weight: Floats, free: Ints) -> tuple[Worth, bytes]:
        space = self.solved.space
        mode = self.solved.best.manner.mode.copy()
        mode[mode == MAXIMISE] = MIX
        mode[space.action_state[free]] = MAXIMISE
        played = play(self.book, space, Manner(mode, weight))
        done = np.where(played.visits[space.action_state] > 0.0, weight, -1.0)
        return _worth(played), _digest(done.tobytes())


def _worth(played: Played) -> Worth:
    return Worth(played.value, None if played.points is None else played.points.told_in(played.space.root))


def _digest(what: bytes) -> bytes:
    """16 bytes in place of 8 for each action: a search keeps thousands, and two are never alike by chance."""
    return blake2b(what, digest_size=16).digest()


def _count(place: _Place) -> int:
    return int(place.row[-1]) + 1


def _sides(part: Binary) -> tuple[str, ...]:
    if part.op not in COMPARISONS:
        return ()
    return tuple(side.name for side in (part.left, part.right) if isinstance(side, Var))
