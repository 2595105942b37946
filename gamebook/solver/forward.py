"""Visits: how often play reaches each state under a policy."""

from __future__ import annotations

import numpy as np

from gamebook.job import look
from gamebook.kernels import forward
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints, spans
from gamebook.kernels.bellman import MIX
from gamebook.kernels.near import make_near
from gamebook.solver.graphs import places
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space


def action_weights(space: Space, manner: Manner, best: Ints) -> Floats:
    """float64[a]: how often each action is taken in its state; `best` as in `Values`.

    Where nobody looks for the best action, these are the weights of the manner themselves: they are not there twice.
    """
    if (manner.mode == MIX).all():
        return manner.weight
    count = np.diff(space.states.first_action)
    weight = np.where(np.repeat(manner.mode == MIX, count), manner.weight, 0.0)
    played = best[best >= 0]
    weight[played] = 1.0
    return weight


def visits(space: Space, weight: Floats, arrivals: Floats, among: Flags | None = None) -> Floats:
    """float64[n]: expected number of visits; a state to which play returns for ever counts once.

    Args:
        space: the states.
        weight: from `action_weights`.
        arrivals: float64[n], where play begins (a distribution over states).
        among: bool[n], states that play from there never leaves, where these are known: loops are solved for them only.
    """
    order, start = space.order if among is None else _order_among(space, among)
    component = np.full(space.size, -1, np.int32)
    component[order] = np.repeat(np.arange(len(start) - 1), np.diff(start))
    room = forward.make_room(space.size, int(np.diff(start).max(initial=0)))
    near = make_near(space.size, *space.most_together, False, 0.0, 0.0, True)
    count, at = arrivals.copy(), len(start) - 2
    while at >= 0:
        look()
        at = forward.forward(space.moves, weight, order, start, component, at, count, room, near)
        if at >= 0:
            _through(space, weight, np.sort(order[start[at] : start[at + 1]]), count)
            at -= 1
    return count


def _order_among(space: Space, among: Flags) -> tuple[Ids, Ints]:
    """`space.order` with some of the states only."""
    order, start = space.order
    kept = among[order]
    count = np.concatenate([[0], np.cumsum(kept)])[start]
    return order[kept], np.append(count[:-1][np.diff(count) > 0], count[-1])


def _through(space: Space, weight: Floats, members: Ids, count: Floats) -> None:
    """Visits inside one component from the arrivals there, and arrivals beyond it."""
    # What solves hard loops takes long to import, and few books have one.
    from scipy.sparse import csc_array  # noqa: PLC0415

    from gamebook.solver.closure import settle  # noqa: PLC0415

    s = space.states
    owner, actions = spans(s.first_action, members)
    taken, edges = spans(s.first_successor, actions)
    flow = s.chance[edges] * weight[actions[taken]]
    target, source = s.successor[edges], owner[taken]
    number = places(members, target)
    within = (number >= 0) & (flow > 0)
    size = len(members)
    moves = csc_array((flow[within], (number[within], source[within])), shape=(size, size))
    leaving = (number < 0) & (flow > 0)
    out = np.bincount(source[leaving], flow[leaving], size).astype(float)
    out[np.bincount(owner, weight[actions], size) <= 0] = 1.0  # play stops where nothing is done
    inside = settle(moves, out, count[members])
    count[members] = inside
    np.add.at(count, target[leaving], flow[leaving] * inside[source[leaving]])
