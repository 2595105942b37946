"""The map of a book as a part of a page: what Graphviz draws, with what the page does not need left out.

Colours of lines and words come from the page's style, so that the map is as light or dark as the page. A chapter leads
to its line in the report.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

from markupsafe import Markup

from gamebook.render.map_style import DEATH, FAINT, INK, PALE, PAPER, ROUTE
from gamebook.render.picture import Drawing

TOLD = 150
"""The most chapters of a map whose tooltips tell all."""
BLANK = 0.28
"""How wide a blank is, as a share of the size of the letters."""
_SHAPES = {"path": ("d",), "polygon": ("points",), "polyline": ("points",), "ellipse": ("cx", "cy", "rx", "ry")}
_COLOURS = {
    PAPER.lower(): "paper",
    INK.lower(): "ink",
    FAINT.lower(): "faint",
    PALE.lower(): "pale",
    ROUTE.lower(): "route",
}
"""Colours that the page has a name for: on a dark page they are others."""
USUAL = {"fill": INK.lower(), "stroke": DEATH[0].lower(), "text-anchor": "start"}
"""How words and shapes look that do not say it; words have the size that most of them have."""
ARROWS = Markup().join(
    Markup(
        '<marker id="{0}" class="f-{0}" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refY="3" '
        'orient="auto"><path d="M0,0 8,3 0,6z"/></marker>'
    ).format(name)
    for name in ("faint", "pale", "route")
)
"""The heads of the arrows, by the colours of the lines."""
_NUMBER = re.compile(r"-?\d+\.\d+")


def inline_map(drawing: Drawing, says: str, anchors: Mapping[str, str]) -> Markup:
    """A map as an `<svg>` element.

    Args:
        drawing: the map; the links of its chapters are their names.
        says: what there is to see.
        anchors: the place in the page that a chapter leads to, by its name; other chapters lead nowhere.

    Raises:
        NoGraphviz, CannotDraw: there is no picture.
    """
    # Graphviz made it a moment ago, from our own text: it has no entities but the five of XML.
    root = ET.fromstring(drawing.picture("svg"))  # noqa: S314
    graph = next(each for each in root if _tag(each) == "g")
    sizes = Counter(_size(each) for each in graph.iter() if _tag(each) == "text")
    whole = _Map(anchors, USUAL | {"font-size": max(sizes, key=sizes.__getitem__, default="10")})
    move = re.search(r"translate\(([-\d. ]+)\)", graph.get("transform", ""))
    return Markup(
        '<svg class="map" role="group" aria-label="{}" viewBox="{}"><g transform="translate({})"{}>{}{}</g></svg>'
    ).format(
        says,
        _rounded(root.get("viewBox", "")),
        _rounded(move[1] if move else "0 0"),
        _attributes(whole.usual),
        ARROWS,
        Markup().join(_inside(graph, whole, "head")),
    )


class _Map:
    """What is the same all over a map."""

    def __init__(self, anchors: Mapping[str, str], usual: Mapping[str, str]) -> None:
        self.anchors, self.usual = anchors, usual
        self.small = len(anchors) <= TOLD


def _inside(element: ET.Element, whole: _Map, where: str) -> Iterator[Markup]:
    """What an element of the drawing holds; `where` is its group: `head`, `node`, `edge` or `cluster`."""
    for child in element:
        match _tag(child):
            case "g" if child.get("class") == "edge":
                yield from _turn(child, whole)
            case "g":
                group = child.get("class", where)
                inner = Markup().join(_inside(child, whole, group))
                yield Markup('<g class="{}">{}</g>').format(group, inner) if child.get("class") else inner
            case "a":
                yield _link(child, whole, where)
            case "text":
                yield _text(child, whole, where)
            case tag if tag in _SHAPES:
                yield _shape(tag, child, where)


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _turn(edge: ET.Element, whole: _Map) -> Iterator[Markup]:
    """A line; the page's style puts an arrow at its end."""
    said = next((_told(each) for each in edge.iter() if _tag(each) == "a"), "") if whole.small else ""
    tooltip = Markup("<title>{}</title>").format(said) if said else Markup()
    for path in edge.iter():
        if _tag(path) == "path":
            colour = _COLOURS.get(path.get("stroke", ""), "faint")
            looks = {
                "class": colour,
                "d": _rounded(path.get("d", "")),
                "stroke-width": f"{float(path.get('stroke-width', '1')):.1f}" if colour != "pale" else "",
                "stroke-dasharray": path.get("stroke-dasharray", ""),
            }
            yield Markup("<path{}>{}</path>").format(_attributes(looks), tooltip)


def _told(link: ET.Element) -> str:
    return next((value for name, value in link.attrib.items() if name.endswith("}title")), "")


def _link(element: ET.Element, whole: _Map, where: str) -> Markup:
    said = _told(element) if whole.small else _told(element).partition("\n")[0]
    to = next((value for name, value in element.attrib.items() if name.endswith("}href")), "")
    inner = Markup().join(_inside(element, whole, where))
    if where == "node" and said:
        inner = Markup("<title>{}</title>").format(said) + inner
    return Markup('<a href="#{}">{}</a>').format(whole.anchors[to], inner) if to in whole.anchors else inner


def _shape(tag: str, element: ET.Element, where: str) -> Markup:
    fill, stroke = element.get("fill", ""), element.get("stroke", "")
    if where == "head" and _COLOURS.get(fill) == "paper" and stroke == "none":
        return Markup()  # the page has its own paper
    looks = {name: _rounded(element.get(name, "")) for name in _SHAPES[tag]}
    if tag == "path" and where == "node":
        tag, looks = "rect", _box(looks["d"])
    elif tag == "polygon":  # it is closed without its first point at the end, too
        points = looks["points"].split()
        looks["points"] = " ".join(points[:-1] if points[0] == points[-1] else points)
    named = [f"{short}-{_COLOURS[each]}" for short, each in (("f", fill), ("s", stroke)) if _named(each, where)]
    looks |= {
        "class": " ".join(named),
        "fill": "" if _named(fill, where) else fill,
        "stroke": "" if _named(stroke, where) or stroke == USUAL["stroke"] else stroke,
        "stroke-width": element.get("stroke-width", ""),
        "stroke-dasharray": element.get("stroke-dasharray", ""),
    }
    return Markup("<{}{}/>").format(tag, _attributes(looks))


def _box(path: str) -> dict[str, str]:
    """A rounded box, which Graphviz draws as a path."""
    numbers = list(map(int, re.findall(r"-?\d+", path)))
    across, down = sorted(numbers[::2]), sorted(numbers[1::2])
    sizes = {"x": across[0], "y": down[0], "width": across[-1] - across[0], "height": down[-1] - down[0], "rx": 8}
    return {name: str(size) for name, size in sizes.items()}


def _named(colour: str, where: str) -> bool:
    """Whether the page has its own colour for it: what is filled by a number keeps its words in their colour."""
    return colour in _COLOURS and (where != "node" or _COLOURS[colour] == "paper")


def _text(element: ET.Element, whole: _Map, where: str) -> Markup:
    colour = element.get("fill", "black")
    # Numbers on the strip of colours stay as they are, for the strip does; above it only the title is bold.
    on_strip = where == "head" and _COLOURS.get(colour) in ("ink", "paper") and element.get("font-weight") != "bold"
    named = where != "node" and colour in _COLOURS and not on_strip
    words = "".join(element.itertext()).rstrip()
    gap = len(words) - len(words.lstrip())  # a browser would leave it out, and two numbers would become one
    looks = {
        "x": _rounded(str(float(element.get("x", "0")) + gap * BLANK * float(_size(element)))),
        "y": _rounded(element.get("y", "")),
        "class": f"f-{_COLOURS[colour]}" if named else "b" if element.get("font-weight") == "bold" else "",
        "fill": "" if named else colour,
        "text-anchor": element.get("text-anchor", ""),
        "font-size": _size(element),
    }
    said = {name: value for name, value in looks.items() if whole.usual.get(name) != value}
    return Markup("<text{}>{}</text>").format(_attributes(said), words.lstrip())


def _size(text: ET.Element) -> str:
    return f"{float(text.get('font-size', '14')):g}"


def _attributes(given: Mapping[str, str]) -> Markup:
    return Markup().join(Markup(' {}="{}"').format(name, value) for name, value in given.items() if value)


def _rounded(numbers: str) -> str:
    """Numbers in whole points."""
    return _NUMBER.sub(lambda found: str(round(float(found[0]))), numbers)
