"""Project Aon's XML: numbered sections with choices, fights, and picks of a random number. Texts stay with the user."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gamebook.interop.draft import Chapter, Draft, Fight, Jump, Kept, Link, Origin, Spread, Step, Words
from gamebook.interop.readers.aon_text import text_of
from gamebook.interop.sources import Material, NotReadable, read_xml, xml_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_VALUE = re.compile(r"<!ENTITY\s+(?!%)[\w.]+\s+[\"']")
_TOP = re.compile(r"<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;|#)[\w.]+;")
_RANGE = re.compile(
    r"\b(?:number|total|score|it)\b[^.]*?\b(?P<low>\d)(?:\s*(?:[–—-]|to|through|or)\s*(?P<high>\d))?\b", re.IGNORECASE
)
"""`the number you have picked is 0–4`, `it is 9`: of the ten numbers."""
SYSTEM = "lone-wolf"
STATS = ("COMBAT-SKILL", "ENDURANCE")


def fits(material: Material, text: str) -> bool:
    """Whether XML is a book of Project Aon."""
    return not material.folder and re.search(r"<gamebook\b", text) is not None and "<section" in text


def read(material: Material) -> Draft:
    """The draft of a book.

    Raises:
        NotReadable: it is no XML, or declares entities with values.
    """
    name = material.first[0]
    text = xml_text(material)
    top = _TOP.search(text[:20_000])
    if top and not _VALUE.search(top[0]):  # names of outer files: dropped, and never read
        text = text[: top.start()] + text[top.end() :]
    root = read_xml(name, _ENTITY.sub("", text))
    draft = Draft("Project Aon", _text(root.find("meta/title")), _text(root.find("meta/creator")), language="en")
    sections = list(root.iter("section"))
    numbered = [
        each
        for each in sections
        if each.get("class", "").startswith("numbered") and each.find("data/choice") is not None
    ]
    numbered += [each for each in sections if re.fullmatch(r"sect\d+", each.get("id", ""))]
    known: set[str] = set()
    for section in numbered:
        own = _name(section.get("id", ""))
        if own in known:
            continue
        known.add(own)
        chapter = Chapter(own, "", tuple(_steps(section, draft)), int(own) if own.isdecimal() else None)
        draft.chapters.append(chapter)
    if not draft.chapters:
        raise NotReadable(f"{name}: this XML has no numbered sections")
    draft.chapters.sort(key=lambda chapter: (chapter.number is None, chapter.number or 0))
    draft.start = "1" if "1" in known else draft.chapters[0].name
    draft.troubles.extend(material.troubles)
    return draft


def _name(identity: str) -> str:
    return identity.removeprefix("sect") if re.fullmatch(r"sect\d{1,6}", identity) else identity or "section"


def _text(element: Element | None) -> str:
    """The words of an element, on one line."""
    return " ".join(text_of(element).split())


def _steps(section: Element, draft: Draft) -> list[Step]:
    steps: list[Step] = []
    links: list[Link] = []
    data = section.find("data")
    for each in data if data is not None else ():
        if each.tag == "combat":
            steps.append(_fight(each, draft))
        elif each.tag == "choice":
            words = _text(each)
            target = _name(each.get("idref", ""))
            label = re.sub(r"[,;]?\s*turn to \d+\.?$", "", words) or words
            links.append(Link((label,), target, origin=Origin("link", "<choice>", words)))
        elif each.tag not in ("illustration", "deadend"):
            steps.append(Words((text_of(each) + "\n\n",)))
            steps.extend(_fight(fight, draft) for fight in each.iter("combat"))
    spread = _random(links)
    if spread is not None:
        return [*steps, spread]
    return [*steps, *links]


def _fight(combat: Element, draft: Draft) -> Step:
    foe = _text(combat.find("enemy")) or "Foe"
    values = [_text(each) for each in combat.iter("enemy-attribute")]
    origin = Origin("dice", "<combat>", f"{foe} {' '.join(values)}")
    if len(values) != 2 or not all(re.fullmatch(r"\d{1,4}", value) for value in values):
        return Kept(origin)
    draft.system = SYSTEM
    return Fight(foe, tuple(zip(STATS, map(int, values), strict=True)), origin)


def _random(links: list[Link]) -> Spread | None:
    """A pick from the random number table, if the choices share its ten numbers among them."""
    rows = []
    for link in links:
        match = _RANGE.search(str(link.label[0]))
        if match is None:
            return None
        rows.append((int(match["low"]), int(match["high"] or match["low"]), link))
    if not rows or sorted(n for low, high, _ in rows for n in range(low, high + 1)) != list(range(10)):
        return None
    return Spread(
        tuple((high - low + 1, (Words(link.label), Jump(link.target, link.origin))) for low, high, link in rows),
        Origin("dice", "random number", ""),
    )
