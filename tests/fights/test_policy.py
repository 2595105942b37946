from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from gamebook.fights.encounter import encounter
from gamebook.fights.layout import policy_map, with_axes
from gamebook.fights.outcome import study_fight
from gamebook.fights.policy import NOWHERE, PolicyMap
from gamebook.fights.render.data import policy_json
from gamebook.fights.render.maps import policy_text
from gamebook.fights.render.plot import policy_picture
from gamebook.fights.render.table import policy_csv, policy_npz
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


def test_a_fight_without_decisions() -> None:
    """A table decides everything; the map still tells what a state is worth."""
    found = policy_map(encounter("15/20..25", ["Kraan 16/1..3"], system="lone-wolf"))
    codes, options = found.codes()
    assert options == ((),) and not codes.any()
    assert "·  nothing to decide" in policy_text(found, "published").plain


def test_codes(small: PolicyMap) -> None:
    codes, options = small.codes("published")
    assert options == ((0, 0), (1, 1), (0, 1), (1, 0))
    assert codes.shape == small.value.shape
    text = policy_text(small, "published").plain
    assert "Best play with LUCK 6, foe SKILL 9: STAMINA upwards, foe STAMINA across" in text
    assert text.rstrip().endswith("it gains more than 1e-10 of the first's value.")


@pytest.mark.slow
def test_pictures() -> None:
    few = policy_map(encounter("9/1..4/6..7", ["8..9/1..3"]))
    assert policy_picture(few, "published", "png", "Title").startswith(b"\x89PNG")
    picture = policy_picture(few, "published", "svg", "A title")
    assert b"A title" in picture and b"foe SKILL 9, LUCK 6" in picture
    assert picture == policy_picture(few, "published", "svg", "A title")


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_panel_for_each_round() -> None:
    """What decisions look at beside the sheets is an axis: three rounds at a disadvantage, then fair ones."""
    found = policy_map(encounter("9/1..5/0..3", ["9/1..4"], lines=["with attack = -2 for 2 rounds"]))
    assert [axis.label for axis in found.axes] == ["STAMINA", "LUCK", "round", "foe STAMINA"]
    number = next(axis for axis in found.axes if axis.label == "round")
    assert [number.at(value) for value in (1, 2, 3)] == ["round 1", "round 2", "round 3 or later"]
    fair, hard = naive.best_value(0), naive.round_chances(-2)
    for h in range(1, 6):
        for o in range(1, 5):
            assert found.value[h - 1, 3, 2, o - 1] == pytest.approx(float(fair(h, o, 3)), rel=1e-12)

    def value(h: int, o: int, luck: int, left: int) -> Fraction:
        """Fair rounds after `left` hard ones, drawn ones counted."""
        if o <= 0 or h <= 0:
            return Fraction(o <= 0)
        if not left:
            return fair(h, o, luck)
        win, lose, draw = hard
        q, less = naive.lucky(luck), max(luck - 1, 0)
        won, lost = value(h, o - 2, luck, left - 1), value(h - 2, o, luck, left - 1)
        if luck:
            won = max(won, q * value(h, o - 4, less, left - 1) + (1 - q) * value(h, o - 1, less, left - 1))
            lost = max(lost, q * value(h - 1, o, less, left - 1) + (1 - q) * value(h - 3, o, less, left - 1))
        return win * won + lose * lost + draw * value(h, o, luck, left - 1)

    for h, luck, left, o in product(range(1, 6), range(4), (2, 1), range(1, 5)):
        worth = found.value[h - 1, luck, 2 - left, o - 1]
        assert worth == pytest.approx(float(value(h, o, luck, left)), rel=1e-12)
    text = policy_text(found, "published").plain
    assert "Best play with LUCK 2, round 3 or later: STAMINA upwards, foe STAMINA across" in text
    assert b"round 2, LUCK 3" in policy_picture(found, "published", "svg", "Ambush")


@pytest.mark.parametrize(
    ("rule", "last"),
    [
        ("with attack = -2 for 2 rounds", "round 3 or later"),
        ("escape from round 3 -> victory", "round 3 or later"),
        ("after 3 rounds -> victory", "round 3"),
    ],
)
def test_the_last_round_that_is_told_apart(rule: str, last: str) -> None:
    axes = policy_map(encounter("9/1..5/0..1", ["9/1..4"], lines=[rule])).axes
    assert [axis.at(axis.high) for axis in axes if axis.label == "round"] == [last]


def test_what_follows_from_the_axes_is_no_axis() -> None:
    """LUCK put back at the start of each round is the LUCK kept, so a map needs no panel for it."""
    lines = ["local kept = LUCK in 0..12", "each round", "    ~ set LUCK = kept"]
    found = policy_map(encounter("9/1..4/6..7", ["9/1..4"], lines=lines))
    assert [axis.label for axis in found.axes] == ["STAMINA", "LUCK", "foe STAMINA"]


@pytest.mark.slow
def test_states_that_play_never_comes_to() -> None:
    """After two tests no third: with two left, no luck has been used up."""
    found = policy_map(encounter("9/5..6/5..6", ["9/5..6"], lines=["with luck = 2"]))
    left = [axis.label for axis in found.axes].index("luck-left")
    assert found.axes[left].high == 2
    assert np.isnan(found.value).any() and not np.isnan(np.take(found.value, 2, axis=left)).all()
    assert json.loads(json.dumps(policy_json(found, "published"), allow_nan=False))["value"]
    assert b"never reached" in policy_picture(found, "published", "svg", "Twice")


@pytest.mark.slow
def test_points_have_a_scale_of_their_own() -> None:
    found = policy_map(encounter("9/1..4/0..3", ["9/1..4"], worth="STAMINA"))
    assert not found.wins
    assert b"expected points" in policy_picture(found, "published", "svg", "What is left")


def test_two_foes_together() -> None:
    """Each decision has a name of its own, whomever the reader faces; they are too many for symbols."""
    found = policy_map(encounter("9/1..3/0..2", ["9/1..3", "8/1..3"], together=True))
    assert [axis.label for axis in found.axes] == ["STAMINA", "LUCK", "foe 1 STAMINA", "foe 2 STAMINA"]
    assert [each.name for each in found.decisions[:3]] == ["target", "press against Foe 1", "parry against Foe 1 (1)"]
    header = policy_csv(found, "published").decode().splitlines()[1].split(",")
    assert len(set(header)) == len(header)


def test_what_cannot_be_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="foes that fight one after another"):
        policy_map(encounter("9/1..3/0..3", ["5/3", "6/3"]))
    monkeypatch.setattr("gamebook.fights.layout.MOST_CELLS", 100)
    with pytest.raises(ValueError, match="a map of STAMINA, LUCK, foe STAMINA would be too large; give fewer ranges"):
        policy_map(encounter("9/1..9/0..3", ["9/1..9"]))
