"""Whose play a report is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the map of a book that is not solved does without
    from gamebook.strategy.policy import Policy


def player(policy: Policy | None) -> str:
    """`best play`, `the strategy bold`"""
    return "best play" if policy is None else f"the strategy {policy.words}"
