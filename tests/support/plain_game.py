"""Small games with exact chances, and what they are worth by trying every way to play: a twin for the kernels.

States 0 … n - 1 are the component at hand; those after it have worths that are given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product

import numpy as np
from hypothesis import strategies as st

from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX, Game, Moves, Values

ENDS = tuple(Fraction(worth, 4) for worth in (1, 0, 3, 4))
"""What the states outside are worth."""
SLACK = 8.0
"""Roundings of a chance that is given as a float, and some more."""

Way = tuple[Fraction, int]


@dataclass(frozen=True)
class Action:
    """What can be done at a state."""

    ways: tuple[Way, ...]
    reward: Fraction = Fraction(0)


@dataclass(frozen=True)
class PlainGame:
    """A component: for each state who decides there, and the actions."""

    modes: tuple[int, ...]
    actions: tuple[tuple[Action, ...], ...]

    @property
    def size(self) -> int:
        """States of the component."""
        return len(self.modes)


@st.composite
def games(
    draw: st.DrawFn,
    modes: Collection[int] = (MAXIMISE, MINIMISE, MIX),
    points: bool = False,
    most: int = 4,
    leaves: bool = False,
) -> PlainGame:
    """Components of up to `most` states, two actions each, two or three ways an action.

    Args:
        draw: Hypothesis's.
        modes: who may decide.
        points: actions bring points.
        most: states.
        leaves: every action may end play at once, so that nobody can stay.
    """
    size = draw(st.integers(1, most))
    targets = st.integers(0, size + len(ENDS) - 1)

    def action() -> Action:
        to = draw(st.lists(targets, min_size=1, max_size=3, unique=True))
        if leaves:
            to = list(dict.fromkeys([*to, size + draw(st.integers(0, len(ENDS) - 1))]))
        weights = [draw(st.integers(1, 5)) for _ in to]
        reward = Fraction(draw(st.integers(-3, 3))) if points else Fraction(0)
        return Action(tuple((Fraction(w, sum(weights)), t) for w, t in zip(weights, to, strict=True)), reward)

    chosen = tuple(draw(st.sampled_from(sorted(modes))) for _ in range(size))
    return PlainGame(chosen, tuple(tuple(action() for _ in range(draw(st.integers(1, 2)))) for _ in range(size)))


def as_arrays(game: PlainGame) -> tuple[Game, Values]:
    """The same as the kernels take it; nothing is known of the component's states yet."""
    every = [action for actions in game.actions for action in actions]
    n, outside = game.size, len(ENDS)
    first_action = np.cumsum([0, *(len(actions) for actions in game.actions), *([0] * outside)])
    moves = Moves(
        first_action.astype(np.int64),
        np.cumsum([0, *(len(action.ways) for action in every)]).astype(np.int64),
        np.array([to for action in every for _, to in action.ways], np.int32),
        np.array([float(chance) for action in every for chance, _ in action.ways]),
    )
    weight = np.array([1.0 / len(actions) for actions in game.actions for _ in actions])
    mode = np.array([*game.modes, *([MAXIMISE] * outside)], np.int32)
    known = [0.0] * n + [float(worth) for worth in ENDS]
    rewards = np.array([float(action.reward) for action in every])
    return (
        Game(moves, rewards, mode, weight, False, SLACK, 0.0, not rewards.any()),
        Values(np.array(known), np.array(known), np.full(n + outside, -1, np.int64)),
    )


def subsets(things: Collection[int]) -> Iterator[frozenset[int]]:
    """All sets of some of them that are not empty, the smallest first."""
    sizes = (combinations(things, size) for size in range(1, len(things) + 1))
    return map(frozenset, chain.from_iterable(sizes))


def inside(game: PlainGame, states: frozenset[int], state: int) -> list[int]:
    """The actions (by place) with which play surely stays among some states; all or none where chance takes them."""
    found = [place for place, action in enumerate(game.actions[state]) if all(to in states for _, to in action.ways)]
    return found if game.modes[state] != MIX or len(found) == len(game.actions[state]) else []


def linked(game: PlainGame, states: frozenset[int]) -> bool:
    """Whether each leads to each by actions that stay among them."""
    for begin in states:
        seen = {begin}
        for _ in states:
            for state in seen & states:
                seen |= {to for place in inside(game, states, state) for _, to in game.actions[state][place].ways}
        if seen != states:
            return False
    return True


def end_components(game: PlainGame) -> list[frozenset[int]]:
    """The largest sets of states that play can stay in for ever and go about in, by trying all sets."""
    found = [
        states
        for states in subsets(range(game.size))
        if all(inside(game, states, state) for state in states) and linked(game, states)
    ]
    return [states for states in found if not any(states < other for other in found)]


def worth_of_policy(game: PlainGame, policy: Mapping[int, int]) -> list[Fraction] | None:
    """What each state is worth when this action (by place) is taken; chance takes all alike. For ever is worth 0.

    None where points are given, or taken, for ever.
    """
    n = game.size
    rows: list[list[Fraction]] = []
    taken, rests = _taken(game, policy), resting(game, policy)
    for state, some in enumerate(taken):
        row = [Fraction(int(other == state)) for other in range(n)] + [Fraction(0)]
        if rests[state] and any(action.reward for action, _ in some):
            return None
        for action, share in some if not rests[state] else []:
            row[n] += share * action.reward
            for chance, to in action.ways:
                if to >= n:
                    row[n] += share * chance * ENDS[to - n]
                else:
                    row[to] -= share * chance
        rows.append(row)
    return solved(rows)


def resting(game: PlainGame, policy: Mapping[int, int]) -> list[bool]:
    """For each state whether play rests there for ever, once it comes: all that it comes to then leads back."""
    n = game.size
    reach = [{to for action, _ in some for _, to in action.ways} for some in _taken(game, policy)]
    for _ in range(n):
        reach = [{far for to in some if to < n for far in reach[to]} | some for some in reach]
    return [all(to < n and state in reach[to] for to in reach[state]) for state in range(n)]


def _taken(game: PlainGame, policy: Mapping[int, int]) -> list[list[tuple[Action, Fraction]]]:
    """The actions of each state, and how often each is taken."""
    return [
        [(action, Fraction(1, len(actions))) for action in actions]
        if game.modes[state] == MIX
        else [(actions[policy[state]], Fraction(1))]
        for state, actions in enumerate(game.actions)
    ]


def solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss and Jordan: rows of a square system, each with its right side at the end."""
    for x in range(len(rows)):
        pivot = next(y for y in range(x, len(rows)) if rows[y][x] != 0)
        rows[x], rows[pivot] = rows[pivot], rows[x]
        rows[x] = [value / rows[x][x] for value in rows[x]]
        for y in range(len(rows)):
            if y != x and rows[y][x] != 0:
                factor = rows[y][x]
                rows[y] = [value - factor * other for value, other in zip(rows[y], rows[x], strict=True)]
    return [row[-1] for row in rows]


def policies(game: PlainGame, mode: int) -> Iterator[dict[int, int]]:
    """Every way in which one of the two may always choose the same at a state."""
    states = [state for state in range(game.size) if game.modes[state] == mode]
    for places in product(*(range(len(game.actions[state])) for state in states)):
        yield dict(zip(states, places, strict=True))


def worths(game: PlainGame, allowed: Callable[[Mapping[int, int]], bool] = lambda _: True) -> list[Fraction]:
    """What each state is worth, by trying every policy of the reader against every one of the rival.

    Such policies are enough where play is about chances, or nobody can stay (A. Condon, 1992).

    Args:
        game: the game.
        allowed: the policies that the reader may follow.
    """
    best: list[Fraction] | None = None
    for mine in filter(allowed, policies(game, MAXIMISE)):
        answers = []
        for other in policies(game, MINIMISE):
            found = worth_of_policy(game, mine | other)
            assert found is not None
            answers.append(found)
        least = _each(min, answers)
        best = least if best is None else _each(max, [best, least])
    assert best is not None
    return best


def _each(function: Callable[[tuple[Fraction, ...]], Fraction], lists: list[list[Fraction]]) -> list[Fraction]:
    return [function(each) for each in zip(*lists, strict=True)]
