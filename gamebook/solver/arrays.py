"""The states of a book as arrays: every context with every mixture of numbers, and the order to work them out in.

`arrange` finds which contexts there are and which values numbers can have, point by point, and lays the cells out.
`docs/decisions/lists-and-arrays.md` explains why, and the cost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Ints
from gamebook.kernels.cells import contexts, excerpt, flow, layout, loops, plans
from gamebook.kernels.cells.contexts import CLASSES, CONTEXTS, Contexts, Shape, Work, make_work
from gamebook.kernels.cells.grid import Batches, Grid, make_rows
from gamebook.kernels.cells.lanes import Lanes
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import count_reached, known_number, mark, none_reached
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.code import Code
from gamebook.kernels.components import components
from gamebook.kernels.keys import pack
from gamebook.kernels.machine import Turns
from gamebook.kernels.states import ROUNDINGS
from gamebook.program.code import Program, successors
from gamebook.solver.axes import axes
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.listing import Listing, resized, slots, slots_for
from gamebook.solver.pool import Pool

CHUNK = 50_000
"""Turns and contexts between two checks for Ctrl-C."""

BITS = 2
"""A cell has a mark, and half a bit more for the numbers of those marked."""
BYTES = 35
"""What is known of a cell that is reached: a value and its width, twice; an option, twice; a count of visits and a
mark."""
MOST_CONTEXTS = 1 << 24
MANY_CONTEXTS = 20_000
MOST_PLACES = (1 << 31) - 1
"""Cells of one context, and entries of a plan: their places are written in 32 bits."""
LEAST_SHARED = 4
"""If there are many contexts, each must have at least this many cells on average: with fewer, listing is quicker."""
BATCHES = 16
"""Batches between two looks."""


class TooWide(Exception):  # noqa: N818 - says what is the matter
    """The book does not fit into arrays, or gains nothing by them.

    Args:
        bytes: the memory that it would need, at least; 0 if that is not the reason.
    """

    def __init__(self, bytes: float = 0.0) -> None:
        super().__init__(bytes)
        self.bytes = bytes


class Arrays(Struct, frozen=True, dict=True):
    """The cells of a program and the order in which they are computed."""

    program: Program
    code: Code
    shape: Shape
    grid: Grid
    """All cells; only those that play can reach have values, kept by their numbers, lane abreast lane."""
    lanes: Lanes
    """Heroes side by side."""
    roots: Ints
    """int64[roots]: where the values of the cells are kept at which play begins."""
    present: Bytes
    """uint8[reached]: which lanes reach a cell, a bit each."""
    states: int
    """How many states play can reach, endings left out."""
    roundings: int
    """How often a chance may have been rounded."""
    gross: float
    """As in `Space`."""
    bytes: int
    """Memory for all this, and for what becomes known of the cells."""

    @property
    def size(self) -> int:
        """How many values are kept: for each lane one of each cell that any lane reaches."""
        return len(self.present) * self.lanes.count

    @property
    def endings(self) -> int:
        """The number of endings: cells 0 .. endings - 1, and numbered so."""
        return len(self.program.endings)

    def at(self, root: Root) -> int | None:
        """Where the value of a point with the values of all variables is kept, if play can come there."""
        point = int(self.code.point[root[0]])
        key = pack(self.code, point, root[1])
        place = int(excerpt.place_of(self.shape, self.lanes, self.grid, point, key))
        return place if place >= 0 else None

    @cached_property
    def looping(self) -> Flags:
        """bool[reached]: the cells that play can come back to."""
        found = np.zeros(len(self.present), np.bool_)
        loops.mark_loops(self.grid, found)
        return found


class _Room(NamedTuple):
    contexts: int
    groups: int
    classes: int


def _shape(program: Program, code: Code, chosen: Collection[int], lanes: Lanes) -> Shape:
    """Where the chosen variables and all the others lie."""
    points = len(code.point_node)
    fields: dict[int, tuple[int, int, int]] = {}
    for f, variable in enumerate(code.field_variable):
        fields[int(variable)] = (int(code.field_word[f]), int(code.field_shift[f]), int(code.field_mask[f]))
    numbers = [variable for variable in sorted(chosen) if variable in fields]
    live = np.zeros((points, len(numbers)), np.bool_)
    context_bits = np.zeros((points, code.words), np.int64)
    context_bits[:, 0] = (1 << points.bit_length()) - 1
    number = {variable: axis for axis, variable in enumerate(numbers)}
    for point in range(points):
        for variable in code.field_variable[code.field_start[point] : code.field_start[point + 1]]:
            if int(variable) in number:
                live[point, number[int(variable)]] = True
            else:
                word, shift, mask = fields[int(variable)]
                context_bits[point, word] |= mask << shift
    context_bits &= ~lanes.bits
    which = np.zeros(code.words, np.int64)
    which[lanes.word] = lanes.mask << lanes.shift
    follow = _following(program, code)
    return Shape(
        variable=np.array(numbers, np.int32),
        word=np.array([fields[v][0] for v in numbers], np.int32),
        shift=np.array([fields[v][1] for v in numbers], np.int32),
        mask=np.array([fields[v][2] for v in numbers], np.int32),
        live=live,
        touched=code.touched[:, numbers].copy(),
        context_bits=context_bits | which,
        group_bits=context_bits & code.touched_bits | which,
        next_start=np.concatenate([[0], np.cumsum([len(points) for points in follow])]).astype(np.int64),
        next=np.array([point for points in follow for point in points], np.int32),
    )


def _following(program: Program, code: Code) -> list[list[int]]:
    """For each point the points that may come next."""
    follow = []
    for node in code.point_node:
        found, seen, waiting = set(), set(), list(successors(program.nodes[node]))
        while waiting:
            after = waiting.pop()
            if code.point[after] >= 0:
                found.add(int(code.point[after]))
            elif after not in seen:
                seen.add(after)
                waiting.extend(successors(program.nodes[after]))
        follow.append(sorted(found))
    return follow


_CONTEXTS: Mapping[str, tuple[str, type[Any]]] = {
    "point": ("contexts", np.int32),
    "group": ("contexts", np.int32),
    "place": ("contexts", np.int32),
    "next_member": ("contexts", np.int32),
    "group_point": ("groups", np.int32),
    "group_size": ("groups", np.int32),
    "group_worked": ("groups", np.int64),
    "first_member": ("groups", np.int32),
    "first_class": ("groups", np.int32),
    "next_group": ("groups", np.int32),
    "class_group": ("classes", np.int32),
    "class_to": ("classes", np.int32),
    "next_class": ("classes", np.int32),
}
"""For each array of numbers what it has an entry for, and their kind;"""
_KEYS: Mapping[str, str] = {
    "key": "contexts",
    "group_key": "groups",
    "class_sets": "classes",
    "class_carries": "classes",
}
"""for each array of keys;"""
_SLOTS: Mapping[str, str] = {"slots": "contexts", "group_slots": "groups"}
"""and for each hash table."""
_COUNTED = {"group_size", "group_worked"}
"""These begin with 0, the others with -1."""


def _nothing(code: Code, shape: Shape, room: _Room, turns: Turns) -> Contexts:
    points, axes = shape.live.shape
    each = room._asdict()
    arrays: dict[str, Any] = {
        name: np.full(each[part], 0 if name in _COUNTED else -1, kind) for name, (part, kind) in _CONTEXTS.items()
    }
    arrays |= {name: np.zeros((each[part], code.words), np.int64) for name, part in _KEYS.items()}
    arrays |= {name: slots(each[part]) for name, part in _SLOTS.items()}
    return Contexts(
        **arrays,
        first_group=np.full(points, -1, np.int32),
        way_class=np.full(len(turns.to), -1, np.int32),
        worked=np.zeros(len(turns.key), np.bool_),
        seen=np.zeros((points, axes, int(shape.mask.max(initial=0)) + 1), np.bool_),
        used=np.zeros(len(shape.next), np.bool_),
        waiting=np.zeros(points, np.bool_),
    )


def _room_bytes(code: Code, room: _Room) -> int:
    """Memory for contexts, groups and classes."""
    each = room._asdict()
    numbers = sum(each[part] * np.dtype(kind).itemsize for part, kind in _CONTEXTS.values())
    tables = sum(4 * slots_for(each[part]) for part in _SLOTS.values())
    keys = sum(8 * code.words * each[part] for part in _KEYS.values())
    return int(numbers + keys + tables)


def _more_contexts(code: Code, room: _Room, grow: tuple[bool, ...], memory: float) -> _Room:
    """Four times the room where it is short; twice, if four times is too much.

    Raises:
        TooWide: that is too much, too.
    """
    for times in (4, 2):
        more = _Room(*(size * (times if short else 1) for size, short in zip(room, grow, strict=True)))
        if _room_bytes(code, more) <= memory:
            return more
    raise TooWide(_room_bytes(code, more))


def _held(*parts: NamedTuple) -> int:
    """Memory that arrays hold."""
    return sum(array.nbytes for part in parts for array in part)


def _begin(shape: Shape, d: Contexts, counts: Ints, starts: Iterable[tuple[int, Ints]], work: Work) -> None:
    for point, key in starts:
        for axis in np.flatnonzero(shape.live[point]):
            d.seen[point, axis, (key[shape.word[axis]] >> shape.shift[axis]) & shape.mask[axis]] = True
        d.waiting[point] = True
        contexts.add_context(shape, d, counts, point, key & shape.context_bits[point], work)


def _discover(
    shape: Shape,
    starts: Sequence[tuple[int, Ints]],
    listing: Listing,
    abreast: Abreast,
    memory: int,
    watch: Callable[[], None] | None,
) -> tuple[Contexts, Ints]:
    room = _Room(1 << 14, 1 << 12, 1 << 13)
    work = make_work(listing.code.words, len(shape.variable))
    code, one_state = listing.code, Listing.begin(listing.code).states
    while True:
        d, counts = _nothing(code, shape, room, abreast.turns(listing)[0]), np.zeros(8, np.int64)
        _begin(shape, d, counts, starts, work)
        answer, grown = contexts.PAUSE, False
        while answer in (contexts.PAUSE, contexts.MORE_TURNS, contexts.MORE_JOINT):
            answer = contexts.discover(
                code, shape, one_state, listing.turns, listing.counts, *abreast.turns(listing), abreast.lanes, d,
                counts, listing.room, work, CHUNK,
            )  # fmt: skip
            if answer in (contexts.MORE_TURNS, contexts.MORE_JOINT):
                grown = True
                if answer == contexts.MORE_TURNS:
                    listing.more_turns()
                else:
                    abreast.more_turns()
                turns, _ = abreast.turns(listing)
                way_class = np.full(len(turns.to), -1, np.int32)
                way_class[: len(d.way_class)] = d.way_class
                d = d._replace(way_class=way_class, worked=resized(d.worked, len(turns.key)))
                held = _held(d, turns)
                if held > memory:
                    raise TooWide(held)
            if watch is not None:
                watch()
        if counts[CONTEXTS] > MANY_CONTEXTS and _cells(shape, d, counts).sum() < LEAST_SHARED * counts[CONTEXTS]:
            raise TooWide
        if answer == contexts.DONE and grown and counts[CONTEXTS] <= MANY_CONTEXTS:
            continue  # what is found without a stop lies in an order that other heroes share
        if answer == contexts.DONE:
            return d, counts
        if answer == contexts.UNLIKE:
            raise Unlike
        if answer == contexts.TOO_MANY or room.contexts > MOST_CONTEXTS:
            raise TooWide
        grow = (answer == contexts.MORE_CONTEXTS, answer == contexts.MORE_GROUPS, answer == contexts.MORE_CLASSES)
        rest = _held(d, abreast.turns(listing)[0]) - _room_bytes(code, room)
        room = _more_contexts(code, room, grow, memory - rest)
        del d  # two of them would be more than there is memory for


def _cells(shape: Shape, d: Contexts, counts: Ints) -> Ints:
    """int64[points]: how many cells there are: every context with every mixture of the numbers seen there."""
    in_point = np.bincount(d.point[: int(counts[CONTEXTS])], minlength=len(shape.live))
    mixtures = np.where(shape.live, d.seen.sum(-1), 1).prod(-1, dtype=np.int64)
    return np.asarray(in_point * mixtures)


def _trimmed(d: Contexts, counts: Ints) -> Contexts:
    n = int(counts[CONTEXTS])
    return d._replace(key=d.key[:n], point=d.point[:n], group=d.group[:n], place=d.place[:n])


def _lay_out(shape: Shape, d: Contexts, counts: Ints) -> Layout:
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


def _placed(lay: Layout, d: Contexts, plan: Plan, batches: Batches, endings: int) -> Layout:
    """The layout with a place for each context: a block for each member of each batch."""
    members = np.diff(plan.member_start)[batches.shape]
    width = (np.diff(batches.start) // members).astype(np.int32)
    batch = np.repeat(np.arange(len(members)), members)
    member = np.arange(len(batch)) - (np.cumsum(members) - members)[batch]
    from_example = batches.start[batch] + member
    example = batches.context[from_example]
    step = members[batch].astype(np.int32)
    cells = lay.size.prod(axis=1)[d.point[example]] * width[batch]
    block = endings + np.concatenate([[0], np.cumsum(cells)])
    context_cell, context_width = np.zeros(len(d.point), np.int64), np.zeros(len(d.point), np.int32)
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


class _PlanRoom(NamedTuple):
    """How many of each a plan has room for; the places are those of `plans.SHAPES` and so on."""

    shapes: int
    members: int
    nodes: int
    ways: int
    carries: int


def _more_room(room: _PlanRoom, counts: Ints) -> _PlanRoom:
    """Room for more nodes, ways and carries: for as many as all shapes will have if they are like those so far."""
    used = counts[[plans.NODES, plans.WAYS, plans.CARRIES]]
    expected = 1.1 * used * room.shapes / max(1, int(counts[plans.SHAPES]))
    there = np.array(room[2:])
    short = 2 * used >= there
    if not short.any():
        short[:] = True
    more = np.where(short, np.clip(expected, 2 * there, 16 * there), there)
    return room._replace(nodes=int(more[0]), ways=int(more[1]), carries=int(more[2]))


_PLAN: Mapping[str, tuple[int, int, type[Any]]] = {
    "member_start": (plans.SHAPES, 1, np.int64),
    "member_carry": (plans.MEMBERS, 0, np.int64),
    "rows": (plans.SHAPES, 0, np.int64),
    "node_start": (plans.SHAPES, 1, np.int64),
    "member": (plans.NODES, 0, np.int32),
    "turn": (plans.NODES, 0, np.int32),
    "offset": (plans.NODES, 0, np.int32),
    "loop": (plans.NODES, 0, np.int32),
    "way_start": (plans.NODES, 1, np.int64),
    "base": (plans.WAYS, 0, np.int32),
    "way_carry": (plans.WAYS, 0, np.int32),
    "inner": (plans.WAYS, 0, np.int32),
    "carry": (plans.CARRIES, 0, np.int64),
}
"""For each array of a plan what it has an entry for, how many more it has, and their kind."""


def _make_plan(pool: Pool, room: _PlanRoom) -> Plan:
    """A plan with room for so much; what there was of it before is still there."""
    parts = _PLAN.items()
    return Plan(**{name: pool.array(name, room[part] + more, kind, kept=True) for name, (part, more, kind) in parts})


def _plan_bytes(room: _PlanRoom) -> int:
    return sum((room[part] + more) * np.dtype(kind).itemsize for part, more, kind in _PLAN.values())


def _cut(plan: Plan, counts: Ints) -> Plan:
    """The plan without the room for more."""
    return Plan(**{name: getattr(plan, name)[: counts[part] + more] for name, (part, more, _) in _PLAN.items()})


def _plan(
    shape: Shape,
    listing: Listing,
    turns: Turns,
    d: Contexts,
    counts: Ints,
    lay: Layout,
    memory: int,
    watch: Callable[[], None] | None,
    pool: Pool,
) -> tuple[Plan, Batches]:
    """The knots, in batches from the ends of play to its start."""
    edge_start, edges = layout.following(d, counts, lay.class_start, lay.target)
    order, start = components(edge_start, edges)
    level, likeness, position = plans.knots(d, order, start, edge_start, edges)
    by_level = np.lexsort((likeness, level))
    new = (np.diff(level[by_level], prepend=-1) != 0) | (np.diff(likeness[by_level], prepend=-1) != 0)
    first = np.flatnonzero(new)
    _, example, shape_of = np.unique(likeness[by_level[first]], return_index=True, return_inverse=True)
    total = int(np.diff(start)[by_level[first[example]]].sum())
    room = _PlanRoom(len(example), total, *listing.plan_room)
    plan = _make_plan(pool, room)
    plan.member_start[0] = plan.node_start[0] = plan.way_start[0] = 0
    plan_counts, guess = np.zeros(8, np.int64), np.zeros(plans.LONGEST_GUESS, np.int32)
    for knot in by_level[first[example]]:
        members = order[start[knot] : start[knot + 1]]
        while not plans.add_shape(shape, turns, d, lay, members, position, plan, plan_counts, guess):
            room = _more_room(room, plan_counts)
            if _plan_bytes(room) > memory:
                raise TooWide(_plan_bytes(room))
            if max(room) > MOST_PLACES:
                raise TooWide
            plan = _make_plan(pool, room)
        if watch is not None:
            watch()
    listing.plan_room = room[2:]
    size = np.diff(start)[by_level]
    ends = np.cumsum(size)
    picked = np.repeat(start[by_level] - ends + size, size) + np.arange(len(order))
    bounds = np.append((ends - size)[first], len(order))
    return _cut(plan, plan_counts), Batches(shape_of.astype(np.int32), bounds.astype(np.int64), order[picked])


def arrange(
    program: Program,
    listing: Listing,
    roots: Sequence[Root],
    *,
    chosen: Collection[int] | None = None,
    memory: int | None = None,
    watch: Callable[[], None] | None = None,
    abreast: Abreast | None = None,
    pool: Pool | None = None,
) -> Arrays:
    """Find the contexts and the values of numbers that play can reach, and lay the cells out.

    Args:
        program: the book.
        listing: its tables, and the turns known from earlier arrangements of it.
        roots: where play begins; heroes who are solved side by side follow each other.
        chosen: the variables that are axes; by default those of `axes`. The results are the same with any.
        memory: bytes that may be taken by what is known of cells.
        watch: called every few milliseconds; it may raise to break off.
        abreast: how many heroes are solved side by side, and their turns known from earlier arrangements.
        pool: memory for the plan: what is arranged is good until the pool is used again.

    Raises:
        Unlike: heroes that were to be solved side by side go other ways.
        TooWide: that is not enough, or there are more mixtures of numbers at one point than is sensible; or many
            contexts, each with hardly a number of its own.
    """
    code, room = listing.code, 1 << 40 if memory is None else memory
    abreast = abreast or Abreast.alone(code)
    lanes = abreast.lanes
    shape = _shape(program, code, axes(program) if chosen is None else chosen, lanes)
    begins = [abreast.key(code, roots[at : at + lanes.count]) for at in range(0, len(roots), lanes.count)]
    d, counts = _discover(shape, begins, listing, abreast, room, watch)
    turns, _ = abreast.turns(listing)
    held = _held(d, turns)
    d = _trimmed(d, counts)
    lay = _lay_out(shape, d, counts)
    mixtures = lay.size.prod(axis=1, dtype=np.float64)  # whole numbers would wrap round
    least = BITS * float(mixtures[d.point].sum()) / 8
    if held + least > room:
        raise TooWide(held + least)
    if mixtures.max() > MOST_PLACES:
        raise TooWide
    plan, batches = _plan(shape, listing, turns, d, counts, lay, room - held - int(least), watch, pool or Pool())
    lay = _placed(lay, d, plan, batches, len(program.endings))
    starts = [layout.cell_of(shape, d, lay, point, key) for point, key in begins]
    grid = Grid(d, turns, lay, plan, batches, none_reached(int(lay.block[-1])), abreast.mark)
    if not loops.all_go(grid):
        raise Unlike
    mark(grid.reached, np.append(starts, np.arange(len(program.endings))))
    _reach(grid, np.zeros(0, np.uint8), watch)
    size = int(count_reached(grid.reached))
    held += _held(lay, plan, batches, grid.reached) + BYTES * size * lanes.count
    if held > room:
        raise TooWide(held)
    numbers = np.array([known_number(grid.reached, cell) for cell in starts], np.int64)
    present = _present(grid, size, numbers, watch)
    states = size - len(program.endings)
    if lanes.count > 1:
        states = int(excerpt.count_states(shape, lanes, grid, present, int(counts[CONTEXTS])))
    return Arrays(
        program=program,
        code=code,
        shape=shape,
        grid=grid,
        lanes=lanes,
        roots=(numbers[:, None] * lanes.count + np.arange(lanes.count)).ravel(),
        present=present,
        states=states,
        roundings=int(listing.counts[ROUNDINGS]),
        gross=float(listing.room.gross[0]),
        bytes=held,
    )


def _present(grid: Grid, size: int, roots: Ints, watch: Callable[[], None] | None) -> Bytes:
    """uint8[reached]: which lanes reach each of the cells that any of them reaches, a bit each."""
    if grid.lanes.size == 1:
        return np.ones(size, np.uint8)
    found = np.zeros(size, np.uint8)
    found[roots] = (1 << grid.lanes.size) - 1
    _reach(grid, found, watch)
    return found


def _reach(grid: Grid, present: Bytes, watch: Callable[[], None] | None) -> None:
    """Mark which cells play can reach from those marked; if there is `present`, which lanes do."""
    rows = make_rows(grid.plan, grid.lanes.size)
    for begin in range(len(grid.batches.shape), 0, -BATCHES):
        flow.reach(grid, rows, present, begin, max(0, begin - BATCHES))
        if watch is not None:
            watch()
