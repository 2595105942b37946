"""The report on a book in several modes: how much of it is luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, nan
from typing import Any

from gamebook.analysis.alike import NARROW
from gamebook.analysis.modes import LEAST_SHARE, ChapterLuck, Comparison, ModeRow
from gamebook.plain import as_data
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell, Chance, Count, Number
from gamebook.report.hero import hero
from gamebook.report.section import Lines, Section, Table
from gamebook.report.words import titled

UNKNOWN = Chance(nan)
MOST_ROUTE = 24
"""The most chapters of a route that are shown."""


def sections(found: Comparison) -> Iterator[Section]:
    """The page of `gamebook compare`."""
    yield Section(titled(found.book.title), [Lines([f"Hero: {hero(found.book, found.hero)}"])] if found.hero else ())
    yield _modes(found, Amounts(found.book.aim == "win"))
    yield from _routes(found)
    yield from _left(found)
    yield from _chapters("Where luck decides, and the value of reaching each chapter", found.luckiest, found)
    yield from _chapters("Where the modes differ most", found.changed, found)


def has_bounds(found: Comparison) -> bool:
    """Whether the page shows bounds of something: points that are not known at all have none."""
    return any(isfinite(row.value.low) or isfinite(row.value.high) for row in found.rows if not row.complete)


def _modes(found: Comparison, amounts: Amounts) -> Section:
    first = found.first
    carried = [f"best play of {first.mode}"] if first else []  # what no mode can show has no column
    head = ("mode", "best play", *carried, "random", "deaths", "fights", "fights won", "states")
    notes = []
    for row in found.rows:
        if not row.complete:
            told = f"; shown instead: best play of {first.mode}" if first and row.answers else ""
            known = row.value.high - row.value.low < NARROW
            what = "a limit was reached when only best play was known" if known else "not solved"
            notes.append(f"{row.mode}: {what}: it has at least {row.difficulty.states:,} states{told}")
    if found.book.fights:
        notes.append("More states than in solve: here, fights are counted.")
    rows = [_mode(row, amounts, carried=bool(carried)) for row in found.rows]
    return Section(parts=[Table(head, rows, "l" + "r" * (len(head) - 1), gives=1), Lines(notes)])


def _mode(row: ModeRow, amounts: Amounts, *, carried: bool) -> tuple[Cell, ...]:
    """A row of the table; `carried`: with a column for the best play of the first mode that was solved."""
    hard, states = row.difficulty, Count(row.difficulty.states)
    told: tuple[Cell, ...] = (UNKNOWN, UNKNOWN, UNKNOWN)
    if row.answers is not None:
        fights = row.answers.fights
        told = (
            Chance(row.answers.deaths),
            Number(fights.fought, ".2f") if fights.fought else None,
            None if fights.share is None else Chance(fights.share),
        )
    return (
        row.mode,
        amounts.between(row.value),
        *([amounts.between(row.carried) if row.carried else UNKNOWN] if carried else []),
        amounts.between(hard.uniform) if hard.uniform else UNKNOWN,
        *told,
        states if row.complete else f"at least {states}",
    )


def _routes(found: Comparison) -> Iterator[Section]:
    """The likeliest winning route in each mode; a route that was already shown is not shown again."""
    if not any(ending.kind == "victory" for ending in found.book.endings):
        return
    told: dict[tuple[str, ...], str] = {}
    rows: list[tuple[Cell, ...]] = []
    for row in found.rows:
        if row.answers is None:
            continue
        way = row.answers.route
        if not way:
            words = "none found without a loop" if row.answers.victory > 0 else "never wins"
        elif way in told:
            words = f"same as {told[way]}"
        else:
            more = f" … {len(way) - MOST_ROUTE} more" if len(way) > MOST_ROUTE else ""
            words = " ".join(way[:MOST_ROUTE]) + more
            words += "" if row.answers.route_likeliest else " (there may be a likelier one)"
            told[way] = row.mode
        rows.append((row.mode, Chance(row.answers.route_chance) if way else None, words))
    if rows:
        yield Section("Likeliest winning route", [Table(("mode", "taken", "chapters"), rows, "lrl")])


def _left(found: Comparison) -> Iterator[Section]:
    """What a mode could not decide."""
    lines = []
    for row in found.rows:
        chapters = dict.fromkeys(address.rpartition("#")[0] for address in row.left)
        places = "1 place" if len(row.left) == 1 else f"{len(row.left)} places"
        if chapters:
            lines.append(f"{row.mode}: {places}, in {', '.join(chapters)}")
    if lines:
        yield Section("Left on dice", [Lines(lines)])


def _chapters(title: str, chapters: Sequence[ChapterLuck], found: Comparison) -> Iterator[Section]:
    """Chapters with their share of luck, and what it is worth to come there in each mode."""
    if found.first is None or not chapters:
        return
    amounts = Amounts(found.book.aim == "win")
    head = ("", "chapter", f"luck ({found.first.mode})", *(row.mode for row in found.rows))
    rows = [
        (
            each.chapter,
            each.title,
            Chance(each.share, 1) if each.share >= LEAST_SHARE else None,
            *(None if value is None else amounts.cell(value) for value in each.values),
        )
        for each in chapters
    ]
    yield Section(title, [Table(head, rows, "rl" + "r" * (len(head) - 2), gives=1)])


def data(found: Comparison) -> dict[str, Any]:
    """The same as data, of the shape that `comparison.schema.json` describes."""
    return {
        "version": 1,
        "book": about(found.book),
        "hero": dict(found.hero),
        "modes": [_mode_json(row) for row in found.rows],
        "chapters": [
            {
                "chapter": each.chapter,
                "title": each.title,
                "luck": each.share,
                "values": {row.mode: value for row, value in zip(found.rows, each.values, strict=True)},
            }
            for each in found.chapters
        ],
    }


def _mode_json(row: ModeRow) -> dict[str, Any]:
    hard, answers = row.difficulty, row.answers
    return {
        "mode": row.mode,
        "value": as_data(row.value),
        "carried": as_data(row.carried) if row.carried else None,
        "uniform": as_data(hard.uniform) if hard.uniform else None,
        "complete": hard.complete,
        "states": hard.states,
        "left_on_dice": list(row.left),
        "answers_are_of": ("best" if row.complete else "carried") if answers else None,
        "answers": answers
        and {
            "victory": answers.victory,
            "deaths": answers.deaths,
            "fights": {"fought": answers.fights.fought, "won": answers.fights.won},
            "route": {
                "chapters": list(answers.route),
                "chance": answers.route_chance,
                "likeliest": answers.route_likeliest,
            },
        },
    }
