"""A model is made of plain values: whatever the page holds, the book is the same after a way through JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from gamebook.model.book import Book
from gamebook.project import Project
from tests.support.naive.random_text import BOOK, random_book
from tests.support.slowly import then_slowly

ROOT = Path(__file__).parents[2]
SYSTEMS = {path.name: path.read_text("utf-8") for path in (ROOT / "gamebook" / "systems").glob("*.gbk")}
BOOKS = [*sorted((ROOT / "books").rglob("*.gbk")), *sorted((ROOT / "tests" / "data" / "strangers").glob("*.gbk"))]


def through_json(book: Book) -> Book:
    """Only plain strings, numbers, truths and tuples come back as they were: no list, no name that knows its place."""
    return msgspec.json.decode(msgspec.json.encode(book), type=Book)


@pytest.mark.parametrize("path", then_slowly(BOOKS, 3), ids=lambda path: path.stem)
def test_books(path: Path) -> None:
    book = Project(path).book
    assert through_json(book) == book


def cases() -> Iterator[Path]:
    for path in sorted((ROOT / "tests" / "cases").glob("*.gbk")):
        if not Project(path).edition().has_errors:
            yield path


@pytest.mark.slow
def test_small_books() -> None:
    count = 0
    for path in cases():
        book = Project(path).book
        assert through_json(book) == book, path.name
        count += 1
    assert count > 50


@pytest.mark.slow
@pytest.mark.parametrize("seeds", then_slowly([range(n, n + 20) for n in range(0, 200, 20)], 2), ids=str)
def test_random_books(seeds: range) -> None:
    for seed in seeds:
        written = random_book(seed)
        files = {**SYSTEMS, **written.files}
        book = Project.of(files.pop(BOOK), files, BOOK).book
        assert through_json(book) == book
