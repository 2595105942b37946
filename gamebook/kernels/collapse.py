"""Components in which the reader may walk about as he likes: hubs, mazes, shops.

Where he can stay among some states for as long as he wants (an end component: de Alfaro 1997), all of them are worth
the best way out. Each such set becomes one state with all its ways out; what is left is a component in which nobody can
stay, and is solved as one. For points, a set has one more way out, to stay for ever, which earns nothing; where play
must not stay, only a set without any other has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX, Game, Moves, Values, state_bounds
from gamebook.kernels.compiled import allocating, kernel
from gamebook.kernels.loops import stays_inside
from gamebook.kernels.rounds import LARGEST, Room, make_room, solve_rounds


class Quotient(NamedTuple):
    """Room to work in, for components of up to m states, A actions and E ways."""

    held: Flags
    """bool[A]: the actions by which play stays in its end component."""
    label: Ids
    """int32[m]: the end component of a state, or a number of its own."""
    index: Ids
    low: Ids
    path: Ids
    waiting: Ids
    member: Ids
    """int32[m]: places in the component, label by label."""
    start: Ints
    """int64[m + 1]: where each label starts in `member`."""
    way: Ints
    first: Ints
    """int64[m + 1]: where the actions of each place start in `held`."""
    moves: Moves
    reward: Floats
    mode: Ids
    weight: Floats
    origin: Ints
    """int64[A]: the action that an action of the quotient stands for."""
    door: Ids
    """int32[A]: the place where it is taken."""
    values: Values
    states: Ids
    room: Room


@allocating
def make_quotient(states: int, actions: int, ways: int) -> Quotient:
    """Room for components of up to so many states, actions and ways; none for very large ones."""
    m, a, e = (states, actions, ways) if 1 < states <= LARGEST else (0, 0, 0)
    moves = Moves(np.zeros(m + e + 2, np.int64), np.zeros(a + 1, np.int64), np.zeros(e, np.int32), np.zeros(e))
    return Quotient(
        np.zeros(a, np.bool_), np.zeros(m, np.int32), np.zeros(m, np.int32), np.zeros(m, np.int32),
        np.zeros(m, np.int32), np.zeros(m, np.int32), np.zeros(m, np.int32), np.zeros(m + 1, np.int64),
        np.zeros(m, np.int64), np.zeros(m + 1, np.int64), moves, np.zeros(a), np.zeros(m + e, np.int32), np.zeros(a),
        np.zeros(a, np.int64), np.zeros(a, np.int32),
        Values(np.zeros(m + e), np.zeros(m + e), np.zeros(m + e, np.int64)), np.zeros(m, np.int32),
        make_room(m + e, m),
    )  # fmt: skip


@kernel
def hold_all_or_none(g: Game, states: Ids, q: Quotient) -> None:
    """Where actions are taken by chance, play stays only if it stays by each of them."""
    for k in range(states.shape[0]):
        s = states[k]
        if g.mode[s] != MIX:
            continue
        all_held = True
        for j in range(q.first[k], q.first[k + 1]):
            taken = g.weight[g.moves.first_action[s] + j - q.first[k]] > 0.0
            all_held = all_held and (q.held[j] or not taken)
        for j in range(q.first[k], q.first[k + 1]):
            q.held[j] = all_held


@kernel
def label_components(g: Game, states: Ids, mark: Ids, q: Quotient) -> int:
    """Number the strongly connected components of the held actions (Tarjan 1972); returns how many they are."""
    m = g.moves
    n = states.shape[0]
    for k in range(n):
        q.index[k] = -1
        q.label[k] = -1
    found = 0
    held = 0
    count = 0
    for root in range(n):
        if q.index[root] >= 0:
            continue
        depth = 0
        q.path[0] = root
        q.way[0] = m.first_successor[m.first_action[states[root]]]
        q.index[root] = found
        q.low[root] = found
        found += 1
        q.waiting[held] = root
        held += 1
        while depth >= 0:
            k = q.path[depth]
            s = states[k]
            first_action = m.first_action[s]
            last = m.first_successor[m.first_action[s + 1]]
            down = False
            while q.way[depth] < last and not down:
                i = q.way[depth]
                q.way[depth] += 1
                a = first_action
                while m.first_successor[a + 1] <= i:
                    a += 1
                if not q.held[q.first[k] + a - first_action]:
                    continue
                t = mark[m.successor[i]] - 1
                if q.index[t] < 0:
                    depth += 1
                    q.path[depth] = t
                    q.way[depth] = m.first_successor[m.first_action[states[t]]]
                    q.index[t] = found
                    q.low[t] = found
                    found += 1
                    q.waiting[held] = t
                    held += 1
                    down = True
                elif q.label[t] < 0:
                    q.low[k] = min(q.low[k], q.index[t])
            if down:
                continue
            if q.low[k] == q.index[k]:
                while True:
                    held -= 1
                    t = q.waiting[held]
                    q.label[t] = count
                    if t == k:
                        break
                count += 1
            depth -= 1
            if depth >= 0:
                q.low[q.path[depth]] = min(q.low[q.path[depth]], q.low[k])
    return count


@kernel
def find_end_components(g: Game, states: Ids, mark: Ids, q: Quotient) -> int:
    """Fill in `held` and `label`: the largest sets that play can stay in; returns how many labels there are.

    Args:
        mark: int32[n], 1 + the place of each of `states`, 0 elsewhere.
    """
    m = g.moves
    at = 0
    for k in range(states.shape[0]):
        q.first[k] = at
        for a in range(m.first_action[states[k]], m.first_action[states[k] + 1]):
            q.held[at] = stays_inside(g, a, mark)
            at += 1
    q.first[states.shape[0]] = at
    hold_all_or_none(g, states, q)
    while True:
        count = label_components(g, states, mark, q)
        changed = False
        for k in range(states.shape[0]):
            for j in range(q.first[k], q.first[k + 1]):
                if not q.held[j]:
                    continue
                a = m.first_action[states[k]] + j - q.first[k]
                for i in range(m.first_successor[a], m.first_successor[a + 1]):
                    if q.label[mark[m.successor[i]] - 1] != q.label[k]:
                        q.held[j] = False
                        changed = True
        if not changed:
            return count
        hold_all_or_none(g, states, q)


@kernel
def stays_for_nothing(g: Game, states: Ids, q: Quotient) -> bool:
    """Whether no held action earns or loses anything."""
    for k in range(states.shape[0]):
        for j in range(q.first[k], q.first[k + 1]):
            if q.held[j] and g.reward[g.moves.first_action[states[k]] + j - q.first[k]] != 0.0:
                return False
    return True


@kernel
def stay(q: Quotient, action: int, way: int, rest: int) -> None:
    """Write an action of the quotient: to stay for ever, in the state `rest`."""
    q.values.low[rest] = 0.0
    q.values.high[rest] = 0.0
    q.values.best[rest] = -1
    q.weight[action] = 1.0
    q.reward[action] = 0.0
    q.origin[action] = -1
    q.door[action] = -1
    q.moves.first_successor[action] = way
    q.moves.successor[way] = rest
    q.moves.chance[way] = 1.0


@kernel
def build(g: Game, v: Values, states: Ids, mark: Ids, q: Quotient, count: int, leaves: bool) -> int:
    """The quotient: a state for each label, then one for each that play leads out to, and perhaps one where it stays.

    Args: as for `solve_collapsed`, with labels from `find_end_components`.

    Returns: how many states have actions.
    """
    m = g.moves
    n = states.shape[0]
    for x in range(count + 1):
        q.start[x] = 0
    for k in range(n):
        q.start[q.label[k] + 1] += 1
    for x in range(count):
        q.start[x + 1] += q.start[x]
    for k in range(n):
        q.index[k] = 0
    for k in range(n):
        q.member[q.start[q.label[k]] + q.index[q.label[k]]] = k
        q.index[q.label[k]] += 1
    actions = 0
    ways = 0
    size = count
    some = 0
    rest = -1
    for x in range(count):
        q.moves.first_action[x] = actions
        q.mode[x] = MAXIMISE
        holds = False
        for y in range(q.start[x], q.start[x + 1]):
            k = q.member[y]
            s = states[k]
            for j in range(q.first[k], q.first[k + 1]):
                if q.held[j]:
                    holds = True
                    continue
                a = m.first_action[s] + j - q.first[k]
                q.mode[x] = g.mode[s]
                q.weight[actions] = g.weight[a]
                q.reward[actions] = 0.0 if g.wins else g.reward[a]
                q.origin[actions] = a
                q.door[actions] = k
                q.moves.first_successor[actions] = ways
                for i in range(m.first_successor[a], m.first_successor[a + 1]):
                    t = m.successor[i]
                    if mark[t] == 0:
                        mark[t] = -1 - size
                        q.values.low[size] = v.low[t]
                        q.values.high[size] = v.high[t]
                        q.values.best[size] = -1
                        size += 1
                    q.moves.successor[ways] = q.label[mark[t] - 1] if mark[t] > 0 else -1 - mark[t]
                    q.moves.chance[ways] = m.chance[i]
                    ways += 1
                actions += 1
        if holds and not g.wins and not (leaves and actions > q.moves.first_action[x]):
            if rest < 0:
                rest = size
                size += 1
            stay(q, actions, ways, rest)
            ways += 1
            actions += 1
        q.moves.first_successor[actions] = ways
        if actions > q.moves.first_action[x]:
            q.states[some] = x
            some += 1
        q.values.low[x] = 0.0  # who cannot leave does not win
        q.values.high[x] = 0.0
        q.values.best[x] = q.moves.first_action[x]
    for x in range(count, size + 1):
        q.moves.first_action[x] = actions
    return some


@kernel
def spread(g: Game, v: Values, states: Ids, mark: Ids, q: Quotient, count: int) -> None:
    """What the quotient is worth, at all the states that it stands for, and the way from each to the door."""
    m = g.moves
    for x in range(count):
        leaves = q.moves.first_action[x] < q.moves.first_action[x + 1] and q.origin[q.values.best[x]] >= 0
        left = 0
        for y in range(q.start[x], q.start[x + 1]):
            k = q.member[y]
            s = states[k]
            v.low[s] = q.values.low[x]
            v.high[s] = q.values.high[x]
            v.best[s] = -1
            if g.mode[s] == MIX:
                q.index[k] = 0
                left += 1
                continue
            if leaves and k == q.door[q.values.best[x]]:
                v.best[s] = q.origin[q.values.best[x]]
                q.index[k] = 1
                continue
            q.index[k] = 0
            left += 1
            if not leaves:
                for j in range(q.first[k], q.first[k + 1]):
                    if q.held[j]:
                        v.best[s] = m.first_action[s] + j - q.first[k]
                        break
        changed = leaves
        while changed and left > 0:
            changed = False
            for y in range(q.start[x], q.start[x + 1]):
                k = q.member[y]
                s = states[k]
                if q.index[k] == 1:
                    continue
                for j in range(q.first[k], q.first[k + 1]):
                    a = m.first_action[s] + j - q.first[k]
                    nearer = False
                    if q.held[j]:
                        for i in range(m.first_successor[a], m.first_successor[a + 1]):
                            nearer = nearer or q.index[mark[m.successor[i]] - 1] == 1
                    if nearer:
                        if g.mode[s] != MIX:
                            v.best[s] = a
                        q.index[k] = 1
                        left -= 1
                        changed = True
                        break


@kernel
def solve_collapsed(g: Game, v: Values, states: Ids, mark: Ids, q: Quotient, leaves: bool) -> bool:
    """Values of a component that the reader, alone with chance, may stay in; False where that is not settled.

    Play that stays for ever wins nothing, and earns nothing: where points are given or taken in a set of states that it
    can stay in, nothing is settled.

    Args:
        mark: int32[n], all 0; used for marks and left all 0.
        leaves: play must not stay for ever where there is a way out, although that would earn nothing.
    """
    n = states.shape[0]
    if n > q.label.shape[0]:
        return False
    for s in states:
        if g.mode[s] == MINIMISE:
            return False
    for k in range(n):
        mark[states[k]] = k + 1
    count = find_end_components(g, states, mark, q)
    settled = g.wins or stays_for_nothing(g, states, q)
    some = build(g, v, states, mark, q, count, leaves) if settled else 0
    inner = Game(q.moves, q.reward, q.mode, q.weight, g.ties_last, g.slack, 0.0 if g.wins else g.gross, g.wins)
    if some == 1:
        x = q.states[0]
        low, high, best = state_bounds(inner, q.values, x)
        q.values.low[x] = low
        q.values.high[x] = min(high, 1.0) if g.wins else high
        q.values.best[x] = best
    elif some > 1:
        settled = solve_rounds(inner, q.values, q.states[:some], q.room)
    if settled:
        spread(g, v, states, mark, q, count)
    for s in states:
        for i in range(
            g.moves.first_successor[g.moves.first_action[s]], g.moves.first_successor[g.moves.first_action[s + 1]]
        ):
            mark[g.moves.successor[i]] = 0
        mark[s] = 0
    return settled
