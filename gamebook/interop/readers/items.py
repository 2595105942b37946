"""Items of lists with numbers, `2. The blue door`."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

_MARK = re.compile(r"[ \t]*(?:\d{1,3}|[a-z])[.)][ \t]+(?=\S)", re.IGNORECASE)
_LINE = re.compile(r"^[ \t]*(?P<mark>\d{1,2}|[a-z])[.)][ \t]+(?=\S)", re.IGNORECASE | re.MULTILINE)

_MARKS = (tuple(map(str, range(1, 100))), tuple("abcdefghijklmnopqrstuvwxyz"))


def without_number(paragraph: str) -> tuple[str, str]:
    """The mark of an item, `2.` or `b)`, and its words; the mark is empty if a paragraph is no item."""
    found = _MARK.match(paragraph)
    return (found[0], paragraph[found.end() :]) if found else ("", paragraph)


def with_items_apart(text: str, leads_on: Callable[[str], bool], rolled: Callable[[str], bool]) -> str:
    """The text with a blank line between the items of lists that are choices: `a) Wait: turn to 2`.

    Their marks count up by one from `1` or `a`. Behind a roll, numbers are faces: `1. You fall` becomes `1: You fall`.

    Args:
        text: of a section.
        leads_on: whether words lead to another section.
        rolled: whether words tell the reader to roll dice.
    """
    parts = ["", *text.split("\n\n")]
    made = []
    for before, words in pairwise(parts):
        lines = list(_LINE.finditer(words))
        marks = tuple(each["mark"].casefold() for each in lines)
        counted = any(marks == each[: len(marks)] for each in _MARKS)
        if len(lines) < 2 or not counted or not leads_on(words):
            made.append(words)
        elif marks[0] == "1" and rolled(f"{before} {words}"):
            made.append(_LINE.sub(lambda item: f"{item['mark']}: ", words))
        else:
            begins = [0, *(each.start() for each in lines if each.start()), len(words)]
            made += [words[start:end].rstrip("\n") for start, end in pairwise(begins)]
    return "\n\n".join(made)
