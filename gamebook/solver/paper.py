"""States as readers tell them apart: by the whole sheet, also by what no rule asks for any more.

The states of a solved book forget what no longer matters. So play can come back to one of them while the reader has
another rope in the bag: for whoever looks at the sheet, something has changed. Where readers can come back to a choice,
all that can change on the way is kept in the states as far as that choice.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import LimitReached, OutOfTime
from gamebook.job import current, look
from gamebook.kernels.arrays import Flags, Ints
from gamebook.program.code import Decide, Do, Enter, NodeId, Program, passed_after, predecessors
from gamebook.solver.graphs import strong_components
from gamebook.solver.solution import Solved
from gamebook.solver.space import Space, explore


class Paper(Struct, frozen=True):
    """The states of a book, told apart by the whole sheet where play can come back to a choice."""

    space: Space
    state: Ints
    """int64[n]: the state of the solved book that each of them is."""
    action: Ints
    """int64[a]: the same for each action."""


def on_paper(solved: Solved, choices: Flags) -> Paper:
    """The states of a book as readers tell them apart.

    Args:
        solved: the book with all its states.
        choices: bool[n], states in which readers compare their sheet with what it was before.

    Raises:
        OutOfTime: the time was over before they were listed.
        LimitReached: there are more of them than the limits of the solve allow.
    """
    space = solved.space
    kept = _looked_at(solved, choices)
    if not kept:
        return Paper(space, np.arange(space.size), np.arange(len(space.states.option)))
    if not space.whole or space.program.least:  # a number may stand for others there
        raise _too_many(space.count)
    memory = solved.search.limits.memory
    job = current()
    job.begin("listing states")

    def tell(count: int) -> None:
        job.step(count)
        look()

    found = explore(
        space.program,
        # What the solved states keep (a strategy for fights may read it, too), and what a reader looks at.
        looked_at={node: space.live_at(node) | kept.get(node, frozenset()) for node in space.code.point_node.tolist()},
        limits=replace(
            solved.search.limits, seconds=None, memory=None if memory is None else max(0, memory - space.bytes)
        ),
        progress=tell,
    )
    if found.limit is not None:
        raise _too_many(found.count)
    if not found.complete:
        raise OutOfTime("the time was over before all states were listed")
    state = _behind(found, space)
    first, last = space.states.first_action[state], found.states.first_action
    return Paper(found, state, np.arange(last[-1]) + np.repeat(first - last[:-1], np.diff(last)))


def _too_many(count: int) -> LimitReached:
    return LimitReached(
        f"told apart by all that is on the sheet, it has more states than the limits allow ({count:,} and more)"
    )


def _behind(found: Space, space: Space) -> Ints:
    """int64[n]: for each state that was found, the one of the solved book with the same live variables."""
    state = np.arange(found.size)  # endings have the same numbers
    by_point = np.argsort(found.states.point, kind="stable")
    bounds = np.searchsorted(found.states.point[by_point], np.arange(len(found.code.point_node) + 1))
    for point, node in enumerate(found.code.point_node.tolist()):
        here = by_point[bounds[point] : bounds[point + 1]]
        if len(here):
            state[here] = space.find_all(node, found.columns(node, here), len(here))
    return state


def _looked_at(solved: Solved, choices: Flags) -> dict[NodeId, frozenset[str]]:
    """What of the sheet is compared at decisions, though the states have forgotten it: what can change in a loop."""
    space, program = solved.space, solved.space.program
    sheet = {variable.name for variable in solved.book.variables if variable.on_sheet or variable.kind == "initial"}
    back = predecessors(program)
    there = {space.code.point_node[point] for point in np.unique(space.states.point[choices & space.returning])}
    found: dict[NodeId, frozenset[str]] = {}
    ways = _round(space, choices)
    for loop in strong_components(ways):
        nodes = {
            node for start in loop for end in ways[start] if end in loop for node in _between(program, back, start, end)
        }
        changing = {
            program.cells[variable].name
            for node in nodes
            if isinstance(do := program.nodes[node], Do)
            for variable, _ in do.sets
        }
        for node in there.intersection(loop):
            forgotten = (changing & sheet) - space.live_at(node)
            if forgotten and isinstance(program.nodes[node], Decide):
                found[node] = frozenset(forgotten)
    return found


def _round(space: Space, choices: Flags) -> dict[NodeId, list[NodeId]]:
    """The ways from point to point by which play can come back to one of some choices in the same state."""
    order, start = space.order
    component = np.empty(space.size, np.int64)
    component[order] = np.repeat(np.arange(len(start) - 1), np.diff(start))
    with_choice = np.zeros(len(start) - 1, bool)
    with_choice[component[choices & space.returning]] = True
    source, target = space.way_state, space.states.successor
    inside = (component[source] == component[target]) & with_choice[component[source]]
    points = len(space.code.point_node)
    pairs = np.unique(space.states.point[source[inside]].astype(np.int64) * points + space.states.point[target[inside]])
    node = space.code.point_node
    found: dict[NodeId, list[NodeId]] = {}
    for pair in pairs.tolist():
        found.setdefault(int(node[pair // points]), []).append(int(node[pair % points]))
    return found


def _between(program: Program, back: list[list[NodeId]], start: NodeId, end: NodeId) -> set[NodeId]:
    """The nodes that play can pass on the way from one point to the next."""
    look()
    after = passed_after(program, [start])
    found, waiting = set[NodeId](), [end]
    while waiting:
        for before in back[waiting.pop()]:
            if before in after and before not in found and not isinstance(program.nodes[before], Decide | Enter):
                found.add(before)
                waiting.append(before)
    return found
