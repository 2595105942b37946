"""Lines before the first chapter that the language does not know: what they were meant to be, and where they belong."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from gamebook.codes.hints import advised, with_lines, write
from gamebook.diagnostics import Diagnostic
from gamebook.patterns import pattern
from gamebook.syntax.grammar import reads
from gamebook.syntax.heads import COUNTED, NUMBER, WORD
from gamebook.syntax.suggestions import LONGEST
from gamebook.syntax.words import SHEET_LINES, short

STORY = "story belongs in a chapter: a line such as === 1 begins one"
"""The hint where nothing better is known."""
_TITLE = "the title of a book stands behind “book”"
"""The message for `# The well` and `title: The well`."""
_HEADING = pattern(r"(?:#{1,6}[ \t]+|title[ \t]*[:=]?[ \t]*(?=[\"'\w]))(?P<title>\S.*)", re.IGNORECASE)
_NOTE = pattern(r"(?:;+|%%+|--)[ \t]*(?P<words>[^\s>*-].*)")
"""A comment of another program."""
_GIVEN = pattern(
    rf"(?:(?P<stays>const|constant|final|#define)[ \t]+|(?:var|int|integer|set)[ \t]+)?(?P<name>{WORD})"
    r"[ \t]*(?:[:=]=?|(?<=[ \t]))[ \t]*(?P<value>-?\d+)[ \t]*[;.]?",
    re.IGNORECASE,
)
"""`toll = 2`, `const toll = 2`"""
_NUMBERED = pattern(
    rf"(?:{COUNTED}[ \t]+(?P<counted>{NUMBER})(?:[ \t]*[:.–—-])?|(?P<number>{NUMBER})[ \t]*[.:])"
    r"(?:[ \t]+(?P<title>\S.*))?",
    re.IGNORECASE,
)
"""`Chapter 1`, `1. The yard`"""
_SHORT = pattern(r"[^\W\d_][^\".!?:\n]{1,50}\n[ \t]+\w+[ \t]+\S")
"""Words that can be a title, with a line of the header under them."""
_RULE = pattern(r"[-*_=]{3,}")
"""A line drawn across the page."""
_ROOM = 99
"""The highest value that is offered for a number which has no range yet."""


def meant(line: str) -> tuple[str, str] | None:
    """The message for a line at the margin, and the hint; None if it is not known what was meant."""
    if len(line) > LONGEST:
        return None
    if (heading := _HEADING.fullmatch(line)) is not None:
        name = heading["title"].strip("\"'")
        return _TITLE, write(f'book "{name}"') if '"' not in name else 'write: book "…"'
    if (note := _NOTE.fullmatch(line)) is not None:
        return "a comment begins with two slashes", write(f"// {note['words']}")
    if line.startswith("~"):
        return _without_mark(line.removeprefix("~").strip())
    if line.startswith(("* ", "->")):
        return "choices and turns stand in a chapter", "move it below the line === that begins its chapter"
    if (head := _NUMBERED.fullmatch(line)) is not None:
        name = head["counted"] or head["number"]
        return "a chapter begins with === and a blank", write(f"=== {name} {head['title'] or ''}".rstrip())
    given = _GIVEN.fullmatch(line)
    return _number(given) if given is not None else None


def _without_mark(line: str) -> tuple[str, str]:
    """`~ when gold = 0 -> defeat`, `~ gain rope`"""
    first = line.split(maxsplit=1)[0] if line else ""
    if first in SHEET_LINES:
        return f"“{first}” belongs under “sheet”", f"write under “sheet”, with four blanks and without ~: {short(line)}"
    if reads(f"{line}\n") or reads(f"{line}\n    -> 1\n"):
        return "no ~ stands before a line of the header", write(line)
    told = "move it into a chapter; what is done before the first chapter stands under a line “hero”, with four blanks"
    return "a rule does not stand alone before the first chapter", told


def _number(given: re.Match[str]) -> tuple[str, str]:
    """`toll = 2`: a number that never changes, or one that changes in play."""
    name, value = given["name"], int(given["value"])
    stays = f"param {name} = {value}"
    if given["stays"]:
        return "a number that never changes begins with “param”", write(stays)
    number = f"number {name} = {value} in {min(0, value)}..{max(_ROOM, value)}"
    told = f"if it never changes, write: {stays}; if play changes it, write under “sheet”, with four blanks: {number}"
    return "this line does not say what it declares", with_lines(told, stays)


def with_places(findings: Sequence[Diagnostic], text: str, end: int) -> list[Diagnostic]:
    """The findings, with where a line of the header belongs in this book.

    Args:
        findings: those of a page.
        text: the page, without its comments.
        end: where its header ends.
    """
    head = text[end:].split("\n", 1)[0].strip()
    titled = re.search(r"^book[ \t]+\"", text[:end], re.MULTILINE) is not None
    first = len(text) - len(text.lstrip())
    placed = []
    for each in findings:
        line = text[each.span.start : each.span.end].strip()
        is_title = (
            each.hint == STORY and each.span.start == first and not titled and _SHORT.match(text, first) is not None
        )
        named = advised(replace(each, message=_TITLE), write(f'book "{line}"')) if is_title else None
        placed.append(named or _placed(each, line, head, titled))
    return placed


def _placed(found: Diagnostic, line: str, head: str, titled: bool) -> Diagnostic:
    """A finding about a line, where the first chapter begins with `head` and the book may have its title already."""
    if found.hint == STORY and _RULE.fullmatch(line):
        return advised(found, "delete it: only a chapter shows such a line")
    if found.hint == STORY and head:
        place = f"move it below “{short(head)}”"
        return advised(found, f"story belongs in a chapter: {place}; before a note of your own write two slashes")
    heading = _HEADING.fullmatch(line) if found.message == _TITLE and titled and len(line) <= LONGEST else None
    if heading is not None:
        note = f"// {heading['title']}"
        return advised(found, with_lines(f"the book has its title: delete this line, or write: {note}", note))
    return found
