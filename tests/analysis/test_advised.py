"""Fights by a strategy, on one listing, against the strategy put into the book."""

from __future__ import annotations

import pytest

import gamebook
from gamebook.analysis.advised import advice, in_fights, read_by
from gamebook.errors import UsageError
from gamebook.graph.fighting import asked_in_fights
from gamebook.solver.first_time import by_words
from gamebook.solver.solving import solve
from gamebook.strategy.apply import apply

BOOK = """book "Fight"
use fighting-fantasy-strategies

=== 1
~ fight "Wolf" SKILL 8 STAMINA 6
~ victory
"""
HERO = {"SKILL": 8, "STAMINA": 14, "LUCK": 9}


@pytest.mark.parametrize("asked", ["when-lost", "when-weak(t = 5)", "rule-of-thumb", "always"])
def test_a_strategy_is_followed(asked: str) -> None:
    book = gamebook.Project.of(BOOK).edition().book
    policy = advice(book, asked)
    solved = solve(book, HERO, observed=read_by(book, policy))
    _, played = by_words(solved, in_fights(solved, policy), asked_in_fights(book))
    put_in = solve(apply(book, policy), HERO)
    assert played.value == pytest.approx(put_in.best.value, rel=1e-12)


def test_what_cannot_be_followed() -> None:
    odds = "strategy sometimes\n    at 2: On 1 in 5 else Home\n    otherwise best\n\n=== 1"
    book = gamebook.Project.of(BOOK.replace("=== 1", odds) + "\n=== 2\n* On -> 1\n* Home -> 1\n").edition().book
    with pytest.raises(UsageError, match="odds"):
        advice(book, "sometimes")
    with pytest.raises(UsageError, match="no strategy nonsense"):
        advice(book, "nonsense")
