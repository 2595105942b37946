"""Sections as Markdown (CommonMark, with tables as on GitHub)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamebook.report.cells import words
from gamebook.report.section import Facts, InWords, Lines, Section, Table

_MARKS = re.compile(r"[\\`*_{}\[\]<>#|~&$]|:(?=//)")
_START = re.compile(r"^(?:(\d+)([.)])(?=\s|$)|([-+=]))")
"""What makes a list or a heading of a line."""


def markdown_text(sections: Iterable[Section]) -> str:
    """A report: its title is a heading, those of the sections after the first are headings of the next level."""
    pieces = []
    for number, section in enumerate(each for each in sections if not each.is_picture):
        title = " ".join(f"{section.title}{section.aside}".split())
        if title:
            pieces.append(f"{'##' if number else '#'} {plain_line(title)}")
        pieces += [written for part in section.in_words if (written := _part(part))]
        pieces += [f"*{plain_line(section.how)}*"] * bool(section.how)
    return "\n\n".join(pieces) + "\n"


def _part(part: InWords) -> str:
    match part:
        case Table(head=head, rows=rows):
            sides = part.sides.ljust(len(head), "l")
            rule = "|".join("---:" if side == "r" else ":---" for side in sides)
            return "\n".join([_row(head), f"|{rule}|", *(_row([words(cell) for cell in row]) for row in rows)])
        case Facts(rows=rows):
            # A row without a name is a further line of the one before it.
            lines = (
                f"\n- **{plain_line(name)}:** {plain_line(words(cell))}" if name else f"\\\n  {plain_line(words(cell))}"
                for name, cell in rows
            )
            return "".join(lines).removeprefix("\\").removeprefix("\n")
        case Lines(lines=lines):
            return "\\\n".join(plain_line(line) for line in lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(plain_line, cells))} |"


def plain_line(text: str) -> str:
    """A text on one line, in which nothing is markup."""
    line = _MARKS.sub(r"\\\g<0>", " ".join(text.split()))
    return _START.sub(r"\1\\\2\3", line)
