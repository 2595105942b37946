"""What is known of good play in a book that is too large to be solved: how plays of a practised reader end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gamebook.analysis.costs import ANYTIME
from gamebook.analysis.good_choices import GoodChoice, GoodOption, anytime
from gamebook.analysis.study import Study
from gamebook.report.cells import Cell, Chance, Chapter, Choice, Place, often
from gamebook.report.section import Lines, Section, Table
from gamebook.report.why import by_address, places

if TYPE_CHECKING:
    from gamebook.analysis.difficulty import Bracket
    from gamebook.solver.practice import Practised

MANY = 8
"""Rows of a table."""
HOW_ENDED = "The share of simulated plays that ended so."
HOW_FAILED = "The share of simulated plays that ended in the chapter without a victory."
HOW_CHOSEN = (
    "Open: how often the option could be taken in one simulated play, on average. Taken: the share of these times; of "
    "options that are not always open together, the shares do not add up to 100%. What good play takes was found by "
    "practice; it need not be the best."
)
ROUNDING = 1e-9
"""A share of plays below this is rounding."""
FEW_DECISIONS, FEW_OPTIONS = 5, 4
"""Decisions of the short table, and options of each."""


def beside_best(found: Practised, best: Bracket) -> str:
    """What good play says of best play; empty if best play is known not to be better.

    The interval of good play is about what was learned: it becomes no narrower by more practice, it rises.
    """
    if best.low > found.win.high:
        return "better play than this is proven (see best play)"
    if found.rivals:
        return "both sides have learned to play this well so far; best play may win more often, or less often"
    if best.high <= found.win.high:
        return ""
    return "best play wins about as often, or more often: practice need not find the best play"


def sections(study: Study, found: Practised, *, choices: bool = False) -> Iterator[Section]:
    """Endings, the chapters where good play fails, and what it chooses.

    Args:
        study: the answers.
        found: what plays of the practised reader show.
        choices: all decisions, in book order; else those that were met most often, without those of fights.
    """
    yield _endings(study, found)
    failed = _most(found.failures)
    if failed:
        yield _failures(study, found, failed)
    some = [each for each in study.good_choices if each.is_a_choice]
    if some:
        yield _all_choices(study, some) if choices else _most_met(some)


def _most(shares: Mapping[str, float]) -> list[str]:
    return sorted((name for name, share in shares.items() if share > 0.0), key=lambda name: -shares[name])


def _endings(study: Study, found: Practised) -> Section:
    """Each ending that either reader came to; of many those that one of them comes to most often."""
    kinds = study.solved.book.ending_kinds
    sample = study.difficulty.sample
    random = sample if sample is not None and sample.plays else None
    by_chance = {name: count / random.plays for name, count in random.counts.items()} if random else {}
    readers = [("good play", found.endings), *([("random", by_chance)] if random else [])]
    often = {name: tuple(shares.get(name, 0.0) for _, shares in readers) for name in kinds}
    met = sorted((name for name in kinds if any(often[name])), key=lambda name: often[name], reverse=True)
    shown = set(sorted(met, key=lambda name: -max(often[name]))[:MANY])
    rows = [(*map(Chance, often[name]), kinds[name], name) for name in met if name in shown]
    head = (*(reader for reader, _ in readers), "kind", "ending")
    rest = [sum(often[name][column] for name in met if name not in shown) for column in range(len(readers))]
    lines = [f"… and {len(met) - MANY} more: {_each(readers, rest)}"] if len(met) > MANY else []
    given_up = [1.0 - sum(found.endings.values()), *([random.unfinished / random.plays] if random else [])]
    given_up = [share if share > ROUNDING else 0.0 for share in given_up]
    if any(given_up):
        lines.append(
            f"Plays that went on for very long were given up, and are missing here: {_each(readers, given_up)}."
        )
    table = Table(head, rows, "r" * len(readers) + "ll")
    return Section("Endings in simulated plays", [table, *([Lines(lines)] if lines else [])], how=HOW_ENDED)


def _each(readers: Sequence[tuple[str, object]], shares: Sequence[float]) -> str:
    """`good play 2.000%, random 31.000%`"""
    return ", ".join(f"{name} {Chance(share)}" for (name, _), share in zip(readers, shares, strict=True))


def _failures(study: Study, found: Practised, names: list[str]) -> Section:
    titles = study.solved.book.titles
    total = sum(found.failures.values())
    rows = [
        (Chance(found.failures[name]), Chance(found.failures[name] / total, 1), Chapter(name, titles.get(name, "")))
        for name in names[:MANY]
    ]
    rest = sum(found.failures[name] for name in names[MANY:])
    more = [Lines([f"… and {len(names) - MANY} more, {Chance(rest)} in all"])] * (len(names) > MANY)
    head = ("fails", "of failures", "chapter where play ended")
    return Section("Where good play fails, in simulated plays", [Table(head, rows, "rrl"), *more], how=HOW_FAILED)


def _most_met(some: Sequence[GoodChoice]) -> Section:
    """The decisions that were met most often; decisions in fights only if the book has no others."""
    pages = [each for each in some if not each.in_fight] or some
    most = sorted(pages, key=lambda each: -each.met)[:FEW_DECISIONS]
    where = by_address(some)
    rows = [
        row
        for each in most
        for row in [*_rows(where[each.chapter, each.address], each, _most_taken(each)), *_untold(each)]
    ]
    left = len(some) - len(most)
    more = [f"… and {left} more {'decision' if left == 1 else 'decisions'} (--choices)"] if left else []
    return _chosen(rows, more)


def _all_choices(study: Study, some: Sequence[GoodChoice]) -> Section:
    """All decisions, and last the actions that many of them offer."""
    told = zip(places(some), some, strict=True)
    rows = [row for where, each in told for row in _rows(where, each, [*each.own, *_elsewhere(each)])]
    whole = anytime(study.good_choices)
    return _chosen([*rows, *(_row(ANYTIME if each is whole[0] else "", each, ()) for each in whole)], [])


def _elsewhere(choice: GoodChoice) -> list[GoodOption]:
    """The actions of any time that were taken at a decision: without them its shares would not add up."""
    return [option for option in choice.options if option.anytime and option.taken]


def _told(choice: GoodChoice) -> list[GoodOption]:
    """The options of a decision that the short table may show."""
    return [*(option for option in choice.own if option.open), *_elsewhere(choice)]


def _most_taken(choice: GoodChoice) -> list[GoodOption]:
    """Some options that were open, in the order written: where there are many, those that were taken most often."""
    opened = _told(choice)
    most = sorted(opened, key=lambda option: -option.open * option.taken)[:FEW_OPTIONS]
    return [option for option in opened if option in most]


def _untold(choice: GoodChoice) -> Iterator[Sequence[Cell]]:
    """A row that says how many options the short table leaves out."""
    left = len(_told(choice)) - FEW_OPTIONS
    if left > 0:
        yield "", "", "", f"… and {left} more"


def _rows(where: str, choice: GoodChoice, options: Sequence[GoodOption]) -> Iterator[Sequence[Cell]]:
    """A row for each option of a decision; the first names the place."""
    rival = ("rival",) * choice.rival
    for number, option in enumerate(options):
        who = ("at any time",) if option.anytime else rival
        yield _row("" if number else Place(where, choice.chapter), option, who)


def _row(where: Cell, option: GoodOption, who: tuple[str, ...]) -> Sequence[Cell]:
    share = Chance(option.taken, 1) if option.open else None
    return where, often(option.open), share, Choice(option.label, who)


def _chosen(rows: Sequence[Sequence[Cell]], more: Sequence[str]) -> Section:
    table = Table(("chapter", "open", "taken", "option"), rows, "lrrl")
    return Section("What good play chooses, in simulated plays", [table, Lines(more)], how=HOW_CHOSEN)
