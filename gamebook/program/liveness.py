"""Which variables can still matter from each node on.

A variable is live at a node if some way from there reads it before setting it. What is not live leaves the state, so
states merge: the key that has been used is no longer in the key. Sound for values (a dead variable cannot influence
anything); sets of variables are bit masks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gamebook.model.arithmetic import reads
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Enter, NodeId, Note, Program, Stop, successors


@dataclass(frozen=True)
class Liveness:
    """Masks of variables by node (bit v is variable v)."""

    live: tuple[int, ...]
    """Those that can still matter on arrival."""
    touched: tuple[int, ...]
    """Those that the node itself reads or sets, and that matter."""


def liveness(program: Program, observed: Iterable[str] = (), endings: Collection[str] | None = None) -> Liveness:
    """Which variables matter where.

    Args:
        program: the book.
        observed: names that some report will read where play ends.
        endings: the endings where it will; None: all of them.
    """
    index = {cell.name: number for number, cell in enumerate(program.cells)}

    def mask(expressions: Iterable[Expr]) -> int:
        return sum(1 << v for v in {index[name] for expr in expressions for name in reads(expr)})

    kept_to_the_end = sum(1 << index[name] for name in set(observed))
    uses: list[int] = []
    sets: list[list[tuple[int, int]]] = []
    for node in program.nodes:
        used = 0
        match node:
            case Branch():
                used = mask([node.condition])
            case Chance():
                used = mask(node.weights)
            case Decide():
                used = mask(option.condition for option in node.options)
            case Earn():
                used = mask([node.amount])
            case Stop():
                wanted = endings is None or program.endings[node.ending] in endings
                used = kept_to_the_end if wanted else 0
            case Do() | Enter() | Note():
                pass
        uses.append(used)
        sets.append([(1 << v, mask([expr])) for v, expr in node.sets] if isinstance(node, Do) else [])
    live = list(uses)
    before: list[list[int]] = [[] for _ in program.nodes]
    for number, node in enumerate(program.nodes):
        for after in successors(node):
            before[after].append(number)
    waiting = list(range(len(program.nodes)))
    queued = [True] * len(waiting)
    while waiting:
        number = waiting.pop()
        queued[number] = False
        after_ = 0
        for after in successors(program.nodes[number]):
            after_ |= live[after]
        now = uses[number] | after_
        for variable, _ in sets[number]:
            now &= ~variable
        for variable, needed in sets[number]:
            if after_ & variable:  # setting what nobody reads needs nothing
                now |= needed
        if now != live[number]:
            live[number] = now
            for earlier in before[number]:
                if not queued[earlier]:
                    queued[earlier] = True
                    waiting.append(earlier)
    touched = []
    for number, node in enumerate(program.nodes):
        after_ = 0
        for after in successors(node):
            after_ |= live[after]
        touching = uses[number]
        for variable, needed in sets[number]:
            if after_ & variable:
                touching |= variable | needed
        touched.append(touching)
    return Liveness(tuple(live), tuple(touched))


def stretch(program: Program, live: Liveness, point: NodeId) -> int:
    """The mask of variables that matter and that play reads or sets between a point and the next ones."""
    touched = live.touched[point]
    waiting, seen = list(successors(program.nodes[point])), set()
    while waiting:
        node = waiting.pop()
        if node not in seen and not isinstance(program.nodes[node], Decide | Enter):
            seen.add(node)
            touched |= live.touched[node]
            waiting.extend(successors(program.nodes[node]))
    return touched
