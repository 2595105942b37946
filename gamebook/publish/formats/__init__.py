"""The formats that a book is published in: for each a module with `write`."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from gamebook.publish.publication import Publication

WRITERS = {
    "docx": "gamebook.publish.formats.docx",
    "epub": "gamebook.publish.formats.epub",
    "html": "gamebook.publish.formats.html",
    "md": "gamebook.publish.formats.md",
    "pdf": "gamebook.publish.formats.pdf",
    "play": "gamebook.publish.formats.play",
    "rtf": "gamebook.publish.formats.rtf",
    "tex": "gamebook.publish.formats.tex",
    "txt": "gamebook.publish.formats.txt",
}
"""The module of each format; imported when it is asked for."""


class FormatWriter(Protocol):
    """A module that writes a format."""

    def write(self, publication: Publication) -> bytes:
        """The content of the file."""


def writer_of(form: str) -> FormatWriter:
    """The module that writes a format.

    Raises:
        KeyError: there is no such format.
    """
    return cast("FormatWriter", import_module(WRITERS[form]))
