from __future__ import annotations

from gamebook.report.player import player
from gamebook.strategy.policy import BUILT_IN, policy


def test_whose_play_it_is() -> None:
    assert player(None) == "best play"
    assert player(policy(BUILT_IN[1])) == "the strategy uniform"
