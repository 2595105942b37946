"""Which values play distinguishes from a node on: for each node and each variable the coarsest partition.

Partitions are refined backwards from the endings until nothing changes. Where that would take very long, as for a
number that counts in ones up to thousands, all values of what still changes are told apart: this is never wrong, only
finer (widening: P. Cousot and R. Cousot, 1977).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from heapq import heappop, heappush
from operator import eq

import numpy as np

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.model.expression import Const, Expr
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Earn,
    Enter,
    Node,
    Note,
    Program,
    Stop,
    VariableId,
    predecessors,
)
from gamebook.program.partitions import ONE, WIDEST, Classes, Partitions
from gamebook.program.ranks import ranks

LEAST, EACH = 400_000, 20
"""After so many looks at nodes, or so many for each node, if that is more, partitions are widened. Ordinary books need
at most ten for each."""


def refined(program: Program, p: Partitions, at_ends: Sequence[list[Classes]]) -> list[list[Classes]]:
    """For each node and each variable the coarsest partition that play ahead respects.

    Args:
        program: the book.
        p: its partitions.
        at_ends: for each ending of the program, what is distinguished there.
    """
    refine = Refinement(p, at_ends)
    classes = [refine.nothing for _ in program.nodes]
    before, rank = predecessors(program), ranks(program)
    # A heap: what play passes last comes first, so a roll is looked at once after all that can come of it.
    waiting = sorted((-place, number) for number, place in enumerate(rank))
    queued = [True] * len(waiting)
    looks = max(LEAST, EACH * len(program.nodes))
    while waiting:
        look()
        _, number = heappop(waiting)
        queued[number] = False
        found = refine.at(program.nodes[number], classes)
        looks -= 1
        if looks < 0:
            steady = map(eq, found, classes[number])
            found = [old if same else p.each(v) for v, (old, same) in enumerate(zip(found, steady, strict=True))]
        if found != classes[number]:
            classes[number] = found
            for earlier in before[number]:
                if not queued[earlier]:
                    queued[earlier] = True
                    heappush(waiting, (-rank[earlier], earlier))
    return classes


class Refinement:
    """What a node distinguishes, given what the nodes after it do."""

    def __init__(self, partitions: Partitions, at_ends: Sequence[list[Classes]]) -> None:
        self.p = partitions
        self.at_ends = at_ends
        self.nothing = [ONE] * len(partitions.cells)
        self._truths: dict[Expr, dict[VariableId, list[Ints]]] = {}
        self._splits: dict[tuple[Expr, VariableId, Classes, Classes], Classes] = {}
        self._pre: dict[tuple[Expr, VariableId, Classes], list[tuple[VariableId, Classes]]] = {}

    def at(self, node: Node, after: list[list[Classes]]) -> list[Classes]:
        """The partitions at a node, a number for each variable."""
        match node:
            case Enter() | Note():
                return after[node.next]
            case Stop():
                return self.at_ends[node.ending]
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
                found = self.nothing if surely else after[node.shut]
                for option in node.options:
                    if not isinstance(option.condition, Const):
                        found = self.both(found, self.branched(option.condition, after[option.next], self.nothing))
                    elif option.condition.value:
                        found = self.both(found, after[option.next])
                return found

    def both(self, one: list[Classes], other: list[Classes]) -> list[Classes]:
        """What either distinguishes."""
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
        """What the value of an expression distinguishes."""
        key = (expr, -1, ONE)
        if key not in self._pre:
            told = self.p.told_apart(expr)
            self._pre[key] = [(v, self.p.number(v, columns)) for v, columns in told.items()]
        return self._pre[key]

    def before_setting(self, node: Do, after: list[Classes]) -> list[Classes]:
        """What must be distinguished before variables are set."""
        found = [*after]
        for variable, _ in node.sets:
            found[variable] = ONE
        for variable, expr in node.sets:
            if after[variable] != ONE and not isinstance(expr, Const):
                for v, classes in self.pre(expr, variable, after[variable]):
                    found[v] = self.p.join(v, found[v], classes)
        return found

    def pre(self, expr: Expr, variable: VariableId, classes: Classes) -> list[tuple[VariableId, Classes]]:
        """What must be distinguished so that the class of the value to be set is known."""
        key = (expr, variable, classes)
        if key not in self._pre:
            low, labels = self.p.cells[variable].low, self.p.labels[variable][classes]
            wide = self.p.width[variable] > WIDEST

            def seen(grid: Ints) -> Ints:
                if wide:
                    return grid
                # What lies outside never comes up; but it must not stand for a value that does.
                places = np.clip(grid - low, 0, len(labels) - 1)
                return np.where(places == grid - low, labels[places], -1)

            told = self.p.told_apart(expr, seen)
            self._pre[key] = [(v, self.p.number(v, columns)) for v, columns in told.items()]
        return self._pre[key]

    def branched(self, condition: Expr, yes: list[Classes], no: list[Classes]) -> list[Classes]:
        """What a condition distinguishes, and what is distinguished on the way that a value can take."""
        asked = self.p.reads(condition)
        found = self.both(yes, no)
        if not asked:
            return found
        found = [*found]
        for variable in asked:
            key = (condition, variable, yes[variable], no[variable])
            if key not in self._splits:
                self._splits[key] = self.split(condition, variable, yes[variable], no[variable])
            found[variable] = self._splits[key]
        return found

    def split(self, condition: Expr, variable: VariableId, yes: Classes, no: Classes) -> Classes:
        """What a condition distinguishes of one of its variables, and what is distinguished after it."""
        possible = self.p.possible(condition, variable)
        if condition not in self._truths:
            self._truths[condition] = self.p.told_apart(condition, lambda grid: grid != 0)
        columns = self._truths[condition][variable]
        for number, classes in enumerate((yes, no)):
            labels = self.p.labels[variable][classes]
            columns = [*columns, labels if possible is None else np.where(possible[number], labels, -1)]
        return self.p.number(variable, columns)
