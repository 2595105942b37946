"""Every option of every decision by number, and which action of a state takes it.

A decision that stands in several places of the program (a trigger's, for one) is one for each chapter it is asked in.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.decisions import decisions
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.states import States
from gamebook.program.code import Decide
from gamebook.solver.solution import AT_ONCE, Solved
from gamebook.solver.space import Space


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
    at_point: Ids
    """int32[points, options + 1]: the row of an option at a point; -1 where it is never open, and in the last column,
    which is for actions that nobody decides on."""
    states: States

    def of(self, state: Ints, action: Ints) -> Ids:
        """int32[k]: the row of each of some actions; -1 where nobody decides.

        Args:
            state: int64[k], the state of each.
            action: int64[k]
        """
        return self.at_point[self.states.point[state], self.states.option[action]]


def offers(solved: Solved) -> Offers:
    """All options of a book."""
    space, code, program = solved.space, solved.space.code, solved.space.program
    widest = max((len(node.options) for node in program.nodes if isinstance(node, Decide)), default=0)
    number = np.full((len(code.point_node), widest + 1), -1, np.int32)
    words = decisions(solved.book)
    found: dict[Offer, int] = {}
    for point, place in np.argwhere(_is_open(space, widest)).tolist():
        decide, node = program.nodes[code.point_node[point]], int(code.point_node[point])
        assert isinstance(decide, Decide)
        option, told = decide.options[place].address, words[decide.address]
        offer = Offer(
            program.places[node],
            decide.address,
            option,
            told.labels[option],
            decide.owner,
            told.against,
            told.in_fight,
        )
        number[point, place] = found.setdefault(offer, len(found))
    alike = Counter((each.chapter, each.label, each.against) for each in found)
    rows = (
        replace(each, name=words[each.address].name) if alike[each.chapter, each.label, each.against] > 1 else each
        for each in found
    )
    return Offers(tuple(rows), number, space.states)


def _is_open(space: Space, widest: int) -> Flags:
    """bool[points, widest]: the option is open in some state at the point."""
    s, found = space.states, np.zeros((len(space.code.point_node), widest + 1), np.bool_)
    for at in range(0, space.size, AT_ONCE):
        look()
        first = s.first_action[at : at + AT_ONCE + 1]
        found[np.repeat(s.point[at : at + AT_ONCE], np.diff(first)), s.option[first[0] : first[-1]]] = True
    return found[:, :-1]
