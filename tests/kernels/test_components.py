"""The solvers of a component against a twin in fractions that tries every way to play."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from gamebook.kernels import collapse, loops, rounds
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX, Values
from gamebook.kernels.chains import make_matrices, solve_chain
from gamebook.kernels.components import components, mark_before, most_together
from tests.support.plain_game import (
    ENDS,
    Action,
    PlainGame,
    as_arrays,
    end_components,
    games,
    inside,
    linked,
    resting,
    subsets,
    worth_of_policy,
    worths,
)

NARROW = 1e-11
"""How wide a bracket may be for such small games."""

pytestmark = pytest.mark.usefixtures("kernels_as_python")


def states(game: PlainGame) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.arange(game.size, dtype=np.int32)


def nothing(game: PlainGame) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Marks, none of them set."""
    return np.zeros(game.size + len(ENDS), np.int32)


def holds(values: Values, exact: list[Fraction]) -> bool:
    """Whether the brackets are narrow, and the exact values in them."""
    return all(
        Fraction(float(low)) <= value <= Fraction(float(high)) and high - low <= NARROW * max(1.0, abs(float(value)))
        for low, high, value in zip(values.low, values.high, [*exact, *ENDS], strict=True)
    )


def earns(game: PlainGame, values: Values, exact: list[Fraction]) -> bool:
    """Whether what is said to be best play brings what it promises, where nobody plays against it."""
    first = as_arrays(game)[0].moves.first_action
    policy = {
        state: int(values.best[state]) - int(first[state]) for state in range(game.size) if game.modes[state] != MIX
    }
    found = worth_of_policy(game, policy)
    return found is not None and all(abs(float(one - other)) <= NARROW for one, other in zip(found, exact, strict=True))


@pytest.mark.slow
@given(games())
def test_whether_play_may_stay(game: PlainGame) -> None:
    mark = nothing(game)
    stays = any(all(inside(game, some, state) for state in some) for some in subsets(range(game.size)))
    assert loops.may_stay(as_arrays(game)[0], states(game), mark) == stays
    assert not mark.any()


@given(games())
def test_sweeps_give_brackets_of_what_play_is_worth(game: PlainGame) -> None:
    assume(not end_components(game))
    arrays, values = as_arrays(game)
    narrow = loops.sweep_component(arrays, values, states(game))
    exact = worths(game)
    for low, high, value in zip(values.low, values.high, [*exact, *ENDS], strict=True):
        assert Fraction(float(low)) <= value <= Fraction(float(high))
    assert holds(values, exact) or not narrow


@given(games(), st.lists(st.sampled_from([0, 1]), min_size=4, max_size=4))
def test_hopeless_states(game: PlainGame, low: list[int]) -> None:
    """The largest set that the rival can hold the reader in, or in what is worth nothing."""
    arrays, values = as_arrays(game)
    values.low[: game.size] = low[: game.size]
    values.high[: game.size] = 1.0
    nothing_won = {game.size + place for place, worth in enumerate(ENDS) if worth == 0}
    doubtful = [state for state in range(game.size) if not low[state]]

    def held(some: frozenset[int]) -> bool:
        lost = [
            [all(to in some or to in nothing_won for _, to in action.ways) for action in game.actions[state]]
            for state in some
        ]
        return all(
            any(each) if game.modes[state] == MINIMISE else all(each) for state, each in zip(some, lost, strict=True)
        )

    hopeless = frozenset().union(*(some for some in subsets(doubtful) if held(some)))
    mark = nothing(game)
    loops.clear_hopeless(arrays, values, states(game), mark)
    assert not mark.any()
    assert {state for state in range(game.size) if values.high[state] == 0.0} == hopeless


@pytest.mark.slow
@given(games())
def test_sure_victories(game: PlainGame) -> None:
    arrays, values = as_arrays(game)
    values.low[: game.size], values.high[: game.size] = 1.0 - 1e-12, 1.0
    mark = nothing(game)
    found = loops.win_surely(arrays, values, states(game), mark)
    assert not mark.any()
    sure = {state for state, worth in enumerate(worths(game)) if worth == 1}
    assert {state for state in range(game.size) if values.low[state] == 1.0} == sure
    assert found == bool(sure)


@pytest.mark.slow
@given(games([MAXIMISE, MAXIMISE, MIX]))
def test_walking_free(game: PlainGame) -> None:
    arrays, values = as_arrays(game)
    mark = nothing(game)
    settled = loops.walk_free(arrays, values, states(game), mark)
    assert not mark.any()
    everything = frozenset(range(game.size))
    decides = all(mode == MAXIMISE for mode in game.modes)
    leads_out = any(len(inside(game, everything, state)) < len(game.actions[state]) for state in everything)
    if settled:
        exact = worths(game)
        assert holds(values, exact)
    else:
        assert not (decides and leads_out and linked(game, everything))
    assert decides or not settled


def going(*to: int) -> PlainGame:
    """Each state has one action, which leads to one place."""
    actions = tuple((Action(((Fraction(1), each),)),) for each in to)
    return PlainGame((MAXIMISE,) * len(to), actions)


@given(games([MAXIMISE, MIX]))
@example(going(0, 1))  # each stays where it is: two components, not one
@example(going(1, 1))
@example(going(1, 0))
def test_end_components_are_found(game: PlainGame) -> None:
    arrays, _ = as_arrays(game)
    mark = nothing(game)
    mark[: game.size] = states(game) + 1
    room = collapse.make_quotient(
        max(2, game.size), len(arrays.reward), len(arrays.moves.successor)
    )  # there is room for two states at least
    count = collapse.find_end_components(arrays, states(game), mark, room)
    expected = end_components(game)
    alone = [frozenset([state]) for state in range(game.size) if not any(state in each for each in expected)]
    labels = room.label[: game.size].tolist()
    assert count == len({*labels})
    found = {frozenset(state for state in range(game.size) if labels[state] == label) for label in labels}
    assert found == {*expected, *alone}
    for state in range(game.size):
        stays = next((inside(game, each, state) for each in expected if state in each), [])
        held = room.held[room.first[state] : room.first[state + 1]]
        assert np.flatnonzero(held).tolist() == stays


@given(games([MAXIMISE, MIX]))
def test_a_collapsed_component_is_worth_what_its_ways_out_are(game: PlainGame) -> None:
    assume(game.size > 1)
    arrays, values = as_arrays(game)
    mark = nothing(game)
    room = collapse.make_quotient(game.size, len(arrays.reward), len(arrays.moves.successor))
    settled = collapse.solve_collapsed(arrays, values, states(game), mark, room, False)
    assert not mark.any()
    if settled:
        exact = worths(game)
        assert holds(values, exact)
        assert earns(game, values, exact)


def ringed(cost: int) -> PlainGame:
    """Two states between which the reader may go to and fro; the one way out costs points, and may lead back."""
    back = Action(((Fraction(1), 0),))
    out = Action(((Fraction(1, 2), 1), (Fraction(1, 2), 5)), Fraction(-cost))
    return PlainGame((MAXIMISE, MAXIMISE), ((Action(((Fraction(1), 1),)),), (back, out)))


@pytest.mark.parametrize("leaves", [False, True], ids=["play may stay", "play must leave"])
@given(games([MAXIMISE, MIX], points=True))
@example(ringed(0))
@example(ringed(1))  # who may stay loses nothing
def test_a_component_with_points_that_play_may_stay_in_for_nothing(leaves: bool, game: PlainGame) -> None:
    """Where nothing is earned in what play can stay in, all is settled that chances would be."""
    assume(game.size > 1)
    arrays, values = as_arrays(game)
    assume(not arrays.wins)
    mark = nothing(game)
    room = collapse.make_quotient(game.size, len(arrays.reward), len(arrays.moves.successor))
    settled = collapse.solve_collapsed(arrays, values, states(game), mark, room, leaves)
    assert not mark.any()
    components = end_components(game)
    earned = [
        game.actions[state][place].reward
        for some in components
        for state in some
        for place in inside(game, some, state)
    ]
    left = {
        state
        for some in components
        for state in some
        if leaves and any(len(inside(game, some, each)) < len(game.actions[each]) for each in some)
    }
    assert settled == (not any(earned))
    if settled:
        exact = worths(game, lambda policy: not any(resting(game, policy)[state] for state in left))
        assert holds(values, exact)
        assert earns(game, values, exact)


@given(games([MIX], points=True))
def test_chains_with_points(game: PlainGame) -> None:
    arrays, values = as_arrays(game)
    stays = bool(end_components(game))
    proven = solve_chain(arrays, values, states(game), nothing(game), make_matrices(game.size))
    assert proven != stays
    if proven:
        exact = worth_of_policy(game, {})
        assert exact is not None
        assert holds(values, exact)


@given(games(points=True, leaves=True))
@example(PlainGame((MAXIMISE,), ((Action(((Fraction(1), 4),), Fraction(-1)),),)))  # 1 - 1: few digits are left
def test_rounds(game: PlainGame) -> None:
    arrays, values = as_arrays(game)
    room = rounds.make_room(game.size + len(ENDS), game.size)
    settled = rounds.solve_rounds(arrays, values, states(game), room)
    assert settled
    assert holds(values, worths(game))
    assert not room.number.any()


@st.composite
def crowds(draw: st.DrawFn) -> PlainGame:
    """Eight states, each of which leads to all: more places to turn back to than equations are solved for."""
    size = 8

    def action() -> Action:
        weights = [draw(st.integers(1, 3)) for _ in range(size + len(ENDS))]
        ways = ((Fraction(weight, sum(weights)), to) for to, weight in enumerate(weights))
        return Action(tuple(ways), Fraction(draw(st.integers(-3, 3))))

    modes = tuple(draw(st.sampled_from((MAXIMISE, MINIMISE, MIX))) for _ in range(size))
    return PlainGame(modes, tuple(tuple(action() for _ in range(1 + (state < 2))) for state in range(size)))


@pytest.mark.slow
@settings(max_examples=settings().max_examples // 4 + 1)  # fractions of eight states are long
@given(crowds())
def test_rounds_through_many_places(game: PlainGame) -> None:
    arrays, values = as_arrays(game)
    room = rounds.make_room(game.size + len(ENDS), game.size)
    room.number[: game.size] = states(game) + 1
    assert rounds.find_order(arrays.moves, states(game), room) > rounds.PLACES
    room.number[:] = 0
    if rounds.solve_rounds(arrays, values, states(game), room):
        assert holds(values, worths(game))


@pytest.mark.slow
@given(games())
def test_the_order_of_places_goes_round_through_the_turning_ones_alone(game: PlainGame) -> None:
    arrays, _ = as_arrays(game)
    room = rounds.make_room(game.size + len(ENDS), game.size)
    room.number[: game.size] = states(game) + 1
    found = rounds.find_order(arrays.moves, states(game), room)
    turning = {state for state in range(game.size) if room.turning[state] >= 0}
    assert sorted(int(room.turning[state]) for state in turning) == list(range(found))
    order = room.order.tolist()
    assert sorted(order) == list(range(game.size))
    for state, actions in enumerate(game.actions):
        for to in {to for action in actions for _, to in action.ways if to < game.size} - turning:
            assert order.index(to) < order.index(state)


@given(st.lists(st.sets(st.integers(0, 5)), min_size=6, max_size=6))
def test_strong_components(edges: list[set[int]]) -> None:
    """States that lead to each other, sinks first."""
    start = np.cumsum([0, *map(len, edges)]).astype(np.int64)
    order, bounds = components(start, np.array([to for some in edges for to in sorted(some)], np.int32))
    reach = [{state} for state in range(6)]
    for _ in range(6):
        reach = [{far for to in some | edges[state] for far in reach[to]} | some for state, some in enumerate(reach)]
    found = [set(order[first:last].tolist()) for first, last in pairwise(bounds.tolist())]
    assert sorted(state for each in found for state in each) == list(range(6))
    done: set[int] = set()
    for each in found:
        for state in each:
            assert {other for other in reach[state] if state in reach[other]} == each
            assert reach[state] <= each | done
        done |= each


def test_what_the_largest_components_hold() -> None:
    """0 and 1 lead to each other, and 1 to 2; 3, 4 and 5 go round, and 6 to itself: that is one state alone."""
    edge_start, edge = np.array([0, 1, 5, 5, 6, 7, 8, 9]), np.array([1, 0, 0, 0, 2, 4, 5, 3, 6], np.int32)
    first_action = np.array([0, 2, 6, 6, 7, 8, 9, 20])
    assert most_together(*components(edge_start, edge), first_action, edge_start) == (3, 6, 5)


def test_what_leads_to_marked_states_is_marked_round_loops_too() -> None:
    """0 leads to 1; 1 and 2 go round, and 2 leads on to 3; 4 leads to 5, and 6 to 3 and 5."""
    edge_start, edge = np.array([0, 1, 2, 4, 4, 5, 5, 7]), np.array([1, 2, 1, 3, 5, 5, 3], np.int32)
    order, start = components(edge_start, edge)
    found = np.zeros(7, np.bool_)
    found[3] = True
    mark_before(order, start, edge_start, edge, found)
    assert np.flatnonzero(found).tolist() == [0, 1, 2, 3, 6]
