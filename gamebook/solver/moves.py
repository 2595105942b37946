"""How likely play is to make moves of several kinds, from every state: equations taken apart once for all kinds.

With M the moves after which play goes on, x = b + M x gives the chance x that a move of a kind is made, where b are the
moves of that kind. States stand in an order in which play hardly ever goes back, so M is all but triangular.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from gamebook.job import uninterrupted
from gamebook.kernels.arrays import Flags, Floats, spans
from gamebook.solver.graphs import as_ways, leading_to
from gamebook.solver.space import Space


class Moves:
    """A way of playing that stops after some moves."""

    def __init__(self, space: Space, weight: Floats, on: Flags, stops: Flags) -> None:
        """Take the equations apart.

        Args:
            space: the states.
            weight: float64[a], how often each action is taken in its state.
            on: bool[successors], the moves after which play goes on.
            stops: bool[successors], the moves that `chance` may ask for; none of them is one of `on`.
        """
        states = space.states
        self._space, self._state = space, space.way_state
        self._flow = states.chance * np.repeat(weight, np.diff(states.first_successor))
        on = on & (self._flow > 0)
        ways = as_ways(self._state[on], states.successor[on], space.size)
        goals = np.unique(self._state[stops & (self._flow > 0)])
        order, _ = space.order
        self._live = order[leading_to(ways, goals)[order]]
        """The states that matter: from the others no such move is ever made."""
        self._solve = self._taken_apart(on) if len(self._live) else None

    def chance(self, wanted: Flags) -> Floats:
        """float64[n]: the chance that one of some moves is made, from every state; `wanted`: bool[successors]."""
        found = np.zeros(self._space.size)
        if self._solve is not None:
            at_once = np.bincount(self._state[wanted], self._flow[wanted], self._space.size).astype(float)
            found[self._live] = self._solve(at_once[self._live])
        return found

    def _taken_apart(self, on: Flags) -> Callable[[Floats], Floats]:
        """What solves the equations for the states that matter."""
        from scipy.sparse import csc_array  # noqa: PLC0415 - slow to import
        from scipy.sparse.linalg import splu  # noqa: PLC0415

        size = len(self._live)
        place = np.full(self._space.size, -1, np.int32)
        place[self._live] = np.arange(size, dtype=np.int32)
        source, ways = spans(self._space.edge_start, self._live)
        target = place[self._space.states.successor[ways]]
        kept = on[ways] & (target >= 0)
        source, target, flow = source[kept], target[kept], self._flow[ways[kept]]
        each = np.arange(size)
        numbers, rows = np.concatenate([source, each]), np.concatenate([target, each])
        # A column for each state: its equation, so that no order but this one is needed.
        system = csc_array((np.concatenate([-flow, np.ones(size)]), (rows, numbers)), shape=(size, size))
        factors = uninterrupted(partial(splu, system, permc_spec="NATURAL", diag_pivot_thresh=0.0))
        return lambda at_once: np.asarray(uninterrupted(partial(factors.solve, at_once, "T")))
