"""Play as arithmetic: run a program's nodes from a state to the states it leads to, and list all that can be reached.

A program is a table of integers (`Code`), so nothing is compiled per book. A state is a point (a node where play can
stand) and the values of the variables that are live there, packed into words of 62 bits, each variable at a place of
its own. Reached states are numbered in the order found; their actions and successors lie flat, as in a sparse matrix
(`States`).

Between two points play reads and sets only a few variables; the others are carried along. What happens is worked out
once for each point and each value of those few (a *turn*, kept in `Turns`), and done for all other states alike with a
mask and a table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Kinds of node, the first word of each node's code.
DO, BRANCH, CHANCE, LOTTERY, DECIDE, ENTER, EARN, STOP, NOTE = range(9)

# Operations of expressions, in postfix order.
RETURN, CONST, VAR, NEGATE, NOT, LOOKUP = range(6)
ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, LEAST, MOST, EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST, BOTH, EITHER = (
    range(6, 21)
)
WITH_CONST = 32
"""Added to a binary operation: its operands are a variable and a constant that follow in the code."""

# Places in `Counts`.
STATES, ACTIONS, SUCCESSORS, CURSOR, TURNS, TURN_ACTIONS, TURN_WAYS, ROUNDINGS = range(8)

HALF = 512
"""Half of the working stack: the lower part for one expression, the upper for the values of a Do."""

DEEPEST = 64
"""Chance nodes that may be open one inside another between two points; lowering keeps far below it."""


class Code(NamedTuple):
    """A program as numbers."""

    code: Ints
    """Tables (first column, first row, columns, rows, cells row by row), expressions and nodes, one after another."""
    node: Ints
    """Where each node starts in `code`."""
    point: Ids
    """For each node its number among points, or -1."""
    point_node: Ids
    """For each point its node."""
    field_start: Ints
    """int64[points + 1]: where each point's fields start."""
    field_variable: Ids
    field_low: Ints
    field_word: Ids
    field_shift: Ids
    field_mask: Ints
    touched: Flags
    """bool[points, variables]: what is read or set between a point and the next ones, and matters."""
    touched_bits: Ints
    """int64[points, words]: the places in a key of those that are live at the point, and of the point itself."""
    start: Ints
    """int64[variables]: the values before anything happens; those of variables that never change stay."""
    words: int
    endings: int
    marks: int
    weights: int
    """Room for the weights of all chance nodes open at once."""


class States(NamedTuple):
    """The states found so far. The first `endings` of them are the endings; they have no actions."""

    point: Ids
    """int32[n]: the point a state stands at; -1 for an ending."""
    key: Ints
    """int64[n, words]: the point and the live variables, packed."""
    first_action: Ints
    """int64[n + 1]: a state's actions are first_action[s] .. first_action[s + 1]."""
    option: Ids
    """int32[a]: which option an action is; -1 where there is no decision."""
    reward: Floats
    """float64[a]: points expected on the way."""
    first_successor: Ints
    """int64[a + 1]"""
    successor: Ids
    chance: Floats
    slots: Ids
    """int32[power of two]: hash table of state numbers; -1 is empty."""
    seen: Ids
    """int32[marks]: the first state from which play passes a note; -1 if none does."""


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


@njit(cache=True)
def evaluate(code: Ints, at: int, env: Ints, off: int, stack: Ints) -> int:
    """The value of the expression that starts at code[at], on the variables env[off], env[off + 1], …"""
    top = -1
    while True:
        op = code[at]
        at += 1
        if op == RETURN:
            break
        if op == CONST:
            top += 1
            stack[top] = code[at]
            at += 1
            continue
        if op == VAR:
            top += 1
            stack[top] = env[off + code[at]]
            at += 1
            continue
        if op == NEGATE:
            stack[top] = -stack[top]
            continue
        if op == NOT:
            stack[top] = 1 if stack[top] == 0 else 0
            continue
        if op == LOOKUP:
            t = code[at]
            at += 1
            column = min(max(stack[top - 1] - code[t], 0), code[t + 2] - 1)
            row = min(max(stack[top] - code[t + 1], 0), code[t + 3] - 1)
            top -= 1
            stack[top] = code[t + 4 + row * code[t + 2] + column]
            continue
        if op >= WITH_CONST:
            op -= WITH_CONST
            x = env[off + code[at]]
            y = code[at + 1]
            at += 2
            top += 1
        else:
            x = stack[top - 1]
            y = stack[top]
            top -= 1
        if op == ADD:
            z = x + y
        elif op == SUBTRACT:
            z = x - y
        elif op == LESS:
            z = 1 if x < y else 0
        elif op == AT_MOST:
            z = 1 if x <= y else 0
        elif op == MORE:
            z = 1 if x > y else 0
        elif op == AT_LEAST:
            z = 1 if x >= y else 0
        elif op == EQUAL:
            z = 1 if x == y else 0
        elif op == UNEQUAL:
            z = 1 if x != y else 0
        elif op == BOTH:
            z = 1 if x != 0 and y != 0 else 0
        elif op == EITHER:
            z = 1 if x != 0 or y != 0 else 0
        elif op == LEAST:
            z = min(x, y)
        elif op == MOST:
            z = max(x, y)
        elif op == MULTIPLY:
            z = x * y
        elif op == DIVIDE:
            z = x // y if y != 0 else 0
        else:
            z = x % y if y != 0 else 0
        stack[top] = z
    return stack[top]


@njit(cache=True, inline="always")
def find(keys: Ints, slots: Ids, key: Ints, words: int) -> int:
    """The slot of a key in a hash table of numbered keys: where it is, or the empty one where it belongs."""
    size = slots.shape[0] - 1
    mixed = np.uint64(0)
    for w in range(words):
        mixed ^= np.uint64(key[w])
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(32)
    slot = np.int64(mixed & np.uint64(size))
    while True:
        other = slots[slot]
        if other < 0:
            break
        same = True
        for w in range(words):
            if keys[other, w] != key[w]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & size
    return slot


@njit(cache=True, inline="always")
def unpack(m: Code, point: int, keys: Ints, state: int, env: Ints) -> None:
    """Read a state's live variables into `env`; the others keep whatever they were."""
    for f in range(m.field_start[point], m.field_start[point + 1]):
        env[m.field_variable[f]] = ((keys[state, m.field_word[f]] >> m.field_shift[f]) & m.field_mask[f]) + m.field_low[
            f
        ]


@njit(cache=True, inline="always")
def find_or_add(m: Code, s: States, counts: Ints, point: int, key: Ints) -> int:
    """The number of the state (point, key), new if need be; -1 when there is no room."""
    slot = find(s.key, s.slots, key, m.words)
    number = np.int64(s.slots[slot])
    if number < 0 and counts[STATES] < s.point.shape[0]:
        number = counts[STATES]
        s.slots[slot] = number
        s.point[number] = point
        for w in range(m.words):
            s.key[number, w] = key[w]
        counts[STATES] = number + 1
    return number


@njit(cache=True)
def pack(m: Code, point: int, env: Ints) -> Ints:
    """The key of the state with these variables at a point."""
    key = np.zeros(m.words, np.int64)
    key[0] = point
    for f in range(m.field_start[point], m.field_start[point + 1]):
        key[m.field_word[f]] |= (env[m.field_variable[f]] - m.field_low[f]) << m.field_shift[f]
    return key


@njit(cache=True)
def first_state(m: Code, s: States, counts: Ints, point: int, env: Ints) -> int:
    """`find_or_add` for callers outside the kernels."""
    return find_or_add(m, s, counts, point, pack(m, point, env))


@njit(cache=True)
def known_state(m: Code, s: States, point: int, env: Ints) -> int:
    """The number of the state (point, env), or -1."""
    return s.slots[find(s.key, s.slots, pack(m, point, env), m.words)]


@njit(cache=True)
def read_state(m: Code, s: States, state: int, env: Ints) -> None:
    """`unpack` for callers outside the kernels."""
    unpack(m, s.point[state], s.key, state, env)


@njit(cache=True)
def rehash(keys: Ints, slots: Ids, first: int, last: int) -> None:
    """Fill empty `slots` with the numbers first .. last - 1."""
    for number in range(first, last):
        slots[find(keys, slots, keys[number], keys.shape[1])] = number


@njit(cache=True)
def run(
    m: Code,
    s: States,
    t: Turns,
    counts: Ints,
    start: int,
    node: int,
    envs: Ints,
    key: Ints,
    stack: Ints,
    frames: Ints,
    shares: Floats,
) -> bool:
    """Follow every way from `node` to the next points, as ways of the turn's present action.

    Ways that come to one place are joined. Returns False when there is no room.

    Args:
        start: the point where play stands.
        envs: the variables on entry; after them, room for the variables inside each open chance node.
        frames, shares: for each open chance node where it is, its next way, its total, where its weights are; its
            chance and reward.
        stack: room for expressions, then for the values of a Do, then for weights.
    """  # fmt: skip
    code = m.code
    width = m.start.shape[0]
    first = counts[TURN_WAYS]
    action = counts[TURN_ACTIONS]
    depth = 0
    deepest = 0
    landings = 0
    chance = 1.0
    reward = 0.0
    room = True
    while room:
        landed = np.int64(-1)
        off = depth * width
        while m.point[node] < 0:
            at = m.node[node]
            kind = code[at]
            if kind == BRANCH:
                node = code[at + 1] if evaluate(code, code[at + 3], envs, off, stack) != 0 else code[at + 2]
            elif kind == DO:
                sets = code[at + 2]
                for i in range(sets):
                    stack[HALF + i] = evaluate(code, code[at + 4 + 2 * i], envs, off, stack)
                for i in range(sets):
                    envs[off + code[at + 3 + 2 * i]] = stack[HALF + i]
                node = code[at + 1]
            elif kind == NOTE:
                if s.seen[code[at + 2]] < 0:
                    s.seen[code[at + 2]] = counts[CURSOR]
                node = code[at + 1]
            elif kind == EARN:
                reward += evaluate(code, code[at + 2], envs, off, stack)
                node = code[at + 1]
            elif kind == STOP:
                landed = code[at + 1]
                break
            else:
                weights = 2 * HALF if depth == 0 else frames[depth - 1, 3] + code[frames[depth - 1, 0] + 1]
                total = np.int64(0)
                if kind == LOTTERY:
                    total = code[at + 2]
                else:
                    for i in range(code[at + 1]):
                        weight = evaluate(code, code[at + 4 + 2 * i], envs, off, stack)
                        stack[weights + i] = weight
                        total += weight
                frames[depth, 0] = at
                frames[depth, 1] = 0
                frames[depth, 2] = total
                frames[depth, 3] = weights
                shares[depth, 0] = chance
                shares[depth, 1] = reward
                depth += 1
                deepest = max(deepest, depth)
                landed = -2
                break
        if landed != -2:
            landings += 1
            t.reward[action] += chance * reward
            to = np.int64(m.point[node]) if landed < 0 else -1 - landed
            for w in range(m.words):
                key[w] = 0
            if to >= 0:
                key[0] = to
                for f in range(m.field_start[to], m.field_start[to + 1]):
                    if m.touched[start, m.field_variable[f]]:
                        key[m.field_word[f]] |= (envs[off + m.field_variable[f]] - m.field_low[f]) << m.field_shift[f]
            i = first
            while i < counts[TURN_WAYS]:
                same = t.to[i] == to
                for w in range(m.words):
                    same = same and t.sets[i, w] == key[w]
                if same:
                    break
                i += 1
            room = i < t.to.shape[0]
            if room and i == counts[TURN_WAYS]:
                counts[TURN_WAYS] += 1
                t.to[i] = to
                t.chance[i] = chance
                for w in range(m.words):
                    t.sets[i, w] = key[w]
                    t.carries[i, w] = 0
                if to >= 0:
                    for f in range(m.field_start[to], m.field_start[to + 1]):
                        if not m.touched[start, m.field_variable[f]]:
                            t.carries[i, m.field_word[f]] |= m.field_mask[f] << m.field_shift[f]
            elif room:
                t.chance[i] += chance
        weight = np.int64(0)
        while depth > 0 and weight <= 0:
            at = frames[depth - 1, 0]
            child = frames[depth - 1, 1]
            fixed = code[at] == LOTTERY
            while child < code[at + 1]:
                weight = code[at + 4 + 2 * child] if fixed else stack[frames[depth - 1, 3] + child]
                if weight > 0:
                    break
                child += 1
            if weight > 0:
                frames[depth - 1, 1] = child + 1
                node = code[at + 3 + 2 * child]
                chance = shares[depth - 1, 0] * (weight / frames[depth - 1, 2])
                reward = shares[depth - 1, 1]
                for v in range(width):
                    envs[depth * width + v] = envs[(depth - 1) * width + v]
            else:
                depth -= 1
        if depth == 0:
            break
    counts[ROUNDINGS] = max(counts[ROUNDINGS], landings - (counts[TURN_WAYS] - first) + 2 * deepest)
    return room


@njit(cache=True)
def work_out(
    m: Code,
    s: States,
    t: Turns,
    counts: Ints,
    number: int,
    touched: Ints,
    base: Ints,
    envs: Ints,
    key: Ints,
    stack: Ints,
    frames: Ints,
    shares: Floats,
) -> bool:
    """Work out the turn of a state, as the next in `t`; False when there is no room, and then nothing is added."""
    turn = counts[TURNS]
    if turn >= t.key.shape[0]:
        return False
    actions = counts[TURN_ACTIONS]
    ways = counts[TURN_WAYS]
    point = s.point[number]
    at = m.node[m.point_node[point]]
    unpack(m, point, s.key, number, base)
    decides = m.code[at] == DECIDE
    option = 0 if decides else -1
    last = m.code[at + 2] if decides else 0
    while option < last:
        if not decides:
            node = m.code[at + 1]
        elif evaluate(m.code, m.code[at + 4 + 2 * option], base, 0, stack) != 0:
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
            for v in range(base.shape[0]):
                envs[v] = base[v]
            room = run(m, s, t, counts, point, node, envs, key, stack, frames, shares)
        if not room:
            counts[TURN_ACTIONS] = actions
            counts[TURN_WAYS] = ways
            return False
        counts[TURN_ACTIONS] += 1
        t.first_way[counts[TURN_ACTIONS]] = counts[TURN_WAYS]
        option = last if option < 0 else option + 1
    for w in range(m.words):
        t.key[turn, w] = touched[w]
    t.first_action[turn + 1] = counts[TURN_ACTIONS]
    t.slots[find(t.key, t.slots, touched, m.words)] = turn
    counts[TURNS] = turn + 1
    return True


@njit(cache=True)
def explore(m: Code, s: States, t: Turns, counts: Ints, chunk: int) -> bool:
    """List the actions of up to `chunk` more states, in the order found. False when an array is full.

    The caller makes room and calls again; what was begun of a state is taken back. counts[CURSOR] says how far the
    listing has come.
    """
    envs = np.zeros((DEEPEST + 1) * m.start.shape[0], np.int64)
    base = m.start.copy()
    key = np.zeros(m.words, np.int64)
    touched = np.zeros(m.words, np.int64)
    stack = np.empty(2 * HALF + m.weights, np.int64)
    frames = np.empty((DEEPEST, 4), np.int64)
    shares = np.empty((DEEPEST, 2), np.float64)
    number = max(counts[CURSOR], m.endings)
    s.first_action[: m.endings + 1] = 0
    stop = number + chunk
    while number < counts[STATES] and number < stop:
        counts[CURSOR] = number
        point = s.point[number]
        for w in range(m.words):
            touched[w] = s.key[number, w] & m.touched_bits[point, w]
        turn = np.int64(t.slots[find(t.key, t.slots, touched, m.words)])
        if turn < 0:
            if not work_out(m, s, t, counts, number, touched, base, envs, key, stack, frames, shares):
                return False
            turn = counts[TURNS] - 1
        first = t.first_action[turn]
        last = t.first_action[turn + 1]
        action = counts[ACTIONS]
        successor = counts[SUCCESSORS]
        if action + last - first >= s.option.shape[0]:
            return False
        if successor + t.first_way[last] - t.first_way[first] > s.successor.shape[0]:
            return False
        for a in range(first, last):
            s.option[action] = t.option[a]
            s.reward[action] = t.reward[a]
            for i in range(t.first_way[a], t.first_way[a + 1]):
                to = np.int64(t.to[i])
                landed = -1 - to
                if to >= 0:
                    for w in range(m.words):
                        key[w] = (s.key[number, w] & t.carries[i, w]) | t.sets[i, w]
                    landed = find_or_add(m, s, counts, to, key)
                    if landed < 0:
                        return False
                s.successor[successor] = landed
                s.chance[successor] = t.chance[i]
                successor += 1
            action += 1
            s.first_successor[action] = successor
        counts[ACTIONS] = action
        counts[SUCCESSORS] = successor
        number += 1
        s.first_action[number] = action
        counts[CURSOR] = number
    return True
