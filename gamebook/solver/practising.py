"""Readers who practise in a book that is too large, and the rules by which they play.

Which plan a reader takes is chance, and counts for more than how it is searched. So several of them practise, each with
other random numbers, and the one who wins most is gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from math import hypot

from gamebook.job import look
from gamebook.program.code import NodeId
from gamebook.program.narrow import Rule
from gamebook.solver.narrowed import Large, Narrowed
from gamebook.solver.practice import ROWS, Practice
from gamebook.threads import together

READERS = 4
"""So many readers practise, where there are no simple routes."""
COMPARING = 0.5
"""The share of the memory that these readers, and those who practise by their rules, may take."""
SEARCHED = 2
"""So many of them, those who win most, practise a second round, and their rules are tried."""
FEW_ROWS = 500
"""Where memory is short, so many states of each decision are looked at for rules."""
LOSS = 0.006
"""The share of what practised readers win that rules may lose at each place to be simple: the fewer numbers they ask
about, the fewer states there are."""
LOSSES = (2.0, 1.0, 0.5)
"""Rules are made that lose so many times as much. Those that lose less, and so ask more, must win more."""
SURELY = 2.0
"""They must win more by so many standard errors of the difference."""
FINER, COARSER = 0.5, 1.5
"""The next rules may lose so many times as much: after rules that left little open, and after rules that left much."""


class PractisingReaders:
    """Readers who practise, and the best of them."""

    def __init__(self, book: Large, first: Practice) -> None:
        """One reader, who may have practised before."""
        self._book, self._all, self._loss = book, [first], LOSS
        self.best = first
        """The reader who is gone on with."""

    @property
    def several(self) -> bool:
        """Whether there is more than one, so that they are still to be compared."""
        return len(self._all) > 1

    @property
    def bytes(self) -> int:
        """Memory that they hold."""
        return sum(reader.bytes for reader in self._all)

    def invite_others(self, memory: float) -> None:
        """Let others begin beside the first one, if there is memory for them and for those who play by their rules."""
        first = self.best
        if (READERS + SEARCHED * len(LOSSES)) * first.bytes < COMPARING * memory:
            book = self._book
            self._all += [Practice(first.program, book.worth, 1 + n, book.observed) for n in range(1, READERS)]

    def practise(self, go_on: Callable[[float], None]) -> None:
        """Let one of them practise to the end of a round: who has not yet begun, else one of the best.

        Args:
            go_on: called every few milliseconds; it may raise to break off.
        """
        beginners = (reader for reader in self._all if not reader.rounds)
        reader = next(beginners, None) or min(self._ranked(), key=lambda reader: reader.rounds)
        reader.practise(go_on)

    def choose(self) -> None:
        """Go on with the reader who wins most by now."""
        self.best = self._ranked()[0]

    def practise_all(self) -> None:
        """Let all who have not begun practise a round, and then those who win most a second one.

        Raises:
            OutOfTime: there is no time for that.
        """
        together(reader.practise for reader in self._all if not reader.rounds)
        together(reader.practise for reader in self._ranked() if reader.rounds == 1)

    def keep_the_leading(self) -> None:
        """Forget all but those who win most."""
        self._all = self._ranked()
        self.best = self._all[0]

    def keep_the_best(self) -> None:
        """Forget all but the best."""
        self._all = [self.best]

    def _ranked(self) -> list[Practice]:
        """Those who win most, the best one first."""
        return sorted(self._all, key=lambda reader: -reader.won)[:SEARCHED]

    # ---- their rules ------------------------------------------------------------------------------------

    def tried_rules(self) -> list[tuple[Narrowed, float]]:
        """The book by the rules of each of them, and what these rules may lose; who wins most comes first.

        Raises:
            OutOfTime: there is no time for that.
        """
        found = list[tuple[Narrowed, float]]()

        def narrow(rules: Mapping[NodeId, Rule], loss: float, go_on: Callable[[float], None]) -> None:
            few = Narrowed(self._book, rules)
            few.practise(go_on)
            found.append((few, loss))

        tasks = list[Callable[[Callable[[float], None]], None]]()
        for reader in self._all:
            losses = [factor * LOSS for factor in LOSSES]
            for loss, rules in zip(losses, _rules(reader, losses), strict=True):
                tasks.append(partial(narrow, rules, loss))
        together(tasks)
        return sorted(found, key=lambda each: -each[0].won)

    def best_rules(self, *, roomy: bool) -> Narrowed:
        """The book by the rules of the best: simple rules, unless those that ask more win more for certain.

        Args:
            roomy: whether there is memory to look at many states.
        """
        best, losses = None, [factor * self._loss for factor in LOSSES]
        for loss, rules in zip(losses, _rules(self.best, losses, ROWS if roomy else FEW_ROWS), strict=True):
            found = Narrowed(self._book, rules)
            found.practise(lambda _share: look())
            if best is None or found.won > best.won + SURELY * hypot(found.error, best.error):
                best, self._loss = found, loss
        assert best is not None
        return best

    def lose(self, loss: float) -> None:
        """So much may the next rules lose."""
        self._loss = loss

    def learn_from(self, *, little_open: bool) -> None:
        """Let the next rules lose less, or more, than those by which a search has left little open, or much."""
        self._loss *= FINER if little_open else COARSER


def _rules(reader: Practice, losses: Collection[float], states: int = ROWS) -> list[dict[NodeId, Rule]]:
    """For each share that may be lost, the rules by which a reader plays."""
    return reader.rules([loss * reader.won for loss in losses], lambda _share: look(), states)
