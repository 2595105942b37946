"""The lines of prose in a story: paragraphs, lines of verse, items of lists and rows of tables, as in print."""

from __future__ import annotations

from itertools import pairwise

from gamebook.patterns import pattern

_ITEM = pattern(r"([-+]|\d{1,9}[.)])[ \t]")
"""A star begins no item: that would be a choice."""
_RULED = pattern(r"(?=.*\|)(?=.*(?:-|&#45;))(?:\\?\||-|&#45;|:|\s)+")
"""The line under the head of a table, `|---|:-:|`, also where a story has other signs for its marks."""
TAB = 4


def shown_lines(text: str) -> list[str]:
    """The lines that a reader sees. A line of a file that only goes on with a paragraph is none of its own.

    A line that is indented is a line of verse, and begins with blanks that no program takes away (U+00A0). Under an
    item of a list it goes on with the item. Each row of a table is a line.
    """
    found: list[str] = []
    begins, inside_item, in_table = True, False, False
    lines = text.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        words = " ".join(line.split())
        if not words:
            begins, in_table = True, False
            continue
        in_table = in_table or ("|" in words and _RULED.fullmatch(following) is not None)
        expanded = line.expandtabs(TAB)
        indent = len(expanded) - len(expanded.lstrip())
        item = _ITEM.match(words) is not None
        inside_item = item or (inside_item and (indent > 0 or not begins))
        verse = indent > 0 and not inside_item
        if begins or item or verse or in_table:
            found.append("\u00a0" * indent + words if verse else words)
        else:
            found[-1] += f" {words}"
        begins = False
    return found


def has_table(text: str) -> bool:
    """Whether there is a table in a text."""
    lines = text.split("\n")
    return any("|" in head and _RULED.fullmatch(ruled) is not None for head, ruled in pairwise(lines))
