"""What every function of the package is asked with: a book, a hero, and options."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import UsageError
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.options import NO_OPTIONS, Options, amount
from gamebook.process import default_memory
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
        """The book, begun as the options say, and the hero with it.

        Raises:
            UsageError: the hero does not fit the book, the sheet has no such thing, or there is no such chapter.
        """
        from gamebook.analysis.given_hero import for_hero
        from gamebook.play.begin import begin_at
        from gamebook.resolve.spelling import chapter_called

        book, hero = for_hero(self.edition.book, self.options.given_hero)
        start, sheet = self.options.start, self.sheet
        if start is not None:
            chapter_called(start, (chapter.name for chapter in book.chapters))
        return (begin_at(book, start, sheet) if sheet or start is not None else book), hero

    @property
    def sheet(self) -> dict[str, int]:
        """The values on the sheet once the hero is made, as the book's variables have them."""
        from gamebook.analysis.sheet import on_sheet

        return on_sheet(self.edition.book, dict(self.options.sheet))

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
    verb: str,
    heeded: str,
    book: Subject | None,
    text: str | None,
    wishes: Mapping[str, object],
    hero: Hero = None,
    *,
    refuse_settings: bool = True,
    limit_memory: bool = True,
) -> Request:
    """The book and the options of a call.

    Args:
        verb: the function that is called.
        heeded: the options that count besides settings, mode and hero.
        book, text: one of them is given.
        wishes, hero: the options that are given.
        refuse_settings: whether settings that the book does not have are refused here; else they are findings.
        limit_memory: whether memory has a limit (`default_memory`) where none is given, if limits count; else the
            function itself has one.

    Raises:
        UsageError: there is no book, or two; or an option is given that does not count, or a setting that the book does
            not have.
    """
    subject = subject_of(verb, book, text)
    names, given = ("settings", "mode", "hero", *heeded.split()), {"hero": hero, **wishes}
    if isinstance(subject, Book):
        options = _limited(NO_OPTIONS.of_call(verb, names, given), limit_memory and "limits" in names)
        if options.settings:
            raise UsageError(
                "the parameters of a model have their values; settings are for a file, a text or a project"
            )
        return Request(ModelEdition(subject, options.mode), options)
    options = _limited(subject.options.of_call(verb, names, given), limit_memory and "limits" in names)
    edition = subject.edition(options)
    if refuse_settings and options.settings:
        _refuse_unknown(subject, edition, options)
    return Request(edition, options)


def _limited(options: Options, memory: bool) -> Options:
    """The options, with a limit of memory: what is too large for the machine would end the whole process."""
    if not memory or options.limits.memory is not None:
        return options
    return replace(options, limits=replace(options.limits, memory=default_memory()))


def subject_of(verb: str, book: Subject | None, text: str | None) -> Project | Book:
    """The book of a call.

    Raises:
        UsageError: there is none, or two.
    """
    if (book is None) == (text is None):
        raise UsageError(f"{verb} needs a book: a file, a project, a model, or text=…")
    if text is not None:
        return Project.of(text)
    return book if isinstance(book, Project | Book) else Project(cast("Path | str", book))


def _refuse_unknown(project: Project, edition: Edition, options: Options) -> None:
    """Refuse settings that are no parameters of the book; of a book with other errors nothing is said here."""
    from gamebook.analysis.sheet import only_parameters
    from gamebook.codes.names import UNKNOWN_PARAMETER

    if any(each.code == UNKNOWN_PARAMETER for each in edition.mistakes.findings):
        plain = project.edition(replace(options, settings=()))
        if not plain.has_errors:
            only_parameters(plain.book, dict(options.settings))
