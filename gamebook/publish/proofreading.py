"""The published thing, read once more: does every number exist, does every turn lead where the book means it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gamebook.letters import word_count
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Turn
from gamebook.phrases import Phrases
from gamebook.publish.document import Document, Page, Paragraph, Section, letters
from gamebook.publish.readback import document_graph
from gamebook.source import Source

SECTIONS = "sections"
"""What the part is called in a book without parts."""


class Wrong(Struct, frozen=True):
    """A section that does not say what the book means."""

    number: int
    name: str
    message: str


def proofread(document: Document, book: Book, phrases: Phrases) -> Iterator[Wrong]:
    """What a reader of the words alone would take for a turn, against the turns of the book.

    A turn that no word tells is `check --publish`'s to find: the author may want it so.
    """
    numbers = document.numbers
    turns = {
        each.name: {numbers[step.chapter] for step in steps_in(each.body) if isinstance(step, Turn)}
        for each in book.chapters
    }
    for section in document.sections:  # and what is written, but never reached
        turns[section.name] |= {numbers[name] for name in section.leads_to}
    names = {section.number: section.name for section in document.sections}
    for number, told in document_graph(document, phrases).items():
        for target in sorted(told - turns[names[number]]):
            what = "where this chapter never leads" if target in names else "and there is no such section"
            yield Wrong(number, names[number], f"section {number} says to turn to {target}, {what}")


def untold(document: Document, sources: Mapping[str, Source]) -> Iterator[str]:
    """The rules that no page tells: readers would not know of them."""
    for span in document.untold:
        line = sources[span.path].position(span.start).line
        yield f"{span.path}:{line}: this rule is not printed anywhere; say it in `words`"


def words_of(page: Page | Section) -> int:
    """How many words a page has; the notes of a proof are none of them."""
    told = (block for block in page.blocks if not (isinstance(block, Paragraph) and block.kind == "note"))
    return sum(word_count(letters(block)) for block in told)


class Size(Struct):
    """How long a part is."""

    words: int = 0
    pages: float = 0.0
    """Of the printed book; 0 where none was set."""


def sizes(
    document: Document, chapters: Sequence[tuple[str, str]], lengths: Mapping[int | str, float] | None = None
) -> dict[str, Size]:
    """How long each part is: the pages before, the rules, each part of the book, the pages after.

    Args:
        document: what is published.
        chapters: each chapter, in the book's order, with the part that it stands in.
        lengths: how many pages each section takes, by its number, and each page around, by its name.
    """
    lengths = lengths or {}
    parts = dict(chapters)
    if len(set(parts.values())) == 1:  # the name of the file says nothing there
        parts = dict.fromkeys(parts, SECTIONS)
    before = [page.title for page in (*document.front, document.rules)]
    found = {part: Size() for part in [*before, *(part or SECTIONS for part in parts.values())]}
    for page in document.pages():
        if isinstance(page, Section):
            name, length = parts[page.name] or SECTIONS, lengths.get(page.number, 0.0)
        else:
            name, length = page.title, lengths.get(page.name, 0.0)
        part = found.setdefault(name, Size())
        part.words += words_of(page)
        part.pages += length
    return found
