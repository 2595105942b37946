"""Words of any origin as prose, labels and comments of a book: nothing in them is taken for a mark."""

from __future__ import annotations

import re

from gamebook.interop.draft import Pieces
from gamebook.syntax.ast import NOWHERE
from gamebook.syntax.foreign import MACRO, foreign_rule
from gamebook.syntax.marks import ARROWS
from gamebook.syntax.spell import spell

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")
_BLANK = re.compile("[ \t\u00a0\u202f\u2007]+")
_ANYWHERE = re.compile(rf"[\\{{}}]|->|{ARROWS}|\[\[|(?:(?<=\s)|^)//", re.MULTILINE)
_FIRST = re.compile(r"^((?!\*{1,2}[^\s*][^\n]*\*)[*~#=]|::(?=[ \t]*\w)|/\*|<!--|<{7} )", re.MULTILINE)
"""A mark at the start of a line; stars around words are none."""
_STAR = re.compile(r"^(?=\*+ )")
"""Where the words of a choice begin with a star that is none around words: the choice would begin with two."""
_BRACKET = re.compile(r"(\\.)|\[")
"""A bracket that is not escaped; what is escaped, a backslash perhaps, is passed over as a pair."""


def clean(words: str) -> str:
    """Words without control letters, with today's line ends."""
    return _CONTROL.sub(
        " ", words.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    )


def _marked(words: str) -> str:
    return _ANYWHERE.sub(lambda match: "\\" + match[0], words)


def prose(pieces: Pieces) -> str:
    """A paragraph or more, as it is written in a chapter; empty if nothing is left."""
    made = "".join(_marked(clean(piece)) if isinstance(piece, str) else f"{{{spell(piece)}}}" for piece in pieces)
    lines = [_BLANK.sub(" ", line).strip() for line in made.split("\n")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(map(_no_rule, lines))).strip()
    return _FIRST.sub(r"\\\1", re.sub(r"(?m)^(//)", r"\\\1", text))


def _no_rule(line: str) -> str:
    """A line that is a rule in its own program, as words: its first mark is escaped, or else its equals sign."""
    if line.startswith("*") or foreign_rule(line, NOWHERE) is None:  # a star is escaped in any case
        return line
    return line.replace("=", "\\=", 1) if line[0].isalpha() else f"\\{line}"


def label(pieces: Pieces) -> str:
    """The words of a choice."""
    made = "".join(_marked(clean(piece)) if isinstance(piece, str) else f"{{{spell(piece)}}}" for piece in pieces)
    words = _BRACKET.sub(lambda match: match[1] or "\\[", " ".join(made.split()))
    return MACRO.sub(r"\\\g<0>", _STAR.sub(r"\\", words))


def line(words: str) -> str:
    """Words on one line in which nothing is escaped: a chapter's title. Marks of comments and heads are drawn apart."""
    return re.sub(r"(?:(?<=\s)|^)/{2,}|={2,}$", lambda match: " ".join(match[0]), quoted(words))


def quoted(words: str) -> str:
    """Words on one line that will stand in quotation marks, where the printer escapes what is a mark."""
    return " ".join(clean(words).split())


def ending(words: str) -> str:
    """The words of an ending, in which braces would be values."""
    return re.sub(r"[\\{}]", r"\\\g<0>", quoted(words))


def comment(words: str) -> list[str]:
    """Lines of a comment."""
    return [f"// {each.rstrip()}".rstrip() for each in clean(words).expandtabs(4).strip("\n").split("\n")]
