"""A book in several modes: a page that tells its author how much of it is luck, and data."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from rich.text import Text

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.modes import LEAST_SHARE, ChapterLuck, Comparison, ModeRow
from gamebook.dice.percent import percent
from gamebook.render.amounts import NARROW, Amounts
from gamebook.render.tables import table

UNKNOWN = "?"
NEVER = "–"
MOST_ROUTE = 24
"""Chapters of a route that are told."""


def comparison_text(found: Comparison, *, width: int | None = None) -> Text:
    """The page of `gamebook compare`."""
    amounts = Amounts(found.book.aim == "win")
    text = Text(found.book.title or "A book without a title", "bold").append("\n")
    if found.hero:
        text.append(f"Hero: {', '.join(f'{name} {value}' for name, value in found.hero.items())}\n")
    text.append("\n").append_text(_modes(found, amounts, width))
    text.append_text(_routes(found, width)).append_text(_left(found))
    text.append_text(
        _chapters("Where luck decides, and the value of reaching each chapter", found.luckiest, found, width)
    )
    return text.append_text(_chapters("Where the modes differ most", found.changed, found, width))


def _section(title: str) -> Text:
    return Text("\n").append(title, "bold").append("\n")


def _modes(found: Comparison, amounts: Amounts, width: int | None) -> Text:
    first = found.first.mode if found.first else "?"
    head = ("mode", "best play", f"as {first}", "uniform", "deaths", "fights", "won", "states")
    text = table(head, [_mode(row, amounts) for row in found.rows], "lrrrrrrr", width, gives=1)
    for row in found.rows:
        if not row.complete:
            told = f"; shown instead: best play of {first}" if row.answers else ""
            text.append(f"{row.mode}: not solved: it has over {row.difficulty.states:,} states{told}\n")
    return text


def _mode(row: ModeRow, amounts: Amounts) -> tuple[str, ...]:
    hard, states = row.difficulty, f"{row.difficulty.states:,}"
    told = (UNKNOWN, UNKNOWN, UNKNOWN)
    if row.answers is not None:
        fights = row.answers.fights
        told = (
            percent(row.answers.deaths),
            f"{fights.fought:.2f}" if fights.fought else NEVER,
            NEVER if fights.share is None else percent(fights.share),
        )
    return (
        row.mode,
        _between(row.value, amounts),
        _between(row.carried, amounts) if row.carried else UNKNOWN,
        _between(hard.uniform, amounts) if hard.uniform else UNKNOWN,
        *told,
        states if row.complete else f"over {states}",
    )


def _between(value: Bracket, amounts: Amounts) -> str:
    """A value, or its bounds where they are wide."""
    if value.low == value.high or value.high - value.low < NARROW:
        return amounts.within(value)
    if not isfinite(value.low) and not isfinite(value.high):
        return UNKNOWN
    return f"{amounts.short(value.low)} to {amounts.short(value.high)}"


def _routes(found: Comparison, width: int | None) -> Text:
    """The likeliest winning route in each mode; a route that was already shown is not shown again."""
    if not any(ending.kind == "victory" for ending in found.book.endings):
        return Text()
    told: dict[tuple[str, ...], str] = {}
    rows = []
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
            told[way] = row.mode
        rows.append((row.mode, percent(row.answers.route_chance) if way else NEVER, words))
    if not rows:
        return Text()
    return _section("Likeliest winning route").append_text(table(("mode", "taken", "chapters"), rows, "lrl", width))


def _left(found: Comparison) -> Text:
    """What a mode could not decide."""
    rows = [row for row in found.rows if row.left]
    text = Text() if not rows else _section("Left on dice")
    for row in rows:
        chapters = dict.fromkeys(address.rpartition("#")[0] for address in row.left)
        places = "1 place" if len(row.left) == 1 else f"{len(row.left)} places"
        text.append(f"{row.mode}: {places}, in {', '.join(chapters)}\n")
    return text


def _chapters(title: str, chapters: Sequence[ChapterLuck], found: Comparison, width: int | None) -> Text:
    """Chapters with their share of luck, and what it is worth to come there in each mode."""
    if found.first is None or not chapters:
        return Text()
    amounts = Amounts(found.book.aim == "win")
    head = ("", "chapter", f"luck ({found.first.mode})", *(row.mode for row in found.rows))
    rows = [
        (
            each.chapter,
            each.title,
            percent(each.share, 1) if each.share >= LEAST_SHARE else NEVER,
            *(NEVER if value is None else amounts.short(value) for value in each.values),
        )
        for each in chapters
    ]
    return _section(title).append_text(table(head, rows, "rl" + "r" * (len(head) - 2), width, gives=1))


def comparison_json(found: Comparison) -> dict[str, Any]:
    """The same as data, of the shape that `comparison.schema.json` describes."""
    return {
        "version": 1,
        "book": {"title": found.book.title, "aim": found.book.aim},
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


def _bracket(value: Bracket | None) -> dict[str, float | None] | None:
    return None if value is None else {"low": value.low, "high": value.high}


def _mode_json(row: ModeRow) -> dict[str, Any]:
    hard, answers = row.difficulty, row.answers
    return {
        "mode": row.mode,
        "value": _bracket(row.value),
        "carried": _bracket(row.carried),
        "uniform": _bracket(hard.uniform),
        "complete": hard.complete,
        "states": hard.states,
        "left_on_dice": list(row.left),
        "answers_are_of": ("best" if row.complete else "carried") if answers else None,
        "answers": answers
        and {
            "victory": answers.victory,
            "deaths": answers.deaths,
            "fights": {"fought": answers.fights.fought, "won": answers.fights.won},
            "route": {"chapters": list(answers.route), "chance": answers.route_chance},
        },
    }
