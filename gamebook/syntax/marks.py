"""Marks of a word processor, or of another notation, and the plain ones that the language uses instead."""

from __future__ import annotations

import re
from unicodedata import name

from gamebook.patterns import pattern
from gamebook.syntax.heads import NUMBER

_BLOCKS = (
    (0x2190, 0x2200),
    (0x23E9, 0x23F6),
    (0x25B6, 0x25BC),
    (0x261A, 0x2620),
    (0x2794, 0x27BF),
    (0x27F0, 0x2800),
    (0x2900, 0x2980),
    (0x2B00, 0x2C00),
    (0x1F446, 0x1F44A),
    (0x1F800, 0x1F900),
)
"""Where Unicode has its arrows, the triangles that are used as arrows, and the hands that point; less their ends."""


def _points_right(letter: str) -> bool:
    words = name(letter, "")
    return "RIGHT" in words and "LEFT" not in words and ("ARROW" in words or "POINT" in words)


_ARROWS = "".join(letter for first, end in _BLOCKS for letter in map(chr, range(first, end)) if _points_right(letter))
_ARROWS += "\uf0e0\uf0e8"
"""The arrows that point to the right; the last two are those that Word makes of --> and ==>."""
ARROWS = f"[{_ARROWS}]\ufe0f?"
"""One of them, as a pattern."""
ODD_ARROW = (
    rf"(?:{ARROWS}|(?<![=–—~>])[=–—~>]+>|<-|[-–—][ \t]{{1,9}}>|(?<![-–—=])[-–—=]{{1,4}}&gt;|&(?:rarr|\#8594|\#x2192);)"
)
"""An arrow that is not the arrow of the language, as a pattern; `==>` is one, and not an arrow behind a sign.

So are the arrows of a page of the web, `-&gt;` and `&rarr;`.
"""

INVISIBLE = "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What editors put in that shows nothing: a hyphen that may be left out, joiners, and signs of direction."""
HYPHENS = "\u2010\u2011\u2012\ufe63\uff0d"
"""What only looks like a hyphen; the second one keeps a line from being broken there."""
FOREIGN = {
    **dict.fromkeys(INVISIBLE, ""),
    **dict.fromkeys(HYPHENS, "-"),
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
    "÷": "/",
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
LONG_ARROW = pattern(r"[=–—]{2,}>")
"""An arrow with too many signs, which are no marks of their own."""

_SUM = pattern(r".*[^\s.,;:]")
"""An amount, less what ends its sentence."""
_IN_A_NAME = pattern(r"\w-[^\W\d_]")
_OPENING = frozenset('"“„«»”')
_CLOSING = frozenset('"“”«»')
_FRENCH, _BLANKS = frozenset("«»"), frozenset(" \t\u00a0\u202f")
"""Marks that have a blank between them and the words in French, and such blanks."""
_MARK = pattern(
    f"{LONG_ARROW.pattern}|"
    + "|".join(re.escape(mark) for mark in FOREIGN if len(mark) > 1)
    + f"|[{re.escape(''.join(mark for mark in FOREIGN if len(mark) == 1))}]"
)
_TAIL = pattern(rf"\[[ \t]*if\b|{ARROWS}[ \t]*(?:{NUMBER}|victory\b|defeat\b)[^\n]*$")
"""Where the words of a choice end."""


def mend(line: str) -> str:
    """A line of rules with plain marks. The words of a choice, and what stands in quotation marks, stay as they are."""
    words = line.lstrip()
    start = len(line) - len(words)
    if words.startswith("~~"):
        words = f"~ {words.lstrip('~').lstrip()}"
        line = line[:start] + words
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
            if quoted and letter in _FRENCH:
                while found and found[-1] in _BLANKS:
                    found.pop()
            quoted = not quoted
            found.append('"')
            place += 1
            while quoted and letter in _FRENCH and text[place : place + 1] in _BLANKS:
                place += 1
            continue
        match = None if quoted else _MARK.match(text, place)
        mark = match[0] if match else None
        found.append(FOREIGN.get(mark, "->") if mark else letter)
        place += len(mark) if mark else 1
        if mark in ("-=", "+="):  # the amount follows its sign without a blank
            amount = _plain(text[place:].lstrip())
            found.append(_SUM.sub(r"(\g<0>)", amount, count=1) if mark == "-=" and _adds(amount) else amount)
            break
    return "".join(found)


def _adds(amount: str) -> bool:
    """Whether an amount is a sum outside parentheses, all of which a minus before it must take."""
    depth = 0
    for place, letter in enumerate(amount):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if place and letter in "+-" and depth == 0 and not _IN_A_NAME.match(amount, place - 1):
            return True
    return False
