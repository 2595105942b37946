"""Points where the chance to win is the same (`aim win then score`): best play again, among the options that are equal.

In floats "equal" means: the chances to win after two options differ by no more than `SAME`, relative to the larger, and
both are certain or neither is. The closest cases of this rule are reported, so that one can see whether there is any
doubt; fractions (`rational`, `exact`) decide exactly.

A reader who can still win must not stay for ever to collect points: in states with a chance to win, play that never
ends is not allowed. A loop in which points can be gained for ever before winning has no greatest score.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ints, spans
from gamebook.kernels.bellman import MINIMISE, MIX, SAME
from gamebook.solver.backward import Values, evaluate
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space


class Calls(Struct, frozen=True):
    """How close the chances were of options that count as equal, or as different; relative to the larger one."""

    widest: float
    """The largest difference of two options that count as equal; 0: there is none."""
    closest: float
    """The smallest difference of two that do not; infinite: there is none."""


class Equals(Struct, frozen=True):
    """The states with the options only that are equally good, and points to be had."""

    space: Space
    manner: Manner
    actions: Ints
    """int64[a]: for each action left its number before."""
    leave: Flags
    """bool[n]: where play must not stay for ever."""
    calls: Calls


def equals(space: Space, manner: Manner, values: Values) -> Equals:
    """Leave out what makes the chance to win worse.

    Args:
        space: all states.
        manner: how decisions are made.
        values: chances to win.

    Raises:
        OutOfTime: as `job.look`.
    """
    s = space.states
    state = np.repeat(np.arange(space.size), np.diff(s.first_action))
    # Coming straight back only delays. What an action leads to otherwise is divided by the chance that it does, a sum:
    # where play leaves once in a thousand million times, options would else differ by less than a rounding.
    sources = np.repeat(np.arange(len(s.option)), np.diff(s.first_successor))
    onward = s.chance * (s.successor != state[sources])
    look()
    out = np.bincount(sources, onward, len(s.option))
    led = np.bincount(sources, onward * values.middle[s.successor], len(s.option))
    won = np.divide(led, out, out=values.middle[state].copy(), where=out > 0.0)
    sign = np.where(manner.mode == MINIMISE, -1.0, 1.0)
    look()
    best = np.full(space.size, -np.inf)
    np.maximum.at(best, state, sign[state] * won)
    less = best[state] - sign[state] * won
    gap = np.divide(less, np.maximum(np.abs(best[state]), np.abs(won)), out=np.zeros_like(less), where=less > 0.0)
    free = manner.mode[state] != MIX
    look()
    doubt = np.bincount(sources, onward * (values.low[s.successor] < 1.0), len(s.option))
    certain = (out > 0.0) & (doubt == 0.0) & (manner.mode[state] != MINIMISE)
    better = np.zeros(space.size, np.bool_)
    better[state[certain]] = True  # than what is almost certain
    kept = ~free | ((gap <= SAME) & (certain | ~better[state]))
    leave = (values.high > 0.0) & (np.arange(space.size) >= len(space.program.endings))
    # A player who could win does not choose an action that only returns to the same state.
    single = np.diff(s.first_successor) == 1
    idle = kept & free & single & (s.successor[s.first_successor[:-1]] == state) & leave[state]
    kept &= ~idle
    look()
    closest = float(gap[free & (gap > SAME)].min(initial=np.inf))
    calls = Calls(float(gap[free & kept].max(initial=0.0)), closest)
    actions = np.flatnonzero(kept)
    mixed = Manner(manner.mode, manner.weight[actions])
    return Equals(narrowed(space, actions), mixed, actions, leave, calls)


def narrowed(space: Space, actions: Ints) -> Space:
    """The states with these actions only (ascending)."""
    s = space.states
    state = np.repeat(np.arange(space.size), np.diff(s.first_action))
    row, edges = spans(s.first_successor, actions)
    look()
    states = s._replace(
        first_action=np.concatenate([[0], np.cumsum(np.bincount(state[actions], minlength=space.size))]),
        option=s.option[actions],
        reward=s.reward[actions],
        first_successor=np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(actions)))]),
        successor=s.successor[edges],
        chance=s.chance[edges],
    )
    return replace(space, states=states)


def then_points(
    space: Space,
    manner: Manner,
    values: Values,
    *,
    ties_last: bool = False,
    deadline: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Values, Values, Calls]:
    """Break ties of chances to win by points.

    Raises:
        OutOfTime: as `job.look`; where `deadline` or `stop` ends it later, points are not settled.

    Returns:
        won: the chances as they were, with the actions of the better points.
        points: the points that every state is worth then.
        calls: how close ties were.
    """
    among = equals(space, manner, values)
    points = evaluate(
        among.space,
        among.manner,
        np.zeros(len(space.program.endings)),
        wins=False,
        ties_last=ties_last,
        leave=among.leave,
        deadline=deadline,
        stop=stop,
    )
    best = np.where(points.best >= 0, among.actions[np.maximum(points.best, 0)], values.best)
    settled = values.settled and points.settled
    seconds = values.seconds + points.seconds
    known = points.low > -np.inf  # where points have no total, play goes on as if there were none
    best = np.where(known & (points.high < np.inf), best, values.best)
    return replace(values, best=best, settled=settled, seconds=seconds), replace(points, best=best), among.calls
