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
from gamebook.report.heroes import choose, sections
from gamebook.report.section import Lines
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
