"""The table of a sweep."""

from __future__ import annotations

import csv

from gamebook.render.csv import csv_text
from gamebook.render.text import text
from gamebook.sweep.run import Swept
from gamebook.sweep.table import sections
from gamebook.sweep.task import Found, Task


def test_a_reader_who_does_better_than_best_play_has_a_price_below_0() -> None:
    task = Task(axes=(("reader", "soft(3)"),), main="door.gbk", texts=())
    swept = Swept(((task, Found(0.34, 0.34, price=-0.24, luck=1.0)),), new=1)
    assert "34.000%  -24.000%  100%" in str(text(sections(swept, wins=True)))


def test_an_axis_and_a_result_of_one_name_are_two_columns() -> None:
    axes = (("price", "3"), ("states", "2"), ("SKILL", "9"), ("luck", "1"))
    task = Task(axes=axes, main="door.gbk", texts=())
    swept = Swept(((task, Found(0.5, 0.5, states=7, price=0.25, luck=1.0)),), new=1)
    head, row = list(csv.reader(csv_text(sections(swept, wins=True)).splitlines()))[:2]
    assert head[:4] == ["axes.price", "axes.states", "SKILL", "axes.luck"]
    assert len(set(head)) == len(head)
    assert row[:4] == ["3", "2", "9", "1"]


def test_one_variant_is_one() -> None:
    swept = Swept(((Task(axes=(), main="door.gbk", texts=()), Found(0.5, 0.5)),), new=1)
    assert "\n1 variant, 1 of them worked out now." in str(text(sections(swept, wins=True)))
