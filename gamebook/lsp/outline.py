"""What a book consists of: its chapters and what is declared, as a list, to search and to fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from lsprotocol import types as lsp

from gamebook.lsp.page import Page
from gamebook.project import Edition
from gamebook.resolve.chapters import headings
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.clean import clean
from gamebook.syntax.parse import pieces

KINDS = {
    "chapter": lsp.SymbolKind.Namespace,
    "stat": lsp.SymbolKind.Number,
    "number": lsp.SymbolKind.Number,
    "item": lsp.SymbolKind.Object,
    "codeword": lsp.SymbolKind.Boolean,
    "one-of": lsp.SymbolKind.Enum,
    "limit": lsp.SymbolKind.Array,
    "rule": lsp.SymbolKind.Function,
    "test": lsp.SymbolKind.Method,
    "combat": lsp.SymbolKind.Class,
    "strategy": lsp.SymbolKind.Interface,
    "param": lsp.SymbolKind.Constant,
    "derived value": lsp.SymbolKind.Variable,
    "table": lsp.SymbolKind.Array,
    "ending": lsp.SymbolKind.Event,
}
"""How an editor pictures the things of a book, by what people call them."""


def symbols(page: Page) -> list[lsp.DocumentSymbol]:
    """What the file defines: its declarations and its chapters, in order."""
    defined = sorted(
        (span, thing)
        for thing in page.edition.references.things
        if thing.kind in KINDS and thing.kind not in ("chapter", "ending")
        for span in thing.definitions
        if span.path == page.path
    )
    found = [
        lsp.DocumentSymbol(thing.name, KINDS[thing.kind], page.range(span), page.range(span), thing.kind)
        for span, thing in defined
    ]
    return [*found, *(_chapter(page, chapter) for chapter in chapters(page))]


def flat(symbols: Iterable[lsp.DocumentSymbol], address: str) -> list[lsp.SymbolInformation]:
    """The same for an editor that shows no trees."""
    return [
        lsp.SymbolInformation(lsp.Location(address, each.range), each.name, each.kind, container_name=each.detail)
        for each in symbols
    ]


def _chapter(page: Page, chapter: ast.Chapter) -> lsp.DocumentSymbol:
    whole = page.range(chapter.span)
    name = page.range(chapter.name.span)
    return lsp.DocumentSymbol(f"{chapter.name} {chapter.title}".strip(), KINDS["chapter"], whole, name)


def chapters(page: Page) -> Iterator[ast.Chapter]:
    """The chapters of the file."""
    yield from page.parsed.chapters if page.parsed is not None else ()


def chapters_of(edition: Edition) -> Iterator[ast.Chapter]:
    """The chapters of the whole book."""
    for each in edition.loaded.pages:
        yield from each.chapters


def titles_of(edition: Edition) -> dict[str, str]:
    """The titles of all chapters, by name."""
    return {str(chapter.name): chapter.title for chapter in chapters_of(edition)}


def found_symbols(page: Page, query: str) -> Iterator[lsp.WorkspaceSymbol]:
    """The things of the whole book whose name or title holds some words."""
    titles = titles_of(page.edition)
    wanted = query.casefold().split()
    for thing in page.edition.references.things:
        if thing.kind not in KINDS:
            continue
        title = titles.get(thing.name, "") if thing.kind == "chapter" else ""
        shown = f"{thing.name} {title}".strip()
        if all(word in shown.casefold() for word in wanted):
            for span in thing.definitions:
                yield lsp.WorkspaceSymbol(page.location(span), shown, KINDS[thing.kind], container_name=thing.kind)


def folds(page: Page) -> list[lsp.FoldingRange]:
    """Parts, chapters, blocks of the header such as the sheet, and comments of several lines."""
    spans = [*_parts(page), *_blocks(page), *(each.span for each in page.tree.chapters)]
    found = [_fold(page, span, None) for span in spans]
    found += [_fold(page, span, lsp.FoldingRangeKind.Comment) for span in _comments(page)]
    return [each for each in found if each.end_line > each.start_line]


def _fold(page: Page, span: Span, kind: lsp.FoldingRangeKind | None) -> lsp.FoldingRange:
    text = page.source.text[span.start : span.end].rstrip()
    first = page.source.position(span.start).line
    return lsp.FoldingRange(first - 1, first - 1 + text.count("\n"), kind=kind)


def _blocks(page: Page) -> Iterator[Span]:
    """From a line of the header at the margin to the last one that is indented under it."""
    text = clean(page.source).text
    for piece in pieces(text):
        if piece.kind == "declaration":
            yield Span(page.path, piece.start, piece.start + len(text[piece.start : piece.end].rstrip()))


def _parts(page: Page) -> Iterator[Span]:
    """From the heading of each part, `// --- Part one`, to the next heading or the end of the file."""
    starts = [start for start, _ in headings(page.parsed)] if page.parsed is not None else []
    for start, end in pairwise([*starts, len(page.source.text)]):
        yield Span(page.path, start, end)


def _comments(page: Page) -> Iterator[Span]:
    """Lines that hold nothing but a comment, as many as stand together."""
    start = place = 0
    inside = False
    for line in page.source.text.splitlines(keepends=True):
        is_comment = line.lstrip().startswith("//")
        if is_comment and not inside:
            start = place
        if inside and not is_comment:
            yield Span(page.path, start, place)
        inside = is_comment
        place += len(line)
    if inside:
        yield Span(page.path, start, place)
