"""What there is to choose at a point: the point with the options that are open there, its *look*.

A report speaks of every option that is ever open. So an excerpt has states of every look, those of best play's own
points among them: a door that only the word opens is another look of the same chapter.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids, Ints, spans
from gamebook.kernels.cells import excerpt as kernel
from gamebook.kernels.cells.grid import Grid
from gamebook.kernels.machine import Turns
from gamebook.kernels.states import STATES, TURNS
from gamebook.solver.arrays import Arrays
from gamebook.solver.listing import Listing

BITS = 62
"""How many options have a bit of their own; in a larger menu some share one."""


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
        most: at least one cell of each look, all the same.
    """
    grid, states, points = arrays.grid, listing.states, len(arrays.code.point_node)
    joint = _of_turns(grid.turns, int(grid.plan.turn.max(initial=-1)) + 1)
    single = _of_turns(listing.turns, int(listing.counts[TURNS]))
    names = np.unique(np.append(joint, single))  # few: each look gets a small number
    width = len(names)
    nodes = _points(grid) * np.int64(width) + np.searchsorted(names, joint)[grid.plan.turn]
    turn = np.empty(int(listing.counts[STATES]) - begin, np.int64)
    kernel.turns_of(listing.code, listing.turns, states, np.empty(listing.code.words, np.int64), turn, begin)
    listed = states.point[begin : listing.counts[STATES]] * np.int64(width) + np.searchsorted(names, single)[turn]
    there, met = (np.bincount(each, minlength=points * width).reshape(points, width) > 0 for each in (nodes, listed))
    wanted = there & ~met & (there.sum(axis=1, keepdims=True) > 1)
    share = np.maximum(1, most // np.maximum(1, wanted.sum(axis=1, keepdims=True)))
    few = np.broadcast_to(share, wanted.shape)[wanted]
    group = np.where(wanted.ravel(), np.cumsum(wanted) - 1, -1).astype(np.int32)
    return np.asarray(kernel.sampled_nodes(grid, group[nodes], few))


def _points(grid: Grid) -> Ids:
    """int32[nodes]: the point of each node of the plan."""
    plan, batches = grid.plan, grid.batches
    example = np.zeros(len(plan.rows), np.int64)  # where a batch of each shape begins
    example[batches.shape] = batches.start[:-1]
    first = np.repeat(example, np.diff(plan.node_start))
    return np.asarray(grid.contexts.point[batches.context[first + plan.member]])


def _of_turns(turns: Turns, used: int) -> Ints:
    """int64[used]: the looks of the turns in use."""
    return open_options(turns.first_action[: used + 1], turns.option[: turns.first_action[used]])
