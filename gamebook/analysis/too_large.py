"""Why a book was not solved whole, and what helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamebook.analysis.given_hero import rolled_stats
from gamebook.errors import LimitReached
from gamebook.job import current
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.solver.space import Space

MORE = 3
"""How many times as many states are proposed."""
LEAST = 1000
"""The fewest states that are proposed: no computer is too small for so many."""

MORE_TIME = "--timeout SECONDS allows more"
LARGE = 100_000
"""From so many states on `solve` may work out many of them together."""


def listed_apart(count: int) -> str:
    """Why a book of so many states may have fewer of them in the report of `solve`; empty for a small one."""
    if count < LARGE:
        return ""
    return " (listed one by one; gamebook solve works many of them out together, and counts them otherwise)"


def more_states(count: int) -> int:
    """The limit that is proposed where so many states were too many."""
    return max(LEAST, _round(MORE * count))


def must_be_whole(
    space: Space,
    book: Book,
    hero: Mapping[str, int],
    limits: Limits,
    less: str = "",
    what: str = "the book",
    fewer: str = "",
) -> None:
    """Nothing, if a book was solved whole.

    Args:
        space: its states.
        book: the book.
        hero: values of rolled stats.
        limits: those that it was solved with. A book is first listed to a lower limit than that of states; if then the
            time is over, it was the time.
        less: what else saves time, in words.
        what: what was solved, in words, if that is not the book itself.
        fewer: what else makes fewer states, in words.

    Raises:
        LimitReached: it was not. It says which limit came first, and which options help.
    """
    if space.complete:
        return
    if space.limit == "states" and limits.states is not None and space.count > limits.states:
        reason = f"{what} has more than {limits.states:,} states{listed_apart(space.count)}"
        raise _limited(reason, [f"--limit-states {more_states(space.count)} allows more", fewer], book, hero)
    if space.limit == "memory":
        reason = f"the states of {what} need more memory than the limit allows"
        raise _limited(reason, ["--limit-memory SIZE allows more", fewer], book, hero)
    raise too_long(book, hero, less, what, fewer)


def too_long(
    book: Book, hero: Mapping[str, int], less: str = "", what: str = "the book", fewer: str = ""
) -> LimitReached:
    """The error where the time was over before a book was solved whole; arguments as of `must_be_whole`."""
    if current().finishing:
        return LimitReached(f"the work was ended before all states of {what} were listed")
    return _limited(f"{what} takes longer than the time limit allows", [less, MORE_TIME, fewer], book, hero)


def _limited(reason: str, helps: Sequence[str], book: Book, hero: Mapping[str, int]) -> LimitReached:
    """The error that tells a reason, and what helps; an empty word helps nothing."""
    smaller = "" if set(rolled_stats(book)) <= set(hero) else "--hero average makes the book smaller"
    return LimitReached(f"{reason}; {', and '.join(each for each in (*helps, smaller) if each)}")


def _round(number: int) -> int:
    """The next number with one digit and zeros."""
    unit: int = 10 ** (len(str(number)) - 1)
    return -(-number // unit) * unit
