"""The states of a small book, one by one, as node-link data of networkx: every roll, decision and ending."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from gamebook.errors import LimitReached
from gamebook.job import current
from gamebook.model.book import SOFT_LOCK, Book
from gamebook.play.explore import Node, TooLarge, explore
from gamebook.play.state import HERO
from gamebook.play.step import Machine


def states(book: Book, hero: Mapping[str, int] | None, most: int) -> Iterator[str]:
    """The graph, bit by bit. Chances and points are fractions, written as texts.

    Raises:
        LimitReached: there are more than `most` states.
    """
    current().begin("listing states")
    graph = explore(Machine(book), hero, most)
    if isinstance(graph, TooLarge):
        raise LimitReached(f"the book has more than {most:,} states")
    about = {"title": book.title, "aim": book.aim, "start": graph.start, "start_score": str(graph.start_score)}
    head = {"directed": True, "multigraph": True, "graph": about}
    nodes = (_node(book, number, node) for number, node in enumerate(graph.nodes))
    links = (
        {
            "source": number,
            "target": arc.target,
            "key": key,
            "chance": str(arc.chance),
            "score": str(arc.score),
            "label": arc.label,
            "address": arc.address,
        }
        for number, node in enumerate(graph.nodes)
        for key, arc in enumerate(node.arcs)
    )
    return _written(head, nodes, links)


def _node(book: Book, number: int, node: Node) -> dict[str, Any]:
    chapter = "" if node.state.chapter == HERO else book.chapters[node.state.chapter].name
    sheet = {
        variable.name: value
        for variable, value in zip(book.variables, node.state.values, strict=True)
        if variable.kind != "hidden"
    }
    ends = None
    if node.kind == "end":
        ends = SOFT_LOCK if node.what == "soft lock" else book.ending_kinds[node.name]
    return {
        "id": number,
        "kind": node.kind,
        "ending_kind": ends,
        "name": node.name,
        "what": node.what,
        "chapter": chapter,
        "address": node.address,
        "sheet": sheet,
    }


def _written(head: dict[str, Any], nodes: Iterator[Any], links: Iterator[Any]) -> Iterator[str]:
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    for name, entries in (("nodes", nodes), ("links", links)):
        yield f',\n "{name}": [\n'
        for place, entry in enumerate(entries):
            yield f"{',' if place else ' '} {json.dumps(entry, ensure_ascii=False)}\n"
        yield " ]"
    yield "\n}\n"
