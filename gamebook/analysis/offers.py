"""Every option of every decision by number, and which action of a state takes it.

A decision that stands in several places of the program (a trigger's, for one) is one for each chapter it is asked in.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.words import decisions
from gamebook.kernels.arrays import Ints
from gamebook.program.code import Decide
from gamebook.solver.solution import Solved


class Offer(Struct, frozen=True):
    """An option."""

    chapter: str
    address: str
    """Of the decision."""
    option: str
    """The option's own address."""
    label: str
    """In the words of the book."""
    owner: str
    """Who decides: `reader` or `rival`."""
    against: str
    """In a fight, the foe it is about."""
    in_fight: bool
    name: str = ""
    """What the decision is called, where another one of the chapter has an option with the same words; else empty."""


class Offers(Struct, frozen=True):
    """All options that are open in some state, in book order."""

    rows: tuple[Offer, ...]
    of_action: Ints
    """int64[a]: the row of an action; -1 where nobody decides."""


def offers(solved: Solved) -> Offers:
    """All options of a book."""
    space, code, program = solved.space, solved.space.code, solved.space.program
    s = space.states
    point = np.repeat(s.point, np.diff(s.first_action)).astype(np.int64)
    widest = max((len(node.options) for node in program.nodes if isinstance(node, Decide)), default=0) + 1
    keys, which = np.unique(np.where(s.option >= 0, point * widest + s.option, -1), return_inverse=True)
    words = decisions(solved.book)
    found: dict[Offer, int] = {}
    number = np.full(len(keys), -1, np.int64)
    for place, key in enumerate(keys.tolist()):
        if key < 0:
            continue
        node = int(code.point_node[key // widest])
        decide = program.nodes[node]
        assert isinstance(decide, Decide)
        option, told = decide.options[key % widest].address, words[decide.address]
        offer = Offer(
            program.places[node],
            decide.address,
            option,
            told.labels[option],
            decide.owner,
            told.against,
            told.in_fight,
        )
        number[place] = found.setdefault(offer, len(found))
    alike = Counter((each.chapter, each.label, each.against) for each in found)
    rows = (
        replace(each, name=words[each.address].name) if alike[each.chapter, each.label, each.against] > 1 else each
        for each in found
    )
    return Offers(tuple(rows), number[which.reshape(-1)])
