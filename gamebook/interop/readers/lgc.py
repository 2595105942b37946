"""LibroGameCreator: XML of chapters, their texts in HTML with `{link 2:words}`."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from gamebook.interop.draft import Body, Chapter, Draft, End, Kept, Link, Origin, Remark, Step, Words
from gamebook.interop.sources import Material, NotReadable, read_xml, xml_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_TAG = re.compile(
    r"\{\{(?P<code>.*?)\}\}|\{link +(?P<to>[^:{}]+):(?P<words>[^{}]*)\}|\{todo +(?P<todo>[^{}]*)\}", re.DOTALL
)


def fits(material: Material, text: str) -> bool:
    """Whether XML has entities of LibroGameCreator."""
    return not material.folder and re.search(r"<entities\b", text) is not None and "<entity" in text


def read(material: Material) -> Draft:
    """The draft of a book."""
    name = material.first[0]
    root = read_xml(name, xml_text(material))
    draft = Draft("LibroGameCreator")
    entities = list(root.iter("entity"))
    if not entities:
        raise NotReadable(f"{name}: this XML has no <entity>")
    later: list[Chapter] = []
    for each in entities:
        said = _attributes(each)
        kind = each.get("type", "")
        if kind == "entity":
            draft.title, draft.author = said.get("title", "").strip(), said.get("author", "").strip()
        else:
            own = each.get("name", "") or f"entity {len(draft.chapters) + len(later) + 1}"
            chapter = Chapter(own, said.get("chapter_title", "").strip(), _body(said), tags=(kind,))
            if said.get("flag_fixed") == "true" and own.isdecimal():
                chapter.number = int(own[:9])
            (draft.chapters if kind == "chapter" else later).append(chapter)
    draft.chapters.extend(later)
    draft.start = (
        "1" if any(each.name == "1" for each in draft.chapters) else draft.chapters[0].name if draft.chapters else ""
    )
    draft.troubles.extend(material.troubles)
    return draft


def _attributes(entity: Element) -> dict[str, str]:
    return {each.get("name", ""): each.text or "" for each in entity.iter("attribute")}


_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_LINES = frozenset(["p", "br", "div", "pre", "li", "h1", "h2", "h3"])


class _Plain(HTMLParser):
    """Text of a page, with Markdown for bold and italic."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.text += "\n" if tag in _LINES else _MARKS.get(tag, "")

    def handle_endtag(self, tag: str) -> None:
        self.text += "\n" if tag in _LINES else _MARKS.get(tag, "")

    def handle_data(self, data: str) -> None:
        self.text += data


def _body(said: dict[str, str]) -> Body:
    page = _Plain()
    page.feed(said.get("description", "").replace("<![", "&lt;!["))  # marked sections, which the parser refuses
    page.close()
    steps: list[Step] = []
    links: list[Step] = []
    place = 0
    for match in _TAG.finditer(page.text):
        words = page.text[place : match.start()]
        place = match.end()
        if match["to"]:
            target = match["to"].strip()
            label = match["words"].strip().replace("@T", "").strip() or target
            steps.append(Words((words + label,)))
            links.append(Link((label,), target, origin=Origin("link", "{link}", match[0])))
        elif match["todo"]:
            steps.extend((Words((words,)), Remark(f"TODO {match['todo'].strip()}")))
        else:
            steps.extend((Words((words,)), Kept(Origin("other", "{{code}}", match[0]))))
    steps.append(Words((page.text[place:],)))
    if said.get("flag_death") == "true" and not links:
        return (*steps, End("defeat"))
    if said.get("flag_final") == "true" and not links:
        return (*steps, End("victory"))
    flags = [flag for flag in ("flag_death", "flag_final") if said.get(flag) == "true"]
    steps.extend(Kept(Origin("other", flag, f"{flag}, but there are links")) for flag in flags)
    return (*steps, *links)
