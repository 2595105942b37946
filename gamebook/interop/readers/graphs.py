"""Graphs of chapters: JSON as networkx and D3 have it, GraphML and GEXF, of `gamebook export` or of other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from gamebook.interop.draft import Chapter, Draft, End, Jump, Kept, Link, Origin, Remark, Step
from gamebook.interop.sources import Material, NotReadable, read_json, read_xml, xml_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Fields = dict[str, str]
ENDS = ("victory", "defeat", "ending")
DECIDERS = {"chance": "dice", "rival": "rival", "choice": "reader", "anytime": "reader"}
"""Who decides where an edge says only of what kind it is."""
BY = {"dice": "by dice", "rival": "by a rival", "reader": "by the reader"}


class _Graph(Struct):
    """Nodes and edges with their fields, all of them words."""

    title: str = ""
    start: str = ""
    nodes: dict[str, Fields] = field(default_factory=dict)
    edges: list[tuple[str, str, Fields]] = field(default_factory=list)
    odd: list[Origin] = field(default_factory=list)
    """Nodes and edges that cannot be placed."""

    def add_node(self, node: str | None, fields: Fields) -> None:
        """Add a node; the first one with an id has it."""
        if node is None or node in self.nodes:
            told = "node without an id" if node is None else "second node with one id"
            self.odd.append(Origin("other", told, _listed(fields)))
        else:
            self.nodes[node] = fields

    def add_edge(self, source: str | None, target: str | None, fields: Fields) -> None:
        """Add an edge that has two ends."""
        if source is None or target is None:
            self.odd.append(Origin("link", "edge without its ends", _listed(fields)))
        else:
            self.edges.append((source, target, fields))


def matches_json(found: Any) -> bool:  # noqa: ANN401 - whatever a JSON file holds
    """Whether JSON is a graph of chapters; the states of a book, which have a sheet, are none."""
    if not isinstance(found, dict) or not isinstance(found.get("links", found.get("edges")), list):
        return False
    nodes = found.get("nodes")
    first = nodes[0] if isinstance(nodes, list) and nodes else None
    return isinstance(first, dict) and "id" in first and "sheet" not in first


def fits_graphml(material: Material, text: str) -> bool:
    """Whether XML is GraphML."""
    return not material.folder and "<graphml" in text[:2_000]


def fits_gexf(material: Material, text: str) -> bool:
    """Whether XML is GEXF."""
    return not material.folder and "<gexf" in text[:2_000]


def read_node_link(material: Material) -> Draft:
    """The draft of a graph in JSON."""
    found = read_json(material)
    if not matches_json(found):
        raise NotReadable(f"{material.path}: this JSON has no nodes with an id, and links between them")
    about = found.get("graph")
    told = _words(about.items()) if isinstance(about, dict) else {}
    graph = _Graph(told.get("title", ""), told.get("start", ""))
    for each in found["nodes"]:
        node = each if isinstance(each, dict) else {"node": each}
        graph.add_node(_id(node.get("id")), _words(node.items()))
    for each in found.get("links", found.get("edges")):
        edge = each if isinstance(each, dict) else {"edge": each}
        graph.add_edge(_id(edge.get("source")), _id(edge.get("target")), _words(edge.items()))
    return _draft(graph, "graph in JSON", material)


def read_graphml(material: Material) -> Draft:
    """The draft of a graph in GraphML."""
    root = read_xml(material.first[0], xml_text(material))
    keys = {each.get("id", ""): each.get("attr.name", "") for each in _all(root, "key")}
    graph = _Graph()
    for each in _all(root, "graph"):
        told = _data(each, keys)
        graph.title, graph.start = told.get("title", ""), told.get("first", "")
        break
    for each in _all(root, "node"):
        graph.add_node(each.get("id"), _data(each, keys))
    for each in _all(root, "edge"):
        graph.add_edge(each.get("source"), each.get("target"), _data(each, keys))
    return _draft(graph, "GraphML", material)


def read_gexf(material: Material) -> Draft:
    """The draft of a graph in GEXF."""
    root = read_xml(material.first[0], xml_text(material))
    graph = _Graph()
    for each in _all(root, "graph"):
        graph.title = each.get("name", "")
    names = {
        kind.get("class", ""): {each.get("id", ""): each.get("title", "") for each in _all(kind, "attribute")}
        for kind in _all(root, "attributes")
    }
    for each in _all(root, "node"):
        graph.add_node(each.get("id"), _values(each, names.get("node", {})))
    for each in _all(root, "edge"):
        fields = _values(each, names.get("edge", {}))
        graph.add_edge(each.get("source"), each.get("target"), fields)
    return _draft(graph, "GEXF", material)


# ---- fields ---------------------------------------------------------------------------------------------


def _words(fields: Iterable[tuple[Any, Any]]) -> Fields:
    """Fields of JSON as words."""
    return {
        str(key): ", ".join(map(str, value)) if isinstance(value, list) else _word(value)
        for key, value in fields
        if value is not None and not isinstance(value, dict)
    }


def _id(value: object) -> str | None:
    """The id of a node: a text or a number."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _listed(fields: Fields) -> str:
    """Fields for a comment."""
    return ", ".join(f"{key}: {value}" for key, value in fields.items()) or "it has no fields"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _tag(element: Element) -> str:
    """The name of an element, without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _all(root: Element, tag: str) -> Iterator[Element]:
    return (each for each in root.iter() if _tag(each) == tag)


def _data(element: Element, keys: Mapping[str, str]) -> Fields:
    """The fields of a node or an edge of GraphML; yEd has labels in elements of its own."""
    found: Fields = {}
    for each in element:
        if _tag(each) != "data":
            continue
        found[keys.get(each.get("key", ""), "")] = (each.text or "").strip()
        for inner in each.iter():
            if _tag(inner) in ("NodeLabel", "EdgeLabel") and (inner.text or "").strip():
                found["label"] = (inner.text or "").strip()
    return found


def _values(element: Element, names: Mapping[str, str]) -> Fields:
    """The fields of a node or an edge of GEXF."""
    found = {"label": element.get("label", "")}
    for each in _all(element, "attvalue"):
        found[names.get(each.get("for", ""), "")] = each.get("value", "")
    return found


# ---- the draft ------------------------------------------------------------------------------------------


def _draft(graph: _Graph, form: str, material: Material) -> Draft:
    draft = Draft(form, graph.title)
    names = {node: _name(node, fields) for node, fields in graph.nodes.items()}
    draft.leftovers.extend(graph.odd)
    inner = {node for node, fields in graph.nodes.items() if fields.get("kind") not in ("ending", "missing")}
    onward: dict[str, list[tuple[str, Fields]]] = {}
    for source, target, fields in graph.edges:
        if source in inner:
            onward.setdefault(source, []).append((target, fields))
        else:
            raw = _listed({"source": source, "target": target, **fields})
            draft.leftovers.append(Origin("link", "edge from no chapter", raw))
    entered = {target for _, target, _ in graph.edges}
    for node, fields in graph.nodes.items():
        if node not in inner:
            if node not in entered:
                draft.leftovers.append(Origin("other", "node without an edge", _listed(fields)))
            continue
        steps = [_step(graph, names, target, about) for target, about in onward.get(node, ())]
        own = _own_ending(fields)
        alone = len(steps) == 1 and own is None and onward[node][0][1].get("kind") == "plain"
        if alone and isinstance(steps[0], Link) and steps[0].target and not steps[0].body:
            steps = [Jump(steps[0].target, steps[0].origin)]
        if own is not None:
            steps.append(_beside(own) if steps else own)
        chapter = Chapter(names[node], fields.get("title", ""), (*_told(fields), *steps))
        draft.chapters.append(chapter)
        if node == graph.start or "true" in (fields.get("start"), fields.get("is_start")):
            draft.start = chapter.name
    if not draft.start:
        first = next((node for node in names if node not in entered), next(iter(names), ""))
        draft.start = names.get(first, "")
    draft.troubles.extend(material.troubles)
    return draft


def _name(node: str, fields: Fields) -> str:
    return fields.get("name") or fields.get("label") or node


def _told(fields: Fields) -> Iterator[Step]:
    """What the graph tells of a chapter besides its name: it holds no text."""
    for key in ("fights", "tests"):
        if fields.get(key):
            yield Kept(Origin("dice", key, f"{key}: {fields[key]}"))
    words = fields.get("words", "0")
    if words not in ("", "0"):
        yield Remark(f"{words} word{'s' * (words != '1')}, which the graph does not hold")


def _own_ending(fields: Fields) -> End | None:
    """The ending that a chapter says of itself."""
    kind = fields.get("ending_kind", "")
    return End(kind, _text(fields, fields.get("ending", ""))) if kind in ENDS else None


def _text(fields: Fields, name: str) -> str:
    """What readers see of an ending: its name, unless the graph has both."""
    return fields.get("ending_text") or name


def _beside(ending: End) -> Link:
    """The ending of a chapter with other ways out, as a choice: the graph does not say when it comes."""
    told = "the chapter ends so where no other way is taken"
    return Link((ending.words or ending.kind,), "", body=(Kept(Origin("other", "ending", told)), ending))


def _step(graph: _Graph, names: Mapping[str, str], target: str, fields: Fields) -> Step:
    """An edge as a choice; what decides it otherwise stands in comments."""
    kept: list[Step] = []
    if decided := _decided(fields):
        kept.append(Kept(decided))
    if fields.get("condition"):
        kept.append(Kept(Origin("condition", "condition", f"only if {fields['condition']}")))
    if fields.get("effects"):
        kept.append(Kept(Origin("effect", "effects", fields["effects"])))
    there = graph.nodes.get(target, {})
    name = names.get(target, target)
    label, origin = (fields.get("label") or _text(there, name),), Origin("link", "edge", fields.get("label", ""))
    if there.get("kind") == "ending":
        kind = there.get("ending_kind", "")
        end = End(kind if kind in ENDS else "ending", _text(there, name))
        return Link(label, "", body=(*kept, end), origin=origin)
    return Link(label, name, body=tuple(kept), origin=origin)


def _decided(fields: Fields) -> Origin | None:
    """What decides a way that the reader does not choose freely, or not alone."""
    kind = fields.get("kind", "")
    if kind in ("anytime", "trigger"):
        return _way("other", kind, {"anytime": "whenever the reader likes", "trigger": "by a rule"}[kind], fields)
    told = fields.get("deciders") or DECIDERS.get(kind, "")
    deciders = [each for each in told.split(", ") if each in BY]
    words = ", then ".join(BY[each] for each in deciders)
    if "dice" in deciders:
        return _way("dice", "chance", words, fields)
    return _way("other", "rival", words, fields) if "rival" in deciders else None


def _way(kind: str, name: str, words: str, fields: Fields) -> Origin:
    return Origin(kind, name, f"{words}: {fields.get('label', '')}".rstrip(": "))
