"""Readers who err, and what a book is worth to them; `docs/difficulty.md` tells what each does.

Each is a policy: a chance for every open option in every state. So what it is worth is as exact as best play, with
bounds that are proven for the policy. Rivals answer as well as they can.

Sources: R. McKelvey, T. Palfrey, Quantal Response Equilibria for Extensive Form Games (1998): `soft`, which is their
agent model with one player; R. Selten's trembling hand (1975): `careless`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

import numpy as np

from gamebook.errors import OutOfTime, UsageError
from gamebook.job import look, within
from gamebook.kernels import readers as kernel
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import Game
from gamebook.kernels.bellman import Values as Bounds
from gamebook.solver.backward import Manner, evaluate, uniform_play
from gamebook.solver.solution import Played, Solved, ending_worth, play

Kind = Literal["best", "random", "careless", "soft", "lookahead"]

MOST_AHEAD = 50
"""Choices that a reader may see ahead."""
ROUNDS = 200
"""Rounds in which the weights of a soft reader in loops settle."""
STILL = 1e-12
"""Weights that move by no more than this have settled."""
CHUNK = 50_000
"""Components between two looks at the clock and at the job."""

_WRITTEN = re.compile(r"\s*(?P<kind>[a-z]+)\s*(?:\(\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<percent>%?)\s*\))?\s*")
_EXAMPLES = "best, random, careless(10%), soft(3) or lookahead(2)"


@dataclass(frozen=True, slots=True)
class Reader:
    """A kind of reader, and how much of it."""

    kind: Kind
    amount: float = 0.0
    """`careless`: the chance to err, in [0, 1]; `soft`: the rate; `lookahead`: how many choices; others: 0."""

    def __str__(self) -> str:
        """As it is written: `careless(10%)`."""
        if self.kind in ("best", "random"):
            return self.kind
        amount = f"{100 * self.amount:.10g}%" if self.kind == "careless" else f"{self.amount:.10g}"
        return f"{self.kind}({amount})"


def reader(written: str) -> Reader:
    """The reader that is written so.

    Raises:
        UsageError: there is no such reader, or its amount is out of range.
    """
    match = _WRITTEN.fullmatch(written)
    if match is None or match["kind"] not in get_args(Kind):
        raise UsageError(f"there is no reader {written.strip() or 'without a name'}; write {_EXAMPLES}")
    kind = cast("Kind", match["kind"])
    plain = kind in ("best", "random")
    if plain != (match["amount"] is None) or (match["percent"] and kind != "careless"):
        raise UsageError(f"{written.strip()} is no reader; write {_EXAMPLES}")
    if plain:
        return Reader(kind)
    amount = float(match["amount"]) / (100 if match["percent"] else 1)
    if kind == "careless" and amount > 1:
        raise UsageError("a careless reader errs with a chance of at most 100%, such as careless(10%)")
    if kind == "lookahead" and not (amount.is_integer() and amount <= MOST_AHEAD):
        raise UsageError(f"a reader sees a whole number of choices ahead, at most {MOST_AHEAD}, such as lookahead(2)")
    return Reader(kind, amount)


def play_as(solved: Solved, who: Reader, deadline: float | None = None) -> Played:
    """The book as a reader plays it.

    Args:
        solved: the book with all its states.
        who: the reader.
        deadline: a `time.monotonic()` after which work ends.

    Raises:
        OutOfTime: the deadline came first.
        Cancelled: the job at hand was cancelled.
    """
    with within(deadline):
        found = _play_as(solved, who, deadline)
        if not found.values.settled:
            raise OutOfTime
        return found


def _play_as(solved: Solved, who: Reader, deadline: float | None) -> Played:
    if who.kind == "best":
        return solved.best
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
    """float64[a]: the weights of a reader who sees some choices ahead, and thinks that he then picks at random."""
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
