"""A book in which things are forgotten: whatever depends on them, the reader decides when it matters.

So best play wins it at least as often as the whole book: this gives bounds from above, and the more is forgotten, the
fewer states there are. What a rival does by something forgotten, and a chance that depends on it, is for the reader to
decide, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from gamebook.model.arithmetic import TRUE, reads
from gamebook.program.code import Branch, Chance, Choice, Decide, Do, Node, NodeId, Program, VariableId, asked


def groups(program: Program) -> frozenset[frozenset[VariableId]]:
    """For each place where play parts the variables that say where it goes on, with all that these come from."""
    index = {cell.name: number for number, cell in enumerate(program.cells)}
    sources = _sources(program, index)
    named = ([name for expr in asked(node) for name in reads(expr)] for node in program.nodes)
    return frozenset(frozenset().union(*(sources[index[name]] for name in names)) for names in named if names)


def _sources(program: Program, index: Mapping[str, VariableId]) -> dict[VariableId, frozenset[VariableId]]:
    """By variable all that its values come from, itself included."""
    found = {number: frozenset((number,)) for number in index.values()}
    for node in program.nodes:
        if isinstance(node, Do):
            for variable, value in node.sets:
                found[variable] |= {index[name] for name in reads(value)}
    while True:
        more = {v: some.union(*(found[source] for source in some)) for v, some in found.items()}
        if more == found:
            return found
        found = more


def forgotten(program: Program, kept: Collection[VariableId]) -> Program:
    """The book in which all but some variables are forgotten.

    Args:
        program: the book; numbers of nodes stay. Its endings must be all that counts, not points earned on the way.
        kept: with all that they need.
    """
    names = {program.cells[variable].name for variable in kept}
    nodes = tuple(_without(node, names, kept) for node in program.nodes)
    return replace(program, nodes=nodes)


def _without(node: Node, names: set[str], kept: Collection[VariableId]) -> Node:
    if isinstance(node, Do):
        return replace(node, sets=tuple(each for each in node.sets if each[0] in kept))
    if all(reads(expr) <= names for expr in asked(node)):
        return node
    match node:
        case Branch():
            return _at_will((node.yes, node.no))
        case Chance():
            return _at_will(node.nexts)
        case Decide():
            return _at_will((*(option.next for option in node.options), node.shut))
        case _:
            return node


def _at_will(nexts: Collection[NodeId]) -> Decide:
    """The reader goes on where they like."""
    places = tuple(dict.fromkeys(nexts))
    return Decide("reader", tuple(Choice(TRUE, after, "") for after in places), places[-1], "")
