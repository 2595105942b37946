"""How far a large book is listed, and what is known where that is not far enough."""

from __future__ import annotations

import pytest

from gamebook import Project
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.compile import Target, lowered, reduced
from gamebook.solver import solving, space
from gamebook.solver.solving import solve
from gamebook.solver.space import explore, may_end_soon

# One state after the other: never more than a few wait to be looked at.
CORRIDOR = """book "Corridor"

sheet
    number steps = 0 in 0..500

=== 1
~ steps +1
~ if steps = 500
    -> victory
* On -> 1
* Out -> defeat
"""

# Each throw leads to many more states than were known before; those that count are few, and the first choice wins 1/2.
CROWD = """book "Crowd"
    aim win then score

sheet
    number a = 0 in 0..250
    number b = 0 in 0..250
    number c = 0 in 0..250

=== 1
~ a +1d6
~ b +1d6
~ c +1d6
* Risk it -> 2
* Wander on -> 1
* Count [if a + b + c > 700] -> 2

=== 2
~ score +1
~ roll 1d2
    1 -> victory
    2 -> defeat
"""


def read(text: str) -> Book:
    return Project.of(text).book


def test_a_list_goes_on_while_few_states_wait() -> None:
    program = reduced(lowered(read(CORRIDOR), None, Target()), Target())
    whole = explore(program)
    assert whole.complete
    assert whole.count > 500
    assert explore(program, doubtful=50).complete
    assert not explore(program, limits=Limits(states=50)).complete


def test_a_list_ends_where_many_states_wait() -> None:
    program = reduced(lowered(read(CROWD), None, Target()), Target())
    assert not explore(program, limits=Limits(states=2_000_000), doubtful=1_000).complete


THROWS = """sheet
    number a = 0 in 0..99
    number b = 0 in 0..99
    number c = 0 in 0..99

=== 1
* Throw
    ~ set a = 1d100 - 1
* Throw twice
    ~ set a = 1d100 - 1
    ~ set b = 1d100 - 1
* Throw three times
    ~ set c = 1d100 - 1
* Go [if a + b = c] -> victory
-> 1
"""
"""Some states lead to a hundred others, and some to ten thousand."""


@pytest.mark.parametrize("most", [20_000, 150_000])
@pytest.mark.parametrize("text", [CROWD, THROWS], ids=["crowd", "throws"])
def test_a_limit_of_states_is_hardly_overrun(text: str, most: int) -> None:
    program = reduced(lowered(read(text), None, Target()), Target())
    assert most < explore(program, limits=Limits(states=most)).count < 1.1 * most


def test_in_a_longer_list_fewer_states_may_wait() -> None:
    """Of a thousand states three in ten; of eight thousand a quarter of that share."""
    assert may_end_soon(1_000, 300, doubtful=1_000)
    assert not may_end_soon(1_000, 301, doubtful=1_000)
    assert may_end_soon(8_000, 599, doubtful=1_000)
    assert not may_end_soon(8_000, 601, doubtful=1_000)


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays may take no time to arrange one hero."""
    monkeypatch.setattr(solving, "_patience", lambda _space: 0.0)


def test_a_book_that_is_long_to_arrange_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    found = solve(read(CORRIDOR), listed=50)
    assert found.space.whole
    assert found.best.value == 1.0


def test_a_book_that_is_too_long_to_list_is_arranged_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    monkeypatch.setattr(solving, "MANY", 100)
    monkeypatch.setattr(space, "WAITING", 0.0)
    monkeypatch.setattr(space, "CHUNK", 50)
    found = solve(read(CORRIDOR), listed=50)
    assert found.space.complete
    assert not found.space.whole
    assert found.best.value == 1.0


@pytest.mark.slow
def test_the_chance_to_win_is_known_where_points_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wins comes to chapter 2 and wins there with 1/2; nobody wins otherwise."""
    monkeypatch.setattr(solving, "MANY", 1_000)
    found = solve(read(CROWD), limits=Limits(seconds=3.0), listed=500)
    assert not found.space.complete
    assert found.best.points is None
    assert found.best.low == pytest.approx(0.5)
    assert found.best.high <= 1.0


def test_points_are_known_where_all_states_are() -> None:
    """Whoever risks it earns the point of chapter 2, and wins with 1/2."""
    found = solve(read(CROWD.replace("0..250", "0..6").replace("> 700", "> 15")), listed=50)
    assert found.space.complete
    assert found.best.value == pytest.approx(0.5)
    assert found.best.points is not None
    assert found.best.points.told[found.space.root] == pytest.approx(1.0)
