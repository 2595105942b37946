"""A page to play, in one file that needs no network."""

from __future__ import annotations

from gamebook.publish.player.pack import packed
from gamebook.publish.player.page import page
from gamebook.publish.publication import Publication


def write(publication: Publication) -> bytes:
    """The content of the file."""
    edition = publication.edition
    book = packed(edition.book, edition.settings, edition.mode, publication.source)
    return page(book, edition.book.language).encode()
