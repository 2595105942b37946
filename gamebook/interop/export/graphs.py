"""The chapters of a book as a graph: JSON, GraphML, GEXF, Mermaid, DOT."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import networkx as nx

from gamebook.graph.chapters import chapter_graph
from gamebook.letters import printable
from gamebook.model.book import Book

XML = "<?xml version='1.0' encoding='utf-8'?>\n"
_UNDATED = re.compile(r"<meta lastmodifieddate=[^>]*>")
"""The day on which a file is written is not part of the book: the same book always gives the same file."""
_RENAMED = {"start": "is_start"}
"""In GEXF `start` says from when on a node exists."""


def json_graph(book: Book) -> Iterator[str]:
    """Node-link data, as networkx and D3 read it."""
    graph = chapter_graph(book)
    data = {
        "directed": True,
        "multigraph": True,
        "graph": dict(graph.graph),
        "nodes": [{"id": node, **fields} for node, fields in graph.nodes(data=True)],
        "links": [
            {"source": source, "target": target, "key": key, **fields}
            for source, target, key, fields in graph.edges(keys=True, data=True)
        ],
    }
    yield json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def graphml(book: Book) -> Iterator[str]:
    """GraphML, as yEd, Gephi and networkx read it."""
    yield XML + "\n".join(nx.generate_graphml(_plain(book))) + "\n"


def gexf(book: Book) -> Iterator[str]:
    """GEXF, as Gephi reads it."""
    graph = _plain(book)
    graph.graph["name"] = book.title
    for _, fields in graph.nodes(data=True):
        fields["label"] = " ".join(filter(None, (fields["name"], fields.get("title", ""))))
    lines = nx.generate_gexf(graph, version="1.2draft")
    yield XML + "\n".join(_UNDATED.sub("<meta>", line) for line in lines) + "\n"


def mermaid(book: Book) -> Iterator[str]:
    """A flowchart of Mermaid, as Markdown on many sites shows it."""
    graph = chapter_graph(book)
    number = {node: f"n{place}" for place, node in enumerate(graph)}
    yield "flowchart TD\n"
    for node, fields in graph.nodes(data=True):
        words = _quoted(" ".join(filter(None, (fields["name"], fields.get("title", "")))))
        ends = fields["kind"] == "ending" or fields.get("ending")
        yield f"    {number[node]}{f'([{words}])' if ends else f'[{words}]'}\n"
    for source, target, fields in graph.edges(data=True):
        label = f"|{_quoted(fields['label'])}|" if fields["label"] else ""
        yield f"    {number[source]} -->{label} {number[target]}\n"


def dot(book: Book) -> Iterator[str]:
    """DOT, as Graphviz reads it: the map of the book without numbers."""
    from gamebook.render.dot import MapOptions, map_dot  # noqa: PLC0415 - graphviz takes a while to import

    yield map_dot(book, None, MapOptions("structure"))


def _quoted(text: str) -> str:
    """Text in a chart of Mermaid: marks that would end it are written as numbers."""
    harmless = "".join(letter if letter not in '"#;<>`\\|' else f"#{ord(letter)};" for letter in text)
    return f'"{harmless}"'


def _plain(book: Book) -> nx.MultiDiGraph[str]:
    """The graph with nothing but numbers, texts and truths; what is not there is left out."""
    graph = chapter_graph(book)
    found: nx.MultiDiGraph[str] = nx.MultiDiGraph(title=printable(book.title), first=book.start)
    for node, fields in graph.nodes(data=True):
        found.add_node(printable(node), **_fields(fields))
    for number, (source, target, fields) in enumerate(graph.edges(data=True)):
        # the key becomes the id of an edge in GraphML, and networkx counts keys from 0 for each pair of nodes
        found.add_edge(printable(source), printable(target), key=f"e{number}", **_fields(fields))
    return found


def _fields(fields: dict[str, Any]) -> dict[str, Any]:
    joined = {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    return {
        _RENAMED.get(name, name): printable(value) if isinstance(value, str) else value
        for name, value in joined.items()
        if value is not None
    }
