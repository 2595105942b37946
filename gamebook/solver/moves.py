"""How likely play is to make moves of several kinds, from every state: equations taken apart once for all kinds.

With M the moves after which play goes on, x = b + M x gives the chance x that a move of a kind is made, where b are the
moves of that kind; and N = a + N M gives the expected visits N, where a is where play begins. States stand in an order
in which play hardly ever goes back, so M is all but triangular.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, spans
from gamebook.solver.graphs import as_ways, leading_to
from gamebook.solver.space import Space
from gamebook.threads import uninterrupted

if TYPE_CHECKING:  # slow to import
    from scipy.sparse.linalg import SuperLU

    from gamebook.solver.closure import Censored

FEW_LOST = 1e-12
"""So much of a chance may be lost by rounding where there are few states; else `closure.KEPT`."""
FEW = 20_000
"""The most states that are few."""


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
        self._factors: SuperLU | None = None
        self._censored: Censored | None = None
        if len(self._live):
            self._take_apart(on)

    def chance(self, wanted: Flags | Floats) -> Floats:
        """float64[n]: the chance that one of some moves is made, from every state.

        Args:
            wanted: [successors], these moves; or numbers, how much each of them counts.
        """
        found = np.zeros(self._space.size)
        some = wanted > 0
        flow = self._flow[some] * wanted[some]
        at_once = np.bincount(self._state[some], flow, self._space.size).astype(float)[self._live]
        if self._censored is not None:
            found[self._live] = self._censored.chances(at_once)
        elif self._factors is not None:
            found[self._live] = uninterrupted(partial(self._factors.solve, at_once, "T"))
        return found

    def visits(self, arrivals: Floats) -> Floats:
        """float64[n]: how often play is expected in every state that matters before it stops; 0 in others.

        Args:
            arrivals: float64[n], where play begins (a distribution over states).
        """
        found = np.zeros(self._space.size)
        if self._censored is not None:
            found[self._live] = self._censored.visits(arrivals[self._live])
        elif self._factors is not None:
            found[self._live] = uninterrupted(partial(self._factors.solve, arrivals[self._live]))
        return found

    def _take_apart(self, on: Flags) -> None:
        """The equations for the states that matter; without a subtraction where play goes on for too long for one."""
        from scipy.sparse import csc_array, eye_array  # noqa: PLC0415 - slow to import
        from scipy.sparse.linalg import splu  # noqa: PLC0415

        from gamebook.solver.closure import KEPT, Censored  # noqa: PLC0415 - imports these

        size = len(self._live)
        place = np.full(self._space.size, -1, np.int32)
        place[self._live] = np.arange(size, dtype=np.int32)
        source, ways = spans(self._space.edge_start, self._live)
        target, flow = place[self._space.states.successor[ways]], self._flow[ways]
        kept = on[ways] & (target >= 0)
        out = np.bincount(source[~kept], flow[~kept], size).astype(float)  # whoever stands there has been stopped
        moves = csc_array((flow[kept], (target[kept], source[kept])), shape=(size, size))
        try:
            # A column for each state: its equation, so that no order but this one is needed.
            system = (eye_array(size, format="csc") - moves).tocsc()
            self._factors = uninterrupted(partial(splu, system, permc_spec="NATURAL", diag_pivot_thresh=0.0))
        except RuntimeError:  # "Factor is exactly singular"
            self._censored = Censored(moves, out)
            return
        # From each of these states play is stopped some time: the chance of that is 1.
        sure = uninterrupted(partial(self._factors.solve, out, "T"))
        if np.abs(sure - 1.0).max() > (FEW_LOST if size <= FEW else KEPT):
            self._censored = Censored(moves, out)
