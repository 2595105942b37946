"""Chances of a listing as fractions again: what a rounded chance is a multiple of is known from the program."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from gamebook.kernels.bellman import UNIT
from gamebook.kernels.states import EVEN
from gamebook.program.code import Decide, Enter
from gamebook.program.denominators import denominators
from gamebook.solver.space import Space


class Whole(Struct, frozen=True):
    """Chances and points of a listing as integers. Lists by action have as many entries as the listing has actions."""

    total: list[int]
    """By action: its chances, and its points, are multiples of one over this."""
    points: list[int]
    """By action: the points that it is expected to bring, times `total`."""
    even: list[bool]
    """By action: its points are 0 because gains and losses cancel."""
    first: list[int]
    """By action, and one more: where its successors begin."""
    successor: list[int]
    weight: list[int]
    """By successor: its chance, times the action's `total`."""


def whole(space: Space) -> Whole | None:
    """The chances of a listing as integers over a denominator of each action; None if rounding leaves a doubt."""
    totals = _multiples(space)
    if totals is None:
        return None
    s = space.states
    total = np.array(totals, float)
    weights = np.rint(s.chance * np.repeat(total, np.diff(s.first_successor)))
    doubt = (space.roundings + 8) * UNIT * total * np.maximum(1.0, np.abs(s.reward))
    if (doubt > 0.125).any() or (np.add.reduceat(weights, s.first_successor[:-1]) != total).any():
        return None
    return Whole(
        total=totals,
        points=np.rint(s.reward * total).astype(np.int64).tolist(),
        even=(s.reward == EVEN).tolist(),
        first=s.first_successor.tolist(),
        successor=s.successor.tolist(),
        weight=weights.astype(np.int64).tolist(),
    )


def _multiples(space: Space) -> list[int] | None:
    """For each action, a number of which all of its chances are multiples of 1/n; None if one is not known."""
    common = denominators(space.program)
    s, nodes = space.states, space.program.nodes
    points = np.repeat(s.point, np.diff(s.first_action))
    kinds = points.astype(np.int64) * (int(s.option.max(initial=0)) + 2) + s.option + 1
    found: dict[int, int] = {}
    numbers, firsts = np.unique(kinds, return_index=True)
    for kind, action in zip(numbers.tolist(), firsts.tolist(), strict=True):
        node = nodes[space.code.point_node[points[action]]]
        option = int(s.option[action])
        if isinstance(node, Decide):
            start = node.options[option].next if option >= 0 else node.shut
        else:
            assert isinstance(node, Enter)
            start = node.next
        whole = common(start)
        if whole is None or whole > 1 / UNIT:  # as integers: it may be beyond what a float can be
            return None
        found[kind] = whole
    return [found[kind] for kind in kinds.tolist()]
