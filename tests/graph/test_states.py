from __future__ import annotations

import networkx as nx

from gamebook.graph.states import state_graph
from gamebook.play.explore import TooLarge
from tests.support import build
from tests.support.build import LOSE, WIN, choose, option


def test_every_moment_is_a_node() -> None:
    book = build.book(one=(choose(option("left", WIN), option("right", LOSE)),))
    graph = state_graph(book)
    assert isinstance(graph, nx.MultiDiGraph)
    assert sorted(name for _, name in graph.nodes(data="name")) == ["defeat", "menu", "victory"]
    assert graph.out_degree(graph.graph["start"]) == 2
    assert state_graph(book, limit=1) == TooLarge(1)
