"""A program to which nodes are added."""

from __future__ import annotations

from msgspec.structs import replace

from gamebook.program.code import Node, NodeId, Program


class Grown:
    """A program with more nodes. Those that it had keep their numbers; others may stand in their place."""

    def __init__(self, program: Program) -> None:
        """Nothing is added yet."""
        self.program = program
        self.nodes: list[Node] = [*program.nodes]
        self.places = [*program.places]

    def add(self, node: Node, beside: NodeId) -> NodeId:
        """A new node, in the chapter of another one."""
        self.nodes.append(node)
        self.places.append(self.places[beside])
        return len(self.nodes) - 1

    def grown(self) -> Program:
        """The program with the nodes that it now has."""
        return replace(self.program, nodes=tuple(self.nodes), places=tuple(self.places))
