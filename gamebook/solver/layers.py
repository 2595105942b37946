"""Contexts in layers: play goes on in the layer where it is, or to a lower one, and never back to a higher one."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.cells import layout
from gamebook.kernels.cells.closed import reached_open
from gamebook.kernels.cells.contexts import Contexts, Shape
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import knots
from gamebook.kernels.components import components
from gamebook.solver.closed import Closed


class Layers(Struct, frozen=True):
    """The open contexts that play can come to, in layers."""

    members: list[Ids]
    """int32[contexts of the layer], for each layer, the lowest first."""
    start: Ints
    """int64[contexts + 1]: where the ways of each context start in `to`."""
    to: Ids
    """int32[ways]: the contexts that open contexts lead to."""
    needed: Ids
    """int32[contexts]: the highest layer that leads there; one more than there are where play begins."""
    done: Floats
    """float64[layers]: the share of all cells that lies in the layers below each."""


def in_layers(shape: Shape, d: Contexts, counts: Ints, lay: Layout, closed: Closed, cells: int) -> Layers:
    """Part the open contexts into layers.

    Args:
        shape, d, counts, lay: the contexts.
        closed: what is certain of them, and where play begins.
        cells: a layer has about so many cells at most, unless play can go round through more.
    """
    start, to = layout.following(d, counts, lay.class_start, lay.target, closed.known)
    contexts = np.flatnonzero(reached_open(closed.known, start, to, closed.starts)).astype(np.int32)
    source = np.repeat(np.arange(len(d.point)), np.diff(start))
    part_of = _parts(shape, d)[d.point]
    part, height = part_of[contexts], _heights(d, start, to, part_of[source] == part_of[to])[contexts]
    by = np.lexsort((height, part))
    contexts, part, height = contexts[by], part[by], height[by]
    rows = np.cumsum(lay.size.prod(axis=1)[d.point[contexts]])
    steps = np.flatnonzero((np.diff(part) != 0) | (np.diff(height) != 0)) + 1
    cuts, last = [0], 0
    for step, after in pairwise([*steps.tolist(), len(contexts)]):
        if rows[after - 1] - last > cells:
            cuts.append(step)
            last = int(rows[step - 1])
    members = [contexts[begin:end] for begin, end in pairwise([*cuts, len(contexts)]) if begin < end]
    layer = np.full(len(d.point), -1, np.int32)
    for number, some in enumerate(members):
        layer[some] = number
    needed = np.full(len(d.point), -1, np.int32)
    np.maximum.at(needed, to, layer[source])
    needed[closed.starts] = len(members)
    below = np.array([rows[cut - 1] if cut else 0 for cut in cuts]) / rows.max(initial=1)
    return Layers(members, start, to, needed, below)


def _heights(d: Contexts, start: Ints, to: Ids, inside: Flags) -> Ints:
    """int64[contexts]: how many ways of some kind play can go on from each, where it does not go round."""
    ways = np.concatenate([[0], np.cumsum(inside)])[start]
    order, bounds = components(ways, to[inside])
    level, _, _ = knots(d, order, bounds, ways, to[inside])
    height = np.empty(len(d.point), np.int64)
    height[order] = np.repeat(level, np.diff(bounds))
    return height


def _parts(shape: Shape, d: Contexts) -> Ids:
    """int32[points]: points round which play can go have one number; those that they lead to have lower ones."""
    source = np.repeat(np.arange(len(shape.live)), np.diff(shape.next_start))
    used = np.bincount(source[d.used], minlength=len(shape.live))
    order, bounds = components(np.concatenate([[0], np.cumsum(used)]), shape.next[d.used])
    part = np.empty(len(shape.live), np.int32)
    part[order] = np.repeat(np.arange(len(bounds) - 1, dtype=np.int32), np.diff(bounds))
    return part
