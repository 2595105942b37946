"""Partitions of the values of each variable, and the values that an expression distinguishes.

A partition is a number; two values are in one class where its labels are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np
from msgspec.structs import replace

from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import const, substituted
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Node, Program, VariableId
from gamebook.program.columns import on_columns
from gamebook.program.reads import Reads

Classes = int
"""The number of a partition of a variable's values; `ONE` has one class only."""
ONE: Classes = 0
WIDEST_GRID = 1 << 16
"""Mixtures of values for which an expression is worked out; if it has more, all values of its variables differ."""
WIDEST = 1 << 12
"""A variable with more values keeps them all."""


class Partitions:
    """Partitions of the values of each variable, numbered; each is kept as labels, value by value."""

    def __init__(self, program: Program) -> None:
        self.cells = program.cells
        self.tables = program.tables
        self.reads = Reads(program.cells)
        """The variables of an expression, ascending."""
        self.width = [cell.high - cell.low + 1 for cell in program.cells]
        self.labels: list[list[Ints]] = [[np.zeros(min(width, WIDEST), np.int64)] for width in self.width]
        self.numbers: list[dict[bytes, Classes]] = [{each[0].tobytes(): ONE} for each in self.labels]
        self._joined: dict[tuple[VariableId, Classes, Classes], Classes] = {}
        self._grids: dict[Expr, Ints | None] = {}
        self._shortest: dict[Expr, Expr] = {}

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
        """The common refinement of two partitions."""
        if other in (one, ONE):
            return one
        if one == ONE:
            return other
        key = (variable, min(one, other), max(one, other))
        if key not in self._joined:
            self._joined[key] = self.number(variable, [self.labels[variable][one], self.labels[variable][other]])
        return self._joined[key]

    def grid(self, expr: Expr) -> Ints | None:
        """The values of an expression for all mixtures of its variables, an axis each; None if they are too many."""
        names = self.reads(expr)
        if expr not in self._grids:
            shape = tuple(self.width[v] for v in names)
            if prod(shape) > WIDEST_GRID or any(width > WIDEST for width in shape):
                self._grids[expr] = None
            else:
                each = np.indices(shape).reshape(len(shape), -1)
                columns = {self.cells[v].name: each[i] + self.cells[v].low for i, v in enumerate(names)}
                found = on_columns(expr, columns, prod(shape), self.tables)
                self._grids[expr] = found.reshape(shape)
        return self._grids[expr]

    def shortest(self, expr: Expr) -> Expr:
        """The expression with numbers in place of the variables that make no difference to it."""
        if expr not in self._shortest:
            grid = self.grid(expr) if self.reads(expr) else None
            self._shortest[expr] = expr
            if grid is not None:
                idle = {
                    self.cells[v].name: const(self.cells[v].low)
                    for axis, v in enumerate(self.reads(expr))
                    if (grid == grid.take([0], axis)).all()
                }
                if idle:
                    self._shortest[expr] = substituted(expr, idle)
        return self._shortest[expr]

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


def without_idle_reads(node: Node, p: Partitions) -> Node:
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
