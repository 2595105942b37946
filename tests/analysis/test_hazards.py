"""How dangerous chapters are: by hand, and against plain nodes in fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.failures import failures
from gamebook.analysis.hazards import hazards
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve
from tests.support.naive import readers as naive
from tests.support.naive.solver import ONE, ZERO
from tests.support.plain_states import Plain
from tests.support.small_books import random_books

PIT = """
=== 1
~ random
    1: -> 2
    1: -> 3

=== 2
* Back -> 1
* Jump -> 4

=== 3
~ random
    1: -> victory
    2: -> defeat

=== 4
~ random
    1: -> defeat
    1: -> 5

=== 5
~ defeat
"""


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


def test_a_pit_by_hand() -> None:
    """At random a play is 4/3 times at 1, 2/3 times at 2 and at 3; the jump of 2 loses, not what comes after it."""
    solved = solved_text(PIT)
    found = {row.chapter: row for row in hazards(solved, solved.uniform)}
    assert found["1"].arrivals == pytest.approx(4 / 3)
    assert found["2"].lost == pytest.approx(1 / 3)
    assert found["2"].risk == pytest.approx(1 / 2)
    assert found["3"].risk == pytest.approx(2 / 3)
    assert found["4"].arrivals == pytest.approx(1 / 3)
    assert found["4"].lost == found["5"].lost == found["1"].lost == 0


def test_a_book_without_victory_is_lost_at_its_start() -> None:
    solved = solved_text("=== 1\n* On -> 2\n\n=== 2\n~ defeat\n")
    assert [(row.chapter, row.lost) for row in hazards(solved, solved.uniform)] == [("the hero", 0), ("1", 1), ("2", 0)]


def at_random(plain: Plain) -> naive.Weights:
    return {
        number: [Fraction(1, len(node.actions))] * len(node.actions)
        for number, node in enumerate(plain.nodes)
        if naive.decides(node)
    }


def compare(solved: Solved, played: Played, plain: Plain) -> None:
    weights, lost = at_random(plain), plain.lost()
    often = naive.visits(plain.nodes, weights)
    arrivals, losses = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    for number, node in enumerate(naive.playing(plain.nodes, weights)):
        if plain.begins[number]:
            arrivals[plain.chapter[number]] += often[number]
        for after, chance in node.actions[0].chances.items() if node.actions else ():
            if lost[after] and not lost[number]:
                losses[plain.chapter[number]] += often[number] * chance
    if lost[0]:
        losses[solved.book.start] = ONE
    rows = hazards(solved, played)
    assert {row.chapter for row in rows} == {"the hero", *(chapter for chapter, count in arrivals.items() if count)}
    for row in rows:
        assert row.lost == pytest.approx(float(losses[row.chapter]), abs=1e-11)
        assert row.arrivals == pytest.approx(float(arrivals.get(row.chapter, ONE)), rel=1e-9)
    booked = defaultdict[str, float](float)
    for cause in failures(solved, played, 0):
        booked[cause.chapter] += cause.chance if cause.kind != "endless" else 0.0
    assert {chapter: sum_ for chapter, sum_ in booked.items() if sum_} == {
        row.chapter: pytest.approx(row.lost, abs=1e-11) for row in rows if row.lost
    }
    value = naive.values(naive.playing(plain.nodes, weights), naive.won, 100)[0]
    assert sum(losses.values(), ZERO) + value <= 1  # the rest never ends


@pytest.mark.slow
def test_random_books(tmp_path: Path) -> None:
    books = list(random_books(range(45_000, 45_040), tmp_path))
    assert len(books) >= 3
    for solved, plain in books:
        compare(solved, solved.uniform, plain)
