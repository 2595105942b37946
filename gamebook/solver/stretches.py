"""How much of the arrays a kernel gets at a time, before the next look at the clock."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.kernels.cells.grid import Grid

CELLS = 1 << 15
"""Cells of a stretch: some milliseconds of work. To call a kernel takes up to a fifth of one."""


def stretches(grid: Grid) -> Ints:
    """int64[stretches + 1]: where stretches of batches start, and the number of batches.

    A stretch has about `CELLS` cells, or is one batch.
    """
    plan, batches = grid.plan, grid.batches
    shape = batches.shape
    knots = np.diff(batches.start) // np.diff(plan.member_start)[shape]
    cells = np.cumsum(knots * plan.rows[shape] * np.diff(plan.node_start)[shape])
    starts = np.flatnonzero(np.diff(cells // CELLS, prepend=-1))
    return np.append(starts, len(shape))
