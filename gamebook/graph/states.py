"""The graph of all states of a book, for books small enough to list them one by one."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

from gamebook.model.book import Book
from gamebook.play.explore import TooLarge, explore, to_networkx
from gamebook.play.step import Machine


def state_graph(
    book: Book, hero: Mapping[str, int] | None = None, limit: int = 200_000
) -> nx.MultiDiGraph[int] | TooLarge:
    """Every moment of play and how one leads to another; see `gamebook.play.explore.to_networkx` for what they carry.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        limit: the most moments to list.
    """
    found = explore(Machine(book), hero, limit)
    return found if isinstance(found, TooLarge) else to_networkx(found)
