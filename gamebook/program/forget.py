"""A book in which things are forgotten: whatever depends on them, the reader decides when it matters.

So best play wins it at least as often as the whole book: this gives bounds from above, and the more is forgotten, the
fewer states there are. What a rival does by something forgotten, and a chance that depends on it, is for the reader to
decide, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from gamebook.model.arithmetic import TRUE, binary, negate, reads
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Chance, Choice, Decide, Do, Earn, Node, NodeId, Program, VariableId, asked

Sources = Mapping[str, frozenset[VariableId]]
"""By the name of each variable all that its values come from, itself included."""


def sources(program: Program) -> Sources:
    """What the values of variables come from."""
    index = {cell.name: number for number, cell in enumerate(program.cells)}
    found = {number: frozenset((number,)) for number in index.values()}
    for node in program.nodes:
        if isinstance(node, Do):
            for variable, value in node.sets:
                found[variable] |= {index[name] for name in reads(value)}
    while True:
        more = {v: some.union(*(found[source] for source in some)) for v, some in found.items()}
        if more == found:
            return {cell.name: found[number] for number, cell in enumerate(program.cells)}
        found = more


def needed(come_from: Sources, expressions: Iterable[Expr]) -> frozenset[VariableId]:
    """All that must be known to know what some expressions are."""
    return frozenset[VariableId]().union(*(come_from[name] for expr in expressions for name in reads(expr)))


def forgotten(program: Program, kept: Collection[VariableId]) -> Program:
    """The book in which all but some variables are forgotten.

    Args:
        program: the book. Numbers of nodes stay; where the reader decides in place of an option whose condition is
            forgotten, options have the same numbers as before, and one more follows. A node that parts the ways by what
            is known is the same object. The book's endings must be all that counts, not points earned on the way.
        kept: with all that they need.
    """
    names = {program.cells[variable].name for variable in kept}
    nodes = tuple(_without(node, names, kept) for node in program.nodes)
    return replace(program, nodes=nodes)


def _without(node: Node, names: set[str], kept: Collection[VariableId]) -> Node:
    if isinstance(node, Do):
        return replace(node, sets=tuple(each for each in node.sets if each[0] in kept))
    if isinstance(node, Earn) and not reads(node.amount) <= names:
        return Do((), node.next)
    if all(reads(expr) <= names for expr in asked(node)):
        return node
    match node:
        case Branch():
            return _at_will((node.yes, node.no))
        case Chance():
            return _at_will(node.nexts)
        case Decide():
            return _partly_at_will(node, names)
        case _:
            return node


def _at_will(nexts: Collection[NodeId]) -> Decide:
    """The reader goes on where they like."""
    places = tuple(dict.fromkeys(nexts))
    return Decide("reader", tuple(Choice(TRUE, after, "") for after in places), places[-1], "")


def _partly_at_will(node: Decide, names: set[str]) -> Decide:
    """The reader takes an option that is open, or whose condition is forgotten; or none, if all others are closed."""
    options = list[Choice]()
    none_open: Expr = TRUE
    for option in node.options:
        if reads(option.condition) <= names:
            options.append(option)
            none_open = binary("and", none_open, negate(option.condition))
        else:
            options.append(replace(option, condition=TRUE))
    return replace(node, owner="reader", options=(*options, Choice(none_open, node.shut, "")))
