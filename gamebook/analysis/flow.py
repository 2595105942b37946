"""Play in chapters: how a policy carries chance from chapter to chapter.

All that analysis needs to know of single states is here, in a few functions over the listed states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from functools import cached_property

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints, spans
from gamebook.program.code import Decide
from gamebook.solver.forward import visits
from gamebook.solver.solution import Played, Solved

LOST = 1e-13
"""Chance that is still inside a chapter when a passage through it is broken off."""
MOST_STEPS = 20_000
"""States that a passage through a chapter follows one after another."""
MOST_CHOICES = 100
"""Choices that are given of one visit."""


def loops(solved: Solved) -> tuple[int, int]:
    """How many sets of states play can go round in, and how many of these a linear solver had to settle."""
    many = solved.space.rounds if solved.space.whole else solved.space.loops
    return many, solved.best.values.cycles


def visit_chance(solved: Solved, played: Played, chapter: str) -> float:
    """The chance that play reaches a chapter: visits counted with play stopped there."""
    states = solved.space.states
    here = solved.point_states[solved.space.program.chapters[chapter]]
    weight = played.weight.copy()
    for state in here:
        weight[states.first_action[state] : states.first_action[state + 1]] = 0.0
    arrivals = np.zeros(solved.space.size)
    arrivals[solved.space.root] = 1.0
    return min(1.0, float(visits(solved.space, weight, arrivals)[here].sum()))


class Stand(Struct, frozen=True):
    """Chance spread over states."""

    states: Ints
    chance: Floats

    @property
    def total(self) -> float:
        """How likely it is to be in one of them."""
        return float(self.chance.sum())

    def worth(self, played: Played) -> float:
        """Chance times value, summed."""
        return float(self.chance @ played.values.middle[self.states])


class Passage(Struct, frozen=True):
    """The result of a stay in a chapter, from a distribution over its arrivals to the next turn or the end."""

    place: str
    visits: Floats
    """float64[n]: expected visits to each state of the place."""
    turns: Mapping[str, Stand]
    """For each chapter turned to, where in it play arrives."""
    ends: Mapping[str, float]
    """The chance of each ending."""


class _Moves(Struct, frozen=True):
    """The policy's chances to move, from rows to columns. scipy would do, but takes long to import."""

    size: tuple[int, int]
    row: Ints
    column: Ints
    chance: Floats

    def ahead(self, there: Floats) -> Floats:
        """float64[columns]: where play is after a move, if it was in rows with these chances."""
        return np.bincount(self.column, there[self.row] * self.chance, self.size[1]).astype(np.float64)

    def until(self, there: Floats, stop: Flags) -> Floats:
        """float64[n]: where play first comes to one of the states where it is to stop."""
        stopped = np.zeros(len(there))
        least = LOST * there.sum()
        for _ in range(MOST_STEPS):
            look()
            stopped += np.where(stop, there, 0.0)
            there = self.ahead(np.where(stop, 0.0, there))
            if there.sum() <= least:
                break
        return stopped

    def back(self, worth: Floats) -> Floats:
        """float64[rows]: what a move is worth, if columns are worth this."""
        return np.bincount(self.row, self.chance * worth[self.column], self.size[0]).astype(np.float64)


class _Part(Struct, frozen=True):
    """The states of one place, and the policy's chances to move among them and out of them."""

    states: Ints
    inside: _Moves
    """From state to state without entering a chapter again."""
    out: _Moves
    """From these states to chapters' starts and endings, among all states."""

    def spread(self, arrivals: Stand) -> Floats:
        """float64[n]: chance spread over the states of the place."""
        now = np.zeros(len(self.states))
        np.add.at(now, np.searchsorted(self.states, arrivals.states), arrivals.chance)
        return now


class Course:
    """Play under one policy, taken chapter by chapter."""

    def __init__(self, solved: Solved, played: Played) -> None:
        self.solved = solved
        self.played = played
        self._parts: dict[str, _Part] = {}
        self._first_way = solved.space.edge_start

    def start(self) -> Stand:
        """The one state before the hero is made."""
        return Stand(np.array([self.solved.space.root]), np.ones(1))

    def passage(self, place: str, arrivals: Stand) -> Passage:
        """Follow play from its arrivals in a place until it turns or ends."""
        part = self._part(place)
        now = part.spread(arrivals)
        count = np.zeros(len(part.states))
        least = LOST * now.sum()
        for _ in range(MOST_STEPS):
            look()
            count += now
            now = part.inside.ahead(now)
            if now.sum() <= least:
                break
        flow = part.out.ahead(count)
        endings = self.solved.space.program.endings
        turned = np.flatnonzero(flow[len(endings) :]) + len(endings)
        chapters = self.solved.place[turned]
        turns = {
            self.solved.places[c]: Stand(turned[chapters == c], flow[turned[chapters == c]])
            for c in np.unique(chapters)
        }
        return Passage(place, count, turns, {endings[e]: float(flow[e]) for e in np.flatnonzero(flow[: len(endings)])})

    def choices(self, arrivals: Stand, place: str, leads: str, asked: Container[str]) -> Iterator[tuple[str, str]]:
        """The usual choices on the way through a place to a chapter or ending, in order of play: (decision, option).

        Each is the usual one of plays that take this way and have chosen all that comes before it; they end where most
        of these plays choose nothing more, or after `MOST_CHOICES`. Decisions that are not in `asked` are left out.
        """
        part = self._part(place)
        hope = self._hope(part, leads)
        names, name = self._chosen(part.states, asked)
        asks = name < len(names)
        now = part.spread(arrivals)
        whole = now @ hope
        for _ in range(MOST_CHOICES):
            there = part.inside.until(now, asks)
            often = np.bincount(name, there * hope, len(names) + 1)[:-1].tolist()
            if not any(often) or sum(often) < 0.5 * whole:
                return
            decisions: Counter[str] = Counter()
            for (decision, _), share in zip(names, often, strict=True):
                decisions[decision] += share
            likely = max(decisions, key=decisions.__getitem__)
            usual = max((n for n, (decision, _) in enumerate(names) if decision == likely), key=often.__getitem__)
            yield names[usual]
            whole = often[usual]
            now = part.inside.ahead(np.where(name == usual, there, 0.0))

    def _hope(self, part: _Part, leads: str) -> Floats:
        """float64[n]: from each state of a place, the chance to leave it for this chapter or ending."""
        space = self.solved.space
        if leads in space.program.endings:
            led = np.arange(space.size) == space.program.endings.index(leads)
        else:
            led = self.solved.enters & (self.solved.place == self.solved.places.index(leads))
        leave = part.out.back(led.astype(float))
        hope = leave.copy()
        for _ in range(MOST_STEPS):
            look()
            more = leave + part.inside.back(hope)
            settled = np.abs(more - hope).max(initial=0.0) <= LOST
            hope = more
            if settled:
                break
        return hope

    def _chosen(self, states: Ints, asked: Container[str]) -> tuple[list[tuple[str, str]], Ints]:
        """What the reader chooses: (decision, option) each once, and for every state which of them; beyond: none."""
        space = self.solved.space
        action = self.played.values.best[states]
        option = np.where(action >= 0, space.states.option[action], -1)
        taken, which = np.unique(np.stack([space.states.point[states], option]), axis=1, return_inverse=True)
        names: dict[tuple[str, str], int] = {}
        found = []
        for point, number in taken.T.tolist():
            node = space.program.nodes[space.code.point_node[point]]
            if isinstance(node, Decide) and node.owner == "reader" and number >= 0 and node.address in asked:
                found.append(names.setdefault((node.address, node.options[number].address), len(names)))
            else:
                found.append(-1)
        name = np.array(found, dtype=np.int64)[which.ravel()]
        return [*names], np.where(name < 0, len(names), name)

    # ---- the states of a place ---------------------------------------------------------------------------

    def _part(self, place: str) -> _Part:
        if place not in self._parts:
            space = self.solved.space
            states = np.flatnonzero(self.solved.place == self.solved.places.index(place))
            row, way = spans(self._first_way, states)
            chance = space.states.chance[way] * self.weight[way]
            column = space.states.successor[way].astype(np.int64)
            stays = (self.solved.place[column] == self.solved.places.index(place)) & ~self.solved.enters[column]
            made = chance != 0.0
            inside, out = stays & made, ~stays & made
            self._parts[place] = _Part(
                states,
                _Moves((len(states),) * 2, row[inside], np.searchsorted(states, column[inside]), chance[inside]),
                _Moves((len(states), space.size), row[out], column[out], chance[out]),
            )
        return self._parts[place]

    @cached_property
    def weight(self) -> Floats:
        """float64[ways]: how likely the policy takes the action that a way belongs to."""
        return self.played.weight[self.solved.space.way_action]
