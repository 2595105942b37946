"""Where Graphviz puts the chapters of a map: for a page that draws them itself, and colours them at each change."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamebook.graph.chapters import chapter_graph, unreachable
from gamebook.model.book import Book
from gamebook.render import map_labels as labels
from gamebook.render.dot import MapOptions, map_dot, ways_of
from gamebook.render.map_style import clean, wrap
from gamebook.render.picture import Drawing

INCH = 72.0
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(frozen=True, slots=True)
class Spot:
    """A chapter, or an ending that belongs to one, with its middle and its size in points."""

    id: str
    name: str
    kind: str
    """`chapter`, `missing` or `ending`."""
    ends: str
    """`victory`, `defeat` or `ending` where it ends the book; else empty."""
    lines: tuple[str, ...]
    """The title, or the words of the ending, as they fit."""
    signs: str
    """What happens there, in a word each."""
    part: str
    start: bool
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """All the ways from one chapter to another."""

    start: str
    """The spots that it joins, by id."""
    end: str
    source: str
    """The chapter that it leaves, and what it leads to, by name."""
    target: str
    path: str
    """As the `d` of an SVG path; empty where nothing is drawn."""
    kind: str
    """`choice`, `chance` (dice decide) or `trigger`."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A map without colours: y grows downwards."""

    key: str
    """The same for the same structure."""
    width: float
    height: float
    compact: bool
    """Chapters show only their names: there are too many for titles."""
    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
    frames: tuple[tuple[str, float, float, float, float], ...]
    """Parts of the book, each with left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A map before it is laid out."""

    book: Book
    parts: bool
    dot: str

    @property
    def key(self) -> str:
        """A digest of the structure."""
        return hashlib.sha256(self.dot.encode("utf-8", "replace")).hexdigest()

    def layout(self) -> Layout:
        """Lay it out; that takes about a second for 400 chapters.

        Raises:
            NoGraphviz, CannotDraw: nothing can be laid out.
            Cancelled: the job at hand was cancelled.
        """
        drawn = json.loads(Drawing(self.dot).picture("json0"))
        return _layout(self, drawn)


def plan(book: Book, *, parts: bool = False) -> Plan:
    """The structure of a book's map; `parts` frames the parts."""
    return Plan(book, parts, map_dot(book, None, MapOptions("structure", parts, False, "", bare=True)))


def told(book: Book) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """What a pointer tells that rests on a chapter, by name, or on a line, by the names of what it joins."""
    graph = chapter_graph(book)
    lost = set(unreachable(graph))
    names = {node: fields["name"] for node, fields in graph.nodes(data=True)}
    chapters = {
        names[node]: labels.chapter_tooltip(fields, None, node not in lost)
        for node, fields in graph.nodes(data=True)
        if fields["kind"] != "ending"
    }
    pairs = {(names[start], names[end]): ways for (start, end), ways in ways_of(graph).items()}
    return chapters, {pair: labels.edge_tooltip(pair, ways, None) for pair, ways in pairs.items()}


def _layout(plan: Plan, drawn: Mapping[str, Any]) -> Layout:
    left, bottom, right, top = _numbers(drawn["bb"])
    graph = chapter_graph(plan.book)
    compact = any(each.get("fixedsize") == "true" for each in drawn.get("objects", ()))
    objects = {each["_gvid"]: each for each in drawn.get("objects", ())}
    spots = {
        gvid: _spot(each, graph.nodes, top, left, compact=compact) for gvid, each in objects.items() if "pos" in each
    }
    lines = [
        _line(spots[each["tail"]], spots[each["head"]], each, top, left)
        for each in drawn.get("edges", ())
        if each.get("style") != "invis"
    ]
    frames = [
        (str(each.get("label", "")), *_frame(_numbers(each["bb"]), top, left))
        for each in objects.values()
        if str(each["name"]).startswith("cluster") and "bb" in each
    ]
    return Layout(
        plan.key,
        round(right - left, 1),
        round(top - bottom, 1),
        compact,
        tuple(spots.values()),
        tuple(lines),
        tuple(frames),
    )


def _spot(
    drawn: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]], top: float, left: float, *, compact: bool
) -> Spot:
    """One node of the drawing."""
    across, up = _numbers(drawn["pos"])[:2]
    name = str(drawn["name"])
    size = {
        "x": round(across - left, 1),
        "y": round(top - up, 1),
        "width": round(float(drawn["width"]) * INCH, 1),
        "height": round(float(drawn["height"]) * INCH, 1),
    }
    fields = nodes.get(name)
    if fields is None:  # an ending of a chapter
        ends, _, words = clean(_said(drawn)).partition(": ")
        lines = () if compact else tuple(wrap(words, 18, 4))
        return Spot(name, words, "ending", ends, lines, "", "", False, **size)
    lines = () if compact else tuple(wrap(clean(fields["title"]), labels.TITLE_WIDTH, labels.TITLE_LINES))
    signs = "" if compact or fields["kind"] == "missing" else clean(labels.marks(fields))
    ends = fields.get("ending_kind") or ""
    return Spot(name, fields["name"], fields["kind"], ends, lines, signs, fields["part"], bool(fields["start"]), **size)


def _line(start: Spot, end: Spot, drawn: Mapping[str, Any], top: float, left: float) -> Line:
    kind = {"dashed": "chance", "dotted": "trigger"}.get(drawn.get("style", ""), "choice")
    return Line(start.id, end.id, start.name, end.name, _path(drawn.get("pos", ""), top, left), kind)


def _said(drawn: Mapping[str, Any]) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], str(drawn.get("tooltip", "")))


def _path(pos: str, top: float, left: float) -> str:
    """Graphviz's splines as a path: `e,x,y` is where the arrow ends, then a point and triples of Bézier points."""
    parts: list[str] = []
    for spline in pos.split(";"):
        tip: str | None = None
        points: list[str] = []
        for word in spline.split():
            ends, found = word.startswith("e,"), _numbers(word)
            if word.startswith("s,") or len(found) < 2:
                continue
            point = f"{found[0] - left:.1f},{top - found[1]:.1f}"
            if ends:
                tip = point
            else:
                points.append(point)
        if points:
            parts.append(f"M{points[0]}C{' '.join(points[1:])}" if len(points) > 3 else f"M{' L'.join(points)}")
            parts.append(f"L{tip}" if tip else "")
    return "".join(parts)


def _frame(box: list[float], top: float, left: float) -> tuple[float, float, float, float]:
    return round(box[0] - left, 1), round(top - box[3], 1), round(box[2] - box[0], 1), round(box[3] - box[1], 1)


def _numbers(text: object) -> list[float]:
    return [float(each) for each in _NUMBER.findall(str(text))]
