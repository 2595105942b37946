"""What makes a book large: in which chapters its states are, which numbers multiply them, and what asks for these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from msgspec import Struct

from gamebook.analysis.given_hero import rolled_stats
from gamebook.analysis.sample_picks import picks, sample_picks
from gamebook.analysis.words import decisions
from gamebook.graph.words import Words
from gamebook.kernels.arrays import Ints
from gamebook.limits import Limits
from gamebook.model.arithmetic import reads
from gamebook.model.book import Book
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Node, NodeId, Program, successors
from gamebook.program.compile import Target, compiled
from gamebook.solver.space import Space, explore

STATES = 1_000_000
SECONDS = 10.0
"""The default limit of listed states; only listed states are counted."""
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
    share: float
    """Of all states that were counted."""
    kept: tuple[Kept, ...]
    """The costliest first."""


class Large(Struct, frozen=True):
    """Where the states of a book are."""

    states: int
    """How many were counted."""
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
        states: where the listing stops; None: a million.
        seconds: after which it stops; None: ten.
        typed: the hero in the words of `--hero`.
    """
    program = compiled(book, hero, Target(numbers=False))
    limits = Limits(STATES if states is None else states, None, SECONDS if seconds is None else seconds)
    space = explore(program, limits=limits)
    point = space.states.point[len(program.endings) :]
    places = np.array([program.places[node] for node in space.code.point_node], np.object_)
    names, of_point = np.unique(places.astype(str), return_inverse=True)
    count = np.bincount(of_point[point], minlength=len(names))
    titles = book.titles
    teller = _Teller(book, program)
    parts = []
    for number in np.argsort(-count, kind="stable")[:CHAPTERS]:
        if count[number] == 0:
            continue
        name = str(names[number])
        kept = tuple(_kept(space, teller, np.flatnonzero(of_point == number), int(count[number])))
        parts.append(Part(name, titles.get(name, ""), int(count[number]), float(count[number] / len(point)), kept))
    rolled = tuple(name for name in rolled_stats(book) if name not in (hero or {}))
    picked = sample_picks(book, hero or {})
    return Large(len(point), space.complete, rolled, tuple(parts), typed, picks(book), picked, fights=bool(book.fights))


def _kept(space: Space, teller: _Teller, points: Ints, count: int) -> Iterator[Kept]:
    """What is kept at some points, the costliest first; not what costs next to nothing."""
    code, program = space.code, space.program
    states = {int(p): np.flatnonzero(space.states.point == p) for p in points}
    left: dict[int, int] = {}
    for p, members in states.items():
        for f in range(code.field_start[p], code.field_start[p + 1]):
            key = space.states.key[members]
            key[:, code.field_word[f]] &= ~(np.int64(code.field_mask[f]) << np.int64(code.field_shift[f]))
            variable = int(code.field_variable[f])
            left[variable] = left.get(variable, count) - len(members) + len(np.unique(_mixed(key)))
    for variable in sorted(left, key=lambda v: (left[v], v))[:NUMBERS]:
        factor = count / left[variable]
        name, hidden = teller.name(program.cells[variable].name)
        if factor >= LEAST and name:
            largest = max(states, key=lambda p: len(states[p]))
            yield Kept(name, hidden, factor, teller.asked(int(code.point_node[largest]), variable))


def _mixed(key: Ints) -> np.ndarray:
    """uint64[n]: a number for each row; different rows have different ones, but for a chance of one in 2^20 or less."""
    found = np.zeros(len(key), np.uint64)
    for word in key.view(np.uint64).T:
        found = (found ^ word) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return found


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
                        label = written.labels.get(option.address, "") if written else ""
                        yield Use(place, label)
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
