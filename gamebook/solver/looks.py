"""What there is to choose at a point: the point with the options that are open there, its *look*.

A report speaks of every option that is ever open. So an excerpt has states of every look, those of best play's own
points among them: a door that only the word opens is another look of the same chapter.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids, Ints, spans
from gamebook.kernels.cells import excerpt as kernel
from gamebook.kernels.states import STATES
from gamebook.solver.arrays import Arrays
from gamebook.solver.listing import Listing

BITS = 62
"""So many options are told apart; of larger menus some have one bit."""


def open_options(first_action: Ints, option: Ids) -> Ints:
    """int64[owners]: the options open to each, a bit each; each has at least one action.

    Args:
        first_action: int64[owners + 1]: where the actions of each start.
        option: int32[actions]: the option of each; below 0 where nobody decides.
    """
    return np.bitwise_or.reduceat(_bits(option), first_action[:-1]) if len(first_action) > 1 else np.zeros(0, np.int64)


def _bits(option: Ids) -> Ints:
    return np.where(option >= 0, np.int64(1) << (option.astype(np.int64) % BITS), 0)


def looks(states: Ints, first_action: Ints, option: Ids) -> Ints:
    """int64[n]: the options that are open in some states, as in `open_options`; a state may have no action.

    Args:
        states: int64[n], their numbers.
        first_action, option: of all states.
    """
    row, action = spans(first_action, states)
    found = np.zeros(len(states), np.int64)
    np.bitwise_or.at(found, row, _bits(option[action]))
    return found


def unseen(arrays: Arrays, listing: Listing, begin: int, most: int) -> Ints:
    """Cells of looks that no listed state has, of points with several looks: of each point some `most`.

    Args:
        arrays: the cells.
        listing: it has states from `begin` on, whose turns are known.
    """
    point, look = _of_nodes(arrays)
    pairs, number = np.unique(np.stack([point, look]), axis=1, return_inverse=True)
    met = np.zeros(pairs.shape[1], np.bool_)
    listed = np.stack([listing.states.point[begin : listing.counts[STATES]], _of_listed(listing, begin)])
    known = {tuple(pair): place for place, pair in enumerate(pairs.T.tolist())}
    for pair in np.unique(listed, axis=1).T.tolist():
        if tuple(pair) in known:
            met[known[tuple(pair)]] = True
    several = np.bincount(pairs[0].astype(np.int64))[pairs[0]] > 1
    wanted = several & ~met
    share = np.bincount(pairs[0].astype(np.int64), wanted)[pairs[0]]
    group = np.where(wanted, np.cumsum(wanted) - 1, -1)
    few = np.maximum(1, most // np.maximum(1, share[wanted])).astype(np.int64)
    return np.asarray(kernel.sampled_nodes(arrays.grid, group[number.reshape(-1)].astype(np.int32), few))


def _of_nodes(arrays: Arrays) -> tuple[Ints, Ints]:
    """int64[nodes] each: the point of a node of the plan, and its look."""
    plan, batches, turns = arrays.grid.plan, arrays.grid.batches, arrays.grid.turns
    nodes = int(plan.node_start[-1])
    shapes = len(plan.rows)
    start = np.zeros(shapes, np.int64)
    start[batches.shape[::-1]] = batches.start[:-1][::-1]
    shape = np.repeat(np.arange(shapes), np.diff(plan.node_start))
    point = arrays.grid.contexts.point[batches.context[start[shape] + plan.member[:nodes]]].astype(np.int64)
    used = int(plan.turn[:nodes].max(initial=-1)) + 1
    look = open_options(turns.first_action[: used + 1], turns.option[: turns.first_action[used]])
    return point, look[plan.turn[:nodes]]


def _of_listed(listing: Listing, begin: int) -> Ints:
    """int64[n]: the look of each listed state from `begin` on."""
    states, turns = listing.states, listing.turns
    found = np.empty(int(listing.counts[STATES]) - begin, np.int64)
    kernel.turns_of(listing.code, turns, states, np.empty(listing.code.words, np.int64), found, begin)
    used = int(found.max(initial=-1)) + 1
    return open_options(turns.first_action[: used + 1], turns.option[: turns.first_action[used]])[found]
