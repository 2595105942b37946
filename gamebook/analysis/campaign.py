"""Books played one after another: the end of one is the start of the next.

What a book's end is worth is what the next book is worth for what is carried over. So books are solved from the last to
the first: at each victory stands a draw that is won as often as the books to come are, with the sheet at hand. Both
are models like any other, and any engine solves them.

Bounds pass from book to book: the draw has the lower bound of what follows. Best play is then worth at least what is
found, and at most that and the widest bracket of a sheet; if this is too wide, the book is solved with the upper
bounds, too. So is a draft: for its upper bound all that is not written yet wins all books at once, since nobody knows
what is carried over from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import ceil, floor, fsum

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.handover import (
    ANEW,
    BEFORE,
    SHARES,
    Cut,
    Starts,
    begun,
    ended,
    look_at,
    to_win,
    with_room,
)
from gamebook.analysis.hope import hopeful
from gamebook.analysis.kinds import HeroKind, mean_over, rolled_kinds
from gamebook.analysis.picks import answered, best_picks, open_picks, told_worth, who_picks
from gamebook.analysis.starts import TooMany, handed_over
from gamebook.errors import OutOfTime
from gamebook.job import current, in_time, look
from gamebook.kernels.bellman import UNIT
from gamebook.limits import LISTED, Limits
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.program.compile import Target, compiled
from gamebook.solver.manner import best_play
from gamebook.solver.solution import Solved, play
from gamebook.solver.solving import solve
from gamebook.solver.space import explore

MOST_KINDS = 10_000
"""Kinds of hero that are solved one by one: even in the smallest books each takes some hundredths of a second."""
FOR_THE_FIRST = 10
"""One of so many parts of the time is for the first book alone, whose chance is a bound where kinds stay unsolved."""
NARROW = 1e-9
"""Bounds of a later book this near to each other count as one number; their distance is added to the answer's."""
FEW = Target(chapters=False, numbers=False)
"""Values alone are asked of a book."""
HANDED = 300_000
"""A book with more states hands its sheets over by class."""


MOMENT = 1.0
"""Seconds after the time limit in which work is still begun: small books are solved whole, whatever the limit."""
Values = Mapping[str, int | str]
"""What is on a sheet, by name: a number; of a one-of the name of its value."""


class Start(Struct, frozen=True):
    """A sheet with which a book is begun, and what all books from there on are worth."""

    sheet: Values
    value: Bracket


class Stage(Struct, frozen=True):
    """One book of a campaign."""

    title: str
    carried: tuple[str, ...]
    starts: tuple[Start, ...]
    """The best first. One with an empty sheet for the first book; none for a book that is never begun, since a book
    before it cannot be won."""
    states: int
    by_class: bool = False
    """Each start stands for all sheets that this book and those after it cannot tell apart; some may never occur."""
    cut: tuple[Cut, ...] = ()
    """Values that this book takes over only in part; not known with `by_class`."""


class KindOf(HeroKind, frozen=True):
    """A kind of hero that the dice make, and what all books are worth for him."""

    best: Bracket
    picks: Values | None = None
    """As in `Campaign`."""


class KindAnswer(Struct, frozen=True):
    """What all books are worth for one kind of hero; the fields as in `Campaign`."""

    best: Bracket
    complete: bool = True
    picks: Values | None = None
    reason: str = ""


KindSolver = Callable[[Sequence[HeroKind], Limits], Iterable[tuple[HeroKind, KindAnswer]]]
"""Solves all books for some kinds of hero, in any order; where the time ends first, for some of them."""


class Campaign(Struct, frozen=True):
    """Books solved together."""

    best: Bracket
    """The chance that best play wins them all."""
    stages: tuple[Stage, ...]
    complete: bool = True
    """False where a limit came before the answer; the bounds hold all the same. Of sheets on which the answer does not
    depend there may be no more than bounds."""
    picks: Values | None = None
    """Where bounds are for all that the hero may pick: the picks that are worth at least the lower bound. `stages` are
    of the hero who has them."""
    kinds: tuple[KindOf, ...] = ()
    """Where each kind of hero was solved by itself: those of whom something is known, of at most `MOST_KINDS` the most
    usual ones; the best first. There are no `stages` then."""
    drafts: tuple[str, ...] = ()
    """Titles of the books that are not finished. The lower bound is of the books as they are; for the upper one all
    that is not written yet wins all books."""
    reason: str = ""
    """Where more is to say than that a limit of time, states or memory came before the answer: what did, and what to do
    or how far it came."""

    @property
    def unsolved(self) -> float:
        """With `kinds`: how often the dice make a hero of another kind, of whom nothing is known."""
        rest = 1.0 - fsum(each.chance for each in self.kinds)
        return rest if self.kinds and rest > NARROW else 0.0


def campaign(
    books: Sequence[Book],
    hero: Mapping[str, int] | None = None,
    *,
    limits: Limits,
    listed: int = HANDED,
    solve_kinds: KindSolver | None = None,
) -> Campaign:
    """Solve books that are played one after another; winning all of them is the win.

    Args:
        books: in the order played; each but the first says what it carries over.
        hero: values for the first book's hero.
        limits: where to give up on a book; `seconds` are for all of them.
        listed: a book with more states hands its sheets over by class.
        solve_kinds: solves kinds of hero, where each is solved by itself; None: they are solved here.

    Raises:
        NoCampaign: nothing is carried over, or something that the book before does not have.
    """
    for before, book in pairwise(books):
        look_at(before, book)
    began, reason = time.monotonic(), ""
    try:
        found = _together(books, hero or {}, limits, listed, solve_kinds)
        # Of sheets that best play never has, or that make no difference, it does not matter what is not known.
        return replace(found, complete=found.complete or found.best.high - found.best.low <= NARROW)
    except OutOfTime:
        pass
    except TooMany as error:
        if not error.cut:
            reason = str(error)
    best = _at_most(books[0], hero or {}, limits.since(began)) if reason else Bracket(0.0, 1.0)
    return Campaign(best, (), best.high <= 0.0, drafts=_drafts(books), reason=reason if best.high > 0.0 else "")


def _at_most(first: Book, hero: Mapping[str, int], limits: Limits) -> Bracket:
    """What is known of a campaign by its first book alone: nobody wins all books more often than this one."""
    try:
        solved = solve(hopeful(to_win(first)), hero, limits=limits, listed=LISTED, chapters=False, classes=True)
    except OutOfTime:
        return Bracket(0.0, 1.0)
    return Bracket(0.0, proven(solved, solved.best).high)


def _together(
    books: Sequence[Book], hero: Mapping[str, int], limits: Limits, listed: int, solve_kinds: KindSolver | None
) -> Campaign:
    """All heroes in one chain of books; if that is too much, bounds from several chains."""
    began = time.monotonic()
    try:
        return _Chain(books, hero, limits, listed).solved()
    except TooMany:
        kinds, names = rolled_kinds(books[0], hero), open_picks(books[0], hero)
        if not kinds and not names:
            raise
    limits = limits.since(began)
    if kinds:
        return for_all_kinds(books, hero, kinds, solve_kinds, limits=limits, listed=listed)
    return for_all_picks(books, hero, names, limits=limits, listed=listed)


def _one_by_one(
    books: Sequence[Book], hero: Mapping[str, int], listed: int, kinds: Sequence[HeroKind], limits: Limits
) -> Iterator[tuple[HeroKind, KindAnswer]]:
    """Kinds of hero, one after another; each may take as much of the time that is left as any other."""
    began = time.monotonic()
    for number, kind in enumerate(kinds):
        left = limits.since(began)
        if left.seconds == 0.0:
            return
        with current().doing(f"hero {number + 1:,} of {len(kinds):,}"):
            of = campaign(books, {**hero, **kind.stats}, limits=left.share(len(kinds) - number), listed=listed)
        yield kind, answer_of(of)


def answer_of(found: Campaign) -> KindAnswer:
    """What we need of the campaign of one kind of hero."""
    return KindAnswer(found.best, found.complete, found.picks, found.reason)


def for_all_kinds(
    books: Sequence[Book],
    hero: Mapping[str, int],
    kinds: Sequence[HeroKind],
    solve_kinds: KindSolver | None = None,
    *,
    limits: Limits,
    listed: int = HANDED,
) -> Campaign:
    """Every kind of hero by himself, and the mean of them.

    Args:
        books, limits, listed, solve_kinds: as for `campaign`.
        hero: what is fixed.
        kinds: as `rolled_kinds` finds them; of more than `MOST_KINDS` the first are solved. Of those that are not
            solved nothing is known but that all together win no more often than the first book is won.
    """
    began = time.monotonic()
    reason = ""
    if len(kinds) > MOST_KINDS:
        reason = (
            f"the dice make {len(kinds):,} kinds of hero, more than {MOST_KINDS:,}; carry less over, or choose one hero"
        )
    most = 1.0
    if len(kinds) > MOST_KINDS or limits.seconds is not None:  # there may be some that are not solved
        most = _at_most(books[0], hero, limits.share(FOR_THE_FIRST)).high
    asked = kinds[:MOST_KINDS]
    solve_them = solve_kinds or partial(_one_by_one, books, hero, listed)
    answers = {tuple(kind.stats.items()): of for kind, of in solve_them(asked, limits.since(began))}
    if len(answers) < len(asked):
        solved_kinds = sum(each.complete for each in answers.values())
        reason = f"the time was over when {solved_kinds:,} of {len(kinds):,} kinds of hero were solved"
    found: list[KindOf] = []
    for kind in asked:
        of = answers.get(tuple(kind.stats.items()))
        if of is None:
            continue
        reason = reason or of.reason
        if of.complete or of.best.low > 0.0 or of.best.high < 1.0:
            found.append(KindOf(kind.stats, kind.chance, of.best, of.picks))
    complete = len(answers) == len(kinds) and all(each.complete for each in answers.values())
    solved = len(found) == len(kinds)
    mean = mean_over(found, [each.best for each in found], None if solved else Bracket(0.0, 1.0))
    low, high = mean.low, min(most, mean.high)
    wins, loses = (all(each.best.low >= 1.0 for each in found), all(each.best.high <= 0.0 for each in found))
    best = Bracket(1.0 if solved and wins else max(0.0, low), 0.0 if solved and loses else min(1.0, high))
    found.sort(key=lambda each: (-round(each.best.low, 12), *each.stats.values()))
    return Campaign(best, (), complete and solved, kinds=tuple(found), drafts=_drafts(books), reason=reason)


def for_all_picks(
    books: Sequence[Book], hero: Mapping[str, int], names: frozenset[str], *, limits: Limits, listed: int = HANDED
) -> Campaign:
    """Bounds for all that a hero may pick.

    Args:
        books, limits, listed: as for `campaign`.
        hero: what is fixed.
        names: what is picked, as `open_picks` finds it.
    """
    began = time.monotonic()
    wishful = _Chain([answered(book, names) for book in books], hero, limits.share(2), listed)
    above = wishful.solved()
    picks = best_picks(books[0], names, hero, wishful.worth)
    if picks is None:
        return replace(above, best=Bracket(0.0, above.best.high))
    first, given = who_picks(books[0], picks)
    try:
        below = _Chain([first, *books[1:]], {**hero, **given}, limits.since(began), listed).solved()
    except OutOfTime:
        return replace(above, best=Bracket(0.0, above.best.high), complete=False)
    best = Bracket(below.best.low, max(below.best.high, above.best.high))
    return replace(below, best=best, complete=above.complete and below.complete, picks=_named(books[0], picks))


class _Chain:
    """The books, and the clock."""

    def __init__(self, books: Sequence[Book], hero: Mapping[str, int] | None, limits: Limits, listed: int) -> None:
        first, *later = map(to_win, books)
        self.books = [first, *map(with_room, later)]
        self.hero, self._limits, self._listed = hero, limits, listed
        self._began = time.monotonic()
        self.starts = [ANEW]
        self.worth: dict[str, float] = {}
        """Of an answered book: by how much answering yes is better than no."""
        self.complete = True

    def limits(self, books: int = 1) -> Limits:
        """What is left for a book if as many are still to be solved."""
        return self._limits.since(self._began).share(books)

    @property
    def _end(self) -> float | None:
        """The `time.monotonic()` after which nothing more is begun; None: no time is set."""
        deadline = self._limits.deadline(self._began)
        return None if deadline is None else deadline + MOMENT

    def _over(self) -> bool:
        """Whether there is no time to begin anything more."""
        return self._end is not None and time.monotonic() > self._end

    def solved(self) -> Campaign:
        """Sheets from the first book to the last, values from the last to the first.

        Raises:
            OutOfTime: the time was over before it was known with which sheets the books begin.
        """
        for number, book in enumerate(self.books[:-1]):
            made = begun(book, self.starts[number])
            limits = self.limits(len(self.books) + 1)
            with in_time(self._end):
                look()
                found = handed_over(made, self.books[number + 1 :], self._hero(number), limits, self._listed)
            if not found.sheets:
                break
            self.starts.append(found)
        stages = [Stage(book.title, book.carried, (), 0) for book in reversed(self.books[len(self.starts) :])]
        worth: list[Bracket] = []
        for number in reversed(range(len(self.starts))):
            worth, states = self._stage(number, worth)
            stages.append(_told(self.books[number], self.starts[number], worth, states))
        return Campaign(worth[0], tuple(reversed(stages)), self.complete, drafts=_drafts(self.books))

    def _hero(self, number: int) -> Mapping[str, int] | None:
        return self.hero if number == 0 else None

    def _stage(self, number: int, after: Sequence[Bracket]) -> tuple[list[Bracket], int]:
        """What a book is worth from each of its starts, given what the next one is worth; and its states."""
        starts = self.starts[number]
        if self._over():
            self.complete = False
            return [Bracket(0.0, 1.0)] * len(starts.sheets), 0
        book = begun(self.books[number], starts)
        least, most, width = book, book, 0.0
        if after:
            following = self.starts[number + 1]
            low, high = ([floor(each.low * SHARES) for each in after], [ceil(each.high * SHARES) for each in after])
            least, most = ended(book, following, low), ended(book, following, high)
            width = max(b - a for a, b in zip(low, high, strict=True)) / SHARES
        once = width <= NARROW and not book.unfinished
        solved = self._solved(least, number, 1 if once else 2)
        worth = _by_start(solved, starts)
        if once:
            return [Bracket(each.low, min(1.0, each.high + width)) for each in worth], solved.space.count
        if self._over():
            self.complete = False
            return [Bracket(each.low, 1.0) for each in worth], solved.space.count
        above = _by_start(self._solved(hopeful(most), number), starts)
        return [Bracket(low.low, high.high) for low, high in zip(worth, above, strict=True)], solved.space.count

    def _solved(self, book: Book, number: int, times: int = 1) -> Solved:
        """A book's values; of one with many starts all states are listed, since each start is asked for.

        Args:
            book: the book, with an end.
            number: its place.
            times: how often it is still to be solved.
        """
        limits = self.limits(number + times)
        if number == 0:
            solved = solve(book, self.hero, limits=limits, listed=LISTED, chapters=False, classes=True)
        else:
            space = explore(compiled(book, target=FEW), limits=limits)
            current().begin("computing values")
            solved = Solved(book, space, {}, play(book, space, best_play(space), limits.deadline(time.monotonic())))
        for name, worth in told_worth(solved).items():
            self.worth[name] = self.worth.get(name, 0.0) + worth
        known = all(each.high - each.low <= NARROW for each in _by_start(solved, self.starts[number]))
        self.complete = self.complete and (known or (solved.space.complete and solved.best.values.settled))
        return solved


def _told(book: Book, starts: Starts, worth: Sequence[Bracket], states: int) -> Stage:
    """A book and what it is worth from each of its starts."""
    asked = [(place, name) for place, name in enumerate(starts.names) if name not in starts.unasked]
    rows = [
        Start(_named(book, {name: sheet[place] for place, name in asked}), value)
        for sheet, value in zip(starts.sheets, worth, strict=True)
    ]
    rows.sort(key=lambda each: -round(each.value.middle, 12))
    return Stage(book.title, book.carried if starts.names else (), tuple(rows), states, starts.by_class, starts.cut)


def _named(book: Book, values: Mapping[str, int]) -> Values:
    """Values as a sheet has them."""
    names = {variable.name: variable.values for variable in book.variables if variable.values}
    return {name: names[name][value] if name in names else value for name, value in values.items()}


def _drafts(books: Sequence[Book]) -> tuple[str, ...]:
    """The titles of the books that are not finished."""
    return tuple(book.title or f"book {number}" for number, book in enumerate(books, start=1) if book.unfinished)


def _by_start(solved: Solved, starts: Starts) -> list[Bracket]:
    """Bounds of what the book is worth from each of its starts."""
    if not starts.names:
        return [proven(solved, solved.best)]
    if len(starts.sheets) == 1:
        return [Bracket(max(0.0, solved.best.low), min(1.0, solved.best.high))]
    space, values = solved.space, solved.best.values
    states = space.states
    (choice,) = (
        n for n in solved.decisions() if isinstance(d := space.program.nodes[n], Decide) and d.address == BEFORE
    )
    (here,) = solved.point_states[choice]
    found = [Bracket(0.0, 1.0)] * len(starts.sheets)
    for action in range(states.first_action[here], states.first_action[here + 1]):
        ways = slice(states.first_successor[action], states.first_successor[action + 1])
        chance, after = states.chance[ways], states.successor[ways]
        rounding = (space.roundings + len(after) + 8) * UNIT
        low, high = float(chance @ values.low[after]), float(chance @ values.high[after])
        # What leads to nothing but certain losses, or certain wins, is certain, too: there is nothing to round.
        loses, wins = not values.high[after].any(), bool((values.low[after] >= 1.0).all())
        found[states.option[action]] = Bracket(
            1.0 if wins else max(0.0, low - rounding), 0.0 if loses else min(1.0, high + rounding)
        )
    return found
