"""Which numbers to change so that a reader wins as often as the author wants.

What each change brings to first order is known for all of them from one listing of states. The changes that should come
nearest to the target are then made in the book, one after another, and the book is solved; each answer corrects what
is expected of other values of the same number, and of pairs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import isfinite

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.changed import Changed, Key, Outcome, Solver
from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.effects import Effects
from gamebook.analysis.sensitivity import is_local, must_have_no_sign, named
from gamebook.errors import UsageError
from gamebook.model.book import Book
from gamebook.model.reader import Reader
from gamebook.resolve.numbers import Number

SOLVES = 12
"""Books that are solved to find single changes; a third as many for pairs."""
EACH = 3
"""Values of one number that are tried."""
STEPS = (-2, -1, 1, 2)
"""What is added to a number for which no values are given."""
MOST_VALUES = 1_000
"""Values that may be given for one number."""
NEAR = 1e-9
"""Two distances that differ by less are equal."""

_WHOLE = re.compile(r"-?\d{1,10}")
_OTHER_RANGE = re.compile(r"(.*\S)\s+(\d+)\s*(?:-|–|—|…|to)\s*(\d+)")
"""A range as people write it elsewhere: `0-3`."""


class Proposal(Struct, frozen=True):
    """A change of one number, or of two."""

    changes: Key
    value: Bracket
    """What the changed book is worth."""
    distance: float
    """How far that is from the target."""


class HeroRow(Struct, frozen=True):
    """A hero with a name, before the best change and after it."""

    name: str
    before: Bracket
    after: Bracket


class Tuned(Struct, frozen=True):
    """Changes that bring a book nearest to a target."""

    reader: Reader
    target: float
    value: Bracket
    """Of the book as it is."""
    singles: tuple[Proposal, ...]
    """One for each number that makes a difference, the nearest first."""
    pairs: tuple[Proposal, ...]
    tried: int
    """How many changes were looked at to first order."""
    solves: int
    """How many changed books were solved."""
    whole: bool = True
    """Whether every single change was made in the book, and the book solved if it had no errors."""
    limit: str = ""
    """Why not all was solved that was to be; empty: no limit came first."""
    heroes: tuple[HeroRow, ...] = ()
    """For the best proposal; where a limit came first, not all of them."""
    untried: tuple[Number, ...] = ()
    """What the sheet begins with, as far as it was not to change."""
    asked: bool = False
    """Whether it was said which numbers may change."""
    endless: tuple[Key, ...] = ()
    """Changes of one number with which points have no total."""

    @property
    def best(self) -> Proposal | None:
        """The proposal that comes nearest; of those that are as near, a single change."""
        return min((*self.singles, *self.pairs), key=lambda each: round(each.distance / NEAR), default=None)

    @property
    def nothing_solved(self) -> bool:
        """Whether there were changes to make, and no changed book was solved."""
        return not self.solves and bool(self.tried or self.limit)


def tune(
    found: Effects,
    target: float,
    values: Mapping[Number, Sequence[int]],
    solve: Solver,
    *,
    solves: int = SOLVES,
    pairs: bool = True,
    ahead: int = 1,
) -> Tuned:
    """Which changes bring a book nearest to a target.

    Args:
        found: the effects of numbers, as `beside` names them.
        target: what the book should be worth to the reader: a chance, or points under `aim score`.
        values: the numbers that may change, and their other values.
        solve: solves changed books.
        solves: how many books with one change are solved.
        pairs: try changes of two numbers at once, too.
        ahead: how many books `solve` is given at once. What is found does not depend on it: a book that was solved too
            early is not looked at.

    Where a limit comes first, it is in `limit`.

    Raises:
        UsageError: the points of the unchanged book have no total.
    """
    search = _Search(found, target, values, solve, ahead)
    if not _has_total(search.now):
        raise UsageError("the points of this book have no total, so no change brings them nearer to a target")
    singles = search.singles(solves)
    pairs_found = search.pairs(max(1, solves // 3)) if pairs else ()
    return Tuned(
        found.subject.who,
        target,
        search.now,
        singles,
        pairs_found,
        sum(map(len, values.values())),
        sum(value is not None for value in search.known.values()),
        search.whole,
        search.limit,
        endless=tuple(
            key for key, value in search.known.items() if len(key) == 1 and value is not None and not _has_total(value)
        ),
    )


class _Search:
    """What is known of the changes so far."""

    def __init__(
        self, found: Effects, target: float, values: Mapping[Number, Sequence[int]], solver: Solver, ahead: int
    ) -> None:
        self.target, self._solver, self._ahead = target, solver, ahead
        self.values = {number: tuple(v for v in each if v != number.value) for number, each in values.items()}
        self.now = proven(found.solved, found.played)
        self.first_order = found.changes
        self.known: dict[Key, Bracket | None] = {}
        """Books that were solved; None where a book would have errors, or a limit was reached."""
        self._early: dict[Key, Outcome] = {}
        """Books that were solved before it was their turn."""
        self.limit = ""
        """Which limit came before some book was solved; empty: none."""
        self.over = False
        """Whether there is no time for more."""

    @property
    def whole(self) -> bool:
        """Whether nothing is left to solve: each single change was tried, and no limit came first."""
        tried = ((number, value) for number, values in self.values.items() for value in values)
        return not self.limit and all((change,) in self.known for change in tried)

    def gain(self, number: Number, value: int) -> float | None:
        """What a change is expected to bring: in proportion to the nearest change on the same side that is known.

        Best of all are books that were solved, then effects to first order; None where there is neither.
        """
        solved = {
            other: found.middle - self.now.middle
            for other in self.values[number]
            if (found := self.known.get(((number, other),))) is not None and _has_total(found)
        }
        guessed = {other: gain for (each, other), gain in self.first_order.items() if each == number}
        for gains in (solved, guessed):
            side = [other for other in gains if (other > number.value) == (value > number.value)]
            if side:
                other = min(side, key=lambda each: abs(each - value))
                return gains[other] * (value - number.value) / (other - number.value)
        return None

    def distance(self, gain: float) -> float:
        """How far from the target a book is whose value differs so much from now."""
        return abs(self.now.middle + gain - self.target)

    def solve(self, keys: Sequence[Key], part: str) -> None:
        """Learn what the first of some changed books is worth; the others may be solved with it."""
        key, *_ = keys
        if key not in self._early:
            books = [Changed(each) for each in keys if each not in self._early]
            self._early |= {book.changes: outcome for book, outcome in self._solver(books, lambda _: part).items()}
        outcome = self._early.pop(key)
        self.known[key] = outcome.value
        if outcome.limit:
            self.over = outcome.over
            self.limit = self.limit or limit_told(outcome, "changed books")

    def singles(self, solves: int) -> tuple[Proposal, ...]:
        """One proposal for each number that was found to make a difference."""
        for count in range(solves):
            following = self._following(solves, min(self._ahead, solves - count))
            if not following or self.over:
                break
            self.solve([(change,) for change in following], f"changed book {count + 1:,} of {solves:,}")
        return self._ranked(1)

    def _is_farthest(self, number: Number, value: int) -> bool:
        """Whether a value was asked for, and none on its side is farther away: there, something else may happen."""
        could = [other for other in self.values[number] if self.known.get(((number, other),), self.now) is not None]
        side = [abs(other - number.value) for other in could if (other > number.value) == (value > number.value)]
        return abs(value - number.value) == max(side) > max(STEPS)

    def _following(self, solves: int, count: int) -> list[tuple[Number, int]]:
        """The changes to look at next: numbers of which nothing can be expected first, then the most promising.

        Last come changes that should make no difference, for that is only an estimate: first those of numbers of which
        the fewest values are known, and of these values the one farthest from all that are known.
        """
        found: list[tuple[float, tuple[Number, int]]] = []
        idle: list[tuple[int, int, tuple[Number, int]]] = []
        for number, values in self.values.items():
            done = [value for value in values if ((number, value),) in self.known]
            if len(done) >= max(EACH, solves // len(self.values)):
                continue
            for value in values:
                if value in done:
                    continue
                gain = self.gain(number, value)
                if gain is not None and abs(gain) < NEAR and not self._is_farthest(number, value):
                    apart = min(abs(value - other) for other in (number.value, *done))
                    idle.append((len(done), -apart, (number, value)))
                else:
                    found.append((-1.0 if gain is None else self.distance(gain), (number, value)))
        chosen: list[tuple[Number, int]] = []
        while found and len(chosen) < count:
            best = found[0]
            for each in found:
                if each[0] < best[0] - NEAR:
                    best = each
            found.remove(best)
            chosen.append(best[1])
        idle.sort(key=lambda each: each[:2])
        return [*chosen, *(change for _, _, change in idle[: count - len(chosen)])]

    def pairs(self, solves: int) -> tuple[Proposal, ...]:
        """The pairs of numbers whose changes together should come nearest."""
        changes = [
            (number, value, gain)
            for number, values in self.values.items()
            for value in values
            if (gain := self.gain(number, value)) is not None and abs(gain) > NEAR
        ]
        together = [
            (self.distance(one[2] + other[2]), (one[:2], other[:2]))
            for one, other in combinations(changes, 2)
            if one[0] != other[0]
        ]
        books: dict[tuple[Number, Number], Key] = {}
        for _, (one, other) in sorted(together, key=lambda each: each[0]):
            if len(books) < solves:
                books.setdefault((one[0], other[0]), (one, other))
        left = [*books.values()]
        while left and not self.over:
            self.solve(left[: self._ahead], f"pair {len(books) - len(left) + 1:,} of {len(books):,}")
            del left[0]
        return self._ranked(2)

    def _ranked(self, count: int) -> tuple[Proposal, ...]:
        """The nearest proposal for each number, or for each pair, the nearest first; none that changes nothing."""
        best: dict[tuple[Number, ...], Proposal] = {}
        for key, value in self.known.items():
            if value is None or len(key) != count or abs(value.middle - self.now.middle) < NEAR:
                continue
            if not _has_total(value):
                continue
            made = Proposal(key, value, self.distance(value.middle - self.now.middle))
            numbers = tuple(number for number, _ in key)
            if numbers not in best or made.distance < best[numbers].distance - NEAR:
                best[numbers] = made
        return tuple(sorted(best.values(), key=lambda each: each.distance))


def _has_total(value: Bracket) -> bool:
    """Whether points have a total, and it is known."""
    return isfinite(value.low) and isfinite(value.high)


def limit_told(outcome: Outcome, what: str) -> str:
    """Why some books were not solved."""
    if outcome.over:
        return f"the time was over before all {what} were solved; --timeout SECONDS allows more"
    return f"not all {what} were solved: {outcome.limit}"


def with_heroes(found: Tuned, names: Sequence[str], solve: Solver) -> Tuned:
    """With what the best proposal does for heroes with a name; where a limit comes first, for those before it.

    Args:
        found: the proposals.
        names: the heroes.
        solve: solves changed books.
    """
    if found.best is None:
        return found
    books = [Changed(changes, name) for name in names for changes in ((), found.best.changes)]
    known = solve(books, lambda count: f"hero {(count + 1) // 2:,} of {len(names):,}")
    limit = found.limit
    rows = []
    for name, before, after in zip(names, books[::2], books[1::2], strict=True):
        was, now = known[before], known[after]
        if was.value is None or now.value is None:
            limit = limit or limit_told(was if was.limit else now, "heroes")
            break
        rows.append(HeroRow(name, was.value, now.value))
    return replace(found, heroes=tuple(rows), limit=limit)


def beside(values: Mapping[Number, Sequence[int]]) -> dict[Number, tuple[int, ...]]:
    """The numbers of chapters, and of their other values the nearest one on each side."""
    return {number: _nearest(number, each) for number, each in values.items() if is_local(number)}


def _nearest(number: Number, values: Sequence[int]) -> tuple[int, ...]:
    less = [value for value in values if value < number.value]
    more = [value for value in values if value > number.value]
    return (*([max(less)] if less else []), *([min(more)] if more else []))


def usual_values(numbers: Sequence[Number], book: Book) -> dict[Number, tuple[int, ...]]:
    """The numbers of chapters, and values around each: one or two less or more.

    A condition stays one: where `gold` is 3 at most, nobody is asked whether it is more.
    """
    ranges = {variable.name: (variable.low, variable.high) for variable in book.variables}
    return {
        number: tuple(
            value
            for value in (number.value + step for step in STEPS)
            if value in number.range and number.asks(value, ranges)
        )
        for number in numbers
        if is_local(number)
    }


def asked_values(numbers: Sequence[Number], words: Sequence[str]) -> dict[Number, tuple[int, ...]]:
    """Numbers and values as a command gives them: `84 foe SKILL 8..12`, `start pennies`.

    Raises:
        UsageError: there is no such number, or a range is not one.
    """
    found = {}
    for each in words:
        address, _, last = each.strip().rpartition(" ")
        low, dots, high = last.partition("..")
        if not dots:
            other = _OTHER_RANGE.fullmatch(each.strip())
            if other is not None and " ".join(each.split()) not in {number.address for number in numbers}:
                raise UsageError(f"{each.strip()}: a range has two dots; write {other[1]} {other[2]}..{other[3]}")
            number = named(numbers, each)
            found[number] = tuple(number.value + step for step in STEPS if number.value + step in number.range)
            continue
        is_range = all(_WHOLE.fullmatch(each) for each in (low, high))
        if not is_range or not int(low) <= int(high) < int(low) + MOST_VALUES:
            raise UsageError(f"{last} is no range of values; write {address or 'ADDRESS'} 8..12")
        number = named(numbers, address)
        must_have_no_sign(number, int(low))
        found[number] = tuple(value for value in range(int(low), int(high) + 1) if value != number.value)
        if not all(value in number.range for value in found[number]):
            least, most = number.range[0], number.range[-1]
            raise UsageError(f"{number.address} can be {least} to {most}, and not {last}")
    return found
