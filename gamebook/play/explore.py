"""Every state a play can reach, one by one: a finite graph of moments."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gamebook.job import look
from gamebook.model.book import SOFT_LOCK
from gamebook.play.moment import Chance, Decision, Ended, Endless, Outcome, SoftLock
from gamebook.play.state import State
from gamebook.play.step import Machine


class Arc(Struct, frozen=True):
    """A way from one node to another."""

    target: int
    score: Fraction
    """Points earned on the way, those of an ending included."""
    chance: Fraction = Fraction(1)
    """1 where it is somebody's choice."""
    label: str = ""
    address: str = ""


class Node(Struct, frozen=True):
    """A moment: dice, somebody's decision, or an end."""

    kind: Literal["chance", "reader", "rival", "end"]
    state: State
    """For an end, the state in which it was first found."""
    arcs: tuple[Arc, ...] = ()
    name: str = ""
    """An ending, or what a decision is called."""
    what: str = ""
    """The kind of dice or of decision; `endless` for a loop without either, which leads to itself."""
    address: str = ""


class Graph(Struct, frozen=True):
    """All moments that can be reached. Each ending is one node; so is the soft lock."""

    nodes: tuple[Node, ...]
    start: int
    start_score: Fraction
    """Points earned before the first moment."""


class TooLarge(Struct, frozen=True):
    """There are more moments than the limit; what was found is left out."""

    limit: int


def explore(machine: Machine, hero: Mapping[str, int] | None = None, limit: int = 200_000) -> Graph | TooLarge:
    """All moments that can be reached from the start, with this hero if one is given."""
    return _Search(machine, limit).run(machine.start(hero))


class _Search:
    """Breadth first, so that the first state found of each kind is a nearest one."""

    def __init__(self, machine: Machine, limit: int) -> None:
        self.machine = machine
        self.limit = limit
        self.numbers: dict[State | str, int] = {}
        self.moments: list[Outcome] = []
        # Where a state just after a choice or roll leads: many share their next moment.
        self.ways: dict[State, tuple[int, Fraction]] = {}

    def run(self, first: Outcome) -> Graph | TooLarge:
        start = self._number(first)
        nodes: list[Node] = []
        while len(nodes) < len(self.moments):
            look()
            if len(self.moments) > self.limit:
                return TooLarge(self.limit)
            nodes.append(self._node(self.moments[len(nodes)], len(nodes)))
        return Graph(tuple(nodes), start, first.score)

    def _number(self, moment: Outcome) -> int:
        key = moment.ending if isinstance(moment, Ended) else SOFT_LOCK if isinstance(moment, SoftLock) else moment.at
        if key not in self.numbers:
            self.numbers[key] = len(self.moments)
            self.moments.append(replace(moment, events=()))
        return self.numbers[key]

    def _way(self, state: State) -> tuple[int, Fraction]:
        known = self.ways.get(state)
        if known is None:
            moment = self.machine.advance(state)
            known = self.ways[state] = (self._number(moment), moment.score)
        return known

    def _node(self, moment: Outcome, number: int) -> Node:
        match moment:
            case Chance():
                chances: dict[tuple[int, Fraction], Fraction] = {}
                for branch in moment.branches:
                    way = self._way(branch.state)
                    chances[way] = chances.get(way, Fraction(0)) + branch.chance
                arcs = tuple(Arc(target, score, chance) for (target, score), chance in chances.items())
                return Node("chance", moment.at, arcs, moment.label, moment.what, moment.address)
            case Decision():
                choices = []
                for choice in moment.options:
                    target, score = self._way(choice.state)
                    choices.append(Arc(target, score, label=choice.label, address=choice.address))
                return Node(moment.owner, moment.at, tuple(choices), moment.name, moment.what, moment.address)
            case Ended():
                return Node("end", moment.at, name=moment.ending, what="ending", address=moment.address)
            case SoftLock():
                return Node("end", moment.at, name=SOFT_LOCK, what="soft lock", address=moment.address)
            case Endless():
                return Node("chance", moment.at, (Arc(number, moment.lap),), what="endless")
