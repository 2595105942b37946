from __future__ import annotations

import numpy as np
import pytest

from gamebook.analysis.fight.encounter import encounter
from gamebook.analysis.fight.outcome import study_fight
from gamebook.analysis.fight.policy import NOWHERE, PolicyMap, policy_map, with_axes
from gamebook.render.fight_json import policy_json
from gamebook.render.fight_plot import policy_picture
from gamebook.render.fight_table import policy_csv, policy_npz
from gamebook.render.fight_text import policy_text
from tests.support import naive_fights as naive


@pytest.fixture(scope="module")
def small() -> PolicyMap:
    return policy_map(encounter("9/1..6/0..7", ["8..10/1..5"]))


def test_values(small: PolicyMap) -> None:
    assert [axis.label for axis in small.axes] == ["STAMINA", "LUCK", "foe SKILL", "foe STAMINA"]
    for edge in (-1, 0, 1):
        value = naive.best_value(edge)
        exactly = [[[float(value(h, o, luck)) for o in range(1, 6)] for luck in range(8)] for h in range(1, 7)]
        np.testing.assert_allclose(small.value[:, :, 1 - edge, :], exactly, rtol=1e-12)


def test_choices(small: PolicyMap) -> None:
    """Each option's worth by the recursion, and which is better."""
    press, parry = small.decisions
    assert (press.name, press.labels) == ("press", ("strike", "test your luck"))
    assert (parry.name, parry.labels) == ("parry", ("take it", "test your luck"))
    value = naive.best_value(0)
    for luck in range(1, 8):
        q = naive.lucky(luck)
        for h in range(1, 7):
            for o in range(1, 6):
                gambled = q * value(h, o - 4, luck - 1) + (1 - q) * value(h, o - 1, luck - 1)
                saved = q * value(h - 1, o, luck - 1) + (1 - q) * value(h - 3, o, luck - 1)
                at = (h - 1, luck, 1, o - 1)
                assert press.choice("strict")[at] == (gambled > value(h, o - 2, luck))
                assert parry.choice("strict")[at] == (saved > value(h - 2, o, luck))


def test_ties(small: PolicyMap) -> None:
    """With a single wound to deal and luck that always holds, striking and testing win alike: both are best."""
    press = small.decisions[0]
    at = (0, 0, 1, 0)  # luck 0 always fails, which takes a single point: enough for the last one
    assert press.choice("published")[at] == 0
    assert press.choice("all")[at] == 0b11


def test_where_a_decision_is_never_come_to() -> None:
    """SKILL 10 higher never loses a round."""
    never = policy_map(encounter("12/1..2/1..2", ["2/1..2"]))
    assert [each.name for each in never.decisions] == ["press"]
    hopeless = policy_map(encounter("2/1..2/1..2", ["11..12/1..2"]))
    press = next(each for each in hopeless.decisions if each.name == "press")
    assert (press.choice()[:, :, 1, :] == NOWHERE).all()
    assert (press.choice()[:, :, 0, :] != NOWHERE).all()


def test_codes_and_pictures(small: PolicyMap) -> None:
    codes, options = small.codes("published")
    assert options == ((0, 0), (1, 1), (0, 1), (1, 0))
    assert codes.shape == small.value.shape
    text = policy_text(small, "published", [6, 9]).plain
    assert "What to do with LUCK 6, foe SKILL 9: STAMINA upwards, foe STAMINA across" in text
    assert text.rstrip().endswith("it gains more than 1e-10 of the first's worth.")
    assert policy_picture(small, "published", "png", "Title").startswith(b"\x89PNG")
    picture = policy_picture(small, "published", "svg", "A title")
    assert b"A title" in picture and b"foe SKILL 9, LUCK 6" in picture
    assert picture == policy_picture(small, "published", "svg", "A title")


def test_large_sheets() -> None:
    many = policy_map(encounter("9/1..3/0..6", ["3..9/1..3"]))
    picture = policy_picture(many, "published", "svg", "Seven times seven")
    assert b"foe SKILL 9" in picture and b"LUCK 6" in picture


def test_tables(small: PolicyMap) -> None:
    lines = policy_csv(small, "published").decode().splitlines()
    assert lines[0].startswith("# Ties: another option") and "press: 0 strike, 1 test your luck" in lines[0]
    assert lines[1] == "STAMINA,LUCK,foe SKILL,foe STAMINA,value,press,parry"
    assert len(lines) == 2 + 6 * 8 * 3 * 5
    assert policy_npz(small, "all").startswith(b"PK")
    assert np.shape(policy_json(small, "strict")["decisions"][0]["choice"]) == (6, 8, 3, 5)


def test_axes_of_a_plain_fight() -> None:
    study = study_fight(encounter("9/5/3", ["8/4"]))
    axes = with_axes(study).axes
    assert [(axis.variable, axis.low, axis.high) for axis in axes] == [
        ("STAMINA", 1, 5),
        ("LUCK", 0, 3),
        ("foe-STAMINA", 1, 4),
    ]


def test_what_cannot_be_laid_out() -> None:
    with pytest.raises(ValueError, match="foes that come one after another"):
        policy_map(encounter("9/1..3/0..3", ["5/3", "6/3"]))
    with pytest.raises(ValueError, match="also depends on"):
        policy_map(encounter("9/1..9/0..3", ["9/1..9"], lines=["with attack = -2 for 3 rounds"]))
