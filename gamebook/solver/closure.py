"""Visits of states that lead to each other, for any number of arrivals."""

from __future__ import annotations

from functools import partial
from heapq import heapify, heappop, heappush

import numpy as np
from scipy.sparse import csc_array, diags_array, eye_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import SuperLU, splu

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.solver.cycles import AT_ONCE
from gamebook.solver.going_round import MANY, gone_round
from gamebook.solver.graphs import as_ways, reached_from
from gamebook.threads import uninterrupted

FEW = 50
"""If no more states than this lead to each other, equations are taken apart in the order in which play passes them."""
KEPT = 1e-9
"""As much as this share of what arrives may be lost before the equations are solved again without a subtraction."""


def settle(moves: csc_array, out: Floats, arrivals: Floats) -> Floats:
    """Solve x = arrivals + moves x; states that play comes back to for ever are counted once.

    Args: as for `Closure`.
    """
    reached = _reached(moves, arrivals > 0)
    closure = Closure(moves, out, reached, once=True)
    if closure.all_leave:
        return closure.visits(arrivals)
    # Play that enters a part that it cannot leave reaches each of its states: the chance is that of its arrivals.
    count, part = connected_components(moves, directed=True, connection="strong")
    ways = moves.tocoo()
    closed = np.bincount(part[ways.col], (part[ways.row] != part[ways.col]) & (ways.data > 0), count) == 0
    for_ever = closed[part] & ~closure.leaves
    stopped = (moves @ diags_array((~for_ever).astype(float))).tocsc()
    first = Closure(stopped, np.where(for_ever, 1.0, out), reached, once=True).visits(arrivals)
    return np.where(for_ever, np.bincount(part, first, count)[part], first)


class Closure:
    """The equations x = arrivals + moves x, taken apart at most once."""

    def __init__(self, moves: csc_array, out: Floats, among: Flags | None = None, *, once: bool = False) -> None:
        """See which states matter. The equations are taken apart when they are first needed.

        Args:
            moves: float64[n, n], chances from columns to rows.
            out: float64[n], the chance that play leaves these states from each: a sum of the ways that do.
            among: the states that matter; None: all.
            once: they are asked for one kind of arrivals only.
        """
        self._once = once
        self.leaves = _reached(csc_array(moves.T), out > 0)
        """bool[n]: the states that play does not stay behind for ever."""
        live = self.leaves if among is None else self.leaves & among
        self.all_leave = bool((live if among is None else live | ~among).all())
        """Whether play stays behind for ever in none of the states that matter."""
        self._live = np.flatnonzero(live)
        self._moves = moves[self._live][:, self._live].tocsc()
        self._out = out[self._live] + np.asarray(moves[~live].sum(axis=0)).ravel()[self._live]
        self._factored: SuperLU | None = None
        self._order: Ints | None = None
        self._censored: Censored | None = None

    def visits(self, arrivals: Floats) -> Floats:
        """float64[n]: expected visits of each state; 0 where play stays for ever."""
        x = np.zeros(len(arrivals))
        if len(self._live):
            x[self._live] = self._solved(arrivals[self._live])
        return x

    def _solved(self, arrivals: Floats) -> Floats:
        if self._censored is None:
            found = self._near(arrivals)
            arrived = arrivals.sum()  # as much comes as goes
            if (
                found is not None
                and (found >= -KEPT * arrived).all()
                and abs(self._out @ found - arrived) <= KEPT * arrived
            ):
                return np.maximum(found, 0.0)
            self._censored = Censored(self._moves, self._out)
        return self._censored.visits(arrivals)

    def _near(self, arrivals: Floats) -> Floats | None:
        """The visits, where rounding spoils nothing; None where play leaves too slowly for a subtraction."""
        if self._factored is None:
            size = len(arrivals)
            if self._once and size > MANY and (found := gone_round(self._moves, arrivals)) is not None:
                return found
            system = (eye_array(size, format="csc") - self._moves).tocsc()
            self._order = _as_passed(self._moves)
            if self._order is None:
                factor = partial(splu, system)
            else:
                # No column has more outside its diagonal than on it: so the diagonal is always a good pivot.
                system, mode = system[self._order][:, self._order].tocsc(), {"SymmetricMode": True}
                factor = partial(splu, system, permc_spec="NATURAL", diag_pivot_thresh=0.0, options=mode)
            try:
                self._factored = factor() if size <= AT_ONCE else uninterrupted(factor)
            except RuntimeError:  # "Factor is exactly singular"
                return None
        if self._order is None:
            return np.asarray(self._factored.solve(arrivals))
        found = np.empty(len(arrivals))
        found[self._order] = self._factored.solve(arrivals[self._order])
        return found


class Censored:
    """The same without subtraction, as in `kernels.chains`; slower, and precise even if play leaves very slowly.

    States are eliminated one by one, those with few neighbours first; the paths through them are added to the others.
    """

    def __init__(self, moves: csc_array, out: Floats) -> None:
        """Take the equations apart; `moves` and `out` as for `Closure`, and play leaves from every state."""
        size = len(out)
        onward: list[dict[int, float]] = [{} for _ in range(size)]
        before: list[dict[int, float]] = [{} for _ in range(size)]
        ways = moves.tocoo()
        for there, here, chance in zip(ways.row.tolist(), ways.col.tolist(), ways.data.tolist(), strict=True):
            if here != there and chance > 0.0:
                onward[here][there] = onward[here].get(there, 0.0) + chance
                before[there][here] = onward[here][there]
        leak = out.tolist()
        self._onward, self._before = onward, before
        self._order: list[int] = []
        self._pace: list[float] = [0.0] * size
        """How often play moves on from a visit to a state, to states taken out later or out of all."""
        waiting = [(len(onward[k]) * len(before[k]), k) for k in range(size)]
        heapify(waiting)
        done = [False] * size
        while waiting:
            look()
            cost, k = heappop(waiting)
            work = len(onward[k]) * len(before[k])
            if done[k]:
                continue
            if cost < work:
                heappush(waiting, (work, k))
                continue
            done[k] = True
            self._order.append(k)
            pace = leak[k] + sum(onward[k].values())
            self._pace[k] = pace
            for there in onward[k]:
                before[there].pop(k)
            for here, chance in before[k].items():
                row = onward[here]
                del row[k]
                share = chance / pace
                leak[here] += share * leak[k]
                for there, further in onward[k].items():
                    if there != here:
                        row[there] = before[there][here] = row.get(there, 0.0) + share * further

    def visits(self, arrivals: Floats) -> Floats:
        """float64[n]: expected visits of each state."""
        come = arrivals.tolist()
        for k in self._order:
            passing = come[k] / self._pace[k]
            for there, chance in self._onward[k].items():
                come[there] += passing * chance
        for k in reversed(self._order):
            come[k] = (come[k] + sum(come[here] * chance for here, chance in self._before[k].items())) / self._pace[k]
        return np.array(come)

    def chances(self, at_once: Floats) -> Floats:
        """float64[n]: solve x = at_once + x moves, the chance from every state of what has a chance at once."""
        found = at_once.tolist()
        for k in self._order:
            share = found[k] / self._pace[k]
            for here, chance in self._before[k].items():
                found[here] += share * chance
        for k in reversed(self._order):
            onward = sum(chance * found[there] for there, chance in self._onward[k].items())
            found[k] = (found[k] + onward) / self._pace[k]
        return np.array(found)


def _as_passed(moves: csc_array) -> Ints | None:
    """int64[n]: the states in the order in which play passes them; None where many lead to each other.

    In this order hardly anything is added to the equations when they are taken apart (a block triangular form).
    """
    count, part = connected_components(moves, directed=True, connection="strong")
    if np.bincount(part, minlength=count).max() > FEW:
        return None
    return np.argsort(part, kind="stable")


def _reached(moves: csc_array, seed: Flags) -> Flags:
    """Which states can be reached from `seed` along `moves` (columns lead to rows)."""
    ways = moves.tocoo()
    made = ways.data > 0
    return reached_from(as_ways(ways.col[made], ways.row[made], len(seed)), np.flatnonzero(seed))
