"""Where Graphviz puts the chapters of a map: for a page that draws them itself, and colours them at each change."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from math import inf, sqrt
from typing import Any

import networkx as nx
from msgspec import Struct
from msgspec.structs import replace

from gamebook.graph.chapters import chapter_graph, unreachable
from gamebook.letters import printable
from gamebook.model.book import UNWRITTEN, Book
from gamebook.render import map_labels as labels
from gamebook.render.dot import PART_WIDTH, MapOptions, map_dot, map_graph, ways_of
from gamebook.render.map_style import wrap
from gamebook.render.picture import Drawing
from gamebook.sentences import counted

INCH = 72.0
COLUMN_GAP = 150.0
"""Points between two columns of a map that is cut, and above and below them."""
_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


class Spot(Struct, frozen=True):
    """A chapter, or an ending that belongs to one, with its middle and its size in points."""

    id: str
    name: str
    kind: str
    """`chapter`, `missing`, `ending`, or `part`: all the chapters of one."""
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


class Line(Struct, frozen=True):
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
    across: bool = False
    """It leads from one column of a folded map to another."""


class Layout(Struct, frozen=True):
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
    inside: dict[str, str]
    """Of each chapter that is not shown, the spot of its part."""


class Plan(Struct, frozen=True):
    """A map before it is laid out."""

    book: Book
    closed: frozenset[str]
    dot: str

    @property
    def key(self) -> str:
        """A digest of the structure; the parts belong to it, although a drawing without frames does not show them."""
        parts = [(chapter.name, chapter.part) for chapter in self.book.chapters if chapter.part]
        return hashlib.sha256(f"{self.dot}{parts}".encode("utf-8", "replace")).hexdigest()

    def layout(self) -> Layout:
        """Lay it out; that takes about a second for 400 chapters.

        Raises:
            NoGraphviz, CannotDraw: nothing can be laid out.
            Cancelled: the job at hand was cancelled.
        """
        drawn = json.loads(Drawing(self.dot).picture("json0"))
        return _layout(self, drawn)


def plan(book: Book, *, parts: bool = False, closed: frozenset[str] = frozenset()) -> Plan:
    """The structure of a book's map; `parts` frames the parts, those that are `closed` are one box each."""
    return Plan(book, closed, map_dot(book, None, MapOptions("structure", parts, False, "", bare=True, closed=closed)))


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
    graph = map_graph(plan.book, plan.closed)
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
    lines += _left_out(graph, {spot.id: spot for spot in spots.values()}, {(line.start, line.end) for line in lines})
    boxes = {spot.name: spot.id for spot in spots.values() if spot.kind == "part"}
    frames = [
        (str(each.get("label", "")), *_frame(_numbers(each["bb"]), top, left))
        for each in objects.values()
        if str(each["name"]).startswith("cluster") and "bb" in each
    ]
    found = Layout(
        plan.key,
        round(right - left, 1),
        round(top - bottom, 1),
        compact,
        tuple(spots.values()),
        tuple(lines),
        tuple(frames),
        {chapter.name: boxes[chapter.part] for chapter in plan.book.chapters if chapter.part in plan.closed},
    )
    return _in_columns(found) if compact and not frames else found


def _in_columns(map_: Layout) -> Layout:
    """A map that is long and narrow, cut into columns side by side as a newspaper is: all of it fits a window."""
    columns = round(sqrt(map_.height / map_.width))
    if columns < 2:
        return map_
    high = map_.height / columns
    column = {spot.id: min(int(spot.y / high), columns - 1) for spot in map_.spots}
    top = {number: min(spot.y for spot in map_.spots if column[spot.id] == number) for number in column.values()}
    moves = {number: (number * (map_.width + COLUMN_GAP), COLUMN_GAP - place) for number, place in top.items()}
    spots = {
        spot.id: replace(
            spot, x=round(spot.x + moves[column[spot.id]][0], 1), y=round(spot.y + moves[column[spot.id]][1], 1)
        )
        for spot in map_.spots
    }
    lines = []
    for line in map_.lines:
        here, there = column[line.start], column[line.end]
        if here == there:
            lines.append(replace(line, path=_moved(line.path, moves[here])))
        else:
            lines.append(replace(line, path=_straight(spots[line.start], spots[line.end]), across=True))
    low = max(spot.y + spot.height / 2 for spot in spots.values()) + COLUMN_GAP
    wide = columns * (map_.width + COLUMN_GAP) - COLUMN_GAP
    return replace(map_, width=round(wide, 1), height=round(low, 1), spots=tuple(spots.values()), lines=tuple(lines))


def _moved(path: str, by: tuple[float, float]) -> str:
    """A path at another place."""
    return _POINT.sub(lambda found: f"{float(found[1]) + by[0]:.1f},{float(found[2]) + by[1]:.1f}", path)


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
        ends, _, words = printable(_said(drawn)).partition(": ")
        lines = () if compact else tuple(wrap(words, 18, 4))
        return Spot(name, words, "ending", _known(ends), lines, "", "", False, **size)
    if fields["kind"] == "part":
        lines = (*wrap(printable(fields["name"]), PART_WIDTH, 2), counted(fields["count"], "chapter"))
        return Spot(name, fields["name"], "part", "", lines, "", fields["name"], bool(fields["start"]), **size)
    lines = () if compact else tuple(wrap(printable(fields["title"]), labels.TITLE_WIDTH, labels.TITLE_LINES))
    signs = "" if compact or fields["kind"] == "missing" else printable(labels.marks(fields))
    ends = _known(fields.get("ending_kind") or "")
    return Spot(name, fields["name"], fields["kind"], ends, lines, signs, fields["part"], bool(fields["start"]), **size)


def _known(ends: str) -> str:
    """How something ends; nothing where a draft is not written further."""
    return "" if ends == UNWRITTEN else ends


def _line(start: Spot, end: Spot, drawn: Mapping[str, Any], top: float, left: float) -> Line:
    kind = {"dashed": "chance", "dotted": "trigger"}.get(drawn.get("style", ""), "choice")
    return Line(start.id, end.id, start.name, end.name, _path(drawn.get("pos", ""), top, left), kind)


def _left_out(
    graph: nx.MultiDiGraph[str], spots: Mapping[str, Spot], drawn: Collection[tuple[str, str]]
) -> Iterator[Line]:
    """Straight lines for the turns of a vast map that Graphviz did not draw."""
    for (source, target), ways in ways_of(graph).items():
        if target in spots and (source, target) not in drawn:
            start, end = spots[source], spots[target]
            kinds = {way["kind"] for way in ways}
            kind = "chance" if kinds == {"chance"} else "trigger" if kinds <= {"trigger", "anytime"} else "choice"
            yield Line(start.id, end.id, start.name, end.name, _straight(start, end), kind)


def _straight(start: Spot, end: Spot) -> str:
    """From the edge of one box to that of another; nothing from a box to itself."""
    across, down = end.x - start.x, end.y - start.y
    if not across and not down:
        return ""
    points = []
    for spot, sign in ((start, 1), (end, -1)):
        reach = min(spot.width / 2 / abs(across) if across else inf, spot.height / 2 / abs(down) if down else inf)
        points.append(f"{spot.x + sign * reach * across:.1f},{spot.y + sign * reach * down:.1f}")
    return f"M{points[0]}L{points[1]}"


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
