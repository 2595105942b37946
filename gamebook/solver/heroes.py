"""Who can begin: the states in which a book's first chapter can be entered first."""

from __future__ import annotations

import time

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.states import CURSOR, STATES
from gamebook.program.code import Decide, Enter, NodeId, Program, Stop, VariableId, reached
from gamebook.program.encode import encode
from gamebook.program.liveness import Liveness
from gamebook.solver.axes import axes
from gamebook.solver.forward import action_weights, visits
from gamebook.solver.lanes import Root, side_by_side
from gamebook.solver.listing import Listing
from gamebook.solver.manner import uniform_play
from gamebook.solver.space import Space, cut

CHUNK = 100_000
"""States listed between two checks for Ctrl-C."""
LEAST = 1e-12
"""The smallest chance of a play that ends while the hero is made."""
MOST = 40_000
"""States of the hero block; a book with more is computed for all its heroes at once."""
FEWEST = 2
"""Heroes side by side."""


class Heroes(Struct, frozen=True):
    """Everybody who can begin."""

    roots: list[Root]
    chance: Floats
    """float64[heroes]: how often the random reader begins so."""
    rolled: bool
    """Whether that is so whoever plays: nothing is chosen before."""
    count: int = 1
    """So many heroes follow each other who are solved side by side."""
    differ: frozenset[VariableId] = frozenset()
    """Heroes side by side differ in these variables only."""


def heroes_of(program: Program, live: Liveness, start: NodeId) -> Heroes:
    """Every state in which the start can be entered first, and how often the random reader's heroes enter there.

    Where there is no hero block, or too many ways through it, or a rival in it (what the rival does depends on the
    values of all that follows), or a way from it to another chapter or to an ending, play begins at the start of the
    hero block.
    """
    nobody = Heroes([(program.entry, np.array([cell.start for cell in program.cells], np.int64))], np.ones(1), True)
    before = [program.nodes[number] for number in reached(program, program.entry, start)]
    if program.entry == start or any(isinstance(node, Enter) and node.chapter is not None for node in before):
        return nobody
    stop, over = next((number, node.ending) for number, node in enumerate(program.nodes) if isinstance(node, Stop))
    enter = program.nodes[start]
    assert isinstance(enter, Enter)
    nodes = (*program.nodes[:start], replace(enter, next=stop), *program.nodes[start + 1 :])
    alone = replace(program, nodes=nodes)
    code = encode(alone, live)
    listing = Listing.begin(code)
    root = listing.add(int(code.point[program.entry]), code.start)
    while listing.counts[CURSOR] < listing.counts[STATES]:
        listing.explore(CHUNK)
        if listing.counts[STATES] > MOST:
            return nobody
    space = cut(alone, listing, root, True, time.monotonic())
    if np.append(space.owner, 0)[space.states.point].any():
        return nobody
    manner = uniform_play(space)
    arrivals = np.zeros(space.size)
    arrivals[root] = 1.0
    come = visits(space, action_weights(space, manner, np.full(space.size, -1)), arrivals)
    made = np.flatnonzero(space.states.point == code.point[start])
    ended = come[: code.endings].copy()
    ended[over] -= come[made].sum()
    if not len(made) or ended.max() > LEAST:
        return nobody
    made = made[_by_likeness(space, made, live)]
    envs, point = np.tile(code.start, (len(made), 1)), code.point[start]
    for variable in code.field_variable[code.field_start[point] : code.field_start[point + 1]]:
        envs[:, variable] = space.column(made, variable)
    rolled = not any(isinstance(node, Decide) for node in before)
    return Heroes([(start, env) for env in envs], come[made], rolled)


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


def beside_each_other(program: Program, start: NodeId, heroes: Heroes) -> Heroes:
    """The same heroes, those who differ in chances alone next to each other."""
    order, count, differ = side_by_side(program, start, heroes.roots)
    place = {id(root): number for number, root in enumerate(heroes.roots)}
    chance = heroes.chance[[place[id(root)] for root in order]]
    return replace(heroes, roots=order, chance=chance, count=count, differ=frozenset(differ))


def in_parts(heroes: Heroes, beside: Heroes, alike: Flags | None) -> tuple[Heroes, ...]:
    """The heroes whom it is possible to solve side by side, and all others alone.

    Args:
        heroes: all, in the order in which they are solved alone.
        beside: all, side by side.
        alike: bool[lanes], who can stay there; None: nobody knows.
    """
    if alike is None or (count := int(alike.sum())) < FEWEST:
        return (heroes,)
    stay = np.resize(alike, len(beside.roots))
    roots = [root for root, stays in zip(beside.roots, stay, strict=True) if stays]
    known = {id(root) for root in roots}
    alone = np.array([id(root) not in known for root in heroes.roots])
    others = [root for root, is_alone in zip(heroes.roots, alone, strict=True) if is_alone]
    return (
        replace(beside, roots=roots, chance=beside.chance[stay], count=count),
        replace(heroes, roots=others, chance=heroes.chance[alone]),
    )
