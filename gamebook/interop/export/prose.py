"""The lines of prose in a story: paragraphs, lines of verse and items of lists, as the printed book has them."""

from __future__ import annotations

import re

_ITEM = re.compile(r"([-+]|\d{1,9}[.)])[ \t]")
"""A star begins no item: that would be a choice."""
TAB = 4


def shown_lines(text: str) -> list[str]:
    """The lines that a reader sees. A line of a file that only goes on with a paragraph is none of its own.

    A line that is indented is a line of verse, and begins with blanks that no program takes away (U+00A0). Under an
    item of a list it goes on with the item.
    """
    found: list[str] = []
    begins, inside_item = True, False
    for line in text.split("\n"):
        words = " ".join(line.split())
        if not words:
            begins = True
            continue
        expanded = line.expandtabs(TAB)
        indent = len(expanded) - len(expanded.lstrip())
        item = _ITEM.match(words) is not None
        inside_item = item or (inside_item and (indent > 0 or not begins))
        verse = indent > 0 and not inside_item
        if begins or item or verse:
            found.append("\u00a0" * indent + words if verse else words)
        else:
            found[-1] += f" {words}"
        begins = False
    return found
