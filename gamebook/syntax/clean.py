"""Before parsing: comments and odd characters are replaced by blanks, one for one, so that places stay right.

The line ends of Windows become two line ends: an empty line says nothing to the parser, but a blank at the end of a
line does where nothing else stands behind a mark, as in `* `.
"""

from __future__ import annotations

import re

from msgspec import Struct

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic, Edit
from gamebook.patterns import pattern
from gamebook.source import Source, Span
from gamebook.syntax.decode import too_long
from gamebook.syntax.foreign_blocks import without_foreign_blocks
from gamebook.syntax.layout import width
from gamebook.syntax.limits import MAX_BYTES

COMMENT = pattern(r"//(?<![^\n \t\u00a0\ufeff]//)[^\r\n]*")
"""At the start of a line, or after a blank. What stands before it is looked at last, as slashes are rare."""
_RETURN = pattern(r"\r(?=\n|\Z)")
_BLANKS = pattern(r"[\u00a0\u202f\u2007\ufeff\f\v]")
_CONTROL = pattern(r"[\x00-\x08\x0e-\x1f\x7f\x85\ud800-\udfff\u2028\u2029]|\r(?!\n|\Z)")
_TABS = pattern(r"^[ \u00a0]*\t[ \t\u00a0]*(?=\S)", re.MULTILINE)


class Comment(Struct, frozen=True):
    """`// …`, from its slashes to the end of the line."""

    text: str
    span: Span


class Cleaned(Struct, frozen=True):
    """A page ready to be parsed, as long as the page itself."""

    text: str
    comments: tuple[Comment, ...]
    findings: tuple[Diagnostic, ...]


def clean(source: Source) -> Cleaned:
    """Blank out comments and odd characters, and report what should not be there. A file too long is read as empty."""
    text = source.text
    if len(text) > MAX_BYTES:
        return Cleaned(" ", (), (too_long(source),))
    findings: list[Diagnostic] = []
    control = _CONTROL.search(text)
    if control is not None:
        message = f"an invisible control character (U+{ord(control[0]):04X}) is here"
        findings.append(finding(syntax.CONTROL, source.span(*control.span()), message, "delete it"))
    tab = _TABS.search(text)
    if tab is not None:
        findings.append(
            finding(
                syntax.TAB_INDENT,
                source.span(*tab.span()),
                "this line is indented with a tab",
                "use four blanks; “gamebook fmt” corrects the whole file",
                fix=tuple(Edit(source.span(*each.span()), " " * width(each[0])) for each in _TABS.finditer(text)),
            )
        )
    if text.startswith("\ufeff"):  # a byte-order mark, which must not indent the first line
        text = "\n" + text[1:]
    if control is not None:
        text = _CONTROL.sub(" ", text)
    text, foreign = without_foreign_blocks(source, text)
    findings += foreign
    comments: list[Comment] = []

    def blanks(match: re.Match[str]) -> str:
        comments.append(Comment(match[0], source.span(*match.span())))
        return " " * len(match[0])

    text = COMMENT.sub(blanks, text)
    return Cleaned(_BLANKS.sub(" ", _RETURN.sub("\n", text)), tuple(comments), tuple(findings))
