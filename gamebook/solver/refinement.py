"""What must be remembered of a book in which much is forgotten, for best play of it to be possible in the book itself.

Best play of such a book is tried in the book, with dice. Where it takes for granted what is not so (a door that is
open, a purse that is never empty, a luck that is never less), the play ends, and it is counted what
would have had to be known there. Source: E. Clarke and others, *Counterexample-guided abstraction refinement for
symbolic model checking* (2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

import numpy as np

from gamebook.model.arithmetic import reads
from gamebook.model.expression import Const, Expr
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Node,
    NodeId,
    Program,
    Stop,
    VariableId,
    asked,
)
from gamebook.program.columns import on_columns
from gamebook.program.forget import Sources, needed
from gamebook.solver.backward import Values
from gamebook.solver.space import Space

PLAYS = 20
"""Plays that are tried."""
ROUND = 30
"""So often in a play something else may be as good as what is not possible; then the play has gone round and round."""
LONGEST = 1_000
"""Nodes in a play; a longer one is given up."""
ALIKE = 1e-9
"""What is worth less by no more than this is as good."""


def missing(
    program: Program, space: Space, values: Values, come_from: Sources, go_on: Callable[[], None]
) -> list[frozenset[VariableId]]:
    """What plays lacked, with all that it comes from: what stopped most of them comes first.

    Args:
        program: the book.
        space: all states of the same book in which things are forgotten (`program.forget`).
        values: its values, with best play.
        come_from: what the variables of the book come from.
        go_on: called after each play; it may raise to break off.
    """
    trial, stopped = _Trial(program, space, values), Counter[frozenset[VariableId]]()
    for _ in range(PLAYS):
        lacked = trial.play()
        if lacked:
            stopped[needed(come_from, lacked)] += 1
        go_on()
    return [each for each, _ in stopped.most_common()]


class _Trial:
    def __init__(self, program: Program, space: Space, values: Values) -> None:
        self._program, self._space, self._values = program, space, values
        self._numbers = {name: number for number, name in enumerate(cell.name for cell in program.cells)}
        self._dice = np.random.default_rng(1)
        self._sheet: dict[str, int] = {}

    def play(self) -> Sequence[Expr]:
        """What was taken for granted and is not so, where the play ended by that."""
        program = self._program
        self._sheet = {cell.name: cell.start for cell in program.cells}
        at, detours = program.entry, Counter[Expr]()
        for _ in range(LONGEST):
            node, known = program.nodes[at], self._space.program.nodes[at]
            match node:
                case Stop():
                    return ()
                case Do():
                    self._sheet |= {program.cells[v].name: self._value(expr) for v, expr in node.sets}
                    at = node.next
                case Branch() | Chance() | Decide():
                    open_ways = self._open(node, known)
                    if node is not known or isinstance(node, Decide):
                        assert isinstance(known, Decide)
                        best, option = self._options(at, known, open_ways)
                        guessed = isinstance(node, Decide) and 0 <= best < len(node.options)
                        granted = (asked(node)[best],) if guessed else asked(node)
                        if option is None:
                            return granted
                        if option != best:
                            detours.update(granted)
                            if detours[granted[0]] > ROUND:
                                return granted
                        at = _way(known, option)
                        if at >= len(program.nodes):  # what was said of the values is true: now the dice
                            (at,) = self._open(node)
                    else:
                        (at,) = open_ways
                case _:
                    at = node.next
        return tuple(each for each, _ in detours.most_common(1))

    def _value(self, expr: Expr) -> int:
        if isinstance(expr, Const):
            return expr.value
        columns = {name: np.array([self._sheet[name]]) for name in reads(expr)}
        return int(on_columns(expr, columns, 1, self._program.tables)[0])

    def _open(self, node: Branch | Chance | Decide, known: Node | None = None) -> Collection[NodeId]:
        """The ways that are open here; where dice decide, the one that they gave.

        Args:
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

    def _options(self, at: NodeId, known: Decide, open_ways: Collection[NodeId]) -> tuple[int, int | None]:
        """What best play takes, where much is forgotten; and of what is as good, something that is open."""
        space, s = self._space, self._space.states
        state = space.find(at, self._sheet)
        assert state is not None
        first, last = s.first_action[state : state + 2]
        best = int(self._values.best[state])
        options = [int(s.option[best])]
        if known is not self._program.nodes[at]:
            worth = space.mean_after(self._values.high, np.arange(first, last))
            as_good = worth >= worth[best - first] - ALIKE
            options += s.option[first:last][as_good].tolist()
        return options[0], next((option for option in options if _way(known, option) in open_ways), None)


def _way(node: Decide, option: int) -> NodeId:
    return node.shut if option < 0 else node.options[option].next
