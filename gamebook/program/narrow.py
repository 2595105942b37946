"""A book with fewer options: what best play wins in it, it wins in the whole book, too.

Options are left out, and whole places: play that comes there counts as lost. What nobody can do any more need not be
remembered either (`liveness`), so a book that good play was looked for in first becomes much smaller.

An option may be left out because the reader has one choice less, which never helps. Where all options that are left
are closed, play is lost, although it might go on past the menu in the whole book. A rival keeps all options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from gamebook.model.arithmetic import FALSE
from gamebook.program.code import Decide, Node, NodeId, Program, Stop, redirected


def narrowed(program: Program, kept: Mapping[NodeId, Collection[int]]) -> Program:
    """The book with fewer options. Worth no more than the book, if no ending is worth less than the soft lock.

    Args:
        program: the book; numbers of nodes stay, one is new.
        kept: for some points, not for that where play begins, the options that are kept; -1: play goes on past the
            menu, or there is no menu. No option at all: play that comes there is lost.
    """
    lost = len(program.nodes)
    instead = {node: lost for node, options in kept.items() if not options}
    nodes: list[Node] = []
    for number, node in enumerate(program.nodes):
        options = kept.get(number, ())
        fewer = _fewer(node, options, lost) if isinstance(node, Decide) and options else node
        nodes.append(redirected(fewer, instead))
    return replace(
        program,
        nodes=(*nodes, Stop(len(program.endings) - 1)),
        places=(*program.places, ""),
    )


def _fewer(node: Decide, kept: Collection[int], lost: NodeId) -> Decide:
    """Leave out options of a decision. The others have the same numbers as before. A rival keeps all options."""
    if node.owner == "rival":
        return node
    options = list(node.options)
    for number, option in enumerate(options):
        if number not in kept:
            # Whether all options are closed must not depend on those left out, where play then goes on past the menu.
            options[number] = replace(option, next=lost, condition=option.condition if -1 in kept else FALSE)
    return replace(node, options=tuple(options), shut=node.shut if -1 in kept else lost)
