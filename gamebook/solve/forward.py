"""Chances forwards: how often play comes to each state, given how decisions are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gamebook.kernels import forward
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints, spans
from gamebook.kernels.bellman import MIX
from gamebook.solve.backward import Manner, places
from gamebook.solve.space import Space

if TYPE_CHECKING:  # slow to import, and few books have a loop that asks for it
    from scipy.sparse import csc_array


def action_weights(space: Space, manner: Manner, best: Ints) -> Floats:
    """float64[a]: how often each action is taken in its state; `best` as in `Values`."""
    count = np.diff(space.states.first_action)
    weight = np.where(np.repeat(manner.mode == MIX, count), manner.weight, 0.0)
    played = best[best >= 0]
    weight[played] = 1.0
    return weight


def visits(space: Space, weight: Floats, arrivals: Floats) -> Floats:
    """float64[n]: expected number of times each state is come to; those that play comes back to for ever count once.

    Args:
        space: the states.
        weight: from `action_weights`.
        arrivals: float64[n], where play begins (a distribution over states).
    """
    count = arrivals.copy()
    order, start = space.order
    component = np.empty(space.size, np.int32)
    component[order] = np.repeat(np.arange(len(start) - 1), np.diff(start))
    room = forward.make_room(space.size, int(np.diff(start).max(initial=0)))
    at = len(start) - 2
    while at >= 0:
        at = forward.forward(space.moves, weight, order, start, component, at, count, room)
        if at >= 0:
            _through(space, weight, np.sort(order[start[at] : start[at + 1]]), count)
            at -= 1
    return count


def _through(space: Space, weight: Floats, members: Ids, count: Floats) -> None:
    """Visits inside one component from the arrivals there, and arrivals beyond it."""
    from scipy.sparse import csc_array  # noqa: PLC0415 - as above

    s = space.states
    owner, actions = spans(s.first_action, members)
    taken, edges = spans(s.first_successor, actions)
    flow = s.chance[edges] * weight[actions[taken]]
    target, source = s.successor[edges], owner[taken]
    number = places(members, target)
    within = (number >= 0) & (flow > 0)
    size = len(members)
    moves = csc_array((flow[within], (number[within], source[within])), shape=(size, size))
    inside = settle(moves, count[members])
    count[members] = inside
    leaving = (number < 0) & (flow > 0)
    np.add.at(count, target[leaving], flow[leaving] * inside[source[leaving]])


def settle(moves: csc_array, arrivals: Floats) -> Floats:
    """Solve x = arrivals + moves x; states that play comes back to for ever are counted once."""
    reached = _reached(moves, arrivals > 0)
    closure = Closure(moves, reached)
    if closure.all_leave:
        return closure.visits(arrivals)
    from scipy.sparse import diags_array  # noqa: PLC0415 - as above
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    # Play that has come to a part it cannot leave comes to each of its states: the chance is that of its arrivals.
    count, part = connected_components(moves, directed=True, connection="strong")
    ways = moves.tocoo()
    closed = np.bincount(part[ways.col], (part[ways.row] != part[ways.col]) & (ways.data > 0), count) == 0
    for_ever = closed[part] & ~closure.leaves
    first = Closure((moves @ diags_array((~for_ever).astype(float))).tocsc(), reached).visits(arrivals)
    return np.where(for_ever, np.bincount(part, first, count)[part], first)


class Closure:
    """The equations x = arrivals + moves x, for as many arrivals as one likes: factored once."""

    def __init__(self, moves: csc_array, among: Flags | None = None) -> None:
        """Take the equations apart.

        Args:
            moves: float64[n, n], chances from columns to rows.
            among: the states that matter; None: all.
        """
        from scipy.sparse import csc_array  # noqa: PLC0415 - as above

        leak = 1.0 - np.asarray(moves.sum(axis=0)).ravel()
        self.leaves = _reached(csc_array(moves.T), leak > 1e-12)
        """bool[n]: the states that play does not stay behind for ever."""
        live = self.leaves if among is None else self.leaves & among
        self.all_leave = bool((live if among is None else live | ~among).all())
        """Whether play stays behind for ever in none of the states that matter."""
        self._live = np.flatnonzero(live)
        if len(self._live):
            from scipy.sparse import eye_array  # noqa: PLC0415
            from scipy.sparse.linalg import splu  # noqa: PLC0415

            system = eye_array(len(self._live), format="csc") - moves[self._live][:, self._live]
            self._factored = splu(system.tocsc())

    def visits(self, arrivals: Floats) -> Floats:
        """float64[n]: how often play comes to each state; 0 where it stays for ever."""
        x = np.zeros(len(arrivals))
        if len(self._live):
            x[self._live] = self._factored.solve(arrivals[self._live])
        return x


def _reached(moves: csc_array, seed: Flags) -> Flags:
    """Which states can be come to from `seed` along `moves` (columns lead to rows)."""
    found = seed.copy()
    while True:
        new = found | (np.asarray(moves @ found.astype(float)).ravel() > 0)
        if (new == found).all():
            return found
        found = new
