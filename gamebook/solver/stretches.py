"""How much of the arrays a kernel gets at a time, before the next look at the clock."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.cells.grid import ROWS, Batches, Grid

CELLS = 1 << 15
"""Cells of a stretch: some milliseconds of work. To call a kernel takes up to a fifth of one."""


def divided(grid: Grid) -> Grid:
    """The same cells for sweeps, where no batch has many more cells than a stretch, unless one knot alone has them.

    Knots that are worked on together stay so.
    """
    plan, batches = grid.plan, grid.batches
    shape, members, knots, each = _sizes(grid)
    together = np.maximum(1, ROWS // np.maximum(1, plan.rows[shape] * grid.lanes.size))
    most = -(-np.maximum(1, CELLS // np.maximum(1, each)) // together) * together
    parts = np.maximum(1, -(-knots // most))
    batch = np.repeat(np.arange(len(shape)), parts)
    number = np.arange(len(batch)) - (np.cumsum(parts) - parts)[batch]
    starts = batches.start[batch] + number * most[batch] * members[batch]
    return grid._replace(batches=Batches(shape[batch], np.append(starts, batches.start[-1]), batches.context))


def stretches(grid: Grid) -> Ints:
    """int64[stretches + 1]: where stretches of batches start, and the number of batches.

    A stretch has about `CELLS` cells, or is one batch.
    """
    shape, _, knots, each = _sizes(grid)
    starts = np.flatnonzero(np.diff(np.cumsum(knots * each) // CELLS, prepend=-1))
    return np.append(starts, len(shape))


def _sizes(grid: Grid) -> tuple[Ids, Ints, Ints, Ints]:
    """For each batch its shape, the contexts of a knot, how many knots it has, and the cells of each of them."""
    plan, batches = grid.plan, grid.batches
    shape = batches.shape
    members = np.diff(plan.member_start)[shape]
    return shape, members, np.diff(batches.start) // members, plan.rows[shape] * np.diff(plan.node_start)[shape]
