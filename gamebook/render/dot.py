"""The chapter map as DOT: what Graphviz, and many other programs, draw from.

Chapters are nodes; all the ways from one chapter to another are one edge. The text follows from the book alone, so that
the same book always makes the same text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import TYPE_CHECKING

import graphviz
import networkx as nx
from msgspec import Struct, field

from gamebook.graph.chapters import chapter_graph, folded, neighbourhood, unreachable
from gamebook.letters import printable
from gamebook.model.book import UNWRITTEN, Book
from gamebook.render import map_labels as labels
from gamebook.render.map_labels import Fields
from gamebook.render.map_looks import border, look, route_words, scale
from gamebook.render.map_style import (
    DEATH,
    FAINT,
    FONT,
    INK,
    KINDS,
    PALE,
    PAPER,
    ROUTE,
    SHAPES,
    What,
    faint_on,
    ink_on,
    wrap,
)
from gamebook.report.words import player
from gamebook.sentences import counted

if TYPE_CHECKING:  # a map without numbers does without the solver
    from gamebook.analysis.map_numbers import MapNumbers, Pair

WORDY = 60
"""The most edges that are labelled, unless labels are asked for."""
TITLED = 150
"""The most chapters that show their titles; beyond, nodes are small and of one size, and edges straight."""
VAST = 600
"""The most chapters for which Graphviz draws every edge of a bare map. Its work on turns that lead back or far ahead
grows so fast that 1,500 chapters take minutes; beyond, whoever asked draws these as straight lines (`layout` does)."""
SMALL = 40
"""The most chapters of a map whose head is in small letters."""
PART_WIDTH = 24
"""Letters on a line in the box of a part."""
ASIDE = 8
"""The most chapters of a row beside a large map."""
LINK = "#chapter-{chapter}"
ROOM = "100%"
"""A number that is as wide as any."""


class MapOptions(Struct, frozen=True):
    """How to draw a map."""

    what: What = "value"
    """What the colours tell."""
    parts: bool = False
    """Frame the parts of the book."""
    labels: bool | None = None
    """Write the words of choices on the edges; None where there are few."""
    link: str = LINK
    """Where a chapter's node leads; `{chapter}` is its name, `{number}` its number in print."""
    start: str | None = None
    """Show only what can be reached from this chapter."""
    depth: int | None = None
    """Show only what can be reached from `start` in at most so many turns."""
    bare: bool = False
    """Without a head and without what pointers tell, but with room for a number in each chapter: for a page that writes
    all this by itself."""
    closed: frozenset[str] = frozenset()
    """Parts of the book that are one node each."""
    printed: Mapping[str, int] = field(default_factory=dict)
    """The number of each chapter in print, for `link`."""


def map_dot(book: Book, numbers: MapNumbers | None = None, options: MapOptions = MapOptions()) -> str:
    """The map of a book, with what solving it has found if that is given."""
    return _Map(book, numbers if options.what != "structure" else None, options).dot()


class _Map:
    """One map while it is drawn."""

    def __init__(self, book: Book, numbers: MapNumbers | None, options: MapOptions) -> None:
        whole = map_graph(book, options.closed)
        near = options.start is not None or options.depth is not None
        self.first = options.start or whole.graph["start"]
        self.graph: nx.MultiDiGraph[str] = neighbourhood(whole, self.first, options.depth) if near else whole
        self.book, self.numbers, self.options = book, numbers, options
        self.cut_off = set(unreachable(whole))
        if numbers is not None and numbers.complete:
            self.cut_off |= {chapter.name for chapter in book.chapters if chapter.name not in numbers.worth}
        self.chapters = [
            node for node, fields in self.graph.nodes(data=True) if fields["kind"] in ("chapter", "missing")
        ]
        self.closed = [node for node, fields in self.graph.nodes(data=True) if fields["kind"] == "part"]
        self.edges = ways_of(self.graph)
        self.levels: dict[str, int] = nx.single_source_shortest_path_length(self.graph, self.first)
        self.compact = len(self.chapters) > TITLED
        self.wordy = options.labels if options.labels is not None else len(self.edges) <= WORDY
        # Graphviz would take what follows a colon for a port, so that endings go by number.
        endings = (node for node in whole if whole.nodes[node]["kind"] == "ending")
        self.ids = {node: f"ending {number}" for number, node in enumerate(endings, start=1)}
        self.out = graphviz.Digraph("map")

    def dot(self) -> str:
        """The text."""
        self._frame()
        if self.options.parts:
            for number, part in enumerate(dict.fromkeys(self.graph.nodes[node]["part"] for node in self.chapters)):
                with self.out.subgraph(name=f"cluster_{number}") as inside:
                    inside.attr(label=_plain(part or "the rest"), tooltip=_plain(part))
                    self._nodes(inside, (node for node in self.chapters if self.graph.nodes[node]["part"] == part))
        else:
            if not self.compact:
                with self.out.subgraph() as top:
                    top.attr(rank="source")
                    top.node(self.first)
            self._nodes(self.out, self.chapters)
        for node in self.closed:
            self._part(node)
        for pair, ways in self.edges.items():
            if self._leads_on(pair) or not (self.options.bare and len(self.chapters) > VAST):
                self._edge(pair, ways)
        if self.compact:
            self._fold()
        return str(self.out.source)

    # ---- the whole ------------------------------------------------------------------------------------------

    def _frame(self) -> None:
        self.out.attr(
            label="" if self.options.bare else self._heading(),
            labelloc="t",
            labeljust="l",
            tooltip=_plain(self.book.title),
            bgcolor=PAPER,
            fontname=FONT,
            fontcolor=FAINT,
            color=PALE,
            style="rounded",
            pad="0.4",
            nodesep="0.25",
            ranksep="0.45",
            outputorder="edgesfirst",
        )
        if self.compact:
            self.out.attr(**self._large())
        self.out.attr("node", shape="box", style="filled,rounded", fontname=FONT, fontcolor=INK, margin="0.1,0.06")
        if self.compact:
            self.out.attr("node", fixedsize="true", width="1.4", height="0.5")
        self.out.attr("edge", fontname=FONT, fontsize="9", fontcolor=FAINT, arrowsize="0.7", color=FAINT)

    def _large(self) -> dict[str, str]:
        """How a large map is laid out: by turns from the start, with less care for a good order.

        Graphviz would improve the order without end: the work grows fast with the number of edges.
        """
        limits = {"nslimit": "0.5", "nslimit1": "0.5", "mclimit": "0.3", "searchsize": "10", "splines": "line"}
        apart = {"rankdir": "LR", "ranksep": "2.6"} if self._sideways() else {"ranksep": "0.9"}
        return {**limits, **apart, "nodesep": "0.15"}

    def _sideways(self) -> bool:
        """Whether turns from the start run from left to right, because that comes nearer to a square."""
        levels = Counter(self.levels.values())
        widest, deep = max(levels.values()), len(levels)
        across, down = deep * 4.0 / (widest * 0.65), widest * 1.55 / (deep * 1.4)
        return abs(log(across)) < abs(log(down))

    def _heading(self) -> str:
        count, numbers = len(self.chapters), self.numbers
        scale = 1.0 if count <= SMALL else 1.6 if not self.compact else 3.0
        legend = labels.Legend(scale)
        summary = [counted(count, "chapter")]
        if numbers is not None:
            summary.insert(0, f"{player(numbers.policy)} {labels.worth_at_start(numbers)}")
            summary += ["nobody wins in what is not written yet"] * self.book.unfinished
            self._scale(legend, numbers)
            legend.borders("thicker and redder border: more plays are lost by what happens there")
            if numbers.route:
                legend.line(ROUTE, route_words(numbers))
            legend.line(FAINT, "thicker line of the same colour: taken more often, up to once per play")
        shapes = "double octagon: victory  ·  octagon: defeat  ·  hexagon: another ending"
        dice = any({way["kind"] for way in ways} == {"chance"} for ways in self.edges.values())
        legend.words(f"{shapes}  ·  dashed line: dice decide" if dice else shapes)
        if self.compact:
            line = "column" if self._sideways() else "row"
            legend.words(f"each {line} is one turn further from the start; unreachable chapters are at the side")
        return labels.heading(self.book.title, "  ·  ".join(summary), legend.rows, scale)

    def _scale(self, legend: labels.Legend, numbers: MapNumbers) -> None:
        what: What = "value" if self.options.what == "structure" else self.options.what
        legend.colours(what, *scale(numbers, what))

    def _fold(self) -> None:
        """Let what cannot be reached run on beside the map, where Graphviz would put all of it in the first row."""
        aside = [node for node in self.chapters if node not in self.levels]
        for node, below in zip(aside, aside[ASIDE:], strict=False):
            self.out.edge(node, below, style="invis")

    # ---- nodes ------------------------------------------------------------------------------------------------

    def _nodes(self, out: graphviz.Digraph, nodes: Iterable[str]) -> None:
        for node in nodes:
            fields = self.graph.nodes[node]
            if fields["kind"] == "missing":
                label = _plain(f"{fields['name']}?" if self.compact else f"{fields['name']}\n{UNWRITTEN}")
                look = {"style": "dashed", "color": DEATH[1], "fontcolor": DEATH[1]}
                out.node(node, label, **look, tooltip=_plain(labels.chapter_tooltip(fields, None, reached=True)))
            else:
                self._chapter(out, node, fields)

    def _part(self, node: str) -> None:
        """A part of the book whose chapters are not shown."""
        fields = self.graph.nodes[node]
        label = graphviz.nohtml("\\n".join((*wrap(fields["name"], PART_WIDTH, 2), counted(fields["count"], "chapter"))))
        self.out.node(node, label, shape="box", fixedsize="false", margin="0.25,0.15")

    def _chapter(self, out: graphviz.Digraph, node: str, fields: Fields) -> None:
        name, kind = fields["name"], fields["ending_kind"]
        reached = name not in self.cut_off
        shown = look(self.numbers, self.options.what, name)
        fill, number = shown.fill, ROOM if self.options.bare else shown.words
        if self.numbers is None and kind:
            fill = KINDS[kind]
        style = {"fillcolor": fill, "color": DEATH[0], "penwidth": "1"}
        if kind:
            style |= _ending_look(kind)
        if name == self.first:
            style |= {"penwidth": "2.5", "color": INK}
        if (edge := border(self.numbers, name)) is not None:
            style |= {"color": edge[0], "penwidth": f"{edge[1]:.2f}"}
        if not reached:
            style |= {"fillcolor": PAPER, "color": PALE, "style": "dashed", "penwidth": "1"}
        ink = ink_on(style["fillcolor"]) if reached else FAINT
        faint = faint_on(style["fillcolor"])
        out.node(
            node,
            labels.chapter_label(fields, number if reached else "", faint, compact=self.compact),
            **style,
            fontcolor=ink,
            id=_plain(f"map-{name}"),
            URL=_plain(self._link(name)),
            tooltip="" if self.options.bare else _plain(labels.chapter_tooltip(fields, self.numbers, reached)),
        )

    def _link(self, chapter: str) -> str:
        fills = {"{chapter}": chapter, "{number}": str(self.options.printed.get(chapter, chapter))}
        return re.sub(r"\{(?:chapter|number)\}", lambda hole: fills[hole[0]], self.options.link)

    # ---- edges ------------------------------------------------------------------------------------------------

    def _edge(self, pair: tuple[str, str], ways: list[Fields]) -> None:
        source, target = pair
        fields = self.graph.nodes[target]
        there = target
        if fields["kind"] == "ending":
            # Each chapter has its own sign for an ending: lines to one node from all over would hide the map.
            there = f"{self.ids[target]} of {source}"
            self._ending(there, fields)
        names: Pair = (self.graph.nodes[source]["name"], fields["name"])
        often = self._often(names, ends=fields["kind"] == "ending")
        look = self._line(pair, names, often, {way["kind"] for way in ways})
        if self.wordy:
            look["label"] = graphviz.nohtml(labels.edge_label(ways))
        tooltip = "" if self.options.bare else _plain(labels.edge_tooltip(names, ways, often))
        self.out.edge(source, there, **look, tooltip=tooltip, labeltooltip=tooltip)

    def _ending(self, node: str, fields: Fields) -> None:
        kind, name = fields["ending_kind"], fields["name"]
        fill = KINDS[kind]
        label = graphviz.nohtml(labels.ending_label(name))
        look = {"fillcolor": fill, "color": DEATH[0], "fontsize": "9", **_ending_look(kind)}
        if self.compact:
            label = kind
        self.out.node(node, label, **look, tooltip=_plain(f"{kind}: {name}"))

    def _leads_on(self, edge: tuple[str, str]) -> bool:
        """Whether it leads one turn further from the start; endings stand below the chapter that they belong to."""
        source, target = edge
        ends = self.graph.nodes[target]["kind"] == "ending"
        return ends or self.levels.get(target) == self.levels.get(source, -9) + 1

    def _often(self, pair: Pair, *, ends: bool) -> float | None:
        """How often play goes this way."""
        if self.numbers is None:
            return None
        return (self.numbers.ends if ends else self.numbers.traffic).get(pair, 0.0)

    def _line(self, edge: tuple[str, str], pair: Pair, often: float | None, kinds: set[str]) -> dict[str, str]:
        look = {"style": "dashed"} if kinds == {"chance"} else {}
        if kinds <= {"trigger", "anytime"}:
            look = {"style": "dotted", "constraint": "false"}
        if often is not None:
            look |= {"penwidth": f"{0.7 + 3 * min(1.0, often):.2f}", "color": FAINT if often > 0.005 else PALE}
        if self.numbers is not None and pair in self.numbers.route:
            look |= {"color": ROUTE, "penwidth": f"{2.2 + 2 * min(1.0, often or 0.0):.2f}", "weight": "3"}
        if self.compact and not self._leads_on(edge):
            look["constraint"] = "false"  # a row is one turn
        if edge[0] in self.cut_off:
            look |= {"color": PALE, "style": "dashed"}
        return look


def _ending_look(kind: str) -> dict[str, str]:
    """The shape of what ends the book; dashed where a draft is not written yet."""
    if kind == UNWRITTEN:
        return {"shape": SHAPES[kind], "style": "dashed", "color": DEATH[1]}
    return {"shape": SHAPES[kind], "style": "filled", "margin": "0"}


def map_graph(book: Book, closed: frozenset[str] = frozenset()) -> nx.MultiDiGraph[str]:
    """What a map shows: the chapters, and the parts that are closed."""
    graph = chapter_graph(book)
    return folded(graph, closed) if closed else graph


def ways_of(graph: nx.MultiDiGraph[str]) -> dict[tuple[str, str], list[Fields]]:
    """All ways by (node, node), in the book's order, without triggers that end the book: borders tell of them."""
    found: dict[tuple[str, str], list[Fields]] = {}
    for source, target, way in graph.edges(data=True):
        if not (way["kind"] == "trigger" and way["ends"]):
            found.setdefault((source, target), []).append(way)
    return found


def _plain(text: str) -> str:
    """Text that Graphviz takes letter by letter, in which a newline is a newline."""
    escaped = str(graphviz.escape(printable(text))).replace("\n", "\\n")
    return graphviz.nohtml(escaped)  # type: ignore[no-any-return]  # a text that begins with `<` is no markup
