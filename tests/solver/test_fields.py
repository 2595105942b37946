"""Arrays of cells against the exact interpreter and the listed states, on random books with every construct."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver import exact
from gamebook.solver.arrays import Arrays, arrange
from gamebook.solver.fields import flow, modes, solve_field
from gamebook.solver.listing import Listing
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from gamebook.solver.too_wide import TooWide
from tests.support.plain_cells import reached_cells
from tests.support.random_books import books
from tests.support.skipping import explored

ENOUGH = 3_000
"""Exact states; larger books teach nothing more and take long."""

many = settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
wides = st.sampled_from((0, 2, 3, 8))
"""Variables with more values are axes: from all of them to none."""


def arranged(book: Book, wide: int, *, closes: bool = False) -> tuple[Arrays, int]:
    """The cells of a book, and the one where play begins; without those of which it is certain what they are worth."""
    program = compiled(book)
    code = encode(program, liveness(program))
    axes = [number for number, cell in enumerate(program.cells) if cell.high - cell.low + 1 > wide]
    closing = ending_worth(book, program) if closes else None
    arrays = arrange(program, Listing.begin(code), [(program.entry, code.start)], chosen=axes, closing=closing)
    root = arrays.at((program.entry, code.start))
    assert root is not None
    return arrays, root


@pytest.mark.slow
@many
@given(books(), wides, st.booleans())
def test_values_are_the_exact_interpreters(book: Book, wide: int, uniform: bool) -> None:
    book = structs.replace(book, aim="win")
    graph = explored(book, ENOUGH)
    expected = exact.solve(exact.uniform(graph) if uniform else graph, exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    arrays, root = arranged(book, wide)
    field = solve_field(arrays, modes(arrays, uniform), ending_worth(book, arrays.program))
    (low,), (high,) = (each.tolist() for each in field.bounds(np.array([root])))
    assert Fraction(low) <= expected.value <= Fraction(high)
    assert float(abs(Fraction((low + high) / 2) - expected.value)) <= 1e-12


@pytest.mark.slow
@many
@given(books(), wides)
def test_what_is_certain_can_be_left_out(book: Book, wide: int) -> None:
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, ENOUGH), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    arrays, root = arranged(book, wide, closes=True)
    every, _ = arranged(book, wide)
    assert arrays.size <= every.size
    assert arrays.states <= every.states
    field = solve_field(arrays, modes(arrays), ending_worth(book, arrays.program))
    (low,), (high,) = (each.tolist() for each in field.bounds(np.array([root])))
    assert Fraction(low) <= expected.value <= Fraction(high)
    assert float(abs(Fraction((low + high) / 2) - expected.value)) <= 1e-12


@pytest.mark.slow
@many
@given(books(aim="score", points=(-2, 2)), wides)
def test_points_are_those_of_the_listed_states(book: Book, wide: int) -> None:
    listed = solve(book)
    arrays, root = arranged(book, wide)
    field = solve_field(arrays, modes(arrays), ending_worth(book, arrays.program), wins=False)
    (low,), (high,) = (each.tolist() for each in field.bounds(np.array([root])))
    assert low <= listed.best.high
    assert listed.best.low <= high
    if np.isfinite([low, high]).all():
        assert (low + high) / 2 == pytest.approx(listed.best.value, abs=1e-9 + high - low)


@pytest.mark.slow
@many
@given(books(), wides, st.booleans())
def test_play_comes_where_the_listed_states_say(book: Book, wide: int, uniform: bool) -> None:
    book = structs.replace(book, aim="win")
    listed = solve(book)
    played = listed.uniform if uniform else listed.best
    arrays, root = arranged(book, wide)
    space = listed.space
    there = np.bincount(space.states.point[arrays.endings :], minlength=len(space.code.point_node))
    lay = arrays.grid.layout
    cells = np.zeros_like(there)
    for block, (first, last) in enumerate(pairwise(lay.block)):
        cells[arrays.grid.contexts.point[lay.example[block]]] += len(
            reached_cells(arrays.grid.reached, int(first), int(last))
        )
    assert cells.tolist() == there.tolist()
    field = solve_field(arrays, modes(arrays, uniform), ending_worth(book, arrays.program))
    found = flow(field, np.array([root]), np.ones(1))
    ends = found[: arrays.endings]
    if uniform and not space.owner.any():  # whoever decides may go different ways of the same worth
        assert ends == pytest.approx(played.visits[: arrays.endings], abs=1e-9)
    won = float(ends @ ending_worth(book, arrays.program))
    assert won == pytest.approx(played.value, abs=1e-9)


def test_more_cells_than_places_are_refused(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    sheet
        number gold = 5 in 0..10

    === 1
    ~ roll 1d2
        1
            ~ gold -1
        2
            ~ gold +1
    ~ if gold = 0
        -> defeat
    ~ if gold = 10
        -> victory
    -> 1
    """
    arrays, _ = arranged(book, 8)
    assert arrays.grid.layout.size.max() > 8
    monkeypatch.setattr("gamebook.solver.arrays.MOST_PLACES", 8)
    with pytest.raises(TooWide):
        arranged(book, 8)
    assert solve(book, listed=1).best.value == pytest.approx(1 / 2, abs=1e-12)  # the ruin of a fair gambler


def test_play_that_is_over_at_once_comes_to_its_endings(book: Book) -> None:
    """
    === 1
    ~ roll 1d6
        1-5 -> victory
        6 -> defeat
    """
    arrays, root = arranged(book, 0)
    field = solve_field(arrays, modes(arrays), ending_worth(book, arrays.program))
    found = dict(zip(arrays.program.endings, flow(field, np.array([root]), np.ones(1))[: arrays.endings], strict=True))
    assert sorted(found.values())[-2:] == pytest.approx([1 / 6, 5 / 6])
    assert sum(found.values()) == pytest.approx(1)
