"""Project Aon's XML: numbered sections with choices, fights, and picks of a random number. Texts stay with the user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gamebook.interop.draft import Chapter, Draft, End, Fight, Jump, Kept, Link, Origin, Spread, Step, Words
from gamebook.interop.readers.aon_text import text_of
from gamebook.interop.readers.asking import asked, depends
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
_STATS = {"combatskill": "COMBAT-SKILL", "endurance": "ENDURANCE"}
"""The numbers of a foe, by the classes of their elements, in the usual order."""
_APART = ("combat", "choice", "puzzle", "deadend", "illustration")
"""Elements whose words are no prose of the block they stand in."""


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
    ends: list[str] = []
    data = section.find("data")
    for block in data if data is not None else ():
        if block.tag not in _APART:
            steps.append(Words((text_of(block, but=_APART) + "\n\n",)))
        for each in block.iter():
            if each.tag == "combat":
                steps.append(_fight(each, draft))
            elif each.tag == "choice" or (each.tag == "puzzle" and _answers(each)):
                links.extend(_links(each))
            elif each.tag in ("deadend", "puzzle"):
                steps.append(Words((f"{_text(each)}\n\n",)))
            ends += [_text(each)] if each.tag == "deadend" else []
    if ends and not links:
        return [*steps, End("defeat", guessed=True)]
    steps.extend(Kept(Origin("other", "<deadend>", f"the book may end here: {each}")) for each in ends)
    spread = _random(links)
    return [*steps, spread] if spread is not None else [*steps, *_asking(links)]


def _links(element: Element) -> Iterator[Link]:
    """The link of a choice; a puzzle has one for each of its answers."""
    words = _text(element)
    label = re.sub(r"[,;]?\s*turn to \d+\.?$", "", words) or words
    origin = Origin("link", f"<{element.tag}>", words)
    if element.tag == "choice":
        yield Link((label,), _name(element.get("idref", "")), origin=origin)
        return
    known = Kept(Origin("condition", "answer of a puzzle", "only who knows the answer"))
    for identity in _answers(element):
        yield Link((label,), _name(identity), body=(known,), origin=origin)


def _answers(puzzle: Element) -> list[str]:
    """The sections that a puzzle leads to."""
    return (puzzle.get("idref") or puzzle.get("idrefs") or "").split()


def _asking(links: Iterable[Link]) -> Iterator[Link]:
    """Choices, each with a comment on what its words ask for."""
    before = ""
    for link in links:
        words = str(link.label[0])
        kind = asked(words)
        before = kind = before if kind in ("same", "otherwise") else kind
        yield replace(link, body=depends(kind, words)) if not link.body else link


def _fight(combat: Element, draft: Draft) -> Step:
    """A fight; a comment if the foe has other numbers than those of the rule system."""
    foe = _text(combat.find("enemy")) or "Foe"
    usual = chain(_STATS, repeat(""))  # what a number without a class is
    found = [(each.get("class") or next(usual), _text(each)) for each in combat.iter("enemy-attribute")]
    numbers = {_STATS[name]: int(value) for name, value in found if name in _STATS and re.fullmatch(r"\d{1,4}", value)}
    if len(found) != len(_STATS) or len(numbers) != len(_STATS):
        return Kept(Origin("dice", "<combat>", f"{foe}: {', '.join(' '.join(filter(None, each)) for each in found)}"))
    origin = Origin("dice", "<combat>", foe)
    draft.system = SYSTEM
    return Fight(foe, tuple((stat, numbers[stat]) for stat in _STATS.values()), origin)


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
