"""What each thing is worth: the chance to win without it; what every winning play has in common; how wide the way is.

Source of "without": restricted play, A. Jaffe, A. Miller, E. Andersen, Y. Liu, A. Karlin, Z. Popović, "Evaluating
Competitive Game Balance with Restricted Play" (2012).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

import numpy as np
from msgspec import Struct

from gamebook.analysis import without
from gamebook.analysis.by_chance import with_draws, with_ways_past
from gamebook.analysis.difficulty import Bracket, difficulty
from gamebook.analysis.given_hero import is_rolled
from gamebook.analysis.presets import BY_DICE, by_dice, with_roll
from gamebook.analysis.routes import Routes, routes
from gamebook.analysis.too_large import must_be_whole
from gamebook.analysis.width import Width, width
from gamebook.errors import LimitReached, OutOfTime, UsageError
from gamebook.graph.fighting import asked_in_fights
from gamebook.job import current, in_time, look
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.blocks import steps_in
from gamebook.model.book import HERO_BLOCK, Book, Variable
from gamebook.model.step import Choose, Roll, Scope, fixed_words
from gamebook.program.code import Enter, NodeId
from gamebook.solver.must import Winning
from gamebook.solver.solution import Solved, ending_worth
from gamebook.solver.solving import solve

Kind = Literal["item", "codeword", "number", "value", "option", "test", "fights", "chapter"]
KINDS: tuple[Kind, ...] = ("item", "codeword", "number", "value", "option", "test", "fights", "chapter")
COUNTED = ("fought", "tested", "had")
"""What a book must be solved with as `counted`, to know what every winning play has in common."""
FEWER = "--only item looks at fewer things"
TRIED = 10
"""Chapters that are left out before it is judged whether there is time for all of them."""
Thing = tuple[Kind, str, Callable[[], Book]]
"""Something that a book can be solved without, by kind and name, and what makes the book that lacks it."""


class Without(Struct, frozen=True):
    """A book without one thing."""

    kind: Kind
    name: str
    """Of the thing, the option or the test; the chapter; `weapon = axe` for a value; empty for fights."""
    best: Bracket
    """What best play is worth without it."""
    random: Bracket | None
    """The same for the random reader."""


class RollWorth(Struct, frozen=True):
    """What best play is worth if the dice for one stat fall as low, or as high, as they can."""

    stat: str
    low: int
    worst: Bracket
    high: int
    best: Bracket


class Must(Struct, frozen=True):
    """Something that is true of every winning play, whoever plays."""

    kind: Kind
    """A thing that the reader has at some time, a chapter, a test that is taken, fights that begin."""
    name: str
    where: tuple[str, ...] = ()
    """Of a thing: the chapters in which something brings it; things that play begins with are left out."""


class Worth(Struct, frozen=True):
    """What the things of a book are worth."""

    book: Book
    hero: Mapping[str, int]
    best: Bracket
    random: Bracket | None
    kinds: tuple[Kind, ...]
    """The kinds of things that were left out one by one."""
    skipped: bool
    """Chapters were not, for there are too many states, or too little time."""
    without: tuple[Without, ...]
    """In the order of the book."""
    rolls: tuple[RollWorth, ...]
    possible: bool
    """Whether any play wins; what follows is about the plays that do."""
    musts: tuple[Must, ...]
    by_no_dice: bool
    """Whether a play can win on which no dice decide, those for the hero aside."""
    width: Width | None
    """How many of a first-timer's choices leave a victory possible; None: there are none."""
    routes: Routes

    def loss(self, row: Without) -> float:
        """How much lower best play is without it; below 0: it is easier without."""
        return self.best.middle - row.best.middle


def worth(
    book: Book,
    hero: Mapping[str, int] | None = None,
    kinds: Collection[Kind] | None = None,
    *,
    limits: Limits = NO_LIMITS,
    listed: int,
) -> Worth:
    """What the things of a book are worth to best play.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        kinds: the kinds of things that are left out one by one; None: all, but chapters only where the book has no
            more than `listed` states, and where there is time for them after everything else.
        limits: where to stop; the time is for all together.
        listed: states that are listed one by one to solve a book; a larger one is solved in arrays.

    Raises:
        LimitReached: a limit came before the answer.
        UsageError: the book is played for points.
    """
    if book.aim != "win":
        raise UsageError("`worth` compares chances to win, but this book is played for points (aim score)")
    given = dict(hero or {})
    asked = KINDS if kinds is None else tuple(kinds)
    fewer = FEWER if "item" in asked and len(set(asked)) > 1 else ""
    work = _Work(limits, time.monotonic(), listed, fewer)
    first = work.solved(book, given)
    whole = difficulty(first)
    rows = [*_without(work, given, [each for each in things(book) if each[0] in asked])]
    rolls = tuple(_rolls(book, given, lambda of, his: work.value(of, his)[0]))
    wins = _winning_plays(work, book, given)
    skipped = False
    if kinds is None:
        pages = _chapters_in_time(work, book, given) if first.space.whole else None
        skipped = pages is None
        rows += pages or ()
    elif "chapter" in asked:
        rows += _without(work, given, _chapters(book))
    told = tuple(kind for kind in asked if not (skipped and kind == "chapter"))
    return Worth(book, given, whole.best, whole.uniform, told, skipped, tuple(rows), rolls, *wins)


class _Work(Struct, frozen=True):
    """Versions of a book are solved in the time for all of them."""

    limits: Limits
    began: float
    """The `time.monotonic()` from which the time counts."""
    listed: int
    """As `worth` takes it."""
    fewer: str
    """What else saves time, in words: to ask about fewer things; empty if few are asked about."""

    @property
    def deadline(self) -> float | None:
        """The `time.monotonic()` at which the time is over; None: no time is set."""
        return self.limits.deadline(self.began)

    def solved(self, book: Book, given: Mapping[str, int]) -> Solved:
        """A version for a hero.

        Raises:
            LimitReached: a limit came before the answer.
        """
        found = solve(book, given, limits=self.limits.since(self.began), listed=self.listed, classes=True)
        must_be_whole(found.space, book, given, self.limits, self.fewer)
        return found

    def value(self, book: Book, given: Mapping[str, int]) -> tuple[Bracket, Bracket | None]:
        """What a version is worth to best play and to the random reader. Raises as `solved`."""
        hard = difficulty(self.solved(book, given))
        return hard.best, hard.uniform


# ---- without ----------------------------------------------------------------------------------------------------


def _without(work: _Work, given: Mapping[str, int], wanted: Sequence[Thing]) -> Iterator[Without]:
    """What the book is worth without each of some things."""
    for number, (kind, name, make) in enumerate(wanted, start=1):
        with current().doing(f"without {name or kind}, {number:,} of {len(wanted):,}"):
            best, at_random = work.value(make(), given)
        yield Without(kind, name, best, at_random)


def _chapters(book: Book) -> list[Thing]:
    return [("chapter", each.name, partial(without.without_chapter, book, each.name)) for each in book.chapters]


def _chapters_in_time(work: _Work, book: Book, given: Mapping[str, int]) -> list[Without] | None:
    """What the book is worth without each of its chapters; None where the limits are too narrow for all of them."""
    wanted, deadline = _chapters(book), work.deadline
    began, rows = time.monotonic(), []
    try:
        for row in _without(work, given, wanted):
            rows.append(row)
            if deadline is not None and len(rows) == TRIED:
                needed = (time.monotonic() - began) / TRIED * len(wanted)
                if began + needed > deadline:
                    return None
    except LimitReached:
        return None
    return rows


def things(book: Book) -> Iterator[Thing]:
    """Things, options, tests and fights of a book by kind and name, each with what makes the book that lacks it."""
    stored = {step.store for block in book.blocks for step in steps_in(block) if isinstance(step, Roll)}
    for variable in book.variables:
        name = variable.name
        if name in stored:
            continue
        match variable.kind:
            case "item" | "codeword" | "number" if variable.on_sheet:
                yield variable.kind, name, partial(without.without_thing, book, name)
            case "one-of":
                for number, each in enumerate(variable.values):
                    if number != variable.start and each:
                        yield "value", f"{name} = {each}", partial(without.without_thing, book, name, number)
    for label in _habits(book):
        yield "option", label, partial(without.without_option, book, label)
    for name in _tests(book):
        yield "test", name, partial(without.without_test, book, name)
    if book.fights:
        yield "fights", "", partial(without.without_fights, book)


def _habits(book: Book) -> dict[str, None]:
    """The words of options that are offered in fights, or everywhere; not those that say which foe to strike."""
    foes = {
        name
        for block in book.blocks
        for step in steps_in(block)
        if isinstance(step, Scope) and step.what == "fight"
        for name in step.title.split(", ")
    }
    fights = asked_in_fights(book)
    return {
        words: None
        for block in book.blocks
        for step in steps_in(block)
        if isinstance(step, Choose) and step.owner == "reader"
        for option in step.options
        if without.is_habit(option, step, fights) and (words := fixed_words(option.label).strip()) and words not in foes
    }


def _tests(book: Book) -> dict[str, None]:
    return {
        step.label: None
        for block in book.blocks
        for step in steps_in(block)
        if isinstance(step, Roll) and step.what == "test" and step.label
    }


def _rolls(
    book: Book, given: Mapping[str, int], value: Callable[[Book, Mapping[str, int]], Bracket]
) -> Iterator[RollWorth]:
    """The dice for each stat at their lowest and at their highest; the other stats are as given, or rolled.

    Only the dice are settled: what the hero picks can still change the stat.
    """
    if not is_rolled(book):
        return
    low, high = (by_dice(book, BY_DICE[name]) for name in ("weak", "lucky"))
    for stat in low:
        look()
        others = {name: number for name, number in given.items() if name != stat}
        worst, best = (value(with_roll(book, stat, BY_DICE[name]), others) for name in ("weak", "lucky"))
        yield RollWorth(stat, low[stat], worst, high[stat], best)


# ---- every winning play -------------------------------------------------------------------------------------------


def _winning_plays(
    work: _Work, book: Book, given: Mapping[str, int]
) -> tuple[bool, tuple[Must, ...], bool, Width | None, Routes]:
    """What is true of the plays that win, those of readers who do not know an option too: the last fields of `Worth`.

    Raises:
        LimitReached: a limit came before the answer.
    """
    solved = solve(with_ways_past(book), given, counted=COUNTED, limits=work.limits.since(work.began), classes=True)
    must_be_whole(solved.space, book, given, work.limits)
    victories = np.flatnonzero(ending_worth(book, solved.space.program))
    try:
        with in_time(work.deadline):
            winning = Winning(solved.space, victories)
            return (
                winning.possible,
                tuple(_musts(solved, winning)) if winning.possible else (),
                winning.possible_by(winning.sure() | winning.starting_at(_of_hero(solved))),
                _width(work, book, solved, winning),
                routes(solved, winning.alive),
            )
    except OutOfTime as error:
        raise LimitReached("the time was over before all ways to win were found") from error


def _width(work: _Work, book: Book, solved: Solved, winning: Winning) -> Width | None:
    """How wide the way is for a first-timer, who knows of an option only as often as the book says.

    Args:
        work: the limits.
        book: the book.
        solved: a book with its plays that win.
        winning: these plays.

    Raises:
        LimitReached, OutOfTime: a limit came before the answer.
    """
    drawn = with_draws(book)
    if drawn is book:
        return width(solved, winning.alive)
    found = solve(drawn, solved.hero, limits=work.limits.since(work.began), classes=True)
    must_be_whole(found.space, drawn, solved.hero, work.limits)
    victories = np.flatnonzero(ending_worth(drawn, found.space.program))
    return width(found, Winning(found.space, victories).alive)


def _musts(solved: Solved, winning: Winning) -> Iterator[Must]:
    book, program = solved.book, solved.space.program
    marks: dict[tuple[Kind, str, int], list[NodeId]] = {}
    kinds = {variable.name: variable for variable in book.variables}
    for node in program.points():
        here = program.nodes[node]
        if not isinstance(here, Enter):
            continue
        if here.chapter is not None:
            marks.setdefault(("chapter", here.chapter, 0), []).append(node)
        if here.mark is None:
            continue
        what, name, amount = here.mark.what, here.mark.variable, here.mark.amount
        if what == "had":
            kind: Kind = "value" if kinds[name].values else "item" if kinds[name].kind == "item" else "codeword"
            marks.setdefault((kind, name, amount if kind == "value" else 0), []).append(node)
        elif what == "tested":
            marks.setdefault(("test", name, 0), []).append(node)
        elif what == "fought":
            marks.setdefault(("fights", "", 0), []).append(node)
    keys = list(marks)
    always = winning.facts([marks[key] for key in keys])
    for (kind, name, amount), holds in zip(keys, always, strict=True):
        if holds and not (kind == "chapter" and name == book.start):
            told = f"{name} = {kinds[name].values[amount]}" if kind == "value" else name
            value = amount if kind == "value" else None
            if kind not in ("item", "codeword", "value"):
                yield Must(kind, told)
            elif not _begins_with(solved, kinds[name], value, marks[kind, name, amount]):
                yield Must(kind, told, without.brought_in(book, name, value))


def _begins_with(solved: Solved, thing: Variable, value: int | None, marks: Collection[NodeId]) -> bool:
    """Whether every play has a thing when it comes to the first chapter; marks: points where the reader has it."""
    at_first = solved.hero.get(thing.name, thing.start)
    if at_first > 0 if value is None else at_first == value:
        return True
    nodes, start = solved.space.program.nodes, solved.book.start
    arrivals = [
        states
        for node, states in solved.point_states.items()
        if isinstance(here := nodes[node], Enter) and here.chapter == start
    ]
    play = Winning(solved.space, np.concatenate(arrivals))
    return not play.possible_by(~play.starting_at(set(_of_hero(solved)).intersection(marks)))


def _of_hero(solved: Solved) -> list[NodeId]:
    program = solved.space.program
    return [node for node in program.points() if program.places[node] == HERO_BLOCK]
