"""Rounds that cost nothing: what a reader can repeat until a number is at the top of its range.

A *free round* begins at a menu. Whatever the dice show, the reader comes back to this menu sooner or later with a
wanted number higher, no wanted number lower, and all else that still matters as before. Before that she does not come
there with one of these numbers lower and none higher. From where she comes back she can go on in the same way, until
the number has been at the top of its range: at the menu, or on a way round from there. Of a stat the top is its
initial value; a reader who has that already may be able to raise the stat further, to the end of its range.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import inf
from typing import TypeAlias

from msgspec import Struct

from gamebook.analysis.beyond import Beyond
from gamebook.analysis.repeats import Repeats, loops
from gamebook.job import look
from gamebook.model.book import Book, Table
from gamebook.play.evaluate import Expressions
from gamebook.program.code import Branch, Chance, Decide, Do, Enter, NodeId, Program, Stop
from gamebook.program.possible import Option
from gamebook.solver.space import Space

BEYOND = 48
"""States of a round and beside it, at most, where it is not known what surely belongs to none; the nearest first."""
FIRST = 8
"""So many are looked at before it is asked for the first time whether there is a round; then twice as many."""
ROUNDS = 1000
"""Sheets from which a number rises further; after so many it has no limit worth the name."""

Action: TypeAlias = tuple[int | None, tuple[int, ...]]
"""An option, None where the reader decides nothing; and the states that it may lead to."""


class FreeRound(Struct, frozen=True):
    """A round that costs nothing. It is shown with the dice that lead round soonest."""

    taken: tuple[tuple[int, int], ...]
    """The states at which the reader decides, the first one at its menu; each with the option."""
    raising: frozenset[int]
    """Which of these are followed by a rise, by their place in `taken`."""
    raised: tuple[str, ...]
    """The numbers that can be raised so, up to the top of their ranges."""
    healed: frozenset[str] = frozenset()
    """Which of these are stats that can be raised so to their initial values."""


class _Aim(Struct, frozen=True):
    """What rounds are to bring to its top."""

    name: str
    """The number."""
    further: bool
    """Whether a stat is to rise above its initial value, and the top is the end of its range."""


class _Plan(Struct, frozen=True):
    """How a reader surely comes to one of some states."""

    first: int
    best: Mapping[int, Action]
    """The action in each state."""
    rank: Mapping[int, int]
    """How many steps it takes, if the dice fall well."""
    goals: frozenset[int]
    """The states that may be reached so."""


class FreeRounds:
    """Looks for free rounds from one state after the other."""

    def __init__(
        self, book: Book, space: Space, states: Beyond, wanted: Collection[str], rising: Collection[str] = ()
    ) -> None:
        """Nothing is known yet.

        Args:
            book: the book.
            space: its program.
            states: its states.
            wanted: the numbers of which it is good to have more.
            rising: the stats among them that can rise above their initial values.
        """
        self._space, self._states, self._wanted, self._rising = space, states, frozenset(wanted), frozenset(rising)
        self._caps = {each.name: each.cap for each in book.variables if each.name in self._wanted}
        self._tops = _Tops(space.program, self._caps)
        self._values = dict[int, dict[str, int]]()
        self._loops = {point: loop for loop in loops(space.program, wanted) for point in loop.points}
        self.begin()

    def begin(self, open_: Repeats | None = None, closed: Collection[Option] = ()) -> None:
        """Forget what was found, for fewer actions may be taken now.

        Args:
            open_: which actions may be taken; None: all.
            closed: options that may not be taken.
        """
        self._open, self._closed = open_, closed
        self._after = dict[int, list[Action]]()
        self._free = dict[tuple[int, _Aim], bool]()

    def rounds(self, start: int, first: int | None = None) -> Iterator[FreeRound]:
        """The shortest free round that begins in a state, for each wanted number that it raises to its top.

        Args:
            start: a state at a menu.
            first: the option to take there; None: any.

        Raises:
            TooFar: a state is not listed, and there is no room or time to work out what lies behind it.
        """
        told = set[str]()
        if self._plan(start, None, first) is None:
            return
        for name in sorted(self._wanted & self._sheet(start).keys()):
            aim = self._aim(start, name)
            if name in told or self._is_top(start, aim):
                continue
            plan = self._plan(start, aim, first)
            while plan is not None:
                bad = next((goal for goal in plan.goals if not self._is_free(goal, aim)), None)
                if bad is None:
                    break
                plan = self._plan(start, aim, first)  # now it is known where it does not go on
            if plan is None:
                continue
            found, last = self._told(plan)
            raised = self._raised(start, last)
            aims = {each: self._aim(start, each) for each in raised}
            more = [each for each, its in aims.items() if each == name or self._is_free(start, its)]
            told.update(more)
            healed = frozenset(
                each for each in more if not aims[each].further and self._caps[each] not in (None, *more)
            )
            yield FreeRound(found.taken, found.raising, tuple(more), healed)

    def is_in_loop(self, menu: NodeId) -> bool:
        """Whether play may come back to a menu, and raise something on the way."""
        return menu in self._loops

    def _sheet(self, state: int) -> dict[str, int]:
        """The values that matter in a state."""
        if state not in self._values:
            self._values[state] = self._states.values(state)
        return self._values[state]

    def _aim(self, state: int, name: str) -> _Aim:
        """What rounds from a state bring a number to: a stat that is at its initial value may rise above it."""
        nearest = _Aim(name, further=False)
        return _Aim(name, further=True) if name in self._rising and self._is_top(state, nearest) else nearest

    def _is_top(self, state: int, aim: _Aim) -> bool:
        return self._tops.is_top(aim, self._sheet(state))

    def _raised(self, before: int, after: int) -> tuple[str, ...]:
        """The wanted numbers that are higher in another state at the same place."""
        one, other = self._sheet(before), self._sheet(after)
        return tuple(name for name in one if name in self._wanted and other[name] > one[name])

    def _alike(self, one: int, other: int) -> bool:
        """Whether two states are at one place, and differ only in wanted numbers."""
        if self._states.node(one) != self._states.node(other):
            return False
        here, there = self._sheet(one), self._sheet(other)
        return all(there[name] == value for name, value in here.items() if name not in self._wanted)

    def _compared(self, start: int, other: int, aim: _Aim | None) -> str:
        """`higher`, `same` or `lower` for a state like the one at the start; empty for all others."""
        if not self._alike(start, other):
            return ""
        one, two = self._sheet(start), self._sheet(other)
        least = min((two[each] - one[each] for each in one.keys() & self._wanted), default=0)
        most = max((two[each] - one[each] for each in one.keys() & self._wanted), default=0)
        if least >= 0:
            return "higher" if (two[aim.name] > one[aim.name] if aim else most > 0) else "same"
        return "lower" if most <= 0 else ""

    def _actions(self, state: int) -> list[Action]:
        """What the reader can do in a state; what a rival decides may come about like dice."""
        if state in self._after:
            return self._after[state]
        actions: list[Action] = self._states.after(state)
        if self._open is not None:
            open_ = self._open.is_open(state)
            actions = [each for each, is_open in zip(actions, open_, strict=False) if is_open]
        number = self._states.node(state)
        node = self._space.program.nodes[number]
        if self._closed:
            actions = [each for each in actions if each[0] is None or (number, each[0]) not in self._closed]
        if isinstance(node, Decide) and node.owner != "reader" and actions:
            actions = [(None, tuple(dict.fromkeys(to for _, states in actions for to in states)))]
        self._after[state] = actions
        return actions

    def _plan(self, start: int, aim: _Aim | None, first: int | None = None, goals: str = "higher") -> _Plan | None:
        """How a reader surely comes to a state in which a number is higher and can be raised on to its top.

        Args:
            start: where the round begins.
            aim: the number, and its top; None: any that is wanted.
            first: the option to take there; None: any.
            goals: `higher`; or `same`: to any state like the start in which no wanted number is lower.
        """
        known: dict[int, list[Action]] = {}
        kind: dict[int, bool | None] = {}
        """Of each state that was met whether it is a goal; None: there play goes on."""
        waiting, asked, most = [start], FIRST, BEYOND if self._open is None else inf
        for state in waiting:  # grows meanwhile, nearest first
            if len(known) >= asked:
                look()
                found = _surely(start, known, kind)
                if found is not None or asked >= most:
                    return found
                asked = int(min(2 * asked, most))
            actions = self._actions(state)
            if state == start:  # where every option is closed, the reader does nothing
                actions = [each for each in actions if each[0] is not None and first in (None, each[0])]
            known[state] = actions
            for to in (each for _, states in actions for each in states):
                if to not in kind and (to != start or goals == "same"):
                    kind[to] = self._kind(start, to, aim, goals)
                    if kind[to] is None:
                        waiting.append(to)
        return _surely(start, known, kind)

    def _kind(self, start: int, state: int, aim: _Aim | None, goals: str) -> bool | None:
        """Whether a state is a goal of a plan, or surely none; None: play goes on there."""
        if not self._leads_back(start, state):
            return False
        compared = self._compared(start, state, aim)
        if goals == "same" and compared in ("same", "higher"):
            return True
        if compared == "higher":
            return aim is None or self._free.get((state, aim), True)
        return False if compared == "lower" else None

    def _leads_back(self, start: int, state: int) -> bool:
        """Whether play may come from a state to one that is like the start, as far as the program shows."""
        loop = self._loops.get(self._states.node(start))
        if loop is None or self._states.node(state) not in loop.points:
            return False
        one, other = self._sheet(start), self._sheet(state)
        return not any(
            (one[name] < value and name in loop.only_up and name not in self._wanted)
            or (one[name] > value and name in loop.only_down)
            for name, value in other.items()
            if name in one
        )

    def _is_free(self, start: int, aim: _Aim) -> bool:
        """Whether a number can be raised to its top at no cost, from a state on."""
        waiting = [start]
        while waiting:
            state = waiting[-1]
            if (state, aim) in self._free:
                waiting.pop()
                continue
            if self._is_top(state, aim):
                self._free[state, aim] = True
                continue
            plan = self._plan(state, aim)
            if plan is None:
                self._free[state, aim] = self._stays_at_top(state, aim)
                continue
            later = [goal for goal in plan.goals if (goal, aim) not in self._free]
            if later and len(waiting) <= ROUNDS:
                waiting += later
            else:  # of goals that are known, plans have only good ones
                self._free[state, aim] = True
        return self._free[start, aim]

    def _stays_at_top(self, start: int, aim: _Aim) -> bool:
        """Whether a round from a state, after which nothing is higher, has the number at its top on the way."""
        plan = self._plan(start, aim, goals="same")
        if plan is None:
            return False
        sure = plan.best.keys() | plan.goals
        seen, waiting = {start}, [start]
        for state in waiting:  # grows meanwhile
            for option, states in self._actions(state):
                if not sure.issuperset(states):
                    continue
                tops = (self._is_top(to, aim) for to in states if aim.name in self._sheet(to))
                if any(tops) or self._tops.passes(self._states.node(state), option, self._sheet(state), aim):
                    return True
                new = [to for to in states if to in plan.best and to not in seen]
                seen.update(new)
                waiting += new
        return False

    def _told(self, plan: _Plan) -> tuple[FreeRound, int]:
        """The round if the dice fall well, and the state in which it ends."""
        state, taken, raising = plan.first, list[tuple[int, int]](), set[int]()
        while True:
            option, states = plan.best[state]
            if option is not None:
                taken.append((state, option))
            after = min(states, key=lambda to: (plan.rank.get(to, len(plan.rank)), to))
            if taken and self._rises(state, after):
                raising.add(len(taken) - 1)
            state = after
            if state in plan.goals:
                return FreeRound(tuple(taken), frozenset(raising), ()), state

    def _rises(self, before: int, after: int) -> bool:
        one, other = self._sheet(before), self._sheet(after)
        return any(other[name] > one[name] for name in one.keys() & other.keys() & self._wanted)


def _surely(start: int, known: Mapping[int, list[Action]], kind: Mapping[int, bool | None]) -> _Plan | None:
    """How a reader comes to a goal, sooner or later, whatever the dice show; None where that is not sure.

    Of a state from which nothing is surely reached nothing is expected, and so on, until all others lead on (L. de
    Alfaro, *Formal Verification of Probabilistic Systems*, 1997).
    """
    left = set(known)
    while True:
        rank: dict[int, int] = {}
        best: dict[int, Action] = {}
        steps = 0
        while True:
            steps += 1
            new = dict[int, Action]()
            for state in left - rank.keys():
                for each in known[state]:
                    sure = all(kind.get(to) or to in left for to in each[1])
                    if sure and any(kind.get(to) or to in rank for to in each[1]):
                        new[state] = each
                        break
            if not new:
                break
            best |= new
            rank |= dict.fromkeys(new, steps)
        if len(best) == len(left):
            break
        left = set(best)
        if start not in left:
            return None
    if start not in best:
        return None
    goals, seen, waiting = set[int](), {start}, [start]
    for state in waiting:  # grows meanwhile
        for to in best[state][1]:
            if kind.get(to):
                goals.add(to)
                rank[to] = 0
            elif to not in seen:
                seen.add(to)
                waiting.append(to)
    return _Plan(start, best, rank, frozenset(goals))


class _Tops:
    """Where numbers are at the top of their ranges, also between two points of a program."""

    def __init__(self, program: Program, caps: Mapping[str, str | None]) -> None:
        self._program, self._caps = program, caps
        self._cells = {cell.name: cell for cell in program.cells}
        tables = (
            Table(name=name, first_column=c, first_row=r, cells=cells) for name, (c, r, cells) in program.tables.items()
        )
        self._expressions = Expressions(self._cells, tables, {})
        self._place = {name: place for place, name in enumerate(self._cells)}

    def is_top(self, aim: _Aim, values: Mapping[str, int]) -> bool:
        """Whether a number is at the end of its range, or a stat at the value that it began with."""
        cell, cap = self._cells[aim.name], self._cells.get(self._caps[aim.name] or "")
        if aim.further:
            cap = None
        top = cell.high
        if cap is not None and cap.name in values:
            top = min(top, values[cap.name])
        elif cap is not None and cap.low == cap.high:  # it is the same for all heroes
            top = min(top, cap.start)
        return values[aim.name] >= top

    def passes(self, node: NodeId, option: int | None, values: Mapping[str, int], aim: _Aim) -> bool:
        """Whether a number may be at its top for a moment after an option, before play comes to the next point."""
        program = self._program
        begin = program.nodes[node]
        if isinstance(begin, Decide) and option is None:
            nexts = [*(each.next for each in begin.options if begin.owner != "reader"), begin.shut]
        elif isinstance(begin, Decide):
            nexts = [begin.options[option or 0].next]
        else:
            assert isinstance(begin, Enter)
            nexts = [begin.next]
        sheet = tuple(values.get(cell.name, cell.start) for cell in program.cells)
        waiting = [(each, sheet) for each in nexts]
        while waiting:
            number, sheet = waiting.pop()
            match program.nodes[number]:
                case Do(sets=sets, next=after):
                    new = [*sheet]
                    for cell, value in sets:
                        new[cell] = self._expressions.value(value)(sheet)
                    if any(program.cells[cell].name == aim.name for cell, _ in sets) and self.is_top(
                        aim, dict(zip(self._cells, new, strict=True))
                    ):
                        return True
                    waiting.append((after, tuple(new)))
                case Branch(condition=condition, yes=yes, no=no):
                    waiting.append((yes if self._expressions.value(condition)(sheet) else no, sheet))
                case Chance(weights=weights, nexts=ways):
                    waiting += [
                        (way, sheet)
                        for weight, way in zip(weights, ways, strict=True)
                        if self._expressions.value(weight)(sheet)
                    ]
                case Decide() | Enter() | Stop():
                    pass
                case other:
                    waiting.append((other.next, sheet))
        return False
