"""PDF, printed by Typst: tagged, with links, the same bytes for the same book."""

from __future__ import annotations

from gamebook.publish import printing
from gamebook.publish.publication import Publication


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return printing.pdf(publication)
