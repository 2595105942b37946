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
from gamebook.report.section import Chart, Lines, Table
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


HOUSES = """
    book "Houses"

    sheet
        stat nerve = 1d2
        one-of house: none, owl, hare
        one-of blood: none, blue, red

    hero
        ~ roll 1d2
            1
                ~ gain blue
            2
                ~ gain red
        ~ choose "house"
            * Owls
                ~ gain owl
            * Hares
                ~ gain hare

    === 1
    ~ roll 1d6
        1
            ~ if owl and nerve = 2
                -> victory
            -> defeat
        2-3
            ~ if hare and nerve = 1
                -> victory
            -> defeat
        4-5 -> victory
        6
            ~ if red
                -> victory
            -> defeat
"""
"""With nerve 1 hares win on 2 to 5, with nerve 2 owls on 1, 4 and 5; who is red wins on 6, too."""


def test_what_is_picked_and_what_dice_name_is_told_by_its_name() -> None:
    """The table is of what dice settle: there is no hero with nerve 1 who picks the owls."""
    book = read_text(Path("houses.gbk"), cleandoc(HOUSES)).resolved.book
    assert book is not None
    (section,) = sections(Study(solve(book)), Amounts(wins=True))
    worst, heat = section.parts[0], section.parts[-1]
    assert isinstance(worst, Table)
    assert [words(cell) for row in (worst.rows[0], worst.rows[-1]) for cell in row[1:3]] == [
        *("50.000%", "nerve 2, house owl, blood blue"),
        *("83.333%", "nerve 1, house hare, blood red"),
    ]
    assert isinstance(heat, Chart)
    assert [words(cell) for cell in heat.table.head] == ["nerve \\ blood", "blue", "red"]
    assert [[words(cell) for cell in row] for row in heat.table.rows] == [
        ["1", "66.7%", "83.3%"],
        ["2", "50.0%", "66.7%"],
    ]
