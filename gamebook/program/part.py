"""A part of a book as a program of its own. It begins with the values that its caller gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_

from msgspec import Struct
from msgspec.structs import replace

from gamebook.model.arithmetic import TRUE, const
from gamebook.program.code import Choice, Decide, Do, Node, NodeId, Program, Stop, VariableId, redirected, successors
from gamebook.program.liveness import liveness


class Part(Struct, frozen=True):
    """Some nodes of a program, with new numbers."""

    program: Program
    begins: Mapping[NodeId, NodeId]
    """By a node of the book at which the part begins, its number here."""

    @property
    def asked(self) -> frozenset[VariableId]:
        """The variables that matter where it begins."""
        live = liveness(self.program).live
        here = reduce(or_, (live[number] for number in self.begins.values()))
        return frozenset(variable for variable in range(len(self.program.cells)) if here >> variable & 1)

    def beginning(self, values: Mapping[VariableId, Sequence[int]]) -> Program:
        """The part after decisions of the reader: the value of each of these variables, and where it begins.

        Args:
            values: of each variable what it may be, one value or more.
        """
        nodes, begins = [*self.program.nodes], [*self.begins.values()]

        def decision(after: Sequence[NodeId]) -> NodeId:
            nodes.append(Decide("reader", tuple(Choice(TRUE, number, "") for number in after), after[0], ""))
            return len(nodes) - 1

        entry = decision(begins)
        for variable, possible in values.items():
            first = len(nodes)
            nodes += [Do(((variable, const(value)),), entry) for value in possible]
            entry = decision(range(first, len(nodes)))
        places = (*self.program.places, *[self.program.places[begins[0]]] * (len(nodes) - len(self.program.nodes)))
        return replace(self.program, nodes=tuple(nodes), places=places, entry=entry)


def part(program: Program, begins: Collection[NodeId], ends: Mapping[NodeId, int], endings: Sequence[str]) -> Part:
    """What play can come to from some nodes on, up to where the part ends.

    Args:
        program: the book.
        begins: where the part begins, one node or more.
        ends: where it ends, and with which of the endings, by its number.
        endings: their names.
    """
    nodes: dict[NodeId, Node] = {}
    waiting = [*begins]
    while waiting:
        number = waiting.pop()
        if number not in nodes:
            nodes[number] = Stop(ends[number]) if number in ends else program.nodes[number]
            waiting += successors(nodes[number])
    now = {number: new for new, number in enumerate(nodes)}
    alone = replace(
        program,
        nodes=tuple(redirected(node, now) for node in nodes.values()),
        places=tuple(program.places[number] for number in nodes),
        chapters={name: now[number] for name, number in program.chapters.items() if number in now},
        endings=tuple(endings),
        causes={},
        labels={},
        least={},
    )
    return Part(alone, {number: now[number] for number in begins})
