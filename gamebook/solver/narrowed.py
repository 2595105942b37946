"""A large book with few of its options: what readers win who practise in it, and searches for good play in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from gamebook.kernels.arrays import Floats
from gamebook.program.certain import certain
from gamebook.program.code import NodeId, Program
from gamebook.program.compile import Target, reduced
from gamebook.program.fold import fold
from gamebook.program.idle import without_idle
from gamebook.program.narrow import Rule, narrowed
from gamebook.solver.above import Above
from gamebook.solver.practice import Practice
from gamebook.solver.seeking import Seeking

PATIENT = 3
"""A search ends after this many looks in a row at which it had gained nothing."""


class Large(Struct, frozen=True):
    """A book that is too large, as a program."""

    program: Program
    worth: Floats
    """float64[endings]: what each ending is worth, from 0 to 1; the soft lock is worth least."""
    observed: tuple[str, ...]
    """Variables to keep in every state to the end of play."""


class Narrowed:
    """The book with few options, in which good play of all heroes is looked for."""

    def __init__(self, book: Large, rules: Mapping[NodeId, Rule]) -> None:
        """Nobody has practised in it.

        Args:
            book: with all its options.
            rules: the options that are kept.
        """
        self._copies: dict[NodeId, NodeId] = {}
        target = Target(observed=book.observed, numbers=False, chapters=False)
        few = fold(certain(narrowed(book.program, rules, self._copies), book.worth))
        self._program = reduced(without_idle(few, book.observed), target)
        self._worth, self._observed = book.worth, book.observed
        self._practice: Practice | None = None

    def practise(self, go_on: Callable[[float], None]) -> None:
        """Practise for a round. What is learned will guide the search.

        Args:
            go_on: called every few milliseconds; it may raise to break off.
        """
        practice = Practice(self._program, self._worth, observed=self._observed)
        practice.practise(go_on)
        self._practice = practice

    @property
    def won(self) -> float:
        """What somebody wins who has practised in it."""
        return 0.0 if self._practice is None else self._practice.won

    @property
    def error(self) -> float:
        """The standard error of that."""
        return 0.0 if self._practice is None else self._practice.error

    def search(self, above: Above, rest: Callable[[int], float]) -> Search:
        """A search for good play.

        Args:
            above: bounds from above of states of the whole book.
            rest: says how many bytes there are, beside so many.
        """
        memory = partial(rest, 0 if self._practice is None else self._practice.bytes)
        seeking = Seeking(self._program, self._worth, self._observed, memory, self._practice, above, self._copies)
        return Search(seeking, self.won)


class Search(Struct, eq=False, weakref=True):
    """A search for good play with few options."""

    seeking: Seeking
    won: float
    """What readers win who have practised with these options."""
    looks: int = 0
    """How often it was looked at."""
    stalled: int = 0
    """How many of the last looks found in a row that nothing had been gained."""

    @property
    def gains(self) -> bool:
        """Whether it is worth going on."""
        return not self.seeking.is_known() and self.stalled < PATIENT
