"""A program with words as passages: stretches of text, effects and conditions that end in a turn or a choice.

A passage begins at each chapter, and wherever several ways meet that cannot be written as `if … else …`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import networkx as nx
from msgspec import Struct

from gamebook.interop.export.names import helper
from gamebook.interop.export.told import Told
from gamebook.job import look
from gamebook.model.arithmetic import binary, negate, reads, substituted
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.step import Text
from gamebook.program.code import (
    Branch,
    Chance,
    Decide,
    Do,
    Earn,
    Enter,
    NodeId,
    Note,
    Program,
    Stop,
    successors,
)

SCORE = helper("score")
"""The variable in which points are counted."""
LOT = helper("lot")
"""The variable of what is drawn by lot."""
ASIDE = helper("old ")
"""What the names of values begin with that are kept aside while variables are set at once."""
START = "start"
"""The passage in which the sheet is filled in, unless a chapter is called so."""


class Tell(Struct, frozen=True):
    """Something to read: a paragraph."""

    text: Text


class Put(Struct, frozen=True):
    """Set a variable; the value may hold dice."""

    name: str
    value: Expr


class Either(Struct, frozen=True):
    """One of two bodies; what does not jump goes on after it."""

    condition: Expr
    yes: Body
    no: Body


class Lot(Struct, frozen=True):
    """One of several bodies, with chances in proportion to the weights."""

    weights: tuple[Expr, ...]
    bodies: tuple[Body, ...]


class Jump(Struct, frozen=True):
    """Go on in another passage."""

    to: str


class Offer(Struct, frozen=True):
    """An option of the reader."""

    label: Text
    condition: Expr
    body: Body


class Ask(Struct, frozen=True):
    """The reader's decision; with nothing open, `shut` is played."""

    offers: tuple[Offer, ...]
    shut: Body


class Finish(Struct, frozen=True):
    """The end, in the ending of this name."""

    ending: str


Line = Tell | Put | Either | Lot | Jump | Ask | Finish
Body = tuple[Line, ...]


class Passage(Struct, frozen=True):
    """A stretch of the story."""

    name: str
    """A chapter's name; `12.1`, `12.2` for further passages of chapter 12; `start` before the first chapter."""
    chapter: str | None
    """The chapter that begins here; None for a passage in the middle of one."""
    body: Body


class Story(Struct):
    """All passages of a book, the first one first."""

    passages: tuple[Passage, ...]
    variables: Mapping[str, int]
    """The variables that are used, with their values before play."""
    scores: bool
    """Whether points are counted, in `SCORE`."""
    endings: Mapping[str, Text]
    """What the reader sees at endings whose words hold values."""


def story(told: Told) -> Story:
    """The passages of a book."""
    roots = _first_roots(told.program)
    while True:
        look()
        writer = _Writer(told, roots)
        bodies = {root: writer.body(root) for root in sorted(roots, key=writer.order)}
        more = {node for node, count in writer.written.items() if count > 1} | writer.deep
        if not more - roots:
            return _story(told, writer, bodies)
        roots |= more


def _first_roots(program: Program) -> set[NodeId]:
    """The entry, chapters, and in every other loop its heads and decisions: between them nothing leads back."""
    roots = {program.entry, *program.chapters.values()}
    graph: nx.DiGraph[NodeId] = nx.DiGraph()
    for number, node in enumerate(program.nodes):
        graph.add_edges_from((number, after) for after in successors(node) if after not in roots)
    for kind in (Enter, Decide):
        parts = nx.strongly_connected_components(graph)
        loops = [part for part in parts if len(part) > 1 or any(graph.has_edge(node, node) for node in part)]
        heads = {node for part in loops for node in part if _is_head(program, node, kind)}
        roots |= heads
        graph.remove_nodes_from(heads)
    return roots


def _is_head(program: Program, number: NodeId, kind: type[Enter | Decide]) -> bool:
    node = program.nodes[number]
    return isinstance(node, kind) and not (isinstance(node, Enter) and node.meeting)


def _story(told: Told, writer: _Writer, bodies: Mapping[NodeId, Body]) -> Story:
    program = told.program
    chapters = {node: name for name, node in program.chapters.items()}
    reached = writer.reached(bodies)
    passages = tuple(
        Passage(writer.names[root], chapters.get(root), body) for root, body in bodies.items() if root in reached
    )
    used: set[str] = set()
    for passage in passages:
        used |= set(_named(passage.body))
    used.update(name for text in told.endings.values() for name in _read(text))
    variables = {cell.name: cell.start for cell in program.cells if cell.name in used}
    aside = {name: 0 for name in sorted(used) if name.startswith(ASIDE)}
    return Story(passages, variables | aside, SCORE in used, told.endings)


def _named(body: Body) -> Iterator[str]:
    """The variables that lines read or set."""
    for line in body:
        match line:
            case Tell(text):
                yield from _read(text)
            case Put(name, value):
                yield name
                yield from reads(value)
            case Either(condition, yes, no):
                yield from reads(condition)
                yield from _named(yes)
                yield from _named(no)
            case Lot(weights, inner):
                for weight in weights:
                    yield from reads(weight)
                for each in inner:
                    yield from _named(each)
            case Ask(offers, shut):
                for offer in offers:
                    yield from _read(offer.label)
                    yield from reads(offer.condition)
                    yield from _named(offer.body)
                yield from _named(shut)


def _read(text: Text) -> Iterator[str]:
    for part in text:
        if not isinstance(part, str):
            yield from reads(part)


class _Writer:
    """Writes passages, and notes which nodes were written more than once: they become passages of their own."""

    def __init__(self, told: Told, roots: set[NodeId]) -> None:
        self.told = told
        self.program = told.program
        self.roots = roots
        self.written: Counter[NodeId] = Counter()
        self.deep: set[NodeId] = set()
        """Decisions inside a condition."""
        places = dict.fromkeys([self.program.places[self.program.entry], *self.program.chapters])
        self.places = {place: number for number, place in enumerate(places)}
        """Where each place stands: the start first, then chapter by chapter."""
        self.firsts = {self.program.entry, *self.program.chapters.values()}
        """The nodes at which a place begins."""
        self.names = self._names()
        self.joins = self._joins()

    def order(self, root: NodeId) -> tuple[int, int]:
        """The start first, then chapter by chapter."""
        return self.places[self.program.places[root]], -1 if root in self.firsts else root

    def _names(self) -> dict[NodeId, str]:
        chapters = {node: name for name, node in self.program.chapters.items()}
        taken = set(self.program.chapters)
        first = START
        while first in taken:
            first += "-of-all"
        names = {self.program.entry: first} | chapters
        count: Counter[str] = Counter()
        for root in sorted(self.roots - set(names), key=self.order):
            place = self.program.places[root]
            while not names.get(root) or names[root] in taken:
                count[place] += 1
                names[root] = f"{place}.{count[place]}"
        return names

    def _joins(self) -> dict[NodeId, NodeId]:
        """For each node the next one that all ways from it lead through, in its passage; -1 if there is none."""
        graph: nx.DiGraph[NodeId] = nx.DiGraph()
        graph.add_node(-1)
        for number, node in enumerate(self.program.nodes):
            if isinstance(node, Decide | Stop):
                graph.add_edge(-1, number)
                continue
            for after in successors(node):
                graph.add_edge(-1 if after in self.roots else after, number)
        found: dict[NodeId, NodeId] = nx.immediate_dominators(graph, -1)
        return found

    def reached(self, bodies: Mapping[NodeId, Body]) -> set[NodeId]:
        """The chapters, and all passages that can be reached from one."""
        by_name = {self.names[root]: root for root in bodies}
        found = {self.program.entry, *self.program.chapters.values()}
        waiting = list(found)
        while waiting:
            new = {by_name[name] for name in _jumps(bodies[waiting.pop()])} - found
            found |= new
            waiting.extend(new)
        return found

    def body(self, root: NodeId) -> Body:
        """The lines of the passage that begins here."""
        return tuple(self._lines(root, None, root, 0))

    def _inner(self, node: NodeId, stop: NodeId | None, depth: int) -> Body:
        return tuple(self._lines(node, stop, None, depth))

    def _lines(self, node: NodeId, stop: NodeId | None, root: NodeId | None, depth: int) -> Iterator[Line]:
        while node != stop:
            if node in self.roots and node != root:
                yield Jump(self.names[node])
                return
            root = None
            if not isinstance(self.program.nodes[node], Stop):
                self.written[node] += 1
                if self.written[node] > 1:  # it becomes a passage of its own: what follows is written there
                    return
            match self.program.nodes[node]:
                case Note(mark=mark, next=after):
                    if text := self.told.texts[mark]:
                        yield Tell(text)
                    node = after
                case Enter(next=after):
                    node = after
                case Do(sets=sets, next=after):
                    yield from _in_order([(self.program.cells[variable].name, value) for variable, value in sets])
                    node = after
                case Earn(amount=amount, next=after):
                    yield Put(SCORE, binary("+", Var(name=SCORE), amount))
                    node = after
                case Branch(condition=Const(value=sure), yes=yes, no=no):
                    node = yes if sure else no
                case Branch(condition=condition, yes=yes, no=no):
                    join = self._join(node, stop)
                    then, otherwise = self._inner(yes, join, depth + 1), self._inner(no, join, depth + 1)
                    if then or otherwise:
                        yield Either(condition, then, otherwise) if then else Either(negate(condition), otherwise, ())
                    if join is None:
                        return
                    node = join
                case Chance(nexts=(after,)):
                    node = after
                case Chance(weights=weights, nexts=nexts):
                    join = self._join(node, stop)
                    yield Lot(weights, tuple(self._inner(after, join, depth + 1) for after in nexts))
                    if join is None:
                        return
                    node = join
                case Decide() as decide:
                    if depth:
                        self.deep.add(node)
                    yield self._ask(decide)
                    return
                case Stop(ending=ending):
                    yield Finish(self.program.endings[ending])
                    return

    def _join(self, node: NodeId, stop: NodeId | None) -> NodeId | None:
        """Where the ways from a node meet, within what is being written."""
        found = self.joins.get(node, -1)
        return stop if found == -1 else found

    def _ask(self, decide: Decide) -> Ask:
        offers = tuple(
            Offer(self.told.labels[option.address], option.condition, self._inner(option.next, None, 1))
            for option in decide.options
            if option.condition != Const(value=0)
        )
        sure = any(isinstance(offer.condition, Const) for offer in offers)
        return Ask(offers, () if sure else self._inner(decide.shut, None, 1))


def _jumps(body: Body) -> Iterator[str]:
    for line in body:
        match line:
            case Jump(to):
                yield to
            case Either(_, yes, no):
                yield from _jumps(yes)
                yield from _jumps(no)
            case Lot(_, bodies):
                for each in bodies:
                    yield from _jumps(each)
            case Ask(offers, shut):
                for offer in offers:
                    yield from _jumps(offer.body)
                yield from _jumps(shut)


def _in_order(sets: list[tuple[str, Expr]]) -> Iterator[Put]:
    """Settings made at once as settings one after another: whoever reads a variable comes before it is set."""
    left = [(name, value) for name, value in sets if value != Var(name=name)]
    while left:
        free = next(
            (
                i
                for i, (name, _) in enumerate(left)
                if all(name not in reads(v) for j, (_, v) in enumerate(left) if j != i)
            ),
            None,
        )
        if free is None:  # a loop: the old value of one is kept aside
            name = left[0][0]
            yield Put(f"{ASIDE}{name}", Var(name=name))
            aside = {name: Var(name=f"{ASIDE}{name}")}
            left = [left[0], *((other, substituted(value, aside)) for other, value in left[1:])]
            continue
        name, value = left.pop(free)
        yield Put(name, value)


def cases(line: Either) -> list[tuple[Expr | None, Body]]:
    """Conditions one after another; None for all other cases."""
    found: list[tuple[Expr | None, Body]] = [(line.condition, line.yes)]
    rest = line.no
    while rest:
        match rest:
            case (Either() as inner,):
                found.append((inner.condition, inner.yes))
                rest = inner.no
            case _:
                found.append((None, rest))
                break
    return found
