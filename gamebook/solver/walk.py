"""Steps through a book, beside the same book in which things are forgotten: what is open, and what would have to be."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from msgspec import Struct

from gamebook.model.arithmetic import reads
from gamebook.model.book import Table
from gamebook.model.expression import Binary, Expr, Unary
from gamebook.play.evaluate import Expressions
from gamebook.program.code import Branch, Chance, Decide, Do, Enter, NodeId, Program, Stop, asked
from gamebook.solver.space import Space

STRIDE = 1_000
"""Nodes between two decisions; where there are more, play may go round for ever."""

Sheet = tuple[int, ...]
"""The values of all variables, in the order of the program."""


class At(Struct, frozen=True):
    """A moment of a play."""

    node: NodeId
    sheet: Sheet
    state: int | None
    """The state of the book in which things are forgotten; None where it is not known without a search."""


class Walk:
    """Steps through one book, and through states of the same book in which things are forgotten."""

    def __init__(self, program: Program, space: Space) -> None:
        """Nothing is played yet.

        Args:
            program: the book.
            space: states of the same book in which things are forgotten (`program.forget`).
        """
        self._program, self._space = program, space
        tables = (Table(name, column, row, cells) for name, (column, row, cells) in program.tables.items())
        self._names = [cell.name for cell in program.cells]
        self._expressions = Expressions(self._names, tables, {})
        self._dice = np.random.default_rng(1)

    @property
    def start(self) -> At:
        """Before anything happens."""
        return At(self._program.entry, tuple(cell.start for cell in self._program.cells), self._space.root)

    def on(self, at: At, goals: Collection[NodeId] = ()) -> At:
        """From a moment on to the next decision of either book, or to its end; or to one of the goals, if one is first.

        Where nothing is forgotten that dice depend on, they fall. After `STRIDE` nodes it goes no further.
        """
        node, sheet, state = at.node, at.sheet, at.state
        for _ in range(STRIDE):
            here = self._program.nodes[node]
            if node in goals:
                break
            match here:
                case Stop() | Decide():
                    break
                case Branch() | Chance():
                    if here is not self._space.program.nodes[node]:
                        break
                    (node,) = self.open_ways(At(node, sheet, state))
                case Do():
                    after = [*sheet]
                    for variable, value in here.sets:
                        after[variable] = self._value(value, sheet)
                    node, sheet = here.next, tuple(after)
                case Enter():
                    node, state = here.next, self.after(state, -1)
                case _:
                    node = here.next
        return At(node, sheet, state)

    def is_decided(self, at: At) -> bool:
        """Whether there is a decision, in the book or because something is forgotten."""
        return isinstance(self._space.program.nodes[at.node], Decide)

    def open_ways(self, at: At) -> Collection[NodeId]:
        """The ways that are open in a decision of either book; where dice decide, the one that they gave."""
        node, known, sheet = self._program.nodes[at.node], self._space.program.nodes[at.node], at.sheet
        match node:
            case Chance() if isinstance(known, Decide) and known.options[0].next >= len(self._program.nodes):
                # The reader says what the dice depend on: what is true is open.
                weights = [self._value(weight, sheet) for weight in node.weights]
                ways = ((each.next, self._space.program.nodes[each.next]) for each in known.options)
                return {to for to, way in ways if [self._value(weight, sheet) for weight in asked(way)] == weights}
            case Branch():
                return {node.yes if self._value(node.condition, sheet) else node.no}
            case Chance():
                return {self._fallen(node, sheet)}
            case Decide():
                return {each.next for each in node.options if self._value(each.condition, sheet)} or {node.shut}
        return ()

    def options(self, at: At) -> Sequence[int]:
        """The options that are open in a decision without dice, -1 to take none; elsewhere there are none."""
        node, known = self._program.nodes[at.node], self._space.program.nodes[at.node]
        if not isinstance(known, Decide):
            return ()
        if isinstance(node, Decide):
            open_ = [n for n, each in enumerate(node.options) if self._value(each.condition, at.sheet)]
            return open_ or [-1]
        open_ways = self.open_ways(at)
        return [number for number, each in enumerate(known.options) if each.next in open_ways]

    def take(self, at: At, option: int) -> At:
        """The moment after an option of the book in which things are forgotten."""
        known, node = self._space.program.nodes[at.node], self._program.nodes[at.node]
        assert isinstance(known, Decide)
        to, state = way(known, option), self.after(at.state, option)
        if to >= len(self._program.nodes):  # what was said of the values is true: now the dice
            assert isinstance(node, Chance)
            to = self._fallen(node, at.sheet)
        return At(to, at.sheet, state)

    def found(self, at: At) -> int:
        """The state of the book in which things are forgotten."""
        if at.state is not None:
            return at.state
        state = self._space.find(at.node, dict(zip(self._names, at.sheet, strict=True)))
        assert state is not None
        return state

    def after(self, state: int | None, option: int) -> int | None:
        """The state after an option; None where dice decide between several."""
        if state is None:
            return None
        s = self._space.states
        for action in range(s.first_action[state], s.first_action[state + 1]):
            if s.option[action] == option:
                first, last = s.first_successor[action : action + 2]
                return int(s.successor[first]) if last == first + 1 else None
        return None

    def granted(self, at: At, option: int) -> tuple[Expr, ...]:
        """What is not as it must be for an option: of several things of which one is enough, the simplest."""
        node, known = self._program.nodes[at.node], self._space.program.nodes[at.node]
        assert isinstance(known, Decide)
        match node:
            case Branch():
                return self._otherwise(node.condition, at.sheet, wanted=way(known, option) == node.yes)
            case Decide() if 0 <= option < len(node.options):
                return self._otherwise(node.options[option].condition, at.sheet, wanted=True)
            case Decide():
                open_ = (each.condition for each in node.options if self._value(each.condition, at.sheet))
                return tuple(part for each in open_ for part in self._otherwise(each, at.sheet, wanted=False))
        return asked(node)

    def _otherwise(self, condition: Expr, sheet: Sheet, *, wanted: bool) -> tuple[Expr, ...]:
        """The parts of a condition because of which it does not hold, or does, if the opposite is wanted."""
        match condition:
            case Unary(op="not"):
                return self._otherwise(condition.operand, sheet, wanted=not wanted)
            case Binary(op="and" | "or" as op, left=left, right=right):
                wrong = [each for each in (left, right) if bool(self._value(each, sheet)) != wanted]
                found = [self._otherwise(each, sheet, wanted=wanted) for each in wrong]
                if (op == "and") == wanted:  # each of them alone is enough
                    return min(found, key=lambda parts: len(frozenset[str]().union(*map(reads, parts))))
                return tuple(part for parts in found for part in parts)
        return (condition,)

    def _fallen(self, node: Chance, sheet: Sheet) -> NodeId:
        sums = np.cumsum([self._value(weight, sheet) for weight in node.weights])
        return node.nexts[int(np.searchsorted(sums, self._dice.integers(sums[-1]), side="right"))]

    def _value(self, expr: Expr, sheet: Sequence[int]) -> int:
        return self._expressions.value(expr)(sheet)


def way(node: Decide, option: int) -> NodeId:
    """Where an option leads; -1: to take none."""
    return node.shut if option < 0 else node.options[option].next
