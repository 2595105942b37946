"""All heroes of a book on their way through arrays, group after group: what all such ways have in common."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from typing import TypeVar

from msgspec import Struct

from gamebook.errors import OutOfTime
from gamebook.kernels.arrays import Floats
from gamebook.kernels.code import Code
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.solver.arrays import Arrays
from gamebook.solver.fields import Field
from gamebook.solver.groups import Arranger, sized
from gamebook.solver.heroes import Heroes, beside_each_other, in_parts
from gamebook.solver.lanes import Abreast, Unlike
from gamebook.solver.listing import Listing
from gamebook.solver.too_wide import Impatient, TooLong, TooWide
from gamebook.solver.watch import Watch

ARRANGES = "arranging states"
"""The phase in which nobody knows yet how many states there will be."""
ARRANGING = 0.35
"""The share of the time that it may take to see how large one hero is: if it takes longer, states are better listed."""
ARRANGING_ONE_OF_MANY = 0.15
"""The same where there are more heroes: if one takes so long, there is no time for all."""
ARRANGING_A_GROUP = 1 / 40
"""The share of the time that it may take to arrange a group of heroes: to solve it takes longer, see `AT_LEAST`."""
ROUNDING = 1e-9
"""Room for rounding in a sum over heroes."""
HOPELESS = 3.0
"""Arrays are given up if all heroes would take so many times the time left."""
DOUBTFUL = 2.0
"""They are given up so soon, before the first group or after the second, if there may be time for best play alone."""
EARLY = 0.25
"""While fewer of the heroes are solved, something quicker may begin anew with all of them."""
ARRAYS = 0.4
"""The share of the memory that is for the arrays of one group of heroes; the next group is arranged meanwhile."""
SURELY = 2.0
"""If all heroes seem to need so many times the memory there is, the others are not begun."""


class Patience(Struct, frozen=True):
    """When heroes in turn are given up."""

    seconds: float = inf
    """How long it may take to see how large one hero is; less, where there is little time."""
    times: float = HOPELESS
    """All heroes may take no more than so many times the time left, as heroes so far have."""
    soon: float = HOPELESS
    """They may take no more than this, as later groups have, while something else could begin anew."""
    left: float = inf
    """The seconds that count as the time left where no time is set."""


class HeroesInTurn(ABC):
    """Heroes who are solved one group after another."""

    at_least = 4.0
    """To solve a group takes at least so many times as long as to arrange it."""
    closes = False
    """Whether only best play is asked for, so that contexts of which it is certain what they are worth are left out."""

    def __init__(
        self,
        book: Book,
        program: Program,
        listing: Listing,
        parts: Sequence[Heroes],
        worth: Floats,
        limits: Limits,
        watch: Watch,
        patience: Patience,
        bounds: tuple[float, float],
    ) -> None:
        """Nobody is solved.

        Args:
            book: the book.
            program: the same, lowered.
            listing: its tables.
            parts: the heroes.
            worth: float64[endings], what each ending is worth.
            limits: states, and bytes at once.
            watch: receives the number of states that are solved, and the bounds from the heroes that are done.
            patience: when to give up.
            bounds: of what best play is worth, as far as is known before any of these heroes is solved.
        """
        self._patience = patience
        self._program, self.listing, self._worth, self._watch = program, listing, worth, watch
        self._wins, self._ties_last, self._limits = book.aim == "win", book.ties == "last", limits
        self._memory = inf if limits.memory is None else limits.memory
        self._parts, self._count = parts, sum(len(part.roots) for part in parts)
        self._done, self._begun = 0, 0.0
        """The heroes that are solved, and when the first of them was begun."""
        self._second: tuple[float, int] | None = None
        """When the second group was begun, and how many heroes were solved before. The first takes longer than others
        of its size, for beside it good play is looked for."""
        self._here = slice(0, 0)
        """The heroes of the group at hand, of those in `_heroes`."""
        self._states = self._size = 0
        """The states of all groups before, and of the group at hand."""
        self._low, self._high = bounds
        self._prepare()

    def _prepare(self) -> None:  # noqa: B027 - not every kind needs more
        """Make ready what this kind of heroes in turn needs, before anybody is solved."""

    def all_solved(self) -> bool:
        """Whether all heroes were solved, or else have more states than the limit.

        Raises:
            Unlike: heroes side by side differ in more than chances.
            TooWide, Impatient, OutOfTime: they are too large, or there is too little time.
        """
        for part in self._parts:
            self._begin(part)
            if not self._solved():
                return False
        return True

    def _begin(self, heroes: Heroes) -> None:
        """Turn to a part of the heroes."""
        code, lanes = self.listing.code, heroes.count
        abreast = Abreast.begin(code, lanes, heroes.differ) if lanes > 1 else Abreast.alone(code)
        self._heroes = heroes
        closing = self._worth if self.closes else None
        self._arranger = Arranger(
            self._program, self.listing, abreast, heroes.roots, self._limits.memory, closing, self._limits.states
        )

    def _solved(self) -> bool:
        """Whether the part at hand was solved, or else has more states than the limit."""
        watch, heroes, lanes = self._watch, self._heroes, self._heroes.count
        watch.begin(ARRANGES)
        # One hero first, to see how large he is; then as many more as fit.
        first = self._arranger.arranged(0, lanes, self._patient())
        groups, arrays = sized(
            heroes.roots[::lanes],
            first,
            lambda first, end: self._arranger.arranged(first * lanes, end * lanes, self._look),
            most=ARRAYS * self._memory,
            seconds=inf if watch.deadline is None else ARRANGING_A_GROUP * (watch.deadline - time.monotonic()),
        )
        watch.begin("computing values")
        if len(groups) == len(self._parts) == 1 and not self.closes:
            watch.expect_all()
        self._see_whether_there_is_time(self.at_least * self._arranger.seconds * len(groups), certain=True)
        self._begun = self._begun or time.monotonic()
        spans = [(first * lanes, (first + some) * lanes) for first, some in groups]
        for span, after in zip(spans, [*spans[1:], None], strict=True):
            self._size, self._here = arrays.states, slice(*span)
            if self._limits.states is not None and self._states + self._size > self._limits.states:
                self._size = 0  # nobody looks at these
                return False
            watch.met(self._states + self._size)
            best, following = self._group(arrays, after)
            low, high = best.bounds(arrays.roots)
            chance = heroes.chance[self._here]
            self._low += float(chance @ low)
            self._high += float(chance @ high) - float(chance.sum())
            del best
            self._done, self._here = self._done + len(chance), slice(0, 0)
            self._see_whether_all_fits()
            if self._done < self._count:
                self._go_on()
            if after is not None:
                arrays = following or self._arranger.arranged(*after, self._look)
        return True

    @abstractmethod
    def _group(self, arrays: Arrays, after: tuple[int, int] | None) -> tuple[Field, Arrays | None]:
        """Best play of a group; and the arrays of the group after it, if there was memory for them.

        Args:
            arrays: of the group.
            after: the next group; None: there is none.
        """

    def _group_is_done(self) -> None:
        """All that is to be known of the states of the group at hand is known."""
        self._states, self._size = self._states + self._size, 0

    def _kept(self) -> float:
        """Bytes that the answer takes with what is kept of the heroes so far."""
        return 0.0

    def _see_whether_all_fits(self) -> None:
        """What is kept of the heroes so far tells what all of them need.

        Raises:
            TooWide: more than there is; far more, where that is but an estimate.
        """
        needs, share = self._kept(), self._done / self._count
        if needs > self._memory or needs / share > SURELY * self._memory:
            raise TooWide(needs / share)

    def _go_on(self) -> None:
        """Tell the bounds that are known after some of the heroes.

        Raises:
            TooLong: time is far too short for the others.
        """
        self.tell()
        now, (began, done) = time.monotonic(), self._second or (self._begun, 0)
        seconds = (now - began) / (self._done - done) * (self._count - self._done)
        self._see_whether_there_is_time(seconds, certain=self._second is not None)
        self._second = self._second or (now, self._done)
        self._watch.expect_all()

    def tell(self) -> None:
        """Tell the bounds that follow from the heroes who are solved; of heroes whom the reader chooses none follow."""
        if self._wins and self._heroes.rolled:
            self._watch.learn(self._low - ROUNDING, self._high + ROUNDING)

    def _look(self, share: float = 0.0) -> None:
        solving = self._here.stop - self._here.start
        done = (self._done + share * solving) / self._count if self._begun else None
        self._watch.look(self._states + int(share * self._size), done)

    def _patient(self) -> Callable[[], None]:
        """`_look` that gives up if it takes too long to see how large one hero is."""
        now, deadline = time.monotonic(), self._watch.deadline
        share = ARRANGING if self._count == self._heroes.count else ARRANGING_ONE_OF_MANY
        until = now + min(self._patience.seconds, inf if deadline is None else share * (deadline - now))

        def look() -> None:
            self._look()
            if time.monotonic() > until:
                self._watch.uncounted = True
                raise Impatient

        return look

    def _see_whether_there_is_time(self, seconds: float, *, certain: bool) -> None:
        """Give up if there is far too little time for what takes so long.

        Args:
            seconds: how long all heroes who are left will take.
            certain: hardly less. What the first group alone took is not: the others may be quicker.

        Raises:
            TooLong: then.
        """
        deadline = self._watch.deadline
        left = self._patience.left if deadline is None else deadline - time.monotonic()
        soon = certain and self._done < EARLY * self._count
        if seconds > (self._patience.soon if soon else self._patience.times) * left:
            raise TooLong(seconds / left if left > 0.0 else inf)


InTurn = TypeVar("InTurn", bound=HeroesInTurn)


def all_in_turn(  # noqa: PLR0913 - as for `HeroesInTurn`
    kind: type[InTurn],
    book: Book,
    program: Program,
    code: Code,
    heroes: Heroes,
    worth: Floats,
    limits: Limits,
    watch: Watch,
    patience: Patience,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> tuple[InTurn, bool]:
    """Some heroes, solved side by side where that is possible; False if they have more states than the limit.

    Args:
        kind: the class that solves them.
        book, program, worth, limits, watch, patience, bounds: as for `HeroesInTurn`.
        code: the program in tables.
        heroes: those who are solved.

    Raises:
        TooWide, Impatient, OutOfTime: as `HeroesInTurn.all_solved`.
    """
    beside = beside_each_other(program, program.chapters[book.start], heroes)
    parts: tuple[Heroes, ...] = (beside,)
    while True:
        in_turn = kind(book, program, Listing.begin(code), parts, worth, limits, watch, patience, bounds)
        try:
            return in_turn, in_turn.all_solved()
        except OutOfTime:
            watch.uncounted |= watch.stage == ARRANGES
            raise
        except Unlike as unlike:
            parts = (heroes,) if len(parts) > 1 else in_parts(heroes, beside, unlike.alike)
