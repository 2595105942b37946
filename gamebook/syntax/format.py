"""One layout for every book: blocks indented by four blanks, marked lines with their blanks in the usual places.

Prose, labels, comments and the columns of header lines and rows stay as the author wrote them. A chapter or block of
the header that cannot be read stays untouched.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.exceptions import LarkError
from msgspec import Struct

from gamebook.diagnostics import Diagnostic
from gamebook.source import Source
from gamebook.syntax.clean import clean
from gamebook.syntax.grammar import parser
from gamebook.syntax.layout import width
from gamebook.syntax.mend import mended
from gamebook.syntax.parse import parse, pieces

STEP = 4
"""Blanks a block is indented by."""

_MARKS = frozenset({"_TILDE", "_ELSE", "_STAR", "_ARROW", "_HEAD"})
_OPERANDS = frozenset({"NAME", "INT", "NUMBERED", "DIE", "RPAR", "TICKED", "_FIRST_TIME"})
_CHANGES = frozenset({"_TILDE", "BOTH", "COMMA", "TEST"})
_TIGHT_BEFORE = frozenset({"RPAR", "RSQB", "COMMA", "COLON", "DIE", "_DOTS"})
_TIGHT_AFTER = frozenset({"LPAR", "_DOTS"})
_WORDS = frozenset(
    {
        "_ELSE",
        "_EXPLODING",
        "KEEP",
        "BEYOND",
        "OR_SWAP",
        "ALL_OR_NONE",
        "_FIRST_TIME",
        "_TICKED_IN",
        "_TICK_A_BOX",
        "_TICK_ONE_OF",
        "_COUNT_OF",
    }
)
"""Terminals of several words, with blanks of their own."""


class Line(Struct, frozen=True):
    """A line that was read: its tokens, and the margins of the blocks around it, outermost first."""

    tokens: tuple[Token, ...]
    margins: tuple[int, ...]


def format_source(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """The file in the usual layout, and its findings.

    Typographic marks on lines of rules become plain ones where the line can be read then: only such as `check` calls an
    error. Otherwise what the file means does not change, and doing it twice changes nothing.
    """
    source, parsed = mended(source)
    mark = "\ufeff" if source.text.startswith("\ufeff") else ""
    written = source.text.removeprefix(mark).split("\n")
    read = _read(source)
    starts = {source.position(comment.span.start) for comment in parsed.comments}
    comments = {place.line: place.column - 1 - (len(mark) if place.line == 1 else 0) for place in starts}
    lines: list[str] = []
    for number, raw in enumerate(written, 1):
        ending = "\r" if raw.endswith("\r") else ""
        text = raw.removesuffix("\r")
        if number in read:
            lines.append(_line(text, read[number], comments.get(number)) + ending)
        elif number in comments and not text[: comments[number]].strip():
            lines.append(_comment(text, number, read) + ending)
        else:
            lines.append((text if text.strip() else "") + ending)
    result = "\n".join(lines).removesuffix("\r")  # nothing follows a lone return at the end: it ends the line
    if result and not result.endswith("\n"):
        result += source.newline
    result = mark + result  # a byte-order mark stays
    same = parse(Source(source.path, result)).page == parsed.page
    return (result if same else source.text), parsed.findings


def _read(source: Source) -> dict[int, Line]:
    """The lines of all pieces that can be read, by number."""
    text = clean(source).text
    found: dict[int, Line] = {}
    for piece in pieces(text):
        try:
            lines = list(_lines(text[piece.start : piece.end].rstrip() + "\n", piece.kind))
        except LarkError:
            continue
        for line in lines:
            place = piece.start + (line.tokens[0].start_pos or 0)
            found[source.position(place).line] = line
    return found


def _lines(text: str, kind: str) -> Iterator[Line]:
    """The lines of one piece, as its parser sees them."""
    reading = parser().parse_interactive(text, start=kind)
    margins = [0]
    tokens: list[Token] = []
    opened = False
    for token in reading.iter_parse():
        if token.type == "_NL":
            if tokens:
                yield Line(tuple(tokens), tuple(margins))
            tokens = []
        elif token.type == "_INDENT":
            opened = True
        elif token.type == "_DEDENT":
            margins.pop()
        else:
            if opened:
                margins.append(_indent(text, token.start_pos or 0))
                opened = False
            tokens.append(token)


def _indent(text: str, place: int) -> int:
    """How far the line of a place is indented before it."""
    return width(text[text.rfind("\n", 0, place) + 1 : place])


def _line(text: str, line: Line, comment: int | None) -> str:
    """One line in its new place, its comment in the old column where there is room."""
    first = line.tokens[0]
    words = text if comment is None else text[:comment]
    start = len(words) - len(words.lstrip(" \t\u00a0\ufeff"))
    depth = STEP * (len(line.margins) - 1)
    if first.type == "PROSE":
        return " " * (depth + max(0, width(text[:start]) - line.margins[-1])) + text[start:]
    content = _spaced(line.tokens) if first.type in _MARKS else words[start:].rstrip()
    content = " " * depth + content
    if comment is None:
        return content
    column = comment if comment > len(content) else len(content) + 2
    return content.ljust(column) + text[comment:].rstrip()


def _comment(text: str, number: int, read: dict[int, Line]) -> str:
    """A comment on a line of its own: indented like the lines around it that it stood level with."""
    words = text.lstrip(" \t\u00a0\ufeff")
    level = width(text[: len(text) - len(words)])
    after = next((read[other] for other in range(number + 1, number + 50) if other in read), None)
    before = next((read[other] for other in range(number - 1, max(0, number - 50), -1) if other in read), None)
    for line in (after, before):
        if line is not None and level in line.margins:
            return " " * (STEP * line.margins.index(level)) + words
    return " " * level + words


def _spaced(tokens: tuple[Token, ...]) -> str:
    """A marked line with one blank wherever blanks belong."""
    words = ""
    for index, token in enumerate(tokens):
        if index and not _tight(tokens, index):
            words += " "
        words += _word(token)
    return words


def _word(token: Token) -> str:
    """A token as it is written in a formatted line."""
    if token.type in ("_IF_OPEN", "_KNOWS"):
        return "[if" if token.type == "_IF_OPEN" else "[knows"
    if token.type == "_ELSE":
        return "~ else"
    return " ".join(token.split()) if token.type in _WORDS else token.strip()


def _tight(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether no blank stands before a token."""
    before, token = tokens[index - 1], tokens[index]
    if before.type in _TIGHT_AFTER or token.type in _TIGHT_BEFORE:
        return True
    if token.type == "LPAR" and before.type == "NAME":
        return not _is_stat(tokens, index - 1)
    return before.type in ("PLUS", "MINUS") and _is_sign(tokens, index - 1)


def _is_sign(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a plus or minus belongs to the value after it: `-x`, `STAMINA -2`, `test skill -2`, `"Rat" SKILL -2`."""
    if tokens[index - 1].type not in _OPERANDS:
        return True
    if tokens[index - 1].type != "NAME":
        return False
    if _is_stat(tokens, index - 1):
        return True
    owner = index - 2
    if tokens[owner].type == "STRING":
        owner -= 1
    if tokens[owner].type in ("FOE", "INITIAL"):
        owner -= 1
    if owner > 1 and not any(token.type == "BOTH" for token in tokens[:2]):
        return False
    opened = sum((token.type == "LPAR") - (token.type == "RPAR") for token in tokens[:index])
    return tokens[owner].type in _CHANGES and opened == 0


def _is_stat(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a name of a `~ fight` line is a foe's stat, and its value follows."""
    before = tokens[index - 1]
    if tokens[1].type != "FIGHT" or tokens[index].type != "NAME":
        return False
    if before.type == "NAME":
        return not _is_stat(tokens, index - 1)
    return before.type in _OPERANDS or (before.type == "STRING" and tokens[index - 2].type != "FOE")
