"""Play followed forwards with more on the sheet than its value needs.

What best play does depends only on variables that still matter, and values are worked out on those. A report may want
to know the rest as well: what is left of the rope when nobody will ask for it again. So the states that a policy comes
to are listed once more with the variables asked for, each decision being looked up in the solution. Best play comes to
few of all states, and so this is quick although it is plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csc_array

from gamebook.model.arithmetic import OPERATIONS
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Enter, NodeId, Note, Program, Stop
from gamebook.program.liveness import liveness, stretch
from gamebook.solve.forward import settle
from gamebook.solve.solution import Played

Sheet = tuple[int, ...]
Values = list[int]
"""One value for each cell of the program."""
Ends = dict[tuple[str, str, Sheet], float]
"""(chapter, ending, values of the variables asked for) → chance."""


def follow(played: Played, observed: tuple[str, ...], endings: Collection[str]) -> Ends:
    """The chance of each end of play, told apart by where it is and by what is on the sheet.

    Args:
        played: a way of playing.
        observed: the variables to tell apart.
        endings: the endings at which they are; at others the sheet is empty.
    """
    return _Follower(played, observed, endings).run()


@dataclass(frozen=True, slots=True)
class _Way:
    """Where a stretch of play leads."""

    chance: float
    node: NodeId
    sets: tuple[tuple[int, int], ...]
    """What it changes: (variable, value)."""


@dataclass
class _Follower:
    """The states found so far, with the variables asked for."""

    played: Played
    observed: tuple[str, ...]
    endings: Collection[str]
    numbers: dict[tuple[NodeId, Sheet], int] = field(default_factory=dict)
    waiting: list[tuple[NodeId, Sheet]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.program = self.played.space.program
        self.compiled = _Compiled(self.program)
        live = liveness(self.program, self.observed, self.endings)
        width = len(self.program.cells)
        self.kept = {node: tuple(v for v in range(width) if live.live[node] >> v & 1) for node in self.program.points()}
        self.touched = {
            node: tuple(v for v in self.kept[node] if stretch(self.program, live, node) >> v & 1) for node in self.kept
        }
        index = {cell.name: number for number, cell in enumerate(self.program.cells)}
        self.asked = tuple(index[name] for name in self.observed)
        self.turns: dict[tuple[NodeId, int, Sheet], tuple[_Way, ...]] = {}
        self.choices: dict[tuple[NodeId, Sheet], tuple[tuple[int, float], ...]] = {}
        self.live = {node: self._live(node) for node in self.kept}

    def _live(self, node: NodeId) -> tuple[int, ...]:
        """The variables by which the solution tells states apart at a point."""
        code = self.played.space.code
        point = code.point[node]
        return tuple(int(v) for v in code.field_variable[code.field_start[point] : code.field_start[point + 1]])

    def run(self) -> Ends:
        """List the states, then carry the chance through them."""
        start = [cell.start for cell in self.program.cells]
        self._number(self.program.entry, start)
        rows: list[int] = []
        columns: list[int] = []
        chances: list[float] = []
        ends: list[tuple[int, NodeId, Sheet, float]] = []
        number = 0
        while number < len(self.waiting):
            node, sheet = self.waiting[number]
            values = list(start)
            for variable, value in zip(self.kept[node], sheet, strict=True):
                values[variable] = value
            for option, weight in self._options(node, values):
                for way in self._turn(node, option, values):
                    after = list(values)
                    for variable, value in way.sets:
                        after[variable] = value
                    if isinstance(self.program.nodes[way.node], Stop):
                        ends.append((number, way.node, self._sheet(way.node, after), weight * way.chance))
                    else:
                        rows.append(self._number(way.node, after))
                        columns.append(number)
                        chances.append(weight * way.chance)
            number += 1
        count = len(self.waiting)
        moves = csc_array((chances, (rows, columns)), shape=(count, count))
        arrivals = np.zeros(count)
        arrivals[0] = 1.0
        visits = settle(moves, arrivals)
        found: Ends = {}
        for number, node, sheet, chance in ends:
            stop = self.program.nodes[node]
            assert isinstance(stop, Stop)
            key = (self.program.places[node], self.program.endings[stop.ending], sheet)
            found[key] = found.get(key, 0.0) + chance * float(visits[number])
        return {key: chance for key, chance in found.items() if chance > 0.0}

    def _sheet(self, node: NodeId, values: Values) -> Sheet:
        stop = self.program.nodes[node]
        assert isinstance(stop, Stop)
        return tuple(values[v] for v in self.asked) if self.program.endings[stop.ending] in self.endings else ()

    def _number(self, node: NodeId, values: Values) -> int:
        key = (node, tuple(values[v] for v in self.kept[node]))
        if key not in self.numbers:
            self.numbers[key] = len(self.waiting)
            self.waiting.append(key)
        return self.numbers[key]

    def _options(self, node: NodeId, values: Values) -> tuple[tuple[int, float], ...]:
        """The options taken at a point, with their weights; option -1 is to go on where nothing is to be decided."""
        if not isinstance(self.program.nodes[node], Decide):
            return ((-1, 1.0),)
        key = (node, tuple(values[v] for v in self.live[node]))
        if key not in self.choices:
            space = self.played.space
            names = {self.program.cells[v].name: values[v] for v in self.live[node]}
            state = space.find(node, names)
            assert state is not None, "a state that play comes to has been listed"
            actions = range(space.states.first_action[state], space.states.first_action[state + 1])
            self.choices[key] = tuple(
                (int(space.states.option[a]), float(self.played.weight[a]))
                for a in actions
                if self.played.weight[a] > 0.0
            )
        return self.choices[key]

    def _turn(self, node: NodeId, option: int, values: Values) -> tuple[_Way, ...]:
        """Where play comes to from a point, worked out once for each value of what it touches."""
        key = (node, option, tuple(values[v] for v in self.touched[node]))
        if key not in self.turns:
            self.turns[key] = self._worked_out(node, option, values)
        return self.turns[key]

    def _worked_out(self, node: NodeId, option: int, values: Values) -> tuple[_Way, ...]:
        point = self.program.nodes[node]
        if isinstance(point, Decide):
            begin = point.shut if option < 0 else point.options[option].next
        else:
            assert isinstance(point, Enter)
            begin = point.next
        joined: dict[tuple[NodeId, tuple[tuple[int, int], ...]], float] = {}
        for chance, end, after in self.compiled.run(begin, values):
            kept = self.kept.get(end, self.asked)
            sets = tuple((v, after[v]) for v in kept if after[v] != values[v])
            joined[end, sets] = joined.get((end, sets), 0.0) + chance
        return tuple(_Way(chance, end, sets) for (end, sets), chance in joined.items())


class _Compiled:
    """A program whose expressions are Python functions of the list of all values."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.index = {cell.name: number for number, cell in enumerate(program.cells)}
        self.known: dict[int, Callable[[Values], int]] = {}

    def value(self, expr: Expr, values: Values) -> int:
        """What an expression is worth."""
        found = self.known.get(id(expr))
        if found is None:
            found = self.known[id(expr)] = self._function(expr)
        return found(values)

    def _function(self, expr: Expr) -> Callable[[Values], int]:
        match expr:
            case Const(value=value):
                return lambda _: value
            case Var(name=name):
                place = self.index[name]
                return lambda values: values[place]
            case Unary(op=op, operand=operand):
                inner = self._function(operand)
                return (lambda values: -inner(values)) if op == "-" else (lambda values: int(not inner(values)))
            case Binary(op=op, left=left, right=right):
                apply, one, other = OPERATIONS[op], self._function(left), self._function(right)
                return lambda values: apply(one(values), other(values))
            case Lookup(table=name, column=column, row=row):
                first_column, first_row, cells = self.program.tables[name]
                across, down = self._function(column), self._function(row)
                last_column, last_row = len(cells[0]) - 1, len(cells) - 1
                return lambda values: cells[min(max(down(values) - first_row, 0), last_row)][
                    min(max(across(values) - first_column, 0), last_column)
                ]
            case Dice():
                raise ValueError("dice are drawn before a program is followed")

    def run(self, node: NodeId, values: Values) -> list[tuple[float, NodeId, Values]]:
        """Every way from a node to the next points and ends."""
        found: list[tuple[float, NodeId, Values]] = []
        waiting = [(1.0, node, list(values))]
        while waiting:
            chance, number, now = waiting.pop()
            match self.program.nodes[number]:
                case Do(sets=sets, next=after):
                    new = [(variable, self.value(expr, now)) for variable, expr in sets]
                    for variable, value in new:
                        now[variable] = value
                    waiting.append((chance, after, now))
                case Branch(condition=condition, yes=yes, no=no):
                    waiting.append((chance, yes if self.value(condition, now) else no, now))
                case Earn(next=after) | Note(next=after):
                    waiting.append((chance, after, now))
                case Chance(weights=weights, nexts=nexts):
                    shares = [self.value(weight, now) for weight in weights]
                    total = sum(shares)
                    for share, after in reversed(list(zip(shares, nexts, strict=True))):
                        if share > 0:
                            waiting.append((chance * share / total, after, list(now)))
                case _:
                    found.append((chance, number, now))
        return found
