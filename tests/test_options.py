from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from gamebook.errors import UsageError
from gamebook.limits import Limits
from gamebook.options import NO_OPTIONS, Options


def test_what_asks_the_same_is_the_same() -> None:
    one = Options.of(settings={"n": 5}, hero={"SKILL": 9}, until=["200"], limit_states=10)
    same = Options.of(hero={"SKILL": 9}, settings={"n": 5}, until=("200",), limit_states=10)
    assert one == same
    assert len({one, same, one.but(exact=True)}) == 2


def test_wishes_are_added_to_those_before() -> None:
    before = Options.of(settings={"n": 5}, policy="cautious", limit_states=1, timeout=0.0)
    assert before.limits == Limits(1, None, 0.0)
    after = before.but(policy=None, settings=None, until=(), limit_memory=7, best_fights=True)
    assert after == Options.of(
        settings={"n": 5}, policy="cautious", limit_states=1, timeout=0.0, limit_memory=7, best_fights=True
    )
    assert before.but() == before
    assert Options.of() == NO_OPTIONS


def test_a_hero_by_numbers_or_by_name() -> None:
    assert Options.of(hero={"SKILL": 9}).given_hero == {"SKILL": 9}
    assert Options.of(hero="weak").given_hero == "weak"
    assert Options.of().given_hero is None


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"timout": 0.5}, "there is no option timout"),
        ({"limit_state": 10}, "there is no option limit_state"),
        ({"polcy": "random"}, "there is no option polcy"),
        ({"mode": "Dice"}, "mode cannot be 'Dice'; it is one of dice, expected, ledger, residual, systematic"),
        (
            {"mode": np.array([1, 2])},
            "mode cannot be array([1, 2]); it is one of dice, expected, ledger, residual, systematic",
        ),
        ({"start": 3}, "start cannot be 3"),
        ({"exact": 1}, "exact cannot be 1; it is True or False"),
        ({"hero": 7.5}, "hero cannot be 7.5"),
        ({"hero": ["gold"]}, "hero cannot be ['gold']"),
        ({"hero": {1: 2}}, "hero has 1, which is no name: write it in quotation marks"),
        ({"hero": {"gold": "1"}}, "hero has '1' for gold, which is no whole number"),
        ({"hero": {"gold": None}}, "hero has None for gold, which is no whole number"),
        ({"settings": {"a": 2.5}}, "settings has 2.5 for a, which is no whole number"),
        ({"settings": {"a": -(10**30)}}, f"settings has {-(10**30)} for a, which is too large"),
        ({"until": [3]}, "until has 3, which is no name: write it in quotation marks"),
        ({"timeout": "3"}, "timeout cannot be '3'; it is a number"),
        ({"limit_memory": "2GB"}, "limit_memory cannot be '2GB'; it is a whole number"),
        ({"limit_states": True}, "limit_states cannot be True; it is a whole number"),
        ({"limit_states": 2.5}, "limit_states cannot be 2.5; it is a whole number"),
        ({"limit_states": -1}, "limit_states cannot be -1; the least is 1"),
        ({"limit_states": 0}, "limit_states cannot be 0; the least is 1"),
        ({"exact": np.int64(1)}, "exact cannot be np.int64(1); it is True or False"),
        ({"exact": np.array([True])}, "exact cannot be array([ True]); it is True or False"),
        ({"limit_memory": -1}, "limit_memory cannot be -1; the least is 0"),
        ({"timeout": -0.5}, "timeout cannot be -0.5; it is a number of seconds, 0 or more"),
        ({"timeout": float("nan")}, "timeout cannot be nan; it is a number of seconds, 0 or more"),
    ],
)
def test_what_is_no_option_and_no_value_of_one(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=f"^{re.escape(said)}$"):
        Options.of(**wishes)


@pytest.mark.parametrize("until", [["9"], ("9",), {"9"}, iter(["9"]), "9"])
def test_chapters_in_any_order_or_one(until: Any) -> None:  # noqa: ANN401 - as users write it
    assert Options.of(until=until).until == ("9",)
    assert Options.of(until="12").until == ("12",)


def test_what_a_generator_gives_is_not_lost_when_it_is_checked() -> None:
    until = (chapter for chapter in ("9", "12"))
    assert NO_OPTIONS.of_call("solve", ("until",), {"until": until}).until == ("9", "12")


def test_a_switch_of_numpy() -> None:
    assert Options.of(exact=np.True_).exact is True
    assert Options.of(reduce=np.False_).reduce is False


def test_zeros_in_front_of_a_chapter_do_not_count() -> None:
    given = Options.of(until=["051", "6b", "mill"], start="007")
    assert given.until == ("51", "6b", "mill")
    assert given.start == "7"


def test_whole_numbers_of_any_kind() -> None:
    given = Options.of(settings={"a": np.int64(2)}, sheet={"weapon": "axe", "lantern": True})
    assert given == Options(settings=(("a", 2),), sheet=(("weapon", "axe"), ("lantern", 1)))


def test_an_option_that_would_not_count_is_refused() -> None:
    assert Options.of(mode="ledger").only("check", "mode") == Options.of(mode="ledger")
    with pytest.raises(UsageError, match="check has no option until"):
        Options.of(until=["200"]).only("check", "settings")


@pytest.mark.parametrize("name", ["limit_states", "limit_memory", "timeout"])
def test_a_limit_that_would_not_count_has_the_name_that_was_given(name: str) -> None:
    wishes: dict[str, Any] = {name: 3}
    with pytest.raises(UsageError, match=f"^sample has no option {name}$"):
        Options.of(**wishes).only("sample", "settings")
