"""A book and the options of a call as a task, for a crew: the author's files as text, and plain values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from gamebook.errors import Unavailable
from gamebook.files import Memory
from gamebook.job import current
from gamebook.options import NO_OPTIONS, Options
from gamebook.project import Edition, ModelEdition, Project
from gamebook.recent import Recent
from gamebook.resources import SHIPPED
from gamebook.source import Source
from gamebook.tasks import Crew, Failure, Result, digest
from gamebook.verbs.request import Request

KEPT = 4
"""Versions of a book that a process keeps in mind."""
DIGESTS = 100
"""Versions of a book whose digest is remembered while the keys of tasks are made."""

Texts = tuple[tuple[str, str], ...]
"""The author's files by path; rule systems that come with gamebook are not among them."""


class BookTask(Struct, frozen=True, kw_only=True, dict=True):
    """Something to be worked out about a book. Each kind of such tasks adds what it asks."""

    main: str
    """The book's file, by its path from the book's folder."""
    texts: Texts
    options: Options = NO_OPTIONS
    """Without a limit of time."""
    seconds: float | None = None
    """The limit of time."""

    @cached_property
    def key(self) -> str:
        """A digest of all that a complete result depends on, the version of gamebook included."""
        options = replace(self.options, limits=NO_OPTIONS.limits)  # what is complete does not depend on them
        parts = {
            name: to_builtins(options if name == "options" else getattr(self, name))
            for name in self.__struct_fields__
            if name not in ("texts", "seconds")
        }
        return digest({**parts, "asked": type(self).__name__, "texts": digest_of_texts(self.texts)})

    @property
    def label(self) -> Mapping[str, str | int]:
        """What it is, for people."""
        return {"asked": type(self).__name__}

    @property
    def hero(self) -> dict[str, int]:
        """The hero as it is given; a name has the value 1."""
        given = self.options.given_hero or {}
        return {given: 1} if isinstance(given, str) else given

    def request(self) -> Request:
        """The book with the options, the limit of time among them."""
        limits = replace(self.options.limits, seconds=self.seconds)
        options = replace(self.options, limits=limits)
        return Request(project_of(self.main, self.texts).edition(options), options)


@lru_cache(DIGESTS)
def digest_of_texts(texts: Texts) -> str:
    """A whole book, which many tasks share, is read through once."""
    return digest(dict(texts))


_projects: Recent[tuple[str, Texts], Project] = Recent(KEPT)


def project_of(main: str, texts: Texts) -> Project:
    """The book of a task; the last ones are kept, for the next task is often about the same text."""
    return _projects.get((main, texts), lambda: Project(main, Memory(dict(texts))))


def has_text(edition: Edition) -> bool:
    """Whether a book can be a task: it was not made as a model."""
    return not isinstance(edition, ModelEdition)


def as_text(edition: Edition) -> tuple[str, Texts]:
    """The book's file and the texts of all its own files, by their paths from the book's folder.

    Raises:
        BookHasErrors: it has errors, or cannot be read: there is nothing to do about it.
    """
    _ = edition.book
    main, folder = edition.loaded.seen[0].path, edition.loaded.folder
    return below(folder, main), tuple((below(folder, each.path), each.text) for each in own_sources(edition))


def own_sources(edition: Edition) -> list[Source]:
    """The author's files, in the order in which they are read."""
    return [each for each in edition.loaded.sources if not each.path.startswith(SHIPPED)]


def below(folder: Path, path: str) -> str:
    """A path from a folder; as it is where it lies elsewhere."""
    place, around = PurePosixPath(Path(path).as_posix()), PurePosixPath(folder.as_posix())
    return str(place.relative_to(around)) if place.is_relative_to(around) else str(place)


def one_of_many(options: Options, crew: Crew | None = None) -> Options:
    """The options of a task that others are worked on beside: the time is each task's own, and memory is shared.

    Args:
        options: those that are given.
        crew: who does the tasks; None: the crew of the job at hand.
    """
    limits = replace(options.limits, seconds=None)
    if limits.memory is not None:
        limits = replace(limits, memory=limits.memory // (crew or current().crew).here)
    return replace(options, limits=limits)


def done(found: Result | Failure) -> Result:
    """The result of a task without which there is no answer.

    Raises:
        Unavailable: it has failed.
    """
    if isinstance(found, Failure):
        raise Unavailable(f"a part of the work was not done: {found.why}")
    return found
