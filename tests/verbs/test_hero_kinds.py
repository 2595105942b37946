"""The time of `heroes` begins with it, and not when the kinds of hero are known."""

from __future__ import annotations

import time
from typing import Any

import pytest

import gamebook
from gamebook.analysis import by_kind, kinds
from gamebook.limits import Limits
from gamebook.resources import resource_folder

SLEPT = 0.02


def test_the_time_to_find_the_kinds_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float | None] = []

    def slow(*given: Any) -> tuple[kinds.HeroKind, ...]:
        time.sleep(SLEPT)
        return real(*given)

    def noted(*_given: object, limits: Limits, **_more: object) -> None:
        left.append(limits.seconds)

    real = kinds.rolled_kinds
    monkeypatch.setattr(kinds, "rolled_kinds", slow)
    monkeypatch.setattr(by_kind, "by_kind", noted)
    gamebook.heroes(resource_folder("books") / "starter.gbk", timeout=100)
    (seconds,) = left
    assert seconds is not None
    assert 0 < seconds <= 100 - SLEPT
