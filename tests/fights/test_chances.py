from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import gamebook
from gamebook.fights.answers import Questions, answer
from gamebook.fights.encounter import encounter
from gamebook.fights.render.report import report_json, report_sections
from gamebook.render.text import text
from tests.support import naive_fights as naive
from tests.support.slowly import then_slowly


def test_every_number_in_the_ranges_has_its_chance() -> None:
    """Against a recursion in fractions, and a fight solved alone."""
    found = answer(encounter("9/1..5/0..3", ["10/1..5"]), Questions()).chances
    assert found is not None
    assert [axis.label for axis in found.axes] == ["STAMINA", "LUCK", "foe STAMINA"]
    value = naive.best_value(-1)
    best = found.worth["best play"]
    for h, luck, o in product(range(1, 6), range(4), range(1, 6)):
        assert best[h - 1, luck, o - 1] == pytest.approx(float(value(h, o, luck)))
    alone = gamebook.fight("9/5/3", ["10/4"])
    assert best[4, 3, 3] == pytest.approx(alone.best.value.middle)
    assert found.worth["random"][4, 3, 3] == pytest.approx(alone.uniform.value.middle)


@pytest.mark.parametrize("compare", [False, True])
def test_along_a_range_nothing_else_changes(compare: bool) -> None:
    fight = encounter("8..9/6/3", ["9/4"])
    found = answer(fight, Questions(along="SKILL", compare=compare, only=["never"])).along
    assert found is not None
    alone = [gamebook.fight(f"{skill}/6/3", ["9/4"]).best.value.middle for skill in (8, 9)]
    assert [each.worth["best play"] for each in found.slices] == pytest.approx(alone)


def test_a_table_is_printed() -> None:
    found = answer(encounter("8..9/6/3", ["9/4"]), Questions())
    title, head, first, second = text(report_sections(found)).plain.splitlines()
    assert (title, head.split()) == ("Chance to win", ["SKILL", "best", "play", "random"])
    assert [line.split()[0] for line in (first, second)] == ["8", "9"]
    assert report_json(found)["chances"]["axes"] == [{"name": "SKILL", "low": 8, "high": 9}]
    assert list(report_json(found)["chances"]["worth"]) == ["best play", "at random"]  # keys stay
    grid = text(report_sections(answer(encounter("8..9/6/3", ["9/4..5"]), Questions()))).plain
    assert [line.split() for line in grid.splitlines()][2] == ["SKILL", "4", "5"]


def test_foes_one_after_another_have_a_table_too() -> None:
    found = answer(encounter("8..9/6/3", ["7/2", "7/2"]), Questions()).chances
    assert found is not None
    alone = [gamebook.fight(f"{skill}/6/3", ["7/2", "7/2"]).best.value.middle for skill in (8, 9)]
    assert found.worth["best play"].tolist() == pytest.approx(alone)


def test_there_is_no_such_range() -> None:
    fight = encounter("8..9/6/3", ["9/4"])
    with pytest.raises(ValueError, match="LUCK is not a range of this fight; the ranges are SKILL"):
        answer(fight, Questions(along="LUCK"))


@pytest.mark.parametrize("question", then_slowly([{"maps": True}, {"outline": True}, {"along": "foe STAMINA"}], 1))
def test_a_number_is_a_range_of_one_value(question: dict[str, Any]) -> None:
    """`9` asks for the same fights as `9..9`: lower LUCK that comes up in them is none of them."""
    plain, ranges = (answer(encounter(f"6/1..3/{luck}", ["9/1..5"]), Questions(**question)) for luck in ("9", "9..9"))
    assert plain.along == ranges.along
    if plain.laid is not None and ranges.laid is not None:
        assert plain.laid.axes == ranges.laid.axes
        for one, other in zip(plain.laid.decisions, ranges.laid.decisions, strict=True):
            assert np.array_equal(one.worth, other.worth, equal_nan=True)
            assert not np.isnan(one.worth).all()
