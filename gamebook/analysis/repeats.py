"""Where a reader can go round without losing anything for good, seen from all listed states at once.

This leaves out what surely belongs to no round that costs nothing (`analysis.free_rounds`). In a book without such a
round mostly nothing is left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gamebook.analysis.reach import Reach
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ids, Ints, spans
from gamebook.kernels.components import components
from gamebook.model.expression import Binary, Const, Expr, Var
from gamebook.program.code import Cell, Do, NodeId, Program, passed_after, successors
from gamebook.solver.graphs import as_ways, strong_components

SWEEPS = 64
"""How often it is looked how much a number can rise on a way, before it is believed that it can rise for ever."""
_SMALL = 1 << 30
_SPREAD = np.array([0x9E3779B97F4A7C15], np.uint64)
"""An odd factor that spreads a word over all bits."""


class Repeats:
    """The actions of listed states that may belong to a round after which no wanted number is lower.

    States at one place that differ only in wanted numbers are alike. Play goes round where it comes back to a state
    that is alike, so all that an action can lead to must lead back. How much a wanted number rises on a way from states
    that are alike to others is at most what it does from any of them. If no round adds up to more than 0, or the number
    is nowhere at its top, none is free; and where no round adds up to more of one of several numbers, all rounds are
    left out that add up to less.
    """

    def __init__(
        self, reach: Reach, wanted: Collection[str], menus: Collection[NodeId], hope: Flags | None = None
    ) -> None:
        """Look at all states.

        Args:
            reach: a book of which all states are listed.
            wanted: the numbers of which it is good to have more.
            menus: where rounds can begin.
            hope: bool[states]: where something good can still come of what a round gives; None: everywhere.
        """
        space = reach.solved.space
        self._wanted = [number for number, cell in enumerate(space.program.cells) if cell.name in wanted]
        code, s = space.code, space.states
        points = np.zeros(len(code.point_node) + 1, np.bool_)  # the last is no point
        for loop in loops(space.program, wanted):
            if not loop.points.isdisjoint(menus):
                points[[code.point[node] for node in loop.points]] = True
        self.states = np.flatnonzero(points[s.point])
        self._place = np.full(space.size, -1, np.int32)
        self._place[self.states] = np.arange(len(self.states))
        point = s.point[self.states]
        self._alike = _alike(s.key[self.states] & _others(reach, self._wanted)[point])
        row, self._actions = spans(s.first_action, self.states)
        self._state = row
        self._first = np.searchsorted(row, np.arange(len(self.states) + 1))
        self._option = s.option[self._actions]
        self._node = code.point_node[point]
        self._way_action, ways = spans(s.first_successor, self._actions)
        self._to = self._place[s.successor[ways]]
        self._is_menu = np.isin(self._node, [*menus])
        self._is_rival = space.owner[point] == 1
        self.open = np.ones(len(self._actions), np.bool_)
        """bool[actions]: which may belong to a round."""
        self.open[self._way_action[self._to < 0]] = False
        if hope is not None:
            self.open[~hope[self.states[self._state]]] = False
        self._number_ways()
        self._gains = [*self._changed(reach, {each.name: each.cap for each in reach.solved.book.variables})]
        self._narrow()

    def starts(self, node: NodeId) -> Ints:
        """The states at a menu from which a round may begin."""
        some = np.zeros(len(self.states), np.bool_)
        some[self._state[self.open]] = True
        return np.asarray(self.states[some & (self._node == node)])

    def is_open(self, state: int) -> Flags:
        """bool[actions of the state]: which may belong to a round."""
        place = int(self._place[state])
        return self.open[self._first[place] : self._first[place + 1]] if place >= 0 else np.zeros(0, np.bool_)

    def close(self, options: Collection[tuple[NodeId, int]]) -> None:
        """Look no more at rounds to which some options belong."""
        for node, option in options:
            self.open[(self._option == option) & (self._node[self._state] == node)] = False
        self._narrow()

    def _number_ways(self) -> None:
        """Ways between states that are alike get the same number."""
        self._count = int(self._alike.max()) + 1 if len(self._alike) else 0
        source, to = self._alike[self._state[self._way_action]], self._alike[self._to]
        self._way = _ranks(source * np.int64(self._count) + to)
        self._source, self._target = (np.empty(int(self._way.max()) + 1 if len(to) else 0, np.int32) for _ in range(2))
        self._source[self._way], self._target[self._way] = source, to

    def _changed(self, reach: Reach, caps: Mapping[str, str | None]) -> Iterator[tuple[Ints | Ids, int, Flags]]:
        """For each wanted number how much it rises on each way, how much it can rise at most, and where it is full.

        Where it does not matter, it may rise as much as it can. It may be at its top between two points, too.
        """
        space = reach.solved.space
        source, point = self._state[self._way_action], space.states.point[self.states]
        cells = {cell.name: (number, cell) for number, cell in enumerate(space.program.cells)}

        def live(name: str) -> Flags:
            matters = np.array([name in space.live_at(node) for node in space.code.point_node], np.bool_)
            return np.asarray(matters[point])

        for variable in self._wanted:
            look()
            cell = space.program.cells[variable]
            matters, value = live(cell.name), space.column(self.states, variable)
            if cell.high - cell.low < _SMALL:  # half the room
                value = value.astype(np.int32)
            gain = value[self._to] - value[source]
            gain[~matters[source]] = cell.high - cell.low
            gain[~matters[self._to]] = 0
            top = np.full(len(self.states), cell.high)
            cap = caps[cell.name]
            if cap is not None:
                number, initial = cells[cap]
                known = live(cap) if initial.low < initial.high else np.ones(len(top), np.bool_)
                top[known] = np.minimum(cell.high, space.column(self.states, number)[known])
            full = (matters & (value >= top)) | np.isin(self._node, [*_passing(space.program, cell, variable)])
            yield gain, cell.high - cell.low, full

    def _narrow(self) -> None:
        """Close actions until each that is open may belong to a round."""
        while self.open.any():
            look()
            before = np.count_nonzero(self.open)
            inside = self.open[self._way_action]
            used = np.zeros(len(self._source), np.bool_)
            used[self._way[inside]] = True
            edges = np.flatnonzero(used)  # ascending, so that they lie by their sources
            order, start = components(*as_ways(self._source[edges], self._target[edges], self._count))
            part = np.empty(self._count, np.int64)
            part[order] = np.repeat(np.arange(len(start) - 1), np.diff(start))
            kept = part[self._source] == part[self._target]
            kept &= used
            rising = np.zeros(len(start) - 1, np.bool_)
            for gain, limit, full in self._gains:
                can_end = np.zeros(len(start) - 1, np.bool_)
                can_end[part[self._alike[full]]] = True
                most = np.full(len(self._source), np.iinfo(np.int64).min)
                np.maximum.at(most, self._way[inside], gain[inside])
                forever, lost = self._risen(np.flatnonzero(kept), most, limit, part, len(can_end))
                kept[lost] = False
                rising |= forever & can_end
            kept &= rising[part[self._source]]
            self.open[self._way_action[~kept[self._way] | self._ends[self._to]]] = False
            closed = np.zeros(len(self.states), np.bool_)  # a rival takes what is worst
            closed[self._state[~self.open]] = True
            self.open &= ~(closed & self._is_rival)[self._state]
            if np.count_nonzero(self.open) == before:
                return

    def _risen(self, edges: Ints, most: Ints, limit: int, part: Ints, parts: int) -> tuple[Flags, Ints]:
        """In which parts a number may rise for ever, and what belongs to no round that adds up to 0 or more of it.

        Where no round adds up to more, each of these adds up to 0, and leads nowhere by less than the most.

        Args:
            edges: the ways between states that are alike that may belong to a round.
            most: how much the number rises on each way, at most.
            limit: what rises by more than this on some way is taken for a number that can rise for ever.
            part: where each of its ends is; rounds do not leave their part.
            parts: how many there are.
        """
        source, target, rise = self._source[edges], self._target[edges], most[edges]
        height = np.zeros(self._count, np.int64)
        forever = np.zeros(parts, np.bool_)
        left = np.zeros(0, np.int64)
        for _ in range(SWEEPS):
            look()
            left = np.flatnonzero(~forever[part[source]])
            reached = height[source[left]] + rise[left]
            more = reached > height[target[left]]
            left, reached = left[more], reached[more]
            if not len(left):
                break
            np.maximum.at(height, target[left], reached)
            forever[part[target[left[reached > limit]]]] = True
        forever[part[target[left]]] = True  # it still rose when there was no more patience
        return forever, edges[~forever[part[source]] & (height[source] + rise < height[target])]

    @property
    def _ends(self) -> Flags:
        """bool[states]: which are no menus where a round might be over, and lead nowhere."""
        some = np.zeros(len(self.states), np.bool_)
        some[self._state[self.open]] = True
        return ~some & ~self._is_menu


class Around(Struct, frozen=True):
    """A loop of a program in which a wanted number may rise."""

    points: frozenset[NodeId]
    only_up: frozenset[str]
    """The variables that nothing in it lowers: where one is higher, play has lost its way back."""
    only_down: frozenset[str]
    """Those that nothing in it raises."""


def loops(program: Program, wanted: Collection[str]) -> list[Around]:
    """The loops of a program in which a wanted number may rise: all that lead to each other are one."""
    after = {number: successors(node) for number, node in enumerate(program.nodes)}
    points, found = {*program.points()}, list[Around]()
    for part in strong_components(after):
        look()
        if len(part) == 1 and part[0] not in after[part[0]]:
            continue
        up, down = ({cell.name for cell in program.cells} for _ in range(2))
        for node in part:
            do = program.nodes[node]
            for number, value in do.sets if isinstance(do, Do) else ():
                cell = program.cells[number]
                if not _is_beyond(cell, value, "+", cell.high):
                    up.discard(cell.name)
                if not _is_beyond(cell, value, "-", cell.low):
                    down.discard(cell.name)
        if not down.issuperset(wanted):
            found.append(Around(frozenset(points.intersection(part)), frozenset(up), frozenset(down)))
    return found


def _is_beyond(cell: Cell, value: Expr, sign: str, end: int) -> bool:
    """Whether a variable that is set to a value surely does not fall (`+`), or does not rise (`-`).

    Args:
        cell: the variable.
        value: its new value.
        sign: which is asked.
        end: the end of its range on this side.
    """
    match value:
        case Var(name=name):
            return name == cell.name
        case Const(value=number):
            return number >= end if sign == "+" else number <= end
        case Binary(op="min" | "max", left=left, right=right):
            sides = (_is_beyond(cell, each, sign, end) for each in (left, right))
            return any(sides) if (value.op == "max") == (sign == "+") else all(sides)
        case Binary(op="+" | "-", left=Var(name=name), right=Const(value=amount)):
            return name == cell.name and (amount >= 0 if value.op == sign else amount <= 0)
    return False


def _passing(program: Program, cell: Cell, variable: int) -> Iterator[NodeId]:
    """The points after which a number may rise and fall again before play comes to the next point."""
    changes = {
        number: value
        for number, node in enumerate(program.nodes)
        if isinstance(node, Do)
        for changed, value in node.sets
        if changed == variable
    }
    rising = {number for number, value in changes.items() if not _is_beyond(cell, value, "-", cell.low)}
    falling = {number for number, value in changes.items() if not _is_beyond(cell, value, "+", cell.high)}
    passing = {number for number in rising if not falling.isdisjoint(passed_after(program, [number]))}
    if passing:
        yield from (point for point in program.points() if not passing.isdisjoint(passed_after(program, [point])))


def _others(reach: Reach, wanted: Collection[int]) -> Ints:
    """int64[points, words]: the places in a key of all but the wanted numbers."""
    code = reach.solved.space.code
    found = np.full((len(code.point_node), code.words), -1, np.int64)
    for point in range(len(found)):
        for field in range(code.field_start[point], code.field_start[point + 1]):
            if code.field_variable[field] in wanted:
                found[point, code.field_word[field]] &= ~(int(code.field_mask[field]) << int(code.field_shift[field]))
    return found


def _alike(keys: Ints) -> Ids:
    """int32[n]: a number for each state; those with the same key have the same, and very rarely others, too."""
    mixed = np.zeros(len(keys), np.uint64)
    for word in range(keys.shape[1]):
        mixed = (mixed ^ keys[:, word].astype(np.uint64)) * _SPREAD
        mixed ^= mixed >> np.uint64(29)
    return _ranks(mixed)


def _ranks(numbers: NDArray[np.uint64] | Ints) -> Ids:
    """int32[n]: for each number how many different ones are less."""
    order = np.argsort(numbers, kind="stable")
    ranked = numbers[order]
    found = np.empty(len(numbers), np.int32)
    found[order] = np.cumsum(np.append(False, ranked[1:] != ranked[:-1])[: len(numbers)])
    return found
