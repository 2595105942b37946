"""Two readers who play as well as they can: best play, which knows every option, and the reader `best`.

They differ where the book says that not every reader knows an option (`[knows 40%]`): the reader `best` knows such an
option only as often as the book says. All readers of `gamebook readers` are compared with that one.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.analysis.by_chance import has_shares
from gamebook.model.book import Book

SECRETS = "Not every reader knows every option of this book ([knows]):"
READER = (
    f"{SECRETS} the reader best plays as well as it can, but knows such an option only as often as the book says; best "
    "play in gamebook solve always does."
)
POLICY = (
    f"{SECRETS} this reader knows such an option only as often as the book says. Costs, and what is best, are measured "
    "against the reader best, who knows no more; best play in gamebook solve without --policy knows every option."
)


def best_reader(book: Book) -> str:
    """With whom readers are compared: the reader `best`, by its own name where it is not best play."""
    return "the reader best" if has_shares(book) else "best play"


def reader_notes(book: Book) -> Iterator[str]:
    """Who the reader `best` is, where that is not best play."""
    if has_shares(book):
        yield READER


def policy_notes(book: Book) -> Iterator[str]:
    """With whom a policy is compared, where that is not best play."""
    if has_shares(book):
        yield POLICY
