"""Values of all states: backward induction over components, with brackets that survive rounding."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.kernels import backward, bellman, loops, ties
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import MIX
from gamebook.kernels.chains import Matrices, make_matrices
from gamebook.kernels.collapse import Quotient, make_quotient
from gamebook.kernels.near import Near, make_near
from gamebook.kernels.rounds import Room, make_room
from gamebook.limits import within
from gamebook.solver.hidden_ties import take_first_of_hidden
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space

CHUNK = 50_000
"""Components between two checks for Ctrl-C and the deadline."""

SWEPT = 1e-12
"""Bounds of chances in a large component that are no farther apart than this need no equations."""


class Values(Struct, frozen=True, dict=True):
    """Bounds of the value of each state."""

    low: Floats
    """float64[n]: bound from below, after rounding."""
    high: Floats
    best: Ints
    """int64[n]: the action played (an index of `states.option`); -1 at endings and at MIX states."""
    seconds: float
    cycles: int
    """Components with loops that a linear solver had to settle."""
    settled: bool
    """False when the deadline came first."""

    @cached_property
    def middle(self) -> Floats:
        """float64[n]: the middle of each bracket; 0 where nothing is known, infinite where gains or losses are."""
        return _middle(self.low, self.high)

    @cached_property
    def told(self) -> Floats:
        """float64[n]: the same, but nan where nothing is known, or only that there is no bound on one side."""
        return _told(self.low, self.high)

    def told_in(self, state: int) -> float:
        """`told`, of one state alone: for all of them it takes as much memory as the bounds."""
        return float(_told(self.low[state : state + 1], self.high[state : state + 1])[0])


def _middle(low: Floats, high: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.nan_to_num((low + high) / 2, nan=0.0, posinf=np.inf, neginf=-np.inf)


def _told(low: Floats, high: Floats) -> Floats:
    known = np.isfinite(low) & np.isfinite(high)
    return np.where(known | (low == high), _middle(low, high), np.nan)


def evaluate(
    space: Space,
    manner: Manner,
    worth: Floats,
    *,
    worth_high: Floats | None = None,
    wins: bool = True,
    ties_last: bool = False,
    leave: Flags | None = None,
    deadline: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Values:
    """The value of every state when decisions are made in this manner.

    Args:
        space: the states.
        manner: how decisions are made.
        worth: float64[endings], what each ending is worth (each of the first states, if there are more).
        worth_high: bounds from above, where `worth` is but a bound from below.
        wins: values are chances (`aim win`): play that never ends is worth 0 and points do not count.
        ties_last: of equally good actions play the last, not the first.
        leave: bool[n], where play must not stay for ever, although that would earn nothing.
        deadline: a `time.monotonic()` after which work ends; what is left is not known.
        stop: called now and then; if it returns true, the work stops.
    """
    began = time.monotonic()
    taken = _taken(space, manner)
    if not taken.all():
        fewer = Manner(manner.mode, manner.weight[taken])
        found = evaluate(
            space.with_actions(taken), fewer, worth, worth_high=worth_high, wins=wins, ties_last=ties_last, leave=leave,
            deadline=deadline, stop=stop,
        )  # fmt: skip
        best = np.where(found.best >= 0, np.flatnonzero(taken)[found.best], -1)
        return replace(found, best=best, seconds=time.monotonic() - began)
    size = space.size
    low, high = np.zeros(size), np.full(size, 0.0 if space.complete else 1.0)
    if not space.complete:
        unlisted = np.arange(size) >= space.listed
        low[unlisted], high[unlisted] = (0.0, 1.0) if wins else (-np.inf, np.inf)
    low[: len(worth)] = worth
    high[: len(worth)] = worth if worth_high is None else worth_high
    best = np.full(size, -1, np.int64)
    work = Induction(space, game_of(space, manner, wins, ties_last), bellman.Values(low, high, best), wins, leave)
    order, start = space.order
    count = len(start) - 1
    component, cycles = work.settle(0, count, deadline, stop)
    if component == count:
        work.take_first(deadline, stop)
    best[manner.mode == MIX] = -1
    if not wins:  # what has no sum may be anything
        low[np.isnan(low)], high[np.isnan(high)] = -np.inf, np.inf
    unknown = order[start[component] :]
    low[unknown], high[unknown] = (0.0, 1.0) if wins else (-np.inf, np.inf)
    return Values(low, high, best, time.monotonic() - began, cycles, component == count)


def game_of(space: Space, manner: Manner, wins: bool, ties_last: bool = False) -> bellman.Game:
    """The states for kernels, with decisions made in this manner."""
    reward = np.zeros(len(space.states.reward)) if wins else space.states.reward
    slack = float(space.roundings + 8)
    gross = 0.0 if wins else space.gross
    return bellman.Game(space.moves, reward, manner.mode, manner.weight, ties_last, slack, gross, wins)


class Induction(Struct, frozen=True, dict=True):
    """Values of states, filled in component by component, sinks first."""

    space: Space
    game: bellman.Game
    values: bellman.Values
    """Written over: of endings they are known."""
    wins: bool
    leave: Flags | None = None
    """bool[n], where play must not stay for ever, although that would earn nothing."""

    def settle(
        self, at: int, count: int, deadline: float | None = None, stop: Callable[[], bool] | None = None
    ) -> tuple[int, int]:
        """Values of components `at` .. `count` - 1, whose successors are known.

        Returns:
            The first component that is not known, because time was over: else `count`; and how many components with
            loops a linear solver had to settle.
        """
        game, values, (order, start) = self.game, self.values, self.space.order
        mark, room, matrices, quotient, near = self._room
        leave = np.zeros(0, np.bool_) if self.leave is None else self.leave
        component, cycles, straight = at, 0, True
        while component < count:
            end = min(count, component + CHUNK)
            if straight:
                component = backward.straight(game, values, order, start, component, end)
                straight = component == end
            else:
                component = backward.backward(
                    game, values, order, start, component, end, mark, room, matrices, quotient, near, leave
                )
                if component < end:
                    if not self._solve(np.sort(order[start[component] : start[component + 1]]), deadline, stop):
                        break
                    component += 1
                    cycles += 1
            if (deadline is not None and time.monotonic() > deadline) or (stop is not None and stop()):
                break
            look()
        return component, cycles

    def take_first(self, deadline: float | None = None, stop: Callable[[], bool] | None = None) -> None:
        """Play the first of equally good actions where rounding hid that they are; all is settled."""
        limited = deadline is not None or stop is not None
        with suppress(OutOfTime) if limited else nullcontext(), within(deadline, stop) if limited else nullcontext():
            take_first_of_hidden(self.space, self.game, self.values)

    def _solve(self, members: Ids, deadline: float | None, stop: Callable[[], bool] | None) -> bool:
        """Values of a component with hard loops; False if time was over.

        Raises:
            OutOfTime: as `job.look`, where there are no limits but those around.
        """
        # What solves hard loops takes long to import, and few books have one.
        from gamebook.solver.component import attains, solve_members  # noqa: PLC0415
        from gamebook.solver.cycles import AT_ONCE  # noqa: PLC0415

        if self.wins and len(members) > AT_ONCE and self._swept(members):
            return True
        game, (low, high, best) = self.game, self.values
        leaves = self.leave is not None and bool(self.leave[members].any())
        manner = Manner(game.mode, game.weight)
        limited = deadline is not None or stop is not None
        try:
            with within(deadline, stop) if limited else nullcontext():  # one without limits would hide those around it
                solved = solve_members(
                    self.space, manner, members, game.reward, self.wins, game.slack, low, high, leaves
                )
        except OutOfTime:
            if not limited:
                raise
            return False
        low[members], high[members], best[members] = solved.low, solved.high, solved.action
        if self.wins:
            loops.clear_hopeless(game, self.values, members, self._room[0])
            loops.win_surely(game, self.values, members, self._room[0])
        found = best[members]
        ties.take_first(game, self.values, members, self._room[0])
        changed = (best[members] != found) & (game.mode[members] != MIX)
        if changed.any() and not attains(
            self.space, manner, members, game.reward, self.wins, game.slack, low, high, best[members]
        ):
            best[members] = found
        return True

    def _swept(self, members: Ids) -> bool:
        """Whether sweeps bring bounds of a component that are narrow enough; they are in `values` then.

        The kernel wants them narrower than rounding lets them be where a play takes many steps: each step is rounded
        outward. The equations of a large component take minutes, and their answer would be no better.
        """
        game, values, mark = self.game, self.values, self._room[0]
        if loops.may_stay(game, members, mark):
            return False
        loops.sweep_component(game, values, members)
        if float((values.high[members] - values.low[members]).max()) > SWEPT:
            return False
        loops.clear_hopeless(game, values, members, mark)
        if loops.win_surely(game, values, members, mark):
            ties.take_first(game, values, members, mark)
        return True

    @cached_property
    def _room(self) -> tuple[Ids, Room, Matrices, Quotient, Near]:
        """Marks of states, all 0, and room for the largest component."""
        space = self.space
        size, largest = space.size, int(np.diff(space.order[1]).max(initial=0))
        together, game = space.most_together, self.game
        quotient = make_quotient(*together)
        near = make_near(size, *together, game.ties_last, game.slack, game.gross, game.wins)
        return np.zeros(size, np.int32), make_room(size, largest), make_matrices(largest), quotient, near


def _taken(space: Space, manner: Manner) -> Flags:
    """bool[a]: actions to look at: all but, in loops, those that are never taken.

    The kernel that looks for sets of states in which play stays takes it that chance takes all actions of a state.
    """
    taken: Flags = (manner.weight > 0) | space.by_action(manner.mode != MIX)
    if not taken.all():
        taken |= space.by_action(~space.in_components)
    return taken
