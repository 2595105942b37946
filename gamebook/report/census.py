"""The report on what is in a book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamebook.analysis.census import Census
from gamebook.analysis.dice import DicePerPlay
from gamebook.errors import LimitReached
from gamebook.plain import as_data
from gamebook.report.cells import Cell, Count, Worded
from gamebook.report.section import Facts, Section
from gamebook.report.words import by, titled
from gamebook.sentences import counted


def sections(census: Census, dice: DicePerPlay | LimitReached) -> Iterator[Section]:
    """A line for each count; of dice perhaps why they were not counted."""
    rows = [*counts(census), ("Dice", _dice(dice))]
    yield Section(titled(census.title), [Facts(rows, width=10)], aside=by(census.author))


def data(census: Census, dice: DicePerPlay | LimitReached) -> dict[str, Any]:
    """The same as data."""
    return as_data(census) | {"dice": None if isinstance(dice, LimitReached) else as_data(dice)}


def _dice(dice: DicePerPlay | LimitReached) -> Cell:
    if isinstance(dice, LimitReached):
        return f"not counted: {dice}"
    known = {
        who: count
        for who, count in (("best play", dice.best), ("the random reader", dice.uniform))
        if count is not None
    }
    if not known:
        return "not counted if a rival plays for points"
    told = ", ".join(f"{count:,.2f} with {who}" for who, count in known.items())
    return Worded(f"per play {told}", (*known.values(),), (*known,))


def counts(census: Census) -> list[tuple[str, Cell]]:
    """A book in numbers: a name and a number each."""
    mean = census.words / census.chapters if census.chapters else 0.0
    lost = f", {census.unreachable} of them unreachable" if census.unreachable else ""
    lost += f", {census.unwritten} of them not written yet" if census.unwritten else ""
    longest = f"; the longest is {census.longest_chapter} with {census.longest_chapter_words:,}" if census.words else ""
    language = f" ({census.language})" if census.language else ""
    endings = census.victories + census.defeats + census.other_endings
    by_kind = census.victories, census.defeats, census.other_endings
    kinds = ", ".join(
        (
            counted(census.victories, "victory", "victories"),
            counted(census.defeats, "defeat"),
            counted(census.other_endings, "other"),
        )
    )
    sheet = {
        "stat": census.stats,
        "number": census.numbers,
        "item": census.items,
        "codeword": census.codewords,
        **({"one-of": census.one_ofs} if census.one_ofs else {}),
    }
    on_sheet = ", ".join(counted(count, kind) for kind, count in sheet.items())
    choices = f"{census.choices:,} in {counted(census.decisions, 'place')}"
    words = f"{census.words:,} of prose and choices{language}, {mean:.0f} per chapter{longest}"
    lines: list[tuple[str, Cell]] = [
        ("Chapters", Worded(f"{census.chapters:,}{lost}", census.chapters)),
        ("Words", Worded(words, (census.words, mean, census.longest_chapter_words), ("", "per chapter", "longest"))),
        ("Choices", Worded(choices, (census.choices, census.decisions), ("", "places"))),
        ("Endings", Worded(f"{endings}: {kinds}", (endings, *by_kind), ("", "victories", "defeats", "others"))),
        ("Fights", Count(census.fights)),
        ("Tests", Count(census.tests)),
        ("Rolls", Worded(f"{census.rolls:,} outside tests and fights", census.rolls)),
        ("Sheet", Worded(on_sheet, (*sheet.values(),), (*sheet,))),
    ]
    if census.shortest_win is None or census.longest_win is None:
        return [*lines, ("Routes", "none to a victory on the map")]
    longest = f"at most {census.longest_win}, each counted once; the book contains loops"
    if not census.loops:
        longest = str(census.longest_win)
    shortest = counted(census.shortest_win, "chapter")
    routes = f"on the map, whatever the conditions: shortest way to win {shortest}, longest {longest}"
    return [*lines, ("Routes", Worded(routes, (census.shortest_win, census.longest_win)))]
