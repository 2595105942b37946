"""What readers see when they choose: the decision, and which of its options are open.

Two states look the same to a reader who knows nothing but the words of the page if they are the same decision in the
same chapter, with the same options open. All such states together are a *sight*.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Ints, spans
from gamebook.program.code import Decide
from gamebook.solver.space import Space


class Sights(Struct, frozen=True):
    """The sights of a book. Each has a slot for each of its open options, in the order written."""

    of_state: Ints
    """int64[n]: the sight of a state; -1 where the reader has nothing to choose."""
    of_action: Ints
    """int64[a]: the slot of an action; -1 where the state has no sight."""
    first: Ints
    """int64[sights + 1]: where the slots of a sight start."""
    chapter: tuple[str, ...]
    """For each sight its chapter."""
    decision: tuple[str, ...]
    """For each sight the address of its decision."""
    options: tuple[str, ...]
    """For each slot the address of its option."""

    @property
    def count(self) -> int:
        """The number of sights."""
        return len(self.decision)


def sights(space: Space, left_out: Collection[str] = ()) -> Sights:
    """All sights of the reader with at least two open options.

    Args:
        space: all states of a book.
        left_out: addresses of decisions that are not asked about.
    """
    s, program = space.states, space.program
    of_state, of_action = np.full(space.size, -1, np.int64), np.full(len(s.option), -1, np.int64)
    first, chapters, decisions, options = [0], list[str](), list[str](), list[str]()
    known: dict[tuple[str, str, bytes], int] = {}
    by_point = np.argsort(s.point, kind="stable")
    bounds = np.searchsorted(s.point[by_point], np.arange(len(space.code.point_node) + 1))
    for point, node in enumerate(space.code.point_node):
        decide, place = program.nodes[node], program.places[node]
        if not isinstance(decide, Decide) or decide.owner != "reader" or decide.address in left_out:
            continue
        states = by_point[bounds[point] : bounds[point + 1]]
        states = states[s.first_action[states + 1] - s.first_action[states] > 1]
        if not len(states):
            continue
        row, actions = spans(s.first_action, states)
        is_open = np.zeros((len(states), len(decide.options)), bool)
        is_open[row, s.option[actions]] = True
        looks, look = np.unique(np.packbits(is_open, axis=1), axis=0, return_inverse=True)
        number = np.empty(len(looks), np.int64)
        for each, bits in enumerate(looks):
            key = (place, decide.address, bits.tobytes())
            if key not in known:
                known[key] = len(decisions)
                there = np.flatnonzero(np.unpackbits(bits, count=len(decide.options)))
                chapters.append(place)
                decisions.append(decide.address)
                options += [decide.options[option].address for option in there]
                first.append(len(options))
            number[each] = known[key]
        of_state[states] = number[look.reshape(-1)]
        rank = np.cumsum(is_open, axis=1) - 1
        of_action[actions] = np.array(first)[of_state[states[row]]] + rank[row, s.option[actions]]
    return Sights(of_state, of_action, np.array(first), tuple(chapters), tuple(decisions), tuple(options))
