"""One book for many heroes or settings at once, where these change nothing but chances.

The states are listed once; the chances that differ are worked out for each variant, and all variants are solved in one
backward pass over arrays. What a variant changes must be a value that no step writes (a stat in a fight, say) and that
is looked at by dice only: never by a condition or an effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bench.sweep_kernel import sweep as sweep_kernel
from gamebook.errors import UsageError
from gamebook.kernels import listing
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.keys import rehash
from gamebook.kernels.machine import scratch
from gamebook.kernels.states import STATES, States
from gamebook.model.arithmetic import reads
from gamebook.model.book import Book
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Enter, Program, successors
from gamebook.program.lower import lower
from gamebook.solver.listing import no_states, no_turns
from gamebook.solver.solution import ending_worth
from gamebook.solver.space import Space, explore

ROOM = 1 << 16
"""Actions and ways that the few states looked at again may have; more are too many for this."""


class CannotSweep(UsageError):  # noqa: N818 - says what is the matter
    """The variants differ in more than chances, or the book goes round: solve them one by one."""


@dataclass(frozen=True)
class Sweep:
    """Best play in every variant."""

    space: Space
    """The states, the same for all; chances in it are those of the first variant."""
    value: Floats
    """float64[states, variants]: the chance to win. A few roundings off: no brackets here."""
    worth: Floats
    """float64[actions, variants]: what each action is worth."""


def sweep(book: Book, variants: Sequence[Mapping[str, int]]) -> Sweep:
    """Solve a book for many heroes.

    Args:
        book: the book, played to win.
        variants: values of rolled stats, or of numbers that nothing changes, for each. In the first one everything
            must be possible that is possible in some other.

    Raises:
        CannotSweep: see there.
    """
    program = lower(book, variants[0])
    numbers = {cell.name: number for number, cell in enumerate(program.cells)}
    varied = {name for each in variants for name in each if each[name] != variants[0].get(name)}
    for name in varied:
        cell = program.cells[numbers[name]]
        if cell.low != cell.high or any(name not in each for each in variants) or book.aim != "win":
            raise CannotSweep(f"{name} cannot be swept: something in the book changes it")
    space = explore(program)
    order, start = space.order
    if len(start) - 1 != space.size:
        raise CannotSweep("the book goes round: states lead back to each other")
    starts = np.array([[each.get(cell.name, cell.start) for cell in program.cells] for each in variants], np.int64)
    profile, profiles = _profiles(space, varied, starts)
    s = space.states
    value = np.zeros((space.size, len(variants)))
    endings = len(program.endings)
    value[:endings] = ending_worth(book, space.program)[:, np.newaxis]
    worth = np.zeros((len(s.option), len(variants)))
    minimises = np.append(space.owner, 0)[s.point].astype(np.int32)
    inner = order[order >= endings]
    sweep_kernel(
        inner, s.first_action, s.first_successor, s.successor, s.chance, profile, profiles, minimises, value, worth,
        np.zeros(len(variants)),
    )  # fmt: skip
    return Sweep(space, value, worth)


def _profiles(space: Space, varied: set[str], starts: Ints) -> tuple[Ids, Floats]:
    """For each way the row of chances it has in the variants, or -1; and the rows."""
    s, code = space.states, space.code
    profile = np.full(len(s.successor), -1, np.int32)
    asking = _points_that_ask(space.program, varied)
    here = np.flatnonzero(np.isin(s.point, [p for p, node in enumerate(code.point_node) if int(node) in asking]))
    if not len(here):
        return profile, np.zeros((0, len(starts)))
    # States alike in all that is looked at from there have the same chances: one of each kind stands for them.
    _, example, kind = np.unique(
        s.key[here] & code.touched_bits[s.point[here]], axis=0, return_index=True, return_inverse=True
    )
    examples = here[example]
    first = s.first_successor[s.first_action[examples]]
    counts = s.first_successor[s.first_action[examples + 1]] - first
    rows = np.concatenate([[0], np.cumsum(counts)])
    profiles = np.zeros((rows[-1], len(starts)))
    for variant in range(len(starts)):
        profiles[:, variant] = _chances(space, examples, rows, starts[variant])
    ways = counts[kind.ravel()]
    begins = s.first_successor[s.first_action[here]]
    offset = np.arange(ways.sum()) - np.repeat(np.cumsum(ways) - ways, ways)
    profile[np.repeat(begins, ways) + offset] = (np.repeat(rows[:-1][kind.ravel()], ways) + offset).astype(np.int32)
    return profile, profiles


def _points_that_ask(program: Program, varied: set[str]) -> set[int]:
    """The points from which play looks at something varied before it comes to the next one."""
    found = set()
    for point in program.points():
        waiting, seen = list(successors(program.nodes[point])), set()
        asks = _asks(program, point, varied)
        while waiting:
            node = waiting.pop()
            if node in seen or isinstance(program.nodes[node], Decide | Enter):
                continue
            seen.add(node)
            asks |= _asks(program, node, varied)
            waiting.extend(successors(program.nodes[node]))
        if asks:
            found.add(point)
    return found


def _asks(program: Program, number: int, varied: set[str]) -> bool:
    match program.nodes[number]:
        case Chance(weights=weights):
            return any(reads(weight) & varied for weight in weights)
        case Branch(condition=condition):
            asked = reads(condition)
        case Decide(options=options):
            asked = {name for option in options for name in reads(option.condition)}
        case Do(sets=sets):
            asked = {name for _, value in sets for name in reads(value)}
        case Earn(amount=amount):
            asked = reads(amount)
        case _:
            asked = set()
    if asked & varied:
        raise CannotSweep(f"{', '.join(sorted(asked & varied))} cannot be swept: it is looked at by more than dice")
    return False


def _chances(space: Space, examples: Ints, rows: Ints, start: Ints) -> Floats:
    """float64[rows]: the chances of the examples' ways in one variant."""
    s, code = space.states, space.code._replace(start=start)
    endings, count = len(space.program.endings), len(examples)
    again, turns = no_states(code, endings + count + ROOM, ROOM, ROOM), no_turns(code, 2 * count + 16)
    counts = np.zeros(8, np.int64)
    counts[STATES] = endings + count
    again.point[endings : endings + count] = s.point[examples]
    again.key[endings : endings + count] = s.key[examples]
    rehash(again.key, again.slots, endings, endings + count)
    room = scratch(code)
    found = np.zeros(rows[-1])
    if not listing.explore(code, again, turns, counts, room, count):
        raise CannotSweep("too much is looked at by dice to be swept")
    for number, example in enumerate(examples.tolist()):
        known = {way: rows[number] + row for row, way in enumerate(_ways(s, example, endings))}
        state = endings + number
        begin = again.first_successor[again.first_action[state]]
        for row, way in enumerate(_ways(again, state, endings)):
            if way not in known:
                raise CannotSweep("something is possible in a variant that is not in the first")
            found[known[way]] += again.chance[begin + row]
    return found


def _ways(s: States, state: int, endings: int) -> list[tuple[int, ...]]:
    """The ways from a state, each as the action (from 0) and the point and key it leads to; an ending has no key."""
    found = []
    first = int(s.first_action[state])
    for action in range(first, int(s.first_action[state + 1])):
        for way in range(int(s.first_successor[action]), int(s.first_successor[action + 1])):
            to = int(s.successor[way])
            place = (to,) if to < endings else (int(s.point[to]), *s.key[to].tolist())
            found.append((action - first, *place))
    return found
