"""A component of listed states as matrices, for the solvers of hard loops."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from scipy.sparse import csr_array

from gamebook.kernels import bellman
from gamebook.kernels.arrays import Floats, Ids, Ints, spans
from gamebook.kernels.bellman import MINIMISE, MIX
from gamebook.kernels.rounds import WORSE
from gamebook.solver.closely import solve_closely
from gamebook.solver.cycles import READER, RIVAL, Component, ComponentAnswer, evaluated, solve_component
from gamebook.solver.graphs import places
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space

NARROW = 1e-11
"""Of a bracket wider than this, relative to the largest value, the reason is looked for in rounding."""


def solve_members(
    space: Space, manner: Manner, members: Ids, reward: Floats, wins: bool, slack: float, low: Floats, high: Floats,
    leaves: bool,
) -> ComponentAnswer:  # fmt: skip
    """Bounds and policy of a component.

    Args:
        space: the states.
        manner: how decisions are made.
        members: the states of the component, ascending.
        reward: float64[a], points earned by each action.
        wins: values are chances.
        slack: rounding of one action's value, in units of 2^-53.
        low, high: float64[n], bounds of what the component leads to.
        leaves: as in `Component`.
    """
    local = _component(space, manner, members, reward, wins, slack, low, high)
    found = solve_component(replace(local, leaves=True) if leaves else local)
    if _is_narrow(found, local):
        return found
    closer = solve_closely(space, manner, members, reward, wins, slack, low, high, leaves)
    return found if closer is None else closer


def attains(
    space: Space, manner: Manner, members: Ids, reward: Floats, wins: bool, slack: float, low: Floats, high: Floats,
    played: Ints,
) -> bool:  # fmt: skip
    """Whether play by these actions is worth in the end what the states of a component are, and not only in each round.

    Args:
        space, manner, members, reward, wins, slack: as for `solve_members`.
        low, high: float64[n], the bounds found.
        played: int64[members], an action of each; at a MIX state any number.
    """
    local = _component(space, manner, members, reward, wins, slack, low, high)
    first = np.searchsorted(local.state, np.arange(len(members)))
    rows = np.where(manner.mode[members] == MIX, first, np.searchsorted(local.action, played))
    found = evaluated(local, rows, (local.low + local.high) / 2)
    if found is None:
        return False
    worth = (low[members] + high[members]) / 2
    return bool(np.abs(found - worth).max() <= WORSE * np.abs(worth).max())


def _is_narrow(found: ComponentAnswer, component: Component) -> bool:
    """Whether a bracket is narrow, set aside how wide the brackets of the ways out are."""
    known = np.abs(np.concatenate([found.low, found.high]))
    largest = float(known[np.isfinite(known)].max(initial=0.0))
    with np.errstate(invalid="ignore"):
        inherited = float(np.nan_to_num(component.high - component.low, nan=0.0).max())
        width = float(np.nan_to_num(found.high - found.low, nan=0.0).max())
    return width <= 2 * inherited + NARROW * largest


def _component(
    space: Space, manner: Manner, members: Ids, reward: Floats, wins: bool, slack: float, low: Floats, high: Floats
) -> Component:
    """The component's own matrices; a MIX state has one action, the mixture of its actions."""
    s = space.states
    owner_state, actions = spans(s.first_action, members)
    mixed = manner.mode[members] == MIX
    share = np.where(mixed[owner_state], manner.weight[actions], 1.0)
    kept = share > 0.0
    actions, owner_state, share = actions[kept], owner_state[kept], share[kept]
    first_of_mix = mixed[owner_state] & np.concatenate([[False], owner_state[1:] == owner_state[:-1]])
    row_of = np.cumsum(~first_of_mix) - 1
    rows = int(row_of[-1]) + 1
    taken, edges = spans(s.first_successor, actions)
    row = row_of[taken]
    chance = s.chance[edges] * share[taken]
    longest = np.bincount(taken).max(initial=0)
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
        return np.asarray(total + outward * (slack + longest) * bellman.UNIT * known)

    first = np.concatenate([[True], row_of[1:] != row_of[:-1]])
    return Component(
        owner=np.where(manner.mode[members] == MINIMISE, RIVAL, READER).astype(np.int32),
        state=owner_state[first].astype(np.int32),
        inside=csr_array((chance[within], (row[within], number[within])), shape=(rows, len(members))),
        low=earned(low, -1.0),
        high=earned(high, 1.0),
        leaves_by=np.bincount(row[leaving], chance[leaving], rows).astype(np.float64),
        stays=np.bincount(row[leaving], minlength=rows) == 0,
        earns=np.bincount(row_of, np.abs(reward[actions]), rows) > 0,
        costs=gain + (slack + 2) * bellman.UNIT * (np.abs(gain) + gross) < 0,
        action=actions[first],
        wins=wins,
        slack=slack,
    )
