"""How best play changes along one number of a fight: what it is worth, what is done, and where that differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.fights.encounter import Axis
from gamebook.fights.policy import PolicyMap, Ties
from gamebook.kernels.arrays import Floats
from gamebook.kernels.bellman import SAME


class Slice(Struct, frozen=True):
    """All states with one value of the number."""

    value: int
    states: int
    worth: Mapping[str, float]
    """The mean worth of each way of fighting, over the other ranges that were asked for."""
    taken: Mapping[tuple[str, str], tuple[int, int]]
    """For each decision and each of its options but the first: in how many states it is taken, out of those in which
    the decision is reached."""
    any: int
    """In how many states one of these is taken at some decision."""
    differs: int | None
    """States where something else is done than with the value before; None for the first value."""
    changes: int | None
    """Of the fights asked for, those worth something else than with the value before, by more than rounding."""


class Along(Struct, frozen=True):
    """A slice for each value of an axis."""

    axis: Axis
    slices: tuple[Slice, ...]


def must_be_among(axes: Sequence[Axis], label: str) -> None:
    """Raises: UsageError: there is no such axis."""
    labels = [axis.label for axis in axes]
    if label not in labels:
        raise UsageError(f"{label} is not a range of this fight; the ranges are {', '.join(labels)}")


def along(
    policy: PolicyMap,
    label: str,
    ties: Ties = "published",
    worth: Mapping[str, Floats] | None = None,
    over: Sequence[Axis] | None = None,
) -> Along:
    """Follow a policy along an axis.

    Args:
        policy: what is done.
        label: the axis, as people call it: `LUCK`, `foe SKILL`.
        ties: the rule for equally good options; not `all`.
        worth: float64[*over], what ways of fighting are worth, the best first; by default the policy's own.
        over: the ranges that were asked for, over which worth is the mean; by default the axes of the policy.

    Raises:
        UsageError: there is no such axis.
    """
    must_be_among(over or policy.axes, label)
    number = [axis.label for axis in policy.axes].index(label)
    axis = policy.axes[number]
    asked = [each.label for each in over or policy.axes].index(label)
    ways = {name: np.moveaxis(each, asked, 0) for name, each in (worth or {"best play": policy.value}).items()}
    best = next(iter(ways.values()))
    codes = np.moveaxis(policy.codes(ties)[0], number, 0)
    choices = [(each, np.moveaxis(each.choice(ties), number, 0)) for each in policy.decisions]
    slices = []
    for at in range(axis.size):
        taken = {
            (each.name, name): (int((choice[at] == option).sum()), int((choice[at] >= 0).sum()))
            for each, choice in choices
            for option, name in enumerate(each.labels)
            if option
        }
        differs = changes = None
        if at:
            differs = int((codes[at] != codes[at - 1]).sum())
            gap = np.abs(best[at] - best[at - 1])
            changes = int((gap > SAME * np.maximum(np.abs(best[at]), np.abs(best[at - 1]))).sum())
        mean = {name: float(np.nanmean(way[at])) for name, way in ways.items()}
        slices.append(Slice(axis.low + at, codes[at].size, mean, taken, int((codes[at] > 0).sum()), differs, changes))
    return Along(axis, tuple(slices))
