"""The graph of all states of a book, for books small enough to list them one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import networkx as nx

from gamebook.model.book import Book
from gamebook.play.explore import Graph, TooLarge, explore
from gamebook.play.step import Machine


def state_graph(
    book: Book, hero: Mapping[str, int] | None = None, limit: int = 200_000
) -> nx.MultiDiGraph[int] | TooLarge:
    """Every moment of play and how one leads to another; see `to_networkx` for what they carry.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        limit: the most moments to list.
    """
    found = explore(Machine(book), hero, limit)
    return found if isinstance(found, TooLarge) else to_networkx(found)


def to_networkx(graph: Graph) -> nx.MultiDiGraph[int]:
    """The graph as networkx: nodes carry `kind`, `state`, `name`, `what`, `address`; arcs all the fields of `Arc`."""
    found: nx.MultiDiGraph[int] = nx.MultiDiGraph(start=graph.start, start_score=graph.start_score)
    for number, node in enumerate(graph.nodes):
        fields: dict[str, Any] = {key: getattr(node, key) for key in ("kind", "state", "name", "what", "address")}
        found.add_node(number, **fields)
        for arc in node.arcs:
            details: dict[str, Any] = {key: getattr(arc, key) for key in ("score", "chance", "label", "address")}
            found.add_edge(number, arc.target, **details)
    return found
