"""The worked traces of the order of a step: models by hand against chances worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.solver import exact, solving
from tests.support.traces import FOLDER, TRACES, expected

PATHS = sorted(FOLDER.glob("*.gbk"))


def test_every_trace_has_a_model() -> None:
    assert {path.stem for path in PATHS} == set(TRACES)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_model_by_hand_gives_what_the_trace_promises(path: Path) -> None:
    book = TRACES[path.stem]
    graph = explore(Machine(book))
    assert isinstance(graph, Graph)
    found = exact.solve(graph, exact.win_worth(book))
    assert isinstance(found, exact.Solution)
    assert found.value == expected(path)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_array_engine_gives_it_too(path: Path) -> None:
    best = solving.solve(TRACES[path.stem]).best
    assert Fraction(best.low) <= expected(path) <= Fraction(best.high)
    assert best.high - best.low < 1e-12


def test_the_page_shows_the_traces_and_their_chances() -> None:
    page = (FOLDER.parents[2] / "docs" / "decisions" / "order-of-a-step.md").read_text(encoding="utf-8")
    for path in PATHS:
        shown = path.read_text(encoding="utf-8").split("\n", 3)[3].strip()
        assert shown in page, path.stem
        after = page[page.index(shown) :].split("\n## ")[0]
        assert f"{expected(path)}**" in after, path.stem
