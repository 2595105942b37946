"""A book in which an opponent decides what is forgotten: what the reader can be sure of, whatever it was.

The reader has the dice in hand, and decides for rivals, too. So where the reader is sure of an ending in this book, a
way leads to one in the book itself, from each state that looks the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.model.arithmetic import FALSE, TRUE, binary, negate, reads
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Choice, Decide, Do, Node, NodeId, Program, VariableId
from gamebook.program.forget import could
from gamebook.program.possible import Possible

Way = tuple[Expr, NodeId]
"""When it is open, and where it leads."""


class Opposed(Struct, frozen=True):
    """The book with the opponent."""

    program: Program
    """Numbers of nodes stay; new nodes follow. Where `owner` is `rival`, the opponent decides."""
    decides: Mapping[NodeId, NodeId]
    """For each decision of the opponent the node of the book with what they decide."""


def opposed(program: Program, kept: Collection[VariableId], possible: Possible) -> Opposed:
    """The book in which an opponent decides all that depends on what is forgotten.

    Args:
        program: the book, with all dice in the reader's hand (`program.goals`).
        kept: what is remembered, with all that it comes from.
        possible: what may happen in it. What never does, or always, the opponent cannot decide otherwise.
    """
    work = _Work(program, kept, possible)
    nodes = [work.node(number, node) for number, node in enumerate(program.nodes)]
    places = (*program.places, *(program.places[work.decides[number]] for number in work.new))
    return Opposed(replace(program, nodes=(*nodes, *work.new.values()), places=places), work.decides)


class _Work:
    def __init__(self, program: Program, kept: Collection[VariableId], possible: Possible) -> None:
        self._program, self._kept, self._possible = program, kept, possible
        self._names = {program.cells[variable].name for variable in kept}
        self.new: dict[NodeId, Node] = {}
        self.decides: dict[NodeId, NodeId] = {}

    def node(self, number: NodeId, node: Node) -> Node:
        """What stands in place of a node."""
        match node:
            case Do():
                return replace(node, sets=tuple(each for each in node.sets if each[0] in self._kept))
            case Branch() if not reads(node.condition) <= self._names:
                return self._branch(number, node)
            case Decide() if any(not reads(option.condition) <= self._names for option in node.options):
                ways = [(option.condition, option.next) for option in node.options]
                return self._decision(number, ways, node.shut)
            case Decide():
                return replace(node, owner="reader")
        return node

    def _branch(self, number: NodeId, node: Branch) -> Node:
        ways = [
            Choice(could(node.condition, holds, self._names), to, "")
            for holds, to in ((True, node.yes), (False, node.no))
            if self._possible.may_hold(number, node.condition, holds)
        ]
        if len(ways) < 2:
            return Do((), ways[0].next if ways else node.no)
        self.decides[number] = number
        return Decide("rival", (*ways,), node.no, "")

    def _decision(self, number: NodeId, ways: Sequence[Way], shut: NodeId) -> Decide:
        """The reader takes what is surely open; or what the opponent leaves open of the rest."""
        sure, left = list[Choice](), list[Choice]()
        none_open: Expr = TRUE
        for condition, to in ways:
            if not self._possible.may_hold(number, condition, holds=True):
                continue
            closed: Expr = FALSE
            if self._possible.may_hold(number, condition, holds=False):
                closed = could(condition, False, self._names)
            none_open = binary("and", none_open, closed)
            left.append(Choice(could(condition, True, self._names), to, ""))
            if closed != TRUE:
                sure.append(Choice(negate(closed), to, ""))
        if none_open != FALSE:
            left.append(Choice(none_open, shut, ""))
        opponent = len(self._program.nodes) + len(self.new)
        self.new[opponent] = Decide("rival", (*left,), shut, "")
        self.decides[opponent] = number
        return Decide("reader", (*sure, Choice(TRUE, opponent, "")), opponent, "")
