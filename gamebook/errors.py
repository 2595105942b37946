"""What can go wrong without being a bug: the errors that callers catch.

`GamebookError` has the five kinds below, and every error of the package that is meant for a caller is of one of them.
Any other exception is a bug of this package, but for an `OSError` of what reads or writes files for the caller.
"""

from __future__ import annotations

from typing import Any

from gamebook.diagnostics import Report, Severity


class GamebookError(Exception):
    """An error that the caller can do something about."""

    def __reduce__(self) -> tuple[Any, ...]:
        """What a copy is made from, as a pool of processes needs it.

        The message is kept, and all attributes. An exception would call `__init__` with the message alone, which kinds
        with more to tell do not understand.
        """
        return _made, (type(self), *self.args), self.__dict__


def _made(kind: type[GamebookError], *told: object) -> GamebookError:
    """An error without its attributes."""
    return kind.__new__(kind, *told)


class UsageError(GamebookError, ValueError):
    """The options do not fit this book: a name that it does not have, a value out of range."""


class BookHasErrors(GamebookError, ValueError):  # noqa: N818 - says what is the matter
    """Reading the book found errors, so it can be neither solved nor played."""

    def __init__(self, report: Report) -> None:
        errors = [each for each in report.findings if each.severity is Severity.ERROR]
        first = f"{errors[0].code} {errors[0].message}"
        told = f"an error: {first}" if len(errors) == 1 else f"{len(errors)} errors; the first: {first}"
        super().__init__(f"the book has {told}")
        self.report = report
        """Its findings, and the files that they are about."""


class LimitReached(GamebookError, ValueError):  # noqa: N818 - says what is the matter
    """There is no answer within the limits of states, memory or time."""


class OutOfTime(LimitReached):
    """The time limit was reached, or `Job.finish` was called."""


class Cancelled(GamebookError):  # noqa: N818 - says what is the matter
    """The job was cancelled."""


class Unavailable(GamebookError, RuntimeError):  # noqa: N818 - says what is the matter
    """Something that is not part of this package is missing or has failed: Graphviz, for example."""
