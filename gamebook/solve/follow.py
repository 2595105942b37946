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
        self.liveness = live
        self.kept: dict[NodeId, tuple[int, ...]] = {}
        self.touched: dict[NodeId, tuple[int, ...]] = {}
        self.live: dict[NodeId, tuple[int, ...]] = {}
        index = {cell.name: number for number, cell in enumerate(self.program.cells)}
        self.asked = tuple(index[name] for name in self.observed)
        self.turns: dict[tuple[NodeId, int, Sheet], tuple[_Way, ...]] = {}
        self.choices: dict[tuple[NodeId, Sheet], tuple[tuple[int, float], ...]] = {}

    def _stand(self, node: NodeId) -> tuple[int, ...]:
        """The variables that states at a point are told apart by; what else is known of it is looked up once, too."""
        if node not in self.kept:
            touching = stretch(self.program, self.liveness, node)
            kept = [v for v in range(len(self.program.cells)) if self.liveness.live[node] >> v & 1]
            self.kept[node] = tuple(kept)
            self.touched[node] = tuple(v for v in kept if touching >> v & 1)
            code = self.played.space.code
            fields = slice(code.field_start[code.point[node]], code.field_start[code.point[node] + 1])
            self.live[node] = tuple(code.field_variable[fields].tolist())
        return self.kept[node]

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
        key = (node, tuple(values[v] for v in self._stand(node)))
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
            kept = self.asked if isinstance(self.program.nodes[end], Stop) else self._stand(end)
            sets = tuple((v, after[v]) for v in kept if after[v] != values[v])
            joined[end, sets] = joined.get((end, sets), 0.0) + chance
        return tuple(_Way(chance, end, sets) for (end, sets), chance in joined.items())


class _Compiled:
    """A program whose expressions are Python functions of the list of all values."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.index = {cell.name: number for number, cell in enumerate(program.cells)}
        self.known: dict[int, Callable[[Values], int]] = {}
        self.tables = {name: f"t{number}" for number, name in enumerate(program.tables)}
        self.words: dict[str, object] = {f"f{number}": apply for number, apply in enumerate(OPERATIONS.values())}
        self.words |= {word: _looked_up(*program.tables[name]) for name, word in self.tables.items()}

    def value(self, expr: Expr, values: Values) -> int:
        """What an expression is worth."""
        found = self.known.get(id(expr))
        if found is None:
            # Of numbers, places in a list and our own functions alone: nothing that an author wrote is in the text.
            made = eval(f"lambda v: int({self._text(expr)})", self.words)  # noqa: S307
            found = self.known[id(expr)] = made
        return found(values)

    def _text(self, expr: Expr) -> str:
        match expr:
            case Const(value=value):
                return f"({value})"
            case Var(name=name):
                return f"v[{self.index[name]}]"
            case Unary(op=op, operand=operand):
                inner = self._text(operand)
                return f"(-{inner})" if op == "-" else f"(not {inner})"
            case Binary(op=op, left=left, right=right):
                one, other = self._text(left), self._text(right)
                if op in _AS_WRITTEN:
                    return f"({one} {_AS_WRITTEN[op]} {other})"
                if op in ("and", "or"):
                    return f"(bool({one}) {op} bool({other}))"
                return f"f{list(OPERATIONS).index(op)}({one}, {other})"
            case Lookup(table=name, column=column, row=row):
                return f"{self.tables[name]}({self._text(column)}, {self._text(row)})"
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


_AS_WRITTEN = {"+": "+", "-": "-", "*": "*", "=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def _looked_up(first_column: int, first_row: int, cells: tuple[tuple[int, ...], ...]) -> Callable[[int, int], int]:
    """A table as a function; a column or row outside reads the nearest edge."""
    last_column, last_row = len(cells[0]) - 1, len(cells) - 1

    def cell(column: int, row: int) -> int:
        return cells[min(max(row - first_row, 0), last_row)][min(max(column - first_column, 0), last_column)]

    return cell
