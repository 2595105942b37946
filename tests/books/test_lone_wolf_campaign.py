"""Lone Wolf 2 and The Seven Lamps: the third book alone; the second by plain recursion, its end worth the third."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import gamebook
from gamebook.analysis.campaign import Campaign, Start, campaign
from gamebook.limits import NO_LIMITS
from gamebook.model.book import Book
from gamebook.model.step import End
from gamebook.resources import resource_folder
from tests.books.test_lone_wolf import BOOK, told
from tests.support.lone_wolf import HEROES, Game, Hero, Sheet

LAMPS: Path = resource_folder("books") / "lone-wolf" / "the-seven-lamps.gbk"
HERO = "revenge2021"
UNTIL = "222"
"""The second book is played up to this chapter, so that the recursion takes seconds."""


class Chain(Game):
    """The second book up to a chapter, where a sheet is worth what the third book says."""

    def __init__(self, hero: Hero, worth: dict[tuple[int, int], dict[int, float]]) -> None:
        super().__init__(hero, "fixed", UNTIL)
        self.worth = worth

    def forget(self, number: str, sheet: Sheet) -> Sheet:
        """Gold is asked for at the end."""
        return Sheet(sheet.endurance, sheet.gold, sheet.meals, sheet.items - self.idle[number])

    def chapter(self, number: str, sheet: Sheet) -> float:
        if number != self.until:
            return super().chapter(number, sheet)
        by_gold = self.worth["Shield" in sheet.items, "ChainMail" in sheet.items]
        classes = sorted(by_gold)
        return by_gold[classes[bisect_right(classes, sheet.gold) - 1]]


def shortened(book: Book) -> Book:
    """The second book, won in the chapter."""
    victory = next(ending.name for ending in book.endings if ending.kind == "victory")
    chapters = tuple(
        structs.replace(each, body=(End(ending=victory, address=UNTIL),)) if each.name == UNTIL else each
        for each in book.chapters
    )
    return structs.replace(book, chapters=chapters)


def numbers(start: Start) -> dict[str, int]:
    """The sheet with which the third book begins, one-ofs as numbers, too."""
    values = {each.name: each.values for each in gamebook.Project(LAMPS).book.variables}
    return {name: values[name].index(value) if isinstance(value, str) else value for name, value in start.sheet.items()}


@pytest.fixture(scope="module")
def found() -> Campaign:
    from gamebook.analysis.given_hero import for_hero

    second, hero = for_hero(gamebook.Project(BOOK).book, told(HEROES[HERO]))
    return campaign([shortened(second), gamebook.Project(LAMPS).book], hero, limits=NO_LIMITS, listed=1)


@pytest.mark.slow
def test_a_start_is_worth_what_the_third_book_is_with_it(found: Campaign) -> None:
    """The book alone, in arrays, against one listing of all starts."""
    start = found.stages[1].starts[0]
    sheet: dict[str, Any] = numbers(start)
    things = {name: sheet.pop(name) for name in ("shield", "chainmail")}
    hero = {"COMBAT-SKILL": sheet["COMBAT-SKILL"], "ENDURANCE": sheet["initial ENDURANCE"], "gold": sheet["gold"]}
    hero |= {name: value for name, value in sheet.items() if value and name not in hero and "initial" not in name}
    alone = gamebook.solve(LAMPS, hero, sheet=things)
    assert start.value.low - 1e-11 <= alone.value <= start.value.high + 1e-11


@pytest.mark.slow
def test_the_chain_is_worth_what_plain_recursion_says(found: Campaign) -> None:
    worth: dict[tuple[int, int], dict[int, float]] = {}
    for start in found.stages[1].starts:
        sheet = numbers(start)
        worth.setdefault((sheet.get("shield", 1), sheet.get("chainmail", 0)), {})[sheet["gold"]] = start.value.middle
    assert found.stages[1].by_class
    assert found.best.middle == pytest.approx(Chain(HEROES[HERO], worth).value, abs=1e-12)
    assert found.best.high - found.best.low < 1e-10
