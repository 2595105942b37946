"""The files beside a book that belong to it: its pages of Markdown, and its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from gamebook.errors import UsageError
from gamebook.project import Edition
from gamebook.publish import prose
from gamebook.publish.document import Picture
from gamebook.publish.matter import MATTER, read_matter
from gamebook.syntax import ast
from gamebook.syntax.walk import find


def pages_and_pictures(edition: Edition) -> dict[Path, str]:
    """The pages and pictures of a book, which may have errors, and what each of them is."""
    folder = edition.loaded.folder
    found: dict[Path, str] = {}
    texts = [source.text for source in edition.sources.values()]
    for line in find(tuple(parsed.page for parsed in edition.loaded.pages), ast.Field):
        if line.key in MATTER:
            found[folder / str(line.value)] = f"a page of this book ({line.key})"
            with suppress(UsageError):
                texts.append(read_matter(folder, str(line.value)))
    for text in texts:
        found |= {folder / path: "a picture of this book" for path in _pictures(text)}
    return found


def _pictures(text: str) -> Iterator[str]:
    """What a text names as images: each stands on one line."""
    for line in text.splitlines():
        if "![" in line:
            yield from (each.path for each in prose.paragraphs(line.strip()) if isinstance(each, Picture))
