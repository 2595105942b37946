"""Which way letters run: from left to right, or from right to left as in Hebrew and Arabic.

A paragraph runs as its first letter does that has a direction, as on a page with `dir="auto"`: so the rules of a Hebrew
book, which are in English, run from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from unicodedata import bidirectional

from msgspec.structs import replace

from gamebook.publish.document import Run

RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "ps", "sd", "syr", "ug", "ur", "yi"))
"""Languages whose letters run from right to left."""
_STRONG = {"L": False, "R": True, "AL": True}
"""Kinds of letters that have a direction: whether it is from right to left."""


def language_runs_left(language: str) -> bool:
    """Whether a language is written from right to left."""
    return language.partition("-")[0].casefold() in RIGHT_TO_LEFT


def runs_left(text: str, *, otherwise: bool) -> bool:
    """Whether a paragraph of these letters runs from right to left; `otherwise`: if none of them has a direction."""
    return next((way for letter in text if (way := _way(letter)) is not None), otherwise)


def parted(runs: Sequence[Run], *, left: bool) -> Iterator[tuple[Run, bool]]:
    """The runs of a paragraph, cut where the direction changes; with each, whether it runs from right to left.

    Signs and digits between two letters of one direction belong to them, others run as the paragraph does.

    Args:
        runs: the letters of the paragraph.
        left: whether the paragraph runs from right to left.
    """
    ways = _ways("".join(run.text for run in runs), left)
    place = 0
    for run in runs:
        here = ways[place : place + len(run.text)]
        for way, letters in groupby(zip(here, run.text, strict=True), key=lambda pair: pair[0]):
            yield replace(run, text="".join(letter for _, letter in letters)), way
        place += len(run.text)


def _way(letter: str) -> bool | None:
    """Whether a letter runs from right to left; None for signs and digits."""
    return _STRONG.get(bidirectional(letter))


def _ways(text: str, left: bool) -> list[bool]:
    """For each letter, whether it runs from right to left."""
    strong = [_way(letter) for letter in text]
    before, after = _nearest(strong, left), _nearest(strong[::-1], left)[::-1]
    return [one if one == other else left for one, other in zip(before, after, strict=True)]


def _nearest(strong: Sequence[bool | None], first: bool) -> list[bool]:
    """The direction of the last letter so far that has one."""
    found, last = [], first
    for way in strong:
        last = last if way is None else way
        found.append(last)
    return found
