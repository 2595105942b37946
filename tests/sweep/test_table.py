"""The table of a sweep."""

from __future__ import annotations

from gamebook.render.text import text
from gamebook.sweep.run import Swept
from gamebook.sweep.table import sections
from gamebook.sweep.task import Found, Task


def test_a_reader_who_does_better_than_best_play_has_a_price_below_0() -> None:
    task = Task(axes=(("reader", "soft(3)"),), main="door.gbk", texts=())
    swept = Swept(((task, Found(0.34, 0.34, price=-0.24, luck=1.0)),), new=1)
    assert "34.000%  -24.000%  100%" in str(text(sections(swept, wins=True)))
