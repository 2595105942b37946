"""Markdown files that the header names, `front "introduction.md"`: pages before and after the chapters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gamebook.errors import UsageError
from gamebook.files import load_text, not_text
from gamebook.syntax import ast
from gamebook.syntax.walk import find

MATTER = ("front", "back")
"""Lines of the header that name Markdown files."""


def matter_of(declarations: Sequence[ast.Declaration], *keys: str) -> Iterator[ast.Field]:
    """The lines of the header that name such files, those with one of the keys; without keys, all."""
    return (each for each in find(tuple(declarations), ast.Field) if each.key in (keys or MATTER))


def read_matter(folder: Path, name: str) -> str:
    """A Markdown file in the book's folder, which is printed before or after the chapters.

    Raises:
        UsageError: it cannot be read, or lies elsewhere.
    """
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()):
            raise UsageError(f"{name} lies outside the book's folder; keep all parts of a book in its folder")
        return load_text(path)
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}, which the header names: {not_text(error)}") from error
    except (OSError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise UsageError(f"{name}, which the header names, cannot be read: {why}") from error
