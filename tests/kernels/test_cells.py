"""Whole arrays of cells against the same states one by one, on random books with every construct."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gamebook.kernels.bellman import MINIMISE, MIX
from gamebook.kernels.cells.excerpt import add_cells, cells_of, follow, leave
from gamebook.kernels.cells.layout import cell_of
from gamebook.kernels.cells.reached import known_number
from gamebook.kernels.keys import pack
from gamebook.kernels.states import CURSOR, STATES
from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import Arrays, arrange
from gamebook.solver.fields import flow, modes, solve_field
from gamebook.solver.listing import Listing
from gamebook.solver.solution import ending_worth
from tests.support.plain_cells import Action, Key, PlainCells, circling, reached_cells
from tests.support.random_books import books
from tests.support.skipping import skip_if

ENOUGH = 2_000
"""Cells; larger books teach nothing more and take long."""
SAME = 1e-9
KEPT = 2.0**-22
"""How exactly the distance of two bounds is kept, for its size."""

many = settings(
    max_examples=settings().max_examples // 2,  # a book is looked at state by state, in Python
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
wides = st.sampled_from((0, 2, 3, 8))
"""Variables with more values are axes: from all of them to none."""


@dataclass(frozen=True)
class Both:
    """A book's cells, and its states."""

    arrays: Arrays
    listing: Listing
    begin: Key
    states: dict[Key, tuple[Action, ...]]
    number: dict[Key, int]
    """The number of a state's cell."""


def both(book: Book, wide: int) -> Both:
    program = compiled(book)
    code = encode(program, liveness(program))
    axes = [number for number, cell in enumerate(program.cells) if cell.high - cell.low + 1 > wide]
    listing = Listing.begin(code)
    arrays = arrange(program, listing, [(program.entry, code.start)], chosen=axes)
    skip_if(arrays.size > ENOUGH)
    point = int(code.point[program.entry])
    begin = (point, tuple(map(int, pack(code, point, code.start))))
    states = PlainCells(arrays).reached(begin)
    return Both(arrays, listing, begin, states, {state: number_of(arrays, state) for state in states})


def won(book: Book) -> Book:
    return structs.replace(book, aim="win")


def number_of(arrays: Arrays, state: Key) -> int:
    point, key = state
    if point < 0:
        return -1 - point
    cell = cell_of(arrays.shape, arrays.grid.contexts, arrays.grid.layout, point, np.array(key, np.int64))
    return int(known_number(arrays.grid.reached, cell))


@pytest.mark.slow
@many
@given(books(), wides)
def test_every_state_has_a_cell_of_its_own_and_no_cell_is_without(book: Book, wide: int) -> None:
    found = both(book, wide)
    numbers = set(found.number.values())
    assert -1 not in numbers
    assert len(numbers) == len(found.states)
    assert numbers | set(range(found.arrays.endings)) == set(range(found.arrays.size))
    looping = {state for state, number in found.number.items() if found.arrays.looping[number]}
    assert looping <= circling(found.states)
    assert looping >= {state for state, actions in found.states.items() if state in PlainCells.after(actions)}


@many
@given(books(), wides, st.booleans(), st.booleans())
def test_a_cell_is_worth_what_it_leads_to(book: Book, wide: int, uniform: bool, wins: bool) -> None:
    """Bellman's equation holds at each, and the option that is played brings it."""
    found = both(book, wide)
    mode = modes(found.arrays, uniform)
    worth = ending_worth(won(book), found.arrays.program)
    field = solve_field(found.arrays, mode, worth, wins=wins)
    (low, high), best = field.bounds(np.arange(found.arrays.size)), field.cells.best
    for state, actions in found.states.items():
        if state[0] < 0:
            continue
        here = found.number[state]
        manner = mode[state[0]]
        brackets = [
            np.array(
                [
                    (0.0 if wins else earned) + sum(p * float(value[found.number[to]]) for p, to in ways)
                    for earned, ways in actions
                ]
            )
            for value in (low, high)
        ]
        for value, options in zip((low, high), brackets, strict=True):
            if not np.isfinite(value[here]):
                continue
            expected = options.mean() if manner == MIX else options.min() if manner == MINIMISE else options.max()
            width = high[here] - low[here] if np.isfinite(low[here]) else abs(high[here])
            assert float(value[here]) == pytest.approx(expected, abs=SAME + width * KEPT, rel=SAME)
        assert low[here] <= high[here]
        least, most = brackets
        if manner != MIX and np.isfinite(brackets).all() and (most - least <= SAME).all():  # which is best is known
            assert least[best[here]] == pytest.approx(low[here], abs=SAME)


@pytest.mark.slow
@many
@given(books(), wides, st.booleans())
def test_visits_arrive_from_somewhere(book: Book, wide: int, uniform: bool) -> None:
    """Play comes to a cell as often as it leaves for it, and once more where it begins; where play ends at last."""
    found = both(book, wide)
    mode = modes(found.arrays, uniform)
    field = solve_field(found.arrays, mode, ending_worth(won(book), found.arrays.program))
    come = flow(field, found.arrays.roots, np.ones(1))
    arrivals = Counter({found.number[found.begin]: 1.0})
    taken: dict[int, set[int]] = {}
    for state, actions in found.states.items():
        here = found.number[state]
        mixed = state[0] >= 0 and mode[state[0]] == MIX
        played = actions if mixed else actions[field.cells.best[here] :][:1]
        taken[here] = {found.number[to] for to in PlainCells.after(played)}
        for _, ways in played:
            for chance, to in ways:
                arrivals[found.number[to]] += chance * float(come[here]) / len(played)
    ending = set(range(found.arrays.endings))
    while more := {here for here, to in taken.items() if to & ending} - ending:
        ending |= more
    for number in ending & arrivals.keys():
        assert arrivals[number] == pytest.approx(float(come[number]), rel=1e-6, abs=SAME)


@pytest.mark.slow
@many
@given(books(), wides)
def test_cells_are_listed_as_states_and_found_again(book: Book, wide: int) -> None:
    found = both(book, wide)
    arrays, listing = found.arrays, Listing.begin(found.arrays.code)
    states, counts = listing.states, listing.counts
    first = int(counts[STATES])  # the endings have been listed
    cells = reached_cells(arrays.grid.reached, arrays.endings, int(arrays.grid.layout.block[-1]))
    assume(len(cells) <= len(states.point))
    shape = arrays.shape
    assert add_cells(arrays.code, shape, arrays.lanes, arrays.grid, arrays.present, cells, states, counts)
    listed = [(int(states.point[s]), tuple(map(int, states.key[s]))) for s in range(first, int(counts[STATES]))]
    assert set(listed) == {state for state in found.states if state[0] >= 0}
    visits = np.arange(float(arrays.size))
    numbers, come = cells_of(shape, arrays.lanes, arrays.grid, visits, states, first, int(counts[STATES]))
    assert (come == numbers).all()
    assert numbers.tolist() == [found.number[state] for state in listed]
    leave(states, counts)
    assert counts[CURSOR] == counts[STATES]
    assert not states.first_action[: int(counts[STATES]) + 1].any()


@many
@given(books(), wides)
def test_best_play_is_followed(book: Book, wide: int) -> None:
    found = both(book, wide)
    arrays, listing = found.arrays, Listing.begin(found.arrays.code)
    states, counts = listing.states, listing.counts
    first = int(counts[STATES])  # the endings have been listed
    assume(len(found.states) <= len(states.point))
    worth = ending_worth(won(book), arrays.program)
    best = solve_field(arrays, modes(arrays), worth).cells.best
    shape = arrays.shape
    root = cell_of(shape, arrays.grid.contexts, arrays.grid.layout, found.begin[0], np.array(found.begin[1], np.int64))
    assert add_cells(arrays.code, shape, arrays.lanes, arrays.grid, arrays.present, np.array([root]), states, counts)
    grid, turns = arrays.grid, found.listing.turns
    done = follow(arrays.code, shape, arrays.lanes, grid, turns, best, states, counts, first)
    assert done == counts[STATES]
    listed = {(int(states.point[s]), tuple(map(int, states.key[s]))) for s in range(first, int(counts[STATES]))}
    expected, waiting = {found.begin}, [found.begin]
    while waiting:
        state = waiting.pop()
        actions = found.states[state]
        for to in PlainCells.after(actions[best[found.number[state]] :][:1]):
            if to[0] >= 0 and to not in expected:
                expected.add(to)
                waiting.append(to)
    assert listed == expected
