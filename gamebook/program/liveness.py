"""Which variables can still matter from each node on.

A variable is live at a node if some way from there reads it before setting it. What is not live leaves the state, so
states merge: the key that has been used is no longer in the key. Sound for values (a dead variable cannot influence
anything); sets of variables are bit masks.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from msgspec import Struct

from gamebook.job import look
from gamebook.model.arithmetic import reads
from gamebook.model.expression import Expr
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Earn,
    Enter,
    NodeId,
    Note,
    Program,
    Stop,
    asked,
    passed_after,
    predecessors,
)
from gamebook.program.ranks import ranks


class Liveness(Struct, frozen=True):
    """Masks of variables by node (bit v is variable v)."""

    live: tuple[int, ...]
    """Those that can still matter on arrival."""
    touched: tuple[int, ...]
    """Those that the node itself reads or sets, and that matter."""


def liveness(
    program: Program,
    observed: Iterable[str] = (),
    endings: Collection[str] | None = None,
    looked_at: Mapping[NodeId, Collection[str]] | None = None,
) -> Liveness:
    """Which variables matter where.

    Args:
        program: the book.
        observed: names that some report will read where play ends, and at any time where it never does.
        endings: the endings where it will; None: all of them.
        looked_at: names that a reader looks at, by the decision where they do so.
    """
    index = {cell.name: number for number, cell in enumerate(program.cells)}

    masks: dict[Expr, int] = {}  # a program has few that differ

    def mask(expressions: Iterable[Expr]) -> int:
        found = 0
        for expr in expressions:
            if expr not in masks:
                masks[expr] = sum(1 << index[name] for name in reads(expr))
            found |= masks[expr]
        return found

    uses: list[int] = []
    sets: list[list[tuple[int, int]]] = []
    for number, node in enumerate(program.nodes):
        look()
        used = 0
        match node:
            case Branch() | Chance() | Decide():
                used = mask(asked(node))
            case Earn():
                used = mask([node.amount])
            case Do() | Enter() | Note() | Stop():
                pass
        used |= sum(1 << index[name] for name in set(looked_at.get(number, ()))) if looked_at else 0
        uses.append(used)
        sets.append([(1 << v, mask([expr])) for v, expr in node.sets] if isinstance(node, Do) else [])
    before = predecessors(program)
    kept = sum(1 << index[name] for name in set(observed))
    for number in _observing(program, before, endings) if kept else ():
        uses[number] |= kept
    live = [0] * len(program.nodes)
    ahead = [0] * len(program.nodes)  # what matters at any of the next nodes: both only grow
    rank = ranks(program)
    waiting = sorted((-place, number) for number, place in enumerate(rank))  # a heap: what play passes last comes first
    queued = [True] * len(waiting)
    while waiting:
        look()
        _, number = heapq.heappop(waiting)
        queued[number] = False
        now = uses[number] | ahead[number]
        for variable, _ in sets[number]:
            now &= ~variable
        for variable, needed in sets[number]:
            if ahead[number] & variable:  # setting what nobody reads needs nothing
                now |= needed
        if now != live[number]:
            live[number] = now
            for earlier in before[number]:
                if now & ~ahead[earlier]:
                    ahead[earlier] |= now
                    if not queued[earlier]:
                        queued[earlier] = True
                        heapq.heappush(waiting, (-rank[earlier], earlier))
    touched = list(uses)
    for number, changes in enumerate(sets):
        for variable, needed in changes:
            if ahead[number] & variable:
                touched[number] |= variable | needed
    return Liveness(tuple(live), tuple(touched))


def _observing(
    program: Program, before: Sequence[Sequence[NodeId]], endings: Collection[str] | None
) -> Iterator[NodeId]:
    """The nodes where play ends, in one of some endings; None: in any, and also all nodes from which it never ends."""
    stops = {number: node for number, node in enumerate(program.nodes) if isinstance(node, Stop)}
    if endings is not None:
        yield from (number for number, node in stops.items() if program.endings[node.ending] in endings)
        return
    yield from stops
    ends, waiting = set(stops), [*stops]
    while waiting:
        for earlier in before[waiting.pop()]:
            if earlier not in ends:
                ends.add(earlier)
                waiting.append(earlier)
    yield from (number for number in range(len(program.nodes)) if number not in ends)


def stretch(program: Program, live: Liveness, point: NodeId) -> int:
    """The mask of variables that matter and that play reads or sets between a point and the next ones."""
    return reduce(or_, (live.touched[node] for node in passed_after(program, [point])), live.touched[point])
