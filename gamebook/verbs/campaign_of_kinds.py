"""Campaigns of single kinds of hero as tasks: a crew solves them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gamebook.analysis.campaign import KindAnswer, KindSolver, answer_of, campaign
from gamebook.analysis.difficulty import Bracket
from gamebook.project import Edition
from gamebook.verbs.book_task import Texts, as_text, one_of_many, project_of
from gamebook.verbs.kinds import KindTask, solve_kinds
from gamebook.verbs.request import Request


class CampaignOfKind(KindTask, frozen=True, kw_only=True, dict=True):
    """All books, to be solved for one kind of hero."""

    then: tuple[tuple[str, Texts], ...]
    """The books that follow."""


def campaign_of_kind(task: CampaignOfKind) -> KindAnswer:
    """What all books are worth for this kind of hero."""
    request = task.request()
    first, hero = request.for_hero()
    books = [first, *(project_of(*each).edition().book for each in task.then)]
    return answer_of(campaign(books, hero, limits=request.limits))


def by_crew(first: Request, others: Sequence[Edition]) -> KindSolver:
    """Solves the books of a campaign for kinds of hero, by the crew of the job at hand.

    Args:
        first: the first book, with what is given of the hero.
        others: the books that follow.
    """
    main, texts = as_text(first.edition)
    then = tuple(map(as_text, others))
    task = CampaignOfKind(main=main, texts=texts, options=one_of_many(first.options), then=then)
    return partial(solve_kinds, campaign_of_kind, task, _unsolved)


def _unsolved(why: str) -> KindAnswer:
    return KindAnswer(Bracket(0.0, 1.0), complete=False, reason=f"some heroes were not solved: {why}")
