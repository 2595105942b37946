"""A component that is solved in a copy has the same values and visits, bit for bit, as one that is solved in place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.kernels import backward, forward
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import Moves, Values
from gamebook.kernels.chains import make_matrices
from gamebook.kernels.collapse import make_quotient
from gamebook.kernels.near import FAR, MOST, Near, gather, make_near
from gamebook.kernels.rounds import make_room
from tests.support.plain_game import ENDS, PlainGame, as_arrays, games

kernels = settings(deadline=None)  # the first example may compile kernels
RING = 40
"""States of a component that is too large for a full matrix at once."""


@kernels
@given(games(points=True), st.booleans(), st.randoms(use_true_random=False))
def test_values_are_those_found_in_place(game: PlainGame, wins: bool, random: st.random.Random) -> None:
    arrays, blank = as_arrays(game)
    order = np.arange(game.size, dtype=np.int32)
    random.shuffle(order)
    size, actions, ways = game.size + len(ENDS), len(arrays.reward), len(arrays.moves.successor)
    arrays = arrays._replace(reward=np.zeros(actions) if wins else arrays.reward, wins=wins)
    found = []
    for far in (0, FAR):
        near = make_near(far, game.size, actions, ways, arrays.ties_last, arrays.slack, arrays.gross, arrays.wins)
        values = Values(*(each.copy() for each in blank))
        mark = np.zeros(size, np.int32)
        done = backward.backward(
            arrays, values, order, np.array([0, game.size]), 0, 1, mark,
            make_room(size, game.size), make_matrices(game.size), make_quotient(game.size, actions, ways), near,
            np.zeros(0, np.bool_),
        )  # fmt: skip
        assert not mark.any()
        assert not near.mark.any()
        assert not near.room.number.any()
        found.append([done, *([each.tobytes() for each in values] if done else [])])
    assert found[0] == found[1]


def ring(shares: list[int]) -> tuple[Moves, Floats, Ids]:
    """A ring of states, numbered anyhow: each may lead on, back to the first, or to the end, which is state 0."""
    numbers = np.random.default_rng(7).permutation(RING) + 1
    moves = {}
    for place, (state, share) in enumerate(zip(numbers, shares, strict=True)):
        moves[int(state)] = ((int(numbers[(place + 1) % RING]), (15 - share) / 16), (int(numbers[0]), share / 16),
                             (0, 1 / 16))  # fmt: skip
    ways = [way for state in range(1, RING + 1) for way in moves[state]]
    first_action: Ints = np.maximum(np.arange(-1, RING + 1), 0)
    first_successor: Ints = np.arange(0, 3 * RING + 1, 3)
    to, chance = np.array([to for to, _ in ways], np.int32), np.array([share for _, share in ways])
    return Moves(first_action, first_successor, to, chance), np.ones(RING), numbers.astype(np.int32)


@kernels
@given(st.lists(st.integers(0, 15), min_size=RING, max_size=RING))
def test_visits_are_those_found_in_place(shares: list[int]) -> None:
    moves, weight, numbers = ring(shares)
    order, start = np.append(np.int32(0), numbers), np.array([0, 1, RING + 1])
    component = np.array([0, *RING * [1]], np.int32)
    found = []
    for far in (0, FAR):
        near = make_near(far, RING, RING, 3 * RING, False, 0.0, 0.0, True)
        visits = np.zeros(RING + 1)
        visits[numbers[3]] = 1.0
        room = forward.make_room(RING + 1, RING)
        assert forward.forward(moves, weight, order, start, component, 1, visits, room, near) == -1
        assert not room.turns.number.any()
        assert not near.room.number.any()
        found.append(visits)
    assert found[0].tobytes() == found[1].tobytes()
    assert abs(found[0][0] - 1.0) < 1e-12  # each play ends once


@pytest.mark.slow
def test_what_is_copied() -> None:
    """State 2 leads to 4 and 3, or out to 0; state 4 to 2, or out to 1. Action 0 belongs to somebody else."""
    moves = Moves(
        first_action=np.array([0, 0, 1, 3, 3, 4]),
        first_successor=np.array([0, 1, 3, 4, 6]),
        successor=np.array([0, 4, 3, 0, 2, 1], np.int32),
        chance=np.array([1.0, 0.25, 0.75, 1.0, 0.5, 0.5]),
    )
    near: Near = make_near(FAR, 2, 3, 5, False, 0.0, 0.0, True)
    mark = np.zeros(5, np.int32)
    assert gather(moves, np.array([1.0, 0.3, 0.7, 0.9]), np.array([4, 2], np.int32), mark, near) == 2 + 3
    copied = near.game.moves
    assert copied.first_action.tolist() == [0, 1, 3]
    assert copied.first_successor.tolist() == [0, 2, 4, 5]
    assert copied.successor.tolist() == [1, 2, 0, 3, 4]
    assert copied.chance.tolist() == [0.5, 0.5, 0.25, 0.75, 1.0]
    assert near.game.weight.tolist() == [0.9, 0.3, 0.7]
    assert near.out[2:5].tolist() == [1, 3, 0]
    assert near.first.tolist() == [3, 1]
    assert not mark.any()


def test_small_books_and_very_large_loops_are_solved_in_place() -> None:
    assert len(make_near(FAR - 1, 5, 5, 5, False, 0.0, 0.0, True).states) == 0
    assert len(make_near(FAR, MOST + 1, MOST + 1, MOST + 1, False, 0.0, 0.0, True).states) == 0
    assert make_near(FAR, 5, 5, 5, False, 0.0, 0.0, True).states.tolist() == [0, 1, 2, 3, 4]
