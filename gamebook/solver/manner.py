"""How decisions are made: as well as possible, or at random."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Floats, Ids
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX
from gamebook.solver.space import Space


class Manner(Struct, frozen=True):
    """How decisions are made: by the best action, the worst, or with given weights."""

    mode: Ids
    """int32[n]: MAXIMISE, MINIMISE or MIX."""
    weight: Floats
    """float64[a]: chance of each action at MIX states."""


def best_play(space: Space) -> Manner:
    """The reader maximises, the rival minimises."""
    return Manner(_modes(space, MAXIMISE), np.zeros(len(space.states.option)))


def uniform_play(space: Space) -> Manner:
    """The reader gives equal weight to every open option; the rival answers as well as possible."""
    count = np.diff(space.states.first_action)
    return Manner(_modes(space, MIX), 1.0 / np.repeat(count, count))


def _modes(space: Space, reader: int) -> Ids:
    """int32[n]: how decisions are made: the rival's against the reader, all others as is said here."""
    by_point = np.where(space.owner == 1, MINIMISE, reader).astype(np.int32)
    return np.append(by_point, np.int32(reader))[space.states.point]  # endings stand at no point: -1, the last
