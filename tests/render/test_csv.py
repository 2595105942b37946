from __future__ import annotations

import csv
from io import StringIO
from math import inf, nan

import pytest

from gamebook.render.csv import csv_text
from gamebook.report.cells import Chance, Points, Worded
from gamebook.report.section import Facts, Lines, Section, Table
from tests.render.reports import BOUNDS, HOSTILE, SMALL


def test_tables_have_titles_and_plain_values() -> None:
    assert csv_text(SMALL).splitlines() == [
        "Moat",
        "Best play,wins,0.4,0.6",
        ",exactly 1/2",
        "",
        "Endings",
        "chance,ending",
        "0.25,Won",
        ",Lost",
    ]


def test_a_report_of_one_table_is_that_table() -> None:
    """A column in which a value has bounds is two columns."""
    assert csv_text(BOUNDS).splitlines() == [
        'chapter,"value, at least","value, at most","points, at least","points, at most"',
        "1,0.25,0.5,2.5,3.5",
        "2,0.75,0.75,,",
    ]


def test_a_cell_with_several_values_is_as_many_columns() -> None:
    """A cell with one value in such a column stands for each of them; a fact has its numbers behind its words."""
    sample = Worded("0.4 (0.3 to 0.6)", (0.4, 0.3, 0.6), ("", "at least", "at most"))
    table = Table(("attempt", "wins"), [(1, Chance(0.5)), (2, sample)])
    assert csv_text([Section(parts=[table])]).splitlines() == [
        'attempt,wins,"wins, at least","wins, at most"',
        "1,0.5,0.5,0.5",
        "2,0.4,0.3,0.6",
    ]
    facts = Facts([("Sheet", Worded("1 stat, 2 items", (1, 2), ("stat", "item")))])
    assert csv_text([Section(parts=[facts])]).splitlines() == ['Sheet,"1 stat, 2 items",1,2']


def test_a_report_without_a_table_is_empty() -> None:
    assert csv_text([Section("Moat", [Lines(["Nothing"])])]) == ""
    assert csv_text([Section("Moat", [Facts([])])]) == ""


def test_what_is_not_known_is_empty() -> None:
    table = Table(("chance", "points", "steps"), [(Chance(nan), Points(inf), None)])
    assert csv_text([Section(parts=[table])]) == "chance,points,steps\n,inf,\n"


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_kept(name: str) -> None:
    read = list(csv.reader(StringIO(csv_text([Section("", [Table((name,), [(name,)])])]), newline="")))
    assert read == [[name], [name]]
