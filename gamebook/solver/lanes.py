"""Heroes side by side: which variables heroes may differ in and still go the same ways, and their turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Ints
from gamebook.kernels.cells.lanes import MOST, Lanes, lineup, make_lanes, one_lane
from gamebook.kernels.code import Code
from gamebook.kernels.keys import packed
from gamebook.kernels.machine import Turns
from gamebook.model.arithmetic import reads
from gamebook.model.expression import Expr
from gamebook.program.code import Chance, Do, Earn, Node, NodeId, Program, VariableId, asked, reached
from gamebook.solver.axes import axes
from gamebook.solver.listing import Listing, more_turns, no_turns

Root = tuple[NodeId, Ints]
"""Where play begins: a point, and the values of all variables."""


class Unlike(Exception):  # noqa: N818 - says what is the matter
    """Heroes cannot be solved side by side."""

    def __init__(self, alike: Flags | None = None) -> None:
        """Heroes differ too much.

        Args:
            alike: bool[lanes], those who can be solved so without the others; None: nobody knows.
        """
        super().__init__()
        self.alike = alike


class Abreast(Struct):
    """Heroes side by side, and the turns of all of them together."""

    lanes: Lanes
    own: Turns | None = None
    """None for one hero alone, whose turns are those of the listing."""
    own_counts: Ints | None = None

    @classmethod
    def alone(cls, code: Code) -> Abreast:
        """One hero."""
        return cls(one_lane(len(code.point_node), code.words))

    @classmethod
    def begin(cls, code: Code, count: int, variables: Iterable[VariableId]) -> Abreast:
        """So many heroes who differ in some variables.

        Raises:
            Unlike: none of these variables ever matters.
        """
        chosen = set(variables)
        live = np.zeros((len(code.point_node), code.words), np.int64)
        bits = np.zeros(code.words, np.int64)
        widest = (0, 0, 0)
        for point in range(len(live)):
            for f in range(code.field_start[point], code.field_start[point + 1]):
                if int(code.field_variable[f]) in chosen:
                    mask, word, shift = int(code.field_mask[f]), int(code.field_word[f]), int(code.field_shift[f])
                    live[point, word] |= mask << shift
                    bits[word] |= mask << shift
                    widest = max(widest, (mask, word, shift))
        mask, word, shift = widest
        if mask == 0:
            raise Unlike
        lanes = make_lanes(count, live, bits, word, shift, mask)
        return cls(lanes, no_turns(code, 1024, count), np.zeros(8, np.int64))

    def anew(self, code: Code) -> Abreast:
        """The same heroes without the line-ups known so far: there is room for few."""
        count, bits, live, word, shift, mask, *_ = self.lanes
        lanes = make_lanes(count, live, bits, word, shift, mask)
        return Abreast(lanes, no_turns(code, 1024, count), np.zeros(8, np.int64))

    @property
    def mark(self) -> Flags:
        """As in `Grid.lanes`."""
        return np.ones((1, 1) if self.lanes.count == 1 else self.lanes.count, np.bool_)

    def turns(self, listing: Listing) -> tuple[Turns, Ints]:
        """The turns of all, and how much of their arrays is used."""
        if self.own is None or self.own_counts is None:
            return listing.turns, listing.counts
        return self.own, self.own_counts

    def beneath(self, listing: Listing) -> int:
        """Bytes of the turns of single heroes, of which those of all are made; 0 where they are the turns of all."""
        return 0 if self.own is None else listing.turn_bytes

    def more_turns(self) -> None:
        """Twice the room where it is short."""
        if self.own is not None and self.own_counts is not None:
            self.own = more_turns(self.own, self.own_counts)

    def key(self, code: Code, heroes: Sequence[Root]) -> tuple[int, Ints]:
        """The point and the key of heroes side by side where play begins.

        Raises:
            Unlike: they have too many different values.
        """
        point = int(code.point[heroes[0][0]])
        keys = packed(code, point, np.stack([env for _, env in heroes]))
        lanes = self.lanes
        for lane, key in enumerate(keys):
            lanes.next[lane] = key & lanes.live[point]
        number = lineup(lanes)
        if number < 0:
            raise Unlike
        whole = keys[0] & ~lanes.bits
        whole[lanes.word] |= number << lanes.shift
        return point, whole


def side_by_side(program: Program, start: NodeId, roots: Sequence[Root]) -> tuple[list[Root], int, set[VariableId]]:
    """Heroes in an order in which those who differ in chances alone follow each other.

    Returns: the heroes; how many of them follow each other; and the variables that these differ in.
    """
    values = np.stack([env for _, env in roots])
    varying = {int(v) for v in np.flatnonzero((values != values[0]).any(axis=0))}
    variables = _weighing(program, start, varying)
    rest = values.copy()
    rest[:, sorted(variables)] = 0
    found: dict[bytes, list[Root]] = {}
    for root, key in zip(roots, rest, strict=True):
        found.setdefault(key.tobytes(), []).append(root)
    count = max(n for n in range(1, MOST + 1) if all(len(heroes) % n == 0 for heroes in found.values()))
    if count == 1:
        return list(roots), 1, set()
    return [root for heroes in found.values() for root in heroes], count, variables


def _weighing(program: Program, start: NodeId, varying: set[VariableId]) -> set[VariableId]:
    """Those of some variables that weigh chances and do nothing else, and what is made of them.

    What is made of them must do nothing else, too. A number that play counts through (`axes`) is none of them.
    """
    index = {cell.name: number for number, cell in enumerate(program.cells)}

    def variables(expressions: Iterable[Expr]) -> set[VariableId]:
        return {index[name] for expr in expressions for name in reads(expr)}

    nodes = [program.nodes[node] for node in sorted(reached(program, start))]
    made = [(variable, variables([expr])) for node in nodes if isinstance(node, Do) for variable, expr in node.sets]
    decide = set(axes(program)).union(*(variables(_read(node)) for node in nodes))
    while more := {v for to, of in made if to in decide for v in of} - decide:
        decide |= more
    found = varying - decide
    while more := {to for to, of in made if of & found} - found:
        found |= more
    return found


def _read(node: Node) -> tuple[Expr, ...]:
    """What decides, apart from chance, where play goes, or what it earns."""
    match node:
        case Chance():
            return ()
        case Earn():
            return (node.amount,)
    return asked(node)
