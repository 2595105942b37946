"""pangamebook: Pandoc Markdown with a heading for each section (`# door`, `# 5`) and links as `[door]`."""

from __future__ import annotations

import re

from gamebook.interop.draft import Chapter, Draft, Link, Origin, Step, Words, gathered
from gamebook.interop.readers.comments import apart
from gamebook.interop.readers.markdown import front, unescaped
from gamebook.interop.sources import Material

_HEAD = re.compile(r"^#[ \t]+(?P<name>[a-z0-9_]+)[ \t]*(?:\{[^}\n]*\})?[ \t]*$", re.MULTILINE)
_ANY_HEAD = re.compile(r"^#[ \t]+\S.*$", re.MULTILINE)
_LINK = re.compile(
    r"(?<![\\!\]\w])\[(?:(?P<words>[^\[\]\n]+)\]\(#(?P<to>[a-z0-9_]+)\)|(?P<name>[a-z0-9_]+)\](?![(\[:]))"
)


def fits(material: Material, text: str) -> bool:
    """Whether a text has such sections, and links that name one of them."""
    if material.folder:
        return False
    names = {match["name"] for match in _HEAD.finditer(text)}
    return len(names) > 1 and any((match["to"] or match["name"]) in names for match in _LINK.finditer(text))


def read(material: Material) -> Draft:
    """The draft of a book."""
    fields, text = front(material.text())
    draft = Draft("pangamebook", fields.get("title", ""), fields.get("author", ""), fields.get("lang", ""))
    text, told = apart(text)
    heads = list(_ANY_HEAD.finditer(text))
    before = text[: heads[0].start() if heads else len(text)]
    if before.strip():
        draft.leftovers.append(Origin("other", "text before the first section", before))
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        body = text[head.end() : end].strip("\n")
        own = _HEAD.fullmatch(head[0])
        if own is None:
            draft.leftovers.append(Origin("other", "text without a number", f"{head[0]}\n{body}"))
            continue
        number = int(own["name"][:9]) if own["name"].isdecimal() else None
        draft.chapters.append(Chapter(own["name"], body=gathered(tuple(_steps(body)), own["name"]), number=number))
    draft.start = (
        "1" if any(each.name == "1" for each in draft.chapters) else draft.chapters[0].name if draft.chapters else ""
    )
    draft.leftovers.extend(told)
    draft.troubles.extend(material.troubles)
    return draft


def _steps(text: str) -> list[Step]:
    """Words, with the name of a section shown where it is linked."""
    steps: list[Step] = []
    place = 0
    for match in _LINK.finditer(text):
        target = match["to"] or match["name"]
        shown = unescaped(match["words"] or target).replace("_", " ")
        steps.append(Words((unescaped(text[place : match.start()]) + shown,)))
        steps.append(Link((shown,), target, origin=Origin("link", "[…]", match[0])))
        place = match.end()
    steps.append(Words((unescaped(text[place:]),)))
    return steps
