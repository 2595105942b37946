"""From a book that was read to the document that is published."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from gamebook.model.blocks import steps_in, written_in
from gamebook.model.book import Book, Chapter
from gamebook.model.reserved import BOXES
from gamebook.model.step import Turn
from gamebook.phrases import Phrases, load_phrases
from gamebook.project import Edition
from gamebook.publish import prose
from gamebook.publish.apostrophes import with_apostrophes
from gamebook.publish.decided import decided
from gamebook.publish.document import Document, Page, Paragraph, Section, plain
from gamebook.publish.guide import OnSheet, asks_visits, keeps_score, rules_page, sheet
from gamebook.publish.ledgers import Ledger, ledgers_of, named_around, told_apart
from gamebook.publish.matter import matter_of, read_matter
from gamebook.publish.names import names_of
from gamebook.publish.numbering import Numbering, as_written
from gamebook.publish.once import told_once
from gamebook.publish.pages import Pages, pages_of
from gamebook.publish.prices import closing
from gamebook.publish.room import boxes_of, given_beyond, without_boxes
from gamebook.publish.rules.writer import Writer
from gamebook.publish.values import Values
from gamebook.publish.waiting import waiting
from gamebook.resources import resource_folder
from gamebook.syntax import ast
from gamebook.syntax.walk import find


def phrases_for(edition: Edition) -> Phrases:
    """The phrases of a book: those of its language, of the rule systems it uses, and its own."""
    phrases = load_phrases(edition.book.language)
    declared = pages_of(edition).declarations
    for title in find(declared, ast.Title):
        if title.kind == "system":
            phrases = phrases.but(system_words(title.text, phrases.language))
    return phrases.but({str(line.key): str(line.words) for line in find(declared, ast.Phrase)})


@cache
def system_words(system: str, language: str) -> Mapping[str, str]:
    """The words that come with a shipped rule system: `fighting-fantasy.words.toml` beside it."""
    try:
        text = (resource_folder("systems") / f"{system}.words.toml").read_text("utf-8")
    except (OSError, ValueError):
        return {}
    found: Mapping[str, str] = tomllib.loads(text).get(language, {})
    return found


def make(edition: Edition, numbered: Numbering | None = None) -> Document:
    """The document of a book.

    Args:
        edition: a book without errors.
        numbered: the number of each chapter; None: as written.

    Raises:
        BookHasErrors: the book has no meaning.
    """
    book = edition.book
    pages = pages_of(edition)
    numbered = numbered or Numbering(as_written(book))
    writer, ledgers = rules_writer(edition, pages, numbered)
    values = writer.values
    visited = asks_visits(pages.declarations, pages.chapters)
    sections = sorted(_sections(writer, pages, _ticked(book)), key=lambda section: section.number)
    parts = (*pages.everywhere(), *pages.chapters)
    boxes = boxes_of(values, pages.declarations, parts, book)
    beyond = given_beyond(values, pages.declarations, parts, book, edition.resolved.sourcemap.rooms)
    on_sheet = OnSheet(rolled=pages.rolled, counted=without_boxes(boxes), beyond=beyond)
    rules = rules_page(
        writer, pages.declarations, pages.chapters, book, on_sheet=on_sheet, visited=visited,
        waiting=waiting(edition.resolved), ledgers=ledgers,
    )  # fmt: skip
    document = Document(
        title=prose.with_quotes(book.title, values.phrases.quotes),
        author=prose.with_quotes(book.author, values.phrases.quotes),
        language=book.language or values.phrases.language,
        front=_matter(edition, pages, "front", writer),
        rules=rules,
        sections=tuple(sections),
        back=_matter(edition, pages, "back", writer),
        sheet=sheet(
            writer,
            pages.declarations,
            book,
            ledgers,
            boxes,
            visited=visited,
            score=keeps_score((*pages.declarations, *pages.chapters), book),
        ),
        labels={key: values.say(key) for key in values.phrases.words if key.startswith("sheet-")},
        untold=tuple(each.span for each in writer.told.missing((*pages.everywhere(), *pages.chapters))),
    )
    return with_apostrophes(document)


def rules_writer(edition: Edition, pages: Pages, numbered: Numbering) -> tuple[Writer, tuple[Ledger, ...]]:
    """What writes the rules of a book without errors, and the accounts of one without luck."""
    book = edition.book
    again = frozenset(each.name for each in book.chapters if _turns_to_itself(each))
    values = Values(phrases_for(edition), names_of(pages.declarations, book), numbered.numbers, again=again)
    usual = next((each.resolution for each in find(pages.declarations, ast.ResolveBy)), None)
    moments = frozenset(str(each.event) for each in find((pages.declarations, pages.chapters), ast.On))
    once = told_once(values, pages.declarations, pages.written)
    found = decided(edition, pages)
    writer = Writer(
        values, numbered.moved, once=once, usual=usual, moments=moments, on_dice=found.on_dice,
        closing=closing(edition.resolved),
    )  # fmt: skip
    ledgers = ledgers_of(writer, found, (*pages.declarations, *pages.chapters))
    writer.accounts, writer.named_around = told_apart(ledgers), named_around(ledgers)
    return writer, ledgers


def _turns_to_itself(chapter: Chapter) -> bool:
    return any(isinstance(step, Turn) and step.chapter == chapter.name for step in steps_in(chapter.body))


def _matter(edition: Edition, pages: Pages, key: str, writer: Writer) -> tuple[Page, ...]:
    """The pages of Markdown files that the header names: `front "introduction.md"`."""
    found, quotes = [], writer.values.phrases.quotes
    for number, line in enumerate(matter_of(pages.declarations, key), start=1):
        text = read_matter(edition.loaded.folder, str(line.value))
        blocks = prose.paragraphs(text, None, 0, quotes)
        title = ""
        if blocks and isinstance(blocks[0], Paragraph) and blocks[0].kind == "head":
            title = plain(blocks[0].runs)
            blocks = blocks[1:]
        found.append(Page(f"{key}-{number}", title or prose.with_quotes(edition.book.title, quotes), blocks))
    return tuple(found)


def _ticked(book: Book) -> Mapping[str, int]:
    """How many boxes are ticked in each chapter, also by what is done in all of them."""
    most = {each.name: each.high for each in book.variables}
    boxes = {each.name: BOXES + each.name for each in book.chapters}
    return {each.name: most[boxes[each.name]] for each in book.chapters if boxes[each.name] in written_in(each.body)}


def _sections(writer: Writer, pages: Pages, everywhere: Mapping[str, int]) -> Iterable[Section]:
    """The sections; `everywhere`: how many boxes are ticked in each chapter by what is written anywhere."""
    values = writer.values
    for chapter, whole in zip(pages.written, pages.chapters, strict=True):
        writer.leads_to.clear()
        writer.values = replace(values, here=str(chapter.name))
        blocks = tuple(writer.block(chapter.body))
        boxes = [writer.values.count(tick.boxes) or 1 for tick in find(whole, ast.Tick)]
        boxes.append(everywhere.get(str(chapter.name), 0))
        title = plain(prose.words(chapter.title, quotes=values.phrases.quotes))
        yield Section(
            str(chapter.name), writer.values.numbers[chapter.name], title, blocks,
            max(boxes, default=0), tuple(writer.leads_to),
        )  # fmt: skip
    writer.values = values
