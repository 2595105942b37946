"""Best play of all heroes alone, where there is too little time for all that is asked of a large book.

The random reader is left out, and so is every context of which it is certain what it is worth (`solver.closed`): many
heroes can make sure of winning in their first chapter. They are not solved at all, and others have fewer states.
"""

from __future__ import annotations

import time
from functools import partial
from math import inf

import numpy as np
from msgspec.structs import replace

from gamebook.kernels.arrays import Floats, Ids
from gamebook.kernels.cells.closed import LOST, OPEN, WON
from gamebook.kernels.code import Code
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import Arrays, certain_at
from gamebook.solver.fields import Field, modes, solve_field
from gamebook.solver.groups import together
from gamebook.solver.heroes import Heroes, beside_each_other, heroes_of
from gamebook.solver.heroes_in_turn import ARRANGES, ROUNDING, HeroesInTurn, Patience, all_in_turn
from gamebook.solver.lanes import Abreast, Unlike
from gamebook.solver.listing import Listing
from gamebook.solver.pool import Pool
from gamebook.solver.too_wide import TooLong, TooWide
from gamebook.solver.watch import Watch
from gamebook.threads import beside

LOOKING = 0.2
"""The share of the time left that it may take to find the heroes who are certain to win."""
SHORT = Patience(times=1.5, soon=1.2)
"""When best play alone is given up, so that good play can be looked for."""
AT_ONCE = 64
"""Heroes side by side of whom it is looked at together whether they are certain to win: they share contexts."""


class _BestAlone(HeroesInTurn):
    """Heroes of whom best play alone is worked out."""

    at_least = 1.0
    closes = True

    def _begin(self, heroes: Heroes) -> None:
        super()._begin(heroes)
        self._pool = Pool()

    def _see_whether_there_is_time(self, seconds: float, *, certain: bool) -> None:
        if 2 * self._done < self._count:  # so late nothing else would find out more
            super()._see_whether_there_is_time(seconds, certain=certain)

    def _group(self, arrays: Arrays, after: tuple[int, int] | None) -> tuple[Field, Arrays | None]:
        """Solve a group."""
        with self._watch.within(), beside(partial(self._arranger.ahead, after)) as upcoming:
            best = solve_field(
                arrays, modes(arrays), self._worth, wins=self._wins, ties_last=self._ties_last, watch=self._look,
                pool=self._pool,
            )  # fmt: skip
            following = upcoming()
        self._group_is_done()
        return best, following


def learn_best_play(
    book: Book,
    program: Program,
    worth: Floats,
    observed: tuple[str, ...],
    limits: Limits,
    watch: Watch,
    patience: Patience,
) -> None:
    """Tell a watch what best play wins: of all heroes, or bounds that follow from some of them.

    Args:
        book: a book that is played to win.
        program: the same, lowered.
        worth: float64[endings], what each ending is worth.
        observed: variables to keep in every state to the end of play.
        limits: states, and bytes at once.
        watch: receives the bounds.
        patience: when to give up.

    Raises:
        TooWide: the arrays would be larger than memory; or there is no time for all heroes.
        OutOfTime: the watch says so.
    """
    live = liveness(program, observed)
    heroes, code = heroes_of(program, live, program.chapters[book.start]), encode(program, live)
    if not heroes.rolled:
        raise TooLong  # the reader chooses, so that the mean of the heroes says nothing
    watch.begin(ARRANGES)
    beside_each = beside_each_other(program, program.chapters[book.start], heroes)
    found = _certain(program, code, beside_each, worth, limits, watch)
    # In the order in which they are solved alone: some of them will be.
    of_root = dict(zip(map(id, beside_each.roots), found.tolist(), strict=True))
    known = np.array([of_root[id(root)] for root in heroes.roots], np.int32)
    still = np.flatnonzero(known == OPEN)
    open_heroes = replace(heroes, roots=[heroes.roots[hero] for hero in still], chance=heroes.chance[still])
    low, high = float(heroes.chance[known == WON].sum()), 1.0 - float(heroes.chance[known == LOST].sum())
    watch.learn(low - ROUNDING, high + ROUNDING)
    if len(still):
        bounds = low, high
        alone, complete = all_in_turn(
            _BestAlone, book, program, code, open_heroes, worth, limits, watch, patience, bounds
        )
        if complete:
            alone.tell()


def _certain(program: Program, code: Code, heroes: Heroes, worth: Floats, limits: Limits, watch: Watch) -> Ids:
    """int32[heroes]: what is certain of each of them, as in `Closed`; side by side, of all of them.

    If it takes too long to find out, or too much memory, only what is known so far.

    Raises:
        OutOfTime: the watch says so.
    """
    began = time.monotonic()
    end = inf if watch.deadline is None else began + LOOKING * (watch.deadline - began)

    def see_whether_there_is_time(share: float) -> None:
        watch.look(0)
        if time.monotonic() > began + share * (end - began):
            raise TooLong

    lanes, listing = heroes.count, Listing.begin(code)
    known = np.zeros(len(heroes.roots), np.int32)
    for first, some in together(heroes.roots[::lanes], AT_ONCE):
        here = slice(first * lanes, (first + some) * lanes)
        look = partial(see_whether_there_is_time, here.stop / len(known))
        abreast = Abreast.begin(code, lanes, heroes.differ) if lanes > 1 else Abreast.alone(code)
        try:
            found = certain_at(
                program, listing, heroes.roots[here], worth, memory=limits.memory, watch=look, abreast=abreast
            )
        except (TooWide, Unlike):
            break
        known[here] = np.repeat(found, lanes)
    return known
