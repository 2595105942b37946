"""Play followed forwards with more variables than its value needs.

What best play does depends only on variables that still matter, and values are computed on those. A report may want to
know the rest as well: how many ropes are left when no later step uses them. So the states that a policy reaches are
listed once more with these variables; each decision is looked up in the solution.
"""

from __future__ import annotations

import time
from collections.abc import Collection

import numpy as np

from gamebook.kernels import follow as kernel
from gamebook.kernels.states import CURSOR, STATES
from gamebook.program.code import Enter, Program, Stop
from gamebook.program.encode import encode
from gamebook.program.grown import Grown
from gamebook.program.liveness import liveness
from gamebook.solver.forward import visits
from gamebook.solver.listing import Listing
from gamebook.solver.solution import Played
from gamebook.solver.space import Space, cut

CHUNK = 100_000
"""States listed between two checks for Ctrl-C."""

Sheet = tuple[int, ...]
Ends = dict[tuple[str, str, Sheet], float]
"""(chapter, ending, values of the observed variables) → chance."""


def follow(played: Played, observed: tuple[str, ...], endings: Collection[str]) -> Ends:
    """The chance of each end of play, separately for each chapter and each sheet.

    Args:
        played: a way of playing.
        observed: the variables of the sheet that count.
        endings: the endings at which they are; at others the sheet is empty.
    """
    program = played.space.program
    space = _listed(played, observed, endings)
    arrivals = np.zeros(space.size)
    arrivals[space.root] = 1.0
    come = visits(space, np.ones(len(space.states.option)), arrivals)
    numbers = {cell.name: number for number, cell in enumerate(program.cells)}
    found: Ends = {}
    for node, stop in enumerate(program.nodes):
        if not isinstance(stop, Stop):
            continue
        here = np.flatnonzero((space.states.point == space.code.point[node]) & (come > 0.0))
        ending = program.endings[stop.ending]
        told = observed if ending in endings else ()
        sheets = np.array([space.column(here, numbers[name]) for name in told], np.int64).reshape(len(told), len(here))
        for state, sheet in zip(here, sheets.T.tolist(), strict=True):
            key = (program.places[node], ending, tuple(sheet))
            found[key] = found.get(key, 0.0) + float(come[state])
    return found


def _listed(played: Played, observed: tuple[str, ...], endings: Collection[str]) -> Space:
    """The states that the policy reaches, each with one action; before each end of play there is a point."""
    began = time.monotonic()
    program, solved = _with_points_before_ends(played.space.program), played.space
    listing = Listing.begin(encode(program, liveness(program, observed, endings)))
    root = listing.add(int(listing.code.point[program.entry]), listing.code.start)
    key = np.zeros(solved.code.words, np.int64)
    while listing.counts[CURSOR] < listing.counts[STATES]:
        answer = kernel.follow(
            listing.code, listing.states, listing.turns, listing.counts, listing.room, solved.code, solved.states,
            played.weight, key, CHUNK,
        )  # fmt: skip
        assert answer != kernel.UNKNOWN, "a state that play comes to has been listed"
        if answer == kernel.MORE_ROOM:
            listing.more_room()
    return cut(program, listing, root, True, began)


def _with_points_before_ends(program: Program) -> Program:
    """The program with a point in place of each end of play, and the end behind it; other nodes keep their numbers."""
    work = Grown(program)
    for number, node in enumerate(program.nodes):
        if isinstance(node, Stop):
            work.nodes[number] = Enter(None, work.add(node, number))
    return work.grown()
