"""The order in which play passes nodes: who follows it, or goes against it, looks at few of them twice."""

from __future__ import annotations

import numpy as np

from gamebook.job import look
from gamebook.kernels.components import components
from gamebook.program.code import NodeId, Program, successors


def ranks(program: Program) -> list[int]:
    """For each node its place in an order in which play goes on as far as it can before it goes back."""
    start: list[int] = [0]
    ways: list[NodeId] = []
    for node in program.nodes:
        look()
        ways += successors(node)
        start.append(len(ways))
    order, _ = components(np.array(start, np.int64), np.array(ways, np.int32))  # sinks first
    rank = [0] * len(program.nodes)
    for place, number in enumerate(order[::-1].tolist()):
        rank[number] = place
    return rank
