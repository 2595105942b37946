"""The likeliest winning route under best play: the chapters in order, and what to choose on the way."""

from __future__ import annotations

import heapq
import time
from itertools import count, pairwise

import numpy as np
from msgspec import Struct

from gamebook.analysis.decisions import decisions
from gamebook.analysis.flow import Course, Stand
from gamebook.job import look
from gamebook.model.book import HERO_BLOCK
from gamebook.solver.solution import Solved

MOST_PASSAGES = 2_000
MOST_SECONDS = 3.0
MOST_MOVES = 5_000_000
"""Moves from state to state among which the likeliest way is looked for."""
SURE = 1e-12
"""What a move costs that is certain: of two ways of the same chance the shorter one counts."""
MOST_RETURNS = 12
"""How often a route may enter the same chapter: a route that repeats itself is of no use."""


class RouteStep(Struct, frozen=True):
    """A chapter on the way."""

    chapter: str
    title: str
    choices: tuple[str, ...]
    """What is chosen there on this way, one after the other, in the words of the options; what is chosen in a fight
    changes from round to round, and is left to the advice."""


class WinningRoute(Struct, frozen=True):
    """A way through the book to a victory."""

    steps: tuple[RouteStep, ...]
    ending: str
    chance: float
    """The chance that best play goes this very way, chapter by chapter, and wins."""
    likeliest: bool
    """False if there was no time to make sure that no other way is likelier."""


class _Way(Struct, frozen=True, order=True):
    """A beginning of a way; the most promising first."""

    priority: float
    """Minus the chance to go this way and win in the end: a longer way has no larger one."""
    age: int
    places: tuple[str, ...]
    stand: Stand | None
    """The distribution of states on arrival in the last place; None at an ending."""


def route(solved: Solved) -> WinningRoute | None:
    """The likeliest winning route; None where best play never wins, or only by going round and round.

    Best first over sequences of chapters: the chance to go a way and still win bounds that of all its continuations,
    so the first complete way that comes up is the likeliest.
    """
    course = Course(solved, solved.best)
    search = _Search(course)
    began = time.monotonic()
    way, likeliest = search.next(), True
    for passages in count():
        look()
        if way is None or way.stand is None:
            break
        if passages >= MOST_PASSAGES or time.monotonic() - began > MOST_SECONDS:
            likeliest = False
            search.forget()  # from here on the most promising continuation, without looking back
        search.extend(way)
        way = search.next()
    if likeliest:
        return None if way is None else _route(course, way, likeliest=-way.priority >= search.dropped)
    ways = [each for each in (way, _by_states(course)) if each is not None]
    return _route(course, min(ways), likeliest=False) if ways else None


def _by_states(course: Course) -> _Way | None:
    """The chapters on the likeliest way from state to state that wins.

    Plays with the same chapters may go through other states, so that the chance of these chapters is larger.

    None if there are too many moves to look at, or if it enters a chapter too often.
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 - it takes long to import, and few books need it
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

    space, solved = course.solved.space, course.solved
    chance = space.states.chance * course.weight
    made = np.flatnonzero(chance > 0.0)
    if len(made) > MOST_MOVES:
        return None
    state = np.repeat(np.arange(space.size), np.diff(space.edge_start))
    moves = coo_array((chance[made], (state[made], space.states.successor[made])), (space.size,) * 2).tocsr()
    moves.data = SURE - np.log(np.minimum(moves.data, 1.0))
    (far,), (before,) = dijkstra(moves, indices=[space.root], return_predecessors=True)
    kinds, endings = solved.book.ending_kinds, space.program.endings
    last = min((n for n, name in enumerate(endings) if kinds[name] == "victory"), key=far.__getitem__, default=None)
    if last is None or not np.isfinite(far[last]):
        return None
    states = [last]
    while states[-1] != space.root:
        states.append(int(before[states[-1]]))
    entered = [solved.places[solved.place[each]] for each in reversed(states[1:]) if solved.enters[each]]
    if max(map(entered.count, entered), default=0) > MOST_RETURNS:
        return None
    places, stand = (HERO_BLOCK, *entered), course.start()
    for place, leads in pairwise(places):
        stand = course.passage(place, stand).turns[leads]
    won = course.passage(places[-1], stand).ends[endings[last]]
    return _Way(-won, 0, (*places, endings[last]), None)


class _Search:
    """Beginnings of ways, and their continuations."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.ages = count()
        self.victories = {ending.name for ending in course.solved.book.endings if ending.kind == "victory"}
        start = course.start()
        self.ways = [_Way(-start.worth(course.played), next(self.ages), (HERO_BLOCK,), start)]
        self.dropped = 0.0
        """The chance of the likeliest way that was given up as it goes round and round."""

    def next(self) -> _Way | None:
        """The most promising way so far, if any can win."""
        return heapq.heappop(self.ways) if self.ways and self.ways[0].priority < 0 else None

    def forget(self) -> None:
        """Give up all ways but the one taken out last."""
        self.ways.clear()

    def extend(self, way: _Way) -> None:
        """Put in every way that goes one chapter further."""
        assert way.stand is not None
        passage = self.course.passage(way.places[-1], way.stand)
        for chapter, stand in passage.turns.items():
            worth = stand.worth(self.course.played)
            if way.places.count(chapter) >= MOST_RETURNS:
                self.dropped = max(self.dropped, worth)
                continue
            heapq.heappush(self.ways, _Way(-worth, next(self.ages), (*way.places, chapter), stand))
        for ending in self.victories & passage.ends.keys():
            heapq.heappush(self.ways, _Way(-passage.ends[ending], next(self.ages), (*way.places, ending), None))


def _route(course: Course, way: _Way, likeliest: bool) -> WinningRoute:
    """The way again from its start, to see what is chosen on it."""
    titles = course.solved.book.titles
    words = decisions(course.solved.book)
    asked = {address for address, decision in words.items() if not decision.in_fight}
    steps = []
    stand, chance = course.start(), -way.priority
    only = True
    for place, leads in pairwise(way.places):
        passage = course.passage(place, stand)
        only = only and len(passage.turns) + len(passage.ends) == 1
        chosen = course.choices(stand, place, leads, asked)
        choices = tuple(words[decision].labels[option] for decision, option in chosen)
        if place != HERO_BLOCK or choices:
            steps.append(RouteStep(place, titles.get(place, ""), choices))
        if leads in passage.turns:
            stand = passage.turns[leads]
    return WinningRoute(tuple(steps), way.places[-1], 1.0 if only else chance, likeliest)  # rounding makes no doubt
