"""Text to syntax tree: the page is cut into pieces, and each piece is read on its own.

A piece is a block of the header or a chapter. One that cannot be read becomes `Broken`; the others still read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lark import Tree
from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic, Edit, Related
from gamebook.job import look
from gamebook.patterns import pattern
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.clean import Cleaned, Comment, clean
from gamebook.syntax.heads import HYPHEN, Slip, heads, without_hyphens
from gamebook.syntax.limits import MAX_FINDINGS
from gamebook.syntax.moved import moved
from gamebook.syntax.recover import Diagnosis, attempt, diagnose, too_many

__all__ = ["Comment", "Parsed", "Piece", "parse", "pieces"]

MOST_OTHERS = 3
"""Other places that are shown beside the first one where a habit shows."""
_STARTS = pattern(r"\bstart[ \t]+$")
"""What stands in the header before the chapter in which play begins."""
_OF_HEADS = frozenset({syntax.CHAPTER_MARK, syntax.CHAPTER_NAME})
MOST_HEADS = 5
"""Heads of chapters that are written oddly in the same way and are each a finding; if there are more, it is one."""
_MARKS = ("a rule begins with one ~", "prose that begins with ~")
"""How the messages for `~~ gain rope` and for `~~struck out~~` begin."""
_BLOCK = pattern(r"^\S", re.MULTILINE)
_LINE = pattern(r"^[ \t]*\S", re.MULTILINE)


class Parsed(Struct, frozen=True):
    """A page, its comments, and what is wrong with it."""

    page: ast.Page
    comments: tuple[Comment, ...]
    findings: tuple[Diagnostic, ...]
    rest: tuple[ast.Chapter, ...] = ()
    """Of each chapter that is `Broken` and has a name: what can be read all the same. Whoever writes needs that, and
    nobody may play it."""
    unread: tuple[Span, ...] = ()
    """What could not be read at all: lines, and the end of a page with too many mistakes."""

    @property
    def chapters(self) -> tuple[ast.Chapter, ...]:
        """All chapters with a name, in the order written: whole ones, and what can be read of the others."""
        whole = (each for each in self.page.chapters if isinstance(each, ast.Chapter))
        return tuple(sorted((*whole, *self.rest), key=lambda each: each.span.start))


class Piece(Struct, frozen=True):
    """A stretch of the page that is read on its own: a `declaration` or a `chapter`."""

    kind: str
    start: int
    end: int
    slip: Slip | None = None
    """What is wrong with a chapter's head."""


def pieces(text: str) -> Iterator[Piece]:
    """Cut a page at its chapters, and what stands before the first one at the lines that are not indented."""
    chapters = list(heads(text))
    header = chapters[0].start if chapters else len(text)
    blocks = [match.start() for match in _BLOCK.finditer(text, 0, header)]
    first = _LINE.search(text, 0, blocks[0] if blocks else header)
    if first is not None:  # indented lines before anything they could belong to
        blocks.insert(0, first.start())
    for start, end in pairwise([*blocks, header]):
        yield Piece("declaration", start, end)
    ends = [head.start for head in chapters[1:]] + [len(text)]
    for head, end in zip(chapters, ends, strict=False):
        yield Piece("chapter", head.start, end, head.slip)


Known = dict[tuple[str, str, str], tuple[int, "Built"]]
"""What pieces say that were read without findings, by kind, text and text without comments; and where they stood."""


def parse(source: Source, known: Known | None = None) -> Parsed:
    """Read a page as far as it can be read. Whatever the text, this gives a page and findings, never an exception.

    Args:
        source: the page.
        known: pieces of an earlier version of it, which are not read again; replaced by the pieces of this one.
    """
    cleaned = clean(source)
    parsed = _parse(source, cleaned, known)
    if parsed.findings:
        from gamebook.syntax.copied import without_copied  # noqa: PLC0415 - as in `recover.diagnose`

        copied = without_copied(source, cleaned.text)
        if copied.findings:
            left = replace(cleaned, text=copied.text, findings=(*cleaned.findings, *copied.findings))
            parsed = _parse(source, left, known)
    return parsed


def _parse(source: Source, cleaned: Cleaned, known: Known | None) -> Parsed:
    """What the text of a page says that is to be read, as far as it can be read."""
    before = dict(known or {})
    if known is not None:
        known.clear()
    findings = list(cleaned.findings)
    declarations: list[ast.Declaration] = []
    chapters: list[ast.Chapter | ast.Broken] = []
    rest: list[ast.Chapter] = []
    lost: list[ast.Id] = []
    unread = [source.span(len(cleaned.text), len(source.text))] if len(cleaned.text) < len(source.text) else []
    for piece in pieces(cleaned.text):
        look()
        text = cleaned.text[piece.start : piece.end].rstrip() + "\n"
        written = source.text[piece.start : piece.end]
        start, old = before.get((piece.kind, written, text), (0, None))
        built, found = _read(source, piece, text) if old is None else (moved(old, piece.start - start), Diagnosis())
        if old is None and isinstance(built, ast.Chapter):
            built = structs.replace(built, text=written)
        if known is not None and not found.findings:
            known[piece.kind, written, text] = piece.start, built
        findings.extend(found.findings)
        lost.extend(found.lost)
        unread.extend(found.unread)
        if found.chapter is not None:
            rest.append(found.chapter)
        if isinstance(built, ast.Chapter | ast.Broken):
            chapters.append(built)
        else:
            declarations.extend(built)
        if len(findings) > MAX_FINDINGS:
            findings = [*findings[:MAX_FINDINGS], too_many(source, piece.end)]
            unread.append(source.span(piece.end, len(source.text)))
            break
    page = ast.Page(tuple(declarations), tuple(chapters), tuple(lost), span=Span(source.path, 0, len(source.text)))
    findings = _hyphens_once(source, _habits_once(findings))
    if findings:
        from gamebook.syntax.mistakes.header import with_places  # noqa: PLC0415 - as in `recover.diagnose`
        from gamebook.syntax.mistakes.sheet import free_names, with_free_names  # noqa: PLC0415 - as above
        from gamebook.syntax.stray import without_blocks_of_rows  # noqa: PLC0415 - as above

        header = chapters[0].span.start if chapters else len(source.text)
        findings = without_blocks_of_rows(cleaned.text, findings)
        findings = with_free_names(findings, cleaned.text, free_names([cleaned.text[:header]]))
        findings = with_places(findings, cleaned.text, header)
    told = tuple(sorted(findings, key=lambda each: each.span))
    return Parsed(page, cleaned.comments, told, tuple(rest), tuple(unread))


Built = ast.Chapter | ast.Broken | tuple[ast.Declaration, ...]


def _read(source: Source, piece: Piece, text: str) -> tuple[Built, Diagnosis]:
    """What one piece says, what is wrong with it, and what of it can be read if it cannot be read as a whole."""
    if piece.slip is not None:
        return _read_mended(source, piece, piece.slip, text)
    return _read_as_it_is(source, piece.kind, piece.start, text)


def _read_mended(source: Source, piece: Piece, slip: Slip, text: str) -> tuple[Built, Diagnosis]:
    """A chapter whose head is written oddly, read as if its head were right.

    Only the name takes the place of the head, so that no place after it moves: where it is longer than the whole line,
    the piece begins as much earlier.
    """
    line, newline, rest = text.partition("\n")
    head = f"=== {slip.name}".ljust(len(line))
    start = piece.start - (len(head) - len(line))
    built, found = _read_as_it_is(source, "chapter", start, head + newline + rest)
    words = source.span(piece.start, piece.start + len(line.rstrip()))  # behind them a comment may stand
    edits = (Edit(words, slip.mended),) if slip.sure else ()
    prose = "" if slip.sure else f"; or \\{line[:1]} if it is prose"
    found.findings.insert(0, finding(slip.code, words, slip.message, f"write: {slip.mended}{prose}", fix=edits))

    def as_written(chapter: ast.Chapter) -> ast.Chapter:
        place = piece.start + slip.place
        name = ast.Id(chapter.name, source.span(place, place + len(slip.name)))
        span = source.span(piece.start, chapter.span.end)
        return structs.replace(chapter, name=name, title=slip.title, span=span)

    if found.chapter is not None:
        found.chapter = as_written(found.chapter)
    return as_written(built) if isinstance(built, ast.Chapter) else built, found


def _read_as_it_is(source: Source, kind: str, start: int, text: str) -> tuple[Built, Diagnosis]:
    builder = Builder(source, start)
    tree = attempt(text, kind)
    if not isinstance(tree, Tree):
        found = diagnose(source, text, start, kind, tree)
        if kind == "chapter":
            name = found.chapter.name if found.chapter is not None else None
            return ast.Broken(name, span=source.span(max(0, start), start + len(text) - 1)), found
        return found.declarations, found  # what a header declares on its sound lines is still declared
    built = builder.build(tree)
    return built, Diagnosis(builder.findings)


def _habits_once(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is a habit, such as zeros before a number, is reported at the first place, with others beside it."""
    others: list[Diagnostic] = []
    habits: dict[tuple[str, str], list[Diagnostic]] = {}
    heads = Counter(each.message for each in findings if each.code in _OF_HEADS and each.fix)
    for each in findings:
        message = each.message
        is_habit = each.code == syntax.UNKNOWN_RULE and message.startswith(_MARKS)
        is_habit |= each.code in _OF_HEADS and message != HYPHEN and heads[message] > MOST_HEADS and bool(each.fix)
        if is_habit or each.code == syntax.LEADING_ZEROS:
            habits.setdefault((each.code, message if is_habit else ""), []).append(each)
        else:
            others.append(each)
    for (code, _), places in habits.items():
        first, *more = sorted(places, key=lambda each: each.span)
        related = tuple(Related(each.span, "also here") for each in more[:MOST_OTHERS])
        edits = tuple(edit for each in places for edit in each.fix)
        hint = first.hint
        if more and code != syntax.LEADING_ZEROS and all(each.fix for each in places):
            hint = f"{hint}; gamebook check --fix does so in all {len(places)} places"
        others.append(replace(first, hint=hint, related=related, fix=edits))
    return others


def _hyphens_once(source: Source, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """A chapter called room-2 is one finding with all links to it, and so is its correction."""
    hyphens = [each for each in findings if each.message == HYPHEN]
    found = [*findings]
    for head in [each for each in hyphens if each.code == syntax.CHAPTER_NAME]:
        name = source.text[head.span.start : head.span.end].split()[1].rstrip(":.,")
        called = [each for each in hyphens if source.text[each.span.start : each.span.end] == name]
        links = [
            each for each in called if each.code == syntax.BAD_TARGET or _STARTS.search(source.before(each.span.start))
        ]
        plain = without_hyphens(name)
        edits = (*head.fix, *(Edit(each.span, plain) for each in links))
        related = tuple(Related(each.span, "also here") for each in links[:MOST_OTHERS])
        hint = f"{head.hint}; and {plain} where a link leads to it" if links else head.hint
        if re.search(rf"^===[ \t]+{plain}(?![\w-])", source.text, re.MULTILINE):
            hint, edits = f"give it another name, without a number behind a hyphen: {plain} is taken", ()
        told = replace(head, hint=hint, fix=edits, related=related)
        found = [told if each is head else each for each in found]
        found = [each for each in found if each not in links]
    return found
