"""Play as arithmetic: run a program's nodes from a state to the states it leads to, and list all that can be reached.

A program is a table of integers (`Code`), so nothing is compiled per book. A state is a point (a node where play can
stand) and the values of the variables that are live there, packed into words of 62 bits. Reached states are numbered
in the order found; their actions and successors lie flat, as in a sparse matrix (`States`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Floats = NDArray[np.float64]

# Kinds of node, the first word of each node's code.
DO, BRANCH, CHANCE, DECIDE, ENTER, EARN, STOP = range(7)

# Operations of expressions, in postfix order.
RETURN, CONST, VAR, NEGATE, NOT, LOOKUP = range(6)
ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, LEAST, MOST, EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST, BOTH, EITHER = range(
    6, 21
)
WITH_CONST = 32
"""Added to a binary operation: its operands are a variable and a constant that follow in the code."""

# Places in `Counts`.
STATES, ACTIONS, SUCCESSORS, CURSOR = range(4)

HALF = 512
"""Half of the working stack: the lower part for one expression, the upper for the values of a Do."""

DEEPEST = 64
"""Chance nodes that may be open one inside another between two points; lowering keeps far below it."""


class Code(NamedTuple):
    """A program as numbers."""

    code: Ints
    """Nodes and expressions, one after another."""
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
    table: Ints
    """int64[tables, 5]: first column, first row, columns, rows, where its cells start."""
    cells: Ints
    start: Ints
    """int64[variables]: the values before anything happens; those of variables that never change stay."""
    words: int
    endings: int


class States(NamedTuple):
    """The states found so far. The first `endings` of them are the endings; they have no actions."""

    point: Ids
    """int32[n]: the point a state stands at; -1 for an ending."""
    key: Ints
    """int64[n, words]: the live variables, packed."""
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


@njit(cache=True)
def evaluate(code: Ints, table: Ints, cells: Ints, at: int, env: Ints, stack: Ints) -> int:
    """The value of the expression that starts at code[at], on the variables `env`."""
    top = -1
    while True:
        op = code[at]
        at += 1
        if op == RETURN:
            return stack[top]
        if op == CONST:
            top += 1
            stack[top] = code[at]
            at += 1
            continue
        if op == VAR:
            top += 1
            stack[top] = env[code[at]]
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
            column = min(max(stack[top - 1] - table[t, 0], 0), table[t, 2] - 1)
            row = min(max(stack[top] - table[t, 1], 0), table[t, 3] - 1)
            top -= 1
            stack[top] = cells[table[t, 4] + row * table[t, 2] + column]
            continue
        if op >= WITH_CONST:
            op -= WITH_CONST
            x = env[code[at]]
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


@njit(cache=True)
def pack(m: Code, point: int, env: Ints, key: Ints) -> int:
    """Write the live variables of `env` into `key` and return its hash."""
    for w in range(m.words):
        key[w] = 0
    for f in range(m.field_start[point], m.field_start[point + 1]):
        key[m.field_word[f]] |= (env[m.field_variable[f]] - m.field_low[f]) << m.field_shift[f]
    mixed = np.uint64(point + 1) * np.uint64(0x9E3779B97F4A7C15)
    for w in range(m.words):
        mixed ^= np.uint64(key[w])
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(0x3FFFFFFFFFFFFFFF))


@njit(cache=True)
def unpack(m: Code, point: int, key: Ints, env: Ints) -> None:
    """Read a state's live variables into `env`; the others keep whatever they were."""
    for f in range(m.field_start[point], m.field_start[point + 1]):
        env[m.field_variable[f]] = ((key[m.field_word[f]] >> m.field_shift[f]) & m.field_mask[f]) + m.field_low[f]


@njit(cache=True)
def find(m: Code, s: States, point: int, env: Ints, key: Ints) -> int:
    """The slot of the state (point, env): where it is, or the empty one where it belongs."""
    size = s.slots.shape[0] - 1
    slot = pack(m, point, env, key) & size
    while True:
        other = s.slots[slot]
        if other < 0:
            return slot
        if s.point[other] == point:
            same = True
            for w in range(m.words):
                if s.key[other, w] != key[w]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & size


@njit(cache=True)
def find_or_add(m: Code, s: States, counts: Ints, point: int, env: Ints, key: Ints) -> int:
    """The number of the state (point, env), new if need be; -1 when there is no room."""
    slot = find(m, s, point, env, key)
    if s.slots[slot] >= 0:
        return s.slots[slot]
    number = counts[STATES]
    if number >= s.point.shape[0] or 2 * number >= s.slots.shape[0]:
        return -1
    s.slots[slot] = number
    s.point[number] = point
    for w in range(m.words):
        s.key[number, w] = key[w]
    counts[STATES] = number + 1
    return number


@njit(cache=True)
def rehash(m: Code, s: States, counts: Ints) -> None:
    """Fill empty `slots` with the states there are."""
    env = m.start.copy()
    key = np.zeros(m.words, np.int64)
    for number in range(m.endings, counts[STATES]):
        unpack(m, s.point[number], s.key[number], env)
        s.slots[find(m, s, s.point[number], env, key)] = number


@njit(cache=True)
def run(m: Code, s: States, counts: Ints, node: int, envs: Ints, key: Ints, stack: Ints) -> bool:
    """Follow every way from `node` (entered with envs[0]) to the next points, as successors of the present action.

    Ways to one state are joined, so an action lists a successor once. Returns False when there is no room.
    """
    frame_node = np.empty(DEEPEST, np.int64)
    frame_child = np.empty(DEEPEST, np.int64)
    frame_total = np.empty(DEEPEST, np.int64)
    frame_chance = np.empty(DEEPEST, np.float64)
    frame_reward = np.empty(DEEPEST, np.float64)
    code = m.code
    first = counts[SUCCESSORS]
    action = counts[ACTIONS]
    depth = 0
    chance = 1.0
    reward = 0.0
    env = envs[0]
    while True:
        landed = -1
        while m.point[node] < 0:
            at = m.node[node]
            kind = code[at]
            if kind == DO:
                sets = code[at + 2]
                if sets == 1:
                    env[code[at + 3]] = evaluate(code, m.table, m.cells, code[at + 4], env, stack)
                else:
                    for i in range(sets):
                        stack[HALF + i] = evaluate(code, m.table, m.cells, code[at + 4 + 2 * i], env, stack)
                    for i in range(sets):
                        env[code[at + 3 + 2 * i]] = stack[HALF + i]
                node = code[at + 1]
            elif kind == BRANCH:
                node = code[at + 1] if evaluate(code, m.table, m.cells, code[at + 3], env, stack) != 0 else code[at + 2]
            elif kind == EARN:
                reward += evaluate(code, m.table, m.cells, code[at + 2], env, stack)
                node = code[at + 1]
            elif kind == CHANCE:
                total = 0
                for i in range(code[at + 1]):
                    total += evaluate(code, m.table, m.cells, code[at + 3 + 2 * i], env, stack)
                frame_node[depth] = at
                frame_child[depth] = 0
                frame_total[depth] = total
                frame_chance[depth] = chance
                frame_reward[depth] = reward
                depth += 1
                landed = -2
                break
            else:
                landed = code[at + 1]
                break
        if landed != -2:
            if landed < 0:
                landed = find_or_add(m, s, counts, m.point[node], env, key)
                if landed < 0:
                    return False
            s.reward[action] += chance * reward
            known = False
            for i in range(first, counts[SUCCESSORS]):
                if s.successor[i] == landed:
                    s.chance[i] += chance
                    known = True
                    break
            if not known:
                if counts[SUCCESSORS] >= s.successor.shape[0]:
                    return False
                s.successor[counts[SUCCESSORS]] = landed
                s.chance[counts[SUCCESSORS]] = chance
                counts[SUCCESSORS] += 1
        while depth > 0:
            at = frame_node[depth - 1]
            child = frame_child[depth - 1]
            weight = 0
            while child < code[at + 1]:
                weight = evaluate(code, m.table, m.cells, code[at + 3 + 2 * child], envs[depth - 1], stack)
                if weight > 0:
                    break
                child += 1
            if weight > 0:
                frame_child[depth - 1] = child + 1
                node = code[at + 2 + 2 * child]
                chance = frame_chance[depth - 1] * (weight / frame_total[depth - 1])
                reward = frame_reward[depth - 1]
                env = envs[depth]
                env[:] = envs[depth - 1]
                break
            depth -= 1
        if depth == 0:
            return True


@njit(cache=True)
def open_action(s: States, counts: Ints, option: int) -> bool:
    """Begin a new action of the present state; False when there is no room."""
    if counts[ACTIONS] + 1 >= s.option.shape[0]:
        return False
    s.option[counts[ACTIONS]] = option
    s.reward[counts[ACTIONS]] = 0.0
    return True


@njit(cache=True)
def close_action(s: States, counts: Ints) -> None:
    """End the present action after its successors."""
    counts[ACTIONS] += 1
    s.first_successor[counts[ACTIONS]] = counts[SUCCESSORS]


@njit(cache=True)
def expand(m: Code, s: States, counts: Ints, number: int, envs: Ints, base: Ints, key: Ints, stack: Ints) -> bool:
    """List the actions of one state; False when there is no room (then what was begun is to be taken back)."""
    point = s.point[number]
    at = m.node[m.point_node[point]]
    unpack(m, point, s.key[number], base)
    if m.code[at] == ENTER:
        if not open_action(s, counts, -1):
            return False
        envs[0] = base
        if not run(m, s, counts, m.code[at + 1], envs, key, stack):
            return False
        close_action(s, counts)
        return True
    none_open = True
    for i in range(m.code[at + 2]):
        if evaluate(m.code, m.table, m.cells, m.code[at + 4 + 2 * i], base, stack) == 0:
            continue
        none_open = False
        if not open_action(s, counts, i):
            return False
        envs[0] = base
        if not run(m, s, counts, m.code[at + 3 + 2 * i], envs, key, stack):
            return False
        close_action(s, counts)
    if none_open:
        if not open_action(s, counts, -1):
            return False
        envs[0] = base
        if not run(m, s, counts, m.code[at + 1], envs, key, stack):
            return False
        close_action(s, counts)
    return True


@njit(cache=True)
def explore(m: Code, s: States, counts: Ints, chunk: int) -> bool:
    """List the actions of up to `chunk` more states, in the order found. False when an array is full.

    The caller makes room and calls again; counts[CURSOR] says how far the listing has come.
    """
    envs = np.zeros((DEEPEST, m.start.shape[0]), np.int64)
    base = m.start.copy()
    key = np.zeros(m.words, np.int64)
    stack = np.empty(2 * HALF, np.int64)
    stop = counts[CURSOR] + chunk
    while counts[CURSOR] < counts[STATES] and counts[CURSOR] < stop:
        number = counts[CURSOR]
        if number < m.endings:
            s.first_action[number + 1] = counts[ACTIONS]
            counts[CURSOR] += 1
            continue
        actions = counts[ACTIONS]
        successors = counts[SUCCESSORS]
        if not expand(m, s, counts, number, envs, base, key, stack):
            counts[ACTIONS] = actions
            counts[SUCCESSORS] = successors
            return False
        s.first_action[number + 1] = counts[ACTIONS]
        counts[CURSOR] += 1
    return True
