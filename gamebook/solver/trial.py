"""Plays of a book by the plan of the same book in which things are forgotten: what is possible, and what is lacking?

Where the plan takes for granted what is not so, the play goes on with something else that the plan has for as good, as
long as there is any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct

from gamebook.model.arithmetic import reads
from gamebook.model.book import Table
from gamebook.model.expression import Binary, Expr, Unary
from gamebook.play.evaluate import Expressions
from gamebook.program.code import Branch, Chance, Decide, Do, Enter, Node, NodeId, Program, Stop, asked
from gamebook.solver.space import Space

ROUND = 30
"""So often in a play something else may be as good as what is not possible; then the play has gone round and round."""
LONGEST = 1_000
"""Nodes in a play; a longer one is given up."""


class Plan(Protocol):
    """What to do in the book in which things are forgotten."""

    def options(self, state: int, known: bool) -> Sequence[int]:
        """The options that may be taken in a state, the best first; -1 is to take none.

        Args:
            state: of the space.
            known: whether all is remembered that the decision depends on.
        """
        ...


class Taken(Struct, frozen=True):
    """An option that was taken in a play."""

    node: NodeId
    option: int
    """Its number; -1: none was open."""
    sheet: tuple[int, ...]
    """The values of all variables, in the order of the program."""


class Played(Struct, frozen=True):
    """What came of a play."""

    arrived: NodeId | None
    """The node that was looked for and found."""
    lacked: Sequence[Expr]
    """What was taken for granted and is not so, where the play ended by that."""
    taken: Sequence[Taken]
    """What was taken in the decisions of the plan's book."""


class Trial:
    """Plays of one book by one plan."""

    def __init__(self, program: Program, space: Space, plan: Plan, longest: int = LONGEST) -> None:
        """Nothing is played yet.

        Args:
            program: the book.
            space: states of the same book in which things are forgotten (`program.forget`).
            plan: what to do in these states.
            longest: the most nodes in a play.
        """
        self._program, self._space, self._plan, self._longest = program, space, plan, longest
        tables = (Table(name, column, row, cells) for name, (column, row, cells) in program.tables.items())
        self._names = [cell.name for cell in program.cells]
        self._expressions = Expressions(self._names, tables, {})
        self._dice = np.random.default_rng(1)
        self._sheet: list[int] = []

    def play(self, goals: Collection[NodeId] = ()) -> Played:
        """One play; `goals`: the nodes that are looked for."""
        program = self._program
        self._sheet = [cell.start for cell in program.cells]
        at, detours, taken = program.entry, Counter[Expr](), list[Taken]()
        state: int | None = self._space.root
        for _ in range(self._longest):
            if at in goals:
                return Played(at, (), taken)
            node, known = program.nodes[at], self._space.program.nodes[at]
            match node:
                case Stop():
                    return Played(None, (), taken)
                case Do():
                    for variable, value in [(v, self._value(expr)) for v, expr in node.sets]:
                        self._sheet[variable] = value
                    at = node.next
                case Branch() | Chance() | Decide():
                    open_ways = self._open(node, known)
                    if node is not known or isinstance(node, Decide):
                        assert isinstance(known, Decide)
                        state = self._find(at) if state is None else state
                        options = self._plan.options(state, known is node)
                        best = options[0]
                        option = next((each for each in options if _way(known, each) in open_ways), None)
                        if option != best:
                            granted = self._granted(node, known, best)
                            if option is None:
                                return Played(None, granted, taken)
                            detours.update(granted)
                            if detours[granted[0]] > ROUND:
                                return Played(None, granted, taken)
                        taken.append(Taken(at, option, tuple(self._sheet)))
                        at, state = _way(known, option), self._after(state, option)
                        if at >= len(program.nodes):  # what was said of the values is true: now the dice
                            (at,) = self._open(node)
                    else:
                        (at,) = open_ways
                case Enter():
                    at, state = node.next, None if state is None else self._after(state, -1)
                case _:
                    at = node.next
        return Played(None, tuple(each for each, _ in detours.most_common(1)), taken)

    def _value(self, expr: Expr) -> int:
        return self._expressions.value(expr)(self._sheet)

    def _open(self, node: Branch | Chance | Decide, known: Node | None = None) -> Collection[NodeId]:
        """The ways that are open here; where dice decide, the one that they gave.

        Args:
            node: the node.
            known: the node in the other book. If the reader says there what the dice depend on, what is true is open.
        """
        match node:
            case Chance() if isinstance(known, Decide) and known.options[0].next >= len(self._program.nodes):
                weights = [self._value(weight) for weight in node.weights]
                ways = ((each.next, self._space.program.nodes[each.next]) for each in known.options)
                return {at for at, way in ways if [self._value(weight) for weight in asked(way)] == weights}
            case Branch():
                return {node.yes if self._value(node.condition) else node.no}
            case Chance():
                sums = np.cumsum([self._value(weight) for weight in node.weights])
                return {node.nexts[int(np.searchsorted(sums, self._dice.integers(sums[-1]), side="right"))]}
            case Decide():
                return {each.next for each in node.options if self._value(each.condition)} or {node.shut}

    def _granted(self, node: Branch | Chance | Decide, known: Decide, option: int) -> tuple[Expr, ...]:
        """What is not as it must be for the plan's option: of several things of which one is enough, the simplest."""
        match node:
            case Branch():
                return self._otherwise(node.condition, wanted=_way(known, option) == node.yes)
            case Decide() if 0 <= option < len(node.options):
                return self._otherwise(node.options[option].condition, wanted=True)
            case Decide():
                open_ = (each.condition for each in node.options if self._value(each.condition))
                return tuple(part for each in open_ for part in self._otherwise(each, wanted=False))
        return asked(node)

    def _otherwise(self, condition: Expr, *, wanted: bool) -> tuple[Expr, ...]:
        """The parts of a condition because of which it does not hold, or does, if the opposite is wanted."""
        match condition:
            case Unary(op="not"):
                return self._otherwise(condition.operand, wanted=not wanted)
            case Binary(op="and" | "or" as op, left=left, right=right):
                wrong = [each for each in (left, right) if bool(self._value(each)) != wanted]
                found = [self._otherwise(each, wanted=wanted) for each in wrong]
                if (op == "and") == wanted:  # each of them alone is enough
                    return min(found, key=lambda parts: len(frozenset[str]().union(*map(reads, parts))))
                return tuple(part for parts in found for part in parts)
        return (condition,)

    def _find(self, at: NodeId) -> int:
        """The state of the plan's book at a node."""
        state = self._space.find(at, dict(zip(self._names, self._sheet, strict=True)))
        assert state is not None
        return state

    def _after(self, state: int, option: int) -> int | None:
        """The state after an option; None where dice decide between several."""
        s = self._space.states
        for action in range(s.first_action[state], s.first_action[state + 1]):
            if s.option[action] == option:
                first, last = s.first_successor[action : action + 2]
                return int(s.successor[first]) if last == first + 1 else None
        return None


def _way(node: Decide, option: int) -> NodeId:
    return node.shut if option < 0 else node.options[option].next
