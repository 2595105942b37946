"""What the data of a report says of its book."""

from __future__ import annotations

from typing import Any

from gamebook.model.book import Book


def about(book: Book) -> dict[str, Any]:
    """The title, what is played for, and the chapters of a draft that are not written yet: nobody wins there so far."""
    return {"title": book.title, "aim": book.aim, "then_score": book.then_score, "unwritten": list(book.unwritten)}
