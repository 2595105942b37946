"""Reachability: which states play can reach, and from which a victory can still be reached.

Lints ask here, or ask the solution: they do not look into the arrays of states themselves.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ids, Ints, spans
from gamebook.kernels.ways import Ways
from gamebook.model.book import UNWRITTEN
from gamebook.program.code import Decide, Mark, NodeId
from gamebook.solver.solution import Solved


class Reach(Struct, frozen=True, dict=True):
    """The states of a solved book as a graph. State numbers are those of its space; endings come first."""

    solved: Solved

    @property
    def size(self) -> int:
        """The number of states, endings included."""
        return self.solved.space.size

    @property
    def root(self) -> int:
        """The state before the hero is made."""
        return self.solved.space.root

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings by their numbers as states; the last is the soft lock."""
        return self.solved.space.program.endings

    @property
    def stuck(self) -> int:
        """The state of a reader who is stuck."""
        return len(self.endings) - 1

    @cached_property
    def ways(self) -> Ways:
        """Every way from a state to the next."""
        return self.solved.space.ways

    def of_kind(self, *kinds: str) -> Ints:
        """The endings of some kinds, as states."""
        known = self.solved.book.ending_kinds
        return np.array([n for n, name in enumerate(self.endings) if known[name] in kinds], np.int64)

    @property
    def whole(self) -> bool:
        """Whether it is known of every state where it leads."""
        return self.solved.space.listed >= self.size

    @property
    def unlisted(self) -> Ints:
        """The states of which it is not known where they lead."""
        return np.arange(self.solved.space.listed, self.size)

    @cached_property
    def hopeful(self) -> Flags:
        """bool[n]: from this state some way leads to a victory, however unlikely; or may, for all that is known."""
        return self.leading_to(np.append(self.of_kind("victory"), self.unlisted))

    @cached_property
    def spared(self) -> Flags:
        """bool[n]: from this state some way leads to an ending that is no defeat; or may, for all that is known."""
        return self.leading_to(np.append(self.of_kind("victory", "ending", UNWRITTEN), self.unlisted))

    def leading_to(self, goals: Ints) -> Flags:
        """bool[n]: some way leads from a state to one of the goals; goals lead to themselves."""
        look()  # with millions of states this takes a while, and so does `entries`
        return self.solved.space.leading_to(goals)

    @cached_property
    def is_reached(self) -> Flags:
        """bool[endings]: play can reach the ending of this number (the last is the soft lock)."""
        reached = np.zeros(self.size, bool)
        reached[self.solved.space.states.successor] = True
        return reached[: len(self.endings)]

    @cached_property
    def marks(self) -> tuple[tuple[Mark, int], ...]:
        """Every mark of the program, with the first state from which play passes it; -1 if none does."""
        space = self.solved.space
        return tuple((mark, int(state)) for mark, state in zip(space.program.marks, space.states.seen, strict=True))

    @cached_property
    def node(self) -> Ids:
        """int32[n]: the program's node of a state; -1 for an ending."""
        nodes = np.append(self.solved.space.code.point_node, -1).astype(np.int32)
        return nodes[self.solved.space.states.point]

    def is_come_to(self, node: NodeId) -> bool:
        """Whether a listed state is at a node."""
        return bool(len(self.solved.point_states[node]))

    def states_at(self, node: NodeId) -> Ints:
        """The states at a node whose actions are known."""
        states = self.solved.point_states[node]
        return states[states < self.solved.space.listed]

    def values(self, state: int) -> dict[str, int]:
        """The variables that still matter in a state."""
        return self.solved.space.values(state)

    def ranges_at(self, node: NodeId) -> dict[str, tuple[int, int]]:
        """The least and greatest value of the variables that matter at a node; empty if play never comes there."""
        states = self.states_at(node)
        columns = self.solved.columns(node, states) if len(states) else {}
        return {name: (int(values.min()), int(values.max())) for name, values in columns.items()}

    def actions(self, state: int) -> list[tuple[int | None, Ids]]:
        """What can be done in a state: the option's number (None where nobody decides), and where it can lead."""
        s = self.solved.space.states
        return [
            (
                int(s.option[a]) if s.option[a] >= 0 else None,
                s.successor[s.first_successor[a] : s.first_successor[a + 1]],
            )
            for a in range(s.first_action[state], s.first_action[state + 1])
        ]

    def open_options(self, node: NodeId) -> Flags:
        """bool[states at the node, options]: which options of a decision are open in which state."""
        decide = self.solved.space.program.nodes[node]
        assert isinstance(decide, Decide)
        s = self.solved.space.states
        states = self.states_at(node)
        row, actions = spans(s.first_action, states)
        option = s.option[actions]
        found = np.zeros((len(states), len(decide.options)), bool)
        found[row[option >= 0], option[option >= 0]] = True
        return found

    def entries(self, inside: Flags) -> tuple[Ints, Ints]:
        """Every way from a state outside a set to one inside it: where it begins, where it ends."""
        look()
        space = self.solved.space
        target = space.states.successor
        crossing = ~space.by_way(inside) & inside[target]
        return space.way_state[crossing], target[crossing].astype(np.int64)
