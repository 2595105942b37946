"""Random plays along the states of a solved book: an independent test of what was computed.

Under a policy the states are a Markov chain. It is shortened first: a state with only one successor is skipped, and
transitions from a state to itself are divided out, so that a fight takes one random number for each round that is not
drawn. Where such a round brings points, how often it comes is drawn at once.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np
from msgspec import Struct
from scipy.sparse import csr_array

from gamebook.job import current
from gamebook.kernels import walk
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.model.book import ENDLESS
from gamebook.solver.estimate import Estimate, Mean, mean, proportion
from gamebook.solver.graphs import as_ways, leading_to, reached_from
from gamebook.solver.solution import Played
from gamebook.solver.streams import stream

CHUNK = 1 << 14
"""Plays between two checks for Ctrl-C; each chunk has its own random stream."""
MOST_STEPS = 1_000_000
"""Draws after which a play is stopped as endless."""


class Chain(Struct, frozen=True):
    """A policy as a Markov chain, ready to be simulated."""

    endings: tuple[str, ...]
    """States 0, 1, …; after them comes one for play that can never end."""
    root: int
    start: Ints
    threshold: walk.Thresholds
    below: Ids
    above: Ids
    gain: Floats
    """Points for each visit to a state; empty where points do not count."""
    visits: Floats
    """How often play is at a state, on average, before it goes on to another one."""


class Simulation(Struct, frozen=True):
    """What came of many plays."""

    plays: int
    seed: int
    confidence: float
    endings: Mapping[str, Estimate]
    """The chance of each ending, and of play without end where there was some: Clopper-Pearson intervals."""
    points: Mean | None
    """The mean of points where they count, with an approximate interval."""


def chain(played: Played) -> Chain:
    """The Markov chain of a way of playing.

    Args:
        played: where points count, in states of which no step brings a random number of points.
    """
    space, size = played.space, played.space.size
    s = space.states
    action = np.repeat(np.arange(len(s.option)), np.diff(s.first_successor))
    state_of_action = np.repeat(np.arange(size), np.diff(s.first_action))
    flow = s.chance * played.weight[action]
    moves = csr_array((flow, (state_of_action[action], s.successor)), shape=(size, size))
    moves.sum_duplicates()
    moves.eliminate_zeros()
    gain = np.bincount(state_of_action, s.reward * played.weight, size).astype(np.float64)
    endless = len(space.program.endings)
    start, to, chance, gain, visits, number = _shortened(moves, gain, endless, space.root)
    tables = walk.slots(start, to, chance)
    names = (*space.program.endings, ENDLESS)
    gain = np.empty(0) if played.total is None else gain
    return Chain(names, int(number[space.root]), start, *tables, gain, visits)


def _shortened(
    moves: csr_array, gain: Floats, endings: int, root: int
) -> tuple[Ints, Ids, Floats, Floats, Floats, Ints]:
    """The chain without states that only lead on, loops of a state to itself divided out, and only what is reached.

    Returns:
        start, to, chance, gain and visits of the new chain: endings first, then the endless state, then the others;
        and for each old state its new number.
    """
    size = moves.shape[0]
    row = np.repeat(np.arange(size), np.diff(moves.indptr))
    to, chance = moves.indices.astype(np.int64), moves.data.copy()
    again = np.bincount(row[row == to], minlength=size) > 0
    others = row != to
    row, to, chance = row[others], to[others], chance[others]
    count = np.bincount(row, minlength=size)
    alive = leading_to(as_ways(row, to, size), np.arange(endings))
    # A state with one successor and no gain is replaced by that successor.
    single = (count == 1) & (gain == 0) & alive
    onward = np.arange(size)
    lonely = single[row]
    onward[row[lonely]] = to[lonely]
    while True:
        further = onward[onward]
        if (further == onward).all():
            break
        onward = further
    to = onward[to]
    again |= np.bincount(row[row == to], minlength=size) > 0
    others = row != to
    row, to, chance = row[others], to[others], chance[others]
    leaving = np.bincount(row, chance, size)  # a sum: one less the chance to stay would be mere rounding in slow loops
    visits = np.divide(1.0, leaving, out=np.ones(size), where=again & (leaving > 0.0)).clip(1.0)
    kept = alive & ~single
    kept[:endings] = True
    used = kept[row]
    reached = reached_from(as_ways(row[used], to[used], size), onward[[root]])
    kept &= reached | (np.arange(size) < endings)
    number = np.full(size, endings)
    number[:endings] = np.arange(endings)
    inner = np.flatnonzero(kept[endings:]) + endings
    number[inner] = endings + 1 + np.arange(len(inner))
    number = np.where(kept, number, endings)[onward]
    used = kept[row] & (row >= endings)
    new_row, new_to = number[row[used]], number[to[used]]
    total = endings + 1 + len(inner)
    short = csr_array((chance[used], (new_row, new_to)), shape=(total, total))
    new_gain, new_visits = np.zeros(total), np.ones(total)
    new_gain[number[inner]], new_visits[number[inner]] = gain[inner], visits[inner]
    start = short.indptr.astype(np.int64)
    return start, short.indices.astype(np.int32), short.data, new_gain, new_visits, number


def simulate(
    ready: Chain,
    plays: int,
    seed: int = 1,
    *,
    confidence: float = 0.99,
    until: float | None = None,
) -> Simulation:
    """Play a book many times.

    Args:
        ready: the chain, from `chain`.
        plays: how many times.
        seed: the same seed gives the same plays.
        confidence: of the intervals, in (0, 1).
        until: a `time.monotonic()` after which no more plays begin.
    """
    size = len(ready.start) - 1
    ended, points = np.zeros(size, np.int64), np.zeros(2)
    with np.errstate(divide="ignore"):  # where play never stays
        stay = np.log1p(-1.0 / ready.visits)
    done, given_up, job = 0, 0, current()
    job.begin("playing", plays)
    while done < plays:
        count = min(CHUNK, plays - done)
        given_up += walk.walk(
            ready.root, count, stream(seed, done // CHUNK), MOST_STEPS,
            ready.start, ready.threshold, ready.below, ready.above, ready.gain, stay, ended, points,
        )  # fmt: skip
        done += count
        job.step(done)
        if job.finishing or (until is not None and time.monotonic() > until):
            break
    plays = done
    ended[len(ready.endings) - 1] += given_up
    estimates = {
        name: proportion(int(count), plays, confidence)
        for name, count in zip(ready.endings, ended, strict=False)
        if name != ENDLESS or count
    }
    total = mean(points, plays, confidence) if len(ready.gain) else None
    return Simulation(plays, seed, confidence, estimates, total)
