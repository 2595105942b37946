"""Large books: values lie in arrays, and only the states that reports need are listed.

Best play reaches few of a book's states. This module lists those states, the successors of every other option there,
and a sample of the states at each place that best play avoids. Their values, and the visits of the random reader, are
those of the arrays. Many heroes are solved in groups: each hero has separate states.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import pairwise

import numpy as np

from gamebook.job import Limits, beside, within
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.cells import excerpt as kernel
from gamebook.kernels.states import CURSOR, STATES, read_state
from gamebook.model.book import Book
from gamebook.program.code import Decide, Enter, NodeId, Program, Stop, VariableId, successors
from gamebook.program.encode import encode
from gamebook.program.liveness import Liveness, liveness
from gamebook.solver.arrays import Arrays, TooWide, arrange
from gamebook.solver.axes import axes
from gamebook.solver.backward import Values, best_play, evaluate, uniform_play
from gamebook.solver.fields import Field, flow, modes, solve_field
from gamebook.solver.forward import action_weights, visits
from gamebook.solver.lanes import Abreast, Root, Unlike, side_by_side
from gamebook.solver.listing import Listing
from gamebook.solver.pool import Pool
from gamebook.solver.space import Space, cut
from gamebook.solver.watch import Watch

CHUNK = 100_000
"""States listed between two checks for Ctrl-C and the deadline."""
MOST_HEROES = 40_000
"""States of the hero block; a book with more is computed for all its heroes at once."""
AT_ONCE = 3_000_000
"""Values kept at once, if that is more than one hero has: heroes share most of what is ahead of them."""
MOST_AT_ONCE = 12_000_000
"""The same while twice as many heroes share more still."""
SHARED = 0.95
"""More is shared where a hero has less than so much of the values that one had before."""
SLACK = 1.25
"""How many times as many heroes are computed at once, if then all have one SKILL, say."""
ARRANGING = 0.35
"""The share of the time that it may take to see how large one hero is: if it takes longer, states are better listed."""
ROUNDING = 1e-9
"""Room for rounding in a sum over heroes."""
HOPELESS = 3
"""Arrays are given up if they would take so many times the time left, as heroes so far have."""
SAMPLE = 1_000
"""States listed of a place that best play avoids, over all heroes."""


Groups = list[tuple[int, int]]
"""Which heroes to compute at once: the first of each group, and how many."""


@dataclass(frozen=True)
class Excerpt:
    """Part of a book's states, with values from the whole of it."""

    space: Space
    best: Values
    uniform: Values
    uniform_visits: Floats
    """float64[n]: how often the random reader reaches each listed state, and each ending."""


@dataclass(frozen=True)
class _Piece:
    """What is known of some listed states, one after another."""

    low: Floats
    high: Floats
    choice: Ints
    """Which action of a state is played; -1 at states without."""
    uniform_low: Floats
    uniform_high: Floats
    uniform_visits: Floats
    looping: Flags


@dataclass
class _Told:
    """What is known of the states listed so far."""

    pieces: list[_Piece] = field(default_factory=list)
    """Piece by piece, the endings first."""
    states: int = 0
    loops: int = 0

    def all(self) -> _Piece:
        """One piece of all."""
        each = (np.concatenate([getattr(piece, one.name) for piece in self.pieces]) for one in fields(_Piece))
        return _Piece(*each)


def take(
    book: Book,
    program: Program,
    worth: Floats,
    *,
    observed: tuple[str, ...] = (),
    limits: Limits,
    watch: Watch,
) -> Excerpt | None:
    """Solve a book in arrays, and list what reports speak of; None where it has too many states.

    Args:
        book: the book.
        program: the same, lowered.
        worth: float64[endings], what each ending is worth.
        observed: variables to keep in every state to the end of play.
        limits: states, and bytes at once.
        watch: receives the number of states that are solved, and the bounds from the heroes that are done.

    Raises:
        TooWide: the arrays would be larger than memory, or mostly air; or time is far too short for all heroes.
        OutOfTime: the watch says so.
    """
    live = liveness(program, observed)
    start = program.chapters[book.start]
    roots, chance, rolled = _heroes(program, live, start)
    one = _Heroes(roots, chance, rolled, 1, set())
    try:
        return _take(book, program, live, _beside(program, start, one), worth, limits, watch)
    except Unlike:
        return _take(book, program, live, one, worth, limits, watch)


@dataclass(frozen=True)
class _Heroes:
    """Everybody who can begin."""

    roots: list[Root]
    chance: Floats
    """float64[heroes]: how often the random reader begins so."""
    rolled: bool
    """Whether that is so whoever plays."""
    count: int
    """So many follow each other who are solved side by side,"""
    differ: set[VariableId]
    """because they differ in these variables only."""


def _beside(program: Program, start: NodeId, heroes: _Heroes) -> _Heroes:
    """The same heroes, those who differ in chances alone next to each other."""
    order, count, differ = side_by_side(program, start, heroes.roots)
    place = {id(root): number for number, root in enumerate(heroes.roots)}
    chance = heroes.chance[[place[id(root)] for root in order]]
    return replace(heroes, roots=order, chance=chance, count=count, differ=differ)


def _take(
    book: Book, program: Program, live: Liveness, heroes: _Heroes, worth: Floats, limits: Limits, watch: Watch
) -> Excerpt | None:
    """`take`, with heroes side by side.

    Raises:
        Unlike: they differ in more than chances.
    """
    began = time.monotonic()
    listing = Listing.begin(encode(program, live))
    roots, chance, lanes = heroes.roots, heroes.chance, heroes.count
    abreast = Abreast.begin(listing.code, lanes, heroes.differ) if lanes > 1 else Abreast.alone(listing.code)
    low, high = 0.0, 1.0
    told = _Told()
    endings = np.zeros(len(worth))  # grows hero by hero, as do the visits of the first piece, which are the same
    none = np.full(len(worth), -1)
    told.pieces.append(_Piece(worth, worth, none, worth, worth, endings, np.zeros(len(worth), np.bool_)))
    wins, last = book.aim == "win", book.ties == "last"

    def look(share: float = 0.0) -> None:
        watch.look(told.states + int(share * size))

    # One hero first, to see how large he is; then as many more as fit.
    size = 0
    patience = None if watch.deadline is None else ARRANGING * (watch.deadline - time.monotonic())
    until = None if patience is None else time.monotonic() + patience

    def look_first() -> None:
        look()
        if until is not None and time.monotonic() > until:
            raise TooWide

    def arranged(first: int, last: int, looking: Callable[[], None] = look) -> Arrays:
        return arrange(program, listing, roots[first:last], memory=limits.memory, watch=looking, abreast=abreast)

    watch.begin("arranging states")
    groups, arrays = _sized(
        roots[::lanes], arranged(0, lanes, look_first), lambda some: arranged(0, some * lanes, look)
    )
    watch.begin("computing values")
    pools = Pool(), Pool()
    begun = time.monotonic()
    for at, some in ((first * lanes, rests * lanes) for first, rests in groups):
        here = roots[at : at + some]
        size = 0
        if at > 0:
            arrays = arranged(at, at + some)
        size = arrays.states
        if limits.states is not None and told.states + size > limits.states:
            return None
        random = partial(_random, arrays, chance[at : at + some], worth, wins, pools[1])
        with beside(random) as result, within(watch.deadline, watch.stopped):
            best = solve_field(arrays, modes(arrays), worth, wins=wins, ties_last=last, watch=look, pool=pools[0])
            uniform, come = result()
        told.states += size
        size = 0
        endings += come[: len(worth) * lanes].reshape(-1, lanes).sum(axis=1)
        told.loops += best.loops
        _list(listing, arrays, here, best, uniform, come, told, max(1, SAMPLE * len(here) // (len(roots) * lanes)))
        if heroes.rolled and wins and at + some < len(roots):
            known = chance[at : at + some]
            low += float(known @ best.cells.low[arrays.roots])
            high += float(known @ best.cells.high[arrays.roots]) - float(known.sum())
            watch.learn(low - ROUNDING, high + ROUNDING)
        if watch.deadline is not None and at + some < len(roots):
            now, done = time.monotonic(), at + some
            if (now - begun) / done * (len(roots) - done) > HOPELESS * (watch.deadline - now):
                raise TooWide
    return _finished(book, program, listing, told, began)


def _sized(heroes: Sequence[Root], arrays: Arrays, arranged: Callable[[int], Arrays]) -> tuple[Groups, Arrays]:
    """Which heroes to compute at once, and the arrays of the first of these groups.

    The groups are as small as can be, as long as a hero has hardly more values in them than in larger ones.

    Args:
        heroes: all; one of those who are solved side by side.
        arrays: those of the first hero.
        arranged: those of the first so many.
    """
    groups, some, shares = _together(heroes, 1), 1, True
    each = {some: float(arrays.size)}  # how many values a hero has, if so many fit
    while groups[0][1] < len(heroes) and 2 * arrays.size <= (MOST_AT_ONCE if shares else AT_ONCE):
        before, least, some = groups[0][1], min(each.values()), 2 * some
        groups = _together(heroes, some)
        if groups[0][1] > before:
            arrays = arranged(groups[0][1])
            each[some] = arrays.size / groups[0][1]
            shares = each[some] < SHARED * least
    enough = min(some for some in each if SHARED * each[some] <= min(each.values()))
    if enough < max(each):
        groups = _together(heroes, enough)
        arrays = arranged(groups[0][1])
    return groups, arrays


def _random(
    arrays: Arrays, chance: Floats, worth: Floats, wins: bool, pool: Pool, go_on: Callable[[float], None]
) -> tuple[Field, Floats]:
    """The random reader: the value of every cell, and how often it is reached."""
    field = solve_field(arrays, modes(arrays, uniform=True), worth, wins=wins, watch=go_on, pool=pool)
    return field, flow(field, arrays.roots, chance, go_on, pool)


# ---- heroes ----------------------------------------------------------------------------------------------


def _heroes(program: Program, live: Liveness, start: NodeId) -> tuple[list[Root], Floats, bool]:
    """Every state in which the start can be entered first, and how often the random reader's heroes enter there.

    The third answer is whether that is so whoever plays: nothing is chosen before.

    Where there is no hero block, or too many ways through it, or a rival in it (what the rival does depends on the
    values of all that follows), play begins at the start of the hero block.
    """
    nothing: list[Root] = [(program.entry, np.array([cell.start for cell in program.cells], np.int64))]
    if program.entry == start:
        return nothing, np.ones(1), False
    stop = next(number for number, node in enumerate(program.nodes) if isinstance(node, Stop))
    enter = program.nodes[start]
    assert isinstance(enter, Enter)
    nodes = (*program.nodes[:start], replace(enter, next=stop), *program.nodes[start + 1 :])
    alone = replace(program, nodes=nodes)
    code = encode(alone, live)
    listing = Listing.begin(code)
    root = listing.add(int(code.point[program.entry]), code.start)
    while listing.counts[CURSOR] < listing.counts[STATES]:
        listing.explore(CHUNK)
        if listing.counts[STATES] > MOST_HEROES:
            return nothing, np.ones(1), False
    space = cut(alone, listing, root, True, time.monotonic())
    if np.append(space.owner, 0)[space.states.point].any():
        return nothing, np.ones(1), False
    manner = uniform_play(space)
    arrivals = np.zeros(space.size)
    arrivals[root] = 1.0
    come = visits(space, action_weights(space, manner, np.full(space.size, -1)), arrivals)
    made = np.flatnonzero(space.states.point == code.point[start])
    if not len(made):
        return nothing, np.ones(1), False
    made = made[_by_likeness(space, made, live)]
    roots: list[Root] = []
    for number in made:
        env = code.start.copy()
        read_state(code, space.states, int(number), env)
        roots.append((start, env))
    return roots, come[made], not any(isinstance(alone.nodes[n], Decide) for n in _before(alone, start))


def _before(program: Program, start: NodeId) -> set[NodeId]:
    """The nodes that play reaches before the start."""
    seen, waiting = {program.entry}, [program.entry]
    while waiting:
        for after in successors(program.nodes[waiting.pop()]):
            if after not in seen and after != start:
                seen.add(after)
                waiting.append(after)
    return seen


def _by_likeness(space: Space, heroes: Ints, live: Liveness) -> Ints:
    """Heroes in an order in which those that share most of their later states are next to each other.

    Sorted first by the variables that matter longest, last by those with an axis: heroes that differ in these share
    all.
    """
    program = space.program
    points, numbers = program.points(), set(axes(program))
    lasts = [sum(live.live[point] >> v & 1 for point in points) for v in range(len(program.cells))]
    ranked = sorted(range(len(program.cells)), key=lambda v: (v in numbers, -lasts[v]))
    return np.lexsort([np.arange(len(heroes)), *(space.column(heroes, v) for v in reversed(ranked))])


def _together(roots: Sequence[Root], most: int) -> Groups:
    """Which heroes to compute at once: the first of each group, and how many.

    Groups end where a variable changes: those who share most stay together.

    Args:
        roots: the heroes, sorted.
        most: how many fit.
    """
    values = np.stack([env for _, env in roots])
    changes = [np.flatnonzero(np.diff(column)) + 1 for column in values.T]
    ends = [np.concatenate([[0], each, [len(roots)]]) for each in changes]
    longest = {int(np.diff(each).max()): each for each in ends if np.diff(each).max() <= SLACK * most}
    if not longest:
        return [(at, min(most, len(roots) - at)) for at in range(0, len(roots), most)]
    found = []
    end = longest[max(longest)]
    first = 0
    for this, after in pairwise([*end[1:].tolist(), len(roots) + most]):
        if after - first > max(most, this - first):
            found.append((first, this - first))
            first = this
    return found


# ---- states ----------------------------------------------------------------------------------------------


def _list(
    listing: Listing, arrays: Arrays, roots: Sequence[Root], best: Field, uniform: Field, come: Floats, told: _Told,
    most: int,
) -> None:  # fmt: skip
    """List the states that best play reaches, those of `most` cells of each place that it avoids, and all successors.

    Args:
        roots: the heroes.
    """
    listing.forget()
    begin = int(listing.counts[STATES])
    for node, env in roots:
        listing.add(int(listing.code.point[node]), env)
    shape, lanes, grid = arrays.shape, arrays.lanes, arrays.grid
    number = begin
    while number < listing.counts[STATES]:
        number = kernel.follow(
            listing.code, shape, lanes, grid, listing.turns, best.cells.best, listing.states, listing.counts, number
        )  # fmt: skip
        if number < listing.counts[STATES]:
            listing.more_states()
    avoided = np.ones(len(arrays.code.point_node), np.bool_)
    avoided[listing.states.point[begin : listing.counts[STATES]]] = False
    cells = kernel.sampled(grid, avoided, most)
    while not kernel.add_cells(listing.code, shape, lanes, grid, arrays.present, cells, listing.states, listing.counts):
        listing.more_states()
    end = int(listing.counts[STATES])
    listing.counts[CURSOR] = max(begin, int(listing.counts[CURSOR]))
    while listing.counts[CURSOR] < end:
        listing.explore(min(CHUNK, end - int(listing.counts[CURSOR])))
    kernel.leave(listing.states, listing.counts)
    last = int(listing.counts[STATES])
    cells, visited = kernel.cells_of(shape, lanes, grid, come, listing.states, begin, last)
    told.pieces.append(
        _Piece(
            low=best.cells.low[cells],
            high=best.cells.high[cells],
            choice=np.where(np.arange(len(cells)) < end - begin, best.cells.best[cells].astype(np.int64), -1),
            uniform_low=uniform.cells.low[cells],
            uniform_high=uniform.cells.high[cells],
            uniform_visits=visited,
            looping=arrays.looping[cells // lanes.count],
        )
    )


# ---- the whole -------------------------------------------------------------------------------------------


def _finished(book: Book, program: Program, listing: Listing, told: _Told, began: float) -> Excerpt:
    """The hero block on top of what has been listed."""
    below = int(listing.counts[STATES])
    listing.forget()
    known = told.all()
    listing.recall(np.flatnonzero(known.choice >= 0))
    root = listing.add(int(listing.code.point[program.entry]), listing.code.start)
    while listing.counts[CURSOR] < listing.counts[STATES]:
        listing.explore(CHUNK)
    space = cut(program, listing, root, True, began)
    above = space.size - below
    looping = np.append(known.looping, np.zeros(above, np.bool_))
    space = replace(space, looping=looping, reached=told.states + above, loops=told.loops)
    best = np.where(known.choice >= 0, space.states.first_action[:below] + known.choice, -1)
    seconds = time.monotonic() - began
    top = _tail(space, below)
    wins = book.aim == "win"
    values = []
    for manner, low, high in (
        (best_play(top), known.low, known.high),
        (uniform_play(top), known.uniform_low, known.uniform_high),
    ):
        values.append(evaluate(top, manner, low, worth_high=high, wins=wins, ties_last=book.ties == "last"))
    first = space.states.first_action[below]
    chosen = np.where(values[0].best[below:] >= 0, values[0].best[below:] + first, -1)
    found = replace(values[0], best=np.concatenate([best, chosen]), seconds=seconds, cycles=0)
    return Excerpt(space, found, values[1], np.append(known.uniform_visits, np.zeros(above)))


def _tail(space: Space, below: int) -> Space:
    """The states from `below` on, all others without actions."""
    s = space.states
    action = int(s.first_action[below])
    successor = int(s.first_successor[action])
    states = s._replace(
        first_action=np.maximum(s.first_action - action, 0),
        option=s.option[action:],
        reward=s.reward[action:],
        first_successor=s.first_successor[action:] - successor,
        successor=s.successor[successor:],
        chance=s.chance[successor:],
    )
    return replace(space, states=states)
