"""The states of a book from its tables of turns alone, with dictionaries: a twin for the kernels of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.kernels.cells.reached import Reached
from gamebook.solver.arrays import Arrays

Key = tuple[int, tuple[int, ...]]
"""A point and the packed variables there; (-1 - n, ()) for ending n."""
Action = tuple[float, tuple[tuple[float, Key], ...]]
"""What it earns, and where it leads with which chance."""


@dataclass(frozen=True)
class PlainCells:
    """All states that play can come to, each found by following the turns."""

    arrays: Arrays

    @cached_property
    def turns(self) -> dict[tuple[int, ...], int]:
        """The number of a turn by its key: the point and what is touched."""
        turns, slots = self.arrays.grid.turns, self.arrays.grid.turns.slots
        return {tuple(map(int, turns.key[number])): int(number) for number in slots[slots >= 0]}

    def actions(self, state: Key) -> tuple[Action, ...]:
        """What can be done at a state; nothing at an ending."""
        point, key = state
        if point < 0:
            return ()
        t, bits = self.arrays.grid.turns, self.arrays.code.touched_bits[point]
        turn = self.turns[tuple(int(word) & int(mask) for word, mask in zip(key, bits, strict=True))]
        return tuple(
            (
                float(t.reward[a]),
                tuple((float(t.chance[way]), self._to(key, way)) for way in range(t.first_way[a], t.first_way[a + 1])),
            )
            for a in range(t.first_action[turn], t.first_action[turn + 1])
        )

    def _to(self, key: tuple[int, ...], way: int) -> Key:
        t = self.arrays.grid.turns
        to = int(t.to[way])
        if to < 0:
            return to, ()
        words = zip(key, t.carries[way], t.sets[way], strict=True)
        return to, tuple(int(word) & int(carried) | int(put) for word, carried, put in words)

    def reached(self, begin: Key) -> dict[Key, tuple[Action, ...]]:
        """All states that play comes to from one, with their actions."""
        found = {begin: self.actions(begin)}
        waiting = [begin]
        while waiting:
            for to in self.after(found[waiting.pop()]):
                if to not in found:
                    found[to] = self.actions(to)
                    waiting.append(to)
        return found

    @staticmethod
    def after(actions: tuple[Action, ...]) -> Iterator[Key]:
        """The states that some actions lead to."""
        return (to for _, ways in actions for _, to in ways)


def circling(states: dict[Key, tuple[Action, ...]]) -> set[Key]:
    """The states that play can come back to: those left when what leads nowhere and what is led to by none go.

    What lies between two circles is left as well; it is not come back to, so this is too many.
    """
    after = {state: set(PlainCells.after(actions)) for state, actions in states.items()}
    left = set(after)
    while True:
        ahead = {state for state in left if after[state] & left}
        behind = set().union(*(after[state] for state in ahead)) if ahead else set()
        if ahead & behind == left:
            return left
        left = ahead & behind


def reached_cells(r: Reached, first: int, last: int) -> Ints:
    """int64[…]: which of the cells first .. last - 1 are reached."""
    begin = first // 64
    words = r.bits[begin : (last + 63) // 64]
    found = np.flatnonzero(np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")) + 64 * begin
    return found[(found >= first) & (found < last)]
