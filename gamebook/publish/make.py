"""From a book that was read to the document that is published."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gamebook.phrases import Phrases, load_phrases
from gamebook.project import Edition
from gamebook.publish import prose
from gamebook.publish.document import Document, Page, Section, plain
from gamebook.publish.guide import asks_visits, rules_page, sheet
from gamebook.publish.known import in_place
from gamebook.publish.names import names_of
from gamebook.publish.numbering import Numbering, as_written
from gamebook.publish.rules import Writer
from gamebook.publish.values import Values
from gamebook.resolve.walk import find
from gamebook.syntax import ast


@dataclass(frozen=True)
class Pages:
    """What is written in all files of a book."""

    declarations: tuple[ast.Declaration, ...]
    chapters: tuple[ast.Chapter, ...]
    """With the steps of named rules in their place."""


def pages_of(edition: Edition) -> Pages:
    """The pages of a book without errors."""
    read = [parsed.page for parsed in edition.loaded.pages]
    declarations = tuple(each for page in read for each in page.declarations)
    rules = {str(each.name): each for each in find(declarations, ast.RuleDecl)}
    written = (each for page in read for each in page.chapters if isinstance(each, ast.Chapter))
    return Pages(declarations, tuple(replace(each, body=in_place(each.body, rules)) for each in written))


def phrases_for(edition: Edition) -> Phrases:
    """The phrases of a book: those of its language."""
    return load_phrases(edition.book.language)


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
    values = Values(phrases_for(edition), names_of(pages.declarations, book), numbered.numbers)
    writer = Writer(values, numbered.moved)
    visited = asks_visits(pages.declarations, pages.chapters)
    sections = sorted(_sections(writer, pages.chapters), key=lambda section: section.number)
    return Document(
        title=book.title,
        author=book.author,
        language=book.language or values.phrases.language,
        front=(),
        rules=rules_page(writer, pages.declarations, book),
        sections=tuple(sections),
        back=(),
        sheet=sheet(writer, pages.declarations, book, visited=visited),
        labels={key: values.say(key) for key in values.phrases.words if key.startswith("sheet-")},
    )


def _sections(writer: Writer, chapters: Iterable[ast.Chapter]) -> Iterable[Section]:
    for chapter in chapters:
        writer.leads_to.clear()
        blocks = tuple(writer.block(chapter.body))
        boxes = [writer.values.count(tick.boxes) or 1 for tick in find(chapter, ast.Tick)]
        yield Section(
            str(chapter.name), writer.values.numbers[chapter.name], plain(prose.words(chapter.title)), blocks,
            max(boxes, default=0), tuple(writer.leads_to),
        )  # fmt: skip


__all__ = ["Page", "Pages", "make", "pages_of", "phrases_for"]
