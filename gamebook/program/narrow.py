"""A book with fewer options: what best play wins in it, it wins in the whole book, too.

Options are left out, everywhere or where some number is small or large, and whole places: play that comes there counts
as lost. What nobody asks any more need not be remembered either (`liveness`), so a book that good play was looked for
in first becomes much smaller.

An option may be left out because the reader has one choice less, which never helps. Where all options that are left
are closed, play is lost, although it might go on past the menu in the whole book. A rival keeps all options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from gamebook.model.arithmetic import FALSE
from gamebook.model.expression import Binary, Const, Var
from gamebook.program.code import Branch, Decide, Node, NodeId, Program, Stop, VariableId, redirected
from gamebook.program.grown import Grown


class Leaf(Struct, frozen=True):
    """The numbers of the options that are kept; -1: play goes on past the menu, or there is no menu.

    No option at all: play that comes there is lost.
    """

    options: frozenset[int]


class Split(Struct, frozen=True):
    """Which of two rules holds depends on a number."""

    variable: VariableId
    most: int
    """The largest value for which the first of them holds."""
    below: Rule
    above: Rule


Rule = Leaf | Split


def narrowed(program: Program, rules: Mapping[NodeId, Rule], copies: dict[NodeId, NodeId] | None = None) -> Program:
    """The book with fewer options. Worth no more than the book, if no ending is worth less than the soft lock.

    Args:
        program: the book; numbers of nodes stay, and new nodes follow.
        rules: for some points, not for that where play begins, what is kept there.
        copies: filled with new points, and of which each is a copy.
    """
    work = Grown(program)
    lost = work.add(Stop(len(program.endings) - 1), program.entry)
    work.places[lost] = ""
    instead: dict[NodeId, NodeId] = {}

    def begin(rule: Rule, point: NodeId) -> NodeId:
        """The node where a rule begins."""
        if isinstance(rule, Split):
            asked = Binary("<=", Var(program.cells[rule.variable].name), Const(rule.most))
            return work.add(Branch(asked, begin(rule.below, point), begin(rule.above, point)), point)
        if not rule.options:
            return lost
        copy = work.add(_fewer(program.nodes[point], rule.options, lost), point)
        if copies is not None:
            copies[copy] = point
        return copy

    for point, rule in rules.items():
        if isinstance(rule, Leaf) and rule.options:  # the point itself may stay
            work.nodes[point] = _fewer(program.nodes[point], rule.options, lost)
        else:
            instead[point] = begin(rule, point)
    return replace(work.grown(), nodes=tuple(redirected(node, instead) for node in work.nodes))


def _fewer(node: Node, kept: Collection[int], lost: NodeId) -> Node:
    """Leave out options of a decision. The others have the same numbers as before. A rival keeps all options."""
    if not isinstance(node, Decide) or node.owner == "rival":
        return node
    options = list(node.options)
    for number, option in enumerate(options):
        if number not in kept:
            # Whether all options are closed must not depend on those left out, where play then goes on past the menu.
            options[number] = replace(option, next=lost, condition=option.condition if -1 in kept else FALSE)
    return replace(node, options=tuple(options), shut=node.shut if -1 in kept else lost)
