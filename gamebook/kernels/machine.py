"""Play as arithmetic: run a program's nodes from a point to the points it leads to.

Between two points play reads and sets only a few variables; the others are carried along. What happens is worked out
once for each point and each value of those few (a *turn*, kept in `Turns`), and done for all other states alike with a
mask and a table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.code import BRANCH, DECIDE, DEEPEST, DO, EARN, LOTTERY, NOTE, STOP, Code, evaluate
from gamebook.kernels.compiled import inlined
from gamebook.kernels.keys import find, unpack
from gamebook.kernels.states import CURSOR, EVEN, ROUNDINGS, TURN_ACTIONS, TURN_WAYS, TURNS, States

DRAWING = -1 << 40
"""In place of where play came to: it came to a chance node."""


class Turns(NamedTuple):
    """What happens from a point on, for each value of the variables that play touches there."""

    key: Ints
    """int64[t, words]: the point and the touched variables, packed."""
    first_action: Ints
    option: Ids
    reward: Floats
    first_way: Ints
    to: Ids
    """int32[w]: the point a way leads to; -1 - e for ending e."""
    chance: Floats
    sets: Ints
    """int64[w, words]: the packed values of the touched variables on arrival."""
    carries: Ints
    """int64[w, words]: the places in a key that are carried along."""
    slots: Ids
    """int32[power of two]: hash table of turn numbers; -1 is empty."""


class Scratch(NamedTuple):
    """Room to work in."""

    envs: Ints
    """The variables; after them, room for the variables inside each open chance node."""
    base: Ints
    """int64[variables]: the variables where play stands."""
    key: Ints
    """int64[words]: the key of where play came to."""
    touched: Ints
    """int64[words]: the key of the turn to work out."""
    stack: Ints
    """Room for expressions, then for the values of a Do, then for weights."""
    frames: Ints
    """int64[DEEPEST, 4]: for each open chance node where it is, its next way, its total, where its weights are."""
    shares: Floats
    """float64[DEEPEST, 3]: for each open chance node its chance, the points earned up to it, and gains with losses."""
    gross: Floats
    """float64[1]: the most points, gains and losses both counted, that an action is expected to bring of both."""


def scratch(m: Code) -> Scratch:
    """Room to work in for this program."""
    return Scratch(
        np.zeros((DEEPEST + 1) * m.start.shape[0], np.int64),
        m.start.copy(),
        np.zeros(m.words, np.int64),
        np.zeros(m.words, np.int64),
        np.empty(2 * m.half + m.weights, np.int64),
        np.empty((DEEPEST, 4), np.int64),
        np.empty((DEEPEST, 3), np.float64),
        np.zeros(1),
    )


@inlined
def follow(m: Code, s: States, counts: Ints, node: int, off: int, w: Scratch) -> tuple[int, int, float]:
    """Follow what is certain from `node` on, with the variables at envs[off], …

    Returns:
        node: the node that is reached.
        to: its point; -1 - e for ending e; `DRAWING` for a chance node.
        earned: points on the way.
    """
    code = m.code
    earned = 0.0
    while m.point[node] < 0:
        at = m.node[node]
        kind = code[at]
        if kind == BRANCH:
            node = code[at + 1] if evaluate(code, code[at + 3], w.envs, off, w.stack) != 0 else code[at + 2]
        elif kind == DO:
            sets = code[at + 2]
            for i in range(sets):
                w.stack[m.half + i] = evaluate(code, code[at + 4 + 2 * i], w.envs, off, w.stack)
            for i in range(sets):
                w.envs[off + code[at + 3 + 2 * i]] = w.stack[m.half + i]
            node = code[at + 1]
        elif kind == NOTE:
            if s.seen[code[at + 2]] < 0:
                s.seen[code[at + 2]] = counts[CURSOR]
            node = code[at + 1]
        elif kind == EARN:
            earned += evaluate(code, code[at + 2], w.envs, off, w.stack)
            node = code[at + 1]
        elif kind == STOP:
            return node, -1 - code[at + 1], earned
        else:
            return node, DRAWING, earned
    return node, np.int64(m.point[node]), earned


@inlined
def draw(m: Code, node: int, depth: int, chance: float, reward: float, swing: float, w: Scratch) -> None:
    """Open a chance node inside `depth` others: weigh its ways."""
    code = m.code
    at = m.node[node]
    weights = 2 * m.half if depth == 0 else w.frames[depth - 1, 3] + code[w.frames[depth - 1, 0] + 1]
    total = np.int64(0)
    if code[at] == LOTTERY:
        total = code[at + 2]
    else:
        off = depth * m.start.shape[0]
        for i in range(code[at + 1]):
            weight = evaluate(code, code[at + 4 + 2 * i], w.envs, off, w.stack)
            w.stack[weights + i] = weight
            total += weight
    w.frames[depth, 0] = at
    w.frames[depth, 1] = 0
    w.frames[depth, 2] = total
    w.frames[depth, 3] = weights
    w.shares[depth, 0] = chance
    w.shares[depth, 1] = reward
    w.shares[depth, 2] = swing


@inlined
def next_way(m: Code, depth: int, w: Scratch) -> tuple[int, int, float, float, float]:
    """The next way out of the open chance nodes, innermost first; those without one are closed.

    Returns: how many are open, and the node, chance, points and swing of that way; 0 open: there is none.
    """
    code = m.code
    width = m.start.shape[0]
    while depth > 0:
        at = w.frames[depth - 1, 0]
        child = w.frames[depth - 1, 1]
        fixed = code[at] == LOTTERY
        while child < code[at + 1]:
            weight = code[at + 4 + 2 * child] if fixed else w.stack[w.frames[depth - 1, 3] + child]
            if weight > 0:
                w.frames[depth - 1, 1] = child + 1
                for v in range(width):
                    w.envs[depth * width + v] = w.envs[(depth - 1) * width + v]
                share = w.shares[depth - 1, 0] * (weight / w.frames[depth - 1, 2])
                return depth, code[at + 3 + 2 * child], share, w.shares[depth - 1, 1], w.shares[depth - 1, 2]
            child += 1
        depth -= 1
    return 0, 0, 0.0, 0.0, 0.0


@inlined
def arrive(
    m: Code, t: Turns, counts: Ints, first: int, start: int, to: int, off: int, chance: float, w: Scratch
) -> bool:
    """Add a way to `to` with the variables at envs[off], …; it joins one of the ways from `first` on that ends alike.

    Returns: False when there is no room.
    """
    for word in range(m.words):
        w.key[word] = 0
    if to >= 0:
        w.key[0] = to
        for f in range(m.field_start[to], m.field_start[to + 1]):
            if m.touched[start, m.field_variable[f]]:
                value = w.envs[off + m.field_variable[f]] - m.field_low[f]
                w.key[m.field_word[f]] |= value << m.field_shift[f]
    last = counts[TURN_WAYS]
    for i in range(first, last):
        same = t.to[i] == to
        for word in range(m.words):
            same = same and t.sets[i, word] == w.key[word]
        if same:
            t.chance[i] += chance
            return True
    if last >= t.to.shape[0]:
        return False
    counts[TURN_WAYS] = last + 1
    t.to[last] = to
    t.chance[last] = chance
    for word in range(m.words):
        t.sets[last, word] = w.key[word]
        t.carries[last, word] = 0
    if to >= 0:
        for f in range(m.field_start[to], m.field_start[to + 1]):
            if not m.touched[start, m.field_variable[f]]:
                t.carries[last, m.field_word[f]] |= m.field_mask[f] << m.field_shift[f]
    return True


@inlined
def run(m: Code, s: States, t: Turns, counts: Ints, start: int, node: int, w: Scratch) -> bool:
    """Follow every way from `node` to the next points, as ways of the turn's present action.

    Ways that come to one place are joined. Returns False when there is no room.

    Args:
        start: the point where play stands.
        w: the variables on entry are in `envs`.
    """  # fmt: skip
    width = m.start.shape[0]
    first = counts[TURN_WAYS]
    action = counts[TURN_ACTIONS]
    depth = np.int64(0)
    deepest = 0
    landings = 0
    chance = 1.0
    reward = 0.0
    swing = 0.0  # gains and losses both counted, as far as a draw comes between them
    gross = 0.0
    while True:
        node, to, earned = follow(m, s, counts, node, depth * width, w)
        reward += earned
        swing += abs(earned)
        if to == DRAWING:
            draw(m, node, depth, chance, reward, swing, w)
            depth += 1
            deepest = max(deepest, depth)
        else:
            landings += 1
            t.reward[action] += chance * reward
            gross += chance * swing
            if not arrive(m, t, counts, first, start, to, depth * width, chance, w):
                return False
        depth, node, chance, reward, swing = next_way(m, depth, w)
        if depth == 0:
            break
    if gross > abs(t.reward[action]):
        w.gross[0] = max(w.gross[0], gross)
        if t.reward[action] == 0.0:
            t.reward[action] = EVEN
    counts[ROUNDINGS] = max(counts[ROUNDINGS], landings - (counts[TURN_WAYS] - first) + 2 * deepest)
    return True


@inlined
def work_out(m: Code, s: States, t: Turns, counts: Ints, number: int, w: Scratch) -> bool:
    """Work out the turn of state `number`, as the next in `t`; False when there is no room: then nothing is added.

    Args:
        w: `touched` is the key of the turn.
    """
    turn = counts[TURNS]
    if turn >= t.key.shape[0]:
        return False
    actions = counts[TURN_ACTIONS]
    ways = counts[TURN_WAYS]
    point = s.point[number]
    at = m.node[m.point_node[point]]
    unpack(m, point, s.key, number, w.base)
    decides = m.code[at] == DECIDE
    option = 0 if decides else -1
    last = m.code[at + 2] if decides else 0
    while option < last:
        if not decides:
            node = m.code[at + 1]
        elif evaluate(m.code, m.code[at + 4 + 2 * option], w.base, np.int64(0), w.stack) != 0:
            node = m.code[at + 3 + 2 * option]
        elif option == last - 1 and counts[TURN_ACTIONS] == actions:
            # Nothing is open: play goes on after the menu.
            node = m.code[at + 1]
            option = -1
        else:
            option += 1
            continue
        room = counts[TURN_ACTIONS] + 1 < t.option.shape[0]
        if room:
            t.option[counts[TURN_ACTIONS]] = option
            t.reward[counts[TURN_ACTIONS]] = 0.0
            for v in range(w.base.shape[0]):
                w.envs[v] = w.base[v]
            room = run(m, s, t, counts, point, node, w)
        if not room:
            counts[TURN_ACTIONS] = actions
            counts[TURN_WAYS] = ways
            return False
        counts[TURN_ACTIONS] += 1
        t.first_way[counts[TURN_ACTIONS]] = counts[TURN_WAYS]
        option = last if option < 0 else option + 1
    for word in range(m.words):
        t.key[turn, word] = w.touched[word]
    t.first_action[turn + 1] = counts[TURN_ACTIONS]
    t.slots[find(t.key, t.slots, w.touched, m.words)] = turn
    counts[TURNS] = turn + 1
    return True
