"""Hubs and mazes, walked about at will: worth their best way out, as the exact interpreter says, too."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamebook.model.book import Book
from gamebook.model.step import Random, Turn
from gamebook.play.explore import TooLarge, explore
from gamebook.play.step import Machine
from gamebook.solver import component, exact
from gamebook.solver.solving import solve
from tests.solver.test_engine import many
from tests.support.build import LOSE, WIN, book, choose, option, random, score, turn

ROOMS = ("one", "two", "three", "four", "five")

doors = st.sampled_from(ROOMS)
ends = st.sampled_from([WIN, LOSE])
weights = st.integers(1, 5)


@st.composite
def moves(draw: st.DrawFn) -> Random | Turn:
    """Through a door, or by chance through one of two, or perhaps to an end."""
    kind = draw(st.sampled_from(["door", "doors", "end", "end"]))
    if kind == "door":
        return turn(draw(doors))
    first = turn(draw(doors))
    other = turn(draw(doors)) if kind == "doors" else draw(ends)
    return random((draw(weights), (first,)), (draw(weights), (other,)))


@st.composite
def mazes(draw: st.DrawFn) -> Book:
    """Five rooms; in each a menu, or chance alone."""
    rooms: dict[str, Any] = {}
    for name in ROOMS:
        ways = draw(st.lists(moves(), min_size=1, max_size=3))
        menu = choose(*(option(str(number), way) for number, way in enumerate(ways)))
        rooms[name] = (menu,) if draw(st.booleans()) else (ways[0],)
    return book(**rooms)


@many
@given(mazes())
def test_mazes_are_worth_what_fractions_say(maze: Book) -> None:
    graph = explore(Machine(maze), limit=200)
    assert not isinstance(graph, TooLarge)
    expected = exact.solve(graph, exact.win_worth(maze))
    uniform = exact.solve(exact.uniform(graph), exact.win_worth(maze))
    assert isinstance(expected, exact.Solution)
    assert isinstance(uniform, exact.Solution)
    solved = solve(maze)
    assert Fraction(solved.best.low) <= expected.value <= Fraction(solved.best.high)
    assert solved.best.high - solved.best.low <= 1e-12
    assert solved.uniform.value == pytest.approx(float(uniform.value), abs=1e-12)
    # The play told brings what it promises.
    assert solved.best.endings["victory"] == pytest.approx(float(expected.value), abs=1e-11)


@st.composite
def paid_mazes(draw: st.DrawFn) -> Book:
    """The same for points: each way to an end gives some or takes some, and to walk about costs nothing."""
    rooms: dict[str, Any] = {}
    for name in ROOMS:
        ways: list[Any] = []
        for kind in draw(st.lists(st.sampled_from(["door", "doors", "end"]), min_size=1, max_size=3)):
            first = turn(draw(doors))
            paid = (score(draw(st.integers(-3, 3))), WIN)
            other = paid if kind == "end" else (turn(draw(doors)),)
            ways.append(first if kind == "door" else random((draw(weights), (first,)), (draw(weights), other)))
        menu = choose(*(option(str(number), way) for number, way in enumerate(ways)))
        rooms[name] = (menu,) if draw(st.booleans()) else (ways[0],)
    return book(aim="score", **rooms)


@pytest.mark.slow
@many
@given(paid_mazes(), st.sampled_from([None, 0]))
def test_mazes_earn_what_fractions_say(maze: Book, listed: int | None) -> None:
    """As lists and as arrays. Who walks about for ever earns nothing, and loses nothing."""
    graph = explore(Machine(maze), limit=200)
    assert not isinstance(graph, TooLarge)
    expected = exact.solve(graph)
    assert isinstance(expected, exact.Solution)
    found = solve(maze, listed=listed).best
    assert Fraction(found.low) <= expected.value <= Fraction(found.high)
    assert found.high - found.low <= 1e-11


def test_a_maze_for_points_needs_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rooms one walks between. The way out of one gives 3 points, or leads back; that of the other takes 1."""
    monkeypatch.setattr(component, "solve_members", None)
    gate = random((1, (score(3), WIN)), (4, (turn("two"),)))
    maze = book(
        one=(choose(option("walk", turn("two")), option("gate", gate)),),
        two=(choose(option("walk", turn("one")), option("leave", score(-1), LOSE)),),
        aim="score",
    )
    found = solve(maze).best
    assert Fraction(found.low) <= 3 <= Fraction(found.high)
    assert found.high - found.low < 1e-12


def test_a_fight_in_a_maze(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rooms one walks between; from each a risk that may lead back. Nobody need help with that.

    The way out of two wins 3 in 4 times that it does not lead back, and never leads to a loss for who comes back.
    """
    monkeypatch.setattr(component, "solve_members", None)
    risk = random((3, (WIN,)), (1, (LOSE,)), (4, (turn("three"),)))
    back = random((1, (turn("one"),)), (1, (turn("two"),)))
    maze = book(
        one=(choose(option("walk", turn("two")), option("dare", random((1, (WIN,)), (1, (LOSE,))))),),
        two=(choose(option("walk", turn("one")), option("risk", risk)),),
        three=(back,),
    )
    found = solve(maze).best
    assert Fraction(found.low) <= Fraction(3, 4) <= Fraction(found.high)
    assert found.high - found.low < 1e-12
