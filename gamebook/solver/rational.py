"""Values in exact fractions for all the states of a listing: floats say where to look, fractions decide.

A chance in a listing is a rounded float that is made whole again (`whole`). Known are
also the brackets of the float solution: an action whose best is below another's worst is out. What is left is solved
component by component, sinks first. A component in which only one action is left everywhere is a system of linear
equations; it is solved for the few states that every way round passes through, of which all others are linear
functions. Where several are left (ties, mostly) policies are improved on strict gains until none is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Floats
from gamebook.kernels.bellman import MINIMISE, MIX
from gamebook.solver.backward import Values
from gamebook.solver.elimination import Row, solve_rows
from gamebook.solver.exact import Unsolved
from gamebook.solver.exact_component import NOTHING, Way, solve_component
from gamebook.solver.graphs import end_components
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space
from gamebook.solver.tiebreak import narrowed
from gamebook.solver.whole import whole

MARGIN = 1e-11
"""Room for the rounding of an action's worth, relative to its terms: far more than sums of this size need."""
ROUNDS = 50
"""Rounds in which both players may change their policies at once; where the same policies come again, care is taken."""
FEW = 60
"""States that all ways round pass through: with more, all equations are solved as they are."""


class Action(Struct, frozen=True):
    """What an action brings: points at once, then (chance, state), chances adding to 1."""

    points: Fraction
    ways: tuple[tuple[Fraction, int], ...]
    even: bool = False
    """Its points are 0 as gains and losses cancel."""


def rational(space: Space, manner: Manner, values: Values, worth: Sequence[Fraction], wins: bool) -> Answer:
    """The value of every state.

    Args:
        space: all states.
        manner: how decisions are made; weights of mixtures count as equal.
        values: the same in floats: brackets that hold.
        worth: what each ending is worth.
        wins: points do not count.

    Returns: None where chances cannot be made whole.
    """
    solver = _Solver(space, manner, values, worth, wins)
    return solver.run() if solver.chances is not None else None


def rational_points(space: Space, manner: Manner, values: Values, won: Sequence[Fraction]) -> Answer:
    """The points of every state where the chance to win comes first, and options of equal chance are left.

    Args:
        space: all states.
        manner: how decisions are made.
        values: the chances to win, in floats.
        won: the same in fractions, as `rational` gives them.

    Returns: None where points cannot be made whole.
    """
    ends = [NOTHING] * len(space.program.endings)
    first = _Solver(space, manner, values, ends, True)
    first.values = list(won)
    if first.chances is None:
        return None
    actions = np.flatnonzero(first.equal())
    mixed = Manner(manner.mode, manner.weight[actions])
    # With fewer options there are other components: what is worth nothing does not lead back to what is.
    then = _Solver(narrowed(space, actions), mixed, values, ends, False, leave=[value > 0 for value in won])
    return then.run() if then.chances is not None else None


Answer = list[Fraction] | Unsolved | None


class _Solver:
    """One listing on its way to fractions."""

    def __init__(
        self,
        space: Space,
        manner: Manner,
        values: Values,
        worth: Sequence[Fraction],
        wins: bool,
        leave: Sequence[bool] | None = None,
    ) -> None:
        s = space.states
        self.leave = leave
        self.space = space
        self.wins = wins
        self.owner: list[str] = ["chance" if m == MIX else "rival" if m == MINIMISE else "reader" for m in manner.mode]
        self.first: list[int] = s.first_action.tolist()
        self.values: list[Fraction] = [*worth, *([NOTHING] * (space.size - len(worth)))]
        self.chances = whole(space)
        self.kept: list[bool] = []
        if self.chances is not None:
            self.kept = [True] * len(s.option) if leave is not None else _kept(space, manner, values, wins).tolist()

    def action(self, number: int) -> Action:
        """An action in fractions."""
        found = self.chances
        assert found is not None
        total, lo, hi = found.total[number], found.first[number], found.first[number + 1]
        points = NOTHING if self.wins or not found.points[number] else Fraction(found.points[number], total)
        even = found.even[number] and not self.wins
        if hi - lo == 1:
            return Action(points, ((ONE, found.successor[lo]),), even)
        return Action(
            points, tuple((Fraction(found.weight[k], total), found.successor[k]) for k in range(lo, hi)), even
        )

    def actions(self, state: int) -> list[Action]:
        """What is left to choose in a state; a mixture of equal shares is one action."""
        numbers = range(self.first[state], self.first[state + 1])
        if self.owner[state] != "chance":
            return [self.action(number) for number in numbers if self.kept[number]]
        every = [self.action(number) for number in numbers]
        if len(every) == 1:
            return every
        share = Fraction(1, len(every))
        ways = tuple((share * chance, there) for action in every for chance, there in action.ways)
        points = share * sum((action.points for action in every), NOTHING)
        return [Action(points, ways, any(action.even for action in every))]

    def equal(self) -> list[bool]:
        """Which actions are worth what their states are; all of them where chance decides."""
        found = [True] * len(self.kept)
        for state, owner in enumerate(self.owner):
            numbers = range(self.first[state], self.first[state + 1])
            if owner != "chance" and len(numbers) > 1:
                for number in numbers:
                    found[number] = self.kept[number] and _worth(self.action(number), self.values) == self.values[state]
        return found

    def run(self) -> list[Fraction] | Unsolved:
        """All components, sinks first."""
        order, start = self.space.order
        states: list[int] = order.tolist()
        bounds: list[int] = start.tolist()
        endings = len(self.space.program.endings)
        for lo, hi in pairwise(bounds):
            look()
            if hi - lo == 1:
                state = states[lo]
                if state < endings:
                    continue
                actions = self.actions(state)
                if all(there != state for action in actions for _, there in action.ways):
                    self.values[state] = self._best(state, [_worth(action, self.values) for action in actions])
                    continue
            answer = self._component(states[lo:hi])
            if isinstance(answer, Unsolved):
                return answer
        return self.values

    def _best(self, state: int, worths: list[Fraction]) -> Fraction:
        if len(worths) == 1:
            return worths[0]
        return min(worths) if self.owner[state] == "rival" else max(worths)

    def _component(self, members: list[int]) -> Unsolved | None:
        choices = {state: self.actions(state) for state in members}
        if any(len(actions) > 1 for actions in choices.values()):
            targets, free = _as_graph(choices)
            if end_components(targets, free):
                return self._with_care(members)
        policy = {state: actions[0] for state, actions in choices.items()}
        for _ in range(ROUNDS):
            look()
            if not _linear(policy, self.values):
                return self._with_care(members)
            better = {}
            for state, actions in choices.items():
                if len(actions) > 1:
                    worths = [_worth(action, self.values) for action in actions]
                    if self._best(state, worths) != self.values[state]:
                        better[state] = actions[worths.index(self._best(state, worths))]
            if not better:  # Bellman's equations hold, and where nobody can stay they have one solution
                return None
            policy |= better
        return self._with_care(members)

    def _with_care(self, members: list[int]) -> Unsolved | None:
        """A component in which somebody may stay, or both choose: all of its actions, by the exact engine.

        A place that an action leads to by chance becomes a node of its own, with a negative number.
        """
        ways: dict[int, list[Way]] = {}
        owners: dict[int, str] = {}
        for state in members:
            owners[state] = self.owner[state]
            numbers = range(self.first[state], self.first[state + 1])
            actions = self.actions(state)
            if owners[state] != "chance" and self.leave is None:  # what floats left out may be needed to stay or leave
                actions = [self.action(number) for number in numbers]
            if len(actions) == 1:
                owners[state] = "chance"
                ways[state] = _ways(actions[0])
                continue
            ways[state] = []
            for action in actions:
                branches = _ways(action)
                if len(branches) == 1:
                    ways[state].extend(branches)
                    continue
                middle = -1 - len(ways) - len(members)
                ways[middle] = branches
                owners[middle] = "chance"
                ways[state].append(Way(ONE, middle, NOTHING))
        outside = {w.target: self.values[w.target] for row in ways.values() for w in row if w.target not in ways}
        leave = self.leave is not None and any(self.leave[state] for state in members)
        answer = solve_component(ways, owners, outside, leave=leave)
        if isinstance(answer, str):
            return Unsolved(answer, tuple(members))
        for state in members:
            self.values[state] = answer[state]
        return None


ONE = Fraction(1)


def _ways(action: Action) -> list[Way]:
    """The successors of an action; gains and losses that cancel are kept apart: rounds of them have no total."""
    if not action.even:
        return [Way(chance, there, action.points) for chance, there in action.ways]
    gains = (action.points + 1, action.points - 1)
    return [Way(chance / 2, there, points) for chance, there in action.ways for points in gains]


def _kept(space: Space, manner: Manner, values: Values, wins: bool) -> Floats:
    """bool[a]: the actions that can be the best of their states, within the precision of floats."""
    s = space.states
    starts = s.first_successor[:-1]
    state = np.repeat(np.arange(space.size), np.diff(s.first_action))
    sign = np.where(manner.mode == MINIMISE, -1.0, 1.0)[state]
    gain = np.zeros(len(s.reward)) if wins else s.reward
    with np.errstate(invalid="ignore"):
        ends = [np.add.reduceat(s.chance * end[s.successor], starts) + gain for end in (values.low, values.high)]
        room = MARGIN * (1.0 + np.abs(gain) + np.add.reduceat(s.chance * np.abs(values.high[s.successor]), starts))
        low = np.minimum(sign * ends[0], sign * ends[1]) - room
        high = np.maximum(sign * ends[0], sign * ends[1]) + room
    low, high = np.nan_to_num(low, nan=-np.inf, posinf=np.inf, neginf=-np.inf), np.where(np.isnan(high), np.inf, high)
    best = np.full(space.size, -np.inf)
    np.maximum.at(best, state, low)
    return np.asarray(high >= best[state])


def _worth(action: Action, values: Mapping[int, Fraction] | Sequence[Fraction]) -> Fraction:
    """What an action is worth; one reduction to lowest terms however many ways there are."""
    if len(action.ways) == 1:
        return values[action.ways[0][1]] + action.points if action.points else values[action.ways[0][1]]
    return _sum([(chance, values[there]) for chance, there in action.ways], action.points)


def _sum(products: Iterable[tuple[Fraction, Fraction]], more: Fraction) -> Fraction:
    """The sum of products, and of `more`."""
    terms = [(a.numerator * b.numerator, a.denominator * b.denominator) for a, b in products]
    whole = lcm(more.denominator, *(below for _, below in terms))
    above = more.numerator * (whole // more.denominator) + sum(n * (whole // below) for n, below in terms)
    return Fraction(above, whole)


def _as_graph(choices: Mapping[int, Sequence[Action]]) -> tuple[dict[int, list[int]], set[int]]:
    """Where play can go, action by action; a node with a choice leads to a node for each of its actions."""
    targets: dict[int, list[int]] = {}
    free: set[int] = set()
    for state, actions in choices.items():
        if len(actions) == 1:
            targets[state] = [there for _, there in actions[0].ways]
            continue
        free.add(state)
        targets[state] = []
        for action in actions:
            middle = -1 - len(targets)
            targets[middle] = [there for _, there in action.ways]
            targets[state].append(middle)
    return targets, free


Form = tuple[Fraction, dict[int, Fraction]]
"""constant + Σ factor · x: a state's value by those of the states that all ways round pass through."""


def _linear(policy: Mapping[int, Action], values: list[Fraction]) -> bool:
    """Solve the equations of a component under a policy, into `values`; False if play can stay in it for ever."""
    order, turning = _postorder(policy)
    if len(turning) > FEW:
        return _eliminated(policy, values)
    forms: dict[int, Form] = {}

    def form(state: int) -> Form:
        if state in turning:
            return NOTHING, {state: ONE}
        return forms[state] if state in policy else (values[state], {})

    for state in order:
        look()
        action = policy[state]
        if len(action.ways) == 1 and not action.points:
            forms[state] = form(action.ways[0][1])
            continue
        known: list[tuple[Fraction, Fraction]] = []
        inside: dict[int, list[tuple[Fraction, Fraction]]] = {}
        for chance, there in action.ways:
            constant, factors = form(there)
            known.append((chance, constant))
            for unknown, factor in factors.items():
                inside.setdefault(unknown, []).append((chance, factor))
        forms[state] = _sum(known, action.points), {unknown: _sum(terms, NOTHING) for unknown, terms in inside.items()}
    rows: dict[int, Row] = {state: forms[state] for state in turning}
    try:
        solution = solve_rows(rows)
    except ZeroDivisionError:
        return False
    worked: dict[int, Fraction] = {}
    for state in order:
        look()
        constant, factors = forms[state]
        same = id(factors)  # a state that only passes play on shares the form of the next
        if same not in worked:
            worked[same] = _sum([(factor, solution[unknown]) for unknown, factor in factors.items()], constant)
        values[state] = worked[same]
    return True


def _eliminated(policy: Mapping[int, Action], values: list[Fraction]) -> bool:
    """The same by elimination of all states, one by one."""
    rows: dict[int, Row] = {}
    for state, action in policy.items():
        factors: dict[int, Fraction] = {}
        known = []
        for chance, there in action.ways:
            if there in policy:
                factors[there] = factors.get(there, NOTHING) + chance
            else:
                known.append((chance, values[there]))
        rows[state] = _sum(known, action.points), factors
    try:
        solution = solve_rows(rows)
    except ZeroDivisionError:
        return False
    for state, value in solution.items():
        values[state] = value
    return True


def _postorder(policy: Mapping[int, Action]) -> tuple[list[int], set[int]]:
    """The states, each after those it leads to but for the states returned second: those play turns back to."""
    done: set[int] = set()
    open_: set[int] = set()
    turning: set[int] = set()
    order: list[int] = []
    for root in policy:
        if root in done:
            continue
        trail = [(root, iter(policy[root].ways))]
        open_.add(root)
        while trail:
            here, ways = trail[-1]
            for _, there in ways:
                if there in open_:
                    turning.add(there)
                elif there in policy and there not in done:
                    open_.add(there)
                    trail.append((there, iter(policy[there].ways)))
                    break
            else:
                trail.pop()
                open_.discard(here)
                done.add(here)
                order.append(here)
    return order, turning
