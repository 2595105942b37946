"""What must be remembered of a book in which much is forgotten, for best play of it to be possible in the book itself.

Best play of such a book is tried in the book, with dice. Where it takes for granted what is not so (a door that is
open, a purse that is never empty, a luck that is never less), the play ends, and it is counted what
would have had to be known there. Source: E. Clarke and others, *Counterexample-guided abstraction refinement for
symbolic model checking* (2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from gamebook.program.code import Program, VariableId
from gamebook.program.forget import Sources, needed
from gamebook.solver.backward import Values
from gamebook.solver.space import Space
from gamebook.solver.trial import Trial

PLAYS = 20
"""Plays that are tried."""
ALIKE = 1e-9
"""What is worth less by no more than this is as good."""


def missing(
    program: Program, space: Space, values: Values, come_from: Sources, go_on: Callable[[], None]
) -> list[frozenset[VariableId]]:
    """What plays lacked, with all that it comes from: what stopped most of them comes first.

    Args:
        program: the book.
        space: all states of the same book in which things are forgotten (`program.forget`).
        values: its values, with best play.
        come_from: what the variables of the book come from.
        go_on: called after each play; it may raise to break off.
    """
    trial, stopped = Trial(program, space, _BestPlay(space, values)), Counter[frozenset[VariableId]]()
    for _ in range(PLAYS):
        lacked = trial.play().lacked
        if lacked:
            stopped[needed(come_from, lacked)] += 1
        go_on()
    return [each for each, _ in stopped.most_common()]


class _BestPlay:
    """Best play; where something is forgotten, all that is worth as much is as good."""

    def __init__(self, space: Space, values: Values) -> None:
        self._space, self._values = space, values

    def options(self, state: int, known: bool) -> Sequence[int]:
        """The best option, and others that are worth as much."""
        s, best = self._space.states, int(self._values.best[state])
        found = [int(s.option[best])]
        if not known:
            first, last = s.first_action[state : state + 2]
            worth = self._space.mean_after(self._values.high, np.arange(first, last))
            found += s.option[first:last][worth >= worth[best - first] - ALIKE].tolist()
        return found
