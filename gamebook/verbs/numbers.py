"""What each number of a book does to its chances, and which to change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from msgspec.structs import replace

from gamebook.job import Job, current
from gamebook.options import Wishes, count, several, switch, word
from gamebook.verbs.request import Hero, Subject, request_for

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.sensitivity import Sensitivity
    from gamebook.analysis.target import Tuned


def sensitivity(
    book: Subject | None = None,
    hero: Hero = None,
    reader: str = "best",
    numbers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    solves: int = 3,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Sensitivity:
    """Which numbers of a book matter.

    Args:
        book, hero, text, job: as for `solve`; a model has no numbers on pages.
        reader: `best`, `random`, `careless(10%)`, `soft(3)`, `lookahead(2)`.
        numbers: addresses, such as `84 foe SKILL`; by default all numbers.
        solves: so many numbers of chapters, and so many of the start, are changed in the book, which is solved again.
        wishes: `settings`, `mode`, `until`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader, or no number with an address.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.sensitivity import around, is_local, named
    from gamebook.analysis.sensitivity import sensitivity as look
    from gamebook.verbs.changed_books import Question

    reader, solves = word("reader", reader), count("solves", solves, least=0)
    addresses = several("numbers", numbers)
    with current(job):
        fewer = "" if addresses else "--number ADDRESS looks at one number"
        question = Question(request_for("sensitivity", "until limits", book, text, wishes, hero), reader, fewer)
        asked = [named(question.known, each) for each in addresses]
        values = {each: around(each) for each in asked or question.known if is_local(each)}
        found = question.effects(values, books=2 * (len(asked) or solves))
        return look(found, question.known, question.solve, solves=solves, asked=asked)


def tune(  # noqa: PLR0913 - one question, many choices
    book: Subject | None = None,
    target: float | None = None,
    hero: Hero = None,
    reader: str = "best",
    vary: Sequence[str] | None = None,
    *,
    text: str | None = None,
    solves: int = 12,
    pairs: bool = True,
    heroes: bool = True,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Tuned:
    """Which numbers to change so that a reader wins as often as you want.

    Args:
        book, hero, text, job: as for `solve`; a model has no numbers on pages.
        target: the chance to win that you want, in [0, 1]; points under `aim score`.
        reader: as for `sensitivity`.
        vary: addresses with values, such as `84 foe SKILL 8..12`; by default all numbers of chapters, by at most 2.
        solves: how many books with one change are solved, at least 1; for pairs a third as many.
        pairs: try changes of two numbers, too.
        heroes: tell what the best change does for each hero with a name.
        wishes: `settings`, `mode`, `until`, and limits; the time is for everything together.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader, or no number with an address.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.presets import presets
    from gamebook.analysis.target import asked_values, beside, usual_values, with_heroes
    from gamebook.analysis.target import tune as aim
    from gamebook.verbs.changed_books import Question

    reader, solves, ranges = word("reader", reader), count("solves", solves), several("vary", vary)
    pairs, heroes = switch("pairs", pairs), switch("heroes", heroes)
    with current(job):
        request = request_for("tune", "until limits", book, text, wishes, hero)
        target = request.target(target)
        fewer = "" if ranges else '--vary "ADDRESS LOW..HIGH" looks at one number'
        question = Question(request, reader, fewer)
        known, model = question.known, question.pages.book_with({})
        assert model is not None  # a book with errors has raised before
        values = asked_values(known, ranges) if ranges else usual_values(known, model)
        effects = question.effects(beside(values), books=solves)
        found = aim(
            effects, target, values, question.solve, solves=solves, pairs=pairs, ahead=question.crew.count
        )  # fmt: skip
        if heroes and not question.subject.hero:
            found = with_heroes(found, [*presets(model)], question.solve)
        untried = tuple(number for number in known if number.kind in ("start", "setting") and number not in values)
        return replace(found, untried=untried, asked=bool(ranges))
