"""Which contexts a book has, and which values numbers can have, point by point: found from the start of play on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.kernels.cells import contexts
from gamebook.kernels.cells.contexts import CONTEXTS, Contexts, Shape, Work, make_work
from gamebook.kernels.cells.lanes import Lanes
from gamebook.kernels.code import Code
from gamebook.kernels.machine import Turns
from gamebook.program.code import Program, successors
from gamebook.solver.lanes import Abreast, Unlike
from gamebook.solver.listing import Listing, resized, slots, slots_for
from gamebook.solver.too_wide import TooWide

CHUNK = 50_000
"""Turns and contexts between two checks for Ctrl-C."""
MOST_CONTEXTS = 1 << 24
MANY_CONTEXTS = 20_000
LEAST_SHARED = 4
"""If there are many contexts, each must have at least this many cells on average: with fewer, listing is quicker."""


class Room(NamedTuple):
    """For how many of each there is memory."""

    contexts: int
    groups: int
    classes: int


SOME = Room(1 << 14, 1 << 12, 1 << 13)
MANY = Room(1 << 18, 1 << 15, 1 << 16)


def make_shape(program: Program, code: Code, chosen: Collection[int], lanes: Lanes) -> Shape:
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
"""For each array of numbers what it has an entry for, and the type of the numbers."""
_KEYS: Mapping[str, str] = {
    "key": "contexts",
    "group_key": "groups",
    "class_sets": "classes",
    "class_carries": "classes",
}
"""For each array of keys what it has an entry for."""
_SLOTS: Mapping[str, str] = {"slots": "contexts", "group_slots": "groups"}
"""For each hash table what it has an entry for."""
_COUNTED = {"group_size", "group_worked"}
"""These begin with 0, the others with -1."""


def nothing(code: Code, shape: Shape, room: Room, turns: Turns) -> Contexts:
    """No context, with room for some."""
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


def room_bytes(code: Code, room: Room) -> int:
    """Memory for contexts, groups and classes."""
    each = room._asdict()
    numbers = sum(each[part] * np.dtype(kind).itemsize for part, kind in _CONTEXTS.values())
    tables = sum(4 * slots_for(each[part]) for part in _SLOTS.values())
    keys = sum(8 * code.words * each[part] for part in _KEYS.values())
    return int(numbers + keys + tables)


def more_room(code: Code, room: Room, grow: tuple[bool, ...], memory: float) -> Room:
    """Four times the room where it is short; twice, if four times is too much.

    Raises:
        TooWide: that is too much, too.
    """
    for times in (4, 2):
        more = Room(*(size * (times if short else 1) for size, short in zip(room, grow, strict=True)))
        if room_bytes(code, more) <= memory:
            return more
    raise TooWide(room_bytes(code, more))


def _begin(shape: Shape, d: Contexts, counts: Ints, starts: Iterable[tuple[int, Ints]], work: Work) -> None:
    for point, key in starts:
        for axis in np.flatnonzero(shape.live[point]):
            d.seen[point, axis, (key[shape.word[axis]] >> shape.shift[axis]) & shape.mask[axis]] = True
        d.waiting[point] = True
        contexts.add_context(shape, d, counts, point, key & shape.context_bits[point], work)


def discover(
    shape: Shape,
    starts: Sequence[tuple[int, Ints]],
    listing: Listing,
    abreast: Abreast,
    memory: int,
    watch: Callable[[], None] | None,
    most: int = MOST_CONTEXTS,
    room: Room = SOME,
) -> tuple[Contexts, Ints]:
    """All contexts that play can reach, and how many of each there are.

    Args:
        shape: where the numbers and all other variables lie.
        starts: points where play begins, with all their values.
        listing: the book's tables; turns that are found are added.
        abreast: how many heroes are followed side by side.
        memory: bytes that contexts may take.
        watch: called every few milliseconds; it may raise to break off.
        most: contexts that are of use.
        room: for how many there is room at first; each time it is too little, all begins anew with more.

    Raises:
        Unlike: heroes that were to be solved side by side go other ways.
        TooWide: that is not enough; or there are more contexts, or many contexts, each with hardly a number of its own.
    """
    work = make_work(listing.code.words, len(shape.variable))
    code, one_state = listing.code, Listing.begin(listing.code).states
    while True:
        d, counts = nothing(code, shape, room, abreast.turns(listing)[0]), np.zeros(8, np.int64)
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
                held = bytes_of(d, turns) + abreast.beneath(listing)
                if held > memory:
                    raise TooWide(held)
            if counts[CONTEXTS] > most:
                raise TooWide
            if watch is not None:
                watch()
        many = counts[CONTEXTS] > MANY_CONTEXTS
        if many and cells_of(shape, d, counts).sum() < LEAST_SHARED * counts[CONTEXTS]:
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
        rest = bytes_of(d, abreast.turns(listing)[0]) + abreast.beneath(listing) - room_bytes(code, room)
        room = more_room(code, room, grow, memory - rest)
        del d  # two of them would be more than there is memory for


def cells_of(shape: Shape, d: Contexts, counts: Ints) -> Ints:
    """int64[points]: how many cells there are: every context with every mixture of the numbers seen there."""
    in_point = np.bincount(d.point[: int(counts[CONTEXTS])], minlength=len(shape.live))
    mixtures = np.where(shape.live, d.seen.sum(-1), 1).prod(-1, dtype=np.int64)
    return np.asarray(in_point * mixtures)


def trimmed(d: Contexts, counts: Ints) -> Contexts:
    """The contexts without room for more."""
    n = int(counts[CONTEXTS])
    return d._replace(key=d.key[:n], point=d.point[:n], group=d.group[:n], place=d.place[:n])


def bytes_of(*parts: NamedTuple) -> int:
    """Memory that arrays hold."""
    return sum(array.nbytes for part in parts for array in part)
