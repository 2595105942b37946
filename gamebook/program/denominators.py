"""What the chances of a program are fractions of, so that a rounded chance can be made whole again."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from gamebook.model import arithmetic
from gamebook.model.arithmetic import ends
from gamebook.model.expression import Const, Expr
from gamebook.program.code import Chance, Decide, Enter, NodeId, Program, Stop, successors

MOST_WEIGHTS = 40
"""Weights that vary may sum to anything up to here; beyond, their common multiple says nothing."""


def denominators(program: Program) -> Callable[[NodeId], int | None]:
    """A function from a node to a number n: all chances of play from there to the next points are multiples of 1/n.

    It returns None if the weights vary too much.
    """
    ranges = {cell.name: (cell.low, cell.high) for cell in program.cells}
    cells = {name: ends(rows) for name, (_, _, rows) in program.tables.items()}
    known: dict[NodeId, int | None] = {}

    def total(weights: tuple[Expr, ...], whole: int) -> int | None:
        if whole:
            return whole
        if all(isinstance(weight, Const) for weight in weights):
            return sum(max(0, weight.value) for weight in weights if isinstance(weight, Const)) or 1  # 0: play goes on
        most = sum(max(0, arithmetic.bounds(weight, ranges, cells)[1]) for weight in weights)
        return lcm(*range(1, most + 1)) if most <= MOST_WEIGHTS else None

    def common(start: NodeId) -> int | None:
        waiting = [start]
        while waiting:
            at = waiting[-1]
            node = program.nodes[at]
            nexts = () if isinstance(node, Decide | Enter | Stop) else successors(node)
            due = [next for next in nexts if next not in known]
            if due and at not in known:
                waiting.extend(due)
                continue
            waiting.pop()
            rest = _multiple([known[next] for next in nexts])
            own = total(node.weights, node.total) if isinstance(node, Chance) else 1
            known[at] = None if own is None or rest is None else own * rest
        return known[start]

    return common


def _multiple(parts: list[int | None]) -> int | None:
    """The least common multiple; None if one of them is not known."""
    found = 1
    for part in parts:
        if part is None:
            return None
        found = lcm(found, part)
    return found
