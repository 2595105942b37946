"""What the lints know of a book: its steps and where they are written, and the states that play can reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property

from gamebook.analysis.reach import Reach
from gamebook.analysis.witness import Witness
from gamebook.model.book import Book
from gamebook.model.step import Block, Choose, End, If, Scope, Step, Turn
from gamebook.program.code import Decide, NodeId
from gamebook.resolve.core import blocks_in
from gamebook.resolve.sourcemap import SourceMap
from gamebook.solve.solution import Solved
from gamebook.source import Span


@dataclass(frozen=True, slots=True)
class Written:
    """A step and what is around it."""

    step: Step
    place: str
    """The chapter, or `hero`, or the trigger."""
    in_fight: bool


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
        found = [*_steps(self.book.hero, "hero", in_fight=False)]
        for watch in self.book.watches:
            found.extend(_steps(watch.body, watch.id, in_fight=False))
        for chapter in self.book.chapters:
            found.extend(_steps(chapter.body, chapter.name, in_fight=False))
        return tuple(found)

    @cached_property
    def turns(self) -> dict[str, list[tuple[str, Turn]]]:
        """The turns that lead to each chapter, with the place they stand in."""
        found: dict[str, list[tuple[str, Turn]]] = defaultdict(list)
        for written in self.steps:
            if isinstance(written.step, Turn):
                found[written.step.chapter].append((written.place, written.step))
        return found

    @cached_property
    def ends(self) -> dict[str, list[tuple[str, End]]]:
        """The steps that bring each ending, with the place they stand in."""
        found: dict[str, list[tuple[str, End]]] = defaultdict(list)
        for written in self.steps:
            if isinstance(written.step, End):
                found[written.step.ending].append((written.place, written.step))
        return found

    @cached_property
    def choices(self) -> tuple[tuple[Choose, bool], ...]:
        """Every decision, and whether it is part of a fight."""
        return tuple((each.step, each.in_fight) for each in self.steps if isinstance(each.step, Choose))

    @cached_property
    def ifs(self) -> tuple[tuple[If, bool], ...]:
        """Every condition of a rule, and whether it is part of a fight."""
        return tuple((each.step, each.in_fight) for each in self.steps if isinstance(each.step, If))

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


def _steps(block: Block, place: str, *, in_fight: bool) -> Iterator[Written]:
    for step in block:
        yield Written(step, place, in_fight)
        inside = in_fight or (isinstance(step, Scope) and step.what == "fight")
        for inner in blocks_in(step):
            yield from _steps(inner, place, in_fight=inside)
