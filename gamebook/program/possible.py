"""What play may reach, found from the program alone: for each node the values that each variable may have there.

Every value meets every value of the others, so what is found is too much rather than too little: what is not in it
never happens, whatever the size of the book (abstract interpretation with sets of values: Cousot and Cousot 1977).
Sets are integers: bit n means the lowest value plus n.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from math import prod

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import bounds, ends
from gamebook.model.expression import Binary, Const, Expr, Unary
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Mark,
    NodeId,
    Note,
    Program,
    Stop,
    VariableId,
    successors,
)
from gamebook.program.columns import on_columns
from gamebook.program.liveness import liveness
from gamebook.program.ranks import ranks
from gamebook.program.reads import Reads

Values = tuple[int, ...]
"""A set of values for each variable; 0 where nothing ahead asks for the variable, or it has too many values."""
Option = tuple[NodeId, int]
"""A decision and the number of one of its options."""

MOST_MIXTURES = 1 << 14
"""Mixtures of values for which an expression is worked out; of more only the least and greatest result are known."""
WIDEST = 1 << 12
"""Of a variable with more values nothing is known."""
LOOK = 256
"""Nodes between two looks at the clock."""


class Possible(Struct, frozen=True, dict=True):
    """What may happen in play. What is not in these sets never does."""

    program: Program
    values: Mapping[NodeId, Values]
    """The nodes that play may reach."""
    open: frozenset[Option]
    """Options that may be open."""
    closed: frozenset[Option]
    """Options that may be closed when their decision is made."""

    def ranges(self, node: NodeId) -> dict[str, tuple[int, int]]:
        """The least and greatest value that variables may have at a node, where that is known."""
        found = {}
        for cell, values in zip(self.program.cells, self.values.get(node, ()), strict=False):
            if values:
                found[cell.name] = (cell.low + (values & -values).bit_length() - 1, cell.low + values.bit_length() - 1)
        return found

    def may_hold(self, node: NodeId, condition: Expr, holds: bool) -> bool:
        """Whether a condition may hold at a node, or fail; False where play never comes there."""
        here = self.values.get(node)
        if here is None:
            return False
        unknown = any(not here[variable] for variable in self._search.reads(condition))
        return unknown or self._search.where(condition, holds, here) is not None

    @cached_property
    def _search(self) -> _Search:
        return _Search(self.program)

    def without(self, nodes: Collection[NodeId], opened: Collection[Option], closed: Collection[Option]) -> Possible:
        """The same, without nodes to which play never comes, and options that are never open, or never closed."""
        values = {number: here for number, here in self.values.items() if number not in nodes}
        return Possible(self.program, values, self.open.difference(opened), self.closed.difference(closed))

    @cached_property
    def marks(self) -> frozenset[Mark]:
        """The marks that play may pass."""
        nodes = self.program.nodes
        return frozenset(self.program.marks[n.mark] for n in map(nodes.__getitem__, self.values) if isinstance(n, Note))

    @cached_property
    def endings(self) -> frozenset[int]:
        """The numbers of the endings that play may reach."""
        nodes = self.program.nodes
        return frozenset(node.ending for node in map(nodes.__getitem__, self.values) if isinstance(node, Stop))

    @cached_property
    def chapters(self) -> frozenset[str]:
        """The chapters that play may reach."""
        return frozenset(name for name, node in self.program.chapters.items() if node in self.values)


def possible(program: Program, seconds: float | None = None) -> Possible | None:
    """What may happen in a book.

    Args:
        program: the book.
        seconds: the time it may take; a second is enough for most books.

    Returns: None if the time was not enough.
    """
    if seconds is not None and seconds <= 0.0:
        return None
    return _Search(program).result(None if seconds is None else time.monotonic() + seconds)


def linked(program: Program) -> Possible:
    """What the links alone allow, whatever anyone has or can do: conditions that are the same for all are kept."""
    seen, waiting = {program.entry}, [program.entry]
    options = set()
    while waiting:
        number = waiting.pop()
        node = program.nodes[number]
        ways = successors(node)
        match node:
            case Branch(condition=Const(value=holds)):
                ways = ways[:1] if holds else ways[1:]
            case Decide():
                told = [each.condition.value if isinstance(each.condition, Const) else None for each in node.options]
                options |= {(number, option) for option, holds in enumerate(told) if holds != 0}
                ways = (*(each.next for each, holds in zip(node.options, told, strict=True) if holds != 0),)
                ways += () if any(told) else (node.shut,)
        waiting += [after for after in ways if after not in seen]
        seen.update(ways)
    anything = tuple(0 for _ in program.cells)
    closed = {
        (number, option)
        for number, node in enumerate(program.nodes)
        if isinstance(node, Decide)
        for option in range(len(node.options))
    }
    return Possible(program, dict.fromkeys(seen, anything), frozenset(options), frozenset(closed))


class _Search:
    """What is known so far."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cells = program.cells
        self.reads = Reads(program.cells)
        self.tables = program.tables
        self.ends = {name: ends(rows) for name, (_, _, rows) in program.tables.items()}
        self.wide = [cell.high - cell.low >= WIDEST for cell in program.cells]
        live = liveness(program).live
        self.live = [tuple(bool(mask >> v & 1) for v in range(len(self.cells))) for mask in live]
        self.values: dict[NodeId, Values] = {}
        self.open: set[Option] = set()
        self.closed: set[Option] = set()
        self.rank = ranks(program)
        self.waiting: list[tuple[int, NodeId]] = []
        self.queued: set[NodeId] = set()
        self._images: dict[tuple[Expr, VariableId, Values], int] = {}
        self._split: dict[tuple[Expr, bool, Values], Values | None] = {}

    def result(self, deadline: float | None) -> Possible | None:
        """Follow play until nothing new is found; None at the deadline."""
        self.go(self.program.entry, tuple(self.only(v, cell.start) for v, cell in enumerate(self.cells)))
        steps = 0
        while self.waiting:
            look()
            _, number = heapq.heappop(self.waiting)
            self.queued.discard(number)
            self.pass_on(number, self.values[number])
            steps += 1
            if deadline is not None and steps % LOOK == 0 and time.monotonic() > deadline:
                return None
        return Possible(self.program, self.values, frozenset(self.open), frozenset(self.closed))

    def only(self, variable: VariableId, value: int) -> int:
        """The set of one value."""
        return 0 if self.wide[variable] else 1 << (value - self.cells[variable].low)

    def go(self, number: NodeId, here: Values | None) -> None:
        """Play may reach a node with such values; None: it cannot."""
        if here is None:
            return
        old = self.values.get(number)
        kept = tuple(each if live else 0 for each, live in zip(here, self.live[number], strict=True))
        new = kept if old is None else tuple(map(int.__or__, old, kept))
        if new != old:
            self.values[number] = new
            if number not in self.queued:
                self.queued.add(number)
                heapq.heappush(self.waiting, (self.rank[number], number))

    def pass_on(self, number: NodeId, here: Values) -> None:
        """Follow play from a node on."""
        node = self.program.nodes[number]
        match node:
            case Do():
                after = list(here)
                for variable, expr in node.sets:
                    after[variable] = self.image(expr, variable, here)
                self.go(node.next, tuple(after))
            case Branch():
                self.go(node.yes, self.where(node.condition, True, here))
                self.go(node.no, self.where(node.condition, False, here))
            case Chance():
                for weight, after_ in zip(node.weights, node.nexts, strict=True):
                    self.go(after_, self.where(weight, True, here))
            case Decide():
                none_open: Values | None = here
                for option, choice in enumerate(node.options):
                    opened = self.where(choice.condition, True, here)
                    if opened is not None:
                        self.open.add((number, option))
                        self.go(choice.next, opened)
                    if self.where(choice.condition, False, here) is not None:
                        self.closed.add((number, option))
                    none_open = None if none_open is None else self.where(choice.condition, False, none_open)
                self.go(node.shut, none_open)
            case _:
                for after_ in successors(node):
                    self.go(after_, here)

    # ---- expressions ---------------------------------------------------------------------------------

    def image(self, expr: Expr, variable: VariableId, here: Values) -> int:
        """The values that an expression may have, as a set of values of a variable."""
        if self.wide[variable]:
            return 0
        if isinstance(expr, Const):
            return self.only(variable, expr.value)
        names = self.reads(expr)
        key = (expr, variable, tuple(here[v] for v in names))
        if key not in self._images:
            self._images[key] = self._image(expr, variable, names, here)
        return self._images[key]

    def _image(self, expr: Expr, variable: VariableId, names: Sequence[VariableId], here: Values) -> int:
        cell = self.cells[variable]
        grid = self.grid(expr, names, here)
        if grid is None:
            low, high = self.bounds(expr, here)
            low, high = max(low, cell.low), min(high, cell.high)
            return ((1 << (high - low + 1)) - 1) << (low - cell.low) if low <= high else 0
        found = np.zeros(cell.high - cell.low + 1, np.bool_)
        found[np.clip(grid, cell.low, cell.high) - cell.low] = True
        return _set(found)

    def where(self, condition: Expr, holds: bool, here: Values) -> Values | None:
        """Of the values those with which a condition may hold, or fail; None if it cannot."""
        match condition:
            case Const():
                return here if bool(condition.value) == holds else None
            case Unary(op="not"):
                return self.where(condition.operand, not holds, here)
            case Binary(op="and" | "or" as op, left=left, right=right):
                if (op == "and") == holds:  # both must hold, or both must fail
                    first = self.where(left, holds, here)
                    return None if first is None else self.where(right, holds, first)
                one = self.where(left, holds, here)
                rest = self.where(left, not holds, here)
                other = None if rest is None else self.where(right, holds, rest)
                if one is None or other is None:
                    return other if one is None else one
                return tuple(map(int.__or__, one, other))
        names = self.reads(condition)
        key = (condition, holds, tuple(here[v] for v in names))
        if key not in self._split:
            self._split[key] = self._where(condition, holds, names, here)
        found = self._split[key]
        if found is None:
            return None
        kept = list(here)
        for v, values in zip(names, found, strict=True):
            kept[v] = values
        return tuple(kept)

    def _where(self, condition: Expr, holds: bool, names: Sequence[VariableId], here: Values) -> Values | None:
        grid = self.grid(condition, names, here)
        if grid is None:
            low, high = self.bounds(condition, here)
            can = (low, high) != (0, 0) if holds else low <= 0 <= high
            return tuple(here[v] for v in names) if can else None
        true = (grid != 0) == holds
        if not true.any():
            return None
        axes = range(len(names))
        kept = []
        for axis, v in enumerate(names):
            values = np.zeros(self.cells[v].high - self.cells[v].low + 1, np.bool_)
            values[_members(here[v])] = true.any(axis=tuple(each for each in axes if each != axis))
            kept.append(_set(values))
        return tuple(kept)

    def grid(self, expr: Expr, names: Sequence[VariableId], here: Values) -> Ints | None:
        """The expression for every mixture of the values of its variables, an axis each; None if they are too many."""
        if any(self.wide[v] for v in names) or prod(here[v].bit_count() for v in names) > MOST_MIXTURES:
            return None
        each = [_members(here[v]) + self.cells[v].low for v in names]
        shape = tuple(len(values) for values in each)
        mixed = np.meshgrid(*each, indexing="ij") if each else []
        columns = {self.cells[v].name: values.ravel() for v, values in zip(names, mixed, strict=True)}
        return on_columns(expr, columns, prod(shape), self.tables).reshape(shape)

    def bounds(self, expr: Expr, here: Values) -> tuple[int, int]:
        """The least and greatest value that an expression may have."""
        ranges = {}
        for v in self.reads(expr):
            cell, values = self.cells[v], here[v]
            if self.wide[v]:
                ranges[cell.name] = (cell.low, cell.high)
            else:
                least = (values & -values).bit_length() - 1
                ranges[cell.name] = (cell.low + least, cell.low + values.bit_length() - 1)
        return bounds(expr, ranges, self.ends)


def _members(values: int) -> Ints:
    """int64[…]: the numbers of the bits that are set."""
    raw = np.frombuffer(values.to_bytes((values.bit_length() + 7) // 8, "little"), np.uint8)
    return np.flatnonzero(np.unpackbits(raw, bitorder="little"))


def _set(flags: np.ndarray) -> int:
    """The set of the places that are true."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
