"""Findings for people: the place, the sentence, the line of the book with a caret, and what to do.

books/moat.gbk:41:17 error[GB101] no chapter is numbered 212
 41 | * Climb down -> 212
    |                 ^^^ hint: the nearest are 211 and 213
"""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.diagnostics import Diagnostic, Severity, in_order
from gamebook.patterns import pattern
from gamebook.render.places import Sources, place, summary
from gamebook.render.printable import for_terminal, on_one_line
from gamebook.render.steps import route_lines
from gamebook.render.styled import Styled
from gamebook.source import Span

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
FRAME = "dim"

TAB = 4
_NARROW = pattern("[ -~\u00a0-\u02ff\u2010-\u2027]*")
"""Letters of one cell: Latin ones, dashes and quotation marks."""
WIDEST = 140
"""Cells of a source line that are shown; prose often has whole paragraphs on one line."""


def findings_text(findings: Sequence[Diagnostic], sources: Sources) -> Styled:
    """All findings in book order, a blank line between them, and a line that sums up."""
    text = Styled()
    for finding in in_order(findings, sources):
        text.append_all(finding_text(finding, sources)).append("\n\n")
    return text.append(on_one_line(summary(findings, sources))).append("\n")


def finding_text(finding: Diagnostic, sources: Sources) -> Styled:
    """One finding, without a newline at its end."""
    style = STYLES[finding.severity]
    text = Styled()
    text.append(on_one_line(str(place(finding.span, sources))), "bold").append(" ")
    text.append(f"{finding.severity.value}[{finding.code}]", style).append(f" {for_terminal(finding.message)}")
    text.append_all(_quote(finding.span, sources, "^", style, f"hint: {finding.hint}" if finding.hint else ""))
    for other in finding.related:
        text.append(f"\n  {on_one_line(str(place(other.span, sources)))} {for_terminal(other.message)}")
        text.append_all(_quote(other.span, sources, "-", FRAME, ""))
    for number, line in enumerate(route_lines(finding.route)):
        text.append(f"\n  {for_terminal(line)}", "" if number else FRAME)
    return text


def _quote(span: Span, sources: Sources, mark: str, style: str, note: str) -> Styled:
    """The first line of a span with marks under what is meant, then the note."""
    text = Styled()
    source = sources.get(span.path)
    if source is None:
        return text.append(f"\n  {for_terminal(note)}") if note else text
    start, end = source.position(span.start), source.position(max(span.start, span.end))
    line = source.line(start.line)
    first = start.column - 1
    last = end.column - 1 if end.line == start.line else len(line)
    shown, before, width = _excerpt(line, first, last)
    number = str(start.line)
    gutter = " " * len(number)
    text.append(f"\n {number} | ", FRAME).append(shown)
    text.append(f"\n {gutter} | ", FRAME).append(" " * before).append(mark * width, style)
    if note:
        # A hint of several lines (an example, say) stays in its column.
        margin = f"\n {gutter} | {' ' * (before + width + 1)}"
        text.append(f" {margin.join(for_terminal(note).splitlines())}")
    return text


def _excerpt(line: str, first: int, last: int) -> tuple[str, int, int]:
    """A line fit to show, the cells before the letters first..last-1, and the cells these take (at least one)."""
    line = for_terminal(line)
    shown, head, upto = (part.expandtabs(TAB) for part in (line, line[:first], line[:last]))
    if _cells(shown) > WIDEST:
        # Cut in letters, which are at most two cells wide: a third of the room before the caret, the rest after.
        start = max(0, len(head) - WIDEST // 3)
        stop = start + WIDEST
        opening = "…" if start else ""
        shown = opening + shown[start:stop] + ("…" if stop < len(shown) else "")
        head, upto = opening + head[start:], opening + upto[start:stop]
    return shown, _cells(head), max(1, _cells(upto) - _cells(head))


def _cells(words: str) -> int:
    """How wide words are on a terminal."""
    if _NARROW.fullmatch(words):
        return len(words)
    from rich.cells import cell_len  # noqa: PLC0415 - few books have wider letters

    return cell_len(words)
