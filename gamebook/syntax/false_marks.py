"""Lines of prose that begin with a mark only to the eye: something invisible is before it, or it is another sign."""

from __future__ import annotations

from gamebook.codes import finding, syntax
from gamebook.codes.hints import write
from gamebook.diagnostics import Diagnostic, Edit
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.grammar import reads_as_step
from gamebook.syntax.marks import INVISIBLE

_TILDES = frozenset("～∼˜〜⁓")
_FALSE = _TILDES | frozenset(INVISIBLE)
_MARK = pattern(r"~|\*[ \t]|->|===[ \t]")


def false_mark(line: str, span: Span) -> Diagnostic | None:
    """A line that would be more than prose if it began as it seems to; `span` is where its words stand."""
    if line[0] not in _FALSE:
        return None
    if line[0] in _TILDES:
        rule = f"~ {line[1:].strip()}"
        if not reads_as_step(rule):
            return None
        edits = (Edit(span, rule),)
        message = f"this line is prose: {line[0]} only looks like the mark of a rule, ~"
        return finding(
            syntax.FOREIGN_MARK, Span(span.path, span.start, span.start + 1), message, write(rule), fix=edits
        )
    seen = line.lstrip(f"{INVISIBLE} \t")
    if not _MARK.match(seen):
        return None
    hidden = Span(span.path, span.start, span.start + len(line) - len(seen))
    blanks = line[: len(line) - len(seen)].translate(dict.fromkeys(map(ord, INVISIBLE)))
    edits = (Edit(hidden, blanks if len(blanks) > 1 else ""),)  # several are an indent
    message = f"this line is prose: an invisible character (U+{ord(line[0]):04X}) stands before its mark"
    return finding(syntax.CONTROL, hidden, message, "delete it; gamebook check --fix does so", fix=edits)
