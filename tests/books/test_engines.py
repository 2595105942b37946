"""The shipped books: listed states and arrays against the exact interpreter, whole or up to a chapter."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from gamebook.graph.until import cut_at
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.project import Project
from gamebook.resources import resource_folder
from gamebook.solver import exact
from gamebook.solver.solving import solve

BOOKS = resource_folder("books")
HERO = {"SKILL": 9, "STAMINA": 18, "LUCK": 9}


@pytest.mark.parametrize(
    ("name", "hero", "until"),
    [
        pytest.param("starter", HERO | {"STAMINA": 8}, None, marks=pytest.mark.slow),
        pytest.param("starter", HERO, None, marks=pytest.mark.slow),
        ("the-winter-palace", {}, None),
        pytest.param("the-long-ebb", HERO, "15", marks=pytest.mark.slow),
        pytest.param("tutorial", HERO, "2", marks=pytest.mark.slow),
    ],
)
def test_engines_agree(name: str, hero: Mapping[str, int], until: str | None) -> None:
    book = Project(BOOKS / f"{name}.gbk").book
    if until is not None:
        book = cut_at(book, [until])
    graph = explore(Machine(book), hero, limit=100_000)
    assert isinstance(graph, Graph)
    for uniform in (False, True):
        expected = exact.solve(exact.uniform(graph) if uniform else graph, exact.win_worth(book))
        assert isinstance(expected, exact.Solution)
        for listed in (None, 0):
            solved = solve(book, hero, listed=listed)
            found = solved.uniform if uniform else solved.best
            assert Fraction(found.low) <= expected.value <= Fraction(found.high)
            assert float(abs(Fraction(found.value) - expected.value)) <= 1e-12
