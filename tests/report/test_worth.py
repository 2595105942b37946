"""The list of what things are worth: all of it, or its two ends and how many stand between."""

import csv
from io import StringIO
from textwrap import dedent

import pytest
from msgspec.structs import replace

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.worth import Without, worth
from gamebook.project import Project
from gamebook.render.csv import csv_text
from gamebook.report.section import Lines, Section, Table
from gamebook.report.worth import sections
from tests.analysis.test_worth import CASTLE


@pytest.mark.parametrize(
    ("count", "shown", "words"),
    [
        (20, 20, ""),
        (21, 21, ""),
        (23, 23, ""),
        (24, 20, "There are 4 more things, above the last three lines; --json has them all."),
    ],
)
def test_what_is_left_out_stands_above_the_last_three(count: int, shown: int, words: str) -> None:
    found = worth(Project.of(CASTLE).edition().book, kinds=("item",), listed=1000)
    rows = tuple(Without("item", f"thing {n}", Bracket(n / 100, n / 100), None) for n in range(count))
    parts = [part for section in sections(replace(found, without=rows)) for part in section.parts]
    table = next(part for part in parts if isinstance(part, Table) and part.head[0] == "without")
    assert len(table.rows) == shown
    lines = [line for part in parts if isinstance(part, Lines) for line in part.lines]
    assert [line for line in lines if "more thing" in line] == [words] * bool(words)


def test_a_rolled_stat_has_its_value_and_the_chance_as_numbers() -> None:
    """With 1 of 2 rows won, 1 in 2; with 2 of 3, 2 in 3."""
    book = """
    sheet
        number might = 1d2 in 1..2

    === 1
    ~ random
        might: -> victory
        1: -> defeat
    """
    found = worth(Project.of(dedent(book)).edition().book, kinds=("item",), listed=1000)
    part = next(section.parts for section in sections(found) if section.title == "Rolls")
    head, row = csv.reader(StringIO(csv_text([Section("", part)])))
    both = ("at its lowest", "at its highest")
    assert head == ["stat", *(f"{which}, {what}" for which in both for what in ("value", "chance to win"))]
    assert [float(each) for each in row[1:]] == pytest.approx([1, 1 / 2, 2, 2 / 3])
