"""Advice put into the book as the only thing that the reader does, and that book listed and played.

Of a large book only an excerpt of the states is listed, and there one number may stand for others. Advice that is right
in all of these may be wrong in others, and only the book itself says what it is worth to follow it there.
"""

from __future__ import annotations

import time
from collections.abc import Container, Mapping, Sequence

import numpy as np
from msgspec import Struct, structs

from gamebook.kernels.arrays import Flags
from gamebook.kernels.bellman import MAXIMISE, MINIMISE
from gamebook.limits import MOST_FOLLOWED
from gamebook.model.arithmetic import FALSE, TRUE, negate, truth
from gamebook.model.blocks import with_blocks, with_bodies
from gamebook.model.book import Book
from gamebook.model.expression import Expr
from gamebook.model.fold import both, either
from gamebook.model.step import Block, Choose, Step
from gamebook.program.code import Decide
from gamebook.program.compile import Target, compiled
from gamebook.solver.manner import Manner, uniform_play
from gamebook.solver.solution import ALIKE, Played, Solved, play
from gamebook.solver.space import Space, explore

Rules = Sequence[tuple[str, Expr]]
"""Options by address, and when each is taken: the first that is open, and whose condition holds."""


class Kept(Struct, frozen=True):
    """Play by all advice, in the book itself."""

    value: float
    """What it is worth: a chance, or points; at most, if what is left open matters."""
    least: float
    """What it is worth at least."""
    points: float | None
    """Under `aim win then score` the expected points."""
    at_most: bool
    """It may be worth less: advice leaves it open what to choose where that matters."""
    states: int
    """To how many states it leads."""
    taken: frozenset[str]
    """Addresses of the options that are taken on the way."""
    left_open: frozenset[str] = frozenset()
    """Addresses of the decisions in which it leaves open what to choose."""


def keep(solved: Solved, told: Mapping[str, Rules], by_chance: Container[str]) -> Kept | None:
    """What it is worth to follow advice wherever it leads; None where that is too many states.

    Args:
        solved: the book.
        told: the rules by the address of the decision. Where they say nothing, it is left open what to choose.
        by_chance: decisions in which the reader picks at random.
    """
    limits, began = solved.search.limits, time.monotonic()
    book = advised(solved.book, told)
    program = compiled(book, solved.hero, Target(chapters=False))
    space = explore(program, limits=limits.at_most(MOST_FOLLOWED))
    if not space.complete:
        return None
    manner, deadline = uniform_play(space), limits.deadline(began)
    played = play(book, space, manner, deadline)
    if not played.values.settled:
        return None
    points = None if played.points is None else played.points.told_in(space.root)
    # A rival who answers one way of picking what is left open may come elsewhere if it is picked in another way.
    met = np.ones(space.size, np.bool_) if (space.owner == 1).any() else played.reached
    free, taken = _left_open(space, by_chance), _taken(played, met)
    if not (free & met).any():
        return Kept(played.value, played.value, points, at_most=False, states=space.count, taken=taken)
    silent = _decided_at(space, free & met)
    if solved.book.then_score:
        return Kept(played.value, played.value, points, True, space.count, taken, silent)
    worst, best = (_picked(book, space, manner, free, mode, deadline) for mode in (MINIMISE, MAXIMISE))
    if not (worst.values.settled and best.values.settled):
        return None
    alike = best.value == worst.value or best.value - worst.value <= ALIKE * max(1.0, abs(best.value))
    low, high = (played.value, played.value) if alike else (worst.value, best.value)
    return Kept(high, low, None, not alike, space.count, taken, silent)


def advised(book: Book, told: Mapping[str, Rules]) -> Book:
    """The book in which the reader does what the rules say; where they say nothing, all that is open stays so."""

    def block(steps: Block) -> Block:
        return tuple(step(each) for each in steps)

    def step(whole: Step) -> Step:
        inner = with_blocks(whole, block)
        if isinstance(inner, Choose) and inner.owner == "reader" and inner.address in told:
            return _advised(inner, told[inner.address])
        return inner

    chapters = tuple(structs.replace(each, body=block(each.body)) for each in book.chapters)
    return structs.replace(book, hero=block(book.hero), watches=with_bodies(book.watches, block), chapters=chapters)


def _advised(step: Choose, rules: Rules) -> Choose:
    opened = {option.address: truth(option.condition) for option in step.options}
    taken: dict[str, Expr] = dict.fromkeys(opened, FALSE)
    undecided: Expr = TRUE
    for address, when in rules:
        if address in opened:
            fits = both([truth(when), opened[address]])
            taken[address] = either([taken[address], both([undecided, fits])])
            undecided = both([undecided, negate(fits)])
    options = (
        structs.replace(each, condition=either([taken[each.address], both([undecided, each.condition])]))
        for each in step.options
    )
    return structs.replace(step, options=tuple(options))


def _taken(played: Played, met: Flags) -> frozenset[str]:
    """Addresses of the options that somebody takes in some states."""
    space, found = played.space, set[str]()
    acts = np.flatnonzero(space.by_action(met) & (played.weight > 0) & (space.states.option >= 0))
    points = space.by_action(space.states.point)[acts]
    for point, option in np.unique(np.stack([points, space.states.option[acts]]), axis=1).T.tolist():
        node = space.program.nodes[space.code.point_node[point]]
        if isinstance(node, Decide):
            found.add(node.options[option].address)
    return frozenset(found)


def _decided_at(space: Space, some: Flags) -> frozenset[str]:
    """Addresses of the decisions of some states."""
    points = np.unique(space.states.point[: len(some)][some])
    nodes = (space.program.nodes[node] for node in space.code.point_node[points])
    return frozenset(node.address for node in nodes if isinstance(node, Decide))


def _left_open(space: Space, by_chance: Container[str]) -> Flags:
    """bool[n]: the reader has several options, and no reason to take one at random.

    Args:
        space: the states.
        by_chance: decisions in which the reader picks at random.
    """
    nodes = (space.program.nodes[node] for node in space.code.point_node)
    by_point = [isinstance(node, Decide) and node.owner == "reader" and node.address not in by_chance for node in nodes]
    several = np.diff(space.states.first_action) > 1
    return np.asarray(several & np.array([*by_point, False])[space.states.point])


def _picked(book: Book, space: Space, manner: Manner, free: Flags, mode: int, deadline: float | None) -> Played:
    """Play in which what is left open is picked as well as possible, or as badly."""
    modes, weight = manner.mode.copy(), manner.weight
    modes[free] = mode
    return play(book, space, Manner(modes, weight), deadline)
