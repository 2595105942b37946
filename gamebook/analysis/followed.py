"""A strategy on the states of the whole book: beside what it does there is all that it does not do.

A book with a strategy in the reader's place has no other way to go any more. Whether a play can still be won, what a
choice costs against best play, and which of its picks are guesses, only the whole book tells.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.by_chance import with_draws
from gamebook.graph.fighting import asked_in_fights
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX
from gamebook.limits import MOST_FOLLOWED, Limits
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.solver.backward import Values
from gamebook.solver.manner import Manner, uniform_play
from gamebook.solver.solution import Played, Solved, play
from gamebook.solver.solving import solve
from gamebook.solver.space import Space
from gamebook.solver.tiebreak import narrowed
from gamebook.strategy.apply import beside
from gamebook.strategy.policy import Policy


class Followed(Struct, frozen=True):
    """Best play and a strategy on the same states."""

    solved: Solved
    """The whole book."""
    played: Played
    """How the strategy plays it."""


def followed(book: Book, policy: Policy, hero: Mapping[str, int] | None = None, *, limits: Limits) -> Followed | None:
    """A strategy beside all that it does not do; None if the book has too many states.

    Args:
        book: the book, without the strategy.
        policy: the strategy.
        hero: values of rolled stats; what is not given is rolled.
        limits: where to stop.
    """
    limits = limits.at_most(MOST_FOLLOWED)
    if policy.does_everything:
        # Every state is listed: of a book in arrays only those are that best play reaches, and others come to more.
        solved = solve(with_draws(book), hero, limits=limits, uniform=True, news=False)
        return Followed(solved, solved.uniform) if solved.space.complete else None
    whole, shares = beside(book, policy)
    solved = solve(whole, hero, limits=limits, news=False)
    return Followed(solved, _played(solved, policy, shares)) if solved.space.complete else None


def _played(solved: Solved, policy: Policy, shares: Mapping[str, float]) -> Played:
    """The strategy, in a book in which what it does not do are options of their own.

    Args:
        solved: that book.
        policy: the strategy.
        shares: by the address of an option that stands for a share of readers how large that is.
    """
    space = solved.space
    told = _options(solved, shares)
    done = np.flatnonzero(~np.isnan(told))
    state = np.repeat(np.arange(space.size), np.diff(space.states.first_action))
    count = np.bincount(state[done], minlength=space.size)
    weight = np.where(told > 0.0, told, 1.0 / np.maximum(count, 1)[state])
    mode = uniform_play(space).mode
    mode[_left_to_best(solved, policy, shares) & (mode == MIX)] = MAXIMISE
    deadline = solved.search.limits.deadline(time.monotonic())
    found = play(solved.book, narrowed(space, done), Manner(mode, weight[done]), deadline)
    taken = np.zeros(len(state))
    taken[done] = found.weight
    points = None if found.points is None else _numbered(found.points, done)
    return Played(space, Manner(mode, taken), _numbered(found.values, done), taken, found.wins, points, found.calls)


def _numbered(values: Values, done: Ints) -> Values:
    """The same with the numbers that actions have among all."""
    return replace(values, best=np.where(values.best >= 0, done[np.maximum(values.best, 0)], -1))


def _options(solved: Solved, shares: Mapping[str, float]) -> Floats:
    """float64[a]: the share of readers who take an action; 0 if the strategy only may, nan if it does not take it."""
    space = solved.space
    nodes = [space.program.nodes[node] for node in space.code.point_node]
    widest = max((len(node.options) for node in nodes if isinstance(node, Decide)), default=0)
    told = np.zeros((len(nodes), widest + 1))
    for number, node in enumerate(nodes):
        seen = set[str]()
        for option, choice in enumerate(node.options if isinstance(node, Decide) else ()):
            told[number, option] = np.nan if choice.address in seen else shares.get(choice.address, 0.0)
            seen.add(choice.address)
    point = np.repeat(space.states.point, np.diff(space.states.first_action))
    return np.asarray(told[point, space.states.option])


def _left_to_best(solved: Solved, policy: Policy, shares: Mapping[str, float]) -> Flags:
    """bool[n]: what the strategy does not say is left to best play; endings are not."""
    space, fights = solved.space, asked_in_fights(solved.book)

    def left(space: Space, point: int) -> bool:
        node = space.program.nodes[space.code.point_node[point]]
        if not isinstance(node, Decide) or any(option.address in shares for option in node.options):
            return False
        return policy.strategy.otherwise == "best" or (policy.best_fights and node.address in fights)

    by_point = [left(space, point) for point in range(len(space.code.point_node))]
    return np.array([*by_point, False])[space.states.point]
