"""Plain text in which no blank line stands between paragraphs, as word processors save it.

A number alone on its line may begin a section there; it may also be a cell of a table, or a year.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise

from gamebook.sentences import CLOSING

LONG = 100
"""A line with more letters is a whole paragraph: text that is broken into lines has shorter ones."""
_NUMBER = re.compile(r"\s*\d+\s*")
_ENDED = re.compile(rf"[.!?:…][{CLOSING})\]*_]*\s*$")
"""How a line ends that ends a sentence."""
_LIST = re.compile(r"\s*[-*•–][ \t]")


def with_blank_lines(text: str, numbers: Sequence[re.Match[str]], targets: Collection[int]) -> str:
    """The text with a blank line between paragraphs, and above each number that begins a section.

    Args:
        text: where no blank line stands above a number.
        numbers: lines that may begin a section; each has the group `number`.
        targets: the sections that the text leads to.

    Returns: the same text if fewer than two sections are found.
    """
    lines = text.split("\n")
    begins = list(accumulate((len(line) + 1 for line in lines), initial=0))
    at = {bisect_right(begins, each.start("number")) - 1: int(each["number"]) for each in numbers}
    heads = _heads(lines, at, targets)
    if len(heads) < 2:
        return text
    whole = any(len(line) > LONG for line in lines)
    made = [lines[0]]
    for place, (above, line) in enumerate(pairwise(lines), start=1):
        is_cell = _NUMBER.fullmatch(line) is not None
        ends = whole or ends_sentence(above) or _LIST.match(line) is not None
        if place in heads or place - 1 in heads or (ends and not is_cell):
            made.append("")
        made.append(line)
    return "\n".join(made)


def _heads(lines: list[str], numbers: dict[int, int], targets: Collection[int]) -> set[int]:
    """The lines that begin sections, most of which stand in rising order.

    A section is led to, or its number stands between those of such sections. Numbers under each other are cells. Of
    two lines with one number, the one under the end of a sentence begins the section, or else the last.
    """
    places: dict[int, int] = {}
    for place, number in numbers.items():
        around = lines[max(0, place - 1) : place] + lines[place + 1 : place + 2]
        if any(map(_NUMBER.fullmatch, around)):
            continue
        before = places.get(number)
        if before is None or _begins(lines, place) or not _begins(lines, before):
            places[number] = place
    led = sorted(number for number in places if number in targets)
    rising = sum(places[low] < places[high] for low, high in pairwise(led))
    if len(led) < 2 or 2 * rising < len(led) - 1:
        return set()
    found = {places[number] for number in led}
    for number in places.keys() - led:
        next_one = bisect_right(led, number)
        after = next_one == 0 or places[led[next_one - 1]] < places[number]
        if after and next_one < len(led) and places[number] < places[led[next_one]]:
            found.add(places[number])
    return found


def _begins(lines: Sequence[str], place: int) -> bool:
    return place == 0 or ends_sentence(lines[place - 1])


def ends_sentence(line: str) -> bool:
    """Whether a line ends a sentence."""
    return _ENDED.search(line) is not None
