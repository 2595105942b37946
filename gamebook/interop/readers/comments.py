"""Comments of HTML in a text: `<!-- was: turn to 12 -->`. Nothing in them is a word, a link or a heading."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamebook.interop.draft import Origin
from gamebook.patterns import pattern

_COMMENT = pattern(r"<!--(?P<words>.*?)-->", re.DOTALL)


def comments(text: str) -> list[re.Match[str]]:
    """The comments of a text, with the group `words`."""
    end = text.rfind("-->")  # behind the last of these marks nothing is searched for it in vain
    return list(_COMMENT.finditer(text, 0, end + len("-->"))) if end >= 0 else []


def without_comments(text: str, put: Callable[[str], str]) -> str:
    """The text with something else for each comment.

    Args:
        text: with comments.
        put: what stands for one, by its words.
    """
    made: list[str] = []
    place = 0
    for each in comments(text):
        made += (text[place : each.start()], put(" ".join(each["words"].split())))
        place = each.end()
    return "".join((*made, text[place:]))


def apart(text: str) -> tuple[str, list[Origin]]:
    """The text without its comments, and these, to be kept below the book."""
    told: list[Origin] = []

    def put(words: str) -> str:
        told.append(Origin("other", "comment", words))
        return ""

    return without_comments(text, put), told
