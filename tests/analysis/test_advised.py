"""Fights by a strategy, on one listing, against the strategy put into the book."""

from __future__ import annotations

import re

import pytest

import gamebook
from gamebook.analysis.advised import advice, in_fights, read_by
from gamebook.analysis.by_chance import with_draws
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
    with pytest.raises(UsageError, match=r"share of readers \(On 1 in 5\)"):
        advice(book, "sometimes")
    with pytest.raises(UsageError, match="no strategy nonsense"):
        advice(book, "nonsense")


@pytest.mark.parametrize("asked", ["best", "first", "random", "uniform"])
def test_only_strategies_with_rules_are_followed(asked: str) -> None:
    """The built-in ones have no rules for fights, so a reader who follows one would pick at random."""
    with_some = gamebook.Project.of(BOOK).edition().book
    with pytest.raises(UsageError, match=f"no strategy {asked}; ") as said:
        advice(with_some, asked)
    offered = str(said.value).partition("; ")[2]
    assert not {"best", "first", "random", "uniform"} & set(re.split(r"\W+", offered))
    with_none = gamebook.Project.of("=== 1\n-> victory\n").edition().book
    with pytest.raises(UsageError, match=f"no strategy {asked}; the book and its rule system have none"):
        advice(with_none, asked)


def test_a_strategy_of_the_book_may_have_the_name_of_a_built_in_one() -> None:
    own = "strategy best\n    otherwise random\n\n=== 1"
    book = gamebook.Project.of(BOOK.replace("=== 1", own)).edition().book
    assert advice(book, "best").strategy == book.strategies[-1]


PARRY = """book "Duel"
sheet
    stat life = 1
when life <= 0 -> defeat
combat fight
    foe life
    won when foe life <= 0
    round
        ~ choose "blow"
            * Stab [knows 50%]
                ~ foe life -1
            * Flail
                ~ life -1
strategy sharp
    at blow: Stab
    otherwise random

=== 1
~ fight "Guard" life 1
-> victory
"""


def test_in_a_fight_too_who_does_not_know_an_option_cannot_take_it() -> None:
    """Half of the readers know how to stab, and the strategy does so."""
    book = with_draws(gamebook.Project.of(PARRY).edition().book)
    policy = advice(book, "sharp")
    solved = solve(book, observed=read_by(book, policy))
    _, played = by_words(solved, in_fights(solved, policy), asked_in_fights(book))
    assert played.value == pytest.approx(1 / 2)
