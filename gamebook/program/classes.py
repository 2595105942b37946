"""Values that come to the same: of numbers that nothing ahead tells apart only one is kept.

Behind the last shop seven gold pieces and nine are one amount if all that is still asked is `gold >= 4`. For each node
and each variable the values fall into classes: two values are in one class if every condition, chance and amount ahead
treats them alike, whatever the other variables are. Classes are refined backwards until nothing changes (a
bisimulation, variable by variable: Larsen and Skou 1991; Givan, Dean and Greig 2003). The program is then given steps
that replace a value by the least of its class, where play comes to a point. Liveness is the special case of one class.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from math import prod
from operator import or_

import numpy as np

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.kernels.components import components
from gamebook.model.arithmetic import const, reads, substituted
from gamebook.model.expression import Const, Expr, Lookup, Var
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Earn,
    Enter,
    Grid,
    Node,
    NodeId,
    Note,
    Program,
    Stop,
    VariableId,
    redirected,
    relabelled,
    successors,
)
from gamebook.program.columns import on_columns

Classes = int
"""The number of a partition of a variable's values; `ONE` has one class only."""
ONE: Classes = 0
WIDEST_GRID = 1 << 16
"""Mixtures of values for which an expression is worked out; if it has more, all values of its variables differ."""
WIDEST = 1 << 12
"""A variable with more values keeps them all."""


def with_classes(program: Program, observed: Collection[str] = ()) -> Program:
    """The same play in which values that nothing ahead tells apart are one.

    Args:
        program: the book; numbers of nodes stay, new ones follow.
        observed: variables that a report reads where play ends.
    """
    partitions = _Partitions(program)
    program = replace(program, nodes=tuple(_without_idle_reads(node, partitions) for node in program.nodes))
    classes = _refined(program, partitions, observed)
    return _Replacing(program, partitions, classes).result()


# ---- partitions ------------------------------------------------------------------------------------------


class _Partitions:
    """Partitions of the values of each variable, numbered; each is kept as labels, value by value."""

    def __init__(self, program: Program) -> None:
        self.cells = program.cells
        self.tables = program.tables
        self.index = {cell.name: number for number, cell in enumerate(program.cells)}
        self.width = [cell.high - cell.low + 1 for cell in program.cells]
        self.labels: list[list[Ints]] = [[np.zeros(min(width, WIDEST), np.int64)] for width in self.width]
        self.numbers: list[dict[bytes, Classes]] = [{each[0].tobytes(): ONE} for each in self.labels]
        self._joined: dict[tuple[VariableId, Classes, Classes], Classes] = {}
        self._reads: dict[int, tuple[VariableId, ...]] = {}
        self._grids: dict[int, Ints | None] = {}
        self._shortest: dict[int, Expr] = {}
        self._kept: list[Expr] = []

    def number(self, variable: VariableId, columns: Sequence[Ints]) -> Classes:
        """The partition into values that agree in all columns (each int64[width])."""
        if self.width[variable] > WIDEST:
            return self.each(variable)
        found = _labels(np.stack(columns, axis=1))
        key = found.tobytes()
        known = self.numbers[variable]
        if key not in known:
            known[key] = len(known)
            self.labels[variable].append(found)
        return known[key]

    def each(self, variable: VariableId) -> Classes:
        """The partition in which every value is alone."""
        width = min(self.width[variable], WIDEST)
        labels = np.arange(width, dtype=np.int64)
        known = self.numbers[variable]
        if labels.tobytes() not in known:
            known[labels.tobytes()] = len(known)
            self.labels[variable].append(labels)
        return known[labels.tobytes()]

    def join(self, variable: VariableId, one: Classes, other: Classes) -> Classes:
        """The partition that tells apart what either does."""
        if other in (one, ONE):
            return one
        if one == ONE:
            return other
        key = (variable, min(one, other), max(one, other))
        if key not in self._joined:
            self._joined[key] = self.number(variable, [self.labels[variable][one], self.labels[variable][other]])
        return self._joined[key]

    def reads(self, expr: Expr) -> tuple[VariableId, ...]:
        """The variables of an expression, ascending."""
        if id(expr) not in self._reads:
            self._kept.append(expr)  # so that its id stays its own
            self._reads[id(expr)] = tuple(sorted(self.index[name] for name in reads(expr)))
        return self._reads[id(expr)]

    def grid(self, expr: Expr) -> Ints | None:
        """The values of an expression for all mixtures of its variables, an axis each; None if they are too many."""
        names = self.reads(expr)
        if id(expr) not in self._grids:
            shape = tuple(self.width[v] for v in names)
            if prod(shape) > WIDEST_GRID or any(width > WIDEST for width in shape):
                self._grids[id(expr)] = None
            else:
                each = np.indices(shape).reshape(len(shape), -1)
                columns = {self.cells[v].name: each[i] + self.cells[v].low for i, v in enumerate(names)}
                found = on_columns(expr, columns, prod(shape), self.tables)
                self._grids[id(expr)] = found.reshape(shape)
        return self._grids[id(expr)]

    def shortest(self, expr: Expr) -> Expr:
        """The expression with numbers in place of the variables that make no difference to it."""
        if id(expr) not in self._shortest:
            grid = self.grid(expr) if self.reads(expr) else None
            self._kept.append(expr)
            self._shortest[id(expr)] = expr
            if grid is not None:
                idle = {
                    self.cells[v].name: const(self.cells[v].low)
                    for axis, v in enumerate(self.reads(expr))
                    if (grid == grid.take([0], axis)).all()
                }
                if idle:
                    self._shortest[id(expr)] = substituted(expr, idle)
        return self._shortest[id(expr)]

    def told_apart(self, expr: Expr, seen: Callable[[Ints], Ints] | None = None) -> dict[VariableId, list[Ints]]:
        """For each variable of an expression, columns that differ where its value makes a difference.

        Args:
            expr: the expression.
            seen: what is seen of the expression's value; None: all.
        """
        found: dict[VariableId, list[Ints]] = {}
        grid = self.grid(expr) if self.reads(expr) else None
        for axis, variable in enumerate(self.reads(expr)):
            if grid is None:
                found[variable] = [np.arange(min(self.width[variable], WIDEST), dtype=np.int64)]
                continue
            rows = np.moveaxis(grid if seen is None else seen(grid), axis, 0).reshape(self.width[variable], -1)
            found[variable] = [_labels(rows)]
        return found

    def possible(self, condition: Expr, variable: VariableId) -> tuple[Ints, Ints] | None:
        """For each value of a variable whether the condition can hold, and whether it can fail; None: not known."""
        grid = self.grid(condition)
        if grid is None:
            return None
        rows = np.moveaxis(grid != 0, self.reads(condition).index(variable), 0).reshape(self.width[variable], -1)
        return rows.any(axis=1), ~rows.all(axis=1)


def _labels(rows: Ints) -> Ints:
    """int64[rows]: a number for each row, the same for equal rows, in the order of first occurrence."""
    known: dict[bytes, int] = {}
    rows = np.ascontiguousarray(rows)
    return np.array([known.setdefault(row.tobytes(), len(known)) for row in rows], np.int64)


def _without_idle_reads(node: Node, p: _Partitions) -> Node:
    """The node with its expressions not reading what makes no difference to them: `min(LUCK - 1, max(LUCK, 9))`."""
    match node:
        case Do(sets=sets):
            return replace(node, sets=tuple((variable, p.shortest(expr)) for variable, expr in sets))
        case Branch(condition=condition):
            return replace(node, condition=p.shortest(condition))
        case Chance(weights=weights):
            return replace(node, weights=tuple(map(p.shortest, weights)))
        case Decide(options=options):
            return replace(node, options=tuple(replace(each, condition=p.shortest(each.condition)) for each in options))
        case Earn(amount=amount):
            return replace(node, amount=p.shortest(amount))
        case _:
            return node


# ---- refinement ------------------------------------------------------------------------------------------


def _refined(program: Program, p: _Partitions, observed: Collection[str]) -> list[list[Classes]]:
    """For each node and each variable the coarsest partition that play ahead respects."""
    count = len(program.cells)
    nothing = [ONE] * count
    at_end = [p.each(v) if cell.name in observed else ONE for v, cell in enumerate(program.cells)]
    refine = _Refinement(p, at_end)
    classes = [nothing for _ in program.nodes]
    before: list[list[NodeId]] = [[] for _ in program.nodes]
    start: list[int] = [0]
    ways: list[NodeId] = []
    for number, node in enumerate(program.nodes):
        for after in successors(node):
            before[after].append(number)
        ways += successors(node)
        start.append(len(ways))
    order, _ = components(np.array(start, np.int64), np.array(ways, np.int32))  # sinks first
    waiting = [int(number) for number in order[::-1]]
    queued = [True] * len(waiting)
    while waiting:
        look()
        number = waiting.pop()
        queued[number] = False
        found = refine.at(program.nodes[number], classes)
        if found != classes[number]:
            classes[number] = found
            for earlier in before[number]:
                if not queued[earlier]:
                    queued[earlier] = True
                    waiting.append(earlier)
    return classes


class _Refinement:
    """What a node tells apart, given what the nodes after it do."""

    def __init__(self, partitions: _Partitions, at_end: list[Classes]) -> None:
        self.p = partitions
        self.at_end = at_end
        self._splits: dict[tuple[int, VariableId, Classes, Classes], Classes] = {}
        self._pre: dict[tuple[int, VariableId, Classes], list[tuple[VariableId, Classes]]] = {}

    def at(self, node: Node, after: list[list[Classes]]) -> list[Classes]:
        """The partitions at a node, a number for each variable."""
        match node:
            case Enter() | Note():
                return after[node.next]
            case Stop():
                return self.at_end
            case Earn():
                return self.joined(after[node.next], self.apart(node.amount))
            case Do():
                return self.before_setting(node, after[node.next])
            case Branch():
                if node.yes == node.no:
                    return after[node.yes]
                return self.branched(node.condition, after[node.yes], after[node.no])
            case Chance():
                found = reduce(self.both, (after[each] for each in node.nexts))
                return reduce(self.joined, map(self.apart, node.weights), found)
            case Decide():
                surely = any(isinstance(each.condition, Const) and each.condition.value for each in node.options)
                found = [ONE] * len(self.at_end) if surely else after[node.shut]
                for option in node.options:
                    if not isinstance(option.condition, Const):
                        nothing = [ONE] * len(self.at_end)
                        found = self.both(found, self.branched(option.condition, after[option.next], nothing))
                    elif option.condition.value:
                        found = self.both(found, after[option.next])
                return found

    def both(self, one: list[Classes], other: list[Classes]) -> list[Classes]:
        """What either tells apart."""
        if one == other:
            return one
        return [x if y in (x, ONE) else self.p.join(v, x, y) for v, (x, y) in enumerate(zip(one, other, strict=True))]

    def joined(self, found: list[Classes], more: Collection[tuple[VariableId, Classes]]) -> list[Classes]:
        """The same, and some more."""
        if not more:
            return found
        found = [*found]
        for variable, classes in more:
            found[variable] = self.p.join(variable, found[variable], classes)
        return found

    def apart(self, expr: Expr) -> list[tuple[VariableId, Classes]]:
        """What the value of an expression tells apart."""
        key = (id(expr), -1, ONE)
        if key not in self._pre:
            told = self.p.told_apart(expr)
            self._pre[key] = [(v, self.p.number(v, columns)) for v, columns in told.items()]
        return self._pre[key]

    def before_setting(self, node: Do, after: list[Classes]) -> list[Classes]:
        found = [*after]
        for variable, _ in node.sets:
            found[variable] = ONE
        for variable, expr in node.sets:
            if after[variable] != ONE and not isinstance(expr, Const):
                for v, classes in self.pre(expr, variable, after[variable]):
                    found[v] = self.p.join(v, found[v], classes)
        return found

    def pre(self, expr: Expr, variable: VariableId, classes: Classes) -> list[tuple[VariableId, Classes]]:
        """What must be told apart so that the class of the value to be set is known."""
        self.p.reads(expr)
        key = (id(expr), variable, classes)
        if key not in self._pre:
            low, labels = self.p.cells[variable].low, self.p.labels[variable][classes]
            wide = self.p.width[variable] > WIDEST

            def seen(grid: Ints) -> Ints:
                return grid if wide else labels[np.clip(grid - low, 0, len(labels) - 1)]

            told = self.p.told_apart(expr, seen)
            self._pre[key] = [(v, self.p.number(v, columns)) for v, columns in told.items()]
        return self._pre[key]

    def branched(self, condition: Expr, yes: list[Classes], no: list[Classes]) -> list[Classes]:
        """What a condition tells apart, and what is told apart on the way that a value can take."""
        asked = self.p.reads(condition)
        found = self.both(yes, no)
        if not asked:
            return found
        found = [*found]
        for variable in asked:
            key = (id(condition), variable, yes[variable], no[variable])
            if key not in self._splits:
                self._splits[key] = self.split(condition, variable, yes[variable], no[variable])
            found[variable] = self._splits[key]
        return found

    def split(self, condition: Expr, variable: VariableId, yes: Classes, no: Classes) -> Classes:
        possible = self.p.possible(condition, variable)
        columns = self.p.told_apart(condition, lambda grid: grid != 0)[variable]
        for number, classes in enumerate((yes, no)):
            labels = self.p.labels[variable][classes]
            columns = [*columns, labels if possible is None else np.where(possible[number], labels, -1)]
        return self.p.number(variable, columns)


# ---- replacing -------------------------------------------------------------------------------------------


class _Replacing:
    """The program with steps that replace a value by the least of its class."""

    def __init__(self, program: Program, partitions: _Partitions, classes: list[list[Classes]]) -> None:
        self.program, self.p, self.classes = program, partitions, classes
        self.nodes = list(program.nodes)
        self.places = list(program.places)
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
        if not any(self.least(v, self.classes[n][v])[0] != self.all[v] for n in self.points for v in self.some):
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
            self.program,
            nodes=tuple(self.nodes),
            places=tuple(self.places),
            tables=self.tables,
            labels=relabelled(self.program.labels, lambda node, after: moved.get((node, after), after)),
            least={point: found for point in self.points if (found := self.standing(point))},
        )

    def standing(self, point: NodeId) -> dict[str, tuple[int, ...]]:
        """What stands for each value at a point, for the variables of which not all values are told apart."""
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
            self.nodes.append(Do(sets, point))
            self.places.append(self.places[source])
            self._made[key] = len(self.nodes) - 1
        return self._made[key]

    def least_expression(self, variable: VariableId, classes: Classes) -> Expr:
        """The least value of the class that the variable's value is in."""
        cell = self.program.cells[variable]
        least = self.least(variable, classes)[1] + cell.low
        if (least == least[0]).all():
            return const(int(least[0]))
        name = self._names.setdefault(least.tobytes() + bytes([cell.low & 255]), f"classes {len(self._names)}")
        self.tables[name] = (cell.low, 0, (tuple(int(value) for value in least),))
        return Lookup(table=name, column=Var(name=cell.name), row=const(0))


def _touches(node: Node, p: _Partitions) -> int:
    """The variables that a node reads or sets, as bits."""
    read: list[Expr] = []
    found = 0
    match node:
        case Do():
            read = [expr for _, expr in node.sets]
            found = reduce(or_, (1 << v for v, _ in node.sets), 0)
        case Branch():
            read = [node.condition]
        case Chance():
            read = [*node.weights]
        case Decide():
            read = [option.condition for option in node.options]
        case Earn():
            read = [node.amount]
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
