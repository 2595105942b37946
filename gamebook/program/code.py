"""A book as a program: a graph of small instructions over bounded integer variables.

Nodes are numbered; an edge is a node's number. Every cycle passes through a *point*: a node where a state can be (a
chapter's start, a decision, the head of a loop). A state is a point and the values of the variables that still matter
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.job import look
from gamebook.model.expression import Expr

NodeId = int
VariableId = int
Grid = tuple[int, int, tuple[tuple[int, ...], ...]]
"""A table: first column, first row, rows of cells."""


class Cell(Struct, frozen=True):
    """A variable of the program: an integer in low..high, `start` before anything happens."""

    name: str
    low: int
    high: int
    start: int
    passing: bool = False
    """Not on the sheet: a roll, or a stat of a foe. When nothing reads it any more, no report needs it."""


class Do(Struct, frozen=True):
    """Set variables, all at once, each to the value of its expression before; values are already in range."""

    sets: tuple[tuple[VariableId, Expr], ...]
    next: NodeId


class Branch(Struct, frozen=True):
    """Go on at `yes` if the condition holds (is not 0), else at `no`."""

    condition: Expr
    yes: NodeId
    no: NodeId


class Chance(Struct, frozen=True):
    """Go on at one of `nexts`, with chances in proportion to the weights: integers, not all 0, none negative."""

    weights: tuple[Expr, ...]
    nexts: tuple[NodeId, ...]
    total: int = 0
    """The constant sum of the weights; 0 if the sum depends on the state."""


class Choice(Struct, frozen=True):
    """One option of a decision, open when its condition holds."""

    condition: Expr
    next: NodeId
    address: str
    offered: Expr | None = None
    """When the book has it open, where a strategy is played that does not take it always then; None: then, too."""


class Decide(Struct, frozen=True):
    """The reader's or the rival's decision; if no option is open, play goes on at `shut`. A point."""

    owner: str
    options: tuple[Choice, ...]
    """At least one."""
    shut: NodeId
    address: str

    @property
    def narrowed(self) -> bool:
        """Whether a strategy is played that does not take some option where the book has it open."""
        return any(option.offered is not None for option in self.options)


class Enter(Struct, frozen=True):
    """A chapter's start, the head of a loop, or a place where visits are counted. A point."""

    chapter: str | None
    next: NodeId
    mark: Mark | None = None
    """What is counted."""
    meeting: bool = False
    """Only there for the many ways of a roll to meet again; play might as well pass it over."""


class Earn(Struct, frozen=True):
    """Points earned."""

    amount: Expr
    next: NodeId


class Note(Struct, frozen=True):
    """Nothing happens; the listing of states remembers that play passed here (`Program.marks[mark]`)."""

    mark: int
    next: NodeId


class Stop(Struct, frozen=True):
    """The end of play, in the ending of this number."""

    ending: int


Node = Do | Branch | Chance | Decide | Enter | Earn | Note | Stop


class Mark(Struct, frozen=True):
    """The meaning of a `Note`, for findings."""

    what: str
    """`then` or `else` of a condition; `when` of a trigger of the book, which is carried out; of a gain that does not
    fit, `full`: there cannot be so many copies, with any room, else `tight`; `clamp` of an effect; `stored`: a place
    has too little room for what is stored there; `below`: less than nothing is gained, lost or paid; `zero`: a
    division by 0; of a fight `fought`, `won` (against one group of foes), `lost` (or the reader died in it, or turned
    to a chapter that tells a defeat), `row` (its `lost` rows were played), `left` in another way; only to be counted:
    `said` words, `rolled` dice, a test that is `tested`, what the reader then `had`."""
    address: str = ""
    variable: str = ""
    """The variable that was clamped, or the thing; the name of the test."""
    amount: int = 1
    """How many dice were `rolled`, or words `said`; of a one-of, the value that the reader `had`; of a number that is
    clamped, or `stored`, 1 at the high end of its range and -1 at the low end."""


class Program(Struct, frozen=True):
    """The whole book, lowered."""

    cells: tuple[Cell, ...]
    """The book's variables in its order, then the lowering's own."""
    nodes: tuple[Node, ...]
    places: tuple[str, ...]
    """For each node, its chapter (`hero` for the hero block)."""
    entry: NodeId
    """The hero block's first point."""
    chapters: dict[str, NodeId]
    tables: dict[str, Grid]
    """Tables by name."""
    endings: tuple[str, ...]
    """Names of endings by number; the last is the soft lock."""
    marks: tuple[Mark, ...]
    causes: Mapping[NodeId, str]
    """For each `Chance` the address of its cause: a step, or the fight around it."""
    labels: Mapping[tuple[NodeId, NodeId], str]
    """For each way from a `Chance` that replaces a reader's choice, the words of that choice."""
    widest: int
    """The most ways through a stretch between two points: how often chances are multiplied and joined."""
    merged: bool = False
    """The starts of some chapters are not points (`program.merge`), so reports on these chapters are not possible."""
    least: Mapping[NodeId, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    """At points where values have the same effect (`program.classes`), the representative of each value of a variable,
    from its lowest on."""

    def points(self) -> list[NodeId]:
        """The nodes that are points, ascending."""
        return [number for number, node in enumerate(self.nodes) if isinstance(node, Decide | Enter)]


def successors(node: Node) -> tuple[NodeId, ...]:
    """Where play can go from a node."""
    match node:
        case Do() | Enter() | Earn() | Note():
            return (node.next,)
        case Branch():
            return (node.yes, node.no)
        case Chance():
            return node.nexts
        case Decide():
            return (*(option.next for option in node.options), node.shut)
        case Stop():
            return ()


def asked(node: Node) -> tuple[Expr, ...]:
    """The expressions that say where play goes on from a node."""
    match node:
        case Branch():
            return (node.condition,)
        case Chance():
            return node.weights
        case Decide():
            return tuple(option.condition for option in node.options)
        case Do() | Enter() | Earn() | Note() | Stop():
            return ()


def reached(program: Program, start: NodeId, beyond: NodeId | None = None) -> set[NodeId]:
    """The nodes that play can come to from a node on, itself included; not through the node `beyond`."""
    seen, waiting = {start}, [start]
    while waiting:
        for after in successors(program.nodes[waiting.pop()]):
            if after not in seen and after != beyond:
                seen.add(after)
                waiting.append(after)
    return seen


def passed_after(program: Program, points: Iterable[NodeId]) -> set[NodeId]:
    """The nodes that play can come to from some points without passing another point."""
    found, waiting = set[NodeId](), [*points]
    while waiting:
        for after in successors(program.nodes[waiting.pop()]):
            if after not in found and not isinstance(program.nodes[after], Decide | Enter):
                found.add(after)
                waiting.append(after)
    return found


def predecessors(program: Program) -> list[list[NodeId]]:
    """For each node those that lead to it, once for each way."""
    found: list[list[NodeId]] = [[] for _ in program.nodes]
    for number, node in enumerate(program.nodes):
        look()
        for after in successors(node):
            found[after].append(number)
    return found


def redirected(node: Node, instead: Mapping[NodeId, NodeId]) -> Node:
    """The node with other places to go on at: `instead[after]` in place of `after`."""

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


def relabelled(
    labels: Mapping[tuple[NodeId, NodeId], str], instead: Callable[[NodeId, NodeId], NodeId]
) -> dict[tuple[NodeId, NodeId], str]:
    """The labels of ways that lead elsewhere now.

    Args:
        labels: by the node and where a way of it led.
        instead: where it leads now.
    """
    found: dict[tuple[NodeId, NodeId], str] = {}
    for (node, after), label in labels.items():
        now = (node, instead(node, after))
        found[now] = label if now not in found or found[now] == label else f"{found[now]} / {label}"
    return found
