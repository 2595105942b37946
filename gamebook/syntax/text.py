"""Words with values in them: prose and labels, cut into literal text and the expressions in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lark import Token, Tree
from lark.exceptions import LarkError

from gamebook.codes import finding, syntax
from gamebook.codes.hints import write_here
from gamebook.diagnostics import Diagnostic
from gamebook.patterns import pattern
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.grammar import parser
from gamebook.syntax.marks import ARROWS

Piece = str | ast.Expr

_ESCAPE = rf"\\(?P<mark>[!-/:-@\[-`{{-~]|{ARROWS})"
_ESCAPED = pattern(_ESCAPE)
_TOKEN = pattern(rf"{_ESCAPE}|\{{(?P<inside>[^{{}}\n]*)\}}|(?P<open>\{{)|(?<=[\w}}])(?P<close>\}})")
_DOUBLED = pattern(r"\{(?P<value>\{[^{}\n]*\})\}")
"""A value as other programs have it: `{{gold}}`."""
_HINT = "write a name or an expression between the braces, or \\{ for a brace that is prose"
_HINT_CLOSE = "write { before the name or expression as well, or \\} for a brace that is prose"


def parse_text(raw: str, span: Span, lines: Sequence[Span] = ()) -> tuple[tuple[Piece, ...], tuple[Diagnostic, ...]]:
    """Split raw text: literal strings with escapes removed, and the expressions in braces.

    Args:
        raw: The words as written (`Prose.text`, a label).
        span: Where they stand.
        lines: `Prose.lines`: where each line of `raw` stands, when blanks or comments between them were left out.
    """
    pieces: list[Piece] = []
    findings: list[Diagnostic] = []
    words = ""
    done = 0
    starts = _starts(raw, span, lines)
    line, told, waits = 0, -1, False
    for match in _TOKEN.finditer(raw):
        words += raw[done : match.start()]
        done = match.end()
        if match["mark"]:
            words += match["mark"]
            waits = waits or match["mark"] == "{"
            continue
        while line + 1 < len(starts) and starts[line + 1][0] <= match.start():
            line += 1
        place = starts[line][1] + match.start() - starts[line][0]
        here = Span(span.path, place, place + len(match[0]))
        if match["open"] or match["close"]:
            closes = bool(match["close"]) and waits  # what closes a brace of prose, or one that is reported already
            waits = bool(match["open"])
            if told < line and not closes:  # one on a line: what comes after it is mostly of the same make
                findings.append(_one_brace(_DOUBLED.match(raw, match.start()), here, is_open=bool(match["open"])))
                told = line
            words += match[0]
            continue
        value = _value(match["inside"], place + 1, here, findings)
        if value is None:
            words += match[0]
            continue
        if words:
            pieces.append(words)
        pieces.append(value)
        words = ""
    words += raw[done:]
    if words:
        pieces.append(words)
    return tuple(pieces), tuple(findings)


def unescaped(raw: str) -> str:
    """Words without values, less their escapes: braces are letters here."""
    return _ESCAPED.sub(lambda found: found["mark"], raw)


def _one_brace(doubled: re.Match[str] | None, here: Span, *, is_open: bool) -> Diagnostic:
    """The finding about a brace without another one, or about braces that are written twice."""
    if doubled is not None:
        whole = Span(here.path, here.start, here.start + len(doubled[0]))
        hint = write_here(doubled["value"], doubled[0])
        return finding(syntax.BAD_BRACES, whole, "a value stands in one pair of braces", hint)
    what, hint_for_one = ("closed", _HINT) if is_open else ("opened", _HINT_CLOSE)
    return finding(syntax.BAD_BRACES, here, f"this brace is never {what} on its line", hint_for_one)


def _starts(raw: str, span: Span, lines: Sequence[Span]) -> list[tuple[int, int]]:
    """For each line where it begins, in the raw text and in the file."""
    begins = [0, *(match.end() for match in re.finditer("\n", raw))]
    if lines:
        return [(begin, line.start) for begin, line in zip(begins, lines, strict=False)]
    return [(begin, span.start + begin) for begin in begins]


def place_of(raw: str, index: int, span: Span, lines: Sequence[Span]) -> int:
    """Where a letter of the raw text stands in the file."""
    if not lines:
        return span.start + index
    line = raw.count("\n", 0, index)
    return lines[line].start + index - (raw.rfind("\n", 0, index) + 1)


def span_of(prose: ast.Prose, start: int, end: int) -> Span:
    """Where some letters of a prose's text stand in the file."""
    first = place_of(prose.text, start, prose.span, prose.lines)
    return Span(prose.span.path, first, max(first + 1, place_of(prose.text, end - 1, prose.span, prose.lines) + 1))


def lines_of(prose: ast.Prose) -> Iterator[tuple[int, str]]:
    """Each line of some prose, and where it begins in its text."""
    start = 0
    for line in prose.text.split("\n"):
        yield start, line
        start += len(line) + 1


def parse_value(words: str) -> ast.Expr | None:
    """The value that words are, which stand nowhere; None if they are none."""
    findings: list[Diagnostic] = []
    value = _value(words, 0, ast.NOWHERE, findings)
    return None if findings else value


@lru_cache(maxsize=1024)
def _tree(inside: str) -> Tree[Token]:
    """What stands between braces; the same few values are shown again and again."""
    tree = parser().parse(inside.replace("\u00a0", " "), start="expression")
    assert isinstance(tree, Tree)
    return tree


def _value(inside: str, offset: int, span: Span, findings: list[Diagnostic]) -> ast.Expr | None:
    """The expression between braces, or a finding."""
    try:
        tree = _tree(inside)
    except LarkError:
        findings.append(finding(syntax.BAD_BRACES, span, f"“{inside.strip()}” cannot be read as a value", _HINT))
        return None
    builder = Builder(Source(span.path, ""), offset)
    value: ast.Expr = builder.build(tree)
    findings.extend(builder.findings)
    return value
