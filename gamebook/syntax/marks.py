"""Marks of a word processor, or of another notation, and the plain ones that the language uses instead."""

from __future__ import annotations

import re

from gamebook.syntax.heads import NUMBER

_ARROWS = "→⇒⟶⟹⇨➔➙➛➜➝➞➡➤\uf0e0\uf0e8"
"""The arrows of word processors; the last two are those that Word makes of --> and ==>."""
ARROWS = f"[{_ARROWS}]\ufe0f?"
"""One of them, as a pattern."""

FOREIGN = {
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    **dict.fromkeys(_ARROWS, "->"),
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "*",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "==": "=",
    "<>": "!=",
    "&&": "and",
    "||": "or",
    "=>": "->",
    "=<": "<=",
    "–>": "->",
    "—>": "->",
    "-=": "-",
    "+=": "+",
    "'": '"',
    "…": "..",
}
"""Mark → what to write instead."""

_OPENING = frozenset('"“„«»”')
_CLOSING = frozenset('"“”«»')
_MARKS = sorted(FOREIGN, key=len, reverse=True)
_TAIL = re.compile(rf"\[[ \t]*if\b|{ARROWS}[ \t]*(?:{NUMBER}|victory\b|defeat\b)[^\n]*$")
"""Where the words of a choice end."""


def mend(line: str) -> str:
    """A line of rules with plain marks. The words of a choice, and what stands in quotation marks, stay as they are."""
    words = line.lstrip()
    start = len(line) - len(words)
    if words.startswith("*"):
        tail = _TAIL.search(line)
        start = tail.start() if tail else len(line)
    return line[:start] + _plain(line[start:])


def _plain(text: str) -> str:
    found: list[str] = []
    quoted = False
    place = 0
    while place < len(text):
        letter = text[place]
        if letter == "\\" and quoted:
            found.append(text[place : place + 2])
            place += 2
            continue
        if letter in (_CLOSING if quoted else _OPENING):
            quoted = not quoted
            found.append('"')
            place += 1
            continue
        mark = None if quoted else next((mark for mark in _MARKS if text.startswith(mark, place)), None)
        found.append(FOREIGN[mark] if mark else letter)
        place += len(mark) if mark else 1
        if mark in ("-=", "+="):  # the amount follows its sign without a blank
            place += len(text[place:]) - len(text[place:].lstrip())
    return "".join(found)
