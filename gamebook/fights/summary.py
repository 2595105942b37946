"""Summary of best play: what is best most often, in a few parts of everything that the axes hold.

The axes that are not drawn are cut into a few ranges each. In each part a map tells which way to use the decisions is
the best one for most of its states, and a rule of few words what that comes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.fights.advice import Rule, fit
from gamebook.fights.encounter import Axis
from gamebook.fights.policy import Codes, DecisionMap, PolicyMap, Ties, panels
from gamebook.kernels.arrays import Floats

RANGES = 3
"""Ranges that an axis is cut into."""
CASES = 3
"""Cases that a rule tells apart, at most."""


class Part(Struct, frozen=True):
    """One part: a range of each axis that is not drawn."""

    ranges: tuple[Axis, ...]
    """Those axes, cut."""
    value: float
    """What best play is worth there, on average."""
    codes: Codes
    """int16[up, across]: what is best most often."""
    share: Floats
    """float64[up, across]: how often it is, 0 to 1."""
    rules: dict[str, Rule]
    """For each decision."""


class Summary(Struct, frozen=True):
    """All parts, in the order of the axes, each from its high end to its low one."""

    up: Axis
    across: Axis
    cut: tuple[tuple[Axis, ...], ...]
    """For each axis that is not drawn, its ranges."""
    options: tuple[tuple[int, ...], ...]
    """What the codes mean, as in `PolicyMap.codes`."""
    policy: PolicyMap
    parts: tuple[Part, ...]


def summary(policy: PolicyMap, ties: Ties = "published") -> Summary:
    """Sum up a policy.

    Args:
        policy: what to do.
        ties: the rule for equally good options; not `all`.
    """
    up, across, rest = panels(policy)
    codes, options = policy.codes(ties)
    cut = tuple(_ranges(axis) for axis in rest)
    parts = tuple(_part(policy, codes, len(options), chosen) for chosen in product(*cut))
    return Summary(up, across, cut, options, policy, parts)


def _ranges(axis: Axis) -> tuple[Axis, ...]:
    """A few ranges of an axis, as even as can be, the highest first."""
    pieces = np.array_split(np.arange(axis.low, axis.high + 1)[::-1], min(RANGES, axis.size))
    return tuple(replace(axis, low=int(piece[-1]), high=int(piece[0])) for piece in pieces)


def _part(policy: PolicyMap, codes: Codes, count: int, chosen: Sequence[Axis]) -> Part:
    up, across, rest = panels(policy)
    axes = tuple(chosen[rest.index(axis)] if axis in rest else axis for axis in policy.axes)
    here = tuple(
        slice(axis.low - whole.low, axis.high - whole.low + 1) for axis, whole in zip(axes, policy.axes, strict=True)
    )
    drawn = (policy.axes.index(up), policy.axes.index(across))
    flat = np.moveaxis(codes[here], drawn, (0, 1)).reshape(up.size, across.size, -1)
    often = np.stack([(flat == code).mean(axis=-1) for code in range(count)])
    rules = {
        each.name: fit(axes, DecisionMap(each.name, each.labels, each.worth[here]), CASES) for each in policy.decisions
    }
    mean = float(np.nanmean(policy.value[here]))
    return Part(tuple(chosen), mean, often.argmax(axis=0).astype(np.int16), often.max(axis=0), rules)
