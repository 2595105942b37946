"""What a report says where the heroes cannot be listed in a table."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from pathlib import Path

import pytest

from gamebook.analysis import heroes as table
from gamebook.analysis.study import Study
from gamebook.reading import read_text
from gamebook.report.amounts import Amounts
from gamebook.report.cells import words
from gamebook.report.heroes import choose, sections
from gamebook.report.section import Lines, Table
from gamebook.solver.solving import solve

BOOK = """
    book "Two Dice"

    sheet
        number might = 1d6
        number speed = 1d6

    === 1
    ~ roll 2d6 as d
    ~ if d <= might + speed
        -> victory
    -> defeat
"""


@pytest.mark.parametrize(
    ("hero", "advice"),
    [({}, "Choose one hero (--hero)."), ({"might": 3}, "Fix speed, too (--hero)."), ({"might": 3, "speed": 4}, "")],
)
def test_advice_fits_the_hero(monkeypatch: pytest.MonkeyPatch, hero: Mapping[str, int], advice: str) -> None:
    """There is no advice to choose a hero where the whole hero is given."""
    book = read_text(Path("dice.gbk"), cleandoc(BOOK)).resolved.book
    assert book is not None
    monkeypatch.setattr(table, "MOST_HEROES", 0)
    study = Study(solve(book, hero))
    parts = [part for each in sections(study, Amounts(wins=True)) for part in each.parts]
    told = [part.lines[0].partition("them. ")[2] for part in parts if isinstance(part, Lines)]
    assert told == ([advice] if advice else [])
    assert bool(choose(study)) == bool(advice)


ALIKE = """
sheet
    number might = 1d6
    item rope, lamp

hero
    ~ if might > 3
        ~ choose
            * A lamp
                ~ gain lamp
            * No lamp
    ~ roll 1d2
        1
            ~ gain rope
        2

=== 1
* Light [if lamp]
    ~ lose lamp
    -> victory
-> victory
"""


def test_only_what_is_rolled_is_called_so() -> None:
    """The rope comes by a die, the lamp by a pick."""
    book = read_text(Path("dice.gbk"), ALIKE).resolved.book
    assert book is not None
    (section,) = sections(Study(solve(book, observed=("might", "rope", "lamp"))), Amounts(wins=True))
    assert section.parts == [Lines(["All heroes are equally good, whatever might, rope they roll."])]


def test_heroes_who_win_alike_are_told_by_their_points() -> None:
    """All win; gold of 1 or 2 is earned."""
    book = read_text(Path("gold.gbk"), cleandoc(GOLD)).resolved.book
    assert book is not None
    (section,) = sections(Study(solve(book)), Amounts(wins=True))
    (table,) = section.parts
    assert isinstance(table, Table)
    assert table.head == ("", "win", "points", "", "")
    assert [[words(cell) for cell in row[:4]] for row in table.rows] == [
        ["worst", "100%", "1", "gold 1"],
        ["mean", "100%", "1.5", "over the dice"],
        ["best", "100%", "2", "gold 2"],
    ]


GOLD = """
    book "Gold"
        aim win then score

    sheet
        number gold = 1d2

    === 1
    ~ score +gold
    -> victory
"""
