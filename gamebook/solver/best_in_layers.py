"""What best play of all heroes wins, worked out in layers: bounds that become narrower and narrower."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from math import inf

import numpy as np

from gamebook.kernels.arrays import Floats
from gamebook.kernels.code import Code
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Program, VariableId
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.axes import axes
from gamebook.solver.contexts import discover, make_shape, trimmed
from gamebook.solver.heroes import Heroes, beside_each_other, heroes_of, in_parts
from gamebook.solver.heroes_in_turn import ARRANGES, ARRAYS, ROUNDING
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.layered import MOST_CONTEXTS, Begun, begun, bounds
from gamebook.solver.layouts import lay_out
from gamebook.solver.listing import Listing
from gamebook.solver.too_wide import TooLong, TooWide
from gamebook.solver.watch import Watch

ROOMS = (1e-3, 1e-4, 0.0)
"""How far apart what counts as one may lie in a layer: first a quick answer, then closer ones."""
CELLS = 1_000_000
"""Cells of a layer, where play does not go round through more."""
BEGINNING = 0.3
"""The share of the time that finding the contexts may take."""
EARLY = 0.3
"""After so much of the time it is asked whether the rest of it is enough."""
HOPELESS = 2.0
"""It is not if so many times the time left would be needed."""
NARROWER = 0.8
"""A variable is no axis if without it there are no more than so many of the cells."""


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
    watch.begin(ARRANGES)
    live = liveness(program, observed)
    start = program.chapters[book.start]
    code, heroes = encode(program, live), heroes_of(program, live, start)
    if not heroes.rolled:  # the reader chooses among them: the hero block is a part of play
        entry = program.entry, np.array([cell.start for cell in program.cells], np.int64)
        heroes = Heroes([entry], np.ones(1), True)
    began = time.monotonic()
    end = began + seconds
    look = partial(_see_whether_there_is_time, watch, began, end, BEGINNING)
    chosen = _few_axes(program, Listing.begin(code), heroes.roots[:1], partial(look, 0.0))
    beside = beside_each_other(program, start, heroes)
    parts: tuple[Heroes, ...] = (beside,)
    while True:
        try:
            _learn(program, code, parts, chosen, worth, limits, watch, end)
        except Unlike as unlike:
            parts = (heroes,) if len(parts) > 1 else in_parts(heroes, beside, unlike.alike)
        else:
            return


def _learn(
    program: Program, code: Code, parts: Sequence[Heroes], chosen: Sequence[VariableId], worth: Floats, limits: Limits,
    watch: Watch, end: float,
) -> None:  # fmt: skip
    began = time.monotonic()
    memory = inf if limits.memory is None else ARRAYS * limits.memory / len(parts)
    ready = list[tuple[Begun, Heroes]]()
    for part in parts:
        look = partial(_see_whether_there_is_time, watch, began, end, BEGINNING, 0.0)
        abreast = Abreast.begin(code, part.count, part.differ) if part.count > 1 else Abreast.alone(code)
        listing = Listing.begin(code, program.roundings)
        found = begun(
            program, listing, part.roots, worth, abreast=abreast, chosen=chosen, memory=memory, cells=CELLS, watch=look,
        )  # fmt: skip
        ready.append((found, part))
    watch.begin("computing values")
    for room in ROOMS:
        low = high = 0.0
        began = time.monotonic()
        for number, (found, heroes) in enumerate(ready):
            least, most = bounds(found, room, partial(_in_part, watch, began, end, number, len(ready)))
            low, high = low + float(heroes.chance @ least), high + float(heroes.chance @ most)
        watch.learn(low - ROUNDING, high + ROUNDING)
        if watch.close or high - low <= ROUNDING:
            return


def _in_part(watch: Watch, began: float, end: float, number: int, parts: int, share: float) -> None:
    _see_whether_there_is_time(watch, began, end, EARLY, (number + share) / parts)


def _see_whether_there_is_time(watch: Watch, began: float, end: float, early: float, share: float) -> None:
    """Give up where there is far too little time.

    Args:
        watch: told how far work is; it may end it.
        began, end: when work began, and when it should be done, as `time.monotonic()`.
        early: the share of this time in which nothing is given up.
        share: how much of the work is done.

    Raises:
        TooLong: then.
    """
    watch.look(0, share or None)
    now = time.monotonic()
    taken, left = now - began, end - now
    if taken > early * (end - began) and (share <= 0.0 or taken * (1 - share) / share > HOPELESS * left):
        raise TooLong


def _few_axes(program: Program, listing: Listing, root: Sequence[Root], watch: partial[None]) -> list[VariableId]:
    """Which variables are axes: those of `axes` without those that make more cells than they spare contexts.

    A clock that goes on in one fight only is better a part of the context: most fights carry it along.
    """
    abreast = Abreast.alone(listing.code)

    def cells(chosen: Sequence[VariableId]) -> float:
        shape = make_shape(program, listing.code, chosen, abreast.lanes)
        d, counts = discover(shape, [abreast.key(listing.code, root)], listing, abreast, 1 << 40, watch, MOST_CONTEXTS)
        d = trimmed(d, counts)
        mixtures = lay_out(shape, d, counts).size.prod(axis=1, dtype=np.float64)
        return float(mixtures[d.point].sum())

    chosen = axes(program)
    least = cells(chosen)
    for variable in tuple(chosen):
        fewer = [other for other in chosen if other != variable]
        try:
            found = cells(fewer)
        except TooLong:
            raise
        except TooWide:
            continue
        if found <= NARROWER * least:
            chosen, least = fewer, found
    return chosen
