"""What an editor shows of a book, worked out: chances at chapters, what choices cost, what fights cost."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import isnan, nan
from typing import TYPE_CHECKING

from msgspec import Struct

from gamebook.errors import LimitReached, OutOfTime
from gamebook.limits import within
from gamebook.lsp.chances import LEAST, Chances, ChapterChances, ChoiceChances, FightChances
from gamebook.model.step import GO_ON
from gamebook.process import HELPER_MEMORY
from gamebook.project import Project
from gamebook.source import Source, Span

if TYPE_CHECKING:
    from gamebook.analysis.costs import DecisionCosts, OptionCost


class Wish(Struct, frozen=True):
    """A book to be solved."""

    main: str
    digest: str
    """Of its texts."""
    texts: Mapping[str, str]
    """Files whose text is not the one on disk, by path."""
    hero: str
    """A name such as `average`; empty for all heroes."""
    seconds: float
    """How long solving may take; and then each of: the numbers of chapters and choices, the findings, the fights."""


def digest_of(sources: Iterable[Source]) -> str:
    """A digest of the texts of a book."""
    found = hashlib.sha256()
    for source in sources:
        found.update(f"{source.path}\0{source.text}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def hero_of(project: Project, name: str) -> str | None:
    """A hero's name; None for all heroes, who are meant too where a book rolls nothing that could be average."""
    from gamebook.analysis.given_hero import names_for_all  # noqa: PLC0415 - as below

    return None if not name or name in names_for_all(project.book) else name


def chances(project: Project, wish: Wish) -> Chances:
    """The numbers of a book; no more than bounds of the chance to win where there is no time for the others."""
    from gamebook.analysis.chapters import chapters as chapter_rows  # noqa: PLC0415 - as below
    from gamebook.analysis.chapters import strayed as strayed_to  # noqa: PLC0415 - as below
    from gamebook.verbs import solve  # noqa: PLC0415 - the editor's own process needs nothing that solves

    hero = hero_of(project, wish.hero)
    solution = solve(project, hero, timeout=wish.seconds, limit_memory=HELPER_MEMORY)
    known = solution.difficulty
    chapters: dict[str, ChapterChances] = {}
    choices: dict[Span, ChoiceChances] = {}
    if known.complete:
        with suppress(OutOfTime), within(time.monotonic() + wish.seconds):
            rows = chapter_rows(solution.solved, solution.solved.best, visited=False)
            best = solution.solved.best
            strayed = strayed_to(solution.solved, best, rows, lambda: solution.visits_by_chance)
            chapters = {
                row.chapter: ChapterChances(row.value, strayed.get(row.chapter), row.expected, row.deaths, row.share)
                for row in rows
            }
            choices = choice_chances(project, solution.known_costs)
    random = known.uniform.middle if known.uniform is not None else None
    wins = project.book.aim == "win"
    return Chances(wish.digest, wins, known.best.low, known.best.high, random, chapters, choices, hero=hero or "")


def choice_chances(project: Project, decisions: Iterable[DecisionCosts]) -> dict[Span, ChoiceChances]:
    """What each choice of the page costs, by its place; nothing of an amount of which none is always best.

    What stands in a rule is chosen wherever the rule is done, and so has one place and several costs. All amounts of a
    `choose` have one place, too, and are summed up apart. What no author writes has no line of its own and is left out:
    not to do what one may, to go on past a menu.
    """
    place = project.resolved.sourcemap.span
    found: dict[tuple[Span, str], list[OptionCost]] = {}
    for decision in decisions:
        own = [option for option in decision.options if not option.anytime]
        goes_on = own[-1:] and own[-1].label == GO_ON and place(own[-1].address) == place(decision.address)
        unwritten = own[-1:] if goes_on or decision.what == "may" else []
        for option in own if len(own) > 1 and not decision.in_fight else ():
            span = place(option.address)
            if span is not None and option.cost is not None and option not in unwritten:
                amount = option.label if decision.what == "amount" else ""
                found.setdefault((span, amount), []).append(option)
    choices = {key: _summed_up(options) for key, options in found.items()}
    amounts: dict[Span, dict[int, ChoiceChances]] = {}
    for (span, amount), choice in choices.items():
        if amount:
            amounts.setdefault(span, {})[int(amount)] = choice
    best = {span: {value: each for value, each in some.items() if each.most < LEAST} for span, some in amounts.items()}
    return {span: choice for (span, amount), choice in choices.items() if not amount} | {
        span: ChoiceChances(0.0, 0.0, max(each.open for each in some.values()), tuple(sorted(some)))
        for span, some in best.items()
        if some
    }


def _summed_up(options: Sequence[OptionCost]) -> ChoiceChances:
    """One option in all its places; those where best play is never offered it count only if there are no others."""
    told = [each for each in options if each.open > 0] or options
    costs = [each.cost for each in told if each.cost is not None]
    unknown = any(map(isnan, costs))
    least, most = (nan, nan) if unknown else (min(costs), max(costs))
    return ChoiceChances(least, most, sum(each.open for each in told))


def fight_chances(project: Project, wish: Wish) -> dict[Span, FightChances]:
    """What the fights of a book cost best play; nothing where there are too many states to tell."""
    from gamebook.analysis.fight_costs import fights_of_best_play  # noqa: PLC0415 - as above
    from gamebook.analysis.fights import fights_in  # noqa: PLC0415
    from gamebook.verbs.request import request_for  # noqa: PLC0415

    if not fights_in(project.book):
        return {}
    try:
        limits = {"timeout": wish.seconds, "limit_memory": HELPER_MEMORY}
        request = request_for("fights", "limits", project, None, limits, hero_of(project, wish.hero))
        costs = fights_of_best_play(*request.for_hero(), limits=request.limits)
    except LimitReached:
        return {}
    sourcemap = project.resolved.sourcemap
    return {
        span: FightChances(cost.fought, cost.won, cost.left, cost.means)
        for cost in costs
        if (span := sourcemap.span(cost.address)) is not None
    }
