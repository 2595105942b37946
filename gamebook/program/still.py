"""Where a variable may still have a value that it had when play passed a mark: what changes it ends that.

What is found is too much rather than too little (`dataflow`), with one exception: if the new value is not known, the
variable counts as changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.model.arithmetic import bounds, ends
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Decide, Do, Mark, Node, NodeId, Note, Program, successors
from gamebook.program.dataflow import spread

Marks = frozenset[Mark]


def still(program: Program, begun: Marks, name: str, value: int) -> dict[Mark, Marks]:
    """The marks that play may pass, each with those before it since which a variable has had a value all the time.

    Args:
        program: the book.
        begun: the marks at which the variable is known to have the value.
        name, value: the variable and its value.
    """
    work = _Work(program, begun, name, value)
    found = spread(program.entry, lambda number, since: work.ways(program.nodes[number], since))
    passed: dict[Mark, Marks] = {}
    for number, since in found.items():
        node = program.nodes[number]
        if isinstance(node, Note):
            mark = program.marks[node.mark]
            passed[mark] = passed.get(mark, frozenset()) | since
    return passed


class _Work:
    """What is known of a program's variables, and how play goes on."""

    def __init__(self, program: Program, begun: Marks, name: str, value: int) -> None:
        self.program = program
        self.begun = begun
        self.value = value
        self.variable = next(number for number, cell in enumerate(program.cells) if cell.name == name)
        self.ranges = {cell.name: (cell.low, cell.high) for cell in program.cells} | {name: (value, value)}
        self.tables = {table: ends(rows) for table, (_, _, rows) in program.tables.items()}

    def ways(self, node: Node, since: Marks) -> Sequence[tuple[NodeId, Marks]]:
        """Where play goes on from a node, and since which marks the variable has the value there."""
        match node:
            case Note():
                mark = self.program.marks[node.mark]
                return [(node.next, since | {mark} if mark in self.begun else since)]
            case Do() if since:
                new = next((value for variable, value in node.sets if variable == self.variable), None)
                kept = new is None or self._bounds(new) == (self.value, self.value)
                return [(node.next, since if kept else frozenset())]
            case Branch() if since:
                known = self._bounds(node.condition)
                yes, no = (frozenset() if known == settled else since for settled in ((0, 0), (1, 1)))
                return [(node.yes, yes), (node.no, no)]
            case Decide() if since:
                options = [(each.next, self._bounds(each.condition) == (0, 0)) for each in node.options]
                ways = [(after, frozenset() if closed else since) for after, closed in options]
                return [*ways, (node.shut, since)]
        return [(after, since) for after in successors(node)]

    def _bounds(self, value: Expr) -> tuple[int, int]:
        return bounds(value, self.ranges, self.tables)
