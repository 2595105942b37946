"""Steps that make no difference to values are left out: notes, what is set and never asked, what goes one way only.

*If you have medicine, lose it* changes nothing if no later rule reads medicine. But as long as this step is there,
medicine is remembered on every way that leads to it.
"""

from __future__ import annotations

from msgspec.structs import replace

from gamebook.program.code import Branch, Chance, Do, Node, NodeId, Note, Program, redirected
from gamebook.program.liveness import liveness


def without_idle(program: Program, observed: tuple[str, ...] = ()) -> Program:
    """The same play without steps that make no difference to values.

    Args:
        program: the book; numbers of nodes stay, those that nothing leads to any more are left as they are.
        observed: variables that are asked where play ends.
    """
    while True:
        live = liveness(program, observed).live
        after = {number: _beyond(node, live) for number, node in enumerate(program.nodes) if number != program.entry}
        passed = {number: beyond for number, beyond in after.items() if beyond is not None}
        instead = {number: _end(passed, number) for number in passed}
        nodes = tuple(redirected(node, instead) for node in program.nodes)
        if nodes == program.nodes:
            return program
        program = replace(program, nodes=nodes)


def _beyond(node: Node, live: tuple[int, ...]) -> NodeId | None:
    """Where play goes on from a step that makes no difference; None for any other."""
    match node:
        case Do(sets=sets, next=beyond) if not any(live[beyond] >> variable & 1 for variable, _ in sets):
            return beyond
        case Note(next=beyond):
            return beyond
        case Branch(yes=beyond, no=other) if other == beyond:
            return beyond
        case Chance(nexts=(beyond, *others)) if all(other == beyond for other in others):
            return beyond
    return None


def _end(passed: dict[NodeId, NodeId], number: NodeId) -> NodeId:
    """The first step that makes a difference; there is one, as every cycle passes a point."""
    while number in passed:
        number = passed[number]
    return number
