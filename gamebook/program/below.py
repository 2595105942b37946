"""Where in a program a stat may be below its cap: elsewhere a gain changes nothing.

What is found is too much rather than too little (`dataflow`): where a stat cannot be below its cap it never is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from gamebook.model.arithmetic import bounds, ends
from gamebook.model.expression import Binary, Const, Expr, Var
from gamebook.program.code import Branch, Do, Node, NodeId, Program, successors
from gamebook.program.dataflow import spread


def may_be_below(
    program: Program, start: NodeId, caps: Mapping[str, str], onward: Callable[[Node], Collection[NodeId]] = successors
) -> dict[NodeId, frozenset[str]]:
    """The nodes that play may reach, each with the stats that may be below their caps there.

    Args:
        program: the book.
        start: where play begins; no stat is below its cap there.
        caps: stats with their caps.
        onward: where play may go on from a node.
    """
    work = _Work(program, caps)

    def ways(number: NodeId, lower: frozenset[str]) -> Iterator[tuple[NodeId, frozenset[str]]]:
        node = program.nodes[number]
        after = onward(node)
        return (way for way in work.ways(node, lower) if way[0] in after)

    return spread(start, ways)


class _Work:
    """What is known of a program's variables."""

    def __init__(self, program: Program, caps: Mapping[str, str]) -> None:
        self.names = [cell.name for cell in program.cells]
        self.ranges = {cell.name: (cell.low, cell.high) for cell in program.cells}
        self.cells = {name: ends(rows) for name, (_, _, rows) in program.tables.items()}
        self.caps = caps
        self.counted = {*caps, *caps.values()}
        self.has_cap = {Binary(op="<", left=Var(name=stat), right=Var(name=cap)): stat for stat, cap in caps.items()}

    def ways(self, node: Node, lower: frozenset[str]) -> Sequence[tuple[NodeId, frozenset[str]]]:
        """Where play goes on from a node, and the stats that may be below their caps there."""
        match node:
            case Do():
                return [(node.next, self._after(node, lower))]
            case Branch(condition=Binary(op="<", left=Var()) as condition) if condition in self.has_cap:
                stat = self.has_cap[condition]
                return [*([(node.yes, lower)] if stat in lower else []), (node.no, lower - {stat})]
        return [(after, lower) for after in successors(node)]

    def _after(self, node: Do, lower: frozenset[str]) -> frozenset[str]:
        new = {self.names[variable]: value for variable, value in node.sets}
        if new.keys().isdisjoint(self.counted):
            return lower
        found = set[str]()
        for stat, cap in self.caps.items():
            if cap in new:
                found.add(stat)
            elif stat in new:
                found |= set() if self._fills(new[stat], stat, lower) else {stat}
            else:
                found |= lower & {stat}
        return frozenset(found)

    def _fills(self, value: Expr, stat: str, lower: frozenset[str]) -> bool:
        """Whether a value is surely no less than the cap of a stat."""
        match value:
            case Const():
                return value.value >= self.ranges[self.caps[stat]][1]
            case Var():
                return value.name == self.caps[stat] or (value.name == stat and stat not in lower)
            case Binary(op="min"):
                return self._fills(value.left, stat, lower) and self._fills(value.right, stat, lower)
            case Binary(op="max"):
                return self._fills(value.left, stat, lower) or self._fills(value.right, stat, lower)
            case Binary(op="+"):
                return (self._fills(value.left, stat, lower) and self._least(value.right) >= 0) or (
                    self._fills(value.right, stat, lower) and self._least(value.left) >= 0
                )
        return False

    def _least(self, value: Expr) -> int:
        return bounds(value, self.ranges, self.cells)[0]
