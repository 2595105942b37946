from __future__ import annotations

from gamebook.render.tables import table


def test_columns_stand_in_line() -> None:
    text = table(("n", "name"), [("7", "gate"), ("12", "城門")], "rl").plain
    assert text.splitlines() == [" n  name", " 7  gate", "12  城門"]


def test_the_last_column_gives_way() -> None:
    text = table(("n", "name"), [("7", "a very long name of a chapter")], "rl", width=20).plain
    assert text.splitlines()[1] == "7  a very long name…"[:19] + "…"
    assert max(map(len, text.splitlines())) <= 20
