"""Contexts in which it is certain what best play is worth: where the win is certain, and where it is lost.

Such contexts need not be worked out, and need not those that play comes to through them alone. So only best play can
be found without them: what the random reader does there is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.cells import closed as kernel
from gamebook.kernels.cells.closed import LOST, OPEN, WON
from gamebook.kernels.cells.contexts import GROUPS, Contexts, Shape
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.machine import Turns


class Closed(Struct, frozen=True):
    """What is certain of contexts."""

    known: Bytes
    """uint8[contexts]: OPEN, WON or LOST."""
    starts: Ids
    """int32[begins]: the contexts in which play begins."""
    ending: Ints
    """int64[3]: the ending that a context counts as, by what is known of it; 0 where it is open."""
    nothing: bool
    """Nothing was looked for: all contexts are worked out."""


def none_closed(d: Contexts) -> Closed:
    """All contexts are open."""
    return Closed(np.full(len(d.point), OPEN, np.uint8), np.zeros(0, np.int32), np.zeros(3, np.int64), True)


def closed(
    shape: Shape,
    begins: Sequence[tuple[int, Ints]],
    d: Contexts,
    counts: Ints,
    turns: Turns,
    lay: Layout,
    worth: Floats,
    rivals: Flags,
    watch: Callable[[], None] | None,
) -> Closed:
    """What is certain of the contexts of a book that is played to win.

    Args:
        begins: points and keys at which play begins: the contexts found first.
        d, counts, turns, lay: the contexts, their turns, and where these lead.
        worth: float64[endings], what each ending is worth, from 0 to 1; the soft lock is the last, and worth 0.
        rivals: bool[points], whether a rival decides there.
        watch: called every few milliseconds; it may raise to break off.
    """
    first_turn, of_group = kernel.turns_by_group(turns, d, int(counts[GROUPS]))
    known = np.full(len(d.point), LOST, np.uint8)
    while kernel.close(turns, d, counts, lay.class_start, lay.target, worth, rivals, first_turn, of_group, known):
        if watch is not None:
            watch()
    numbers: dict[tuple[int, bytes], int] = {}
    starts = [
        numbers.setdefault((point, (key & shape.context_bits[point]).tobytes()), len(numbers)) for point, key in begins
    ]
    ending = np.zeros(3, np.int64)
    ending[WON], ending[LOST] = np.argmax(worth), len(worth) - 1
    return Closed(known, np.array(starts, np.int32), ending, False)
