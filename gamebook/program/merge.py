"""Fewer points: play need not stand still where nothing is decided and another point is as good.

A point that leads with certainty to a decision is worth what the decision is; and an option that turns to a chapter can
lead straight to what happens there. Values of all states that are left are the same. What is lost is the account of
arrivals at chapters, so reports on chapters use the program as it is.

Every cycle still passes a point: the first kind gives way to a decision, and what the second kind skips lies just after
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod

from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Earn,
    Enter,
    Node,
    NodeId,
    Note,
    Program,
    Stop,
)
from gamebook.program.liveness import liveness, stretch

GROWTH = 16
"""How many times as many turns may have to be worked out at a decision for the sake of a point after it."""
FEW = 4096
"""So many turns are always few."""


def merged(program: Program) -> Program:
    """The same play with fewer points.

    Args:
        program: the book; numbers of nodes stay, those that nothing leads to any more are left as they are.
    """
    work = _Merging(program)
    for number, node in enumerate(program.nodes):
        if isinstance(node, Decide):
            options = tuple(replace(each, next=work.onward(each.next, number)) for each in node.options)
            work.nodes[number] = replace(node, options=options, shut=work.onward(node.shut, number))
    instead = {
        number: work.beyond_notes(node.next)
        for number, node in enumerate(program.nodes)
        if isinstance(node, Enter) and number != program.entry and work.only_decides(number)
    }
    nodes = tuple(_redirected(node, instead) for node in work.nodes)
    return replace(program, nodes=nodes, places=tuple(work.places), merged=True)


class _Merging:
    """The nodes so far; those of a decision's options are copied where they lead past a point."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes = list(program.nodes)
        self.places = list(program.places)
        self.live = liveness(program)
        self.widths = [cell.high - cell.low + 1 for cell in program.cells]
        self.known: dict[tuple[NodeId, NodeId], NodeId] = {}

    def beyond_notes(self, node: NodeId) -> NodeId:
        """The node that play comes to from here without anything happening."""
        here = self.program.nodes[node]
        while isinstance(here, Note):
            node = here.next
            here = self.program.nodes[node]
        return node

    def only_decides(self, node: NodeId) -> bool:
        """Whether the node is a point that leads straight to a decision."""
        enter = self.program.nodes[node]
        return isinstance(enter, Enter) and isinstance(self.program.nodes[self.beyond_notes(enter.next)], Decide)

    def turns(self, decision: NodeId, *others: NodeId) -> int:
        """How many turns a decision may have: one for each value of what is touched from there, by others, too."""
        touched = stretch(self.program, self.live, decision)
        for other in others:
            touched |= stretch(self.program, self.live, other)
        known = touched & self.live.live[decision]
        return prod(width for number, width in enumerate(self.widths) if known >> number & 1)

    def onward(self, node: NodeId, decision: NodeId) -> NodeId:
        """Where an option leads that led here: on the way nothing is left to chance, and points are passed over."""
        if (node, decision) not in self.known:
            self.known[node, decision] = self._onward(node, decision)
        return self.known[node, decision]

    def _onward(self, node: NodeId, decision: NodeId) -> NodeId:
        here = self.program.nodes[node]
        match here:
            case Note():
                return self.onward(here.next, decision)
            case Enter():
                if self.only_decides(node):
                    return node
                return here.next if self.turns(decision, node) <= max(FEW, GROWTH * self.turns(decision)) else node
            case Do() | Earn():
                after = self.onward(here.next, decision)
                return node if after == here.next else self.add(replace(here, next=after), node)
            case Branch():
                yes, no = self.onward(here.yes, decision), self.onward(here.no, decision)
                if yes == no:
                    return yes
                return node if (yes, no) == (here.yes, here.no) else self.add(replace(here, yes=yes, no=no), node)
        return node

    def add(self, node: Node, like: NodeId) -> NodeId:
        """A new node, that stands where another does."""
        self.nodes.append(node)
        self.places.append(self.places[like])
        return len(self.nodes) - 1


def _redirected(node: Node, instead: Mapping[NodeId, NodeId]) -> Node:
    """The node with other places to go on at."""

    def to(after: NodeId) -> NodeId:
        return instead.get(after, after)

    match node:
        case Do() | Enter() | Earn() | Note():
            return replace(node, next=to(node.next))
        case Branch():
            return replace(node, yes=to(node.yes), no=to(node.no))
        case Chance():
            return replace(node, nexts=tuple(map(to, node.nexts)))
        case Decide():
            options = tuple(replace(option, next=to(option.next)) for option in node.options)
            return replace(node, options=options, shut=to(node.shut))
        case Stop():
            return node
