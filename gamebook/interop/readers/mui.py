"""mui-gamebook: Markdown scenes with YAML state, `* [Run] -> forest (if: is_late == true) (set: x = 1)`."""

from __future__ import annotations

import re

from gamebook.interop.draft import Chapter, Draft, Kept, Link, Origin, Set, Step, Thing, Words, gathered
from gamebook.interop.readers.comments import apart
from gamebook.interop.readers.sugarcube import changed, split
from gamebook.interop.sources import Material
from gamebook.interop.terms import Text, Truth, Unread
from gamebook.interop.values import Dialect, name, plain, read_value
from gamebook.syntax import ast

_HEAD = re.compile(r"^#[ \t]+(?P<name>[\w-]+)[ \t]*$", re.MULTILINE)
_CHOICE = re.compile(r"^\*[ \t]*\[(?P<label>.*?)\][ \t]*->[ \t]*(?P<to>[\w-]+)[ \t]*(?P<rest>.*)$", re.MULTILINE)
_PART = re.compile(r"\((?P<kind>if|set)\s*:\s*(?P<value>(?:[^()]|\([^()]*\))*)\)")
_BLOCK = re.compile(r"^```(?P<kind>\w*)\n(?P<inside>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_WRITTEN = re.compile(r"\s*(?P<thing>\w+)\s*(?P<op>\+\+|--|\+=|-=|\*=|/=|%=|=(?!=))\s*(?P<value>.*)", re.DOTALL)
VALUES = Dialect(
    words={"and": "and", "or": "or", "not": "not"},
    variable=lambda word: name(word) if re.fullmatch(r"\w+", word) else None,
)


def fits(material: Material, text: str) -> bool:
    """Whether a text has scenes with such choices."""
    return not material.folder and _CHOICE.search(text) is not None and _HEAD.search(text) is not None


def read(material: Material) -> Draft:
    """The draft of a story."""
    text, told = apart(material.text())
    draft = Draft("mui-gamebook")
    top = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if top:
        _front(top[1], draft)
        text = text[top.end() :]
    heads = list(_HEAD.finditer(text))
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        body = re.sub(r"\n---[ \t]*\s*$", "", text[head.end() : end])
        draft.chapters.append(Chapter(head["name"], body=gathered(tuple(_scene(body)), head["name"])))
    draft.start = (
        "start"
        if any(each.name == "start" for each in draft.chapters)
        else draft.chapters[0].name
        if draft.chapters
        else ""
    )
    draft.leftovers.extend(told)
    draft.troubles.extend(material.troubles)
    return draft


def _front(text: str, draft: Draft) -> None:
    """The YAML at the top: title, author and state; the rest is kept."""
    fields = dict(re.findall(r"^(\w+):[ \t]*(\S.*)$", text, re.MULTILINE))
    draft.title = fields.get("title", "").strip("\"' ")
    draft.author = fields.get("author", "").strip("\"' ")
    draft.language = (fields.get("lang") or fields.get("language") or "").strip("\"' ")
    state = re.search(r"^state:[ \t]*\n((?:[ \t]+.*(?:\n|\Z)|\n)*)", text, re.MULTILINE)
    thing = ""
    written: str = state[1] if state else ""
    for line in written.split("\n"):
        match = re.match(r"^(?P<blanks>[ \t]+)(?P<key>\w+):[ \t]*(?P<value>.*)$", line)
        if match is None:
            continue
        deep = len(match["blanks"]) > 2
        key = thing if deep else match["key"]
        thing = key
        if deep and match["key"] in ("min", "max"):
            end = plain(read_value(match["value"], VALUES))
            said = draft.things.setdefault(key, Thing())
            said.low, said.high = (end, said.high) if match["key"] == "min" else (said.low, end)
        elif match["value"] and (not deep or match["key"] == "value"):
            value = read_value(match["value"], VALUES)
            origin = Origin("effect", "state:", line.strip())
            if isinstance(value, Truth | Text) or plain(value) is not None:
                draft.things[key] = Thing(value, origin=origin)
            else:
                draft.leftovers.append(origin)
    rest = text if state is None else text.replace(state[0], "")
    draft.leftovers.append(Origin("other", "front matter", rest))


def _scene(text: str) -> list[Step]:
    steps: list[Step] = []
    place = 0
    found = sorted([*_CHOICE.finditer(text), *_BLOCK.finditer(text)], key=lambda match: match.start())
    for match in found:
        if match.start() < place:
            continue
        steps.append(_words(text[place : match.start()]))
        place = match.end()
        if match.re is _BLOCK:
            steps.append(Kept(Origin("other", f"```{match['kind']}", match["inside"])))
        else:
            steps.append(_choice(match))
    steps.append(_words(text[place:]))
    return steps


def _words(text: str) -> Words:
    pieces: list[str | ast.Expr] = [
        part if number % 2 == 0 else name(part) for number, part in enumerate(_SHOWN.split(text))
    ]
    return Words(tuple(pieces))


def _choice(match: re.Match[str]) -> Link:
    condition: ast.Expr | None = None
    guard: Origin | None = None
    body: list[Step] = []
    for part in _PART.finditer(match["rest"]):
        if part["kind"] == "if":
            guard = Origin("condition", "(if:)", part[0])
            condition = read_value(part["value"], VALUES)
        else:
            body.extend(_assigned(part["value"], part[0]))
    left = _PART.sub("", match["rest"]).strip()
    if left:
        body.append(Kept(Origin("other", "choice", left)))
    origin = Origin("link", "* […] ->", match[0])
    return Link((match["label"],), match["to"], condition, tuple(body), origin=origin, guard=guard)


def _assigned(text: str, raw: str) -> list[Step]:
    steps: list[Step] = []
    for part in split(text):
        match = _WRITTEN.fullmatch(part)
        origin = Origin("effect", "(set:)", raw)
        value = changed(match, VALUES, match["thing"]) if match else Unread(part)
        steps.append(Set(match["thing"], value, origin) if match else Kept(origin))
    return steps
