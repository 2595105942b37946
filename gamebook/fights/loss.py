"""What a way of fighting loses against best play, over all states of a fight's axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from gamebook.fights.encounter import Axis
from gamebook.kernels.arrays import Floats

Where = tuple[int, ...]
"""A state: a value for each axis."""


class Loss(Struct, frozen=True):
    """Chance to win (or points) lost against best play."""

    mean: float
    """Over all states alike."""
    worst: float
    where: Where
    """The state where most is lost."""


def loss(axes: Sequence[Axis], best: Floats, value: Floats) -> Loss:
    """What `value` loses against `best`, both float64[*axes]; roundings that seem to gain count as nothing."""
    lost = np.maximum(best - value, 0.0)
    at = int(lost.argmax())
    return Loss(float(lost.mean()), float(lost.flat[at]), place(axes, at))


def place(axes: Sequence[Axis], number: int) -> Where:
    """The state at a place of an array over the axes, counted through it row by row."""
    index = np.unravel_index(number, tuple(axis.size for axis in axes))
    return tuple(axis.low + int(step) for axis, step in zip(axes, index, strict=True))
