"""Stretches of a file that are not the book: both sides of a merge, and comments as other languages write them.

Each is one finding. The lines are blanked out where they are no part of the book, so that nothing else is said of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamebook.codes import finding, syntax
from gamebook.codes.hints import write
from gamebook.diagnostics import Diagnostic, Edit, Related
from gamebook.patterns import pattern
from gamebook.source import Source

_CONFLICT = pattern(
    r"^(?P<ours><{7}(?:[ ][^\n]*)?)\n(?:(?!<{7}[ ])[^\n]*\n)*?"
    r"(?P<rest>(?:\|{7}[^\n]*\n(?:(?!<{7}[ ]|\|{7})[^\n]*\n)*?)?"
    r"(?P<theirs>={7})\r?\n(?:(?!<{7}[ ]|={7}\r?\n)[^\n]*\n)*?>{7}(?:[ ][^\n]*)?)$",
    re.MULTILINE,
)
"""What git leaves where it cannot join two versions: the lines of one, then those of the other."""
_OPENS = pattern(r"^[ \t]*(?P<mark>/\*|<!--)", re.MULTILINE)
_CLOSES = {"/*": "*/", "<!--": "-->"}
_BEGINS_WORDS = pattern(r"\*?(?=[\s\w\"'(])[^\\\n]*(?:\n|\Z)")
"""What follows `/*` on its line where it is no part of a picture, such as two fir trees `/**\\`: `/**` may begin it."""
_ENDS_WORDS = pattern(r"(?:[^\\\n]*[\s\w.,:;?!)\"'…])?")
"""What stands before `*/` on its line, likewise."""
_OF_A_CHAPTER = pattern(r"^[ \t]*(?:===|\*)[ \t]", re.MULTILINE)
_LINE_ENDS = pattern(r"(?:[ \t]+//[^\n]*|[ \t]*\r?)(?:\n|\Z)")


def without_foreign_blocks(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """The text with such stretches blanked out, as long as before, and a finding for each of them.

    Of a merge the first version stays.

    Args:
        source: the file.
        text: its text, with blanks for some letters.
    """
    found = [*_conflicts(source, text), *_comments(source, text)]
    for _, stretches in found:
        for start, end in stretches:
            text = text[:start] + "".join(each if each == "\n" else " " for each in text[start:end]) + text[end:]
    return text, [each for each, _ in found]


_Found = Iterator[tuple[Diagnostic, list[tuple[int, int]]]]
"""Findings, each with what is blanked out."""


def _conflicts(source: Source, text: str) -> _Found:
    """`<<<<<<< HEAD`, `=======`, `>>>>>>> main`"""
    for match in _CONFLICT.finditer(text) if "<<<<<<<" in text else ():
        start = match.start("ours")
        mark = source.span(start, start + len(match["ours"].rstrip()))
        hint = (
            "keep one version of these lines, and delete the other one and the lines with <<<<<<<, ======= and >>>>>>>"
        )
        related = (Related(source.span(*match.span("theirs")), "the other version begins here"),)
        message = "two versions of these lines are left from a merge"
        told = finding(syntax.MERGE_CONFLICT, mark, message, hint, related)
        yield told, [match.span("ours"), match.span("rest")]


def _comments(source: Source, text: str) -> _Found:
    """`/* … */` and `<!-- … -->`, which begin a line and end one."""
    done = 0
    closes = dict.fromkeys(_CLOSES, 0)  # where the next one closes, as far as looked for
    for match in _OPENS.finditer(text) if any(mark in text for mark in _CLOSES) else ():
        mark = match["mark"]
        start = match.start("mark")
        if 0 <= closes[mark] < start + len(mark):
            closes[mark] = text.find(_CLOSES[mark], start + len(mark))
        close = closes[mark]
        if close < 0 or start < done:
            continue
        end = close + len(_CLOSES[mark])
        if not _LINE_ENDS.match(text, end) or (mark == "/*" and _is_drawn(text, start, close)):
            continue
        done = end
        words = _without_stars(text, start, close) if mark == "/*" else text[start + len(mark) : close]
        lines = [*_as_comment(words)]
        hint = write(lines[0]) if not lines[1:] else "write two slashes and a blank before each of these lines"
        fix: tuple[Edit, ...] = (Edit(source.span(start, end), source.newline.join(lines)),)
        if mark == "/*" and _OF_A_CHAPTER.search(words):
            hint = f"{hint}; if it is no comment, write a backslash before {mark}"
            fix = ()
        message = f"a comment begins with two slashes, and not with {mark}"
        yield (
            finding(syntax.FOREIGN_COMMENT, source.span(start, start + len(mark)), message, hint, fix=fix),
            [(start, end)],
        )


def _is_drawn(text: str, start: int, close: int) -> bool:
    """Whether `/*` or its `*/` touches other signs or has a backslash on its line, as in a picture made of letters."""
    line = text.rfind("\n", 0, close) + 1
    is_apart = _BEGINS_WORDS.match(text, start + 2, max(close, start + 2) if line <= start else len(text))
    return not is_apart or not _ENDS_WORDS.fullmatch(text, max(line, start + 2), close)


def _without_stars(text: str, start: int, close: int) -> str:
    """The words of a comment `/* … */` or `/** … */`; lines below the first may have a star under that one."""
    first, *others = text[start + 2 : close].removeprefix("*").split("\n")
    margin = text[text.rfind("\n", 0, start) + 1 : start]
    star = len(margin) + 1
    if all(not line.strip() or (not line[:star].strip() and line[star : star + 2].rstrip() == "*") for line in others):
        others = [f"{margin}{line.strip()[1:].lstrip()}" for line in others]
    return "\n".join((first, *others))


def _as_comment(words: str) -> Iterator[str]:
    """The lines of a comment of this language; those without words at its ends are left out."""
    for line in map(str.rstrip, words.strip().split("\n")):
        bare = line.lstrip()
        yield f"{line[: len(line) - len(bare)]}// {bare}".rstrip()
