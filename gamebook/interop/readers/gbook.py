"""Gamebook Engine, `.gbook`: JSON of pages with decisions, rules, consequences and attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gamebook.interop.draft import Body, Chapter, Draft, End, Kept, Link, Origin, Set, Step, Thing, Words
from gamebook.interop.sources import Material, NotReadable, read_json
from gamebook.interop.terms import both
from gamebook.interop.values import name, number
from gamebook.syntax import ast

_RULES = {
    "equal": "=", "is_equal_to": "=", "not_equal": "!=", "is_not_equal_to": "!=", "greater_than": ">",
    "is_greater_than": ">", "less_than": "<", "is_less_than": "<", "equal_or_greater_than": ">=",
    "equal_or_less_than": "<=", "greater_than_or_equal": ">=", "less_than_or_equal": "<=",
}  # fmt: skip
_CHANGES = {"add": "+", "subtract": "-", "multiply": "*"}


def matches(found: Any) -> bool:  # noqa: ANN401 - whatever a JSON file holds
    """Whether JSON is such a book: pages with decisions."""
    pages = found.get("pages") if isinstance(found, dict) else None
    return isinstance(pages, list) and any(isinstance(each, dict) and "decisions" in each for each in pages)


def read(material: Material) -> Draft:
    """The draft of a book."""
    found = read_json(material)
    if not matches(found):
        raise NotReadable(f"{material.path}: this JSON has no pages with decisions")
    draft = Draft("Gamebook Engine", _text(found.get("name")), _text(found.get("author")))
    names: dict[str, str] = {}
    attributes = found.get("attributes")
    for each in attributes if isinstance(attributes, list) else ():
        if isinstance(each, dict):
            names[_text(each.get("uuid"))] = _text(each.get("name")) or _text(each.get("uuid"))
    for word in names.values():
        draft.things[word] = Thing(ast.Number(0), kind="number")
    pages = [each for each in found["pages"] if isinstance(each, dict)]
    titles = _titles(pages)
    for page in pages:
        own = titles[_text(page.get("uuid"))]
        if page.get("type") == "first":
            draft.start = own
        draft.chapters.append(Chapter(own, body=_page(page, titles, names)))
    draft.troubles.extend(material.troubles)
    return draft


def _text(value: Any) -> str:  # noqa: ANN401 - whatever a JSON file holds
    return value if isinstance(value, str) else ""


def _titles(pages: list[dict[str, Any]]) -> dict[str, str]:
    """A name for each page: its first heading, or its number."""
    made: dict[str, str] = {}
    taken: set[str] = set()
    for place, page in enumerate(pages, start=1):
        head = re.match(r"#+ *(.{1,50}?) *$", _text(page.get("content")).strip(), re.MULTILINE)
        word = head[1] if head else f"Page {place}"
        word = f"{word} {place}" if word in taken else word
        taken.add(word)
        made[_text(page.get("uuid"))] = word
    return made


def _page(page: Mapping[str, Any], titles: dict[str, str], names: dict[str, str]) -> Body:
    steps: list[Step] = []
    for each in _dicts(page.get("consequences")):
        thing = names.get(_text(each.get("attribute_uuid")))
        amount = each.get("amount")
        origin = Origin("effect", "consequence", f"{each.get('type')} {thing} {amount}")
        kind = _text(each.get("type"))
        if thing is None or not isinstance(amount, int) or (kind != "set" and kind not in _CHANGES):
            steps.append(Kept(origin))
            continue
        value = number(amount)
        steps.append(Set(thing, value if kind == "set" else ast.Binary(_CHANGES[kind], name(thing), value), origin))
    steps.append(Words((_text(page.get("content")),)))
    for each in _dicts(page.get("decisions")):
        condition, guards, kept = _rules(each, names)
        target = _text(each.get("destination_uuid"))
        label = _text(each.get("content"))
        origin = Origin("link", "decision", label)
        steps.extend(Kept(one) for one in kept)
        if not target:
            steps.append(Kept(origin))
            continue
        steps.append(
            Link((label,), titles.get(target, target), condition, origin=origin, guard=guards[0] if guards else None)
        )
    if page.get("type") == "ending":
        steps.append(End("ending"))
    return tuple(steps)


def _dicts(value: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - whatever a JSON file holds
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _rules(decision: Mapping[str, Any], names: dict[str, str]) -> tuple[ast.Expr | None, list[Origin], list[Origin]]:
    """The condition of a decision; what it was made from; what could not be read."""
    condition: ast.Expr | None = None
    guards: list[Origin] = []
    kept: list[Origin] = []
    for each in _dicts(decision.get("rules")):
        thing, value = names.get(_text(each.get("attribute_uuid"))), each.get("value")
        op = _RULES.get(_text(each.get("type")).lower())
        origin = Origin("condition", "rule", f"{thing} {each.get('type')} {value}")
        if thing is None or op is None or not isinstance(value, int):
            kept.append(origin)
            continue
        guards.append(origin)
        one = ast.Binary(op, name(thing), number(value))
        if decision.get("match_style") == "match_any" and condition is not None:
            condition = ast.Binary("or", condition, one)
        else:
            condition = both(condition, one)
    return condition, guards, kept
