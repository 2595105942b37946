"""Best play worked out layer by layer, from the ends of the book to its start, with fewer contexts in each layer.

Contexts that lead to the same are worked out once. What lies in a lower layer is known by then, so contexts that are
worth nearly the same there may count as one, too: it is then known to be worth at least what any of them is worth at
least, and at most what any of them is worth at most, number by number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Floats, Halves, Ids, Ints, spans
from gamebook.kernels.cells import loops
from gamebook.kernels.cells.closed import LOST, OPEN, WON
from gamebook.kernels.cells.contexts import Contexts, Shape
from gamebook.kernels.cells.grid import Grid
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.reached import count_reached, mark, none_reached
from gamebook.kernels.cells.values import Cells, bounds_of, put_all
from gamebook.kernels.machine import Turns
from gamebook.kernels.states import ROUNDINGS
from gamebook.program.code import Program
from gamebook.program.encode import rivals
from gamebook.solver.alike import alike, kinds, nearly_alike
from gamebook.solver.arrays import BITS, Arrays, going, reach
from gamebook.solver.closed import Closed, closed
from gamebook.solver.contexts import MANY, SOME, Room, bytes_of, discover, make_shape, trimmed
from gamebook.solver.fields import Field, Watch, modes, solve_field
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.layers import Layers, in_layers
from gamebook.solver.layouts import lay_out, placed
from gamebook.solver.listing import Listing
from gamebook.solver.plans import make_batches
from gamebook.solver.pool import Pool
from gamebook.solver.too_wide import MOST_PLACES, TooLong, TooWide
from gamebook.threads import beside

SEEN = 2_000
"""At so many mixtures of numbers contexts are compared, to see which are nearly alike."""
FEW = 4
"""So many contexts that are worth different things are not made fewer by what is only nearly alike."""
FEWER = 0.9
"""What is nearly alike counts as one only if no more than this share of contexts is left."""
ALIKE = 1e-12
"""Contexts that are worth the same but for this are alike at any rate."""
KEPT = 13
"""Bytes for what is known of a cell and a lane: two bounds, and an option."""

MOST_CONTEXTS = 2_000_000
"""More take too long to be parted into layers."""

ASKED = 28
"""Bytes besides for what is known of a context that is entered: once as a box, once beside others like it."""
TELLING = 300_000
"""A layer with so many values tells how many are worked out in a second."""
HOPELESS = 2.0
"""There is too little time for a layer that would take so many times the time left."""
LARGE = 1_000_000
"""A layer with so many values is worked out by two threads."""
PIECE = 20_000_000
"""They do it in pieces of about so many values."""

Look = Callable[[], None]
Box = tuple[Floats, Halves]
"""float64[cells] and float32[cells], as in `Cells`: what a context is worth, number by number."""


class Begun(Struct, frozen=True, dict=True):
    """The contexts of a book in layers, for best play alone."""

    program: Program
    listing: Listing
    abreast: Abreast
    shape: Shape
    contexts: Contexts
    kind: Ids
    """int32[contexts], as from `kinds`."""
    counts: Ints
    turns: Turns
    lay: Layout
    closed: Closed
    layers: Layers
    begins: Sequence[tuple[int, Ints]]
    """Where play begins: points and keys."""
    worth: Floats
    memory: float
    """Bytes for all but what is here."""

    @cached_property
    def cells(self) -> Ints:
        """int64[contexts]: how many cells each has."""
        return np.asarray(self.lay.size.prod(axis=1)[self.contexts.point])

    @property
    def lanes(self) -> int:
        """How many heroes are solved side by side."""
        return self.abreast.lanes.count


def begun(
    program: Program, listing: Listing, roots: Sequence[Root], worth: Floats, *,
    abreast: Abreast, chosen: Sequence[int], memory: float, cells: int, watch: Look | None,
) -> Begun:  # fmt: skip
    """Find the contexts, and part them into layers.

    Args:
        program: a book that is played to win.
        listing: its tables.
        roots: where play begins; heroes who are solved side by side follow each other.
        worth: float64[endings], what each ending is worth, from 0 to 1.
        abreast: how many are solved side by side.
        chosen: the variables that are axes: none in which heroes side by side differ.
        memory: bytes that may be taken.
        cells: as for `in_layers`.
        watch: called every few milliseconds; it may raise to break off.

    Raises:
        Unlike, TooWide: as `arrange`.
    """
    room = 1 << 40 if memory == np.inf else int(memory)
    shape, begins, d, counts = contexts_of(program, listing, roots, abreast, chosen, room, watch, room=MANY)
    turns, _ = abreast.turns(listing)
    d = trimmed(d, counts)
    lay = lay_out(shape, d, counts)
    sure = closed(shape, begins, d, counts, turns, lay, worth, rivals(program, listing.code), watch)
    d, kind = kinds(shape, turns, d, counts, lay)
    layers = in_layers(shape, d, counts, lay, sure, cells)
    left = memory - bytes_of(d, turns, lay) - abreast.beneath(listing)
    return Begun(program, listing, abreast, shape, d, kind, counts, turns, lay, sure, layers, begins, worth, left)


def contexts_of(
    program: Program, listing: Listing, roots: Sequence[Root], abreast: Abreast, chosen: Sequence[int],
    memory: int = 1 << 40, watch: Look | None = None, most: int = MOST_CONTEXTS, room: Room = SOME,
) -> tuple[Shape, list[tuple[int, Ints]], Contexts, Ints]:  # fmt: skip
    """The shape, where play begins, the contexts, and how many there are; arguments as for `begun` and `discover`."""
    count = abreast.lanes.count
    shape = make_shape(program, listing.code, chosen, abreast.lanes)
    begins = [abreast.key(listing.code, roots[at : at + count]) for at in range(0, len(roots), count)]
    return shape, begins, *discover(shape, begins, listing, abreast, memory, watch, most, room)


def bounds(
    b: Begun, room: float, watch: Watch | None, left: Callable[[], float] | None = None
) -> tuple[Floats, Floats]:
    """Bounds of what best play is worth to each hero, float64[heroes] each.

    Args:
        b: the contexts.
        room: how far apart what is nearly alike may lie on average; 0: only what is alike counts as one.
        watch: called every few milliseconds with the share that is done; it may raise to break off.
        left: tells how many seconds there are. None: as many as it takes.

    Raises:
        TooLong: a layer would take far more than that.
        Unlike: heroes that were to be solved side by side go other ways.
        TooWide: there is not enough memory.
    """
    instead = np.arange(len(b.contexts.point), dtype=np.int32)
    for known in (WON, LOST):
        these = np.flatnonzero(b.closed.known == known)
        instead[these] = these[:1]
    boxes = dict[int, Box]()
    count, done = len(b.layers.members), [*b.layers.done.tolist(), 1.0]
    needed, quickest = b.layers.needed.copy(), 0.0
    for number, members in enumerate(b.layers.members):
        share = partial(_share, watch or _nobody, done[number], done[number + 1])
        look = partial(share, 0.0)
        instead[members] = alike(members, b.kind, b.layers.start, b.layers.to, instead, look)
        worked = np.unique(instead[members])
        entered = np.unique(instead[members[b.layers.needed[members] > number]])
        values, began = float(b.cells[worked].sum()) * b.lanes, time.monotonic()
        if left is not None and values > HOPELESS * quickest * left() > 0.0:
            raise TooLong
        found = _in_pieces(b, values, worked, entered, instead, boxes, share)
        if values > TELLING:
            quickest = max(quickest, values / (time.monotonic() - began))
        boxes |= found
        if number + 1 < count:
            instead[entered] = _near(b, entered, boxes, room, look)
            instead[members] = instead[instead[members]]
            np.maximum.at(needed, instead[members], needed[members])
            boxes = {
                context: box for context, box in boxes.items()
                if needed[context] > number and instead[context] == context
            }  # fmt: skip
    return _of_heroes(b, instead, boxes)


def _share(watch: Watch, begin: float, end: float, share: float) -> None:
    """Tell a watch how much is done, when so much is of the part between two shares."""
    watch(begin + share * (end - begin))


def _nobody(_share: float) -> None:
    """Nobody waits."""


def _in_pieces(
    b: Begun, values: float, worked: Ids, entered: Ids, instead: Ids, boxes: Mapping[int, Box], watch: Watch
) -> dict[int, Box]:  # fmt: skip
    """`_worked_out`, where a layer is large in pieces and by two threads: some of them may lead to the same."""
    if values < LARGE or len(entered) == 1:
        return _worked_out(b, worked, entered, instead, boxes, watch)
    pieces = np.array_split(entered, min(len(entered), max(2, round(values / PIECE))))

    def work_out(some: Sequence[Ids], go_on: Watch) -> dict[int, Box]:
        found = dict[int, Box]()
        for number, piece in enumerate(some):
            share = partial(_share, go_on, number / len(some), (number + 1) / len(some))
            found |= _worked_out(b, worked, piece, instead, boxes, share)
        return found

    half = len(pieces) // 2
    with beside(partial(work_out, pieces[half:])) as others:
        return work_out(pieces[:half], watch) | others()


def _near(b: Begun, contexts: Ids, boxes: dict[int, Box], room: float, look: Look) -> Ids:
    """int32[contexts]: which of some contexts of a layer stand for which others.

    What is known of those that do is made true of all for which they do.
    """
    chosen = contexts.copy()
    of_point = b.contexts.point[contexts]
    for point in np.unique(of_point).tolist():
        here = contexts[of_point == point]
        lows = np.stack([boxes[context][0] for context in here.tolist()])
        nearest = nearly_alike(lows, ALIKE, np.max, look)
        left = np.unique(nearest)
        if room > ALIKE and len(left) > FEW:
            seen = np.linspace(0, lows.shape[1] - 1, min(lows.shape[1], SEEN)).astype(np.int64)
            nearer = nearly_alike(lows[np.ix_(left, seen)], room, np.mean, look)
            if len(np.unique(nearer)) <= FEWER * len(left):
                nearest = left[nearer][np.searchsorted(left, nearest)]
        chosen[of_point == point] = here[nearest]
        for leader in np.flatnonzero(np.bincount(nearest) > 1).tolist():
            boxes[int(here[leader])] = _around([boxes[context] for context in here[nearest == leader].tolist()])
    return chosen


def _around(boxes: Sequence[Box]) -> Box:
    """What is true of all of some contexts: number by number, the lowest and the highest of their bounds."""
    least, most = boxes[0][0], np.full(len(boxes[0][0]), -np.inf)
    places, above = np.arange(len(least)), np.empty(len(least))
    around = Cells(np.empty_like(least), np.empty_like(boxes[0][1]), np.zeros(0, np.uint8))
    for low, width in boxes:
        bounds_of(around._replace(low=low, width=width), places, 1.0, around.low, above)
        least, most = np.minimum(least, low), np.maximum(most, above)
    put_all(around, places, least, most)
    return around.low, around.width


def _worked_out(
    b: Begun, worked: Ids, entered: Ids, instead: Ids, boxes: Mapping[int, Box], watch: Watch
) -> dict[int, Box]:  # fmt: skip
    """What some contexts of a layer are worth, for all numbers and lanes.

    Args:
        worked: the contexts of the layer that are worked out.
        entered: those of them that are asked for.
        instead: int32[all contexts], which one is worked out for each.
        boxes: what the contexts of lower layers are worth.
    """
    d, lanes, endings, look = b.contexts, b.lanes, len(b.program.endings), partial(watch, 0.0)
    here = np.full(len(d.point), LOST, np.uint8)
    here[worked] = OPEN
    lay = b.lay._replace(target=np.where(b.lay.target < 0, b.lay.target, instead[b.lay.target]))
    inside = Closed(here, entered, b.closed.ending, False)
    kept = 2 * sum(low.nbytes + width.nbytes for low, width in boxes.values())
    room = 1 << 40 if b.memory == np.inf else int(b.memory) - kept
    plan, batches = make_batches(b.shape, b.listing, b.turns, d, b.counts, lay, inside, room, look, Pool())
    mixtures = b.cells[batches.context]
    needs = float((BITS / 8 + KEPT * lanes) * mixtures.sum() + ASKED * lanes * b.cells[entered].sum())
    if bytes_of(plan, batches) + needs > room:
        raise TooWide(bytes_of(plan, batches) + needs + kept)
    if mixtures.max(initial=0) > MOST_PLACES:
        raise TooWide
    beneath = np.unique(instead[b.layers.to[spans(b.layers.start, worked)[1]]])
    beneath = beneath[(here[beneath] != OPEN) & (b.closed.known[beneath] == OPEN)]
    ends = endings + np.concatenate([[0], np.cumsum(b.cells[beneath])]).astype(np.int64)
    counted = Closed(np.where(here == OPEN, OPEN, b.closed.known).astype(np.uint8), entered, b.closed.ending, False)
    lay = placed(lay, d, plan, batches, int(ends[-1]), counted)
    lay.context_cell[beneath], lay.width[beneath] = ends[:-1], 1
    leads = lay.target >= 0
    lay = lay._replace(
        target_cell=np.where(leads, lay.context_cell[lay.target], lay.target_cell),
        target_width=np.where(leads, lay.width[lay.target], np.int32(0)),
    )
    grid = Grid(d, b.turns, lay, plan, batches, none_reached(int(lay.block[-1])), b.abreast.mark)
    if not loops.all_go(grid):
        raise Unlike(going(grid, lanes))
    cells = [lay.context_cell[context] + lay.width[context] * np.arange(b.cells[context]) for context in entered]
    mark(grid.reached, np.concatenate([np.arange(ends[-1]), *cells]))
    reach(grid, np.zeros(0, np.uint8), look)
    count = int(count_reached(grid.reached))
    arrays = Arrays(
        program=b.program, code=b.listing.code, shape=b.shape, grid=grid, lanes=b.abreast.lanes,
        roots=np.zeros(0, np.int64), present=np.ones(count, np.uint8), states=count,
        roundings=int(b.listing.counts[ROUNDINGS]), gross=float(b.listing.room.gross[0]), bytes=0,
    )  # fmt: skip
    known = [boxes[context] for context in beneath.tolist()]
    lows, widths = [low for low, _ in known], [width for _, width in known]
    field = solve_field(
        arrays, modes(arrays), b.worth, watch=watch,
        known=(np.concatenate([np.zeros(0), *lows]), np.concatenate([np.zeros(0, np.float32), *widths])),
    )  # fmt: skip
    return {
        context: _box(field, numbers_of(grid, mine), lanes)
        for context, mine in zip(entered.tolist(), cells, strict=True)
    }


def _box(field: Field, numbers: Ints, lanes: int) -> Box:
    places = (numbers[:, np.newaxis] * lanes + np.arange(lanes)).ravel()
    return field.cells.low[places], field.cells.width[places]


def numbers_of(grid: Grid, cells: Ints) -> Ints:
    """int64[cells]: the numbers of cells that are reached."""
    word, below = cells >> 6, (np.uint64(1) << (cells & 63).astype(np.uint64)) - np.uint64(1)
    return np.asarray(grid.reached.before[word] + np.bitwise_count(grid.reached.bits[word] & below).astype(np.int64))


def _of_heroes(b: Begun, instead: Ids, boxes: dict[int, Box]) -> tuple[Floats, Floats]:
    """Bounds for each hero."""
    low, high = np.empty((2, len(b.begins), b.lanes))
    for hero, ((point, key), start) in enumerate(zip(b.begins, b.closed.starts.tolist(), strict=True)):
        if b.closed.known[start] != OPEN:
            low[hero] = high[hero] = float(b.closed.known[start] == WON)
            continue
        value = (key[b.shape.word] >> b.shape.shift) & b.shape.mask
        rank = np.where(b.shape.live[point], b.lay.rank[point, np.arange(len(value)), value], 0)
        place = int((rank * b.lay.stride[point]).sum()) * b.lanes
        lows, widths = boxes[int(instead[start])]
        here = slice(place, place + b.lanes)
        low[hero] = lows[here]
        high[hero] = lows[here] + widths[here]
    return np.maximum(low, 0.0).ravel(), np.minimum(high, 1.0).ravel()
