from __future__ import annotations

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
    before = Options.of(settings={"n": 5}, policy="cautious", limit_states=0, timeout=0.0)
    assert before.limits == Limits(0, None, 0.0)
    after = before.but(policy=None, settings=None, until=(), limit_memory=7, best_fights=True)
    assert after == Options.of(
        settings={"n": 5}, policy="cautious", limit_states=0, timeout=0.0, limit_memory=7, best_fights=True
    )
    assert before.but() == before
    assert Options.of() == NO_OPTIONS


def test_a_hero_by_numbers_or_by_name() -> None:
    assert Options.of(hero={"SKILL": 9}).given_hero == {"SKILL": 9}
    assert Options.of(hero="weak").given_hero == "weak"
    assert Options.of().given_hero is None


def test_an_option_that_would_not_count_is_refused() -> None:
    assert Options.of(mode="ledger").only("check", "mode") == Options.of(mode="ledger")
    with pytest.raises(UsageError, match="check has no option until"):
        Options.of(until=["200"]).only("check", "settings")
