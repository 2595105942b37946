"""Readers who make mistakes, and the value of a book for them; `docs/difficulty.md` explains each of them.

Each is a policy: a chance for every open option in every state. So its value is as exact as that of best play, with
bounds that are proven for the policy. Rivals answer as well as possible.

Sources: R. McKelvey, T. Palfrey, Quantal Response Equilibria for Extensive Form Games (1998): `soft`, which is their
agent model with one player; R. Selten's trembling hand (1975): `careless`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gamebook.errors import OutOfTime, UsageError
from gamebook.graph.fighting import asked_in_fights
from gamebook.job import look, within
from gamebook.kernels import readers as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import Game
from gamebook.kernels.bellman import Values as Bounds
from gamebook.model.reader import WORDS, Reader
from gamebook.solver.backward import Manner, evaluate, uniform_play
from gamebook.solver.guide import guided
from gamebook.solver.solution import Played, Solved, ending_worth, play

ROUNDS = 200
"""The most rounds to compute the weights of a soft reader in loops."""
STILL = 1e-12
"""Weights that change by at most this count as final."""
CHUNK = 50_000
"""Components between two looks at the clock and at the job."""


def play_as(solved: Solved, who: Reader, deadline: float | None = None) -> Played:
    """The book as a reader plays it.

    Args:
        solved: the book with all its states.
        who: the reader.
        deadline: a `time.monotonic()` after which work ends.

    Raises:
        UsageError: the reader remembers, so that this is no policy of the states.
        OutOfTime: the deadline came first.
        Cancelled: the current job was cancelled.
    """
    with within(deadline):
        found = _play_as(solved, who, deadline)
        if not found.values.settled:
            raise OutOfTime
        return found


def _play_as(solved: Solved, who: Reader, deadline: float | None) -> Played:
    if who.kind == "best":
        return solved.best
    if who.kind == "guide":
        return guided(solved, asked_in_fights(solved.book))
    if who.kind in WORDS:
        raise UsageError(f"{who} remembers what happened; only `gamebook readers` tells of this reader")
    if who.kind == "random" or (not who.amount and who.kind != "careless"):
        return solved.uniform
    match who.kind:
        case "careless":
            weights = _careless(solved, who.amount)
        case "soft":
            weights = _soft(solved, who.amount, deadline)
        case _:
            weights = _lookahead(solved, int(who.amount))
    return play(solved.book, solved.space, replace(uniform_play(solved.space), weight=weights), deadline)


def _careless(solved: Solved, err: float) -> Floats:
    """float64[a]: the weights of a reader who takes the best option, but with some chance any open option."""
    game, _ = _game(solved)
    anything = game.weight.copy()
    kernel.weigh_best(game, solved.best.values.middle)
    return np.asarray((1 - err) * game.weight + err * anything)


def _parts(start: Ints) -> Iterator[tuple[int, int]]:
    """All components, some at a time, with a look at the clock after each part."""
    count = len(start) - 1
    for at in range(0, count, CHUNK):
        yield at, min(count, at + CHUNK)
        look()


def _soft(solved: Solved, rate: float, deadline: float | None) -> Floats:
    """float64[a]: the weights of a soft reader."""
    game, bounds = _game(solved)
    order, start = solved.space.order
    for _ in range(ROUNDS):
        before = game.weight.copy()
        for at, stop in _parts(start):
            kernel.soften(game, bounds, order, start, at, stop, rate)
        if len(start) == len(order) + 1 or np.abs(game.weight - before).max() <= STILL:
            break  # without loops one round is enough
        now = evaluate(
            solved.space,
            Manner(game.mode, game.weight),
            ending_worth(solved.book, solved.space.program),
            wins=solved.wins,
            deadline=deadline,
        )
        bounds = Bounds(now.low.copy(), now.high.copy(), now.best.copy())
    return game.weight


def _lookahead(solved: Solved, choices: int) -> Floats:
    """float64[a]: the weights of a reader who sees some choices ahead, and expects to pick at random after them."""
    game, _ = _game(solved)
    order, start = solved.space.order
    value = solved.uniform.values.middle
    for _ in range(choices - 1):
        further = value.copy()
        for at, stop in _parts(start):
            kernel.look_further(game, value, further, order, start, at, stop)
        value = further
    kernel.weigh_best(game, value)
    return game.weight


def _game(solved: Solved) -> tuple[Game, Bounds]:
    """The states for kernels, with the random reader's weights and values, both to be written over."""
    space, manner, random = solved.space, uniform_play(solved.space), solved.uniform.values
    reward = np.zeros(len(space.states.reward)) if solved.wins else space.states.reward
    gross = 0.0 if solved.wins else space.gross
    game = Game(space.moves, reward, manner.mode, manner.weight, False, float(space.roundings + 8), gross)
    return game, Bounds(random.low.copy(), random.high.copy(), random.best.copy())
