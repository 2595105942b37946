"""The table of fights."""

from __future__ import annotations

from gamebook.analysis.fight_costs import FightCost
from gamebook.report.fights import data, sections

DUEL = FightCost("1#2", "1", "Rat", fought=0.5, won=0.75, left=0.125, means={"STAMINA": (18.0, 15.26)})
HUNT = FightCost("t#1", "", "Wolf", fought=1e-7, won=1.0, left=0.0, means={})


def test_what_is_hardly_ever_fought_is_left_out() -> None:
    (section,) = sections("best", [DUEL, HUNT], {"1": "The cellar"})
    (table,) = section.in_words
    assert [str(cell) for cell in table.rows[0]] == [
        "1 The cellar", "Rat", "0.5", "75.0%", "12.5%", "STAMINA 18.0", "STAMINA 15.3",
    ]  # fmt: skip
    assert len(table.rows) == 1
    assert not list(sections("best", [HUNT], {}))


def test_nobody_leaves_what_cannot_be_left() -> None:
    (section,) = sections("best", [FightCost("1#2", "1", "Rat", 0.5, 0.75, 0.0, {})], {})
    (table,) = section.in_words
    assert "left" not in table.head


def test_data() -> None:
    assert data([DUEL]) == [
        {
            "chapter": "1",
            "foes": "Rat",
            "fought": 0.5,
            "won": 0.75,
            "left": 0.125,
            "means": {"STAMINA": {"begins": 18.0, "won": 15.26}},
        }
    ]
