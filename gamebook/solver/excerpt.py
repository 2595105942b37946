"""Large books: values lie in arrays, and only the states that reports need are listed.

Best play reaches few of a book's states. This module lists those states, the successors of every other option there,
and a sample of the states at each place that best play avoids. Their values, and the visits of the random reader, are
those of the arrays. Many heroes are solved in groups: each hero has separate states.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

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
from gamebook.solver.heroes import heroes_of
from gamebook.solver.heroes_in_turn import HOPELESS, HeroesInTurn, Patience, all_in_turn
from gamebook.solver.lanes import Root
from gamebook.solver.listing import Listing
from gamebook.solver.looks import unseen
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.pool import Pool
from gamebook.solver.space import Space, cut
from gamebook.solver.watch import Watch
from gamebook.threads import beside

CHUNK = 100_000
"""States listed between two checks for Ctrl-C and the deadline."""
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
    groups: int = 0
    """Groups of heroes so far."""

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
    patience: Patience | None = None,
) -> Excerpt | None:
    """Solve a book in arrays, and list what reports speak of; None where it has too many states.

    Args:
        book: the book.
        program: the same, lowered.
        worth: float64[endings], what each ending is worth.
        observed: variables to keep in every state to the end of play.
        limits: states, and bytes at once.
        watch: receives the number of states that are solved, and the bounds from the heroes that are done.
        patience: when to give up.

    Raises:
        TooWide: the arrays would be larger than memory, or mostly air; or time is far too short for all heroes.
        Impatient: it takes too long to see how large one hero is.
        OutOfTime: the watch says so.
    """
    began = time.monotonic()
    live = liveness(program, observed)
    heroes, code = heroes_of(program, live, program.chapters[book.start]), encode(program, live)
    patience = patience or Patience()
    if not heroes.rolled:  # there is no best play of some heroes alone
        patience = replace(patience, soon=HOPELESS)
    taking, complete = all_in_turn(_Taking, book, program, code, heroes, worth, limits, watch, patience)
    listing, told = taking.listing, taking.told
    del taking  # its pools hold the memory of arrays
    return _finished(book, program, listing, told, began) if complete else None


class _Taking(HeroesInTurn):
    """Heroes on their way through the arrays into the listing, group after group."""

    def _prepare(self) -> None:
        worth = self._worth
        self._pools = Pool(), Pool()
        self.told = _Told(np.zeros(len(self.listing.code.point_node), np.bool_))
        self._endings = np.zeros(len(worth))
        """Grows group by group, as do the visits of the first piece, which are the same."""
        none, calm = np.full(len(worth), -1), np.zeros(len(worth), np.bool_)
        self.told.pieces.append(_Piece(worth, worth, none, worth, worth, none, self._endings, calm))

    def _group(self, arrays: Arrays, after: tuple[int, int] | None) -> tuple[Field, Arrays | None]:
        """Solve a group, and list its states."""
        told, watch, lanes = self.told, self._watch, self._heroes.count
        roots, chance = self._heroes.roots[self._here], self._heroes.chance[self._here]
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
        self._group_is_done()
        told.states = self._states
        self._endings += come[: len(self._worth) * lanes].reshape(-1, lanes).sum(axis=1)
        told.loops += best.loops
        told.groups += 1
        most = max(1, SAMPLE * len(roots) // (self._count * lanes))
        _list(self.listing, arrays, roots, best, uniform, come, told, most)
        return best, following

    def _kept(self) -> float:
        return self.listing.needs


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
    states = told.states + above
    space = replace(space, looping=looping, reached=states, loops=told.loops, arrays=True, groups=told.groups)
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
