"""Values with the same effect: of values that nothing ahead distinguishes, only one is kept.

After the last shop, seven gold pieces and nine have the same effect if `gold >= 4` is the only condition left. For each
node and each variable the values fall into classes: two values are in one class if every condition, chance and amount
ahead treats them alike, whatever the other variables are. Classes are refined backwards until nothing changes (a
bisimulation, variable by variable: Larsen and Skou 1991; Givan, Dean and Greig 2003). The program is then given steps
that replace a value by the least of its class, where play reaches a point. Liveness is the special case of one class.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

import numpy as np
from msgspec.structs import replace

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.kernels.components import components
from gamebook.model.arithmetic import const
from gamebook.model.expression import Const, Expr, Lookup, Var
from gamebook.program.code import (
    Chance,
    Do,
    Earn,
    Enter,
    Grid,
    Node,
    NodeId,
    Program,
    VariableId,
    asked,
    redirected,
    relabelled,
    successors,
)
from gamebook.program.grown import Grown
from gamebook.program.partitions import ONE, WIDEST, Classes, Partitions, without_idle_reads
from gamebook.program.refinement import refined


def with_classes(program: Program, observed: Collection[str] = ()) -> Program:
    """The same program in which values that nothing ahead distinguishes are one.

    Args:
        program: the book; numbers of nodes stay, new ones follow.
        observed: variables that a report reads where play ends.
    """
    partitions = Partitions(program)
    program = replace(program, nodes=tuple(without_idle_reads(node, partitions) for node in program.nodes))
    at_end = [partitions.each(v) if cell.name in observed else ONE for v, cell in enumerate(program.cells)]
    classes = refined(program, partitions, [at_end] * len(program.endings))
    return _Replacing(program, partitions, classes).result()


class _Replacing(Grown):
    """The program with steps that replace a value by the least of its class."""

    def __init__(self, program: Program, partitions: Partitions, classes: list[list[Classes]]) -> None:
        super().__init__(program)
        self.p, self.classes = partitions, classes
        self.tables: dict[str, Grid] = dict(program.tables)
        self.points = set(program.points())
        self.some = [v for v, labels in enumerate(partitions.labels) if len(labels) > 1 and self.p.width[v] <= WIDEST]
        self.all = {v: (1 << self.p.width[v]) - 1 for v in self.some}
        self._least: dict[tuple[VariableId, Classes], tuple[int, Ints]] = {}
        self._made: dict[tuple[NodeId, tuple[VariableId, ...]], NodeId] = {}
        self._names: dict[bytes, str] = {}

    def least(self, variable: VariableId, classes: Classes) -> tuple[int, Ints]:
        """The values that are the least of their class, as bits; and for each value the least of its class."""
        key = (variable, classes)
        if key not in self._least:
            labels = self.p.labels[variable][classes]
            _, first = np.unique(labels, return_index=True)
            self._least[key] = (reduce(or_, (1 << int(value) for value in first)), first[labels])
        return self._least[key]

    def result(self) -> Program:
        if not any(map(self.merges, self.points)):
            return self.program
        arriving = self.arriving()
        moved: dict[tuple[NodeId, NodeId], NodeId] = {}
        for number, node in enumerate(self.program.nodes):
            instead = {
                after: self.before(after, arriving[number, after], number)
                for after in dict.fromkeys(successors(node))
                if arriving.get((number, after))
            }
            if instead:
                self.nodes[number] = redirected(node, instead)
                moved.update({(number, after): now for after, now in instead.items()})
        return replace(
            self.grown(),
            tables=self.tables,
            labels=relabelled(self.program.labels, lambda node, after: moved.get((node, after), after)),
            least={point: found for point in self.points if (found := self.standing(point))},
        )

    def merges(self, point: NodeId) -> bool:
        """Whether some values of a variable are merged at a point."""
        look()
        return any(self.least(v, self.classes[point][v])[0] != self.all[v] for v in self.some)

    def standing(self, point: NodeId) -> dict[str, tuple[int, ...]]:
        """The representative of each value at a point, for the variables of which some values are merged."""
        look()
        found = {}
        for v in self.some:
            bits, least = self.least(v, self.classes[point][v])
            if bits != self.all[v]:
                cell = self.program.cells[v]
                found[cell.name] = tuple(int(value) + cell.low for value in least)
        return found

    def arriving(self) -> dict[tuple[NodeId, NodeId], tuple[VariableId, ...]]:
        """For each way to a point, the variables whose value must be replaced there."""
        order, rounds = _stretches(self.program, self.points)
        known: list[dict[VariableId, int] | None] = [None] * len(self.nodes)
        for point in self.points:
            look()
            known[point] = {v: self.least(v, self.classes[point][v])[0] for v in self.some}
        entry = known[self.program.entry]
        assert entry is not None
        for v in self.some:
            entry[v] |= 1 << (self.program.cells[v].start - self.program.cells[v].low)
        while True:
            found: dict[tuple[NodeId, NodeId], tuple[VariableId, ...]] = {}
            let_in = False
            touched = self.touched(order)
            for number in order:
                look()
                if number not in self.points:
                    known[number] = None
            for number in order:
                look()
                here = known[number]
                if here is None:
                    continue
                leaving = self.leaving(self.program.nodes[number], here)
                for after in successors(self.program.nodes[number]):
                    there = known[after]
                    if after not in self.points:
                        known[after] = leaving if there is None else {v: there[v] | leaving[v] for v in self.some}
                        continue
                    assert there is not None
                    odd = tuple(
                        v for v in self.some
                        if leaving[v] & ~there[v] and self.classes[after][v] != ONE
                    )  # fmt: skip
                    # In a fight's rounds nothing is looked at for this alone: who comes out has it done a step later.
                    busy = tuple(v for v in odd if number in rounds and not touched[number] >> v & 1)
                    for v in busy:
                        there[v] = self.all[v]
                        let_in = True
                    if len(busy) < len(odd):
                        found[number, after] = tuple(v for v in odd if v not in busy)
            if not let_in:
                return found

    def leaving(self, node: Node, here: dict[VariableId, int]) -> dict[VariableId, int]:
        """The values that variables can have after a node, as bits."""
        if not isinstance(node, Do):
            return here
        leaving = dict(here)
        for variable, expr in node.sets:
            if variable in leaving:
                low = self.program.cells[variable].low
                leaving[variable] = 1 << (expr.value - low) if isinstance(expr, Const) else self.all[variable]
        return leaving

    def touched(self, order: Sequence[NodeId]) -> list[int]:
        """For each node the variables that play has set or read since every point it can come from, as bits."""
        found = [-1] * len(self.nodes)
        for number in order:
            look()
            node = self.program.nodes[number]
            here = 0 if number in self.points else found[number]
            here |= _touches(node, self.p)
            for after in successors(node):
                if after not in self.points:
                    found[after] = here if found[after] < 0 else found[after] & here
            found[number] = here
        return found

    def before(self, point: NodeId, variables: tuple[VariableId, ...], source: NodeId) -> NodeId:
        """A step that replaces the values of some variables, and goes on at a point."""
        key = (point, variables)
        if key not in self._made:
            sets = tuple((v, self.least_expression(v, self.classes[point][v])) for v in variables)
            self._made[key] = self.add(Do(sets, point), source)
        return self._made[key]

    def least_expression(self, variable: VariableId, classes: Classes) -> Expr:
        """The least value of the class that the variable's value is in."""
        cell = self.program.cells[variable]
        least = self.least(variable, classes)[1] + cell.low
        if (least == least[0]).all():
            return const(int(least[0]))
        name = self._names.setdefault(least.tobytes(), f"classes {len(self._names)}")
        self.tables[name] = (cell.low, 0, (tuple(int(value) for value in least),))
        return Lookup(table=name, column=Var(name=cell.name), row=const(0))


def _touches(node: Node, p: Partitions) -> int:
    """The variables that a node reads or sets, as bits."""
    read = asked(node)
    found = 0
    match node:
        case Do():
            read = tuple(expr for _, expr in node.sets)
            found = reduce(or_, (1 << v for v, _ in node.sets), 0)
        case Earn():
            read = (node.amount,)
    return reduce(or_, (1 << v for expr in read for v in p.reads(expr)), found)


def _stretches(program: Program, points: Collection[NodeId]) -> tuple[list[NodeId], set[NodeId]]:
    """Nodes, each after those before it in its stretch; and those of rounds, loops in a chapter with chance on them."""
    start, inner_start = [0], [0]
    ways: list[NodeId] = []
    inner: list[NodeId] = []
    for number, node in enumerate(program.nodes):
        ways += [after for after in successors(node) if after not in points]
        start.append(len(ways))
        for after in successors(node):
            beyond = program.nodes[after]
            anew = isinstance(beyond, Enter) and beyond.chapter is not None
            if not anew and program.places[number] == program.places[after]:
                inner.append(after)
        inner_start.append(len(inner))
    order, _ = components(np.array(start, np.int64), np.array(ways, np.int32))
    members, bounds = components(np.array(inner_start, np.int64), np.array(inner, np.int32))
    rounds: set[NodeId] = set()
    for first, last in pairwise(bounds):
        some = [int(number) for number in members[first:last]]
        if len(some) > 1 and any(isinstance(program.nodes[number], Chance) for number in some):
            rounds.update(some)
    # What lies on a way out of such a round belongs to the turns of its points.
    waiting = [after for number in rounds for after in successors(program.nodes[number])]
    while waiting:
        number = waiting.pop()
        if number not in points and number not in rounds:
            rounds.add(number)
            waiting.extend(successors(program.nodes[number]))
    return [int(number) for number in order[::-1]], rounds
