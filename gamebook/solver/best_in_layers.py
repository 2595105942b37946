"""What best play of all heroes wins, worked out in layers: bounds that become narrower and narrower."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf

import numpy as np

from gamebook.kernels.arrays import Floats
from gamebook.kernels.cells.contexts import CONTEXTS
from gamebook.kernels.code import Code
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Program, VariableId
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.axes import axes
from gamebook.solver.contexts import MANY, cells_of
from gamebook.solver.heroes import Heroes, beside_each_other, heroes_of, in_parts
from gamebook.solver.heroes_in_turn import ARRANGES, ARRAYS, ROUNDING
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.layered import MOST_CONTEXTS, Begun, begun, bounds, contexts_of
from gamebook.solver.listing import Listing
from gamebook.solver.too_wide import TooLong, TooWide
from gamebook.solver.watch import Watch

ROOMS = (3e-3, 3e-4, 0.0)
"""How far apart what counts as one may lie on average: first a quick answer, then closer ones."""
CELLS = 1_000_000
"""Cells of a layer, where play does not go round through more."""
BEGINNING = 0.3
"""The share of the time that finding the contexts may take."""
SURE = 0.9
"""When so much is done, all will be."""
ONE_OF = 16
"""Of many heroes one of so many is looked at first."""
SHARED = 2.0
"""All heroes may seem to have so many times the contexts that are sensible, for they share some."""
LEAST_MEMORY = 1 << 30
"""With less memory layers are not tried: contexts alone take much of it."""
CONTEXT = 1_000
"""A context takes as long as so many cells."""


def learn_in_layers(
    book: Book, program: Program, worth: Floats, observed: tuple[str, ...], limits: Limits, watch: Watch, seconds: float
) -> None:
    """Tell a watch what best play wins.

    Args:
        book: a book that is played to win.
        program: the same, lowered.
        worth: float64[endings], what each ending is worth.
        observed: variables to keep in every state to the end of play.
        limits: bytes at once.
        watch: receives the bounds.
        seconds: how long it may take.

    Raises:
        TooWide: there is not enough memory, or far too little time.
        OutOfTime: the watch says so.
    """
    if limits.memory is not None and limits.memory < LEAST_MEMORY:
        raise TooWide
    watch.begin(ARRANGES)
    live = liveness(program, observed)
    start = program.chapters[book.start]
    code, heroes = encode(program, live), heroes_of(program, live, start)
    began = time.monotonic()
    end = began + seconds
    look = partial(_see_whether_there_is_time, watch, began + BEGINNING * seconds)
    chosen = _few_axes(program, Listing.begin(code), heroes.roots[:1], look)
    if not heroes.rolled:  # the reader chooses among them: the hero block is a part of play
        entry = program.entry, np.array([cell.start for cell in program.cells], np.int64)
        heroes = Heroes([entry], np.ones(1), True)
    beside = beside_each_other(program, start, heroes)
    parts: tuple[Heroes, ...] = (beside,)
    while True:
        try:
            _learn(program, code, parts, chosen, worth, limits, watch, look, end)
        except Unlike as unlike:
            parts = (heroes,) if len(parts) > 1 else in_parts(heroes, beside, unlike.alike)
        else:
            return


def _learn(
    program: Program, code: Code, parts: Sequence[Heroes], chosen: Sequence[VariableId], worth: Floats, limits: Limits,
    watch: Watch, look: Callable[[], None], end: float,
) -> None:  # fmt: skip
    memory = inf if limits.memory is None else ARRAYS * limits.memory / len(parts)
    ready = list[tuple[Begun, Heroes]]()
    for part in parts:
        _see_whether_there_are_few(program, code, part, chosen, look)
        found = begun(
            program, Listing.begin(code), part.roots, worth, abreast=_abreast(code, part),
            chosen=[variable for variable in chosen if variable not in part.differ], memory=memory, cells=CELLS,
            watch=look,
        )  # fmt: skip
        ready.append((found, part))
    watch.begin("computing values")
    for room in ROOMS:
        low = high = 0.0
        for number, (found, heroes) in enumerate(ready):
            with watch.within():
                least, most = bounds(
                    found, room, partial(_count, watch, number, len(ready)), lambda: end - time.monotonic()
                )
            low, high = low + float(heroes.chance @ least), high + float(heroes.chance @ most)
        watch.learn(low - ROUNDING, high + ROUNDING)
        if watch.close or high - low <= ROUNDING:
            return


def _see_whether_there_are_few(
    program: Program, code: Code, heroes: Heroes, chosen: Sequence[VariableId], look: Callable[[], None]
) -> None:  # fmt: skip
    """Look at the contexts of some of many heroes.

    Raises:
        TooWide: all of them would have too many.
    """
    every = ONE_OF * heroes.count
    roots = [root for at in range(0, len(heroes.roots), every) for root in heroes.roots[at : at + heroes.count]]
    times = len(heroes.roots) / len(roots)
    if times > 1:
        most = int(SHARED * MOST_CONTEXTS / times)
        contexts_of(
            program, Listing.begin(code), roots, _abreast(code, heroes), chosen, watch=look, most=most, room=MANY
        )


def _abreast(code: Code, heroes: Heroes) -> Abreast:
    return Abreast.begin(code, heroes.count, heroes.differ) if heroes.count > 1 else Abreast.alone(code)


def _count(watch: Watch, number: int, parts: int, share: float) -> None:
    """Tell a watch how much of all parts is done, when so much of one is."""
    watch.look(0, (number + share) / parts)
    if (number + share) / parts > SURE:
        watch.expect_all()


def _see_whether_there_is_time(watch: Watch, until: float) -> None:
    """Give up when it is so late.

    Raises:
        TooLong: then.
    """
    watch.look(0)
    if time.monotonic() > until:
        raise TooLong


def _few_axes(program: Program, listing: Listing, root: Sequence[Root], watch: Callable[[], None]) -> list[VariableId]:
    """Which variables are axes: those of `axes` without those that make more cells than they spare contexts.

    A clock that goes on in one fight only is better a part of the context: most fights carry it along.
    """
    abreast = Abreast.alone(listing.code)

    def work(chosen: Sequence[VariableId], most: int = MOST_CONTEXTS) -> float:
        shape, _, d, counts = contexts_of(program, listing, root, abreast, chosen, watch=watch, most=most)
        return float(cells_of(shape, d, counts).sum() + CONTEXT * counts[CONTEXTS])

    chosen = axes(program)
    least = work(chosen)
    for variable in tuple(chosen):
        fewer = [other for other in chosen if other != variable]
        try:
            found = work(fewer, min(MOST_CONTEXTS, int(least / CONTEXT)))
        except TooLong:
            raise
        except TooWide:
            continue
        if found < least:
            chosen, least = fewer, found
    return chosen
