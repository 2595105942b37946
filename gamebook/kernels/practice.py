"""Practice: a reader plays a book again and again, and learns which options win. No list of states.

What an option is worth is guessed by a sum: one weight for the option, one for each variable that matters at the
decision, by its value, and one for all items and codewords together. After a play each guess on its way is moved
towards what came of it (Monte Carlo control with traces: R. Sutton and A. Barto, *Reinforcement Learning* (2018),
chapters 9 and 12). A rival learns in the same way, and takes what is worth least.

To find a way to win that chance would never find, the reader is curious: values that were seldom met at a decision are
worth something by themselves, and so are options that lead to them (count-based exploration: M. Bellemare and others,
*Unifying count-based exploration and intrinsic motivation* (2016)).

Guesses may be wrong, and nothing proves them. What a reader who follows them wins is found out by fresh plays.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.code import DECIDE, ENTER, STOP
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.guesses import Features, alike, guess, see
from gamebook.kernels.player import LOST, Room, Script, below, onward, open_options
from gamebook.kernels.walk import GAMMA, mixed, part

# Places in an array of results.
PLAYS, WON, UNFINISHED, POINTS = range(4)
# Columns of what is counted of options.
OPEN, TAKEN = range(2)

FADE = 0.9995
"""What lies one decision ahead counts so much of what lies at hand: of two ways to win the shorter one is better."""
TRACE = 0.95
"""How much of what a guess learns comes from the play itself; the rest comes from the guess after it."""
PER_ROLL = np.uint64(0xF1DE83E19937733D)
"""The inverse of `GAMMA` (modulo 2^64): how far the counter went on, times this, is how many numbers were drawn."""
TIE = 1e-6
"""Options whose worth differs by less are taken by lot."""


class Learned(NamedTuple):
    """What was learned so far."""

    worth: Floats
    """Weights for what options are worth: 0 to 1."""
    news: Floats
    """Weights for how new what can be found behind them is."""
    taken: Ints
    """How often each option was taken; at the first of its weights."""
    met: Ints
    """How often each value of each variable was met at each decision."""


class Trail(NamedTuple):
    """The decisions of one play; a play with more is broken off."""

    decision: Ints
    option: Ints
    seen: Ints
    """int64[decisions, widest + 1]: for each variable the place of its value in a block; last, the hash of what is
    alike."""
    news: Floats
    rolls: Ints
    """int64[decisions]: how many rolls follow before the next decision, or the end."""


class States(NamedTuple):
    """States in which the reader decided: of each decision a fair sample."""

    rows: Ids
    """int32[decisions, k, widest]: the variables of the decision, in the order of its features."""
    guesses: Floats
    """float64[decisions, k, options]: what each option seems to be worth; nan where it is closed."""
    met: Ints
    """int64[decisions]: how often something was open."""
    shut: Ints
    """int64[decisions]: how often nothing was."""


class Outcome(NamedTuple):
    """What came of plays."""

    done: Ints
    """int64[4], by `PLAYS` and so on."""
    ended: Ints
    """int64[endings]: how many plays ended so."""
    failed: Ints
    """int64[chapters + 1]: how many plays that ended there did not win; the last is for the hero block."""
    options: Ints
    """int64[spots, 2]: how often an option was open and how often it was taken, by the numbers of `Script.spot`; in
    the row of a decision itself, how often something was open and was taken."""


@inlined
def move(f: Features, weights: Floats, d: int, option: int, seen: Ints, by: float) -> None:
    """Move a guess: each of its weights by so much."""
    base = f.first[d] + option * f.block[d]
    weights[base] += by
    weights[alike(seen, option)] += by
    for i in range(f.start[d + 1] - f.start[d]):
        weights[base + seen[i]] += by


@inlined
def learn(f: Features, k: Learned, t: Trail, length: int, outcome: float, rate: float, calm: float) -> None:
    """Learn from a play, from its end to its beginning."""
    news = 0.0
    for i in range(length - 1, -1, -1):
        d = t.decision[i]
        option = t.option[i]
        seen = t.seen[i]
        count = f.start[d + 1] - f.start[d]
        for j in range(count):
            k.met[f.met[d] + seen[j]] += 1
        base = f.first[d] + option * f.block[d]
        k.taken[base] += 1
        step = max(rate, 1.0 / (1.0 + k.taken[base])) / (count + 2)
        if calm < 1.0:  # a power takes long
            outcome *= calm ** t.rolls[i]
        worth = guess(f, k.worth, d, option, seen)
        move(f, k.worth, d, option, seen, step * (outcome - worth))
        outcome = FADE * (TRACE * outcome + (1.0 - TRACE) * worth)
        hoped = guess(f, k.news, d, option, seen)
        move(f, k.news, d, option, seen, step * (news - hoped))
        news = max(t.news[i], FADE * (TRACE * news + (1.0 - TRACE) * hoped))


@inlined
def begin(s: Script, w: Room) -> int:
    """Begin a play; the node where it begins."""
    for v in range(w.env.shape[0]):
        w.env[v] = s.start[v]
    return np.int64(s.entry)


@kernel
def practise(
    s: Script, f: Features, k: Learned, t: Trail, w: Room, worth: Floats, counter: Ints, most: int, points: int,
    curious: float, wild: float, rate: float, calm: float, done: Ints,
) -> None:  # fmt: skip
    """Play and learn, until so many points were passed.

    Args:
        s: the program.
        f: what is seen.
        k: what was learned so far; changed.
        t: room for the decisions of one play.
        w: room.
        worth: float64[endings], 0 to 1.
        counter: int64[1], the state of the random numbers.
        most: points of a play after which it is given up, and counts as lost.
        points: chapters, decisions and rounds of loops.
        curious: how much it counts that something is new.
        wild: the share of decisions that are taken at random.
        rate: how far a guess moves.
        calm: what lies behind a roll counts so much of what lies before it: of two ways to win, the one with fewer
            rolls is better.
        done: int64[4], by `PLAYS` and so on; added to.
    """
    env = w.env
    at = np.uint64(counter[0])
    until = done[POINTS] + points
    while done[POINTS] < until:
        node = begin(s, w)
        passed = 0
        length = 0
        outcome = 0.0
        while passed < most and length < t.decision.shape[0]:
            before = at
            node, at = onward(s, w, node, at)
            if length > 0:
                t.rolls[length - 1] += np.int64((at - before) * PER_ROLL)
            code = s.node[node]
            kind = s.code[code]
            if kind == STOP:
                outcome = worth[s.code[code + 1]]
                break
            if kind == ENTER:
                passed += 1
            if kind != DECIDE:
                node = s.code[code + 1]
                continue
            passed += 1
            choices = open_options(s, w, node)
            if choices == 0:
                node = s.code[code + 1]
                continue
            option = w.ways[0]
            if choices > 1:
                d = f.decision[node]
                seen = t.seen[length]
                see(f, env, d, seen)
                seldom = np.int64(1 << 60)
                for i in range(f.start[d + 1] - f.start[d]):
                    seldom = min(seldom, k.met[f.met[d] + seen[i]])
                t.news[length] = curious / math.sqrt(1.0 + seldom)
                at += GAMMA
                if part(mixed(at)) < wild:
                    at += GAMMA
                    option = w.ways[below(mixed(at), choices)]
                else:
                    best = -math.inf
                    for i in range(choices):
                        o = w.ways[i]
                        at += GAMMA
                        value = f.sign[d] * guess(f, k.worth, d, o, seen) + guess(f, k.news, d, o, seen)
                        value += curious / math.sqrt(1.0 + k.taken[f.first[d] + o * f.block[d]])
                        value += TIE * part(mixed(at))
                        if value > best:
                            best = value
                            option = o
                t.decision[length] = d
                t.option[length] = option
                t.rolls[length] = 0
                length += 1
            node = s.code[code + 3 + 2 * option]
        learn(f, k, t, length, outcome, rate, calm)
        done[PLAYS] += 1
        done[POINTS] += passed + 1
    counter[0] = np.int64(at)


@inlined
def keep(k: States, f: Features, d: int, env: Ints, bits: np.uint64) -> int:
    """Add a state to the sample of a decision, or not, so that it stays fair; its row, or -1."""
    row = k.met[d] if k.met[d] < k.rows.shape[1] else below(bits, k.met[d] + 1)
    k.met[d] += 1
    if row >= k.rows.shape[1]:
        return -1
    for i in range(f.start[d], f.start[d + 1]):
        k.rows[d, row, i - f.start[d]] = env[f.variable[i]]
    for o in range(k.guesses.shape[2]):
        k.guesses[d, row, o] = np.nan
    return row


@inlined
def count_options(s: Script, w: Room, node: int, choices: int, option: int, o: Outcome) -> None:
    """Count which options of a decision were open, and which one was taken."""
    spot = np.int64(s.spot[node])
    o.options[spot, OPEN] += 1
    o.options[spot, TAKEN] += 1
    for i in range(choices):
        o.options[spot + 1 + w.ways[i], OPEN] += 1
    o.options[spot + 1 + option, TAKEN] += 1


@kernel
def try_out(
    s: Script, f: Features, weights: Floats, seen: Ints, w: Room, worth: Floats, chapter: Ids, counter: Ints, most: int,
    plays: int, points: int, o: Outcome, k: States,
) -> None:  # fmt: skip
    """Play by what was learned, and learn nothing; a play that goes on and on gets a little random.

    Args:
        s: the program.
        f: what is seen.
        weights: for what options are worth.
        seen: int64[widest + 1], room.
        w: room.
        worth: float64[endings]; an ending worth 1 is won.
        chapter: int32[nodes], the number of the chapter that starts there, or -1.
        counter: int64[1], the state of the random numbers.
        most: points of a play after which it is given up.
        plays: until so many plays are done in all,
        points: or so many more points were passed.
        o: what came of it; added to.
        k: where decisions were made; added to.
    """
    env = w.env
    at = np.uint64(counter[0])
    until = o.done[POINTS] + points
    while o.done[PLAYS] < plays and o.done[POINTS] < until:
        node = begin(s, w)
        passed = 0
        last = o.failed.shape[0] - 1
        ended = False
        while passed < most:
            node, at = onward(s, w, node, at)
            code = s.node[node]
            kind = s.code[code]
            if kind == STOP:
                ended = True
                o.ended[s.code[code + 1]] += 1
                if worth[s.code[code + 1]] == 1.0:
                    o.done[WON] += 1
                else:
                    o.failed[last] += 1
                break
            if kind == ENTER:
                passed += 1
                if chapter[node] >= 0:
                    last = np.int64(chapter[node])
            if kind != DECIDE:
                node = s.code[code + 1]
                continue
            passed += 1
            choices = open_options(s, w, node)
            d = f.decision[node]
            if choices == 0:
                k.shut[d] += 1
                node = s.code[code + 1]
                continue
            see(f, env, d, seen)
            at += GAMMA
            row = keep(k, f, d, env, mixed(at))
            best = -math.inf
            option = w.ways[0]
            for i in range(choices):
                each = w.ways[i]
                value = guess(f, weights, d, each, seen)
                if row >= 0:
                    k.guesses[d, row, each] = value
                if f.sign[d] * value > best:
                    best = f.sign[d] * value
                    option = each
            if 2 * passed > most:
                at += GAMMA
                if part(mixed(at)) < LOST:
                    at += GAMMA
                    option = w.ways[below(mixed(at), choices)]
            count_options(s, w, node, choices, option, o)
            node = s.code[code + 3 + 2 * option]
        if not ended:
            o.done[UNFINISHED] += 1
        o.done[PLAYS] += 1
        o.done[POINTS] += passed + 1
    counter[0] = np.int64(at)
