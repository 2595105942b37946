"""The words of Project Aon's XML, in which letters and signs beyond ASCII, quotations and lists are elements.

Source: the public gamebook.dtd 0.13, whose part “Character Elements” names every sign.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html.entities import html5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SIGNS = {
    "ampersand": "&",
    "blankline": "_______",
    "ellips": "…",
    "emdash": "—",
    "endash": "–",
    "frac17": "⅐",
    "frac19": "⅑",
    "frac110": "⅒",
    "frac116": "1/16",
    "gte": "≥",
    "ldquot": "“",
    "lellips": "…",
    "lsquot": "‘",
    "lte": "≤",
    "percent": "%",
    "rdquot": "”",
    "rsquot": "’",
    "thinspace": "\u2009",
}
"""Signs by name, as far as HTML has no entity of that name, or another sign: `<ch.endash/>`."""
_AROUND = {
    "quote": ("“", "”"),
    "br": ("\n", ""),
    "line": ("\n", ""),
    "li": ("\n- ", ""),
    "dt": ("\n", ""),
    "dd": ("\n- ", ""),
    "tr": ("\n|", ""),
    "th": (" ", " |"),
    "td": (" ", " |"),
    **dict.fromkeys(("p", "ul", "ol", "dl", "table", "caption", "blockquote", "poetry", "signpost"), ("\n\n", "\n\n")),
}
"""What an element stands for, before and after its words."""


def text_of(element: Element | None, but: Collection[str] = ()) -> str:
    """The words of an element, with a line for each item, row and verse, and a blank one between paragraphs.

    Args:
        element: any; none has no words.
        but: elements whose words are left out.
    """
    if element is None:
        return ""
    lines = [" ".join(line.split()) for line in "".join(_pieces(element, but)).split("\n")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    return re.sub(r"^-\n+", "- ", text, flags=re.MULTILINE)  # an item may hold paragraphs


def _pieces(element: Element, but: Collection[str]) -> Iterator[str]:
    waiting: list[Element | str] = [element]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
            continue
        before, after = _AROUND.get(each.tag, ("", ""))
        sign = _sign(each.tag.removeprefix("ch.")) if each.tag.startswith("ch.") else ""
        inner: list[Element | str] = [before, sign, _blanks(each.text)]
        for child in each:
            inner += [*([] if child.tag in but else [child]), _blanks(child.tail)]
        waiting += reversed([*inner, after])


def _blanks(text: str | None) -> str:
    """Text in which the lines of the file are none of the book."""
    return re.sub(r"\s+", " ", text or "")


def _sign(name: str) -> str:
    """The sign of a name; one that nobody knows as it stands in the source."""
    return _SIGNS.get(name) or html5.get(f"{name};") or f"<ch.{name}/>"
