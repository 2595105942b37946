"""One file of a book, as the features of the server see it."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from urllib.parse import quote, unquote

from lsprotocol import types as lsp
from msgspec import Struct
from pygls.uris import from_fs_path, to_fs_path

from gamebook.lsp.places import Ruler
from gamebook.project import Edition, Project
from gamebook.resolve.references import Thing
from gamebook.resources import SHIPPED, resource_folder
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed


class Page(Struct, frozen=True, dict=True):
    """One file, the book it belongs to, and how the editor counts."""

    project: Project
    path: str
    """As the book's files name it."""
    ruler: Ruler

    @cached_property
    def edition(self) -> Edition:
        """The book as it is now."""
        return self.project.edition()

    @cached_property
    def source(self) -> Source:
        """The text; empty if the book cannot be read."""
        return self.edition.sources.get(self.path, Source(self.path, ""))

    @cached_property
    def parsed(self) -> Parsed | None:
        """The text as it was read; None if the book cannot be read."""
        return next((page for page in self.edition.loaded.pages if page.page.span.path == self.path), None)

    @cached_property
    def tree(self) -> ast.Page:
        """What the text says."""
        return self.parsed.page if self.parsed is not None else ast.Page((), ())

    def offset(self, position: lsp.Position) -> int:
        """The code point at a position."""
        return self.ruler.offset(self.source, position)

    def range(self, span: Span) -> lsp.Range:
        """Where a span of any of the book's files stands."""
        return self.ruler.range(self.edition.sources.get(span.path, self.source), span)

    def location(self, span: Span) -> lsp.Location:
        """The same, with the file."""
        return lsp.Location(uri(span.path), self.range(span))

    def thing(self, position: lsp.Position) -> Thing | None:
        """What is named at a position."""
        return self.edition.references.at(self.path, self.offset(position))

    def span_at(self, thing: Thing, position: lsp.Position) -> Span:
        """The name of a thing that stands at a position."""
        offset = self.offset(position)
        return next(span for span in thing.spans if span.path == self.path and span.start <= offset <= span.end)


_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""How an address begins; a single letter is a drive of Windows."""


def uri(path: str) -> str:
    """The address of a file of a book. A rule system that comes with gamebook lies in its installation.

    A text without a file, such as `untitled:Untitled-1`, is known by its address, as `path_of` has it.
    """
    if _ADDRESS.match(path):
        return unquote(path)
    if path.startswith(SHIPPED):
        path = str(resource_folder("systems") / path.removeprefix(SHIPPED))
    return from_fs_path(str(Path(path).absolute())) or path


def path_of(address: str) -> str:
    """The path of a file. Of a text that was never saved: its address, without slashes, which a path would lose.

    Editors call such a text `untitled:Untitled-1` or, as Neovim does, `file://`.
    """
    path = to_fs_path(address)
    if path:
        return path
    scheme, colon, rest = address.partition(":")
    return f"{scheme}{colon}{quote(rest, safe='')}"


def is_shipped(path: str) -> bool:
    """Whether a file comes with gamebook, and so is not the writer's to change."""
    return path.startswith(SHIPPED)
