"""A book in which places are looked for: all is as the reader likes, dice too, and each place is a point.

Whether play ever comes to a place of the book is then whether there is a way to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.model.arithmetic import FALSE, TRUE, ZERO, binary, const, negate
from gamebook.model.expression import Const, Expr
from gamebook.program.code import Chance, Choice, Decide, Do, Earn, Enter, Node, NodeId, Program
from gamebook.program.grown import Grown


class Place(Struct, frozen=True):
    """A node; or a decision, with one of its options open there, or closed."""

    node: NodeId
    option: int | None = None
    opened: bool = True


class Sought(Struct, frozen=True):
    """A book with its places."""

    program: Program
    """Numbers of nodes stay, and those of options; new nodes follow."""
    goals: tuple[Mapping[NodeId, Place], ...]
    """For each thing that is looked for the points of which play must come to one, and their places."""
    origin: tuple[NodeId | None, ...]
    """For each node the one of the book that it stands for; None: it is none of the book's."""


def with_goals(program: Program, sought: Sequence[Collection[Place]]) -> Sought:
    """The book in which all is as the reader likes, with points at the places that are looked for.

    Args:
        program: the book. Points earned do not matter.
        sought: for each thing that is looked for its places.
    """
    work = _Work(program)
    goals = tuple({work.point_at(place): place for place in places} for places in sought)
    return Sought(work.grown(), goals, (*work.origin,))


class _Work(Grown):
    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.nodes = [*map(_at_will, program.nodes)]
        self.origin: list[NodeId | None] = [*range(len(program.nodes))]
        self._moved: dict[NodeId, NodeId] = {}
        """Where a node is now that has something before it."""
        self._points: dict[Place, NodeId] = {}

    def point_at(self, place: Place) -> NodeId:
        """The point that play passes when it comes to a place."""
        if place not in self._points:
            self._points[place] = self._point_at(place)
        return self._points[place]

    def _point_at(self, place: Place) -> NodeId:
        if place.option is None:
            return self._before(place.node)
        at = self._moved.get(place.node, place.node)
        decide = self.nodes[at]
        assert isinstance(decide, Decide)
        option = decide.options[place.option]
        if place.opened:
            point = self.add(Enter(None, option.next), place.node)
            options = [*decide.options]
            options[place.option] = replace(option, next=point)
            self.nodes[at] = replace(decide, options=(*options,))
            return point
        # A decision before it, with a way that is open where the option is closed.
        asks = self._before(place.node)
        after = self.nodes[asks]
        assert isinstance(after, Enter)
        point = self.add(Enter(None, after.next), place.node)
        ways = (Choice(negate(option.condition), point, ""), Choice(TRUE, after.next, ""))
        self.nodes[asks] = Enter(None, self.add(Decide("reader", ways, after.next, ""), place.node))
        return point

    def _before(self, node: NodeId) -> NodeId:
        """A point before a node: it takes its number, for all that leads there."""
        moved = self.add(self.nodes[node], node)
        self.origin[moved] = node
        self._moved.setdefault(node, moved)
        self.nodes[node] = Enter(None, moved)
        return node

    def add(self, node: Node, beside: NodeId) -> NodeId:
        """As `Grown` adds one; it is none of the book's."""
        self.origin.append(None)
        return super().add(node, beside)


def _at_will(node: Node) -> Node:
    """A node with dice in the reader's hand."""
    match node:
        case Chance():
            ways: dict[NodeId, Expr] = {}
            for weight, after in zip(node.weights, node.nexts, strict=True):
                comes_up = _is_positive(weight)
                ways[after] = binary("or", ways[after], comes_up) if after in ways else comes_up
            options = tuple(Choice(comes_up, after, "") for after, comes_up in ways.items() if comes_up != FALSE)
            return Decide("reader", options, node.nexts[-1], "")
        case Earn():
            return Do((), node.next)
    return node


def _is_positive(weight: Expr) -> Expr:
    return const(int(weight.value > 0)) if isinstance(weight, Const) else binary(">", weight, ZERO)
