"""The table of a sweep."""

from __future__ import annotations

import csv
from math import inf

import pytest

from gamebook.render.csv import csv_text
from gamebook.render.text import text
from gamebook.sweep.run import Swept
from gamebook.sweep.table import columns, data, limited, sections
from gamebook.sweep.task import Found, Task

AIMS = (("HEAD~1", "score"), ("HEAD", "win"))


def test_a_reader_who_does_better_than_best_play_has_a_price_below_0() -> None:
    task = Task(axes=(("reader", "soft(3)"),), main="door.gbk", texts=())
    swept = Swept(((task, Found(0.34, 0.34, price=-0.24, luck=1.0)),), new=1)
    assert "34.000%  -24.000%  100%" in str(text(sections(swept)))


def test_an_axis_and_a_result_of_one_name_are_two_columns() -> None:
    axes = (("price", "3"), ("states", "2"), ("SKILL", "9"), ("luck", "1"))
    task = Task(axes=axes, main="door.gbk", texts=())
    swept = Swept(((task, Found(0.5, 0.5, states=7, price=0.25, luck=1.0)),), new=1)
    head, row = list(csv.reader(csv_text(sections(swept)).splitlines()))[:2]
    assert head[:4] == ["axes.price", "axes.states", "SKILL", "axes.luck"]
    assert len(set(head)) == len(head)
    assert row[:4] == ["3", "2", "9", "1"]


def test_an_axis_of_numbers_has_numbers_for_other_programs() -> None:
    tasks = [
        Task(axes=(("hero", hero), ("low", 3 + n)), main="door.gbk", texts=()) for n, hero in enumerate(("a", "b"))
    ]
    told = columns(Swept(((tasks[0], Found(0.5, 0.75, states=7)), (tasks[1], Found(failure="no"))), new=2))
    assert (told["hero"], told["axes.low"]) == (["a", "b"], [3, 4])
    assert (told["low"], told["high"], told["states"]) == ([0.5, None], [0.75, None], [7, None])
    assert told["failure"] == ["", "no"]


def test_one_variant_is_one() -> None:
    swept = Swept(((Task(axes=(), main="door.gbk", texts=()), Found(0.5, 0.5)),), new=1)
    assert "\n1 variant, 1 of them worked out now." in str(text(sections(swept)))


def test_chances_and_points_have_columns_of_their_own() -> None:
    """A revision of a book may be played for points, and the next one to win."""
    old, new = (Task(axes=(("revision", name),), main="a.gbk", texts=(), aim=aim) for name, aim in AIMS)
    swept = Swept(((old, Found(12.0, 12.0)), (new, Found(0.25, 0.25))), new=2)
    head, *rows = list(csv.reader(csv_text(sections(swept)).splitlines()))[:3]
    assert head[:3] == ["revision", "wins with chance", "earns"]
    assert [row[:3] for row in rows] == [["HEAD~1", "", "12.0"], ["HEAD", "0.25", ""]]
    assert [row["aim"] for row in data(swept)["rows"]] == ["score", "win"]


def test_bounds_are_two_numbers() -> None:
    task = Task(axes=(), main="door.gbk", texts=())
    swept = Swept(((task, Found(0.0, 1.0)), (task, Found(0.25, 0.25)), (task, Found(0.0, 0.5))), new=3)
    shown = str(text(sections(swept)))
    assert "\n      0% to 100%" in shown
    assert "\n   0% to 50.000%" in shown
    head, *rows = list(csv.reader(csv_text(sections(swept)).splitlines()))[:4]
    assert head[:2] == ["wins with chance, at least", "wins with chance, at most"]
    assert [row[:2] for row in rows] == [["0.0", "1.0"], ["0.25", "0.25"], ["0.0", "0.5"]]
    assert limited(swept) == 2


@pytest.mark.parametrize(
    ("aim", "low", "high", "is_limited"),
    [
        ("win", 0.5, 0.5 + 1e-12, False),
        ("win", 0.5, 0.6, True),
        ("score", 0.0, 1.0, True),
        ("score", 3.0, 3.0, False),
        ("score", inf, inf, False),
    ],
)
def test_what_counts_as_known(aim: str, low: float, high: float, is_limited: bool) -> None:
    task = Task(axes=(), main="door.gbk", texts=(), aim=aim)
    assert limited(Swept(((task, Found(low, high)),), new=1)) == is_limited


def test_a_failure_is_no_limit() -> None:
    task = Task(axes=(), main="door.gbk", texts=())
    assert limited(Swept(((task, Found(failure="no")),), new=1)) == 0
