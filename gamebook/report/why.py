"""The report on why a book is hard: what kills, what luck and choices decide, and what to change first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

from gamebook.analysis.advice import Advice
from gamebook.analysis.costs import DecisionCosts, Mistake, OptionCost
from gamebook.analysis.failures import Failure
from gamebook.analysis.good_choices import GoodChoice
from gamebook.analysis.study import Study
from gamebook.dice.percent import percent
from gamebook.model.book import HERO_BLOCK, SOFT_LOCK
from gamebook.report.amounts import UNSEEN, Amounts
from gamebook.report.cells import Chance, Chapter, Choice, Place, Points, often
from gamebook.report.failures import with_chapters
from gamebook.report.section import Chart, Lines, Section, Table
from gamebook.report.words import numbered, player
from gamebook.threads import beside

MANY = 10
"""Lines of a table."""
MANY_PAGES = 2
HEAVY = 0.01
"""What loses fewer plays is not worth a change."""
ENDS = (".", "!", "?", "…")
"""How an author's words end that need no full stop after them."""
CHANCE = ("fight", "test", "roll", "chance")
"""Causes that a writer makes easier by a number."""
KILLS = {
    True: "A play is lost at the moment after which nothing can win it; what happened then is the cause. All causes "
    "add up to the chance of not winning.",
    False: "A play is lost at the moment after which nothing but a defeat can be reached; what happened then is the "
    "cause. All causes add up to the chance of a defeat.",
}
"""How it is found what kills, by whether the book is played to win."""
LUCK = (
    "A chapter's share of luck: expected visits times the variance of the chance to win over what its dice and draws "
    "can do. All chapters add up to 100%."
)
MISTAKES = (
    "What is lost by choosing this once and playing optimally afterwards, and how often a play offers it; in the order "
    "of the two multiplied."
)
TIED = (
    "Best play takes one of several ways that are equally good. If the reader takes another of them, some of these "
    "mistakes cost less or nothing."
)
SORTED = "Sorted by costs × offered."
LARGE = 100_000
"""States of a book for which a second thread pays."""


def what_kills(study: Study, most: int = MANY) -> Iterator[Section]:
    """The causes of failure, the likeliest first."""
    if not study.failures:
        return
    told = with_chapters(study.failures)
    rows = [
        (Chance(row.chance), Chance(row.share, 1), Place(words, row.chapter), _pages(row))
        for words, row in zip(told, study.failures[:most], strict=False)
    ]
    table = Table(("fails", "of failures", "cause", "ends in"), rows, "rrll")
    left = study.failures[most:]
    rest = [f"… and {len(left)} more, {percent(sum(row.chance for row in left))} in all"] if left else []
    if not study.whole:
        rest.append(f"A play counts as lost where {_itself(study)} can no longer win: {too_large(study)}.")
    who = player(study.policy)
    picture = Chart("bars", table, f"What {who} is lost by, and how often.", labels=2, shows=(0,))
    yield Section(f"What kills {who}", [picture, Lines(rest)], how=KILLS[study.solved.wins])


def too_large(study: Study) -> str:
    """Why a strategy is not compared with all that can be done in the book; the random reader does all of it."""
    if study.policy is not None and study.policy.does_everything:
        return "the book is too large to list all its states"
    return "with all that the strategy does not do, the book is too large"


def _itself(study: Study) -> str:
    does_everything = study.policy is not None and study.policy.does_everything
    return player(study.policy) if does_everything else "the strategy itself"


def _pages(row: Failure) -> str:
    """`40 One more statue`; where a failure shows on many pages, the likeliest two."""
    told = [
        each.ending
        if each.chapter in ("", row.chapter)
        else f"{each.chapter} {each.title or each.ending}"
        if each.ending != SOFT_LOCK
        else f"stuck in {each.chapter}"
        for each in row.shown
    ]
    told = list(dict.fromkeys(told))
    more = f", and {len(told) - MANY_PAGES} more" if len(told) > MANY_PAGES else ""
    return ", ".join(told[:MANY_PAGES]) + more


def what_luck_decides(study: Study, most: int = MANY) -> Iterator[Section]:
    """Chapters by their share of luck."""
    found = [(row, share) for row, share in study.luck if share >= 0.001][:most]
    if not found:
        return
    titles = study.solved.book.titles
    rows = [(Chance(share, 1), Chapter(row.chapter, titles.get(row.chapter, "(dice)"))) for row, share in found]
    who = player(study.policy)
    picture = Chart(
        "bars", Table(("of all luck", "chapter"), rows, "rl"), "Where dice and draws decide.", labels=1, shows=(0,)
    )
    luck, guesses = (sum(each) for each in zip(*((row.luck, row.choice) for row in study.decided), strict=True))
    share = percent(luck / (luck + guesses), 1)
    rest = [f"Luck decides {share} of the outcome; the guesses of {who} decide the rest."] if guesses > 0.0 else []
    yield Section(f"Where luck decides, with {who}", [picture, Lines(rest)], how=LUCK)


def mistakes(study: Study, most: int = MANY) -> Iterator[Section]:
    """The options that cost most."""
    amounts = Amounts(study.difficulty.aim == "win")
    found = [each for each in study.mistakes[:most] if not amounts.wins or max(each.weight, each.lost_points) >= UNSEEN]
    counts = any(each.lost_points for each in found)
    where = by_address(study.costs)
    rows = [
        (
            amounts.cell(mistake.cost),
            *([None if mistake.points is None else Points(mistake.points)] if counts else []),
            often(mistake.open),
            Place(where.get((mistake.chapter, mistake.address), place(mistake)), mistake.chapter),
            Choice(mistake.label),
        )
        for mistake in found
    ]
    if rows:
        head = ("costs", *["points"] * counts, "offered", "chapter", "mistake")
        table = Table(head, rows, f"{'r' * (len(head) - 2)}ll")
        costs = [(row.cost, row.points or 0.0) for row in found]
        notes = [SORTED] if costs != sorted(costs, reverse=True) else []
        tied = study.policy is None and any(_is_tied(option) for each in study.costs for option in each.options)
        notes += [TIED] * tied
        yield Section("Most expensive mistakes", [table, Lines(notes)], how=MISTAKES)


def _is_tied(option: OptionCost) -> bool:
    """Whether it only costs something as best play happens to go."""
    return option.free is True and option.best == 0.0 and option.weight >= UNSEEN


def place(what: Advice | DecisionCosts | GoodChoice | Mistake) -> str:
    """`11`, `11 (parry, Grey wolf)`, `12 (pick 2)`"""
    names = [name for name in (what.name, what.against) if name and name != what.chapter]
    if isinstance(what, DecisionCosts | Mistake) and what.pick:
        names.append(f"pick {what.pick}")
    if not what.chapter:
        return ", ".join(names)
    return f"{what.chapter} ({', '.join(names)})" if names else what.chapter


def places(decisions: Sequence[Advice | DecisionCosts | GoodChoice]) -> list[str]:
    """Where they are, in book order; of those that have one name, as where a rule is done three times, which one."""
    return numbered([place(each) for each in decisions])


def by_address(decisions: Sequence[DecisionCosts | GoodChoice]) -> dict[tuple[str, str], str]:
    """The same by chapter and address."""
    return {(each.chapter, each.address): where for each, where in zip(decisions, places(decisions), strict=True)}


def what_to_change(study: Study) -> Iterator[Section]:
    """Where a change of the book does most, as far as best play and its mistakes show."""
    lines = [*_changes(study)]
    if lines:
        yield Section("What to change first", [Lines(lines)])


def _changes(study: Study) -> Iterator[str]:
    wins = study.difficulty.aim == "win"
    amounts = Amounts(wins)
    causes = zip(study.failures, with_chapters(study.failures), strict=True)
    rolled = next(((row, words) for row, words in causes if row.kind in CHANCE), None)
    if wins and rolled is not None and rolled[0].chance >= HEAVY:  # under aim score a defeat may be what earns most
        row, words = rolled
        lost = f"{percent(row.chance, 1)} of plays are lost there by {words.removeprefix(f'{row.chapter} ')}"
        what = "change how the hero is made" if row.chapter == HERO_BLOCK else f"make chapter {row.chapter} easier"
        yield f"To win more often, {what}: {lost}."
    trap = _worst_option(study)
    if trap is not None:
        decision, option, cost = trap
        where = by_address(study.costs)[decision.chapter, decision.address]
        now = "as the book is now, " * study.solved.book.unfinished
        warning = f"{now}{_not_taken(option)} costs {amounts.value(cost)}"
        yield f"To be fairer to a first reader, warn of “{option.label}” ({where}): {warning}."
    unseen = study.unreached_endings if study.policy is None and not study.solved.book.unfinished else ()
    if unseen:
        named = "; ".join(unseen)
        yield f"No play ends in: {named}{'' if named.endswith(ENDS) else '.'}"


def _not_taken(option: OptionCost) -> str:
    """How far it is known that nobody should take an option that best play does not take."""
    if option.useful is False:
        return "it is never best, and"
    if option.free is False:
        return "whoever has played well so far should not take it: it"
    return "best play never takes it, and it"


def _worst_option(study: Study) -> tuple[DecisionCosts, OptionCost, float] | None:
    """Of the options on pages that no way of playing best takes, as far as is known: the one that costs most.

    What counts is the cost times how often it is offered. With it what it costs. Of an amount no page could warn: its
    options are numbers.

    None if none costs much. In a draft it is unknown what an option costs that leads to what is not written yet.
    """
    found = [
        (decision, option, option.cost)
        for decision in study.known_costs
        for option in decision.options
        if not decision.in_fight and decision.what != "amount" and not option.anytime and not option.free
        if option.cost is not None and option.weight > 0
    ]
    worst = max(found, key=lambda each: each[1].weight, default=None)
    if worst is None or (study.difficulty.aim == "win" and worst[2] < HEAVY):
        return None
    return worst


def screen(study: Study) -> Iterator[Section]:
    """The first screen on all this."""
    parts: tuple[Iterator[Section], ...] = (
        what_kills(study, 4),
        what_luck_decides(study, 3),
        mistakes(study, 4),
        what_to_change(study),
    )
    for found in parts:
        yield from found


@contextmanager
def ahead(study: Study) -> Iterator[None]:
    """Inside, a second thread works out later parts of the screen of a large book."""
    with beside(lambda _: (study.mistakes, study.luck)) if study.difficulty.states >= LARGE else nullcontext():
        yield
