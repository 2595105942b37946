"""Lines of rules with marks of a word processor, mended throughout a file."""

from __future__ import annotations

import re

from gamebook.codes import syntax
from gamebook.diagnostics import Severity
from gamebook.source import Source
from gamebook.syntax.heads import NUMBER
from gamebook.syntax.marks import ARROWS, mend
from gamebook.syntax.parse import Parsed, parse

_TURN = re.compile(rf"^[ \t]*(?:\*[ \t].*?)?(?<!\\){ARROWS}[ \t]*{NUMBER}[ \t\r]*$")
"""A turn of its own, or a choice, whose arrow is one of a word processor."""
MOST_MENDED = 200
"""Lines of one file that are mended."""


def mended(source: Source) -> tuple[Source, Parsed]:
    """The file with such marks replaced wherever the line can be read afterwards, and what it says."""
    lines = source.text.split("\n")
    for number, line in enumerate(lines):
        if _TURN.match(line):
            lines[number] = mend(line)
    best, parsed = source, parse(source)
    if lines != source.text.split("\n"):
        best, parsed = _better(source, parsed, lines)
    for _ in range(MOST_MENDED):
        places = [best.position(each.span.start).line for each in parsed.findings if each.code == syntax.FOREIGN_MARK]
        if not places:
            break
        lines = best.text.split("\n")
        for number in places:
            lines[number - 1] = mend(lines[number - 1])
        tried, parsed = _better(best, parsed, lines)
        if tried is best:
            break
        best = tried
    return best, parsed


def _better(source: Source, parsed: Parsed, lines: list[str]) -> tuple[Source, Parsed]:
    """The file with other lines, if it has no more errors then."""
    tried = Source(source.path, "\n".join(lines))
    again = parse(tried)
    return (source, parsed) if _errors(again) > _errors(parsed) or tried.text == source.text else (tried, again)


def _errors(parsed: Parsed) -> int:
    return sum(each.severity is Severity.ERROR for each in parsed.findings)
