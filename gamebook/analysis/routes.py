"""How many ways there are to win, told apart by the chapters that they come to.

A way is a sequence of chapters from the start to a victory which some play can take, with the right choices and the
right dice. States that are entered by the same sequence are followed as one set (the subset construction of automata),
so that a sequence is counted once, however many plays take it.

Source: M. O. Rabin, D. Scott, "Finite automata and their decision problems" (1959).
"""

from __future__ import annotations

from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Flags
from gamebook.program.code import Enter
from gamebook.solver.graphs import strong_components
from gamebook.solver.solution import Solved

MOST_STATES = 100_000
"""A book with more states is not looked at."""
MOST_WORK = 3_000_000
"""States in sets up to which sets are followed."""


class Routes(Struct, frozen=True):
    """Ways to win."""

    count: int | None
    """How many; None: not known, or no number."""
    endless: tuple[str, ...] = ()
    """Chapters that a play can come to again and again, and still win: then there is no number."""
    known: bool = True
    """False: the book is too large for this."""


def routes(solved: Solved, alive: Flags) -> Routes:
    """Count the ways to win.

    Args:
        solved: the book with all its states.
        alive: bool[n], states from which a victory can be reached.
    """
    if solved.space.size > MOST_STATES:
        return Routes(None, known=False)
    work = _Sets(solved, alive)
    found = work.follow()
    if not found:
        return Routes(None, known=False)
    after = {key: list(ways.values()) for key, ways in work.after.items()}
    round_ = [part for part in strong_components(after) if len(part) > 1 or part[0] in after[part[0]]]
    if round_:
        chapters = {work.chapter[min(key)] for part in round_ for key in part}
        return Routes(None, tuple(each.name for each in solved.book.chapters if each.name in chapters))
    count: dict[frozenset[int], int] = {}
    for (key,) in strong_components(after):  # each comes after those it leads to
        count[key] = work.wins[key] + sum(count[each] for each in after[key])
    return Routes(count[work.first])


class _Sets:
    """Sets of states in which a chapter is entered, and how they lead to each other."""

    def __init__(self, solved: Solved, alive: Flags) -> None:
        space = solved.space
        self.start = space.edge_start.tolist()
        self.to = space.states.successor.tolist()
        self.alive = alive.tolist()
        self.endings = len(space.program.endings)
        names = [
            node.chapter if isinstance(node := space.program.nodes[each], Enter) else None
            for each in space.code.point_node
        ]
        point = space.states.point.tolist()
        self.chapter: list[str | None] = [names[each] if each >= 0 else None for each in point]
        self.first: frozenset[int] = frozenset([space.root])
        self.after: dict[frozenset[int], dict[str, frozenset[int]]] = {}
        self.wins: dict[frozenset[int], int] = {}
        self._onward: dict[int, tuple[bool, frozenset[int]]] = {}

    def follow(self) -> bool:
        """Find all sets; False if there are too many."""
        waiting, work = [self.first], 0
        while waiting:
            look()
            key = waiting.pop()
            if key in self.after or not any(self.alive[each] for each in key):
                continue
            work += len(key)
            if work > MOST_WORK:
                return False
            won, entered = False, dict[str, set[int]]()
            for state in key:
                wins, further = self._leads(state)
                won |= wins
                for each in further:
                    entered.setdefault(self.chapter[each] or "", set()).add(each)
            self.after[key] = {name: frozenset(states) for name, states in entered.items()}
            self.wins[key] = int(won)
            waiting.extend(self.after[key].values())
        if self.first not in self.after:  # nothing wins
            self.after[self.first], self.wins[self.first] = {}, 0
        return True

    def _leads(self, state: int) -> tuple[bool, frozenset[int]]:
        """Whether play can win from here without another chapter, and the states in which it enters the next one."""
        known = self._onward.get(state)
        if known is not None:
            return known
        seen, waiting, won, entered = {state}, [state], False, set[int]()
        while waiting:
            here = waiting.pop()
            for each in self.to[self.start[here] : self.start[here + 1]]:
                if not self.alive[each]:
                    continue
                if each < self.endings:
                    won = True
                elif self.chapter[each] is not None:
                    entered.add(each)
                elif each not in seen:
                    seen.add(each)
                    waiting.append(each)
        self._onward[state] = won, frozenset(entered)
        return self._onward[state]
