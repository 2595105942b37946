"""All answers about one solved book, each computed at its first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import inf, nextafter
from typing import TYPE_CHECKING

from msgspec import field
from msgspec.structs import replace

from gamebook.analysis.by_chance import by_chance, visits_by_chance
from gamebook.analysis.costs import DecisionCosts, Mistake, costs, mistakes, to_be_written
from gamebook.analysis.decides import Decided, decided
from gamebook.analysis.difficulty import Bracket, Difficulty, difficulty
from gamebook.analysis.endings import EndingRow, endings, unreached
from gamebook.analysis.failures import Failure, failures
from gamebook.analysis.hero_block import NoTable
from gamebook.analysis.heroes import Heroes, heroes
from gamebook.errors import UsageError
from gamebook.graph.until import cut_at
from gamebook.lazy import LazyStruct
from gamebook.solver.solution import Played, Solved

if TYPE_CHECKING:
    from fractions import Fraction

    from gamebook.analysis.advice import Advice
    from gamebook.analysis.all_advice import AllAdvice
    from gamebook.analysis.chapters import ChapterRow
    from gamebook.analysis.exactly import Exactly
    from gamebook.analysis.followed import Followed
    from gamebook.analysis.good_choices import GoodChoice
    from gamebook.analysis.policy_table import PolicyTable
    from gamebook.analysis.route import WinningRoute
    from gamebook.analysis.scores import ScoreTable
    from gamebook.analysis.until import EndState
    from gamebook.kernels.arrays import Floats
    from gamebook.model.book import Book
    from gamebook.model.step import Mode
    from gamebook.solver.practice import Practised
    from gamebook.strategy.policy import Policy

ADDS_UP = 1e-6
"""How far, as a share, luck may be from the variance of winning: more is no rounding."""


class Study(LazyStruct, frozen=True, dict=True, eq=False):
    """A book solved, and what can be said about it. It is equal to itself only: arrays are not compared.

    Chances are floats in [0, 1]; under `aim score` values are points. Where a limit stopped the solver
    (`difficulty.complete` is False) only `difficulty` says something that is sure.
    """

    solved: Solved
    exactly: Exactly | None = None
    """The same in fractions, if wanted."""
    policy: Policy | None = None
    """The strategy that plays; `solved` is then the book with it in the reader's place, and what is told of best play
    is told of it. None: best play."""

    until: tuple[str, ...] = ()
    """Chapters at which the book was cut off: coming to them is the win. Empty: the whole book."""

    scores: ScoreTable | None = None
    """The distribution of points at the end, if wanted."""

    start: str | None = None
    """The chapter play begins at, where that is not the book's first."""

    sheet: Mapping[str, int] = field(default_factory=dict)
    """Values that were put on the sheet to begin with."""

    plain: Book | None = None
    """With a strategy: the book without it."""

    hope: float | None = None
    """For a draft: the chance of best play if all that is not written yet were a victory; None elsewhere."""

    settings: Mapping[str, int] = field(default_factory=dict)
    """Values that were set for parameters of the book."""

    mode: Mode | None = None
    """How random things were decided in the whole book; None: as the book says."""

    hoped: Practised | None = None
    """For a draft that is too large: plays of a reader who has practised to win, or to come to what is not written."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.solved.line}>"

    @cached_property
    def difficulty(self) -> Difficulty:
        """The value of best play as a bracket, that of the uniform reader, and how they were found.

        Of a draft the bracket is for best play in the finished book, whatever is written where the draft ends.
        """
        if self.hope is None:
            return self.as_written
        best = self.as_written.best
        return replace(self.as_written, best=Bracket(best.low, max(best.high, self.hope)))

    @cached_property
    def as_written(self) -> Difficulty:
        """The same; in a draft, nobody wins in a chapter that is not written yet."""
        known = self.by_chance if self.solved.space.complete and not self.until else None
        found = difficulty(self.solved, uniform=not self.until, chance=known)
        if self.exactly is not None and not found.complete:
            found = _with_fractions(found, self.exactly, uniform=not self.until)
        return found

    @cached_property
    def by_chance(self) -> tuple[Solved, Played]:
        """The play of the uniform reader, and the states it is about."""
        return by_chance(self.solved)

    @cached_property
    def visits_by_chance(self) -> Floats | None:
        """How often the uniform reader comes to the states of `solved`, as far as reports ask; None: not known.

        Then the book says how many readers know of an option, and these states are too many, or not all listed.
        """
        return visits_by_chance(self.solved)

    @cached_property
    def followed(self) -> Followed | None:
        """Best play and the strategy on the states of the whole book; None if these are too many, or there is none."""
        if self.policy is None or self.plain is None:
            return None
        from gamebook.analysis.followed import followed  # noqa: PLC0415 - where a strategy plays

        return followed(self.plain, self.policy, self.solved.hero, limits=self.solved.search.limits)

    @cached_property
    def _whole(self) -> tuple[Solved, Played] | None:
        """The whole book, and who plays it; None if it has too many states."""
        if self.policy is None or self.plain is None:
            return self.solved, self.solved.best
        return None if self.followed is None else (self.followed.solved, self.followed.played)

    @property
    def without_policy(self) -> Book:
        """The book that was solved, with all its decisions, also those that a policy took."""
        return self.solved.book if self.plain is None else cut_at(self.plain, self.until)

    @property
    def whole(self) -> bool:
        """Whether it is known what a strategy could have done instead; of best play it always is.

        If it is not, `failures` are about what the strategy itself can still win, there are no `costs`, and of a
        strategy that guesses nothing is `decided`.
        """
        return self._whole is not None

    @cached_property
    def end_states(self) -> tuple[EndState, ...]:
        """With `until`: how play ends, separately for each chapter and, on arrival, for each sheet."""
        from gamebook.analysis.until import end_states  # noqa: PLC0415 - not on the first screen

        return end_states(self.solved, self.until)

    @property
    def good_play(self) -> Practised | None:
        """Plays of a reader who has practised, of a draft without a victory to come to what is not written yet."""
        return self.difficulty.practised or (None if self.difficulty.complete else self.hoped)

    @cached_property
    def good_choices(self) -> tuple[GoodChoice, ...]:
        """What a reader chooses who has practised, in book order; empty where nobody did: the book was solved."""
        from gamebook.analysis.good_choices import good_choices  # noqa: PLC0415 - for large books only

        found = self.good_play
        return good_choices(self.solved.book, found.choices) if found is not None else ()

    def table(self, wanted: str) -> PolicyTable:
        """Best play at one decision over two values: `"call: n - mine by n - theirs, least open for Bank"`.

        Raises:
            UsageError: the book has no such decision, value or option; or it is so large that not all of its states are
                known: solve it with `whole=True`.
        """
        from gamebook.analysis.policy_table import policy_table  # noqa: PLC0415 - brings the parser; few ask

        if not isinstance(wanted, str):
            raise UsageError(f"a table is asked for in words, and not by {wanted!r}")
        if not self.solved.space.whole:
            raise UsageError("a table shows what is best in every state, and not all are known: solve with whole=True")
        return policy_table(self.solved, wanted)

    @cached_property
    def endings(self) -> tuple[EndingRow, ...]:
        """The chance of each ending, under best play and for the uniform reader."""
        return endings(self.solved, self.by_chance)

    @cached_property
    def unreached_endings(self) -> tuple[str, ...]:
        """Endings that no play comes to, whatever readers and rivals choose."""
        return unreached(self.solved, self.endings)

    @cached_property
    def chapters(self) -> tuple[ChapterRow, ...]:
        """Chapter by chapter in book order: visits, value on arrival, deaths."""
        from gamebook.analysis.chapters import chapters  # noqa: PLC0415 - not on the first screen

        return chapters(self.solved, self.solved.best)

    @cached_property
    def strayed(self) -> Mapping[str, float]:
        """By chapter, what best play is worth on arrival where it never comes and other readers do."""
        from gamebook.analysis.chapters import strayed  # noqa: PLC0415 - not on the first screen

        return strayed(self.solved, self.solved.best, self.chapters, lambda: self.visits_by_chance)

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """What loses the book, booked where it is caused; the likeliest first."""
        return failures(*(self._whole or (self.solved, self.solved.best)))

    @cached_property
    def decided(self) -> tuple[Decided, ...]:
        """What is decided in each chapter."""
        if self._whole is None and self.policy is not None and self.policy.guesses:
            return ()  # in the book with the strategy in it, its guesses are draws like any other
        return tuple(decided(*(self._whole or (self.solved, self.solved.best))))

    @cached_property
    def luck(self) -> tuple[tuple[Decided, float], ...]:
        """Chapters with their shares of all luck, 0 to 1, the largest first; empty where nothing is left to luck.

        Luck and guesses add up to the variance of winning: where they do not, because a part of the book was solved
        without its states, nothing is said.
        """
        if not self.solved.wins or not self.difficulty.complete:
            return ()
        rows = [row for row in self.decided if row.luck > 0]
        luck, win = sum(row.luck for row in rows), self.solved.best.value
        guesses = sum(row.choice for row in self.decided)
        whole = win * (1.0 - win)
        if not luck or not whole or abs(luck + guesses - whole) > ADDS_UP * whole:
            return ()
        return tuple(sorted(((row, row.luck / luck) for row in rows), key=lambda each: -each[1]))

    @cached_property
    def route(self) -> WinningRoute | None:
        """The likeliest way to win, chapter by chapter."""
        from gamebook.analysis.route import route  # noqa: PLC0415 - not on the first screen

        return route(self.solved)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """What to do at each decision, as rules."""
        return self.all_advice.each

    @cached_property
    def all_advice(self) -> AllAdvice:
        """The same, and what it is worth to follow all of it."""
        from gamebook.analysis.all_advice import all_advice  # noqa: PLC0415 - not on the first screen

        return all_advice(self.solved, chance=lambda: self.by_chance)

    @cached_property
    def costs(self) -> tuple[DecisionCosts, ...]:
        """What each option of each decision costs, against best play."""
        if self._whole is None:
            return ()
        return costs(*self._whole, None if self._whole[0] is not self.solved else lambda: self.visits_by_chance)

    @cached_property
    def known_costs(self) -> tuple[DecisionCosts, ...]:
        """The same without options that lead to what is not written yet: nobody knows what those will cost."""
        book = self.without_policy
        if not book.unfinished:
            return self.costs
        open_end = to_be_written(book)
        known = ([each for each in row.options if each.address not in open_end] for row in self.costs)
        return tuple(replace(row, options=tuple(some)) for row, some in zip(self.costs, known, strict=True))

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The ten options that cost most, by how often they tempt."""
        return mistakes(self.known_costs)

    @cached_property
    def heroes(self) -> Heroes | NoTable | None:
        """What each hero the dice can give is worth; None where no dice decide on him."""
        return heroes(self.solved)


def _with_fractions(found: Difficulty, known: Exactly, *, uniform: bool) -> Difficulty:
    """What is known where a limit came first, but not before the fractions; `uniform`: of the random reader, too."""
    by_chance = known.uniform if uniform else None
    return replace(
        found,
        best=_around(known.best),
        uniform=found.uniform if by_chance is None else _around(by_chance),
        points=found.points if known.points is None else _around(known.points),
        sample=found.sample if by_chance is None else None,
    )


def _around(value: Fraction) -> Bracket:
    """The floats next to a value."""
    if value in (0, 1):
        return Bracket(float(value), float(value))
    return Bracket(nextafter(float(value), -inf), nextafter(float(value), inf))
