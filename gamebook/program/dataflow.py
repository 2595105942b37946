"""What is known at each node of a program, from what is known at the nodes before it.

Every way through the program counts, also one that no reader can go: where ways meet, all that is known of one of them
is kept (a data-flow analysis, G. Kildall, A unified approach to global program optimization, 1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from gamebook.job import look
from gamebook.program.code import NodeId

Fact = TypeVar("Fact")


def spread(
    start: NodeId, ways: Callable[[NodeId, frozenset[Fact]], Iterable[tuple[NodeId, frozenset[Fact]]]]
) -> dict[NodeId, frozenset[Fact]]:
    """The nodes that play may reach, each with the facts that may hold there.

    Args:
        start: where play begins, and no fact holds.
        ways: where play goes on from a node at which some facts may hold, and which of them may hold there.
    """
    found: dict[NodeId, frozenset[Fact]] = {start: frozenset()}
    waiting = [start]
    while waiting:
        look()
        number = waiting.pop()
        for after, facts in ways(number, found[number]):
            old = found.get(after)
            if old is None or not facts <= old:
                found[after] = facts if old is None else old | facts
                waiting.append(after)
    return found
