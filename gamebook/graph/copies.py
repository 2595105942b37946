"""How many copies of an item a reader can ever have, if there were as many as the book gives."""

from __future__ import annotations

from collections.abc import Container
from math import inf

import networkx as nx

from gamebook.graph.chapters import chapter_graph, chapter_node, loops
from gamebook.model.blocks import blocks_in
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Const, Var
from gamebook.model.step import Assign, Block, Choose, If, Loop, Roll, Scope, Step


def most_ever(book: Book, item: str, rooms: Container[str]) -> int | None:
    """The most copies that a reader can be given on one way through the book; None where no number is known.

    It is known where nothing that gives some can come twice, and each gives a fixed number. Losses are left out.

    Args:
        book: the book.
        item: the item.
        rooms: the addresses of the questions if a gain fits. Where it does not fit, less is gained in its place.
    """
    given = _Given(item, rooms)
    whole = chapter_graph(book)
    start = whole.graph["start"]
    graph = whole.subgraph({start} | nx.descendants(whole, start))
    again = {node for group in loops(graph) for node in group}
    most: dict[str, float] = {}
    for chapter in book.chapters:
        node = chapter_node(chapter.name)
        most[node] = given.by(chapter.body) if node in graph else 0
        if node in again and most[node]:
            return None
    if item in book.carried or any(given.by(watch.body) for watch in book.watches):
        return None
    parts = nx.condensation(nx.DiGraph(graph))
    until: dict[int, float] = {}
    for part in nx.topological_sort(parts):
        here = max(most.get(node, 0) for node in parts.nodes[part]["members"])
        until[part] = here + max((until[before] for before in parts.predecessors(part)), default=0)
    begun = next(variable.start for variable in book.variables if variable.name == item)
    total = begun + given.by(book.hero) + max(until.values())
    return int(total) if total < inf else None


class _Given:
    """What blocks give of an item."""

    def __init__(self, item: str, rooms: Container[str]) -> None:
        self._item = item
        self._rooms = rooms

    def by(self, block: Block) -> float:
        """The most copies that a block gives; infinite where they are not counted, or may be given again."""
        return sum(self._by_step(step) for step in block)

    def _by_step(self, step: Step) -> float:
        match step:
            case Assign():
                return self._by_effect(step)
            case If(address=address, then=then) if address in self._rooms:
                return self.by(then)
            case Roll():
                return self.by(step.then) + max((self.by(row.body) for row in step.rows), default=0)
            case Loop():
                return self._often(step.body)
            case Scope():
                return self.by(step.body) + sum(self._often(watch.body) for watch in step.watches)
            case Choose():
                once = (self._often(each.body) if each.again else self.by(each.body) for each in step.options)
                return max(once, default=0)
        return max(map(self.by, blocks_in(step)), default=0)

    def _often(self, block: Block) -> float:
        """What a block gives that may be done again and again."""
        return inf if self.by(block) else 0

    def _by_effect(self, effect: Assign) -> float:
        values = [change.value for change in effect.changes if change.variable == self._item]
        match values:
            case []:
                return 0
            case [Const(value=number)] if effect.why == "gain":  # of a thing that there is once
                return number
            case [Binary(op="+", left=Var(name=self._item), right=Const(value=number))]:
                return max(number, 0)
            case [Binary(op="-", left=Var(name=self._item), right=Const(value=number))]:
                return max(-number, 0)
        return inf
