"""The graph of chapters, read back by networkx: the same chapters, the same links."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import networkx as nx
import pytest

from gamebook.graph.chapters import chapter_graph
from gamebook.interop.export import graphs
from gamebook.model.book import Book
from gamebook.project import Project

TOP = Path(__file__).parents[3]
ODD = """book "A \\"quoted\\" <title>"

=== 1 Tea & "cakes"
* Say "yes" | or <no> -> 2
* Fly -> defeat

=== 2 Über
~ roll 1d6
    1-3 -> 1
    4-6 -> victory
"""


@pytest.fixture(params=["odd", "barge"])
def book(request: pytest.FixtureRequest) -> Book:
    if request.param == "odd":
        return Project.of(ODD).book
    return Project(TOP / "books/the-gilded-barge.gbk").book


def joined(write: Callable[[Book], Iterator[str]], book: Book) -> bytes:
    return "".join(write(book)).encode()


def ways(graph: nx.MultiDiGraph[str]) -> list[tuple[str, str, str]]:
    return sorted((source, target, fields.get("label", "")) for source, target, fields in graph.edges(data=True))


def test_json(book: Book) -> None:
    found = nx.node_link_graph(json.loads(joined(graphs.json_graph, book)), edges="links")
    assert list(found) == list(chapter_graph(book))
    assert ways(found) == ways(chapter_graph(book))


def test_graphml(book: Book) -> None:
    found = nx.read_graphml(BytesIO(joined(graphs.graphml, book)), force_multigraph=True)
    assert set(found) == set(chapter_graph(book))
    assert ways(found) == ways(chapter_graph(book))


def test_gexf(book: Book) -> None:
    found = nx.read_gexf(BytesIO(joined(graphs.gexf, book)))
    assert set(found) == set(chapter_graph(book))
    assert sorted(found.edges()) == sorted(chapter_graph(book).edges())


@pytest.mark.parametrize("write", [graphs.graphml, graphs.gexf])
def test_no_two_edges_have_one_id(write: Callable[[Book], Iterator[str]], book: Book) -> None:
    """Gephi and yEd leave out an edge whose id they have seen."""
    ids = re.findall(r'<edge [^>]*\bid="([^"]*)"', joined(write, book).decode())
    assert len(set(ids)) == len(ids) == chapter_graph(book).number_of_edges() > 1


@pytest.mark.parametrize("write", [graphs.graphml, graphs.gexf])
def test_letters_that_xml_forbids(write: Callable[[Book], Iterator[str]]) -> None:
    # what XML 1.0 allows: tab, newline, carriage return, and all from U+0020 on but halves of letters, FFFE and FFFF
    book = Project.of('book "T\ufffe"\n\n=== 1 A\uffff title\n* Go\ufffe on -> victory\n').book
    text = "".join(write(book))
    assert not re.search("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    assert "Go on" in text


def test_mermaid() -> None:
    assert "".join(graphs.mermaid(Project.of(ODD).book)).splitlines() == [
        "flowchart TD",
        '    n0["1 Tea & #34;cakes#34;"]',
        '    n1["2 Über"]',
        '    n2(["defeat"])',
        '    n3(["victory"])',
        '    n0 -->|"Say #34;yes#34; #124; or #60;no#62;"| n1',
        '    n0 -->|"Fly"| n2',
        '    n1 -->|"1-3"| n0',
        '    n1 -->|"4-6"| n3',
    ]


def test_dot(book: Book) -> None:
    import pygraphviz

    found = pygraphviz.AGraph(joined(graphs.dot, book).decode())
    assert found.number_of_nodes() >= len(book.chapters)
