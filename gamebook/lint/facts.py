"""What the lints know of a book: its steps and where they are written, and the states that play can reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property

from gamebook.analysis.reach import Reach
from gamebook.analysis.witness import Witness
from gamebook.lint.written import Around, Written, written_steps
from gamebook.model.book import Book
from gamebook.model.step import Choose, End, If, Turn
from gamebook.program.code import Decide, NodeId
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solve.solution import Solved
from gamebook.source import Span


@dataclass(frozen=True)
class Facts:
    """A book without errors, all of whose states are listed."""

    book: Book
    sourcemap: SourceMap
    solved: Solved
    systems: Container[str] = frozenset()
    """Files of rule systems: what stands there is not this author's."""

    @cached_property
    def reach(self) -> Reach:
        """The states as a graph."""
        return Reach(self.solved)

    @cached_property
    def witness(self) -> Witness:
        """Finds routes."""
        return Witness(self.reach)

    def span(self, address: str) -> Span | None:
        """Where something is written in this book; None for what its rule system says."""
        span = self.sourcemap.span(address)
        return None if span is None or span.path in self.systems else span

    @cached_property
    def steps(self) -> tuple[Written, ...]:
        """Every step of the book."""
        return written_steps(self.book)

    @cached_property
    def turns(self) -> dict[str, list[tuple[Around, Turn]]]:
        """The turns that lead to each chapter."""
        found: dict[str, list[tuple[Around, Turn]]] = defaultdict(list)
        for each in self.steps:
            if isinstance(each.step, Turn):
                found[each.step.chapter].append((each.around, each.step))
        return found

    @cached_property
    def ends(self) -> dict[str, list[Around]]:
        """Where each ending comes about."""
        found: dict[str, list[Around]] = defaultdict(list)
        for each in self.steps:
            if isinstance(each.step, End):
                found[each.step.ending].append(each.around)
        return found

    @cached_property
    def optional(self) -> frozenset[str]:
        """Chapters that are never played, but may be with other values of the book's parameters."""
        found: set[str] = set()
        while True:
            links = ((name, around) for name, turns in self.turns.items() for around, _ in turns)
            more = {name for name, around in links if self.may_open(around, found)} - self.played - found
            if not more:
                return frozenset(found)
            found |= more

    def may_open(self, around: Around, optional: Container[str]) -> bool:
        """Whether other values of parameters may bring play to a place: `[if n > 5]` with `param n = 3`."""
        settled = bool(self.book.parameters) and around.shut
        return around.place in optional or (settled and around.place in self.played)

    @cached_property
    def choices(self) -> tuple[tuple[Choose, bool], ...]:
        """Every decision, and whether it is part of a fight."""
        return tuple((each.step, each.around.in_fight) for each in self.steps if isinstance(each.step, Choose))

    @cached_property
    def ifs(self) -> tuple[tuple[If, bool], ...]:
        """Every condition of a rule, and whether it is part of a fight."""
        return tuple((each.step, each.around.in_fight) for each in self.steps if isinstance(each.step, If))

    @cached_property
    def nodes(self) -> dict[str, list[NodeId]]:
        """Where the program makes each decision: a trigger's decision stands after every effect that can fire it."""
        found: dict[str, list[NodeId]] = defaultdict(list)
        for number, node in enumerate(self.solved.space.program.nodes):
            if isinstance(node, Decide):
                found[node.address].append(number)
        return found

    @cached_property
    def played(self) -> frozenset[str]:
        """The places that some play comes to; of triggers it is not known, so all of them count."""
        chapters = self.solved.space.program.chapters
        reached = {name for name, node in chapters.items() if len(self.reach.states_at(node))}
        return frozenset(reached | {"hero"} | {watch.id for watch in self.book.watches})
