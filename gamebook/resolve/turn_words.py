"""Words that tell the reader where to turn: “turn to 7”, “go back to section 12”, in a German book “weiter bei 7”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from gamebook.patterns import pattern
from gamebook.phrases import load_phrases
from gamebook.phrases.turns import GOES_ON, STREET, turn_pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.spoken import is_spoken
from gamebook.syntax.heads import NAME, NUMBER

_THEN = (
    r",?\s+(?:then|dann|danach|puis|ensuite|luego|después|poi)\s+(?:back\s+)?"
    r"(?:to|at|zu|zum|bei|au|aux|à|al|a|en)\s+(?:la\s+)?\d"
)
"""Another place behind that of a turn, which it can lead to as little as the first: “go to 2, then to 3”."""


def _after(goes_on: str) -> str:
    """What stands behind the number of a turn; not so in “go to 12 parties” and “go to 2, Dock Street”.

    Args:
        goes_on: the words with which a sentence may go on there.
    """
    return (
        rf"(?=\s*(?:[.,;:!?)\]”’“»«\"']|$)|\s+(?:{goes_on})\b)"
        rf"(?!,\s+(?!(?:{goes_on}|then)\b)(?-i:[A-ZÀ-Ý]))"
        rf"(?!{_THEN})(?!,\s+{STREET})"
    )


_TURN = pattern(
    r"\b(?P<turn>(?:(?:turn|go|return|proceed)\s+(?:(?:now|back|on)\s+)?to|(?<!\*)goto)\s+"
    rf"(?:(?:page|paragraph|section|chapter|reference|number)\s+)?(?P<to>{NUMBER}))" + _after(GOES_ON["en"]),
    re.IGNORECASE,
)
_TURN_TO_NAME = pattern(
    rf"\b(?P<turn>turn\s+(?:(?:now|back)\s+)?to\s+(?P<to>(?!{NUMBER}\b){NAME}))(?=\s*(?:[.,;:!?)\]]|$))", re.IGNORECASE
)
"""The same for a chapter with a name; of other verbs, as in “go to bed”, nobody knows what is meant."""
_DIGIT = pattern(r"\d")
_BEFORE = pattern(r"([\w’']+)\s*$")
_TELLING = frozenset({"would", "could", "might", "to", "i", "we", "they", "she", "he", "it", "who", "never", "not"})
"""Words before it that make it a part of the story."""
_WILL = pattern(r"(?<!\byou)\s+will\s*$", re.IGNORECASE)
"""The same: “the hand will go to 12”."""


class Said(Struct, frozen=True):
    """A turn in words."""

    words: str
    to: str
    """The name of the chapter, in the letters of the page."""
    start: int
    end: int
    sure: bool
    """Whether such words hardly ever say anything else: “turn to 12”, and not “go to 12”."""


def turns(desk: Desk, words: str) -> Iterator[Said]:
    """The turns that words tell the reader to take; not those of somebody in the story.

    They are in English, or in the language of the book.
    """
    named = (match for match in _TURN_TO_NAME.finditer(words) if match["to"] in desk.names.chapters)
    found = [
        Said(match["turn"], match["to"], *match.span("turn"), match["turn"].casefold().startswith("turn"))
        for match in (*_TURN.finditer(words), *named)
    ]
    found += _in_its_language(desk, words)
    for turn in sorted(found, key=lambda each: each.start):
        if is_spoken(words, turn.start):
            continue
        near = words[max(0, turn.start - 20) : turn.start]
        before = _BEFORE.search(near)
        if (before is None or before[1].casefold() not in _TELLING) and not _WILL.search(near):
            yield turn


def _in_its_language(desk: Desk, words: str) -> Iterator[Said]:
    """The turns in the language of the book, where that is another than English and has phrases."""
    if desk.language and _DIGIT.search(words):  # else the table is not even read
        phrases = load_phrases(desk.language)
        goes_on = GOES_ON.get(phrases.language)
        if goes_on is not None and phrases.language != "en":
            usual = phrases.words["turn"].split()[0]
            for match in turn_pattern(phrases, NUMBER, _after(goes_on)).finditer(words):
                sure = match[0].casefold().startswith(usual)
                yield Said(match[0], match[match.lastindex or 0], *match.span(), sure)
