"""Bounds of best play from plays that follow what looks best, state by state, for books too large to be listed.

Brázdil et al., Verification of Markov decision processes using learning algorithms (2014): a play goes from the start
to an ending; on the way back the bounds of each state that it passed are worked out anew from those of the states
after. Only states that plays come to are listed.

All bounds hold at any time: a state that was never looked at is worth 0 to 1, and each new bound follows from older
ones by one step of Bellman's operator, rounded outward.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import sum_bounds, without_return
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.guesses import Features, guess, note_value
from gamebook.kernels.keys import find, unpack
from gamebook.kernels.listing import list_actions
from gamebook.kernels.machine import Scratch, Turns
from gamebook.kernels.states import ACTIONS, ROUNDINGS, STATES, States
from gamebook.kernels.walk import GAMMA, mixed, part

# Places in the array of a search's counts.
PLAYS, STEPS, LISTED = range(3)

UNKNOWN = 1e-9
"""The least share of its chance with which a play follows a way on which nothing is left to find."""
TIE = 1e-3
"""How much the other bound counts where one bound decides."""
HABIT = 1e-4
"""How much experience with similar states counts, where both bounds are alike; and chance, to that."""
MEMORY = 0.1
"""How much the last play counts in what experience says."""
SPREAD = 1e-5
"""How much chance counts beside a guide, where all else is equal."""


class Known(NamedTuple):
    """What is known of each state."""

    first: Ints
    """int64[n]: its first action; -1: it was not looked at."""
    actions: Ids
    """int32[n]: how many it has."""
    low: Floats
    """float64[n]: bound from below of the chance to win."""
    high: Floats


class Habits(NamedTuple):
    """What options were worth at states that are alike: at one point, with the same items and codewords."""

    bits: Ints
    """int64[points, words]: the places in a key in which states that are alike agree."""
    worth: Floats
    """float64[power of two]: by a hash of what they agree in and the option; -1 where nothing is known."""


class Guide(NamedTuple):
    """What was learned by practice. A search that has a guide follows it within what is proven."""

    follows: bool
    """Whether there is one; else experience with similar states decides where bounds are alike."""

    features: Features
    weights: Floats
    """For what options are worth."""
    seen: Ints
    """int64[widest + 1], room."""


class Ceiling(NamedTuple):
    """Bounds from above that hold for the book: what best play wins in a book in which much is forgotten."""

    code: Code
    """That book."""
    states: States
    high: Floats
    """float64[n], of its states."""
    point: Ids
    """int32[points]: for each point of the book that is played the same place there, or -1."""
    sheet: Ints
    """int64[variables], room."""
    key: Ints
    """int64[words], room."""


@inlined
def below_ceiling(m: Code, s: States, c: Ceiling, state: int) -> float:
    """A bound from above of a state, from the ceiling; 1 where it says nothing.

    Variables that the state does not hold make no difference to it, so any value of them will do.
    """
    point, other = c.point[s.point[state]], c.code
    if point < 0:
        return 1.0
    unpack(m, s.point[state], s.key, state, c.sheet)
    c.key[:] = 0
    c.key[0] = point
    for f in range(other.field_start[point], other.field_start[point + 1]):
        c.key[other.field_word[f]] |= (c.sheet[other.field_variable[f]] - other.field_low[f]) << other.field_shift[f]
    found = c.states.slots[find(c.states.key, c.states.slots, c.key, other.words)]
    return c.high[found] if found >= 0 else 1.0


@inlined
def chance_of(counter: Ints) -> float:
    """A random number in [0, 1)."""
    counter[0] += np.int64(GAMMA)
    return part(mixed(np.uint64(counter[0])))


@inlined
def see_state(m: Code, s: States, g: Guide, state: int) -> int:
    """Note what the reader sees in a state; the number of the decision, or -1 where there is none."""
    f = g.features
    point = s.point[state]
    d = f.decision[m.point_node[point]]
    if d >= 0:
        first = m.field_start[point]
        mix = np.uint64(d + 1)
        for i in range(f.start[d], f.start[d + 1]):
            field = first + i - f.start[d]
            x = (s.key[state, m.field_word[field]] >> m.field_shift[field]) & m.field_mask[field]
            mix = note_value(f, g.seen, mix, d, i, x)
        g.seen[g.seen.shape[0] - 1] = np.int64(mix >> np.uint64(1))
    return d


@inlined
def habit(s: States, h: Habits, state: int, option: int, words: int) -> int:
    """Where experience with an option is kept."""
    point = s.point[state]
    mix = np.uint64(option + 2)
    for w in range(words):
        mix ^= np.uint64(s.key[state, w] & h.bits[point, w])
        mix *= np.uint64(0xBF58476D1CE4E5B9)
        mix ^= mix >> np.uint64(29)
    mix *= np.uint64(0x94D049BB133111EB)
    mix ^= mix >> np.uint64(32)
    return np.int64(mix & np.uint64(h.worth.shape[0] - 1))


@inlined
def worth_of(s: States, k: Known, state: int, action: int, slack: float) -> tuple[float, float]:
    """Bounds of what an action is worth, the way straight back divided out."""
    low = 0.0
    high = 0.0
    leak = 0.0
    first = s.first_successor[action]
    last = s.first_successor[action + 1]
    for i in range(first, last):
        after = s.successor[i]
        if after != state:
            low += s.chance[i] * k.low[after]
            high += s.chance[i] * k.high[after]
            leak += s.chance[i]
    if leak <= 0.0:
        return 0.0, 0.0
    if last - first == 1:
        return k.low[s.successor[first]], k.high[s.successor[first]]
    low, high = sum_bounds(low, high, high, slack + (last - first))
    return without_return(low, high, leak, slack + (last - first))


@inlined
def look_back(s: States, k: Known, rival: bool, state: int, slack: float) -> None:
    """The bounds of a state from those of the states after it; they never become wider."""
    first = k.first[state]
    last = first + k.actions[state]
    low = 1.0 if rival else 0.0
    high = 1.0 if rival else 0.0
    for a in range(first, last):
        l, h = worth_of(s, k, state, a, slack)
        low = min(low, l) if rival else max(low, l)
        high = min(high, h) if rival else max(high, h)
    k.low[state] = max(k.low[state], low)
    k.high[state] = min(k.high[state], high)


@inlined
def looks_best(
    m: Code,
    s: States,
    k: Known,
    h: Habits,
    g: Guide,
    rival: bool,
    daring: bool,
    state: int,
    slack: float,
    counter: Ints,
) -> int:
    """The action that looks best: by what is proven, or, where play is daring, by what is possible."""
    first = k.first[state]
    best = first
    most = -1.0
    d = see_state(m, s, g, state) if g.follows else np.int64(-1)
    for a in range(first, first + k.actions[state]):
        low, high = worth_of(s, k, state, a, slack)
        if d >= 0:
            hoped = guess(g.features, g.weights, d, s.option[a], g.seen)
            value = high + TIE * hoped if daring else min(max(hoped, low), high) + TIE * high
            value = (2.0 - value if rival else value) + SPREAD * chance_of(counter)
        else:
            value = high + TIE * low if daring else low + TIE * high
            if rival:
                value = 2.0 - value
            else:
                before = h.worth[habit(s, h, state, s.option[a], m.words)]
                value += HABIT * ((before if before >= 0.0 else 0.5) + 0.2 * chance_of(counter))
        if value > most:
            most = value
            best = a
    return best


@kernel
def seek(
    m: Code, s: States, t: Turns, counts: Ints, w: Scratch, k: Known, h: Habits, g: Guide, c: Ceiling, rivals: Flags,
    root: int, path: Ints, taken: Ints, done: Ints, counter: Ints, steps: int, ventures: float, wild: float,
) -> bool:  # fmt: skip
    """Play until so many more states were passed; False when an array is full: then a play was broken off.

    Args:
        m: the program.
        s: the states found.
        t: the turns worked out.
        counts: how far arrays are filled.
        w: room.
        k: what is known of the states; as long as `s` has room.
        h: experience.
        g: what was learned by practice.
        c: bounds from above that new states begin with.
        rivals: bool[points], where a rival decides.
        root: where play begins.
        path: room for the states of one play; a longer play is broken off.
        taken: room for the actions of one play.
        done: int64[3], by `PLAYS`, `STEPS`, `LISTED`.
        counter: int64[1], the state of the random numbers.
        steps: how many.
        ventures: the share of plays that go for the best that is possible, not for the best that is proven.
        wild: the share of decisions that are taken at random.
    """
    until = done[STEPS] + steps
    while done[STEPS] < until:
        state = root
        length = 0
        daring = chance_of(counter) < ventures
        while state >= m.endings and length < path.shape[0]:
            slack = np.float64(counts[ROUNDINGS] + 8)
            rival = rivals[s.point[state]]
            if k.first[state] < 0:
                begin = counts[ACTIONS]
                new = counts[STATES]
                if not list_actions(m, s, t, counts, w, state):
                    return False
                if c.high.shape[0] > 0:
                    for other in range(new, counts[STATES]):
                        k.high[other] = min(k.high[other], below_ceiling(m, s, c, other))
                k.first[state] = begin
                k.actions[state] = counts[ACTIONS] - begin
                done[LISTED] += 1
                slack = np.float64(counts[ROUNDINGS] + 8)
                look_back(s, k, rival, state, slack)
            first = k.first[state]
            number = k.actions[state]
            best = first
            if number > 1:
                if chance_of(counter) < wild:
                    best = first + min(np.int64(chance_of(counter) * number), number - 1)
                else:
                    best = looks_best(m, s, k, h, g, rival, daring, state, slack, counter)
            path[length] = state
            taken[length] = best
            length += 1
            total = 0.0
            for i in range(s.first_successor[best], s.first_successor[best + 1]):
                after = s.successor[i]
                total += s.chance[i] * max(k.high[after] - k.low[after], UNKNOWN)
            drawn = chance_of(counter) * total
            for i in range(s.first_successor[best], s.first_successor[best + 1]):
                state = np.int64(s.successor[i])
                drawn -= s.chance[i] * max(k.high[state] - k.low[state], UNKNOWN)
                if drawn < 0.0:
                    break
        slack = np.float64(counts[ROUNDINGS] + 8)
        for i in range(length - 1, -1, -1):
            state = path[i]
            look_back(s, k, rivals[s.point[state]], state, slack)
            if not g.follows and k.actions[state] > 1:
                at = habit(s, h, state, s.option[taken[i]], m.words)
                low, _ = worth_of(s, k, state, taken[i], slack)
                h.worth[at] = low if h.worth[at] < 0.0 else (1.0 - MEMORY) * h.worth[at] + MEMORY * low
        done[PLAYS] += 1
        done[STEPS] += length
    return True
