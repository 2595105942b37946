"""Items of lists with numbers: `2. The blue door` is one, or a whole section is."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

_MARK = re.compile(r"[ \t]*\d{1,3}[.)][ \t]+(?=\S)")
_SECTION = re.compile(r"(?:\A|\n[ \t]*\n)[ \t]*(?P<number>\d{1,4})[.)][ \t]+(?=\S)")


def without_number(paragraph: str) -> tuple[str, str]:
    """The mark of an item and its words; the mark is empty if a paragraph is no item."""
    found = _MARK.match(paragraph)
    return (found[0], paragraph[found.end() :]) if found else ("", paragraph)


def with_numbers_apart(text: str, targets: Collection[int]) -> str:
    """The text with numbers on lines of their own that stood before the first words of sections: “2. You fall.”

    They count up by one, and something leads to one of them; otherwise it is the same text.

    Args:
        text: where no number stands alone.
        targets: the sections that the text leads to.
    """
    numbers = [int(each["number"]) for each in _SECTION.finditer(text)]
    if len(numbers) < 2 or any(high != low + 1 for low, high in pairwise(numbers)):
        return text
    return _SECTION.sub(r"\n\n\g<number>\n\n", text) if set(numbers) & set(targets) else text
