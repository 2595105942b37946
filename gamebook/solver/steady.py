"""A book in which less changes: without options that good play hardly ever takes, and that alone change something.

One option that lowers SKILL each time, in a maze that has loops, makes ten times as many states, and
good play leaves it alone. Without such options SKILL never changes, and the book may be small enough for arrays. All
others are kept, also those that good play has not yet found out about.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from msgspec import Struct

from gamebook.errors import OutOfTime
from gamebook.limits import Limits
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.program.code import Chance, Decide, Do, NodeId, Program, VariableId, reached, successors
from gamebook.program.compile import Target, reduced
from gamebook.program.narrow import Leaf, narrowed
from gamebook.solver.excerpt import take
from gamebook.solver.narrowed import Large
from gamebook.solver.too_wide import TooWide
from gamebook.solver.watch import Watch

HARDLY = 0.01
"""An option that is taken less often in a play, on average, is hardly ever taken."""
MOST = 30_000_000
"""States in arrays, at most."""

Address = tuple[str, str]
"""Of a decision, and of an option."""


class _Option(Struct, frozen=True):
    point: NodeId
    number: int
    address: Address
    changes: frozenset[VariableId]
    """What may change from there to the next decision; rolls and stats of foes do not count."""


class Steady:
    """What the options of a book change."""

    def __init__(self, program: Program) -> None:
        """Look at all options of the reader after the hero is made."""
        self._all = [
            _Option(point, number, (node.address, option.address), _changes(program, option.next))
            for point in sorted(reached(program, program.entry) - {program.entry})
            if isinstance(node := program.nodes[point], Decide) and node.owner != "rival"
            if program.places[point] != HERO_BLOCK
            for number, option in enumerate(node.options)
        ]

    def kept(self, taken: Mapping[Address, float]) -> dict[NodeId, Leaf]:
        """For each decision with options to leave out, the others.

        Args:
            taken: how often good play takes an option, in one play on average.
        """
        rare = [taken.get(each.address, 0.0) < HARDLY for each in self._all]
        used = frozenset[VariableId]().union(
            *(each.changes for each, is_rare in zip(self._all, rare, strict=True) if not is_rare)
        )
        left_out = {
            (each.point, each.number)
            for each, is_rare in zip(self._all, rare, strict=True)
            if is_rare and not each.changes <= used
        }
        kept: dict[NodeId, set[int]] = {point: {-1} for point, _ in left_out}
        for each in self._all:
            if each.point in kept and (each.point, each.number) not in left_out:
                kept[each.point].add(each.number)
        return {point: Leaf(frozenset(options)) for point, options in kept.items()}


def _changes(program: Program, start: NodeId) -> frozenset[VariableId]:
    """What may change from a node to the next decision."""
    seen, waiting = {start}, [start]
    found: set[VariableId] = set()
    while waiting:
        node = program.nodes[waiting.pop()]
        if isinstance(node, Decide):
            continue
        if isinstance(node, Do):
            found.update(variable for variable, _ in node.sets if not program.cells[variable].passing)
        for after in successors(node):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return frozenset(found)


class SteadyArrays:
    """Arrays of a large book in which less changes. They are for one hero: those of many would be too large."""

    def __init__(self, model: Book | None, book: Large) -> None:
        """Nothing is arranged.

        Args:
            model: the book's model; None: nothing is ever arranged.
            book: the same book, as a program.
        """
        self._model = None if model is None or _rolls_a_hero(book.program) else model
        self._book, self._steady = book, Steady(book.program)
        self._tried = list[Mapping[NodeId, Leaf]]()

    def tell(self, watch: Watch, taken: Mapping[Address, float], memory: float, end: float, high: float) -> bool:
        """Tell a watch what can be won without the options that good play hardly ever takes: never more than with them.

        Args:
            watch: receives it.
            taken: how often good play takes an option, in one play on average.
            memory: bytes that the arrays may take.
            end: a `time.monotonic()` at which they are given up.
            high: what can be won at most.

        Returns: whether it was tried. It is not where nothing is left out, where the same was left out before, and
            after a book that was too large.
        """
        kept = {} if self._model is None else self._steady.kept(taken)
        if self._model is None or not kept or kept in self._tried:
            return False
        self._tried.append(kept)
        book = self._book
        program = reduced(narrowed(book.program, kept), Target(observed=book.observed, numbers=False))
        limits = Limits(states=MOST, memory=None if memory == inf else max(0, int(memory)))
        own = Watch(deadline=end, news=None, job=watch.job)
        try:
            part = take(self._model, program, book.worth, observed=book.observed, limits=limits, watch=own)
        except (TooWide, OutOfTime):
            part = None
        if part is None:
            self._model = None
        else:
            watch.learn(float(part.best.low[part.space.root]), high)
        return True


def _rolls_a_hero(program: Program) -> bool:
    """Whether there are many heroes."""
    return any(
        isinstance(program.nodes[number], Chance) and program.places[number] == HERO_BLOCK
        for number in reached(program, program.entry)
    )
