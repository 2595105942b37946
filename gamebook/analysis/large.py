"""What makes a book large: in which chapters its states are, which numbers multiply them, and what asks for these."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct

from gamebook.analysis.decisions import Decision, decisions
from gamebook.analysis.given_hero import rolled_stats
from gamebook.analysis.sample_picks import picks, sample_picks
from gamebook.analysis.state_counts import Sampled, StateCounts, in_arrays, in_list
from gamebook.kernels.arrays import Flags, Ints
from gamebook.kernels.code import Code
from gamebook.limits import Limits
from gamebook.model.arithmetic import reads
from gamebook.model.book import Book
from gamebook.model.in_words import Words
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Node, NodeId, Program, VariableId, successors
from gamebook.program.compile import Target, compiled
from gamebook.solver.space import explore

STATES = 1_000_000
"""Listed states, if no other limit is given. Where there are more, states are counted in arrays, of which a limit would
leave nothing."""
SECONDS = 10.0
"""The default limit of time."""
COUNTING = 1.0
"""Seconds for counting what was listed, at least."""
CHAPTERS = 5
"""The most chapters listed."""
NUMBERS = 4
"""Numbers and items shown for each chapter."""
LEAST = 1.5
"""A variable is shown only if it multiplies the states of a chapter at least by this factor."""
PLACES = 3
"""How many places of next use are named."""


class Use(Struct, frozen=True):
    """A place where a number or an item is used."""

    chapter: str
    label: str = ""
    """The option that asks for it; empty if the chapter does."""


class Kept(Struct, frozen=True):
    """A number or an item that is part of the states of a chapter."""

    name: str
    hidden: bool
    """It is a number of the rules, which no reader sees."""
    factor: float
    """So many times fewer states the chapter would have without it."""
    asked: tuple[Use, ...]
    """Where it is used next."""


class Part(Struct, frozen=True):
    """A chapter and its states."""

    chapter: str
    title: str
    states: int
    """How many were counted; where kinds of heroes are, the mean of these."""
    share: float
    """Of all states that were counted."""
    kept: tuple[Kept, ...]
    """The costliest first."""


class Large(Struct, frozen=True):
    """Where the states of a book are."""

    states: int
    """How many were counted; where kinds of heroes are, how many all kinds have together by the mean of those counted,
    if none shares a state with another: so at most."""
    complete: bool
    """These are all."""
    rolled: tuple[str, ...]
    """Stats that differ between heroes; empty where the states are those of one hero."""
    parts: tuple[Part, ...]
    """The largest first."""
    typed: tuple[str, ...] = ()
    """What of the hero was given, in the words of `--hero`."""
    picks: bool = False
    """The hero picks something."""
    picked: tuple[str, ...] = ()
    """An example of all that the hero picks, in the words of `--hero`; empty where there is none."""
    fights: bool = False
    """There are fights in the book, and all that their rules ask for multiplies the states."""
    kinds: int = 0
    """How many kinds of heroes there are, if each is counted by itself; 0 where a list of states was counted."""
    counted: int = 0
    """Of how many of these kinds the states were counted."""


def why_large(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    states: int | None = None,
    seconds: float | None = None,
    typed: tuple[str, ...] = (),
) -> Large:
    """Which chapters and which numbers make a book large.

    Args:
        book: the model.
        hero: values of rolled stats; what is not given is rolled.
        states: where the listing stops, and only listed states are counted then; None: a million, and if there are
            more, all states of some kinds of heroes are counted, where these fit into arrays.
        seconds: after which it stops; None: ten.
        typed: the hero in the words of `--hero`.
    """
    began = time.monotonic()
    limits = Limits(STATES if states is None else states, None, SECONDS if seconds is None else seconds)
    program = compiled(book, hero, Target(numbers=False))
    space = explore(program, limits=limits.since(began))
    chapters = _Chapters(book, program, space.code)
    sampled: Sampled | None = None
    if not space.complete and states is None:
        sampled = in_arrays(book, program, chapters.in_largest, (limits.since(began).seconds or 0.0) - COUNTING)
    if sampled is None:
        seconds = max(COUNTING, limits.since(began).seconds or 0.0)
        counts: tuple[StateCounts, ...] = (in_list(space, chapters.in_largest, seconds),)
    else:
        counts = sampled.counts
    kinds = 0 if sampled is None else sampled.kinds
    rolled = tuple(name for name in rolled_stats(book) if name not in (hero or {}))
    return Large(
        states=int(_total(counts).sum()) * max(1, kinds) // len(counts),
        complete=space.complete or kinds == 1,
        rolled=rolled,
        parts=tuple(chapters.parts(counts)),
        typed=typed,
        picks=picks(book),
        picked=sample_picks(book, hero or {}),
        fights=bool(book.fights),
        kinds=kinds,
        counted=len(counts) if kinds else 0,
    )


def _total(counts: Sequence[StateCounts]) -> Ints:
    """int64[points]: the states of all."""
    return np.asarray(np.stack([each.at for each in counts]).sum(axis=0))


class _Chapters:
    """Which points belong to which chapters, and what the chapters cost."""

    def __init__(self, book: Book, program: Program, code: Code) -> None:
        self._book, self._program, self._code = book, program, code
        self._teller = _Teller(book, program)
        places = np.array([program.places[node] for node in code.point_node], np.object_)
        self._names, self._of_point = np.unique(places.astype(str), return_inverse=True)

    def _largest(self, at: Ints) -> Ints:
        """The chapters with most states, the largest first."""
        count = np.bincount(self._of_point, at, minlength=len(self._names))
        order = np.argsort(-count, kind="stable")[:CHAPTERS]
        return order[count[order] > 0]

    def in_largest(self, at: Ints) -> Flags:
        """bool[points]: those of the chapters with most states."""
        return np.isin(self._of_point, self._largest(at))

    def parts(self, counts: Sequence[StateCounts]) -> Iterator[Part]:
        """What is reported of the chapters with most states."""
        titles, total = self._book.titles, int(_total(counts).sum())
        for number in self._largest(_total(counts)):
            points, name = np.flatnonzero(self._of_point == number), str(self._names[number])
            states = int(_total(counts)[points].sum())
            kept = tuple(self._kept(points, counts))
            yield Part(name, titles.get(name, ""), states // len(counts), states / total, kept)

    def _kept(self, points: Ints, counts: Sequence[StateCounts]) -> Iterator[Kept]:
        """What is kept at some points, the costliest first; not what costs next to nothing."""
        known = [(each, point) for each in counts for point in points.tolist() if point in each.without]
        count = sum(int(each.at[point]) for each, point in known)
        left: dict[VariableId, float] = {}
        for each, point in known:
            for variable, rest in each.without[point].items():
                left[variable] = left.get(variable, count) - int(each.at[point]) + rest
        largest = points[np.argmax(_total(counts)[points])]
        for variable in sorted(left, key=lambda v: (left[v], v))[:NUMBERS]:
            factor = count / left[variable]
            name, hidden = self._teller.name(self._program.cells[variable].name)
            if factor >= LEAST and name:
                yield Kept(name, hidden, factor, self._teller.asked(int(self._code.point_node[largest]), variable))


def _label(written: Decision | None, option: str) -> str:
    """What an option is called; of an amount that is chosen, which is a number, what the choice is called."""
    if written is None:
        return ""
    return written.name if written.what == "amount" else written.labels.get(option, "")


class _Teller:
    """Finds where a variable is used, in the words of the book."""

    def __init__(self, book: Book, program: Program) -> None:
        self._program = program
        self._words = Words(book)
        self._decisions = decisions(book)
        self._shown = {v.name for v in book.variables if v.kind not in ("hidden", "local")}

    def name(self, variable: str) -> tuple[str, bool]:
        """What a reader calls it, and whether it is hidden from readers."""
        return (self._words.name(variable), False) if variable in self._shown else (variable, True)

    def asked(self, start: NodeId, variable: int) -> tuple[Use, ...]:
        """The nearest places at which play may use a variable before it is set again."""
        name = self._program.cells[variable].name
        found: dict[Use, None] = {}
        seen, waiting = {start}, [start]
        for number in waiting:  # grows meanwhile, nearest first
            node = self._program.nodes[number]
            for place in self._places(number, node, name):
                found[place] = None
            if len(found) >= PLACES:
                break
            if isinstance(node, Do) and any(v == variable for v, _ in node.sets):
                own = next(expr for v, expr in node.sets if v == variable)
                if name not in reads(own):
                    continue
            waiting += [after for after in dict.fromkeys(successors(node)) if after not in seen]
            seen.update(successors(node))
        return tuple(found)[:PLACES]

    def _places(self, number: NodeId, node: Node, name: str) -> Iterator[Use]:
        place = self._program.places[number]
        match node:
            case Decide():
                written = self._decisions.get(node.address)
                for option in node.options:
                    if name in reads(option.condition):
                        yield Use(place, _label(written, option.address))
            case Branch(condition=asked) | Earn(amount=asked):
                if name in reads(asked):
                    yield Use(place)
            case Chance(weights=weights):
                if any(name in reads(weight) for weight in weights):
                    yield Use(place)
            case Do(sets=sets):
                own = self._program.cells
                if any(name in reads(expr) and own[variable].name != name for variable, expr in sets):
                    yield Use(place)
