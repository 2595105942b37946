"""What a panel wants done in a process of its own, and what its function works with there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gamebook.lsp.solved import hero_of
from gamebook.project import Project

Json = Any
"""What JSON can say: the arguments of a question, and its answer."""


class Task(Struct, frozen=True):
    """Something to be done in a process."""

    number: int
    work: str
    """The name of a function of a panel, such as `map.layout`."""
    main: str
    """The path of the book's main file."""
    texts: Mapping[str, str]
    """Files whose text is not the one on disk, by path."""
    given: Json
    """The arguments."""
    light: bool = False
    """Nothing is solved for it, so that nothing of it is worth remembering."""

    @property
    def book(self) -> tuple[str, int]:
        """The book with its texts, as a key."""
        return self.main, hash(tuple(sorted(self.texts.items())))


class Bench(Struct):
    """What a function of a panel works with, in its process."""

    project: Project
    """The book, with the texts of the page that asked."""
    memory: dict[Any, Any]
    """What this process remembers of this book between two tasks; it may be gone at any time."""

    def hero(self, given: Mapping[str, Any]) -> str | None:
        """Whose chances are asked for: the name of one of the book's heroes; None for all heroes.

        Raises:
            BookHasErrors: the book has errors.
        """
        return hero_of(self.project, str(given.get("hero", "")))
