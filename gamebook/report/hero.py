"""The hero that a report is about, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gamebook.analysis.given_hero import rolled_stats
from gamebook.report.words import sheet

if TYPE_CHECKING:
    from gamebook.model.book import Book


def hero(book: Book, given: Mapping[str, int]) -> str:
    """What is given, and what is rolled all the same: `rope, rolled strength`."""
    left = [stat for stat in rolled_stats(book) if stat not in given]
    return sheet(book, given) + (f", rolled {', '.join(left)}" if left else "")
