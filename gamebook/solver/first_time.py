"""Readers who do not know what lies behind: they see the words of the page, and remember what they saw.

A *first-timer* gives the same answer wherever they see the same, and draws it at random where they see it first. Only
where play comes back to a choice with the same sheet, they know that they go round, and draw again.

That is no single policy: it is a mixture of tables, one for each way to answer every sight. Where no sight can be seen
twice in a play, each answer is given once, so that the reader wins as often as one who always draws afresh: a policy,
and exact. Where sights can be seen twice, but not in the same state, all tables are worked out, if they are few: exact,
too. Elsewhere plays are simulated.

A *persistent* reader plays again and again. `docs/difficulty.md` tells how, and `docs/decisions/first-timer.md` why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from math import prod
from typing import Literal

import numpy as np
from msgspec import Struct

from gamebook.job import current, look
from gamebook.kernels import learner
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.bellman import MIX
from gamebook.solver.estimate import ROUNDED, Estimate, proportion
from gamebook.solver.graphs import as_ways, leading_to, led_to, reached_from
from gamebook.solver.manner import Manner
from gamebook.solver.paper import on_paper
from gamebook.solver.sights import Sights, sights
from gamebook.solver.solution import Played, Solved, play
from gamebook.solver.streams import stream

MOST_TABLES = 256
"""So many tables are worked out one by one."""
MOST_WORK = 200_000_000
"""Moves of all these tables together, at most."""
MOST_SEARCHES = 200
"""So many sights are looked at to see if play can come back to them; of others it is supposed."""
MOST_STEPS = 100_000
"""States after which a simulated play is given up: it may never end."""
CHUNK = 1_000
"""Plays between two looks at the job."""
PLAYS, SEED, CONFIDENCE = 100_000, 1, 0.99
MOST_TRAIL = 10_000
"""Choices of one play that are remembered, the last ones."""
MOST_ATTEMPTS = 100
"""A persistent reader tries so often."""
TOLD = (1, 2, 5, 10, 20, 50, 100)
"""Attempts that are told of."""
HALF = 0.5 * (1.0 - ROUNDED)
"""So large a share of the readers is half of them: proven bounds of exactly one half lie a little beside it."""

Method = Literal["policy", "tables", "plays"]


class FirstTime(Struct, frozen=True):
    """What the book is worth to a first-timer."""

    played: Played
    """As if each answer were drawn afresh; with the method `policy` that is the same."""
    method: Method
    low: float
    high: float
    """Proven bounds of the value; with `plays` an interval that holds it with the confidence `CONFIDENCE`."""
    count: int = 1
    """How many tables, or plays."""


class Attempt(Struct, frozen=True):
    """One of the attempts of a persistent reader."""

    number: int
    wins: Estimate | None
    """The chance to win this one, for those who have not won before; None where nobody was left."""
    has_won: Estimate
    """The chance to have won by then."""


class Attempts(Struct, frozen=True):
    """How often a persistent reader has to play; from simulated lives, but for the first attempt, which is exact."""

    lives: int
    seed: int
    confidence: float
    attempts: tuple[Attempt, ...]
    median: int | None
    """The attempt by which half of the readers have won; None: not within the last one."""
    median_low: int
    median_high: int | None
    """The interval of the median; None: it is not known how many."""


def by_words(solved: Solved, fights: Floats, asked_in_fights: Collection[str]) -> tuple[Sights, Played]:
    """The sights of a book, and the play of a reader who draws an answer afresh at each.

    Args:
        solved: the book with all its states.
        fights: float64[a], how often each action is taken in fights.
        asked_in_fights: addresses of the decisions in fights, which are no sights.
    """
    seen = sights(solved.space, asked_in_fights)
    random = solved.uniform
    weight = np.where(seen.of_action >= 0, random.manner.weight, fights)
    return seen, play(solved.book, solved.space, Manner(random.manner.mode, weight))


def first_time(
    solved: Solved, seen: Sights, fresh: Played, plays: int = PLAYS, seed: int = SEED, most_tables: int = MOST_TABLES
) -> FirstTime:
    """What the book is worth to a first-timer. A rival plays the best reply to a reader who draws afresh each time.

    Args:
        solved: the book with all its states.
        seen: its sights.
        fresh: the play of a reader who draws an answer afresh at each.
        plays: how many plays to simulate, if it comes to that.
        seed: the same seed gives the same plays.
        most_tables: with more tables plays are simulated.

    Raises:
        LimitReached: of plays that must be simulated, as `on_paper`.
    """
    method, ways = ways_to_answer(solved, seen, fresh, most_tables)
    if method == "policy":
        return FirstTime(fresh, "policy", fresh.low, fresh.high)
    if method == "tables":
        return _mean(fresh, ways)
    if not solved.wins:
        return FirstTime(fresh, "plays", -np.inf, np.inf, 0)
    good = _good(solved)
    # where no victory can be reached any more, the play is lost, even if it never ends
    maze = _maze(solved, seen, fresh, good, leads_to=np.flatnonzero(good))
    ended, answer = np.zeros(2, np.int64), np.empty(seen.count, np.int64)
    met = np.zeros(len(maze.sight), np.int64)
    job = current()
    job.begin("playing", plays)
    for number, begun in enumerate(range(0, plays, CHUNK)):
        last = min(begun + CHUNK, plays)
        learner.first_plays(maze, begun + 1, last + 1, stream(seed, number), answer, met, ended)
        job.step(begun)
        look()
    found = proportion(int(ended[0]), plays, CONFIDENCE, unknown=int(ended[1]))
    best = solved.best.high  # nobody wins more often
    return FirstTime(fresh, "plays", min(found.low, best), min(found.high, best), plays)


def ways_to_answer(
    solved: Solved, seen: Sights, fresh: Played, most_tables: int = MOST_TABLES
) -> tuple[Method, Iterator[Played]]:
    """How the answers of a first-timer go together, and the play for each way to give them; all are equally likely.

    With the method `plays` there are too many ways, and none is given.

    Args: as for `first_time`.
    """
    again = np.flatnonzero(seen_again(solved, seen, fresh))
    if not len(again):
        return "policy", iter([fresh])
    sizes = np.diff(seen.first)[again].tolist()
    tables = prod(sizes)
    work = tables * len(solved.space.states.successor)
    if tables > most_tables or work > MOST_WORK or _goes_round(solved, seen):
        return "plays", iter([])
    return "tables", _tables(solved, seen, fresh, again, sizes)


def _tables(solved: Solved, seen: Sights, fresh: Played, again: Ints, sizes: list[int]) -> Iterator[Played]:
    """The play for each way to answer what can be seen twice."""
    slot = seen.of_action
    bound = solved.space.by_action(np.isin(seen.of_state, again))
    mode = np.full(solved.space.size, MIX, np.int32)
    for table in product(*map(range, sizes)):
        look()
        chosen = seen.first[again] + np.array(table)
        weight = np.where(bound, np.isin(slot, chosen).astype(float), fresh.weight)
        yield play(solved.book, solved.space, Manner(mode, weight))


def _mean(fresh: Played, ways: Iterable[Played]) -> FirstTime:
    """The mean over all ways to answer."""
    low, high, count = 0.0, 0.0, 0
    for played in ways:
        low, high, count = low + played.low, high + played.high, count + 1
    room = count * 2.0**-52 * max(abs(low), abs(high))
    return FirstTime(fresh, "tables", (low - room) / count, (high + room) / count, count)


def _goes_round(solved: Solved, seen: Sights) -> bool:
    """Whether play can come back to a choice of the reader with nothing changed that matters."""
    return bool((solved.space.returning & (seen.of_state >= 0)).any())


def seen_again(solved: Solved, seen: Sights, fresh: Played) -> Flags:
    """bool[sights]: a play can come to it, and then to it again."""
    space = solved.space
    s = space.states
    made = (fresh.weight[space.way_action] > 0) & (s.chance > 0)
    source, target = space.way_state[made], s.successor[made]
    # A sight stands at few points of the program: those that lead nowhere near it again need no look at states.
    points = len(space.code.point_node)
    ends = s.point >= 0
    inner = ends[target]
    pairs = np.unique(s.point[source[inner]].astype(np.int64) * points + s.point[target[inner]])
    coarse = as_ways(pairs // points, pairs % points, points)
    ways = as_ways(source, target, space.size)
    found = np.zeros(seen.count, bool)
    by_sight = np.argsort(seen.of_state, kind="stable")
    starts = np.searchsorted(seen.of_state[by_sight], np.arange(seen.count + 1))
    searches = 0
    for sight in range(seen.count):
        states = by_sight[starts[sight] : starts[sight + 1]]
        states = states[fresh.visits[states] > 0]
        here = np.unique(s.point[states])
        after = led_to(coarse, here)
        if not len(after) or not reached_from(coarse, after)[here].any():
            continue
        searches += 1
        if searches <= MOST_SEARCHES:
            after = led_to(ways, states)
        found[sight] = searches > MOST_SEARCHES or bool(reached_from(ways, after)[states].any())
    return found


def persist(
    solved: Solved,
    seen: Sights,
    fresh: Played,
    lives: int = PLAYS // 50,
    seed: int = SEED,
    first: Estimate | None = None,
) -> Attempts:
    """How often a persistent reader has to play. A rival plays as against a reader who draws afresh each time.

    Args:
        solved: the book with all its states.
        seen: its sights.
        fresh: the play of a reader who draws an answer afresh at each.
        lives: how many readers to simulate.
        seed: the same seed gives the same plays.
        first: the chance to win the first attempt, with proven bounds; None: as `fresh` has it.

    Raises:
        LimitReached: as `on_paper`.
    """
    good = _good(solved)
    # of a play that is lost it matters which options come before its end; if it has none, it ends where that is certain
    maze = _maze(solved, seen, fresh, good, leads_to=np.arange(len(good)))
    won = np.zeros(MOST_ATTEMPTS + 1, np.int64)
    killed, trail = np.zeros(seen.first[-1], np.uint8), np.zeros((MOST_TRAIL, 2), np.int64)
    met = np.zeros(len(maze.sight), np.int64)
    job, done = current(), 0
    job.begin("playing", lives)
    while done < lives:
        count = min(CHUNK // MOST_ATTEMPTS, lives - done)
        learner.lives(maze, done, done + count, MOST_ATTEMPTS, stream(seed, done), killed, met, trail, won)
        done += count
        job.step(done)
        look()
    by_then = np.cumsum(won[1:])
    first = first or Estimate(fresh.value, fresh.low, fresh.high)  # nothing is remembered yet
    shares = [first, *(proportion(int(each), lives, CONFIDENCE) for each in by_then[1:])]
    left = [lives, *(lives - by_then[:-1]).tolist()]
    rows = tuple(
        Attempt(number, _share(int(won[number]), left[number - 1]) if number > 1 else first, shares[number - 1])
        for number in TOLD
    )
    half, sure = _first([each.value for each in shares]), _first([each.low for each in shares])
    soonest = _first([each.high for each in shares]) or MOST_ATTEMPTS + 1
    return Attempts(lives, seed, CONFIDENCE, rows, half, soonest, sure)


def _share(count: int, of: int) -> Estimate | None:
    """A share of some readers; None of none."""
    return proportion(count, of, CONFIDENCE) if of else None


def _first(shares: list[float]) -> int | None:
    """The first attempt by which half of the readers have won."""
    return next((number for number, share in enumerate(shares, start=1) if share >= HALF), None)


def _maze(solved: Solved, seen: Sights, fresh: Played, good: learner.Marks, leads_to: Ints) -> learner.Maze:
    """The states, one for each whole sheet, ready to be walked.

    Args:
        solved, seen, fresh: as for `first_time`.
        good: uint8[endings], 1 for those that win.
        leads_to: int64[k], the endings that matter: a play is over where it can reach none of them any more.
    """
    paper = on_paper(solved, seen.of_state >= 0)
    space, weight = paper.space, fresh.weight[paper.action]
    s = space.states
    made = (weight[space.way_action] > 0) & (s.chance > 0)
    over = ~leading_to(as_ways(space.way_state[made], s.successor[made], space.size), leads_to)
    over[: len(good)] = True
    return learner.Maze(
        s.first_action,
        _sums(weight, s.first_action),
        s.first_successor,
        s.successor,
        _sums(s.chance, s.first_successor),
        seen.of_state[paper.state],
        seen.first,
        over.astype(np.uint8),
        good,
        space.root,
        MOST_STEPS,
    )


def _sums(parts: Floats, first: Ints) -> Floats:
    """Running sums that start again at some places; the same floats as by adding up, to rounding."""
    sums = np.cumsum(parts)
    before = np.concatenate([[0.0], sums])[first[:-1]]
    return np.asarray(sums - np.repeat(before, np.diff(first)))


def _good(solved: Solved) -> learner.Marks:
    """uint8[endings]: 1 for those that win."""
    kinds = solved.book.ending_kinds
    return np.array([kinds[name] == "victory" for name in solved.space.program.endings], np.uint8)
