"""Values of all states: backward induction over components, with brackets that survive rounding."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
from scipy.sparse import csr_array

from gamebook.kernels import backward, bellman, chains
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX
from gamebook.kernels.rounds import make_room
from gamebook.solve.cycles import READER, RIVAL, Component, solve_component
from gamebook.solve.patience import in_time
from gamebook.solve.space import Space

CHUNK = 50_000
"""Components between two looks at the keyboard and the clock."""


@dataclass(frozen=True)
class Manner:
    """How decisions are made: by the best action, the worst, or with given weights."""

    mode: Ids
    """int32[n]: MAXIMISE, MINIMISE or MIX."""
    weight: Floats
    """float64[a]: chance of each action at MIX states."""


@dataclass(frozen=True)
class Values:
    """What every state is worth."""

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
        """float64[n]: the middle of each bracket; 0 where nothing is known."""
        with np.errstate(invalid="ignore"):
            return np.nan_to_num((self.low + self.high) / 2, nan=0.0)


def best_play(space: Space) -> Manner:
    """The reader maximises, the rival minimises."""
    rival = np.append(space.owner, 0)[space.states.point] == 1
    return Manner(np.where(rival, MINIMISE, MAXIMISE).astype(np.int32), np.zeros(len(space.states.option)))


def uniform_play(space: Space) -> Manner:
    """The reader gives equal weight to every open option; the rival answers as well as he can."""
    manner = best_play(space)
    count = np.diff(space.states.first_action)
    weight = np.repeat(1.0 / np.maximum(count, 1), count)
    return Manner(np.where(manner.mode == MAXIMISE, MIX, MINIMISE).astype(np.int32), weight)


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
        deadline: a `time.monotonic()` after which nothing is waited for; what is left is not known.
    """
    began = time.monotonic()
    states = space.states
    size = space.size
    low, high = np.zeros(size), np.full(size, 0.0 if space.complete else 1.0)
    if not space.complete:
        unlisted = np.arange(size) >= space.listed
        low[unlisted], high[unlisted] = (0.0, 1.0) if wins else (-np.inf, np.inf)
    low[: len(worth)] = worth
    high[: len(worth)] = worth if worth_high is None else worth_high
    best = np.full(size, -1, np.int64)
    reward = np.zeros(len(states.reward)) if wins else states.reward
    slack = float(space.roundings + 8)
    order, start = space.order
    mark, number = np.zeros(size, np.int32), np.full(size, -1, np.int32)
    room = make_room(size, int(np.diff(start).max(initial=0)))
    game = bellman.Game(space.moves, reward, manner.mode, manner.weight, ties_last, slack, 0.0 if wins else space.gross)
    values = bellman.Values(low, high, best)
    count, cycles, component = len(start) - 1, 0, 0
    straight = True
    while component < count:
        stop = min(count, component + CHUNK)
        if straight:
            component = backward.straight(game, values, order, start, component, stop)
            straight = component == stop
        else:
            component = backward.backward(game, values, order, start, component, stop, wins, mark, room)
            if component < stop:
                members = np.sort(order[start[component] : start[component + 1]])
                if _is_chain(space, members, reward, slack, number, low, high):
                    best[members] = states.first_action[members]
                else:
                    local = _component(space, manner, members, reward, wins, slack, low, high)
                    if leave is not None and leave[members].any():
                        local = replace(local, leaves=True)
                    solved = in_time(partial(solve_component, local), deadline)
                    if solved is None:
                        break
                    low[members], high[members], best[members] = solved.low, solved.high, solved.action
                component += 1
                cycles += 1
        if deadline is not None and time.monotonic() > deadline:
            break
    best[manner.mode == MIX] = -1
    if not wins:  # what has no sum may be anything
        low[np.isnan(low)], high[np.isnan(high)] = -np.inf, np.inf
    unknown = order[start[component] :]
    low[unknown], high[unknown] = (0.0, 1.0) if wins else (-np.inf, np.inf)
    return Values(low, high, best, time.monotonic() - began, cycles, component == count)


def _is_chain(space: Space, members: Ids, reward: Floats, slack: float, number: Ids, low: Floats, high: Floats) -> bool:
    """Whether a component leaves nothing to decide and is small; its bounds are then known at once."""
    s = space.states
    return len(members) <= chains.MOST and chains.solve_chain(
        members, s.first_action, s.first_successor, s.successor, s.chance, reward, slack, number, low, high
    )


def _component(
    space: Space, manner: Manner, members: Ids, reward: Floats, wins: bool, slack: float, low: Floats, high: Floats
) -> Component:
    """The component's own matrices; a MIX state has one action, the mixture of its actions."""
    s = space.states
    counts = s.first_action[members + 1] - s.first_action[members]
    actions = np.repeat(s.first_action[members] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    owner_state = np.repeat(np.arange(len(members)), counts)
    mixed = manner.mode[members] == MIX
    share = np.where(mixed[owner_state], manner.weight[actions], 1.0)
    kept = share > 0.0
    actions, owner_state, share = actions[kept], owner_state[kept], share[kept]
    first_of_mix = mixed[owner_state] & np.concatenate([[False], owner_state[1:] == owner_state[:-1]])
    row_of = np.cumsum(~first_of_mix) - 1
    rows = int(row_of[-1]) + 1
    lengths = s.first_successor[actions + 1] - s.first_successor[actions]
    edges = np.repeat(s.first_successor[actions] - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
    row = np.repeat(row_of, lengths)
    chance = s.chance[edges] * np.repeat(share, lengths)
    target = s.successor[edges]
    number = places(members, target)
    within = number >= 0
    leaving = ~within
    gross = 0.0 if wins else space.gross
    gain = np.bincount(row_of, reward[actions] * share, rows)

    def earned(value: Floats, outward: float) -> Floats:
        worth = chance[leaving] * value[target[leaving]]
        size = np.bincount(row[leaving], np.abs(worth), rows) + np.abs(gain) + gross
        total = gain + np.bincount(row[leaving], worth, rows)
        known = np.where(np.isfinite(size), size, 0.0)  # what is infinite needs no room for rounding
        return np.asarray(total + outward * (slack + lengths.max(initial=0)) * bellman.UNIT * known)

    first = np.concatenate([[True], row_of[1:] != row_of[:-1]])
    return Component(
        owner=np.where(manner.mode[members] == MINIMISE, RIVAL, READER).astype(np.int32),
        state=owner_state[first].astype(np.int32),
        inside=csr_array((chance[within], (row[within], number[within])), shape=(rows, len(members))),
        low=earned(low, -1.0),
        high=earned(high, 1.0),
        stays=np.bincount(row[leaving], minlength=rows) == 0,
        earns=np.bincount(row_of, np.abs(reward[actions]), rows) > 0,
        action=actions[first],
        wins=wins,
        slack=slack,
    )


def places(members: Ids, states: Ids) -> Ints:
    """int64[states]: where each state stands among the members (ascending), or -1."""
    at = np.minimum(np.searchsorted(members, states), len(members) - 1)
    return np.where(members[at] == states, at, -1)
