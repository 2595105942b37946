"""Outcomes of a roll with the same result are one outcome.

Ten dice in a pool are 3,003 hands, but what a book makes of a hand, its points and the dice left over, has 194 values.
What follows from the outcome alone is worked out here, for all outcomes at once, up to the first thing that asks for
more; those that are alike there are joined. So what is thrown need not be remembered, and hands are no states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import const, reads
from gamebook.model.expression import Const, Expr
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Enter,
    Node,
    NodeId,
    Note,
    Program,
    Stop,
    VariableId,
    successors,
)
from gamebook.program.columns import on_columns
from gamebook.program.draft import DEEPEST_FAN
from gamebook.program.grown import Grown
from gamebook.program.liveness import liveness

WIDEST = 1024
"""Ways that a roll may have up to the next points; of more, those with different outcomes meet again at a point."""


def gathered(program: Program, observed: Collection[str] = ()) -> Program:
    """The same play with fewer outcomes of rolls.

    Args:
        program: the book; numbers of nodes stay, those that nothing leads to any more are left as they are.
        observed: variables that a report reads where play ends; those on the sheet are kept anyway.
    """
    work = _Gathering(program, observed)
    for number, node in enumerate(program.nodes):
        look()
        if isinstance(node, Chance):
            work.gather(number, node)
    if len(work.nodes) == len(program.nodes):
        return program
    work.fans.clear()
    widest = max(work.fan(number)[0] for number in range(len(work.nodes)))
    return replace(work.grown(), widest=widest)


class _Group(Struct, frozen=True):
    """Outcomes on their way, all at one node."""

    at: NodeId
    rows: Ints
    """int64[k], the outcomes."""
    known: dict[VariableId, Ints]
    """int64[k] for each variable that is known."""
    notes: tuple[int, ...]
    """The marks of the notes passed."""


Outcome = tuple[NodeId, tuple[int, ...], tuple[tuple[VariableId, int], ...]]
"""Where play goes on, the notes passed, and the values of variables that may matter there or later."""


class _Gathering(Grown):
    """The nodes so far."""

    def __init__(self, program: Program, observed: Collection[str]) -> None:
        super().__init__(program)
        sheet = {cell.name for cell in program.cells if not cell.passing}
        self.live = liveness(program, sheet.union(observed)).live
        self.index = {cell.name: number for number, cell in enumerate(program.cells)}
        self.fans: dict[NodeId, tuple[int, int]] = {}

    def gather(self, number: NodeId, chance: Chance) -> None:
        """Join the outcomes of a roll; where the same roll goes on (`draw.layers`), it goes on."""
        weights = [weight.value for weight in chance.weights if isinstance(weight, Const)]
        goes_on = self.goes_on(number, chance.nexts[-1])
        ways, further = (chance.nexts[:-1], chance.nexts[-1:]) if goes_on else (chance.nexts, ())
        starts = [self.nodes[each] for each in ways]
        if len(weights) < len(chance.nexts) or not all(_is_outcome(start) for start in starts):
            return
        joined: dict[Outcome, int] = {}
        for outcome, row in self.outcomes([start for start in starts if isinstance(start, Do)]):
            joined[outcome] = joined.get(outcome, 0) + weights[row]
        if len(joined) == len(starts):
            return
        fans = [self.fan(at) for at in (*(at for at, _, _ in joined), *further)]
        wide = sum(fan for fan, _ in fans) > WIDEST or max(deep for _, deep in fans) >= DEEPEST_FAN
        meeting = {at: self.add(Enter(None, at, meeting=True), number) for at, _, _ in joined} if wide else {}
        nexts = [self.outcome(outcome, meeting.get(outcome[0], outcome[0]), number) for outcome in joined]
        shares = [*joined.values(), *weights[len(ways) :]]
        self.nodes[number] = Chance(tuple(map(const, shares)), (*nexts, *further), chance.total)

    def goes_on(self, number: NodeId, after: NodeId) -> bool:
        """Whether the last way from a roll leads to a further draw of its own."""
        causes = self.program.causes
        return isinstance(self.nodes[after], Chance) and causes.get(number) == causes.get(after)

    def outcomes(self, starts: list[Do]) -> Iterator[tuple[Outcome, int]]:
        """The result of each outcome, by its number."""
        waiting = []
        alike: dict[tuple[NodeId, tuple[VariableId, ...]], list[int]] = {}
        for row, start in enumerate(starts):
            alike.setdefault((start.next, tuple(variable for variable, _ in start.sets)), []).append(row)
        for (at, variables), rows in alike.items():
            values = np.array([[expr.value for _, expr in starts[row].sets if isinstance(expr, Const)] for row in rows])
            known = {variable: values[:, column] for column, variable in enumerate(variables)}
            waiting.append(_Group(at, np.array(rows), known, ()))
        while waiting:
            look()
            group = waiting.pop()
            onward = self.step(group)
            if onward is None:
                yield from self.stopped(group)
            else:
                waiting.extend(onward)

    def step(self, group: _Group) -> list[_Group] | None:
        """One node on; None where play asks for more than is known."""
        match self.nodes[group.at]:
            case Do(sets=sets, next=after):
                values = {variable: self.value(expr, group) for variable, expr in sets}
                found = {variable: value for variable, value in values.items() if value is not None}
                return [replace(group, at=after, known=group.known | found)] if len(found) == len(values) else None
            case Branch(condition=condition, yes=yes, no=no):
                holds = self.value(condition, group)
                if holds is None:
                    return None
                sides = [(yes, np.flatnonzero(holds)), (no, np.flatnonzero(holds == 0))]
                return [_part(group, at, which) for at, which in sides if len(which)]
            case Note(mark=mark, next=after):
                return [replace(group, at=after, notes=(*group.notes, mark))]
            case Enter(meeting=True, next=after):
                return [replace(group, at=after)]
        return None

    def value(self, expr: Expr, group: _Group) -> Ints | None:
        """int64[k]: an expression for each outcome; None if the outcome does not settle it."""
        names = reads(expr)
        known = {name: group.known[self.index[name]] for name in names if self.index.get(name, -1) in group.known}
        if len(known) < len(names):
            return None
        return on_columns(expr, known, len(group.rows), self.program.tables)

    def stopped(self, group: _Group) -> Iterator[tuple[Outcome, int]]:
        """The outcomes of a group that goes no further."""
        lasting = [variable for variable in sorted(group.known) if self.live[group.at] >> variable & 1]
        for place, row in enumerate(group.rows.tolist()):
            values = tuple((variable, int(group.known[variable][place])) for variable in lasting)
            yield (group.at, group.notes, values), row

    def outcome(self, outcome: Outcome, after: NodeId, roll: NodeId) -> NodeId:
        """Nodes for an outcome of a roll."""
        _, notes, values = outcome
        for mark in reversed(notes):
            after = self.add(Note(mark, after), roll)
        return self.add(Do(tuple((variable, const(value)) for variable, value in values), after), roll)

    def fan(self, start: NodeId) -> tuple[int, int]:
        """The ways from a node to the next points, and the most rolls on one of them."""
        waiting = [start]
        while waiting:
            node = self.nodes[waiting[-1]]
            nexts = () if isinstance(node, Decide | Enter | Stop) else successors(node)
            due = [after for after in nexts if after not in self.fans]
            if due:
                waiting.extend(due)
                continue
            fans = [self.fans[after] for after in nexts] or [(1, 0)]
            ways, deep = [ways for ways, _ in fans], max(deep for _, deep in fans)
            falls = isinstance(node, Chance)
            self.fans[waiting.pop()] = (sum(ways), deep + 1) if falls else (max(ways), deep)
        return self.fans[start]


def _is_outcome(node: Node) -> bool:
    return isinstance(node, Do) and all(isinstance(expr, Const) for _, expr in node.sets)


def _part(group: _Group, at: NodeId, which: Ints) -> _Group:
    return _Group(at, group.rows[which], {v: values[which] for v, values in group.known.items()}, group.notes)
