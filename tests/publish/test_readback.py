"""From the published text alone, by a reader that knows only numbers and phrases, the book's graph is read back."""

import re
import shutil
import subprocess
from functools import cache
from io import BytesIO
from pathlib import Path

import docx
import html5lib
import pytest

from gamebook.files import Memory
from gamebook.model.blocks import steps_in
from gamebook.model.step import Turn
from gamebook.phrases import load_phrases
from gamebook.project import Edition, Project
from gamebook.publish.document import Document
from gamebook.publish.formats import writer_of
from gamebook.publish.make import make, phrases_for
from gamebook.publish.numbering import Numbering, reordered
from gamebook.publish.pages import pages_of
from gamebook.publish.proofreading import proofread
from gamebook.publish.publication import Publication
from gamebook.publish.readback import Graph, document_graph, graph_of, turns_in
from gamebook.syntax import ast
from gamebook.syntax.walk import find
from tests.support.naive.random_text import BOOK, random_book
from tests.support.published import sections_of
from tests.support.slowly import then_slowly

ROOT = Path(__file__).parents[2]
BOOKS = ["books/tutorial.gbk", "books/the-long-ebb.gbk", "tests/data/real/damsel-in-distress.gbk"]
XHTML = "{http://www.w3.org/1999/xhtml}"


def expected(edition: Edition, numbers: dict[str, int]) -> Graph:
    """The turns of the model: no word of the page is read for it."""
    return {
        numbers[chapter.name]: frozenset(
            numbers[step.chapter] for step in steps_in(chapter.body) if isinstance(step, Turn)
        )
        for chapter in edition.book.chapters
    }


def text_of(form: str, data: bytes, path: Path) -> list[str]:
    """The lines of a published file, by a program that does not know how it was made."""
    match form:
        case "txt":
            return data.decode().splitlines()
        case "html":
            tree = html5lib.parse(data.decode())
            blocks = (each for each in tree.iter() if each.tag in {f"{XHTML}{tag}" for tag in ("h1", "h2", "p", "td")})
            return ["".join(each.itertext()) for each in blocks]
        case "docx":
            # `paragraph.text` knows links
            return [paragraph.text for paragraph in docx.Document(BytesIO(data)).paragraphs]
        case "epub":
            return [line for name in spine(data) for line in text_of("html", name, path)]
    path.write_bytes(data)
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True, text=True).stdout
    lines = []
    for page in text.split("\f"):
        shown = [line for line in page.splitlines() if line.strip()]
        lines += shown[1:]  # the first line of a page is its running header
    return lines


def spine(data: bytes) -> list[bytes]:
    from gamebook.publish.archive import unpacked

    return [content for name, content in unpacked(data) if name.endswith(".xhtml")]


HEADS = {"txt": r"\[(\d+)\](?:  \[ \])*", "html": r"(\d+)(?: ☐)*", "docx": r"(\d+)(?: ☐)*", "epub": r"(\d+)(?: ☐)*"}


@cache
def made(book: str) -> tuple[Edition, Numbering, Document]:
    """A book with numbers in another order; made once for all formats."""
    edition = Project(ROOT / book).edition()
    numbered = reordered(edition)
    return edition, numbered, make(edition, numbered)


@pytest.mark.parametrize(
    ("book", "form"),
    [
        pytest.param(
            book,
            form,
            marks=[pytest.mark.slow] if "damsel" not in book or form == "docx" else [],
            id=f"{form}-{Path(book).stem}",
        )
        for form in ("txt", "html", "docx", "epub", "pdf")
        for book in BOOKS
    ],
)
def test_the_graph_is_read_back(book: str, form: str, tmp_path: Path) -> None:
    if form == "pdf" and shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext on this machine")
    edition, numbered, document = made(book)
    data = writer_of(form).write(Publication(edition, document, ROOT))
    lines = text_of(form, data, tmp_path / "book.pdf")
    numbers = dict(numbered.numbers)
    sections = sections_of(lines, numbers.values(), re.compile(HEADS.get(form, r"(\d+)")))
    assert set(sections) == set(numbers.values())
    assert graph_of(sections, load_phrases("en")) == expected(edition, numbers)


@pytest.fixture(scope="module")
def twice() -> tuple[Publication, Publication]:
    """A book read and made a first time and a second."""
    editions = [Project(ROOT / BOOKS[0]).edition() for _ in range(2)]
    first, second = (Publication(edition, make(edition), ROOT) for edition in editions)
    return first, second


@pytest.mark.parametrize("form", then_slowly(["html", "epub", "md", "pdf", "rtf", "tex", "txt", "docx"], 7))
def test_two_builds_are_the_same_bytes(form: str, twice: tuple[Publication, Publication]) -> None:
    first, second = (writer_of(form).write(each) for each in twice)
    assert first == second


def test_more_ways_to_turn_are_understood() -> None:
    text = "Go to 12, or Turn\n to 7; turn to paragraph 400. Turning 3 pages is odd."
    assert list(turns_in(text, load_phrases("en"))) == [12, 7, 400]
    assert list(turns_in(f"Turn to {'4' * 4400}.", load_phrases("en"))) == []


@pytest.mark.parametrize("seed", then_slowly([1, 0, *range(2, 20)], 1))
def test_random_books_with_every_construct(seed: int) -> None:
    """Nothing that can be written breaks a format, and what is told is what the pages say."""
    edition = Project(BOOK, Memory(random_book(seed).files)).edition()
    if edition.has_errors:
        pytest.skip("a book with errors is not printed")
    document = make(edition, reordered(edition))
    for form in ("docx", "epub", "html", "md", "rtf", "tex", "txt"):
        assert writer_of(form).write(Publication(edition, document, ROOT))
    told = document_graph(document, phrases_for(edition))
    numbers = document.numbers
    for chapter in pages_of(edition).chapters:
        for turn in find(chapter, ast.Turn):
            if isinstance(turn.target, ast.ToChapter) and not any(find(chapter, ast.If)):
                assert numbers[turn.target.chapter] in told[numbers[chapter.name]]
    assert list(proofread(document, edition.book, phrases_for(edition))) == []
    assert document.untold == ()
