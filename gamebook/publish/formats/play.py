"""A page to play, in one file that needs no network."""

from __future__ import annotations

from gamebook.analysis.given_hero import with_picks
from gamebook.publish import xhtml
from gamebook.publish.player.advice import advice
from gamebook.publish.player.pack import packed
from gamebook.publish.player.page import page
from gamebook.publish.player.shown import shown_in
from gamebook.publish.publication import Publication


def write(publication: Publication) -> bytes:
    """The content of the file.

    Raises:
        LimitReached: hints are wished for, and the book has too many states.
    """
    edition = publication.edition
    playable = with_picks(edition.book, publication.hero)
    shown = shown_in(edition, publication.document.numbers, titles="titles" in publication.options)
    book = packed(playable, edition.settings, edition.mode, publication.source, shown)
    book["given"] = dict(publication.hero)
    book["front"] = [
        {"title": page.title, "html": "".join(xhtml.blocks(page.blocks, lambda chapter: chapter, publication.source))}
        for page in publication.document.front
    ]
    if "hints" in publication.options:
        book["advice"] = advice(playable, publication.hero, publication.most_states)
    return page(book, edition.book.language).encode()
