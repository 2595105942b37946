"""The variants of a plan as tasks: the book in each of its versions, with its numbers changed.

What the plan asks of the book that the book does not have is found here, before anything is solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from gamebook.analysis.given_hero import hero_values, made_stats
from gamebook.analysis.sensitivity import must_have_no_sign, named
from gamebook.errors import UsageError
from gamebook.model.reader import reader as read_reader
from gamebook.project import Project
from gamebook.resolve.numbers import Number, numbers
from gamebook.resolve.rewritten import Rewriting
from gamebook.resolve.spelling import nearest
from gamebook.sweep.plan import GROUPS, Axis, Plan, hero_of
from gamebook.sweep.task import Task
from gamebook.verbs.book_task import below, own_sources
from gamebook.versions import at_revision


def count_of(plan: Plan) -> int:
    """How many variants there are. Raises what `tasks_of` raises."""
    _opened(plan)
    return plan.count()


def tasks_of(plan: Plan) -> list[Task]:
    """The tasks of a plan, one for each variant. The book's files are read; nothing is solved.

    Raises:
        UsageError: a file, a revision, a number, or something else is not there; the message names every mistake.
        BookHasErrors: the book has errors, as it is on disk or in a revision.
    """
    books, following = _opened(plan)
    found: list[Task] = []
    more = {path: text for each in following for path, text in each.with_numbers({})}
    for variant in plan.variants():
        parts: dict[str, dict[str, str]] = {}
        for axis in plan.axes:
            parts.setdefault(axis.group, {})[axis.name] = variant[axis.name]
        book = books[variant.get("revision", "")]
        hero = hero_of(variant.get("hero", "")) | {name: int(value) for name, value in parts.get("stats", {}).items()}
        texts = book.with_numbers({name: int(value) for name, value in parts.get("numbers", {}).items()})
        found.append(
            Task(
                axes=tuple(
                    (axis.name, int(variant[axis.name]) if axis.group in GROUPS else variant[axis.name])
                    for axis in plan.axes
                ),
                main=book.main,
                texts=tuple({**more, **dict(texts)}.items()) if more else texts,
                aim="win" if following else book.book.aim,
                then=tuple(each.main for each in following),
                settings=tuple((name, int(value)) for name, value in parts.get("settings", {}).items()),
                hero=tuple(sorted(hero.items())),
                reader=str(read_reader(variant.get("reader", "best"))),
                strategy=variant.get("strategy", ""),
                seconds=plan.timeout,
                states=plan.limit_states,
                memory=plan.limit_memory,
            )
        )
    return found


def _opened(plan: Plan) -> tuple[dict[str, _Book], list[_Book]]:
    """The book in each of its revisions (without an axis of revisions, as it is now), and those that follow.

    Raises:
        As `tasks_of`.
    """
    mistakes: dict[str, None] = {}  # a set that keeps its order: two revisions may have the same mistake

    @contextmanager
    def told(place: str) -> Iterator[None]:
        try:
            yield
        except UsageError as error:
            mistakes[f"{place}: {error}"] = None

    books: dict[str, _Book] = {}
    following: list[_Book] = []
    for revision in next((axis.values for axis in plan.axes if axis.group == "revision"), ("",)):
        with told("axes.revision" if revision else "book"):
            books[revision] = _Book(at_revision(plan.book, revision) if revision else _on_disk(plan.book))
    for each in plan.then:
        with told("book"):
            following.append(_Book(_on_disk(each)))
    versions = list(books.values())
    for axis in plan.axes if versions else ():
        with told(f"axes.{axis.group}.{axis.name}"):
            _must_be_there(axis, versions)
    if mistakes:
        raise UsageError("\n".join(f"{plan.path}: {each}" for each in mistakes))
    return books, following


def _on_disk(path: Path) -> Project:
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    return Project(path)


def _must_be_there(axis: Axis, versions: Sequence[_Book]) -> None:
    """An axis of `settings` or `stats` is something that a version of the book has; a number, one that all have.

    Raises:
        UsageError: it is not; or a number has a value that it cannot have.
    """
    books = [each.book for each in versions]
    parameters = list(dict.fromkeys(each.name for book in books for each in book.parameters))
    if axis.group == "settings" and axis.name not in parameters:
        has = f"its parameters are {', '.join(parameters)}" if parameters else "it has none"
        raise UsageError(f"the book has no parameter {axis.name}; {nearest(axis.name, parameters) or has}")
    if axis.group == "stats" and not any(axis.name in made_stats(book) for book in books):
        hero_values(books[-1], {axis.name: 1})
    for each in versions if axis.group == "numbers" else ():
        must_have_no_sign(each.number(axis.name), min(map(int, axis.values)))


class _Book:
    """One version of the book, whose numbers are changed."""

    def __init__(self, project: Project) -> None:
        self.book = project.book  # a book with errors is reported now
        edition = project.edition()
        loaded, self._sources = edition.loaded, own_sources(edition)
        pages = [page for source, page in zip(loaded.sources, loaded.pages, strict=True) if source in self._sources]
        self._pages = Rewriting(self._sources, pages, {})
        self._numbers = numbers(self._sources, pages)
        folder = Path(project.main).parent
        self._names = {source.path: below(folder, source.path) for source in self._sources}
        self.main = below(folder, project.main)
        self._made: dict[tuple[tuple[str, int], ...], tuple[tuple[str, str], ...]] = {}

    def number(self, address: str) -> Number:
        """The number with this address. Raises UsageError: there is none."""
        return named(self._numbers, address)

    def with_numbers(self, values: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
        """The files by path, with these numbers."""
        key = tuple(values.items())
        if key not in self._made:
            changes: dict[Number, int] = {self.number(name): value for name, value in key}
            new = self._pages.sources_with(changes)
            texts: Iterable[tuple[str, str]] = (
                (self._names[source.path], new.get(source.path, source).text) for source in self._sources
            )
            self._made[key] = tuple(texts)
        return self._made[key]
