"""Check a book, and solve it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Unpack, cast

from msgspec.structs import replace

from gamebook.diagnostics import Level, Report
from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, current
from gamebook.limits import LISTED
from gamebook.options import NO_OPTIONS, AllWishes, Options, PolicyWishes, Wishes
from gamebook.verbs.request import Hero, Request, Subject, request_for

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.dice import DicePerPlay
    from gamebook.analysis.exactly import Exactly
    from gamebook.analysis.hope import Hope
    from gamebook.analysis.large import Large
    from gamebook.limits import Limits
    from gamebook.model.book import Book
    from gamebook.render.solution import Solution
    from gamebook.solver.solution import Solved
    from gamebook.solver.watch import News

MOST_BYTES = 256 << 20
"""A solution larger than this is not remembered."""


class NoExactAnswer(LimitReached):
    """The book is too large to be solved in fractions, or has no finite value."""


def check(
    book: Subject | None = None,
    *,
    text: str | None = None,
    level: Level = "full",
    job: Job | None = None,
    **wishes: Unpack[AllWishes],
) -> Report:
    """All that is wrong, or odd, with a book.

    Args:
        book: a file, or a project.
        text: a book's text, instead.
        level: `quick`: what can be found without solving; `full`: what the states of the book show, too.
        job: receives the progress; it can cancel the work.
        wishes: `settings`, `mode`, `hero`, `limit_states`, `limit_memory`, `timeout`.

    Raises:
        UsageError: `hero` has what is not rolled, or a value out of range.
        Cancelled: the job was cancelled.
    """
    with current(job):
        request = request_for("check", "limits", book, text, wishes, limit_memory=False)
        return request.edition.check(level, request.options)


def solve(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[PolicyWishes],
) -> Solution:
    """Solve a book.

    Args:
        book: a file, a project, or a model.
        hero: values of rolled stats (`{"SKILL": 9}`), or a name (`"weak"`); what is not given is rolled.
        text: a book's text, instead of `book`.
        job: receives the progress, and partial results as a `News`; it can cancel it, or have it finish with
            what is known.
        wishes: all options; `gamebook.options.Options` tells what each means.

    Raises:
        BookHasErrors: the book has errors; the exception carries them.
        UsageError: `hero` has what the hero block does not settle, or a value out of range; `sheet` what is on no
            sheet; `settings` what is no parameter; `policy` is no strategy of the book, or `best_fights` is given
            without one; `until` or `start` no chapter; `scores` is used with a book without points.
        LimitReached: there are too many states for fractions (`NoExactAnswer`) or for scores (`TooManyPoints`).
        Cancelled: the job was cancelled.
    """
    every = "sheet start policy best_fights until exact scores reduce whole limits"
    with current(job):
        request = request_for("solve", every, book, text, wishes, hero)
        if wishes.get("best_fights") and request.options.policy is None:
            raise UsageError("best_fights is for a policy; best play is the best in fights, too")
        key = ("solve", _without_limits(request.options))
        before = cast("Solution | None", request.edition.before(key))
        return request.edition.remember(key, partial(solution_of, request, before), _is_kept)


def _without_limits(wishes: Options) -> Options:
    """The question: limits are no part of it, for an answer within them is the same without them.

    A strategy is solved again beside all that it does not do, when that is asked: limits decide on whether it can be.
    """
    return wishes if wishes.policy is not None else replace(wishes, limits=NO_OPTIONS.limits)


def _is_kept(solution: Solution) -> bool:
    return solution.difficulty.complete and solution.solved.space.bytes < MOST_BYTES


def solution_of(request: Request, before: Solution | None = None, *, points_apart: bool = False) -> Solution:
    """The solution of a book; `solve` remembers it.

    Args:
        request: the book and the question.
        before: the answer to the same question about another version of the book.
        points_apart: where points count, no step of the states brings a random number of them.

    Raises: as `solve`.
    """
    from gamebook.analysis.hope import has_hope
    from gamebook.graph.until import cut_at
    from gamebook.render.solution import Solution
    from gamebook.solver.solving import solve as solve_book

    began, wishes = time.monotonic(), request.options
    model, hero = request.for_hero()
    followed, plain = None, None
    if wishes.policy is not None:
        from gamebook.strategy.apply import apply
        from gamebook.strategy.policy import find

        followed = replace(find(model, wishes.policy), best_fights=wishes.best_fights)
        plain, model = model, apply(model, followed)
    model = cut_at(model, wishes.until)
    if wishes.scores:
        from gamebook.analysis.scores import must_have_points

        must_have_points(model, hero)
    answer = _exactly(model, hero, wishes.limits.states) if wishes.exact else None
    solve_it = partial(
        solve_book,
        model,
        hero,
        reduce=wishes.reduce,
        listed=None if wishes.whole else LISTED,
        chapters=not wishes.whole,
        classes=not wishes.whole and not wishes.until,
        uniform=wishes.policy is None and not wishes.until,
        plays=(followed is None or not followed.leaves_to_best) and not wishes.until,
        points_apart=points_apart and (model.aim == "score" or model.then_score),
        before=None if before is None else before.solved,
    )
    hope: Hope | None = None
    if has_hope(model):
        solved, hope = _solved_draft(model, hero, solve_it, wishes.limits, began)
    else:
        solved = solve_it(limits=wishes.limits.since(began))
    points = None
    if wishes.scores:
        from gamebook.analysis.scores import scores

        points = scores(model, hero, uniform=followed is None, limits=wishes.limits.since(began))
        solved = replace(solved, search=replace(solved.search, limits=wishes.limits.since(began)))
    edition = request.edition
    return Solution(
        solved,
        answer,
        followed,
        wishes.until,
        points,
        wishes.start,
        request.sheet,
        plain,
        None if hope is None else hope.most,
        edition.settings,
        edition.mode,
        None if hope is None else hope.practised,
    )


def _solved_draft(
    model: Book, hero: Mapping[str, int], solve_it: Callable[..., Solved], limits: Limits, began: float
) -> tuple[Solved, Hope]:
    """What is known of a draft: if all that is not written yet is lost, and if it is won.

    The job learns only bounds that hold for the finished book.

    Args:
        model, hero: the draft and its hero.
        solve_it: solves it, with what is not written yet as lost.
        limits: for both together, since `began`.
    """
    from gamebook.analysis.difficulty import proven
    from gamebook.analysis.hope import Hope, has_victory, hope

    wins, found = has_victory(model), Hope(1.0)

    def of_draft(news: News) -> News:
        return replace(news, high=found.most, practised=news.practised if wins else None, hoped=found.practised)

    hoped = partial(hope, model, hero, listed=LISTED)
    # Without a limit, and with a victory on the written pages, these come first: they may be all that is waited for.
    if wins and limits.seconds is None:
        solved = solve_it(limits=limits, news=of_draft)
        found = hoped(limits=limits, low=proven(solved, solved.best).low)
    else:
        found = hoped(limits=limits.since(began).share(2), low=0.0)
        solved = solve_it(limits=limits.since(began), news=of_draft)
    search = replace(solved.search, seconds=time.monotonic() - began, limits=limits.since(began))
    if search.looked_at is not None:
        most, uncounted = max(search.looked_at, found.states), search.uncounted or found.uncounted
        search = replace(search, looked_at=most, uncounted=uncounted)
    practised = solved.practised if wins else None  # where nobody can win, there is nothing to practise
    return replace(solved, search=search, practised=practised), found


def _exactly(model: Book, hero: Mapping[str, int], states: int | None) -> Exactly:
    """The answer in fractions.

    Args:
        model: the book.
        hero: values of rolled stats.
        states: the most that may be listed.

    Raises:
        NoExactAnswer: there is none.
    """
    from gamebook.analysis.exactly import MOST_STATES, Endless, exactly
    from gamebook.play.explore import TooLarge
    from gamebook.solver.exact import Unsolved

    most = MOST_STATES if states is None else min(states, MOST_STATES)
    match exactly(model, hero, most):
        case TooLarge(limit=limit) if limit == states:
            raise NoExactAnswer(f"there are more states than the {limit:,} that --limit-states allows")
        case TooLarge(limit=limit):
            raise NoExactAnswer(f"there are more than {limit:,} states: too many for fractions")
        case Endless(why=why, best=False):
            raise NoExactAnswer(f"the total of the random reader, though not of best play, is {why}")
        case Unsolved(why=why):
            raise NoExactAnswer(f"a loop of the book has no finite value ({why})")
        case answer:
            return answer


def why_large(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Large:
    """Which chapters and numbers make a book large.

    Args:
        book, hero, text, job: as for `solve`.
        wishes: `settings`, `mode`; `limit_states`, the most states that are listed and counted, by default a million,
            and where there are more, all states of some kinds of heroes; `timeout`, by default 10 seconds.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
    """
    from gamebook.analysis.large import why_large as count

    with current(job):
        request = request_for("why_large", "limits", book, text, wishes, hero)
        given = request.options.given_hero or {}
        pairs = {given: 1} if isinstance(given, str) else given
        typed = tuple(name if number == 1 else f"{name}={number}" for name, number in pairs.items())
        return count(*request.for_hero(), states=request.limits.states, seconds=request.limits.seconds, typed=typed)


def dice(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> DicePerPlay:
    """How many dice a play takes.

    Args:
        book, hero, text, job: as for `solve`.
        wishes: `settings`, `mode`, limits.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `solve`.
        LimitReached: a limit came before all states were listed, or the time was over.
    """
    from gamebook.analysis.dice import dice_per_play

    with current(job):
        request = request_for("dice", "limits", book, text, wishes, hero)
        return dice_per_play(*request.for_hero(), limits=request.limits)
