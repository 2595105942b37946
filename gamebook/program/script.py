"""A program for random play: its instructions, running sums for rolls, and numbers for what is counted."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from msgspec import Struct

from gamebook.kernels.player import Script
from gamebook.model.expression import Const
from gamebook.program.code import Branch, Chance, Decide, Enter, NodeId, Note, Program
from gamebook.program.encode import instructions


class Spot(Struct, frozen=True):
    """Something that is counted: a chapter's start, a decision in a chapter, or one of its options."""

    chapter: str
    decision: str = ""
    """The decision's address; empty for a chapter's start."""
    option: str = ""
    """The option's address; empty for the decision itself."""
    owner: str = ""
    """Whose decision it is."""


def script(program: Program, *, notes: bool = False, apart: bool = False) -> tuple[Script, tuple[Spot, ...]]:
    """The program's tables for the player, and what it counts, by number.

    A decision that lowering wrote out several times is counted once, unless `apart`.

    Args:
        program: what is played.
        notes: count notes, too; their numbers, in the order of `program.marks`, come after all others. Else they are
            passed over.
        apart: count each node apart.
    """
    words, starts, _ = instructions(program)
    spots: list[Spot] = []
    known: dict[tuple[Spot, ...], int] = {}
    spot = np.full(len(program.nodes), -1, np.int32)
    offered = np.full(len(program.nodes), -1, np.int64)
    sums: list[int] = []
    lottery = np.full(len(program.nodes), -1, np.int32)
    for number, node in enumerate(program.nodes):
        if apart:
            known.clear()
        match node:
            case Enter(chapter=chapter) if chapter is not None:
                spot[number] = _number((Spot(chapter),), known, spots)
            case Decide(address=address, owner=owner, options=options):
                place = program.places[number]
                chosen = (Spot(place, address, option.address, owner) for option in options)
                spot[number] = _number((Spot(place, address, "", owner), *chosen), known, spots)
                if node.narrowed:
                    offered[number] = starts[number] + 3 + 2 * len(options)  # after the options
            case Chance(weights=weights) if all(isinstance(weight, Const) for weight in weights):
                lottery[number] = len(sums)
                sums.extend(accumulate(weight.value for weight in weights if isinstance(weight, Const)))
    if notes:
        for number, node in enumerate(program.nodes):
            if isinstance(node, Note):
                spot[number] = len(spots) + node.mark
    here = passed_over(program, notes=notes)
    return Script(
        code=np.array(words, np.int64),
        node=np.array(starts, np.int64)[here],
        sums=np.array(sums, np.int64),
        lottery=lottery[here],
        spot=spot[here],
        offered=offered[here],
        start=np.array([cell.start for cell in program.cells], np.int64),
        entry=program.entry,
    ), tuple(spots)


def _number(group: tuple[Spot, ...], known: dict[tuple[Spot, ...], int], spots: list[Spot]) -> int:
    """The number of the first of some spots, new if need be."""
    if group not in known:
        known[group] = len(spots)
        spots.extend(group)
    return known[group]


def passed_over(program: Program, *, notes: bool = False) -> list[NodeId]:
    """For each node the one at which something happens next: where play comes to the first, it is at the second.

    Whatever is known by node must be known for both.
    """
    return [_onward(program, number, notes) for number in range(len(program.nodes))]


def _onward(program: Program, number: NodeId, notes: bool) -> NodeId:
    """The node at which something happens: conditions that are settled are passed over, and notes that do not count."""
    while True:
        match program.nodes[number]:
            case Note(next=after) if not notes:
                number = after
            case Branch(condition=Const(value=value), yes=yes, no=no):
                number = yes if value else no
            case _:
                return number
