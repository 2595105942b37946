"""Equally good actions that rounding makes differ, in loops of many states.

What is a little worse in each round may be much worse in the end, so `kernels.ties` counts as equal there only what
differs by no more than a rounding. But where play goes round often, values are not known that well, and what is equal
seems to differ by more. So the first of all that may be equal are tried here (or the last, if the book says so), and
kept if play by them is worth in the end what best play is.
"""

from __future__ import annotations

import numpy as np

from gamebook.job import look
from gamebook.kernels.arrays import Floats, Ids, Ints, spans
from gamebook.kernels.bellman import MAXIMISE, SAME, Game, Moves, Values
from gamebook.kernels.ties import ROUNDED, take_first
from gamebook.solver.graphs import places
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space

MOST = 2_000
"""States of the largest loop in which they are looked for: what play is worth is found in a moment there."""
AT_A_TIME = 200_000
"""States in loops whose actions are looked at together: what is known of the ways that these have takes memory."""
TRIED = 1_000
"""The most loops in which they are looked for: each takes a millisecond or more."""
EVEN = 0.5
"""What all states are worth where nothing but the order of actions is to decide."""


def take_first_of_hidden(space: Space, game: Game, values: Values) -> None:
    """Play the first of equally good actions in loops of up to `MOST` states, where rounding hid that they are.

    Args:
        space: the states.
        game: the same, for kernels.
        values: what they are worth; `best` is written over.

    Raises:
        OutOfTime: as `job.look`; what is done by then holds.
    """
    order, start = space.order
    size = np.diff(start)
    loops = np.flatnonzero((size > 1) & (size <= MOST))
    parts = np.flatnonzero(np.diff(np.cumsum(size[loops]) // AT_A_TIME)) + 1
    tried = 0
    for some in np.split(loops, parts):
        for each in _doubtful(game, values, some, order, start)[: TRIED - tried]:
            tried += 1
            look()
            _take_first(space, game, values, np.sort(order[start[each] : start[each + 1]]))
        if tried >= TRIED:
            break


def _doubtful(game: Game, values: Values, loops: Ints, order: Ids, start: Ints) -> list[int]:
    """Those of some loops in which an action may be as good as the best one, but for rounding.

    Args:
        game, values: the states.
        loops: int64[k], numbers of components.
        order, start: from `components`.
    """
    loop, place = spans(start, loops)
    states, first_action = order[place], game.moves.first_action
    choices = first_action[states + 1] - first_action[states] > 1
    some = np.flatnonzero(choices & (game.mode[states] == MAXIMISE))
    row, _, lost = _lost(game, values, states[some])
    return [int(each) for each in np.unique(loops[loop[some[row[(lost > ROUNDED) & (lost <= SAME)]]]])]


def _lost(game: Game, values: Values, states: Ids | Ints) -> tuple[Ints, Ints, Floats]:
    """What each action of some states loses against the best one, without its way back to the same state.

    Returns:
        row: int64[k], the place of its state in `states`.
        action: int64[k]
        lost: float64[k], as a share of the larger of the two values (of points, of one point at least).
    """
    moves = game.moves
    row, action = spans(moves.first_action, states)
    taken, way = spans(moves.first_successor, action)
    to = moves.successor[way]
    onward = np.where(to == states[row[taken]], 0.0, moves.chance[way])
    leak = np.bincount(taken, onward, len(action))
    with np.errstate(invalid="ignore", over="ignore"):
        led = np.bincount(taken, onward * (values.low[to] + values.high[to]) / 2, len(action)) + game.reward[action]
        worth = np.divide(led, leak, out=np.full(len(action), -np.inf), where=leak > 0.0)
        first = np.searchsorted(row, np.arange(len(states)))
        best = np.maximum.reduceat(worth, first)[row]
        lost = (best - worth) / np.maximum(np.maximum(np.abs(best), np.abs(worth)), 1e-300 if game.wins else 1.0)
    return row, action, np.where(np.isnan(lost), np.inf, lost)


def _take_first(space: Space, game: Game, values: Values, members: Ids) -> None:
    """Play the first of equally good actions in a component, if that is worth what best play is."""
    decides = game.mode[members] == MAXIMISE
    before = values.best[members]
    if (before[decides] < 0).any() or not np.isfinite(values.low[members] + values.high[members]).all():
        return
    row, action, lost = _lost(game, values, members)
    # Where victory is sure, best play takes an action by which it is: not one by which it is almost sure.
    sure = decides & (values.low[members] >= 1.0) if game.wins else np.zeros(len(members), np.bool_)
    now = action == before[row]
    good = ~decides[row] | now | ((lost <= SAME) & ~sure[row])
    found = _first(game, members, row[good], action[good], before)
    if (found == before).all():
        return
    from gamebook.solver.component import attains  # noqa: PLC0415 - slow to import, and few books have such a loop

    manner = Manner(game.mode, game.weight)
    if attains(space, manner, members, game.reward, game.wins, game.slack, values.low, values.high, found):
        values.best[members] = found


def _first(game: Game, members: Ids, row: Ints, action: Ints, before: Ints) -> Ints:
    """int64[members]: what is played if all of some actions are equally good; at MIX states as before.

    Args:
        game: the states.
        members: those of a component.
        row: int64[k], the places of states in it, ascending.
        action: int64[k], the actions of each that are equally good.
        before: int64[members], what is played now: one of these.
    """
    taken, way = spans(game.moves.first_successor, action)
    size, to = len(members), places(members, game.moves.successor[way])
    moves = Moves(
        np.searchsorted(row, np.arange(size + 1)),
        np.searchsorted(taken, np.arange(len(action) + 1)),
        np.where(to >= 0, to, size).astype(np.int32),  # all that is outside is one more state
        game.moves.chance[way],
    )
    reward, weight = np.zeros(len(action)), game.weight[action]
    mode = np.append(game.mode[members], MAXIMISE).astype(np.int32)
    plain = Game(moves, reward, mode, weight, game.ties_last, game.slack, 0.0, game.wins)
    now = np.where(before >= 0, np.searchsorted(action, before), -1)
    even = np.full(size + 1, EVEN)
    best = np.append(now, -1)
    take_first(plain, Values(even, even.copy(), best), np.arange(size, dtype=np.int32), np.zeros(size + 1, np.int32))
    return np.where(before >= 0, action[np.maximum(best[:-1], 0)], before)
