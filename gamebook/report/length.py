"""The report on how long a play is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite, isnan, nan
from typing import Any

from gamebook.analysis.length import COUNTS, Group, LengthRow, Lengths, Quantile, Spread
from gamebook.plain import as_data
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.best import best_reader, reader_notes
from gamebook.report.cells import Cell, Chance, Worded, number
from gamebook.report.hero import hero
from gamebook.report.section import Lines, Section, Table
from gamebook.report.words import titled
from gamebook.sentences import counted

MOST = 20
"""Chapters in a list."""
SHORTEST = "Some choices are equally good. If {} takes those that end the play soonest, it comes to"

NO_END = "No play ends: all go round for ever."


def sections(found: Lengths) -> Iterator[Section]:
    """A table for each reader; then what readers see."""
    who = f" for {hero(found.book, found.hero)}" if found.hero else ""
    yield Section(f"How long is a play of {titled(found.book.title)}{who}?")
    for row in found.rows:
        yield _reader(row, found.book.aim == "win", best_reader(found.book))
    yield _seen(found)
    yield Section(parts=(Lines(list(_notes(found))),))


def _reader(row: LengthRow, wins: bool, best: str) -> Section:
    """The table of one reader; `best`: the name of the best one."""
    parts: list[Table | Lines] = []
    by_kind = {group.who: group for group in row.groups}
    spreads = {who: {each.what: each for each in group.spreads} for who, group in by_kind.items()}
    head = ["", "mean", "10%", "half", "90%"] + (["winners", "losers"] if wins else [])
    rows: list[list[Cell]] = []
    for what in (*COUNTS, "minutes"):
        if what not in spreads["all"]:
            continue
        one = spreads["all"][what]
        cells: list[Cell] = [what, _mean(one), *(_quantile(each, what) for each in one.quantiles)]
        cells += [_middle(spreads[who].get(what)) for who in ("winners", "losers") if wins]
        rows.append(cells)
    aside = f", {Amounts(wins).play(row.value)}" if wins else ""
    if not rows:
        return Section(str(row.reader), (Lines([NO_END]),), aside=aside)
    parts.append(Table(head, rows, "l" + "r" * (len(head) - 1), gives=0))
    mean = rows[0][1]
    if row.shortest is not None and _told(row.shortest) != str(mean):
        parts.append(Lines([f"{SHORTEST.format(best)} {_told(row.shortest)} chapters on average."]))
    if row.endless:
        parts.append(Lines([f"{Chance(row.endless, low=0.0)} of the plays never end; the table is about the others."]))
    return Section(str(row.reader), parts, aside=aside)


def _mean(spread: Spread) -> Cell:
    return Worded(_told(spread.mean), spread.mean)


def _told(mean: float) -> str:
    return f"{mean:,.1f}" if mean < 1000 else f"{mean:,.0f}"


def _quantile(found: Quantile, what: str) -> Cell:
    """`22`, or `21–23` where a simulation leaves that open."""
    low, high = (_whole(each, what) for each in (found.low, found.high))
    return Worded(low if low == high else f"{low}–{high}", (found.low, found.high))


def _whole(value: float, what: str) -> str:
    if not isfinite(value):
        return number(value)
    return f"{value:,.1f}" if what == "minutes" and value < 10 else f"{value:,.0f}"


def _middle(spread: Spread | None) -> Cell:
    """The mean of some plays; None where there is no such play."""
    return None if spread is None else _mean(spread)


def _seen(found: Lengths) -> Section:
    """How much of the book readers see."""
    head = ["after so many plays", *(f"{row.reader}" for row in found.rows)]
    rows: list[list[Cell]] = []
    for number_, one in enumerate(found.rows[0].seen):
        cells: list[Cell] = [counted(one.plays, "play")]
        for row in found.rows:
            seen = row.seen[number_]
            chapters = nan if seen.chapters is None else seen.chapters
            told = f"{'?' if isnan(chapters) else f'{chapters:.1f}'} different chapters, {seen.endings:.1f} endings"
            cells.append(Worded(told, (chapters, seen.endings), ("different chapters", "endings")))
        rows.append(cells)
    parts: list[Table | Lines] = [Table(head, rows, "l" + "r" * len(found.rows), gives=0)]
    rare = found.hardly_seen
    if rare:
        more = f" and {len(rare) - MOST} more" if len(rare) > MOST else ""
        what = "chapter" if len(rare) == 1 else "chapters"
        parts.append(Lines([f"Fewer than 1 play in 100 comes to {what} {', '.join(rare[:MOST])}{more}."]))
    return Section(f"What is seen of {counted(len(found.book.chapters), 'chapter')}", parts)


def _notes(found: Lengths) -> Iterator[str]:
    if found.late:
        yield f"Not done in time: {', '.join(map(str, found.late))}."
    told = "10%: one play in ten has no more than this; half, 90%: likewise."
    yield f"{told} winners, losers: the means of their plays." if found.book.aim == "win" else told
    yield "chapters: one that is read twice counts twice. choices: those in fights are left out."
    yield from reader_notes(found.book)
    if any(not spread.exact for group in _groups(found) for spread in group.spreads):
        yield (
            f"Means are exact. Two numbers with a dash: from {found.plays:,} simulated plays (seed {found.seed}); "
            "the true number lies between them, with 99% confidence."
        )
    if found.words_per_minute is not None:
        yield f"minutes: for reading alone, at {found.words_per_minute} words a minute, without dice and notes."


def _groups(found: Lengths) -> Iterator[Group]:
    for row in found.rows:
        yield from row.groups


def data(found: Lengths) -> dict[str, Any]:
    """The same as data."""
    return {
        "version": 1,
        "book": {**about(found.book), "language": found.book.language},
        "hero": dict(found.hero),
        "words_per_minute": found.words_per_minute,
        "simulated_plays": found.plays,
        "seed": found.seed,
        "hardly_seen": list(found.hardly_seen),
        "readers": [_row(row) for row in found.rows],
    } | ({"late": [*map(str, found.late)]} if found.late else {})


def _row(row: LengthRow) -> Mapping[str, Any]:
    return {
        "reader": str(row.reader),
        "value": as_data(row.value),
        "endless": row.endless,
        "plays": [
            {"who": group.who, "chance": group.chance, "counts": [as_data(each) for each in group.spreads]}
            for group in row.groups
        ],
        "shortest_chapters": row.shortest,
        "seen": [as_data(each) for each in row.seen],
        "visits": dict(row.visits),
    }
