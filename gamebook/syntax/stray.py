"""Prose that looks like something else: rows without a roll, marks without their blank, lines of the header."""

from __future__ import annotations

import re

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic
from gamebook.source import Span

_ROW = re.compile(
    r"(?:-?\d+(?:[ \t]*(?:-|–|\.\.)[ \t]*-?\d+)?:?|[^\W\d]\w*(?:-[^\W\d]\w*)*)"
    r"[ \t]*->[ \t]*(?:[\w-]+|\(.*\)|\w+ \".*\")"
)
_ARROW = re.compile(r"(?<!\\)->")
_CONDITION = re.compile(r"(?<!\\)\[(?:[ \t]*if\b|[^\]]*[<>=])", re.IGNORECASE)
_HEADER = re.compile(
    r"(?:sheet|hero|anytime(?: in fights)?)"
    r"|(?:stat|number|param|let)[ \t]+[\w-]+[ \t]*=.*"
    r"|(?:item|codeword)[ \t]+[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*"
    r"|(?:one-of|limit)[ \t]+[\w-]+.*:.*"
    r"|(?:strategy|combat|test|rule)[ \t]+[\w-]+(?:\(.*\))?"
    r"|(?:first[ \t]+)?when[ \t].*->.*"
    r"|(?:book|include)[ \t]+\".*\""
)


def stray_line(line: str, span: Span, *, margin: bool) -> Diagnostic | None:
    """What a line of prose was probably meant to be, if not prose; `margin` tells that it is not indented."""
    if line.startswith("===") and line.strip("="):
        return finding(
            syntax.CHAPTER_MARK,
            span,
            "a chapter begins with === at the start of a line, then a blank",
            "write it like this: === 12 The cave; or \\=== if it is prose",
        )
    if "->" in line:
        if _ROW.fullmatch(line):
            return finding(
                syntax.STRAY_ROW,
                span,
                "this looks like a row, but no roll or test above it takes rows",
                "write the roll or test above, and indent its rows under it; write \\-> if it is prose",
            )
        if re.match(r"\*\S", line):
            return finding(
                syntax.MARK_BLANK,
                span,
                "this line is prose",
                "for a choice, write a blank after the star: * Go in -> 12",
            )
        if _ARROW.search(line):
            return finding(
                syntax.PROSE_ARROW,
                span,
                "this line is prose, so its arrow does nothing",
                "begin it with a star for a choice, or put the arrow on a line of its own; \\-> is prose",
            )
    if margin and _HEADER.fullmatch(line):
        return finding(
            syntax.MISPLACED_HEADER,
            span,
            f"“{line.split(maxsplit=1)[0]}” is prose in a chapter, and declares nothing",
            "move the line before the first chapter; a backslash before it says that it is prose",
        )
    return None


def stray_label(label: str, span: Span) -> Diagnostic | None:
    """A condition in a choice's words that was not read as one."""
    if _CONDITION.search(label):
        return finding(
            syntax.OPEN_BRACKET,
            span,
            "this condition was not read as one",
            "write [if …] with a small “if”, closed by ]",
        )
    return None
