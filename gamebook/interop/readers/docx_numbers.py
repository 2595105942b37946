"""The numbers that a word processor writes before headings and items of lists of a DOCX file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct, field

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MOST_STYLES = 20
"""How many styles may be based on each other."""
_MOST_LEVELS = 9
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


class _Level(Struct, frozen=True):
    """A level of a list."""

    start: int
    form: str
    text: str
    """`%1.` shows the number of the first level."""
    style: str
    """The style of paragraphs that stand on this level."""


class Numbers(Struct):
    """The lists of a document, and how far each has come."""

    names: Mapping[str, str]
    """What the styles are called, by their ids."""
    based: Mapping[str, str]
    styled: Mapping[str, tuple[str, int]]
    """(List, level) of styles."""
    lists: Mapping[str, str]
    """The scheme of each list."""
    levels: Mapping[str, Mapping[int, _Level]]
    """The levels of each scheme."""
    restarts: dict[str, dict[int, int]]
    """Where a list begins anew, by level."""
    _come: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    @classmethod
    def of(cls, styles: Element | None, numbering: Element | None) -> Numbers:
        """The lists that two parts of a document tell of; either may be missing."""
        names, based, styled = dict[str, str](), dict[str, str](), dict[str, tuple[str, int]]()
        for each in styles if styles is not None else ():
            name = each.get(f"{WORD}styleId", "")
            names[name] = _value(each, "name")
            based[name] = _value(each, "basedOn")
            numbered = each.find(f"{WORD}pPr/{WORD}numPr")
            if numbered is not None:
                styled[name] = (_value(numbered, "numId"), _number(_value(numbered, "ilvl"), 0))
        lists, levels, restarts = dict[str, str](), dict[str, dict[int, _Level]](), dict[str, dict[int, int]]()
        for each in numbering if numbering is not None else ():
            if each.tag == f"{WORD}abstractNum":
                levels[each.get(f"{WORD}abstractNumId", "")] = {
                    _number(level.get(f"{WORD}ilvl", ""), 0): _Level(
                        _number(_value(level, "start"), 1),
                        _value(level, "numFmt"),
                        _value(level, "lvlText"),
                        _value(level, "pStyle"),
                    )
                    for level in list(each.iter(f"{WORD}lvl"))[:_MOST_LEVELS]
                }
            elif each.tag == f"{WORD}num":
                own = each.get(f"{WORD}numId", "")
                lists[own] = _value(each, "abstractNumId")
                restarts[own] = {
                    _number(over.get(f"{WORD}ilvl", ""), 0): _number(_value(over, "startOverride"), 1)
                    for over in each.iter(f"{WORD}lvlOverride")
                    if over.find(f"{WORD}startOverride") is not None
                }
        return cls(names, based, styled, lists, levels, restarts)

    def called(self, style: str) -> str:
        """The name of a style."""
        return self.names.get(style, "")

    def label(self, paragraph: Element, style: str) -> str:
        """The number that a reader sees before a paragraph; empty if it has none.

        Every paragraph has to be asked for once, in their order.
        """
        numbered = paragraph.find(f"{WORD}pPr/{WORD}numPr")
        own, place = self._of_style(style)
        if numbered is not None:
            own = _value(numbered, "numId") or own
            place = _number(_value(numbered, "ilvl"), place)
        scheme = self.lists.get(own, "")
        levels = self.levels.get(scheme, {})
        level = levels.get(place)
        if level is None:
            return ""
        come = self._come[scheme]
        for each, start in self.restarts.pop(own, {}).items():
            come[each] = start - 1
        come[place] = come.get(place, level.start - 1) + 1
        for each in [each for each in come if each > place]:
            del come[each]
        if level.form in ("bullet", "none"):
            return "•" if level.form == "bullet" else ""
        return re.sub(r"%([1-9])", lambda match: self._shown(scheme, int(match[1]) - 1), level.text)

    def _of_style(self, style: str) -> tuple[str, int]:
        """The list and level that a style has, or one that it is based on."""
        own = style
        for _ in range(_MOST_STYLES):
            if style in self.styled:
                found, place = self.styled[style]
                levels = self.levels.get(self.lists.get(found, ""), {})
                return found, next((each for each, level in levels.items() if level.style == own), place)
            style = self.based.get(style, "")
        return "", 0

    def _shown(self, scheme: str, place: int) -> str:
        """The number of a level."""
        level = self.levels[scheme].get(place)
        if level is None:
            return ""
        return _printed(self._come[scheme].get(place, level.start), level.form)


def _printed(number: int, form: str) -> str:
    """A number in one of the forms of Word. Forms of other scripts are not known: digits are written."""
    match form:
        case "lowerLetter" | "upperLetter" if 0 < number < 1_000:
            letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        case "lowerRoman" | "upperRoman" if 0 < number < 4_000:
            letters = ""
            for worth, sign in _ROMAN:
                letters += sign * (number // worth)
                number %= worth
        case "none":
            return ""
        case _:
            return f"{number:02}" if form == "decimalZero" else str(number)
    return letters.upper() if form.startswith("upper") else letters


def _value(element: Element, name: str) -> str:
    found = element.find(f"{WORD}{name}")
    return found.get(f"{WORD}val", "") if found is not None else ""


def _number(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else otherwise
