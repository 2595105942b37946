"""Which variables become an axis: those that chance changes round by round.

The rounds of a fight change STAMINA again and again: every value meets every value of the foe, and an array over them
is full. Variables that change now and then (gold, items, hours) depend on the place and on each other, and an array
over them would be mostly empty: such variables belong to the context.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gamebook.job import look
from gamebook.kernels.components import components
from gamebook.program.code import Chance, Do, Enter, Program, successors

NARROW = 4
"""A variable with no more values than this is not an axis: more contexts are as good."""
WIDEST = 4096
"""A variable with more values than this is not an axis: few of them will occur."""


def axes(program: Program) -> list[int]:
    """The variables that are set on a way round inside one chapter on which there is chance."""
    start, ways = [0], []
    for number, node in enumerate(program.nodes):
        look()
        ways += [after for after in successors(node) if _goes_on(program, number, after)]
        start.append(len(ways))
    order, bounds = components(np.array(start, np.int64), np.array(ways, np.int32))
    found: set[int] = set()
    for first, last in pairwise(bounds):
        nodes = [program.nodes[number] for number in order[first:last]]
        if any(isinstance(node, Chance) for node in nodes):
            found |= {variable for node in nodes if isinstance(node, Do) for variable, _ in node.sets}
    return [
        variable
        for variable in sorted(found)
        if NARROW < program.cells[variable].high - program.cells[variable].low + 1 <= WIDEST
    ]


def _goes_on(program: Program, number: int, after: int) -> bool:
    """Whether the way from a node stays in its chapter."""
    node = program.nodes[after]
    anew = isinstance(node, Enter) and node.chapter is not None
    return not anew and program.places[number] == program.places[after]
