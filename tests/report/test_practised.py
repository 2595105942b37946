"""The report of a book that was not solved. The plays of the practised reader are given by the tests."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import jsonschema

from gamebook.analysis.difficulty import Difficulty, difficulty
from gamebook.model.book import Book
from gamebook.render.solution import Solution
from gamebook.render.text import text
from gamebook.report.solution import practised_words, sections
from gamebook.report.solution_data import data
from gamebook.solver.estimate import Estimate
from gamebook.solver.practice import Practised
from gamebook.solver.solution import solve
from tests.support.fight_process import read

BOOK = """
=== 1 The gate
* In -> 2
* Away
    ~ defeat "You are still walking"

=== 2 The hall
~ roll 1d6
    1-4 -> victory "The crown"
    5-6 -> defeat "The dog"
"""
FOUND = Practised(
    win=Estimate(0.66, 0.65, 0.68),
    plays=10_000,
    practice=50_000,
    confidence=0.99,
    seed=1,
    endings={"The crown": 0.66, "The dog": 0.32, "You are still walking": 0.0, "soft lock": 0.0},
    failures={"1": 0.0, "2": 0.32, "hero": 0.0},
    rivals=False,
)
SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "solution.schema.json"


class Unsolved(Solution):
    """A solution that came to a limit, beside which a reader had practised."""

    practised = FOUND

    @cached_property
    def difficulty(self) -> Difficulty:
        return replace(difficulty(self.solved), complete=False, uniform=None, practised=self.practised)


def unsolved(book: Book) -> Unsolved:
    return Unsolved(solve(book))


def test_the_screen_says_what_good_play_wins_and_where_it_fails() -> None:
    told = text(list(sections(unsolved(read(BOOK))))).plain
    good = "found by practice, wins about 66.000%, with 99% confidence between 65.000% and 68.000% (10,000 plays)"
    assert f"Good play       {good}\n" in told
    assert "66.000%  victory  The crown\n" in told
    assert "32.000%  defeat   The dog\n" in told
    assert "You are still walking" not in told
    assert "32.000%         100%  2 The hall\n" in told


def test_a_rival_is_named() -> None:
    words = practised_words(replace(FOUND, rivals=True))
    assert words.endswith("(10,000 plays), against a rival who has practised, too")


def test_json_has_what_differs_from_0() -> None:
    found = data(unsolved(read(BOOK)))
    jsonschema.validate(found, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert found["practised"] == {
        "practice": 50_000,
        "plays": 10_000,
        "seed": 1,
        "confidence": 0.99,
        "value": 0.66,
        "low": 0.65,
        "high": 0.68,
        "endings": {"The crown": 0.66, "The dog": 0.32},
        "failures": {"2": 0.32},
        "rivals": False,
    }


def test_many_chapters_are_told_together() -> None:
    """Of ten chapters, each with 3 %, two are left over."""
    names = [str(number) for number in range(1, 11)]
    book = read("".join(f"=== {name}\n* On -> {int(name) % 10 + 1}\n* Out -> victory\n\n" for name in names))
    found = unsolved(book)
    found.practised = replace(FOUND, endings={"victory": 0.7}, failures=dict.fromkeys(names, 0.03))
    assert "… and 2 more, 6.000% in all" in text(list(sections(found))).plain
