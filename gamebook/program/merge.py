"""Fewer points: a point is not needed where nothing is decided and another point is as good.

A point that leads with certainty to a decision is worth what the decision is; and an option that turns to a chapter can
lead straight to what happens there. Values of all states that are left are the same. What is lost is the account of
arrivals at chapters, so reports on chapters use the program without this pass.

Every cycle still passes a point: the first kind gives way to a decision, and what the second kind skips lies just after
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from msgspec.structs import replace

from gamebook.job import look
from gamebook.program.code import (
    Branch,
    Decide,
    Do,
    Earn,
    Enter,
    Node,
    NodeId,
    Note,
    Program,
    Stop,
    redirected,
    relabelled,
    successors,
)
from gamebook.program.grown import Grown
from gamebook.program.liveness import Liveness, liveness, stretch

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
        look()
        if isinstance(node, Decide):
            options = tuple(replace(each, next=work.onward(each.next, number)) for each in node.options)
            work.nodes[number] = replace(node, options=options, shut=work.onward(node.shut, number))
    look()
    passed = {
        number: _beyond_notes(program, node.next)
        for number, node in enumerate(program.nodes)
        if isinstance(node, Enter) and number != program.entry and _only_decides(program, number)
    }
    return replace(work.grown(), nodes=_redirected(work.nodes, passed), merged=True)


def without_heads(program: Program) -> Program:
    """The same play without heads of loops after which nothing is left to chance before the next point.

    Every cycle still passes that one: it is a decision, a chapter or a place where visits are counted, and these stay.
    """
    live = liveness(program)
    widths = [cell.high - cell.low + 1 for cell in program.cells]
    passed = {
        number: node.next
        for number, node in enumerate(program.nodes)
        if isinstance(node, Enter)
        and node.chapter is None
        and node.mark is None
        and number != program.entry
        and _decides_soon(program, live, widths, number)
    }
    return _passing(program, passed)


def _decides_soon(program: Program, live: Liveness, widths: Sequence[int], head: NodeId) -> bool:
    """Whether play goes on from a head without dice to another point or to its end, and few numbers matter on the way.

    These numbers come to matter at the points before the head: each mixture of their values is a turn there.
    """
    seen, waiting, mask = set[NodeId](), list(successors(program.nodes[head])), 0
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        match program.nodes[number]:
            case Do() | Branch() | Note() as node:
                mask |= live.touched[number] & live.live[head]
                waiting.extend(successors(node))
            case Decide() | Stop():
                pass
            case Enter() as node if node.chapter is not None or node.mark is not None:
                pass
            case _:  # dice; or a head, maybe this one: a loop in which nobody decides has no other point
                return False
    return prod(width for number, width in enumerate(widths) if mask >> number & 1) <= GROWTH


def without_notes(program: Program) -> Program:
    """The same play without notes, and without the conditions that only they hang on: values do not need them."""
    instead: dict[NodeId, NodeId] = {}

    def onward(node: NodeId) -> NodeId:
        passed = []
        while node not in instead:
            here = program.nodes[node]
            if isinstance(here, Note):
                after = here.next
            elif isinstance(here, Branch) and onward(here.yes) == onward(here.no):
                after = here.yes
            else:
                break
            passed.append(node)
            node = after
        node = instead.get(node, node)
        for each in passed:
            instead[each] = node
        return node

    for number in range(len(program.nodes)):
        look()
        onward(number)
    return _passing(program, instead)


def _passing(program: Program, instead: Mapping[NodeId, NodeId]) -> Program:
    """The program with some nodes passed over."""
    if not instead:
        return program
    return replace(
        program,
        nodes=_redirected(program.nodes, instead),
        labels=relabelled(program.labels, lambda _, after: instead.get(after, after)),
    )


def _redirected(nodes: Iterable[Node], instead: Mapping[NodeId, NodeId]) -> tuple[Node, ...]:
    """Nodes that lead past some others."""
    found = []
    for node in nodes:
        look()
        found.append(redirected(node, instead))
    return tuple(found)


def _beyond_notes(program: Program, node: NodeId) -> NodeId:
    """The node that play reaches from here without anything happening."""
    here = program.nodes[node]
    while isinstance(here, Note) or (isinstance(here, Branch) and here.yes == here.no):
        node = here.next if isinstance(here, Note) else here.yes
        here = program.nodes[node]
    return node


def _only_decides(program: Program, node: NodeId) -> bool:
    """Whether the node is a point that leads straight to a decision."""
    enter = program.nodes[node]
    return isinstance(enter, Enter) and isinstance(program.nodes[_beyond_notes(program, enter.next)], Decide)


class _Merging(Grown):
    """The nodes so far; those of a decision's options are copied where they lead past a point."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.live = liveness(program)
        self.widths = [cell.high - cell.low + 1 for cell in program.cells]
        self.known: dict[tuple[NodeId, NodeId], NodeId] = {}

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
                if _only_decides(self.program, node):
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
