"""Where the cells of a book lie: first those of one context, then, by batches, one context after another."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.kernels.cells import layout
from gamebook.kernels.cells.contexts import CLASSES, Contexts, Shape
from gamebook.kernels.cells.grid import Batches
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.solver.closed import Closed


def lay_out(shape: Shape, d: Contexts, counts: Ints) -> Layout:
    """The layout but for where contexts lie, which depends on the batches."""
    classes = int(counts[CLASSES])
    points, axes = shape.live.shape
    size = np.where(shape.live, d.seen.sum(-1), 1).astype(np.int64)
    stride = np.zeros((points, axes), np.int64)
    room = np.ones(points, np.int64)
    for touched in (False, True):
        for axis in reversed(range(axes)):
            here = shape.live[:, axis] & (shape.touched[:, axis] == touched)
            stride[here, axis] = room[here]
            room = room * np.where(here, size[:, axis], 1)
    class_size = d.group_size[d.class_group[:classes]]
    class_start = np.concatenate([[0], np.cumsum(class_size)]).astype(np.int64)
    target = np.empty(class_start[-1], np.int32)
    layout.targets(d, counts, class_start, target)
    ids, ints = np.zeros(0, np.int32), np.zeros(0, np.int64)
    return Layout(
        size=size,
        rank=np.where(d.seen, np.cumsum(d.seen, -1) - 1, -1).astype(np.int32),
        value=np.argsort(~d.seen, axis=-1, kind="stable").astype(np.int32),
        stride=stride,
        context_cell=ints,
        width=ids,
        block=ints,
        example=ids,
        from_example=ints,
        step=ids,
        class_start=class_start,
        target=target,
        target_cell=np.repeat(-1 - d.class_to[:classes], class_size).astype(np.int64),
        target_width=ids,
    )


def placed(lay: Layout, d: Contexts, plan: Plan, batches: Batches, endings: int, closed: Closed) -> Layout:
    """The layout with a place for each context: a block for each member of each batch.

    A context that is closed is an ending.
    """
    members = np.diff(plan.member_start)[batches.shape]
    width = (np.diff(batches.start) // members).astype(np.int32)
    batch = np.repeat(np.arange(len(members)), members)
    member = np.arange(len(batch)) - (np.cumsum(members) - members)[batch]
    from_example = batches.start[batch] + member
    example = batches.context[from_example]
    step = members[batch].astype(np.int32)
    cells = lay.size.prod(axis=1)[d.point[example]] * width[batch]
    block = endings + np.concatenate([[0], np.cumsum(cells)])
    context_cell, context_width = closed.ending[closed.known], np.zeros(len(d.point), np.int32)
    place = np.arange(len(batches.context)) - np.repeat(batches.start[:-1], np.diff(batches.start))
    of_batch = np.repeat(np.arange(len(members)), np.diff(batches.start))
    here = (np.cumsum(members) - members)[of_batch] + place % members[of_batch]
    context_cell[batches.context] = block[here] + place // members[of_batch]
    context_width[batches.context] = width[of_batch]
    inside = lay.target >= 0
    return lay._replace(
        context_cell=context_cell,
        width=context_width,
        block=block,
        example=example,
        from_example=from_example,
        step=step,
        target_cell=np.where(inside, context_cell[lay.target], lay.target_cell),
        target_width=np.where(inside, context_width[lay.target], np.int32(0)),
    )
