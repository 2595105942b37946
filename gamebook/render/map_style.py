"""How maps look: colours that stay apart for every eye, words that fit, numbers in few signs."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal

from gamebook.dice.percent import Rounded, percent
from gamebook.letters import printable
from gamebook.model.book import UNWRITTEN
from gamebook.report.cells import number

What = Literal["structure", "value", "deaths", "traffic", "luck"]

FONT = "Helvetica,Arial,DejaVu Sans,sans-serif"
READABLE = 4.5
"""The least contrast of small words (of the WCAG)."""
PAPER = "#FFFFFF"
INK = "#1F2430"
BLACK = "#000000"
"""For words on a colour on which neither ink nor white can be read well: between the two."""
FAINT = "#6B7280"
PALE = "#C4C9D1"
ROUTE = "#D55E00"
"""Vermillion: far from every step of the scales, also for those who do not tell red from green."""
PLAIN = "#F4F5F7"
"""A chapter without a number to colour it by."""
DEATH = ("#8A909C", "#B3122A")
"""A border from harmless to deadly."""
KINDS: Mapping[str, str] = {"victory": "#CFEBDD", "defeat": "#F6D5CF", "ending": "#E4DFF1", UNWRITTEN: PAPER}
"""Fills of endings where there are no numbers."""
SHAPES: Mapping[str, str] = {"victory": "doubleoctagon", "defeat": "octagon", "ending": "hexagon", UNWRITTEN: "box"}

SCALES: Mapping[What, Sequence[str]] = {
    "value": ("#FFFBD1", "#C7E9B4", "#41B6C4", "#225EA8", "#081D58"),
    "deaths": ("#FFF7F3", "#FCC9B5", "#FB7757", "#CB181D", "#67000D"),
    "traffic": ("#FAF9FD", "#DADAEB", "#A09BC9", "#6A51A3", "#3F007D"),
    "luck": ("#F7FCF5", "#C7E9C0", "#74C476", "#238B45", "#00441B"),
}
"""Light to dark in one or two neighbouring hues (ColorBrewer's YlGnBu, Reds, Purples and Greens): they read in grey."""
MOVED = ("#B35806", "#F1A340", "#F7F7F7", "#998EC3", "#542788")
"""From worse to better, with no change in the middle (ColorBrewer's PuOr, turned): for those, too, who do not tell red
from green."""


# ---- colours ------------------------------------------------------------------------------------------------


def blend(scale: Sequence[str], share: float) -> str:
    """The colour at `share` (0 to 1) of a scale, mixed from its two neighbours."""
    place = min(1.0, max(0.0, share)) * (len(scale) - 1)
    step = min(int(place), len(scale) - 2)
    rest = place - step
    mixed = (a + (b - a) * rest for a, b in zip(_channels(scale[step]), _channels(scale[step + 1]), strict=True))
    return "#" + "".join(f"{round(channel):02X}" for channel in mixed)


def ink_on(fill: str) -> str:
    """The colour of words on a fill: dark or white, whichever can be read."""
    inks = (INK, PAPER, BLACK)
    return next((ink for ink in inks if _contrast(ink, fill) >= READABLE), BLACK)


def faint_on(fill: str) -> str:
    """The colour of words that may stand back, as far as they can still be read."""
    return FAINT if _contrast(FAINT, fill) >= READABLE else ink_on(fill)


def _contrast(one: str, other: str) -> float:
    """How much two colours stand out from each other, 1 to 21 (as the WCAG reckons it)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (x / 255 for x in _channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# ---- words --------------------------------------------------------------------------------------------------


def html(text: str) -> str:
    """Text safe in an HTML-like label."""
    return escape(" ".join(printable(text).split()), quote=True)


def shorten(text: str, width: int) -> str:
    """Text cut after a word, with an ellipsis, to at most `width` letters."""
    text = " ".join(printable(text).split())
    if len(text) <= width:
        return text
    head = text[: width - 1]
    return (head.rpartition(" ")[0] if " " in head[width // 2 :] else head).rstrip(" ,;:") + "…"


def wrap(text: str, width: int, lines: int) -> list[str]:
    """Text on at most some lines; what is too much is cut with an ellipsis."""
    found = textwrap.wrap(" ".join(printable(text).split()), width, break_on_hyphens=False)
    if len(found) > lines:
        found = [*found[: lines - 1], shorten(" ".join(found[lines - 1 :]), width)]
    return found


# ---- numbers ------------------------------------------------------------------------------------------------


def worth(value: float, wins: bool, rounded: Rounded = "near") -> str:
    """What play is worth: a chance in whole percent, or points; `rounded` is for chances."""
    return percent(value, 0, rounded=rounded) if wins else number(value)
