"""Play ends where it is certain what it is worth: numbers that only choose between equally good endings are forgotten.

*If credits >= 50, you come home rich; else you come home* is twice the same to a reader who wants to win. As long as it
is asked, credits are remembered from the first chapter on, and that may be most of the states there are.
"""

from __future__ import annotations

from msgspec.structs import replace

from gamebook.kernels.arrays import Floats
from gamebook.model.arithmetic import FALSE, TRUE
from gamebook.program.code import Decide, Node, NodeId, Program, Stop, successors


def certain(program: Program, worth: Floats) -> Program:
    """The book with its end where every way leads to endings that are worth the same.

    It is worth as much as before; in which ending play ends may be another one.

    Args:
        program: the book; numbers of nodes stay.
        worth: float64[endings], what each ending is worth.
    """
    open_ways = [set(_ways(node)) for node in program.nodes]
    before: list[list[NodeId]] = [[] for _ in program.nodes]
    for number, ways in enumerate(open_ways):
        for after in ways:
            before[after].append(number)
    found = {number: float(worth[node.ending]) for number, node in enumerate(program.nodes) if isinstance(node, Stop)}
    waiting = list(found)
    while waiting:
        after = waiting.pop()
        for number in before[after]:
            # A way round a loop is never found, so play does end.
            if number not in found and all(found.get(way) == found[after] for way in open_ways[number]):
                found[number] = found[after]
                waiting.append(number)
    found.pop(program.entry, None)
    ending = {each: number for number, each in enumerate(worth.tolist())}
    nodes = [Stop(ending[found[number]]) if number in found else node for number, node in enumerate(program.nodes)]
    return replace(program, nodes=tuple(nodes))


def _ways(node: Node) -> tuple[NodeId, ...]:
    """Where play can go from a node, as far as its text says so."""
    if not isinstance(node, Decide):
        return successors(node)
    ways = tuple(option.next for option in node.options if option.condition != FALSE)
    return ways if any(option.condition == TRUE for option in node.options) else (*ways, node.shut)
