"""What every function of the package is asked with: a book, a hero, and options."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import cast

from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.options import AllWishes, Options, amount
from gamebook.project import Edition, ModelEdition, Project

Subject = Path | str | Project | Book
"""A book: its file, a project, or a model."""
Hero = Mapping[str, int] | str | None
"""Values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`)."""


class Request(Struct, frozen=True):
    """A book and the options of a call."""

    edition: Edition
    options: Options

    @property
    def limits(self) -> Limits:
        """Where to stop."""
        return self.options.limits

    def for_hero(self) -> tuple[Book, dict[str, int]]:
        """The book, and the hero with it."""
        from gamebook.analysis.given_hero import for_hero

        return for_hero(self.edition.book, self.options.given_hero)

    def target(self, value: object) -> float:
        """What a reader should reach, as a number: a chance to win, or points under `aim score`.

        Raises:
            UsageError: it is none.
        """
        number, wins = amount("target", value), bool(self.options.until) or self.edition.book.aim == "win"
        if wins and not 0 <= number <= 1:
            raise UsageError(f"target cannot be {value!r}; it is a chance from 0 to 1, such as 0.3")
        if not isfinite(number):
            raise UsageError(f"target cannot be {value!r}; it is a number of points")
        return number


def request_for(
    verb: str, heeded: str, book: Subject | None, text: str | None, wishes: Mapping[str, object], hero: Hero = None
) -> Request:
    """The book and the options of a call; `heeded` are the options that count besides settings, mode and hero.

    Raises:
        UsageError: there is no book, or two; or an option is given that does not count.
    """
    if (book is None) == (text is None):
        raise UsageError(f"{verb} needs a book: a file, a project, a model, or text=…")
    names, given = ("settings", "mode", "hero", *heeded.split()), cast("AllWishes", {"hero": hero, **wishes})
    if isinstance(book, Book):
        options = Options.of(**given).only(verb, *names)
        if options.settings:
            raise UsageError(
                "the parameters of a model have their values; settings are for a file, a text or a project"
            )
        return Request(ModelEdition(book, options.mode), options)
    if not isinstance(book, Project):
        book = Project(book) if book is not None else Project.of(text or "")
    options = book.options.but(**given).only(verb, *names)
    return Request(book.edition(options), options)
