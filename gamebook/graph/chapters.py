"""The chapter map of a book as a networkx graph: chapters and endings, joined by every way to turn.

Nodes are `chapter_node(name)` and `ending_node(name)`. A chapter carries

* `kind` "chapter" ("missing" if the book turns to it and it is not written yet), `name`, `title`, `part`, `start`;
* `ending` (its name) and `ending_kind` if all it does is end the book (None otherwise);
* `words` of prose; `fights` (the foes), `tests` (their names), `rolls` and `scores` (whether it has any);
* `deadly`: whether a trigger that ends in a defeat may fire in it.

With `folded`, a part of the book may be one node of `kind` "part", with its `name` and `count` of chapters.

An ending that a chapter with other ways out can bring is a node of `kind` "ending" with `name` and `ending_kind`.
`ending_text`, of both, is what readers see, where the name is more than that.
An edge carries the fields of `graph.turns.Way`. The graph carries `title` and `start`, and keeps the book's order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import networkx as nx

from gamebook.graph.turns import Turns, Way
from gamebook.job import look
from gamebook.model.arithmetic import reads
from gamebook.model.blocks import blocks_in, steps_in
from gamebook.model.book import Book, Chapter, Ending
from gamebook.model.expression import Binary, Const, Var
from gamebook.model.in_words import Words
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    Random,
    Roll,
    Say,
    Scope,
    Score,
    Step,
    Trigger,
    count_words,
)


def chapter_node(name: str) -> str:
    """The node of a chapter."""
    return name


def ending_node(name: str) -> str:
    """The node of an ending; no chapter's name has a colon."""
    return f"ending:{name}"


def chapter_graph(book: Book) -> nx.MultiDiGraph[str]:
    """The chapter map: every way out of every chapter, and the triggers that may interrupt it."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(title=book.title, start=book.start)
    endings = {ending.name: ending for ending in book.endings}
    turns = Turns(Words(book))
    ways = dict[str, list[Way]]()
    for chapter in book.chapters:
        look()
        ways[chapter.name] = turns.of_block(chapter.body)
    for chapter in book.chapters:
        look()
        sole = _sole_ending(ways[chapter.name], endings)
        if sole is not None:
            ways[chapter.name] = []
        graph.add_node(chapter_node(chapter.name), **_chapter_fields(book, chapter, sole))
    triggers = [(watch, turns.of_trigger(watch)) for watch in book.watches]
    for chapter in book.chapters:
        look()
        due = [way for watch, out in triggers if out and may_fire(watch, chapter.body) for way in out]
        for way in (*ways[chapter.name], *due):
            _add_way(graph, chapter.name, way, endings)
    return graph


def _add_way(graph: nx.MultiDiGraph[str], source: str, way: Way, endings: dict[str, Ending]) -> None:
    target = ending_node(way.target) if way.ends else chapter_node(way.target)
    if target not in graph and way.ends:
        ending = endings[way.target]
        graph.add_node(target, kind="ending", name=way.target, ending_kind=ending.kind, **_text(ending))
    elif target not in graph:
        graph.add_node(target, kind="missing", name=way.target, title="", part="", start=False)
    fields: dict[str, Any] = {name: getattr(way, name) for name in Way.__struct_fields__ if name != "target"}
    graph.add_edge(chapter_node(source), target, **fields)


def folded(graph: nx.MultiDiGraph[str], parts: Collection[str]) -> nx.MultiDiGraph[str]:
    """The map with some parts of the book as one node each: what goes on within them, and how it ends, is not shown."""
    place: dict[str, str] = {}
    found: nx.MultiDiGraph[str] = nx.MultiDiGraph(title=graph.graph["title"])
    closed = {part: f"part {number}" for number, part in enumerate(dict.fromkeys(_parts(graph)), start=1)}
    for node, fields in graph.nodes(data=True):
        inside = fields["kind"] == "chapter" and fields["part"] in parts
        place[node] = closed[fields["part"]] if inside else node
        if not inside:
            found.add_node(node, **fields)
        elif place[node] not in found:
            found.add_node(place[node], kind="part", name=fields["part"], count=1, start=fields["start"])
        else:
            found.nodes[place[node]]["count"] += 1
            found.nodes[place[node]]["start"] |= fields["start"]
    for source, target, way in graph.edges(data=True):
        ends = place[source] != source and graph.nodes[target]["kind"] == "ending"
        if place[source] != place[target] and not ends:
            found.add_edge(place[source], place[target], **way)
        elif place[source] == source and not ends:
            found.add_edge(source, target, **way)  # a chapter that leads to itself
    found.graph["start"] = place[graph.graph["start"]]
    lost = [node for node in found if found.nodes[node]["kind"] == "ending" and not found.in_degree(node)]
    found.remove_nodes_from(lost)
    return found


def _parts(graph: nx.MultiDiGraph[str]) -> Iterator[str]:
    """The part of each chapter that is written."""
    return (fields["part"] for _, fields in graph.nodes(data=True) if fields["kind"] == "chapter")


# ---- what a chapter is ------------------------------------------------------------------------------------


def _text(ending: Ending | None) -> dict[str, str]:
    """The words of an ending, where its name is more than that."""
    return {} if ending is None or ending.text is None else {"ending_text": ending.text}


def _sole_ending(ways: list[Way], endings: dict[str, Ending]) -> Ending | None:
    """The ending of a chapter that does nothing else than end the book."""
    only = ways[0] if len(ways) == 1 else None
    return (
        endings[only.target] if only is not None and only.ends and only.kind == "plain" and not only.condition else None
    )


def _chapter_fields(book: Book, chapter: Chapter, sole: Ending | None) -> dict[str, Any]:
    steps = list(_own_steps(chapter.body))
    defeats = {ending.name for ending in book.endings if ending.kind == "defeat"}
    return {
        "kind": "missing" if chapter.written == "no" else "chapter",
        "name": chapter.name,
        "title": chapter.title,
        "part": chapter.part,
        "start": chapter.name == book.start,
        "ending": sole.name if sole else None,
        "ending_kind": sole.kind if sole else None,
        **_text(sole),
        "words": count_words(step.text for step in steps if isinstance(step, Say) and not step.own),
        "fights": tuple(step.title for step in steps if isinstance(step, Scope) and step.what == "fight"),
        "tests": tuple(dict.fromkeys(step.label for step in steps if isinstance(step, Roll) and step.what == "test")),
        "rolls": any(isinstance(step, Random) or (isinstance(step, Roll) and step.what != "test") for step in steps),
        "scores": any(isinstance(step, Score) for step in steps),
        "deadly": any(_ends_in(watch, defeats) and may_fire(watch, chapter.body) for watch in book.watches),
    }


def _own_steps(block: Block) -> Iterator[Step]:
    """A chapter's own steps: what a fight's rounds do, and the actions offered everywhere, say nothing of it."""
    for step in block:
        yield step
        if isinstance(step, Scope) and step.what == "fight":
            continue
        if isinstance(step, Choose):
            for option in step.options:
                if not option.again:
                    yield from _own_steps(option.body)
            continue
        for inner in blocks_in(step):
            yield from _own_steps(inner)


# ---- triggers ---------------------------------------------------------------------------------------------


def _ends_in(watch: Trigger, endings: set[str]) -> bool:
    return any(isinstance(step, End) and step.ending in endings for step in steps_in(watch.body))


def may_fire(watch: Trigger, block: Block) -> bool:
    """Whether an effect in a block may change what a trigger mentions, so that its condition can come to hold."""
    return any(
        change.variable in watch.mentions and not _leads_away(watch, change)
        for step in steps_in(block)
        if isinstance(step, Assign)
        for change in step.changes
    )


def _leads_away(watch: Trigger, change: Change) -> bool:
    """Whether a gain can only take play away from `x <= 5` or `x < 5`."""
    here = Var(name=change.variable)
    match watch.condition, change.value:
        case Binary(op="<" | "<=", left=left), Binary(op="+", left=before, right=amount) if left == before == here:
            return not reads(amount) and not (isinstance(amount, Const) and amount.value < 0)
    return False


# ---- questions about the whole map --------------------------------------------------------------------------


def unreachable(graph: nx.MultiDiGraph[str]) -> list[str]:
    """The chapters to which no way leads from the start, whatever the sheet says, in book order."""
    found = {graph.graph["start"]} | nx.descendants(graph, graph.graph["start"])
    return [node for node in graph if graph.nodes[node]["kind"] == "chapter" and node not in found]


def loops(graph: nx.MultiDiGraph[str]) -> list[list[str]]:
    """The groups of chapters in which a reader can go round, each in book order."""
    order = {node: number for number, node in enumerate(graph)}
    groups = [
        sorted(group, key=order.__getitem__)
        for group in nx.strongly_connected_components(graph)
        if len(group) > 1 or any(graph.has_edge(node, node) for node in group)
    ]
    return sorted(groups, key=lambda group: order[group[0]])


def neighbourhood(graph: nx.MultiDiGraph[str], chapter: str, depth: int | None = None) -> nx.MultiDiGraph[str]:
    """The part of the map that can be reached from a chapter in at most `depth` turns, in the map's order."""
    near = set(nx.single_source_shortest_path_length(graph, chapter_node(chapter), cutoff=depth))
    found = graph.copy()  # `subgraph` would give the nodes in the order of a set
    found.remove_nodes_from([node for node in graph if node not in near])
    return found
