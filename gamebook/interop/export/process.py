"""A book as the process that is solved: states, actions, chances as fractions. Model checkers read it.

States have new numbers, so that the states of an ending, and those of a chapter, stand together: a label is a range.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.decisions import decisions
from gamebook.errors import LimitReached
from gamebook.interop.export.names import identifier, identifiers
from gamebook.kernels.arrays import Ints
from gamebook.limits import Limits
from gamebook.model.book import HERO_BLOCK, SOFT_LOCK, UNWRITTEN, Book
from gamebook.play.explore import Arc, Graph, Node, TooLarge
from gamebook.play.explore import explore as explore_moments
from gamebook.play.state import HERO
from gamebook.play.step import Machine
from gamebook.program.code import Decide
from gamebook.program.compile import compiled
from gamebook.solver import exact
from gamebook.solver.manner import best_play
from gamebook.solver.solution import play
from gamebook.solver.space import Space, explore
from gamebook.solver.whole import Whole, whole

GO = "go"
"""The name of an action where nobody chooses."""
MOST_MOMENTS = 50_000
"""Moments that are listed one by one, where chances of the fast listing cannot be made whole."""


class TooManyMoments(LimitReached):
    """Moments would have to be listed one by one, and they are too many, whatever the format."""


Kind = Literal["dtmc", "mdp", "smg"]
Player = Literal["reader", "rival"]
PLAYERS: tuple[Player, ...] = ("reader", "rival")


class Process(Struct, frozen=True, dict=True):
    """A finite process. Lists by action and by way are flat, as in a sparse matrix; an ending leads to itself."""

    title: str
    kind: Kind
    """`dtmc` where nobody chooses, `smg` where the reader and a rival do, else `mdp`."""
    maximise: bool
    """Whether the one who chooses is the reader; of a `dtmc` it does not matter."""
    aim: Literal["win", "score"]
    start: int
    rival: tuple[bool, ...]
    """By state: whether the rival decides there."""
    first_action: tuple[int, ...]
    """By state, and one more: where its actions begin."""
    action: tuple[int, ...]
    """By action: which of `names`; actions of one state have different names."""
    names: tuple[str, ...]
    """What actions are called, as identifiers."""
    total: tuple[int, ...]
    """By action: chances and points are multiples of one over this."""
    points: tuple[int, ...]
    """By action: the points that it is expected to bring, times `total`."""
    first_way: tuple[int, ...]
    """By action, and one more: where its ways begin."""
    target: tuple[int, ...]
    """By way: the state it leads to."""
    weight: tuple[int, ...]
    """By way: its chance, times the action's `total`."""
    labels: Mapping[str, range]
    """Which states have a label: `won`, `lost`, `ended`, and one for each ending and chapter."""
    meanings: Mapping[str, str]
    """What a label stands for, in the words of the book: `chapter_12`: `chapter 12`."""
    listed: Space | None = None
    """The listing that it was made from; None where it was listed moment by moment."""
    order: Ints | None = None
    """int64[n]: the number in that listing, for each state."""

    @property
    def states(self) -> int:
        """How many there are, endings included."""
        return len(self.rival)

    @cached_property
    def scores(self) -> bool:
        """Whether points count, or are earned."""
        return self.aim == "score" or any(self.points)

    def actions(self, state: int) -> range:
        """The actions of a state."""
        return range(self.first_action[state], self.first_action[state + 1])

    def ways(self, action: int) -> range:
        """The ways of an action."""
        return range(self.first_way[action], self.first_way[action + 1])

    def chance(self, action: int, way: int) -> Fraction:
        """The chance of a way of an action."""
        return Fraction(self.weight[way], self.total[action])

    def earned(self, action: int) -> Fraction:
        """The points that an action is expected to bring."""
        return Fraction(self.points[action], self.total[action])

    @property
    def question(self) -> str:
        """The property that a model checker answers with the value of the book, in PRISM's language."""
        best = "" if self.kind == "dtmc" else "max" if self.maximise else "min"
        who = "<<reader>> " if self.kind == "smg" else ""
        if self.aim == "win":
            return f'{who}P{best}=? [ F "won" ]'
        until = 'F "ended"' if self.always_ends else "C"
        return f'{who}R{{"points"}}{best}=? [ {until} ]'

    @cached_property
    def always_ends(self) -> bool:
        """Whether play ends sooner or later whatever is chosen: no choices keep it away from all endings for ever.

        Looked for backwards: from a state play may be led to an ending if each of its actions may lead to such a state.
        """
        led = [False] * self.states
        comes: list[list[int]] = [[] for _ in range(self.states)]
        left = [len(self.actions(state)) for state in range(self.states)]
        at = [state for state in range(self.states) for _ in self.actions(state)]
        for action in range(len(self.action)):
            for way in self.ways(action):
                comes[self.target[way]].append(action)
        hit = [False] * len(self.action)
        waiting = list(self.labels["ended"])
        for state in waiting:
            led[state] = True
        for state in waiting:  # grows meanwhile
            for action in comes[state]:
                if not hit[action]:
                    hit[action] = True
                    left[at[action]] -= 1
                    if not left[at[action]] and not led[at[action]]:
                        led[at[action]] = True
                        waiting.append(at[action])
        return len(waiting) == self.states


def process(
    book: Book,
    hero: Mapping[str, int] | None = None,
    most: int | None = None,
    settled: Collection[Player] = (),
    most_moments: int = MOST_MOMENTS,
) -> Process:
    """The process of a book.

    Args:
        book: the book; whatever a strategy decides is applied before.
        hero: values of rolled stats; what is not given is rolled.
        most: the most states.
        settled: players whose decisions are made already: only what best play takes is left.
        most_moments: the most moments, where they are listed one by one.

    Raises:
        LimitReached: there are more states; or best play is wanted, and a loop of the book has no finite value.
    """
    space = explore(compiled(book, hero), limits=Limits(states=most))
    if not space.complete or (most is not None and space.size > most):
        raise LimitReached(f"the book has more than {most:,} states")
    found = whole(space)
    if found is None:
        return _moments(book, hero, most_moments if most is None else min(most, most_moments), settled)
    return _listed(book, space, found, _kept(book, space, settled))


# ---- from the listing of states ---------------------------------------------------------------------------


def _kept(book: Book, space: Space, settled: Collection[Player]) -> list[bool]:
    """By action: whether it is left."""
    kept = np.ones(len(space.states.option), bool)
    if settled:
        played = play(book, space, best_play(space))
        owner = space.by_action(space.owner[space.states.point])
        for number, player in enumerate(PLAYERS):
            if player in settled:
                kept &= (owner != number) | (played.weight > 0.0)
    return kept.tolist()


def _listed(book: Book, space: Space, found: Whole, kept: Sequence[bool]) -> Process:
    endings = len(space.program.endings)
    places = [space.program.places[node] for node in space.code.point_node]
    groups = _Groups(book, space.program.endings)
    at = [groups.of_ending(name) for name in space.program.endings]
    at += [groups.of_place(places[point]) for point in space.states.point[endings:].tolist()]
    order = np.argsort(np.array(at), kind="stable")
    number = np.empty(space.size, np.int64)
    number[order] = np.arange(space.size)
    names = _Names(book, space)
    out = _Draft()
    first = space.states.first_action.tolist()
    for old in order.tolist():
        if old < endings:
            out.end(int(number[old]))
            continue
        point = int(space.states.point[old])
        actions = [action for action in range(first[old], first[old + 1]) if kept[action]] or [first[old]]
        out.state(bool(space.owner[point]) and len(actions) > 1)
        for action in actions:
            ways = range(found.first[action], found.first[action + 1])
            out.act(
                names.of(point, int(space.states.option[action])),
                found.total[action],
                found.points[action],
                [(int(number[found.successor[way]]), found.weight[way]) for way in ways],
            )
    made = out.process(book, groups, sorted(at), int(number[space.root]))
    return replace(made, listed=space, order=order)


class _Names:
    """What the actions of a listing are called."""

    def __init__(self, book: Book, space: Space) -> None:
        self.told = decisions(book)
        self.space = space
        self.known: dict[int, dict[int, str]] = {}

    def of(self, point: int, option: int) -> str:
        """The name of an option at a point."""
        if option < 0:
            return GO
        if point not in self.known:
            node = self.space.program.nodes[self.space.code.point_node[point]]
            assert isinstance(node, Decide)
            labels = self.told[node.address].labels if node.address in self.told else {}
            words = [labels.get(each.address, each.address) for each in node.options]
            self.known[point] = dict(enumerate(_different(words)))
        return self.known[point][option]


def _different(words: Sequence[str]) -> list[str]:
    """Identifiers for the options of one decision, no two alike; none is `go`."""
    found = identifiers((f"{number} {text}" for number, text in enumerate(words)), [GO])
    short: list[str] = []
    for number, text in enumerate(words):
        name = identifier(text)
        taken = name.lower() in {GO, *(each.lower() for each in short)} or name == "_"
        short.append(found[f"{number} {text}"] if taken else name)
    return short


# ---- moment by moment ---------------------------------------------------------------------------------------


def _moments(book: Book, hero: Mapping[str, int] | None, most: int, settled: Collection[Player]) -> Process:
    graph = explore_moments(Machine(book), hero, most)
    if isinstance(graph, TooLarge):
        raise TooManyMoments(
            f"the book has more than {most:,} rolls, decisions and endings, and chances that must be listed one by one"
        )
    graph = _with_points_before(_settled(book, graph, settled))
    groups = _Groups(book, [ending.name for ending in book.endings])
    at = [groups.of_node(node) for node in graph.nodes]
    order = sorted(range(len(at)), key=at.__getitem__)
    number = {old: new for new, old in enumerate(order)}
    out = _Draft()
    for old in order:
        node = graph.nodes[old]
        if node.kind == "end":
            out.end(number[old])
            continue
        out.state(node.kind == "rival" and len(node.arcs) > 1)
        if node.kind == "chance":
            _act(out, GO, [(arc.chance, arc) for arc in node.arcs], number)
        else:
            for name, arc in zip(_different([arc.label for arc in node.arcs]), node.arcs, strict=True):
                _act(out, name if len(node.arcs) > 1 else GO, [(Fraction(1), arc)], number)
    return out.process(book, groups, sorted(at), number[graph.start])


def _settled(book: Book, graph: Graph, settled: Collection[Player]) -> Graph:
    """The graph with only what best play takes, where these players decide."""
    if not settled:
        return graph
    worth = exact.win_worth(book) if book.aim == "win" else None
    best = exact.solve(graph, worth, book.ties, then_score=book.then_score)
    if isinstance(best, exact.Unsolved):
        raise LimitReached(f"a loop of the book has no finite value ({best.why})")
    nodes = (
        replace(node, arcs=(node.arcs[choice],)) if node.kind in settled else node
        for node, choice in zip(graph.nodes, best.policy, strict=True)
    )
    return replace(graph, nodes=tuple(nodes))


def _with_points_before(graph: Graph) -> Graph:
    """Points that are earned before the first moment are earned in a moment of their own."""
    if not graph.start_score:
        return graph
    first = graph.nodes[graph.start]
    before = Node("chance", first.state, (Arc(graph.start, graph.start_score),))
    return replace(graph, nodes=(*graph.nodes, before), start=len(graph.nodes))


def _act(out: _Draft, name: str, arcs: Sequence[tuple[Fraction, Arc]], number: Mapping[int, int]) -> None:
    chances: dict[int, Fraction] = {}
    for chance, arc in arcs:
        chances[number[arc.target]] = chances.get(number[arc.target], Fraction(0)) + chance
    points = sum((chance * arc.score for chance, arc in arcs), Fraction(0))
    total = lcm(points.denominator, *(chance.denominator for chance in chances.values()))
    out.act(name, total, int(points * total), [(to, int(chance * total)) for to, chance in chances.items()])


# ---- both --------------------------------------------------------------------------------------------------


class _Groups:
    """The order in which states are numbered: victories, other endings, defeats, then chapter by chapter.

    What a draft lacks counts as another ending.
    """

    def __init__(self, book: Book, endings: Sequence[str]) -> None:
        kinds = book.ending_kinds
        ranks = {"victory": 0, "ending": 1, UNWRITTEN: 1, "defeat": 2}
        self.endings = sorted(dict.fromkeys((*endings, SOFT_LOCK)), key=lambda name: ranks[kinds[name]])
        self.kinds = [kinds[name] for name in self.endings]
        self.chapters = [HERO_BLOCK, *(chapter.name for chapter in book.chapters)]
        self._ending = {name: number for number, name in enumerate(self.endings)}
        self._place = {name: len(self.endings) + number for number, name in enumerate(self.chapters)}
        self._place[HERO_BLOCK] = len(self.endings)
        self._by_number = [self._place[chapter.name] for chapter in book.chapters]

    def of_ending(self, name: str) -> int:
        """The group of an ending."""
        return self._ending[name]

    def of_place(self, place: str) -> int:
        """The group of a chapter, or of the hero block."""
        return self._place[place]

    def of_node(self, node: Node) -> int:
        """The group of a moment."""
        if node.kind == "end":
            return self.of_ending(node.name)
        return len(self.endings) if node.state.chapter == HERO else self._by_number[node.state.chapter]

    def labels(self, at: Sequence[int]) -> tuple[dict[str, range], dict[str, str]]:
        """Which states have which label, and what it stands for; `at` is the group of each state, ascending."""
        bounds = np.searchsorted(np.array(at), np.arange(len(self.endings) + len(self.chapters) + 1)).tolist()
        spans = [range(low, high) for low, high in pairwise(bounds)]
        victories, all_endings = self.kinds.count("victory"), len(self.endings)
        others = self.kinds.count("ending") + self.kinds.count(UNWRITTEN)
        found = {
            "won": range(bounds[victories]),
            "lost": range(bounds[victories + others], bounds[all_endings]),
            "ended": range(bounds[all_endings]),
        }
        meanings = {"won": "any victory", "lost": "any defeat, and the soft lock", "ended": "any ending"}
        texts = [f"ending {name}" for name in self.endings] + [f"chapter {name}" for name in self.chapters]
        texts[all_endings] = "filling in the sheet"
        known = identifiers(texts, [*found, "init", "deadlock"])
        for text, span in zip(texts, spans, strict=True):
            if span:
                found[known[text]] = span
                meanings[known[text]] = text
        return found, meanings


class _Draft:
    """Lists that grow, state by state."""

    def __init__(self) -> None:
        self.rival: list[bool] = []
        self.first_action = [0]
        self.action: list[str] = []
        self.total: list[int] = []
        self.points: list[int] = []
        self.first_way = [0]
        self.target: list[int] = []
        self.weight: list[int] = []

    def state(self, rival: bool) -> None:
        """A new state, without actions."""
        self.rival.append(rival)
        self.first_action.append(len(self.action))

    def act(self, name: str, total: int, points: int, ways: Sequence[tuple[int, int]]) -> None:
        """An action of the last state; ways are (target, weight)."""
        for target, weight in sorted(ways):
            self.target.append(target)
            self.weight.append(weight)
        self.first_way.append(len(self.target))
        self.action.append(name)
        self.total.append(total)
        self.points.append(points)
        self.first_action[-1] = len(self.action)

    def end(self, here: int) -> None:
        """An ending, with this number."""
        self.state(rival=False)
        self.act(GO, 1, 0, [(here, 1)])

    def process(self, book: Book, groups: _Groups, at: Sequence[int], start: int) -> Process:
        """All of it."""
        several = [self.first_action[i + 1] - self.first_action[i] > 1 for i in range(len(self.rival))]
        readers = any(more and not rival for more, rival in zip(several, self.rival, strict=True))
        rivals = any(self.rival)
        names = tuple(dict.fromkeys(self.action))
        places = {name: number for number, name in enumerate(names)}
        labels, meanings = groups.labels(at)
        return Process(
            title=book.title,
            kind="smg" if readers and rivals else "mdp" if readers or rivals else "dtmc",
            maximise=readers or not rivals,
            aim=book.aim,
            start=start,
            rival=tuple(self.rival),
            first_action=tuple(self.first_action),
            action=tuple(places[name] for name in self.action),
            names=names,
            total=tuple(self.total),
            points=tuple(self.points),
            first_way=tuple(self.first_way),
            target=tuple(self.target),
            weight=tuple(self.weight),
            labels=labels,
            meanings=meanings,
        )
