"""How often ink's knots and stitches are read: it counts when play comes in from outside, wherever that leads to.

So a knot that turns to itself is not counted again, and one that is entered by a stitch or a label is counted, too. To
come back from a tunnel is not counted. Where a thread begins, its flow is counted, and play that takes one of its
choices comes from there. A label is counted each time that play comes to it.
Where this differs from how often play comes to the chapter, the count is kept in a number of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from gamebook.comparisons import COMPARISONS
from gamebook.interop.draft import Body, Chapter, Draft, If, Jump, Link, May, Set, Spread, Step, Thing, Words, walk
from gamebook.interop.readers.ink_story import Threaded
from gamebook.interop.readers.ink_tunnels import RETURN
from gamebook.interop.terms import Visits, changed, inside, parts_of
from gamebook.interop.things import values_of
from gamebook.interop.values import name, plain
from gamebook.syntax import ast

FARTHEST = 100
"""The most that is counted of a flow whose count is shown or computed with."""


Count = tuple[str, bool]
"""A flow, and whether its count is shown or computed with: then it is counted apart from what conditions ask for.

A count that is only shown costs the solver nothing, but one that conditions ask for must not go further than they do.
"""


class Places(Struct, frozen=True):
    """Where the chapters of a story come from."""

    owners: dict[str, str]
    """Chapter → the flow that it is a part of."""
    sources: dict[str, str]
    """Copy → the flow or label that it is a copy of."""
    homes: dict[str, tuple[str, str]]
    """Chapter in a tunnel → the chapter where this leads at its end, and the flow that called it."""
    offers: dict[str, str]
    """Place of a choice → the flow that it is in."""

    def here(self, chapter: str, step: Jump | Link, flow: str) -> str:
        """The flow from which a turn in a flow comes: of one that leaves a tunnel, that which called the tunnel."""
        home, caller = self.homes.get(chapter, ("", ""))
        leaves = step.target == home or (step.origin is not None and step.origin.name == RETURN)
        return caller if home and leaves else flow

    def ways(self, chapter: Chapter) -> Iterator[tuple[str, str, str]]:
        """(Flow from which play comes, flow that it comes to, chapter that it comes to) of each turn and thread.

        A thread comes to no chapter.
        """
        yield from self._ways(chapter.body, chapter.name, self.owners.get(chapter.name, ""))

    def _ways(self, body: Iterable[Step], chapter: str, flow: str) -> Iterator[tuple[str, str, str]]:
        for step in body:
            match step:
                case Threaded():
                    yield flow, step.flow, ""
                case Jump() if step.target:
                    yield self.here(chapter, step, flow), self.owners.get(step.target, ""), step.target
                case Link():
                    own = self.offers.get(step.memory, flow)
                    if step.target:
                        yield self.here(chapter, step, own), self.owners.get(step.target, ""), step.target
                    yield from self._ways(step.body, chapter, own)
                case If():
                    yield from self._ways((*step.body, *step.otherwise), chapter, flow)
                case May():
                    yield from self._ways(step.body, chapter, flow)
                case Spread():
                    yield from self._ways([each for _, row in step.rows for each in row], chapter, flow)


def count_entries(draft: Draft, places: Places, names: set[str]) -> None:
    """Give a number to each flow or label whose count is not that of its chapter, and count where play comes in.

    Args:
        draft: the story; its chapters are changed.
        places: where these come from.
        names: the names of knots, stitches and labels.
    """
    asked: dict[Count, int] = {}
    for chapter in draft.chapters:
        conditions = {id(each) for each in _conditions(chapter.body)}
        for value in values_of(chapter.body):
            shown = id(value) not in conditions
            for flow, most in _asked(value, FARTHEST if shown else 1):
                if flow in names:
                    asked[flow, shown] = max(asked.get((flow, shown), 0), FARTHEST if shown else most)
    ways = {way for chapter in draft.chapters for way in places.ways(chapter)}
    there = {chapter.name for chapter in draft.chapters}
    copied = {source for copy, source in places.sources.items() if copy in there and copy != source}
    flows = set(places.owners.values())
    counted = {
        (flow, shown): most
        for (flow, shown), most in asked.items()
        if flow not in there or flow in copied or (flow in flows and any(_odd(way, flow) for way in ways))
    }
    for (flow, shown), most in counted.items():
        begins = _within(places.owners.get(draft.start, ""), flow)
        draft.things[_name(flow, shown)] = Thing(ast.Number(int(begins)), low=0, high=most)
    work = _Counting(places, counted, flows)
    for chapter in draft.chapters:
        work.chapter(chapter)


def _name(flow: str, shown: bool) -> str:
    """The name of a number that counts a flow."""
    return f"{'all ' * shown}reads of {flow}"


def _within(inner: str, flow: str) -> bool:
    """Whether a flow is another one, or a stitch in it."""
    return inner == flow or inner.startswith(f"{flow}.")


def _odd(way: tuple[str, str, str], flow: str) -> bool:
    """Whether a turn comes to the flow's chapter without being counted, or is counted without coming there."""
    here, there, target = way
    comes_in = _within(there, flow) and not _within(here, flow)
    return comes_in != (target == flow)


def _conditions(body: Body) -> Iterator[ast.Expr]:
    """The conditions of a block: of a count that stands there alone only matters whether it is 0."""
    for step in walk(body):
        if isinstance(step, If | Link) and step.condition is not None:
            yield step.condition


def _asked(value: ast.Expr, alone: int = FARTHEST) -> Iterator[tuple[str, int]]:
    """The flows whose counts a value asks for, and how far each must be counted."""
    match value:
        case Visits():
            yield value.chapter, alone
        case ast.Binary(op=op, left=Visits() as visits, right=right) if op in COMPARISONS and plain(right) is not None:
            yield visits.chapter, min(max(plain(right) or 0, 0) + 1, FARTHEST)
        case ast.Binary(op="and" | "or") | ast.Unary(op="not"):
            for part in parts_of(value):
                yield from _asked(part, alone)
        case _:
            yield from ((each.chapter, FARTHEST) for each in inside(value) if isinstance(each, Visits))


class _Counting(Struct, frozen=True):
    places: Places
    counted: dict[Count, int]
    """Flow or label → the most that is counted."""
    flows: set[str]

    def chapter(self, chapter: Chapter) -> None:
        chapter.body = self.body(chapter.body, chapter.name, self.places.owners.get(chapter.name, ""))

    def body(self, body: Body, chapter: str, flow: str) -> Body:
        return tuple(each for step in body for each in self.step(step, chapter, flow))

    def step(self, step: Step, chapter: str, flow: str) -> Iterable[Step]:
        match step:
            case Threaded():
                return self.entries(flow, step.flow)
            case Jump():
                return (*self.turns(chapter, step, flow), step)
            case Link():
                own = self.places.offers.get(step.memory, flow)
                inner = (*self.body(step.body, chapter, own), *self.turns(chapter, step, own))
                condition = None if step.condition is None else self.value(step.condition, shown=False)
                return (replace(step, label=self.pieces(step.label), condition=condition, body=inner),)
            case If():
                yes, no = self.body(step.body, chapter, flow), self.body(step.otherwise, chapter, flow)
                return (replace(step, condition=self.value(step.condition, shown=False), body=yes, otherwise=no),)
            case Set():
                return (replace(step, value=self.value(step.value)),)
            case Words():
                return (replace(step, pieces=self.pieces(step.pieces)),)
            case May():
                return (replace(step, body=self.body(step.body, chapter, flow)),)
            case Spread():
                return (
                    replace(step, rows=tuple((weight, self.body(row, chapter, flow)) for weight, row in step.rows)),
                )
        return (step,)

    def turns(self, chapter: str, step: Jump | Link, flow: str) -> Iterator[Step]:
        """One more for each flow and label that this turn enters."""
        there = self.places.owners.get(step.target, "")
        label = self.places.sources.get(step.target, step.target)
        return self.entries(self.places.here(chapter, step, flow), there, label)

    def entries(self, here: str, there: str, label: str = "") -> Iterator[Step]:
        """One more for each flow that play enters from one to another, and for a label."""
        for (flow, shown), most in self.counted.items():
            if (_within(there, flow) and not _within(here, flow)) if flow in self.flows else label == flow:
                count = _name(flow, shown)
                one_more = ast.Binary("+", name(count), ast.Number(1))
                yield Set(count, ast.Call(ast.Id("min"), (one_more, ast.Number(most))))

    def pieces(self, pieces: tuple[str | ast.Expr, ...]) -> tuple[str | ast.Expr, ...]:
        return tuple(piece if isinstance(piece, str) else self.value(piece) for piece in pieces)

    def value(self, value: ast.Expr, *, shown: bool = True) -> ast.Expr:
        """The value with numbers in place of counts; `shown`: it is no condition."""

        def count(each: ast.Expr) -> ast.Expr | None:
            known = isinstance(each, Visits) and (each.chapter, shown) in self.counted
            return name(_name(each.chapter, shown)) if isinstance(each, Visits) and known else None

        return changed(value, count)
