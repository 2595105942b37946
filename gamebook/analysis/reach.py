"""Which states lead where: from which of them a victory can still be reached, and which are a way into a trap.

The only module, with `witness`, that looks at single states and the ways between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from gamebook.kernels.machine import Ids, Ints
from gamebook.program.code import Decide, NodeId
from gamebook.solve.solution import Solved

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Reach:
    """The states of a solved book as a graph. State numbers are those of its space; endings come first."""

    solved: Solved

    @cached_property
    def ways(self) -> csr_array:
        """[n, n]: an entry for every way from a state to the next."""
        space = self.solved.space
        marks = np.ones(len(space.states.successor), np.int8)
        return csr_array((marks, space.states.successor, space.edge_start), shape=(space.size, space.size))

    @cached_property
    def victories(self) -> Ints:
        """The endings that are victories, as states."""
        won = {ending.name for ending in self.solved.book.endings if ending.kind == "victory"}
        return np.array([n for n, name in enumerate(self.solved.space.program.endings) if name in won], np.int64)

    @cached_property
    def hopeful(self) -> Flags:
        """bool[n]: from this state some way leads to a victory, however unlikely."""
        return self.leading_to(self.victories)

    def leading_to(self, goals: Ints) -> Flags:
        """bool[n]: some way leads from a state to one of the goals; goals lead to themselves."""
        size = self.solved.space.size
        back = self.ways.T.tocsr()
        # One more state, from which the search begins, leads back to every goal.
        starts = np.concatenate([back.indptr, [back.indptr[-1] + len(goals)]])
        ends = np.concatenate([back.indices, goals]).astype(np.int32)
        whole = csr_array((np.ones(len(ends), np.int8), ends, starts), shape=(size + 1, size + 1))
        found = np.zeros(size + 1, bool)
        found[breadth_first_order(whole, size, return_predecessors=False)] = True
        return found[:size]

    @cached_property
    def is_reached(self) -> Flags:
        """bool[endings]: play can come to the ending of this number (the last is the soft lock)."""
        reached = np.zeros(self.solved.space.size, bool)
        reached[self.solved.space.states.successor] = True
        return reached[: len(self.solved.space.program.endings)]

    @cached_property
    def node(self) -> Ids:
        """int32[n]: the program's node at which a state stands; -1 for an ending."""
        nodes = np.append(self.solved.space.code.point_node, -1).astype(np.int32)
        return nodes[self.solved.space.states.point]

    def states_at(self, node: NodeId) -> Ints:
        """The states that stand at a node."""
        return self.solved.point_states[node]

    def open_options(self, node: NodeId) -> Flags:
        """bool[states at the node, options]: which options of a decision are open in which state."""
        decide = self.solved.space.program.nodes[node]
        assert isinstance(decide, Decide)
        s = self.solved.space.states
        states = self.states_at(node)
        counts = s.first_action[states + 1] - s.first_action[states]
        row = np.repeat(np.arange(len(states)), counts)
        actions = np.repeat(s.first_action[states] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        option = s.option[actions]
        found = np.zeros((len(states), len(decide.options)), bool)
        found[row[option >= 0], option[option >= 0]] = True
        return found

    def entries(self, inside: Flags) -> tuple[Ints, Ints]:
        """Every way from a state outside a set to one inside it: where it begins, where it ends."""
        space = self.solved.space
        source = np.repeat(np.arange(space.size), np.diff(space.edge_start))
        target = space.states.successor.astype(np.int64)
        crossing = ~inside[source] & inside[target]
        return source[crossing], target[crossing]
