"""Values backwards, one component of states after another."""

from __future__ import annotations

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.bellman import Game, Values, state_bounds
from gamebook.kernels.chains import Matrices, solve_chain
from gamebook.kernels.collapse import Quotient, solve_collapsed
from gamebook.kernels.compiled import kernel
from gamebook.kernels.loops import clear_hopeless, may_stay, sweep_component, walk_free, win_surely
from gamebook.kernels.near import Near, gather_game, hand_back
from gamebook.kernels.rounds import Room, solve_rounds
from gamebook.kernels.ties import take_first

SHORT = 64
"""States of a game of chance, nothing being decided, that is settled by elimination before all else is tried."""


@kernel
def straight(g: Game, v: Values, order: Ids, start: Ints, at: int, stop: int) -> int:
    """Values of components `at`, … that are single states; returns the first that is not, or `stop`.

    `backward` does the same and more. It takes several times as long to compile, and many books never need it.
    """
    for c in range(at, stop):
        if start[c + 1] - start[c] > 1:
            return c
        s = order[start[c]]
        if g.moves.first_action[s] < g.moves.first_action[s + 1]:
            v.low[s], v.high[s], v.best[s] = state_bounds(g, v, s)
    return stop


@kernel
def settle(
    g: Game, v: Values, states: Ids, mark: Ids, room: Room, matrices: Matrices, quotient: Quotient, leaves: bool
) -> bool:
    """Values of a component of more than one state; False if it needs the caller's help.

    Args:
        leaves: play must not stay in it for ever, although that would earn nothing.
    """
    stays = may_stay(g, states, mark)
    if stays:
        settled = (g.wins and walk_free(g, v, states, mark)) or solve_collapsed(g, v, states, mark, quotient, leaves)
    else:
        short = states.shape[0] <= SHORT and solve_chain(g, v, states, mark, matrices)
        settled = (
            short
            or solve_rounds(g, v, states, room)
            or solve_chain(g, v, states, mark, matrices)
            or (g.wins and sweep_component(g, v, states))
        )
    if settled and g.wins:
        clear_hopeless(g, v, states, mark)
        stays |= win_surely(g, v, states, mark)
    if settled and stays:
        take_first(g, v, states, mark)
    return settled


@kernel
def backward(
    g: Game, v: Values, order: Ids, start: Ints, at: int, stop: int, mark: Ids, room: Room,
    matrices: Matrices, quotient: Quotient, near: Near, leave: Flags,
) -> int:  # fmt: skip
    """Values of components `at`, … in order; returns the one that needs the caller's help, or `stop`.

    Args:
        order, start: from `components`.
        stop: the component before which to return, so that the caller can look at the clock.
        mark: int32[n], all 0; used for marks and left all 0.
        room, matrices, quotient, near: room for the largest component.
        leave: bool[n], where play must not stay for ever, although that would earn nothing; or bool[0], nowhere.
    """
    for c in range(at, stop):
        if start[c + 1] - start[c] == 1:
            s = order[start[c]]
            if g.moves.first_action[s] < g.moves.first_action[s + 1]:
                v.low[s], v.high[s], v.best[s] = state_bounds(g, v, s)
            continue
        states = order[start[c] : start[c + 1]]
        size = states.shape[0]
        leaves = False
        if leave.shape[0] > 0:
            for s in states:
                leaves = leaves or leave[s]
        if size > near.states.shape[0]:
            if not settle(g, v, states, mark, room, matrices, quotient, leaves):
                return c
            continue
        gather_game(g, states, v.low, v.high, mark, near)
        if not settle(near.game, near.values, near.states[:size], near.mark, near.room, matrices, quotient, leaves):
            return c
        hand_back(v, states, near)
    return stop
