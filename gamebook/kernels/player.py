"""Plays by chance, straight from a program: a handful of numbers for the play under way, and no list of states.

Every play has a stream of random numbers of its own, made from the seed and the play's number. So any play can be
played again alone, and it does not matter how many are played at once or in which order.

Random numbers: SplitMix64, as in `walk`. A way of a roll is drawn by its integer weights: a fraction of 2^53 parts says
which, so a chance is off by at most 2^-53.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.code import BRANCH, CHANCE, CONST, DECIDE, DO, EARN, ENTER, LOTTERY, NOTE, RETURN, STOP, evaluate
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.guesses import Features, guess, note_value
from gamebook.kernels.walk import GAMMA, mixed, part

# Columns of a tally of spots.
TIMES, PLAYS, FIRST, LAST, OPEN, ENDS = range(6)
# Places in a tally's counts.
PLAYED, UNFINISHED, STEPS, TRAIL = range(4)

LOST = 0.2
"""The share of decisions taken at random in the second half of the longest plays, which may go round in loops."""


class Script(NamedTuple):
    """A program to be played."""

    code: Ints
    """Instructions, as in `code.Code`."""
    node: Ints
    """int64[nodes]: where each node starts in `code`."""
    sums: Ints
    """Running sums of the weights of lotteries, one lottery after another."""
    lottery: Ids
    """int32[nodes]: where a lottery's sums start."""
    spot: Ids
    """int32[nodes]: the number of a chapter's start, a decision or a note among what is counted; its options' numbers
    follow a decision's. -1 where nothing is counted."""
    offered: Ints
    """int64[nodes]: of a decision at which a strategy leaves options out, where `code` lists the expressions that say
    which options the book has open; -1: they are those that can be taken."""
    start: Ints
    """int64[variables]: the values before anything happens."""
    entry: int


class Tally(NamedTuple):
    """What was counted so far."""

    counts: Ints
    """int64[4]: plays, those of them that were given up, points passed in all, rows of the trail."""
    ended: Ints
    """int64[endings]"""
    points: Floats
    """float64[2]: sums of the points of plays and of their squares."""
    spots: Ints
    """int64[spots, 6]: how often play came to a chapter, decision or note, or took an option; in how many plays; the
    first and the last of them, from 1, or 0 for none; how often an option was open; how often play ended in a
    chapter."""
    chapters: Ints
    """int64[most + 1]: how many plays had so many chapters."""
    decisions: Ints
    """The same for decisions with something open."""
    trail: Ints
    """int64[rows, 2 + variables]: chapters, decisions and the ending in the order of play: the spot, or -1 - e for
    ending e; the option taken, -1 for none; the variables. No rows: nothing is noted."""


class Room(NamedTuple):
    """Room to work in."""

    env: Ints
    """int64[variables]: the play under way."""
    stack: Ints
    """As long as the longest expression, and then as the widest Do, whose values are kept at its end."""
    ways: Ints
    """As long as the widest roll or decision: weights, or which options are open."""


class Taught(NamedTuple):
    """What a player follows who has practised."""

    follows: bool
    """Whether there is anything to follow; else options are taken by lot."""
    features: Features
    weights: Floats
    """For what options are worth."""
    seen: Ints
    """int64[widest + 1], room."""
    least: Ints
    """Which value stands for each value of a variable at a decision, as a distance from the least: values of which the
    program that was practised makes no difference are one. Variable after variable."""
    begins: Ints
    """int64[variables of all decisions]: where those of each variable begin."""
    patience: int
    """Points of a play after which it gets a little random."""


@inlined
def below(bits: np.uint64, total: int) -> int:
    """A number in 0 .. total - 1 from random bits."""
    return np.int64(part(bits) * total)


@inlined
def value(s: Script, at: int, w: Room) -> int:
    """The value of an expression; most are constants, which need no stack."""
    if s.code[at] == CONST and s.code[at + 2] == RETURN:
        return s.code[at + 1]
    return evaluate(s.code, at, w.env, np.int64(0), w.stack)


@inlined
def count(t: Tally, spot: int, play: int) -> None:
    """Count that play came here."""
    row = t.spots[spot]
    row[TIMES] += 1
    if row[LAST] != play:
        if row[LAST] == 0:
            row[FIRST] = play
        row[LAST] = play
        row[PLAYS] += 1


@inlined
def note(t: Tally, w: Room, spot: int, option: int) -> None:
    """Add a row to the trail, where there is room."""
    row = t.counts[TRAIL]
    if row < t.trail.shape[0]:
        t.counts[TRAIL] = row + 1
        t.trail[row, 0] = spot
        t.trail[row, 1] = option
        for v in range(w.env.shape[0]):
            t.trail[row, 2 + v] = w.env[v]


@inlined
def onward(s: Script, w: Room, node: int, counter: np.uint64) -> tuple[int, np.uint64]:
    """Play on, through what is set, asked and rolled, to the next node of another kind; and the random numbers' state.

    Args:
        s: the program.
        w: the play under way.
        node: where it is.
        counter: the state of the random numbers.
    """
    code = s.code
    env = w.env
    last = w.stack.shape[0] - 1
    while True:
        at = s.node[node]
        kind = code[at]
        if kind == DO:
            sets = code[at + 2]
            if sets == 1:
                env[code[at + 3]] = value(s, code[at + 4], w)
            else:
                for i in range(sets):
                    w.stack[last - i] = value(s, code[at + 4 + 2 * i], w)
                for i in range(sets):
                    env[code[at + 3 + 2 * i]] = w.stack[last - i]
            node = code[at + 1]
        elif kind == BRANCH:
            node = code[at + 1] if value(s, code[at + 3], w) != 0 else code[at + 2]
        elif kind == LOTTERY:
            counter += GAMMA
            drawn = below(mixed(counter), code[at + 2])
            first = s.lottery[node]
            low = 0
            high = code[at + 1] - 1
            while low < high:
                middle = (low + high) >> 1
                if drawn < s.sums[first + middle]:
                    high = middle
                else:
                    low = middle + 1
            node = code[at + 3 + 2 * low]
        elif kind == CHANCE:
            ways = code[at + 1]
            total = code[at + 2]
            counter += GAMMA
            if total == 0:
                for i in range(ways):
                    w.ways[i] = value(s, code[at + 4 + 2 * i], w)
                    total += w.ways[i]
                drawn = below(mixed(counter), total)
                way = 0
                while way < ways - 1 and drawn >= w.ways[way]:
                    drawn -= w.ways[way]
                    way += 1
            else:  # the last weight is what the others leave
                drawn = below(mixed(counter), total)
                way = 0
                while way < ways - 1:
                    weight = value(s, code[at + 4 + 2 * way], w)
                    if drawn < weight:
                        break
                    drawn -= weight
                    way += 1
            node = code[at + 3 + 2 * way]
        else:
            break
    return node, counter


@inlined
def open_options(s: Script, w: Room, node: int) -> int:
    """How many options of a decision are open; their numbers are the first of `w.ways`."""
    at = s.node[node]
    choices = 0
    for i in range(s.code[at + 2]):
        if value(s, s.code[at + 4 + 2 * i], w) != 0:
            w.ways[choices] = i
            choices += 1
    return choices


@inlined
def count_open(s: Script, t: Tally, w: Room, node: int, spot: int, choices: int) -> None:
    """Count the options of a decision that the book has open; the first `choices` of `w.ways` are those to be taken."""
    offered = s.offered[node]
    if offered < 0:
        for i in range(choices):
            t.spots[spot + 1 + w.ways[i], OPEN] += 1
    else:
        for i in range(s.code[s.node[node] + 2]):
            if value(s, s.code[offered + i], w) != 0:
                t.spots[spot + 1 + i, OPEN] += 1


@inlined
def best_guess(w: Room, r: Taught, d: int, choices: int) -> int:
    """The open option of a decision that seems to be worth most to whoever decides."""
    f = r.features
    mix = np.uint64(d + 1)
    for i in range(f.start[d], f.start[d + 1]):
        x = r.least[r.begins[i] + w.env[f.variable[i]] - f.low[i]]
        mix = note_value(f, r.seen, mix, d, i, x)
    r.seen[r.seen.shape[0] - 1] = np.int64(mix >> np.uint64(1))
    best = -math.inf
    option = w.ways[0]
    for i in range(choices):
        worth = f.sign[d] * guess(f, r.weights, d, w.ways[i], r.seen)
        if worth > best:
            best = worth
            option = w.ways[i]
    return np.int64(option)


@kernel
def play_on(s: Script, t: Tally, w: Room, r: Taught, seed: np.uint64, plays: int, unfinished: int, steps: int) -> None:
    """Play until `plays` plays are counted, or the play is over in which so many more points are passed.

    Args:
        s: the program.
        t: what was counted so far; added to.
        w: room.
        r: what is followed; a decision that was never practised is made by lot.
        seed: where random numbers begin.
        plays: how many plays there should be in all.
        unfinished: how many plays may be given up in all; then no new play is begun.
        steps: the points (chapters, decisions, rounds of loops) after which no new play is begun.
    """
    code = s.code
    env = w.env
    most = t.chapters.shape[0] - 1
    until = t.counts[STEPS] + steps
    while t.counts[PLAYED] < plays and t.counts[UNFINISHED] < unfinished and t.counts[STEPS] < until:
        play = t.counts[PLAYED] + 1
        counter = mixed(seed + np.uint64(play) * GAMMA)
        for v in range(env.shape[0]):
            env[v] = s.start[v]
        node = np.int64(s.entry)
        chapter = np.int64(-1)
        chapters = 0
        decisions = 0
        passed = 0
        earned = 0.0
        while True:
            node, counter = onward(s, w, node, counter)
            at = s.node[node]
            kind = code[at]
            if kind == DECIDE:
                passed += 1
                if passed > most:
                    t.counts[UNFINISHED] += 1
                    break
                spot = np.int64(s.spot[node])
                count(t, spot, play)
                choices = open_options(s, w, node)
                count_open(s, t, w, node, spot, choices)
                if choices == 0:
                    note(t, w, spot, np.int64(-1))
                    node = code[at + 1]
                    continue
                option = w.ways[0]
                if choices > 1:
                    counter += GAMMA
                    lot = not r.follows or r.features.decision[node] < 0
                    if not lot and passed > r.patience:
                        lot = part(mixed(counter)) < LOST
                        counter += GAMMA
                    if lot:
                        option = w.ways[below(mixed(counter), choices)]
                    else:
                        option = best_guess(w, r, np.int64(r.features.decision[node]), choices)
                decisions += 1
                count(t, spot + 1 + option, play)
                note(t, w, spot, option)
                node = code[at + 3 + 2 * option]
            elif kind == ENTER:
                passed += 1
                if passed > most:
                    t.counts[UNFINISHED] += 1
                    break
                spot = np.int64(s.spot[node])
                if spot >= 0:
                    chapter = spot
                    chapters += 1
                    count(t, spot, play)
                    note(t, w, spot, np.int64(-1))
                node = code[at + 1]
            elif kind == NOTE:
                if s.spot[node] >= 0:
                    count(t, np.int64(s.spot[node]), play)
                node = code[at + 1]
            elif kind == EARN:
                earned += value(s, code[at + 2], w)
                node = code[at + 1]
            elif kind == STOP:
                t.ended[code[at + 1]] += 1
                if chapter >= 0:
                    t.spots[chapter, ENDS] += 1
                note(t, w, -1 - code[at + 1], np.int64(-1))
                break
            else:
                node = code[at + 1]
        t.points[0] += earned
        t.points[1] += earned * earned
        t.chapters[chapters] += 1
        t.decisions[decisions] += 1
        t.counts[PLAYED] = play
        t.counts[STEPS] += passed
