"""Books with changed numbers as tasks: a crew solves them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from gamebook.analysis.changed import OUT_OF_TIME, Changed, Outcome, outcome
from gamebook.analysis.effects import WITH_NUMBERS, Effects, Numbered, effects
from gamebook.analysis.sensitivity import named
from gamebook.analysis.too_large import too_long
from gamebook.errors import OutOfTime
from gamebook.job import current, in_time
from gamebook.model.reader import reader as read
from gamebook.options import Pairs
from gamebook.recent import Recent
from gamebook.resolve.numbers import Number, numbers
from gamebook.resolve.rewritten import Rewriting
from gamebook.tasks import ALONE, Crew, Failure
from gamebook.verbs.book_task import BookTask, Texts, as_text, one_of_many
from gamebook.verbs.request import Request


class ChangedBook(BookTask, frozen=True, kw_only=True, dict=True):
    """A book with changed numbers, to be solved for a reader."""

    reader: str
    changes: tuple[tuple[str, int], ...]
    """Addresses of numbers, and their values."""
    stuck: tuple[str, ...] = ()
    """The chapters in which a reader can be stuck in the unchanged book."""

    @property
    def label(self) -> Mapping[str, str | int]:
        """The changes."""
        return dict(self.changes)


def changed_book(task: ChangedBook) -> Outcome:
    """What a changed book is worth to the reader."""
    began = time.monotonic()
    request = task.request()
    key = (task.main, task.texts, request.options.settings)
    subject, known = _numbered(request, _rewritings.get(key, lambda: _rewriting(request)), task.reader, began)
    subject = replace(subject, stuck=frozenset(task.stuck))
    return outcome(subject, Changed(tuple((named(known, address), value) for address, value in task.changes)))


_rewritings: Recent[tuple[str, Texts, Pairs], Rewriting] = Recent(1)
"""What was read of the book whose numbers were changed last: the next task is about it, too."""


def _rewriting(request: Request) -> Rewriting:
    """The pages of a book."""
    loaded = request.edition.loaded
    return Rewriting(loaded.sources, loaded.pages, dict(request.options.settings))


def _numbered(request: Request, pages: Rewriting, reader: str, began: float) -> tuple[Numbered, tuple[Number, ...]]:
    """A book whose numbers are looked at, and all its numbers."""
    options = request.options
    who = read(reader, words=False)
    subject = Numbered(pages, options.mode, options.given_hero, who, options.limits, began, options.until)
    return subject, numbers(pages.sources, pages.pages)


class Question:
    """A book whose numbers are looked at, and changed books that a crew solves."""

    def __init__(self, request: Request, reader: str, fewer: str = "") -> None:
        """The book is read; nothing is solved.

        Args:
            request: the book.
            reader: who plays it.
            fewer: how to ask for fewer numbers, for whoever asks for more than the limits allow.

        Raises:
            BookHasErrors, UsageError: as `sensitivity`.
        """
        began = time.monotonic()
        self.request = request
        main, texts = as_text(request.edition)
        self._task = ChangedBook(main=main, texts=texts, reader=reader, changes=())
        self._of = main, texts, request.options.settings
        self.pages = _rewriting(request)
        subject, self.known = _numbered(request, self.pages, reader, began)
        self.subject = replace(subject, fewer=fewer)
        self.crew: Crew = ALONE

    def effects(self, values: Mapping[Number, Sequence[int]], books: int) -> Effects:
        """What other values of numbers of chapters bring, to first order.

        Args:
            values: numbers, and for each its other values.
            books: about how many changed books will then be solved; each takes about as long as this.

        Raises:
            LimitReached: a limit came first.
        """
        began = time.monotonic()
        try:
            with in_time(self.subject.deadline):
                found = effects(self.subject, values)
        except OutOfTime as error:
            book, hero = self.request.for_hero()
            raise too_long(book, hero, what=WITH_NUMBERS, fewer=self.subject.fewer) from error
        self.crew = current().crew.fit(books * (time.monotonic() - began))
        options, stuck = one_of_many(self.request.options, self.crew), self.subject.stuck_in(found.solved, {})
        self._task = replace(self._task, options=options, stuck=tuple(sorted(stuck)))
        return found

    def solve(self, books: Sequence[Changed], part: Callable[[int], str]) -> dict[Changed, Outcome]:
        """Changed books, solved by the crew of the job at hand.

        Args:
            books: the books.
            part: what the solve of so many-th is called while it goes on, from 1.
        """
        asked, job = {self._asked(each): each for each in books}, current()
        found: dict[Changed, Outcome] = {}
        over, rest = False, OUT_OF_TIME
        _rewritings.get(self._of, lambda: self.pages)  # a crew of this process need not read the book again
        try:
            with in_time(self.subject.deadline):
                answers = self.crew(changed_book, [*asked])
                while not over and len(found) < len(books):
                    with job.doing(part(len(found) + 1)):
                        job.begin("solving")
                        task, answer = next(answers)
                    outcome = Outcome(limit=answer.why) if isinstance(answer, Failure) else answer
                    found[asked[task]] = outcome
                    over = outcome.over
        except OutOfTime as error:
            rest = replace(rest, limit=str(error) or rest.limit)
        finally:
            _rewritings.drop(self._of)
        return {**dict.fromkeys(books, rest), **found}

    def _asked(self, book: Changed) -> ChangedBook:
        options = self._task.options if book.hero is None else replace(self._task.options, hero=book.hero)
        changes = tuple((number.address, value) for number, value in book.changes)
        return replace(self._task, options=options, changes=changes, seconds=self.subject.left.seconds)
