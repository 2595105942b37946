"""Large books: values lie in arrays, and only the states that reports need are listed.

Best play reaches few of a book's states. This module lists those states, the successors of every other option there,
and a sample of the states at each place that best play avoids. Their values, and the visits of the random reader, are
those of the arrays. Many heroes are solved in groups: each hero has separate states.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.errors import OutOfTime
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.bellman import MINIMISE
from gamebook.kernels.cells import excerpt as kernel
from gamebook.kernels.states import CURSOR, STATES
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import Arrays
from gamebook.solver.backward import Values, evaluate
from gamebook.solver.fields import Field, flow, lost_at, modes, solve_field
from gamebook.solver.forward import action_weights, visits
from gamebook.solver.groups import Arranger, sized
from gamebook.solver.heroes import Heroes, beside_each_other, heroes_of, in_parts
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.listing import Listing
from gamebook.solver.looks import unseen
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.pool import Pool
from gamebook.solver.space import Space, cut
from gamebook.solver.too_wide import Impatient, TooWide
from gamebook.solver.watch import Watch
from gamebook.threads import beside

CHUNK = 100_000
"""States listed between two checks for Ctrl-C and the deadline."""
ARRANGES = "arranging states"
"""The phase in which nobody knows yet how many states there will be."""
ARRANGING = 0.35
"""The share of the time that it may take to see how large one hero is: if it takes longer, states are better listed."""
ARRANGING_ONE_OF_MANY = 0.15
"""The same where there are more heroes: if one takes so long, there is no time for all."""
ARRANGING_A_GROUP = 1 / 40
"""The share of the time that it may take to arrange a group of heroes: to solve it takes longer, see `AT_LEAST`."""
ROUNDING = 1e-9
"""Room for rounding in a sum over heroes."""
HOPELESS = 3
"""Arrays are given up if they would take so many times the time left, as heroes so far have."""
AT_LEAST = 4
"""To solve a group takes at least so many times as long as to arrange it, most often about seven times."""
ARRAYS = 0.4
"""The share of the memory that is for the arrays of one group of heroes; the next group is arranged meanwhile."""
SURELY = 2.0
"""If all heroes seem to need so many times the memory there is, the others are not begun."""
SAMPLE = 1_000
"""States listed of a place that best play avoids, over all heroes; and of looks of a place that it does not meet."""


class Excerpt(Struct, frozen=True):
    """Part of a book's states, with values from the whole of it."""

    space: Space
    best: Values
    uniform: Values
    uniform_visits: Floats
    """float64[n]: how often the random reader reaches each listed state, and each ending."""
    lost_at: Flags
    """bool[points]: as `fields.lost_at`, of all heroes."""


class _Piece(Struct, frozen=True):
    """What is known of some listed states, one after another."""

    low: Floats
    high: Floats
    choice: Ints
    """Which action of a state is played; -1 at states without."""
    uniform_low: Floats
    uniform_high: Floats
    uniform_choice: Ints
    """The same for the random reader: what a rival plays."""
    uniform_visits: Floats
    looping: Flags


class _Told(Struct):
    """What is known of the heroes so far."""

    lost_at: Flags
    """As in `Excerpt`."""
    pieces: list[_Piece] = field(default_factory=list)
    """Piece by piece, the endings first."""
    states: int = 0
    loops: int = 0

    def all(self) -> _Piece:
        """One piece of all."""
        each = (np.concatenate([getattr(piece, name) for piece in self.pieces]) for name in _Piece.__struct_fields__)
        return _Piece(*each)


def take(
    book: Book,
    program: Program,
    worth: Floats,
    *,
    observed: tuple[str, ...] = (),
    limits: Limits,
    watch: Watch,
    patience: float = inf,
) -> Excerpt | None:
    """Solve a book in arrays, and list what reports speak of; None where it has too many states.

    Args:
        book: the book.
        program: the same, lowered.
        worth: float64[endings], what each ending is worth.
        observed: variables to keep in every state to the end of play.
        limits: states, and bytes at once.
        watch: receives the number of states that are solved, and the bounds from the heroes that are done.
        patience: seconds that it may take to see how large one hero is; less, where there is little time.

    Raises:
        TooWide: the arrays would be larger than memory, or mostly air; or time is far too short for all heroes.
        Impatient: it takes too long to see how large one hero is.
        OutOfTime: the watch says so.
    """
    live = liveness(program, observed)
    start = program.chapters[book.start]
    heroes = heroes_of(program, live, start)
    began = time.monotonic()
    beside = beside_each_other(program, start, heroes)
    code = encode(program, live)
    parts: tuple[Heroes, ...] = (beside,)
    while True:
        listing = Listing.begin(code)
        try:
            told = _Taking(book, program, listing, parts, worth, limits, watch, patience).told()
            break
        except OutOfTime:
            watch.uncounted |= watch.stage == ARRANGES
            raise
        except Unlike as unlike:
            parts = (heroes,) if len(parts) > 1 else in_parts(heroes, beside, unlike.alike)
    return None if told is None else _finished(book, program, listing, told, began)


class _Taking:
    """Heroes on their way through the arrays into the listing, group after group."""

    def __init__(
        self,
        book: Book,
        program: Program,
        listing: Listing,
        parts: Sequence[Heroes],
        worth: Floats,
        limits: Limits,
        watch: Watch,
        patience: float,
    ) -> None:
        self._patience = patience
        self._program, self._listing, self._worth, self._watch = program, listing, worth, watch
        self._wins, self._ties_last, self._limits = book.aim == "win", book.ties == "last", limits
        self._memory = inf if limits.memory is None else limits.memory
        self._parts, self._count = parts, sum(len(part.roots) for part in parts)
        self._done, self._begun = 0, 0.0
        """The heroes that are solved, and when the first of them was begun."""
        self._solving = 0
        """The heroes of the group at hand."""
        self._pools = Pool(), Pool()
        self._told = _Told(np.zeros(len(listing.code.point_node), np.bool_))
        self._endings = np.zeros(len(worth))
        """Grows group by group, as do the visits of the first piece, which are the same."""
        none, calm = np.full(len(worth), -1), np.zeros(len(worth), np.bool_)
        self._told.pieces.append(_Piece(worth, worth, none, worth, worth, none, self._endings, calm))
        self._size = 0
        """The states of the group at hand."""
        self._low, self._high = 0.0, 1.0

    def _begin(self, heroes: Heroes) -> None:
        """Turn to a part of the heroes."""
        code, lanes = self._listing.code, heroes.count
        abreast = Abreast.begin(code, lanes, heroes.differ) if lanes > 1 else Abreast.alone(code)
        self._heroes = heroes
        self._arranger = Arranger(self._program, self._listing, abreast, heroes.roots, self._limits.memory)

    def told(self) -> _Told | None:
        """What is known of all states that are listed; None where there are more states than the limit.

        Raises:
            Unlike: heroes side by side differ in more than chances.
        """
        for part in self._parts:
            self._begin(part)
            if not self._solved():
                return None
        return self._told

    def _solved(self) -> bool:
        """Whether the part at hand was solved, or else has more states than the limit."""
        watch, heroes, lanes = self._watch, self._heroes, self._heroes.count
        watch.begin(ARRANGES)
        # One hero first, to see how large he is; then as many more as fit.
        first = self._arranger.arranged(0, lanes, self._patient())
        groups, arrays = sized(
            heroes.roots[::lanes],
            first,
            lambda first, end: self._arranger.arranged(first * lanes, end * lanes, self._look),
            most=ARRAYS * self._memory,
            seconds=inf if watch.deadline is None else ARRANGING_A_GROUP * (watch.deadline - time.monotonic()),
        )
        watch.begin("computing values")
        if len(groups) == len(self._parts) == 1:
            watch.expect_all()
        _see_whether_there_is_time(watch, AT_LEAST * self._arranger.seconds * len(groups))
        self._begun = self._begun or time.monotonic()
        spans = [(first * lanes, (first + some) * lanes) for first, some in groups]
        for span, after in zip(spans, [*spans[1:], None], strict=True):
            self._size, self._solving = arrays.states, span[1] - span[0]
            watch.met(self._told.states + self._size)
            if self._limits.states is not None and self._told.states + self._size > self._limits.states:
                return False
            following = self._group(arrays, span, after)
            self._done, self._solving = self._done + self._solving, 0
            self._see_whether_all_fits()
            if self._done < self._count:
                self._go_on()
            if after is not None:
                arrays = following or self._arranger.arranged(*after, self._look)
        return True

    def _group(self, arrays: Arrays, span: tuple[int, int], after: tuple[int, int] | None) -> Arrays | None:
        """Solve a group, and list its states; the arrays of the group after it, if there was memory for them."""
        here, told, watch, lanes = slice(*span), self._told, self._watch, self._heroes.count
        roots, chance = self._heroes.roots[here], self._heroes.chance[here]
        random = partial(_random, arrays, chance, self._worth, self._wins, self._pools[1])
        with (
            watch.within(),
            beside(random) as result,
            beside(partial(self._arranger.ahead, after)) as upcoming,
        ):
            best = solve_field(
                arrays, modes(arrays), self._worth, wins=self._wins, ties_last=self._ties_last, watch=self._look,
                pool=self._pools[0],
            )  # fmt: skip
            uniform, come = result()
            following = upcoming()
        if self._wins:
            told.lost_at |= lost_at(best)
        told.states += self._size
        self._size = 0
        self._endings += come[: len(self._worth) * lanes].reshape(-1, lanes).sum(axis=1)
        told.loops += best.loops
        most = max(1, SAMPLE * len(roots) // (self._count * lanes))
        _list(self._listing, arrays, roots, best, uniform, come, told, most)
        low, high = best.bounds(arrays.roots)
        self._low += float(chance @ low)
        self._high += float(chance @ high) - float(chance.sum())
        return following

    def _go_on(self) -> None:
        """Tell the bounds that are known after some of the heroes.

        Raises:
            TooWide: time is far too short for the others.
        """
        watch = self._watch
        if self._heroes.rolled and self._wins:
            watch.learn(self._low - ROUNDING, self._high + ROUNDING)
        each = (time.monotonic() - self._begun) / self._done
        _see_whether_there_is_time(watch, each * (self._count - self._done))
        watch.expect_all()

    def _see_whether_all_fits(self) -> None:
        """What is listed of the heroes so far tells what all of them need.

        Raises:
            TooWide: more than there is; far more, where that is but an estimate.
        """
        needs, share = self._listing.needs, self._done / self._count
        if needs > self._memory or needs / share > SURELY * self._memory:
            raise TooWide(needs / share)

    def _look(self, share: float = 0.0) -> None:
        done = (self._done + share * self._solving) / self._count if self._begun else None
        self._watch.look(self._told.states + int(share * self._size), done)

    def _patient(self) -> Callable[[], None]:
        """`_look` that gives up if it takes too long to see how large one hero is."""
        now, deadline = time.monotonic(), self._watch.deadline
        share = ARRANGING if self._count == self._heroes.count else ARRANGING_ONE_OF_MANY
        until = now + min(self._patience, inf if deadline is None else share * (deadline - now))

        def look() -> None:
            self._look()
            if time.monotonic() > until:
                self._watch.uncounted = True
                raise Impatient

        return look


def _see_whether_there_is_time(watch: Watch, seconds: float) -> None:
    """Give up if there is far too little time for what takes so long.

    Raises:
        TooWide: then.
    """
    if watch.deadline is not None and seconds > HOPELESS * (watch.deadline - time.monotonic()):
        raise TooWide


def _random(
    arrays: Arrays, chance: Floats, worth: Floats, wins: bool, pool: Pool, go_on: Callable[[float], None]
) -> tuple[Field, Floats]:
    """The random reader: the value of every cell, and how often it is reached."""
    field = solve_field(arrays, modes(arrays, uniform=True), worth, wins=wins, watch=go_on, pool=pool)
    return field, flow(field, arrays.roots, chance, go_on, pool)


# ---- states ----------------------------------------------------------------------------------------------


def _list(
    listing: Listing, arrays: Arrays, roots: Sequence[Root], best: Field, uniform: Field, come: Floats, told: _Told,
    most: int,
) -> None:  # fmt: skip
    """List the states that best play reaches, some of each place and look that it avoids, and all successors.

    Args:
        roots: the heroes.
        most: cells of each such place.
    """
    listing.forget()
    begin = int(listing.counts[STATES])
    listing.add_all(int(listing.code.point[roots[0][0]]), np.stack([env for _, env in roots]))  # all begin at one point
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
    cells = np.append(kernel.sampled(grid, avoided, most), unseen(arrays, listing, begin, most))
    while not kernel.add_cells(listing.code, shape, lanes, grid, arrays.present, cells, listing.states, listing.counts):
        listing.more_states()
    end = int(listing.counts[STATES])
    listing.counts[CURSOR] = max(begin, int(listing.counts[CURSOR]))
    while listing.counts[CURSOR] < end:
        listing.explore(min(CHUNK, end - int(listing.counts[CURSOR])))
    kernel.leave(listing.states, listing.counts)
    last = int(listing.counts[STATES])
    cells, visited = kernel.cells_of(shape, lanes, grid, come, listing.states, begin, last)
    low, high = best.bounds(cells)
    uniform_low, uniform_high = uniform.bounds(cells)
    acts = np.arange(len(cells)) < end - begin
    answers = acts & (uniform.mode[listing.states.point[begin:last]] == MINIMISE)
    told.pieces.append(
        _Piece(
            low=low,
            high=high,
            choice=np.where(acts, best.cells.best[cells].astype(np.int64), -1),
            uniform_low=uniform_low,
            uniform_high=uniform_high,
            uniform_choice=np.where(answers, uniform.cells.best[cells].astype(np.int64), -1),
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
    space = replace(space, looping=looping, reached=told.states + above, loops=told.loops, arrays=True)
    top = _tail(space, below)
    wins, ties_last = book.aim == "win", book.ties == "last"
    best = evaluate(top, best_play(top), known.low, worth_high=known.high, wins=wins, ties_last=ties_last)
    mixed = uniform_play(top)
    uniform = evaluate(top, mixed, known.uniform_low, worth_high=known.uniform_high, wins=wins, ties_last=ties_last)
    arrivals = np.zeros(top.size)
    arrivals[root] = 1.0
    come = visits(top, action_weights(top, mixed, uniform.best), arrivals)
    return Excerpt(
        space,
        replace(_over(space, known.choice, best), seconds=time.monotonic() - began, cycles=0),
        _over(space, known.uniform_choice, uniform),
        np.append(known.uniform_visits, come[below:]),
        told.lost_at,
    )


def _over(space: Space, choice: Ints, above: Values) -> Values:
    """What is played in all states, from that in those above, whose actions are numbered from the first of theirs.

    Args:
        choice: int64[below], which action of a state is played; -1 at states without.
    """
    below, first = len(choice), space.states.first_action
    under = np.where(choice >= 0, first[:below] + choice, -1)
    over = np.where(above.best[below:] >= 0, above.best[below:] + first[below], -1)
    return replace(above, best=np.concatenate([under, over]))


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
